// Checks bytes that came out of a sandbox and uses only what the policy releases.
#include <cstdio>

#include "sluice/sluice.h"

int main() {
  // Without a policy the built-in default holds; load an engine once and share it.
  sluice::Result<std::shared_ptr<const sluice::Engine>> engine = sluice::Engine::load({});
  if (!engine) {
    std::fprintf(stderr, "%s\n", engine.error().message.c_str());
    return 2;
  }
  sluice::Result<sluice::Run> run = sluice::Run::start(*engine);
  if (!run) return 2;
  sluice::Checker checker(*run);  // one for each thread

  const std::string output = "\x1b[31mdone\x1b[0m in 3 s\n";
  sluice::Artifact artifact;
  artifact.info.channel = sluice::Channel::kStdout;
  artifact.bytes = sluice::as_bytes(output);
  const sluice::Verdict verdict = checker.check(artifact);

  std::printf("decision: %s\n", std::string(sluice::decision_name(verdict.decision)).c_str());
  const std::optional<sluice::ByteView> clean = verdict.released(sluice::Consumer::kAgent);
  if (!clean) return 1;  // withheld: there are no bytes to take by mistake
  std::fwrite(clean->data(), 1, clean->size(), stdout);
  return sluice::to_string(*clean) == "done in 3 s\n" ? 0 : 1;
}
