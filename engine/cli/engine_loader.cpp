#include "cli/engine_loader.h"

#include <string.h>  // explicit_bzero

#include <cstdlib>
#include <utility>

#include "cli/files.h"
#include "cli/rule_cache.h"
#include "sluice/policy.h"

namespace sluice::cli {

namespace {

// "NAME=PATH", or a path whose last component is the name.
Result<KnownSecret> known_from_file(const std::string& given) {
  const std::size_t equals = given.find('=');
  const std::size_t slash = given.rfind('/');
  const bool is_named = equals != std::string::npos && (slash == std::string::npos || equals < slash);
  const std::string path = is_named ? given.substr(equals + 1) : given;
  Result<std::string> text = read_text(path);
  if (!text) return std::move(text).error();
  if (text->ends_with('\n')) text->pop_back();
  return KnownSecret{is_named ? given.substr(0, equals) : path.substr(path.rfind('/') + 1), std::move(*text)};
}

Result<void> add_known_secrets(const EngineOptions& options, LoadOptions& load) {
  std::vector<std::string> names = options.known_env;
  if (!load.policy.empty()) {
    Result<std::vector<std::string>> from_policy = policy_known_names(load.policy, load.policy_path);
    if (!from_policy) return std::move(from_policy).error();
    names.insert(names.end(), from_policy->begin(), from_policy->end());
  }
  for (const std::string& name : names) {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) {
      return Error{ErrorCode::kSecretInvalid,
                   "the known secret " + name + " is not in the environment; export it or take it out of the policy",
                   0};
    }
    load.known_secrets.push_back({name, value});
  }
  for (const std::string& file : options.known_files) {
    Result<KnownSecret> secret = known_from_file(file);
    if (!secret) return std::move(secret).error();
    load.known_secrets.push_back(std::move(*secret));
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<const Engine>> load_engine(const EngineOptions& options) {
  LoadOptions load;
  if (!options.policy_path.empty()) {
    Result<std::string> policy = read_text(options.policy_path);
    if (!policy) return std::move(policy).error();
    load.policy = std::move(*policy);
    load.policy_path = options.policy_path;
    if (load.policy.empty())
      return Error{ErrorCode::kConfigInvalid, options.policy_path + " is empty; `sluice policy init` writes one", 0};
  }
  load.rules_dir = options.rules_dir;
  load.cache_dir = rule_cache_folder(options.cache);
  if (!options.fingerprint_key_path.empty()) {
    Result<std::string> key = read_text(options.fingerprint_key_path);
    if (!key) return std::move(key).error();
    if (key->size() < 16)
      return Error{ErrorCode::kInvalidArgument, options.fingerprint_key_path + " must hold at least 16 bytes", 0};
    load.fingerprint_key = to_bytes(*key);
  }
  if (!options.fingerprint_key.empty()) load.fingerprint_key = to_bytes(options.fingerprint_key);
  load.is_trusted_source = options.is_trusted_source;
  const std::pair<const std::string*, std::string*> exceptions[] = {{&options.ignore_path, &load.ignore_list},
                                                                    {&options.baseline_path, &load.baseline}};
  for (const auto& [path, text] : exceptions) {
    if (path->empty()) continue;
    Result<std::string> read = read_text(*path);
    if (!read) return std::move(read).error();
    if (read->empty()) return Error{ErrorCode::kConfigInvalid, *path + " is empty", 0};
    *text = std::move(*read);
  }
  load.ignore_list_path = options.ignore_path;
  load.baseline_path = options.baseline_path;
  Result<void> known = add_known_secrets(options, load);
  if (!known) return std::move(known).error();
  Result<std::shared_ptr<const Engine>> engine = Engine::load(load);
  // The engine has its own copies, which it wipes.
  for (KnownSecret& secret : load.known_secrets) ::explicit_bzero(secret.value.data(), secret.value.size());
  if (engine) print_cache_notes((*engine)->rule_cache().notes);
  return engine;
}

Result<Run> start_run(const EngineOptions& options) {
  Result<std::shared_ptr<const Engine>> engine = load_engine(options);
  if (!engine) return std::move(engine).error();
  RunOptions run;
  run.task_id = options.task_id;
  return Run::start(std::move(*engine), std::move(run));
}

Result<std::optional<Consumer>> consumer_option(const std::string& name) {
  if (name.empty()) return std::optional<Consumer>();
  const std::optional<Consumer> consumer = parse_consumer(name);
  if (!consumer) {
    return Error{ErrorCode::kInvalidArgument,
                 "unknown consumer '" + report_text(as_bytes(name), nullptr).str() +
                     "'; use agent, browser, terminal, spreadsheet or storage",
                 0};
  }
  return consumer;
}

Result<Channel> channel_option(const std::string& name) {
  const std::optional<Channel> channel = parse_channel(name);
  if (!channel) {
    return Error{ErrorCode::kInvalidArgument,
                 "unknown channel '" + report_text(as_bytes(name), nullptr).str() +
                     "'; use stdout, stderr, file, result or exec",
                 0};
  }
  return *channel;
}

}  // namespace sluice::cli
