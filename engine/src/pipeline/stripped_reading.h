#pragma once

#include <cstdint>
#include <vector>

#include "pipeline/context.h"
#include "scan/stream_scanner.h"
#include "text/cleaner.h"
#include "text/offset_map.h"

namespace sluice::pipeline {

/// Scans a text as it is with everything taken out that the cleaner would take out, where the policy shows such things
/// instead or keeps colors: a secret that is cut by an escape sequence would leave in pieces, with the sequence between
/// them.
/// Not thread-safe.
class StrippedReading {
 public:
  StrippedReading(const CheckContext& context, const scan::StreamOptions& options);

  void feed(ByteView raw, CheckContext& context);
  void finish(CheckContext& context);

  /// The raw offset from which on matches may still come.
  [[nodiscard]] std::uint64_t decided() const noexcept { return decided_; }
  /// Moves out the matches, in raw offsets; between two bytes of one may lie what was taken out.
  [[nodiscard]] std::vector<scan::Match> take_matches();
  [[nodiscard]] bool is_complete() const noexcept { return scan_.is_complete(); }

 private:
  void scan(CheckContext& context, bool is_last);

  text::Cleaner cleaner_;
  text::OffsetMap map_;
  scan::StreamScanner scan_;
  Bytes text_;  // scratch
  std::vector<scan::Match> matches_;
  std::uint64_t decided_ = 0;
  std::uint64_t frontier_ = 0;
  std::uint64_t open_from_ = 0;
};

}  // namespace sluice::pipeline
