// Property: redacted text holds no match of a rule that may not drop and no forged mark; a stream that releases at its
// frontier, with a hold of a few bytes, never writes a byte of a span, suppressed or not, and ends at the end.
// Input: first byte the step, second the hold; the rest is the text. Cap: 4 KiB (fuzz/redact.options).
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scan/redact.h"
#include "scan/scanner.h"
#include "scan/stream_scanner.h"
#include "scan_setup.h"

using namespace sluice;
using fuzz::ample_budget;
using fuzz::make_scratch;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  static scan::Scratch scratch = make_scratch();
  static const scan::MarkTable marks(as_bytes("key"));
  const std::size_t step = std::size_t{1} + data[0];
  scan::StreamOptions options;
  options.min_batch_bytes = 1;
  options.max_hold_bytes = data[1];
  const std::string text(reinterpret_cast<const char*>(data) + 2, size - 2);

  Budget budget = ample_budget();
  const scan::ScanResult whole = scan::scan(as_bytes(text), scratch, &marks, budget);
  if (!whole.is_complete) __builtin_trap();
  std::vector<bool> is_secret(text.size(), false);
  for (const scan::Match& match : whole.matches) {
    for (std::uint64_t i = match.begin; i < match.end; ++i) is_secret[static_cast<std::size_t>(i)] = true;
  }
  const std::vector<scan::Edit> edits = scan::make_edits(whole.matches, *scratch.rules());
  std::uint64_t end = 0;
  for (const scan::Edit& edit : edits) {
    if (edit.begin < end || edit.end <= edit.begin || edit.end > text.size()) __builtin_trap();
    for (std::uint64_t i = edit.begin; i < edit.end; ++i) {
      if (!is_secret[static_cast<std::size_t>(i)]) __builtin_trap();  // nothing is taken but what matched
      is_secret[static_cast<std::size_t>(i)] = false;
    }
    end = edit.end;
  }
  for (const bool is_left : is_secret) {
    if (is_left) __builtin_trap();
  }

  for (const scan::Match& match : whole.matches) {
    for (std::uint64_t i = match.begin; i < match.end; ++i) is_secret[static_cast<std::size_t>(i)] = true;
  }
  budget = ample_budget();
  scan::StreamScanner stream(scratch.rules(), &marks, options);
  std::uint64_t released = 0;
  const auto release = [&] {
    const std::uint64_t frontier = stream.frontier();
    if (frontier < released) __builtin_trap();
    std::vector<bool> is_edited(static_cast<std::size_t>(frontier - released), false);
    for (const scan::Edit& edit : scan::make_edits(stream.take_matches(), *scratch.rules())) {
      if (edit.begin < released || edit.end > frontier) __builtin_trap();
      for (std::uint64_t i = edit.begin; i < edit.end; ++i) is_edited[static_cast<std::size_t>(i - released)] = true;
    }
    for (std::uint64_t i = released; i < frontier; ++i) {
      if (is_secret[static_cast<std::size_t>(i)] && !is_edited[static_cast<std::size_t>(i - released)])
        __builtin_trap();
    }
    released = frontier;
  };
  for (std::size_t at = 0; at < text.size(); at += step) {
    stream.feed(as_bytes(std::string_view(text).substr(at, step)), scratch, budget);
    release();
  }
  stream.finish(scratch, budget);
  release();
  if (released != text.size()) __builtin_trap();
  return 0;
}
