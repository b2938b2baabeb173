#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pipeline/context.h"
#include "scan/stream_scanner.h"
#include "text/cleaner.h"
#include "text/offset_map.h"

namespace sluice::pipeline {

/// Scans the raw text where the cleaner changes it. While the clean text is raw text as it came, one scan serves both;
/// at a change this one starts, from as far before as the change can matter, and ends where the readings have been one
/// again for longer than a match can depend on. Not thread-safe.
class RawReading {
 public:
  /// @param whole  the whole raw text where the caller holds it; else the last of it is kept here
  RawReading(const CheckContext& context, const scan::StreamOptions& options, std::optional<ByteView> whole);

  /// Takes the raw bytes that the cleaner has just taken.
  /// @param open_from  the cleaner's, before it took them
  /// @param left       raw offset up to which the clean text has left
  void feed(ByteView raw, const text::Cleaner& cleaner, std::uint64_t open_from, std::uint64_t left,
            CheckContext& context);
  /// Ends the scan where the readings are one again. After the matches were taken.
  /// @param map  of the cleaner's text, its last run at least
  void settle(const text::Cleaner& cleaner, const text::OffsetMap& map);
  void finish(CheckContext& context);

  /// The raw offset from which on matches may still come; UINT64_MAX where there is nothing to wait for.
  [[nodiscard]] std::uint64_t decided() const noexcept { return scan_ ? base_ + scan_->frontier() : UINT64_MAX; }
  /// Moves out the matches, in raw offsets.
  [[nodiscard]] std::vector<scan::Match> take_matches();
  [[nodiscard]] bool is_complete() const noexcept { return !scan_ || scan_->is_complete(); }

 private:
  void start(std::uint64_t open_from, std::uint64_t left, CheckContext& context);
  void scan(ByteView raw, CheckContext& context);
  void trim_tail(std::uint64_t open_from);
  [[nodiscard]] std::uint64_t tail_begin() const noexcept { return whole_ ? 0 : bytes_ - tail_.size(); }

  scan::StreamOptions options_;
  std::optional<ByteView> whole_;
  std::uint64_t reach_;  // how far the scanner sees from a match, to either side
  std::optional<scan::StreamScanner> scan_;
  std::uint64_t base_ = 0;           // raw offset at which it began
  std::uint64_t left_ = 0;           // what had left by then
  std::uint64_t bytes_ = 0;          // raw bytes taken
  std::uint64_t changes_ = 0;        // the cleaner's, as of the last bytes
  std::uint64_t changed_until_ = 0;  // raw offset from which on the cleaner changed nothing
  Bytes tail_;                       // the last raw bytes
};

}  // namespace sluice::pipeline
