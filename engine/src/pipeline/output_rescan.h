#pragma once

#include <span>
#include <vector>

#include "pipeline/context.h"

namespace sluice::pipeline {

/// Scans clean text once more around each edit before or while it leaves. Something that the policy would have redacted
/// is a fault of ours (or a secret that only shows in the finished form): a finding that withholds. Marks of this run
/// are known. Further from every edit than a match can see, the text is what the first scan saw.
///
/// Bytes may come in pieces. Not thread-safe.
class OutputRescan {
 public:
  /// Takes the next clean bytes.
  /// @param is_edit  they stand in place of others, or follow others that were left out
  /// @param notes    where in them a note of ours begins, ascending: it is no imitation of one
  void feed(ByteView clean, bool is_edit, CheckContext& context, std::span<const std::size_t> notes = {});
  void finish(CheckContext& context);

 private:
  void judge_window(std::uint64_t last, CheckContext& context);
  void keep_last(std::size_t bytes);
  [[nodiscard]] std::uint64_t end() const noexcept { return window_begin_ + window_.size(); }

  Bytes window_;                      // the last bytes; while an edit is near, all from before it on
  std::uint64_t window_begin_ = 0;    // offset of its first byte in the output
  std::uint64_t judge_from_ = 0;      // where matches begin that an edit may have made...
  std::uint64_t judge_until_ = 0;     // ...and where they end to; before judge_from_: no edit is near
  std::vector<std::uint64_t> notes_;  // offsets of our own notes in the window
};

/// Scans a whole clean text.
void rescan(ByteView clean, CheckContext& context);

}  // namespace sluice::pipeline
