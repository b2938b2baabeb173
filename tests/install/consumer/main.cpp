#include <sluice/sluice.h>

#include <cstdio>

int main() {
  const auto engine = sluice::Engine::load({});
  if (!engine) {
    std::fprintf(stderr, "%s\n", engine.error().message.c_str());
    return 1;
  }
  auto run = sluice::Run::start(*engine);
  if (!run) return 1;
  sluice::Checker checker(*run);
  sluice::Artifact artifact;
  artifact.info.channel = sluice::Channel::kStdout;
  artifact.bytes = sluice::as_bytes("hello\n");
  const sluice::Verdict verdict = checker.check(artifact);
  return verdict.decision == sluice::Decision::kAllow ? 0 : 1;
}
