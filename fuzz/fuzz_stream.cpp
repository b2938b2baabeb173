// Property: a stream split anywhere releases the same bytes and decision as the whole buffer, and a stream that is
// destroyed before its end releases only a prefix of that.
// Input: four bytes of split seed, the rest is stdout. Cap: 64 KiB (stream.options).
#include <cstdint>
#include <string>

#include "sluice/sluice.h"

namespace {

struct StringSink final : sluice::Sink {
  sluice::Result<void> write(sluice::ByteView bytes) noexcept override {
    text += sluice::as_chars(bytes);
    return {};
  }
  std::string text;
};

void require(bool condition) {
  if (!condition) __builtin_trap();
}

std::shared_ptr<const sluice::Engine> load_engine() {
  sluice::LoadOptions options;
  options.fingerprint_key = sluice::to_bytes("a fixed key for fuzzing");
  auto loaded = sluice::Engine::load(options);
  require(loaded.ok());
  return *loaded;
}

// Feeds pieces whose sizes come from `seed`; stops before the end where `is_cut`.
std::string stream(sluice::Checker& checker, sluice::ByteView bytes, std::uint32_t seed, bool is_cut,
                   sluice::Decision& decision) {
  StringSink sink;
  auto opened = checker.open_stream({sluice::Channel::kStdout, {}, {}, {}}, sink);
  require(opened.ok());
  while (!bytes.empty()) {
    seed = seed * 1664525U + 1013904223U;
    const std::size_t size = std::min<std::size_t>(bytes.size(), (seed >> 8) % 7 == 0 ? seed >> 20 : (seed >> 16) % 40);
    if (!opened->write(bytes.first(size))) break;
    bytes = bytes.subspan(size);
    if (is_cut && (seed >> 5) % 31 == 0) return sink.text;
  }
  decision = opened->finish().decision;
  return sink.text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::shared_ptr<const sluice::Engine> engine = load_engine();
  if (size < 4) return 0;
  const std::uint32_t seed = data[0] | static_cast<std::uint32_t>(data[1]) << 8 |
                             static_cast<std::uint32_t>(data[2]) << 16 | static_cast<std::uint32_t>(data[3]) << 24;
  const sluice::ByteView bytes{reinterpret_cast<const std::byte*>(data + 4), size - 4};
  auto run = sluice::Run::start(engine, {"fuzz"});
  require(run.ok());
  sluice::Checker checker(*run);

  sluice::Artifact artifact;
  artifact.info.channel = sluice::Channel::kStdout;
  artifact.bytes = bytes;
  const sluice::Verdict whole = checker.check(artifact);
  const auto clean = whole.released(sluice::Consumer::kAgent);
  const std::string expected = clean ? std::string(sluice::as_chars(*clean)) : std::string();

  sluice::Decision decision = sluice::Decision::kReject;
  const std::string split = stream(checker, bytes, seed, false, decision);
  require(decision == whole.decision);
  if (clean) require(split == expected);
  sluice::Decision ignored = sluice::Decision::kReject;
  const std::string cut = stream(checker, bytes, seed ^ 0x5bd1e995U, true, ignored);
  if (clean) require(expected.starts_with(cut));
  return 0;
}
