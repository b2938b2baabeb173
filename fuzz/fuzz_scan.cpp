// Property: the scanner finds exactly what trying every position finds (the oracle knows no Hyperscan, byte check, run
// or block), a stream split anywhere gives the same matches, and its frontier never lies inside a final span.
// Input: first byte chooses the step of the split; the rest is the text. Cap: 2 KiB (fuzz/scan.options), since the
// oracle is quadratic on purpose.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "../tests/support/scan_oracle.h"
#include "scan/scanner.h"
#include "scan/stream_scanner.h"
#include "scan_setup.h"

using namespace sluice;
using fuzz::ample_budget;
using fuzz::make_scratch;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  static scan::Scratch checked = make_scratch(true);
  static scan::Scratch unchecked = make_scratch(false);
  static const testing::ScanOracle oracle(*checked.rules());
  const std::size_t step = std::size_t{1} + data[0] % 64U;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);

  Budget budget = ample_budget();
  const scan::ScanResult whole = scan::scan(as_bytes(text), checked, nullptr, budget);
  if (!whole.is_complete || whole.matches != oracle.run(text)) __builtin_trap();
  budget = ample_budget();
  if (scan::scan(as_bytes(text), unchecked, nullptr, budget).matches != whole.matches) __builtin_trap();

  budget = ample_budget();
  scan::StreamOptions options;
  options.min_batch_bytes = 1;
  scan::StreamScanner stream(checked.rules(), nullptr, options);
  std::vector<scan::Match> found;
  std::uint64_t previous = 0;
  const auto look = [&] {
    const std::uint64_t frontier = stream.frontier();
    if (frontier < previous) __builtin_trap();
    previous = frontier;
    for (const scan::Match& match : whole.matches) {
      if (frontier > match.begin && frontier < match.end) __builtin_trap();
    }
    const std::vector<scan::Match> fresh = stream.take_matches();
    found.insert(found.end(), fresh.begin(), fresh.end());
  };
  for (std::size_t at = 0; at < text.size(); at += step) {
    stream.feed(as_bytes(std::string_view(text).substr(at, step)), checked, budget);
    look();
  }
  stream.finish(checked, budget);
  look();
  if (found != whole.matches || stream.frontier() != text.size()) __builtin_trap();
  return 0;
}
