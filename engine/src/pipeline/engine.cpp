#include "sluice/engine.h"

#include "core/guard.h"
#include "isolate/worker.h"
#include "pipeline/engine_state.h"
#include "pipeline/pack_source.h"
#include "pipeline/treatment.h"
#include "pipeline/unspaced_reading.h"
#include "policy/explain.h"
#include "policy/load.h"

namespace sluice {

namespace {

constexpr std::uint64_t kMaxSchemaBytes = 4'000'000;
constexpr std::size_t kMinKeyBytes = 16;

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

Result<json::SchemaResource> read_schema(const std::string& name, const LoadOptions& options) {
  const std::string path = name.starts_with('/') ? name : folder_of(options.policy_path) + name;
  Result<std::string> text =
      options.schema_resolver ? options.schema_resolver(name) : pipeline::read_text_file(path, kMaxSchemaBytes);
  if (!text) return std::move(text).error();
  return json::SchemaResource{name, std::move(*text), path};
}

Result<std::shared_ptr<const json::CompiledSchema>> load_schema(const std::string& name, const LoadOptions& options,
                                                                json::SchemaOptions schema_options) {
  Result<json::SchemaResource> schema = read_schema(name, options);
  if (!schema) return std::move(schema).error();
  schema_options.uri = name;
  return json::CompiledSchema::compile(schema->text, schema->path, schema_options);
}

Result<void> load_schemas(Engine::State& state, const LoadOptions& options) {
  json::SchemaOptions schema_options;
  for (const std::string& name : state.policy.schemas) {
    Result<json::SchemaResource> beside = read_schema(name, options);
    if (!beside) return std::move(beside).error();
    schema_options.resources.push_back(std::move(*beside));
  }
  for (const Channel channel : {Channel::kStdout, Channel::kStderr, Channel::kFile, Channel::kResult}) {
    const std::string& name = state.policy.channel(channel).schema;
    if (name.empty()) continue;
    Result<std::shared_ptr<const json::CompiledSchema>> schema = load_schema(name, options, schema_options);
    if (!schema) return std::move(schema).error();
    state.schemas[static_cast<std::size_t>(channel)] = std::move(*schema);
  }
  return {};
}

Result<void> load_rules(Engine::State& state, const LoadOptions& options) {
  std::vector<scan::KnownValue> known;
  for (const KnownSecret& secret : options.known_secrets) {
    known.push_back({secret.name, SecretBytes(std::string_view(secret.value))});
  }
  scan::CompileOptions compile;
  compile.is_trusted_source = options.is_trusted_source;
  compile.known_secrets = known;
  Result<std::shared_ptr<const scan::CompiledRules>> rules =
      pipeline::compile_rules(state.policy, options, compile, state.rule_cache);
  if (!rules) return std::move(rules).error();
  state.rules = std::move(*rules);
  Result<std::shared_ptr<const scan::CompiledRules>> unspaced = pipeline::compile_unspaced(known);
  if (!unspaced) return std::move(unspaced).error();
  state.unspaced_rules = std::move(*unspaced);
  state.flagged_rules = pipeline::flagged_rules(state.policy, *state.rules);
  return {};
}

Result<void> load_state(Engine::State& state, const LoadOptions& options) {
  if (!options.policy.empty()) {
    Result<policy::Policy> policy =
        policy::load_policy(options.policy, options.policy_path.empty() ? "policy" : options.policy_path);
    if (!policy) return std::move(policy).error();
    state.policy = std::move(*policy);
  }
  if (!options.fingerprint_key.empty() && options.fingerprint_key.size() < kMinKeyBytes) {
    return Error{ErrorCode::kInvalidArgument, "the fingerprint key must have at least 16 bytes", 0};
  }
  if (state.policy.files.allow) {
    Result<path::GlobSet> globs = path::GlobSet::compile(*state.policy.files.allow);
    if (!globs) return std::move(globs).error();
    state.allowed_files = std::move(*globs);
  }
  Result<void> loaded = load_schemas(state, options);
  if (loaded.ok()) loaded = load_rules(state, options);
  if (!loaded) return loaded;
  Result<pipeline::Exceptions> exceptions = pipeline::Exceptions::read(options);
  if (!exceptions) return std::move(exceptions).error();
  const bool has_baseline = !exceptions->key().empty();
  state.fingerprint_key = SecretBytes(has_baseline ? exceptions->key().view() : ByteView(options.fingerprint_key));
  if (options.is_trusted_source) state.exceptions = std::move(*exceptions);
  state.with_digests = options.with_digests;
  state.worker_path = options.worker_path.empty() ? isolate::installed_worker() : options.worker_path;
  return {};
}

}  // namespace

Engine::Engine(std::unique_ptr<const State> state) : state_(std::move(state)) {}
Engine::~Engine() = default;

Result<std::shared_ptr<const Engine>> Engine::load(const LoadOptions& options) noexcept {
  return guarded("while loading an engine", [&]() -> Result<std::shared_ptr<const Engine>> {
    auto state = std::make_unique<State>();
    Result<void> loaded = load_state(*state, options);
    if (!loaded) return std::move(loaded).error();
    return std::shared_ptr<const Engine>(new Engine(std::move(state)));
  });
}

const std::string& Engine::policy_name() const noexcept { return state_->policy.name; }
const RuleCacheReport& Engine::rule_cache() const noexcept { return state_->rule_cache; }
Consumer Engine::consumer() const noexcept { return state_->policy.consumer; }
std::string Engine::explain_policy() const { return policy::explain(state_->policy); }

std::uint64_t Engine::max_input_bytes(Channel channel) const noexcept {
  const policy::ChannelRules& rules = state_->policy.channel(channel);
  const std::uint64_t artifact = state_->policy.limits.work.max_input_bytes;
  if (rules.max_bytes && rules.on_overflow == policy::Overflow::kReject) return std::min(artifact, *rules.max_bytes);
  return artifact;
}

std::vector<RuleInfo> Engine::rules() const {
  std::vector<RuleInfo> list;
  for (std::size_t i = 0; i < state_->rules->rule_count(); ++i) {
    const rules::Rule& rule = state_->rules->rule(i);
    list.push_back({rule.id, rule.title, state_->rules->pack_of(i).name, std::string(severity_name(rule.severity))});
  }
  return list;
}

}  // namespace sluice
