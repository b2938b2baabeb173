// Checks files of one's own, writes down what was found, and is told only of what is new.
#include <cstdio>

#include "sluice/baseline.h"
#include "sluice/sluice.h"

namespace {

// Synthetic, and put together here so that this file holds no token.
std::string token(const char* body) { return std::string("ghp") + "_" + body; }

sluice::Result<sluice::Verdict> check(const sluice::LoadOptions& options, const std::string& text) {
  sluice::Result<std::shared_ptr<const sluice::Engine>> engine = sluice::Engine::load(options);
  if (!engine) return engine.error();
  sluice::Result<sluice::Run> run = sluice::Run::start(*engine);
  if (!run) return run.error();
  sluice::Checker checker(*run);
  sluice::Artifact artifact;
  artifact.info.name = "config.py";
  artifact.bytes = sluice::as_bytes(text);
  return checker.check(artifact);
}

}  // namespace

int main() {
  sluice::Result<sluice::Baseline> baseline = sluice::Baseline::create();
  if (!baseline) return 2;
  sluice::LoadOptions options;
  options.is_trusted_source = true;  // only for files of your own
  options.fingerprint_key.assign(baseline->key().begin(), baseline->key().end());
  const std::string text = "old = '" + token("SYNTHETICbody0123456789abcdefg3p2TTq") + "'\n";
  sluice::Result<sluice::Verdict> first = check(options, text);
  if (!first || !baseline->add(*first)) return 2;
  const sluice::Result<std::string> written = baseline->text();
  if (!written) return 2;

  sluice::LoadOptions later;
  later.is_trusted_source = true;
  later.baseline = *written;
  sluice::Result<sluice::Verdict> same = check(later, text);
  sluice::Result<sluice::Verdict> more =
      check(later, text + "new = '" + std::string("glpat") + "-SYNTHETICbody0123456" + "'\n");
  if (!same || !more) return 2;
  std::printf("the same text: %s\n", std::string(sluice::decision_name(same->decision)).c_str());
  std::printf("with a new secret: %s\n", std::string(sluice::decision_name(more->decision)).c_str());
  const bool is_right = same->decision == sluice::Decision::kAllow && more->decision == sluice::Decision::kSanitize;
  return is_right ? 0 : 1;
}
