#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pipeline/context.h"
#include "scan/stream_scanner.h"
#include "text/offset_map.h"

namespace sluice::pipeline {

/// Compiles known secrets for texts without blanks: each value without the blanks it holds itself. Under the same
/// indices as `values`.
/// @return null where there are none, else the rules, or as scan::CompiledRules::compile()
[[nodiscard]] Result<std::shared_ptr<const scan::CompiledRules>> compile_unspaced(
    std::span<const scan::KnownValue> values);

/// Scans a text for known secrets as it is without spaces, tabs and line breaks: a value that is broken over lines or
/// written one character after the other is the same value, unless more than kMaxBlanks stand in a row. Only for
/// engines with known secrets. Not thread-safe.
class UnspacedReading {
 public:
  /// What is held back while a match is open is at most so many times as long as the longest spelling of a value.
  static constexpr std::size_t kMaxBlanks = 256;

  UnspacedReading(const CheckContext& context, const scan::StreamOptions& options);

  /// Takes the next bytes of the text.
  void feed(ByteView text, CheckContext& context);
  void finish(CheckContext& context);

  /// The offset from which on matches may still come.
  [[nodiscard]] std::uint64_t decided() const noexcept { return decided_; }
  /// Moves out the matches, in offsets of the text; what was taken out lies between their bytes.
  [[nodiscard]] std::vector<scan::Match> take_matches();
  [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }

 private:
  void scan(CheckContext& context);
  void end_part(CheckContext& context);
  void take_decided();

  scan::StreamOptions options_;
  scan::StreamScanner scan_;  // of the part since the last long gap
  text::OffsetMap map_;       // of that part
  Bytes unspaced_;            // of it, what is not scanned yet
  std::size_t blanks_ = 0;    // the last bytes in a row
  bool is_complete_ = true;
  std::vector<scan::Match> matches_;
  std::uint64_t bytes_ = 0;
  std::uint64_t decided_ = 0;
};

/// Scans a whole text so; appends to `matches`. Does nothing where the engine knows no secrets.
/// @return false where it could not be finished
[[nodiscard]] bool scan_unspaced(ByteView text, CheckContext& context, std::vector<scan::Match>& matches);

}  // namespace sluice::pipeline
