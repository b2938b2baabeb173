#include "subject.h"

#include <cstdio>
#include <cstdlib>

#include "corpus.h"
#include "pipeline/builtin_packs.h"
#include "pipeline/engine_state.h"
#include "rules/load.h"

namespace sluice::bench {

void fail(const std::string& message) {
  std::fprintf(stderr, "bench: %s\n", message.c_str());
  std::exit(2);
}

const std::shared_ptr<const Engine>& default_engine() {
  static const std::shared_ptr<const Engine> engine = [] {
    LoadOptions options;
    options.with_digests = false;
    options.fingerprint_key = to_bytes("a key of the benchmarks, 32 bytes");
    return must(Engine::load(options));
  }();
  return engine;
}

const std::shared_ptr<const scan::CompiledRules>& default_rules() { return default_engine()->state().rules; }

namespace {

std::string_view builtin_text(const std::string& name) {
  for (const pipeline::BuiltinFile& file : pipeline::builtin_rule_files()) {
    if (file.name == name) return file.text;
  }
  fail("there is no rule file " + name);
}

}  // namespace

const std::shared_ptr<const scan::CompiledRules>& core_rules() {
  static const std::shared_ptr<const scan::CompiledRules> rules = [] {
    const rules::RuleSets sets = must(rules::load_sets(builtin_text("sets.toml"), "sets.toml"));
    std::vector<std::shared_ptr<const rules::RulePack>> packs;
    for (const std::string& pack : sets.packs_of.at("core")) {
      const std::string file = pack + ".toml";
      packs.push_back(std::make_shared<const rules::RulePack>(must(rules::load_pack(builtin_text(file), file))));
    }
    return must(scan::CompiledRules::compile(packs));
  }();
  return rules;
}

const json::CompiledSchema& compiled_report_schema() {
  static const std::shared_ptr<const json::CompiledSchema> schema =
      must(json::CompiledSchema::compile(report_schema(), "report.schema.json"));
  return *schema;
}

Artifact stdout_text(ByteView bytes) {
  Artifact artifact;
  artifact.info.channel = Channel::kStdout;
  artifact.bytes = bytes;
  return artifact;
}

}  // namespace sluice::bench
