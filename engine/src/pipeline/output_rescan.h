#pragma once

#include "pipeline/context.h"

namespace sluice::pipeline {

/// Scans clean bytes once more before or while they leave. Something that the policy would have redacted is a fault of
/// ours (or a secret that only shows in the finished form): a finding that withholds. Marks of this run are known.
///
/// Bytes may come in pieces; windows overlap by as much as a match can span. Not thread-safe.
class OutputRescan {
 public:
  /// Takes the next clean bytes.
  void feed(ByteView clean, CheckContext& context);
  void finish(CheckContext& context);

 private:
  void scan_window(CheckContext& context, bool is_last);

  Bytes window_;
  std::uint64_t window_begin_ = 0;  // offset of its first byte in the output
};

/// Scans a whole clean text.
void rescan(ByteView clean, CheckContext& context);

}  // namespace sluice::pipeline
