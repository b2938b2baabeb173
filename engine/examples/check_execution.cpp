// Checks a whole run as E2B's code interpreter reports it: exit state first, then every artifact.
#include <cstdio>

#include "sluice/sluice.h"

int main() {
  sluice::Result<std::shared_ptr<const sluice::Engine>> engine = sluice::Engine::load({});
  if (!engine) return 2;
  sluice::Result<sluice::Run> run = sluice::Run::start(*engine, {"report-42"});
  if (!run) return 2;
  sluice::Checker checker(*run);

  const std::string stream =
      "{\"type\": \"number_of_executions\", \"execution_count\": 1}\n"
      "{\"type\": \"stdout\", \"text\": \"hello\\n\", \"timestamp\": \"2026-11-29T19:05:38.013860+00:00\"}\n"
      "{\"type\": \"end_of_execution\"}\n";
  const sluice::ExecutionVerdict outcome =
      sluice::check_execution(checker, sluice::as_bytes(stream), sluice::ExecutionFormat::kE2bStream);

  for (const sluice::Verdict& artifact : outcome.artifacts) {
    std::printf("%s: %s\n", std::string(sluice::channel_name(artifact.channel)).c_str(),
                std::string(sluice::decision_name(artifact.decision)).c_str());
  }
  return outcome.decision == sluice::Decision::kAllow ? 0 : 1;
}
