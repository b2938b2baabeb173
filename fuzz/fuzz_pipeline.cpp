// Property: whatever the bytes are, a withheld verdict gives no bytes, cleaning cleaned bytes changes nothing, released
// text is valid UTF-8 without controls, and every report is printable ASCII.
// Input: first byte chooses channel and claims, the rest is the artifact. Cap: 64 KiB (pipeline.options).
#include <cstdint>
#include <string>

#include "sluice/sluice.h"
#include "text/utf8.h"

namespace {

struct Fixture {
  Fixture() {
    sluice::LoadOptions options;
    options.fingerprint_key = sluice::to_bytes("a fixed key for fuzzing");
    auto loaded = sluice::Engine::load(options);
    if (!loaded) __builtin_trap();
    engine = std::move(*loaded);
  }
  std::shared_ptr<const sluice::Engine> engine;
};

void require(bool condition) {
  if (!condition) __builtin_trap();
}

void check_report(const sluice::Verdict& verdict) {
  for (const auto format : {sluice::ReportFormat::kText, sluice::ReportFormat::kJson, sluice::ReportFormat::kSarif}) {
    sluice::RenderOptions options;
    options.format = format;
    for (const char c : sluice::render(verdict, options)) require(c == '\n' || (c >= 0x20 && c < 0x7F));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Fixture fixture;
  if (size == 0) return 0;
  static constexpr const char* kNames[] = {"", "a.json", "a.png", "a.txt", "a.py", "a.ndjson", "a.csv", "a"};
  sluice::ArtifactInfo info;
  info.channel = (data[0] & 0x10U) != 0 ? sluice::Channel::kFile : sluice::Channel::kStdout;
  info.name = info.channel == sluice::Channel::kFile ? kNames[data[0] & 7U] : "";
  if ((data[0] & 0x20U) != 0) info.declared_type = "application/json";
  if ((data[0] & 0x40U) != 0) info.declared_type = "text/plain";

  auto run = sluice::Run::start(fixture.engine, {"fuzz"});
  require(run.ok());
  sluice::Checker checker(*run);
  sluice::Artifact artifact;
  artifact.info = info;
  artifact.bytes = {reinterpret_cast<const std::byte*>(data + 1), size - 1};
  const sluice::Verdict verdict = checker.check(artifact);
  check_report(verdict);
  const auto clean = verdict.released(sluice::Consumer::kAgent);
  require(clean.has_value() == (verdict.decision <= sluice::Decision::kSanitize));
  require(verdict.is_complete || !clean);
  if (!clean) return 0;
  if (verdict.decision == sluice::Decision::kAllow) require(clean->data() == artifact.bytes.data());
  if (verdict.media_type.starts_with("text/")) require(!sluice::text::validate_utf8(*clean).has_value());

  // The same run, since it knows the marks that it wrote; the name is taken there, so that another folder is used.
  const sluice::Bytes once(clean->begin(), clean->end());
  sluice::Artifact again;
  again.info = info;
  if (!info.name.empty()) again.info.name = "again/" + info.name;
  again.bytes = once;
  const sluice::Verdict second = checker.check(again);
  const auto twice = second.released(sluice::Consumer::kAgent);
  require(twice.has_value());
  require(sluice::as_chars(*twice) == sluice::as_chars(once));
  return 0;
}
