#include "subject.h"

#include <cstdio>
#include <cstdlib>

#include "corpus.h"
#include "pipeline/engine_state.h"

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
