#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/budget.h"
#include "scan/compiled_rules.h"
#include "scan/mark_table.h"
#include "scan/match.h"
#include "sluice/bytes.h"

namespace sluice::scan {

struct StreamOptions {
  std::uint64_t max_hold_bytes = 1'048'576;  ///< beyond it the scanner suppresses
  std::size_t min_batch_bytes = 4'096;       ///< smaller writes are gathered before they are scanned
};

/// Scans one view that arrives in pieces and says how much of it can no longer change.
///
/// The matches are those of a whole-buffer scan of the concatenation, however it was split. Memory is bounded by the
/// rules' context and tail, one batch, and the open group's matches (which suppression folds into one).
/// Not thread-safe. Every call may throw std::bad_alloc and nothing else; after a throw the scanner releases nothing.
class StreamScanner {
 public:
  /// @param marks  outlives the scanner; null leaves the fingerprints zero
  StreamScanner(std::shared_ptr<const CompiledRules> rules, const MarkTable* marks, const StreamOptions& options = {});
  ~StreamScanner();
  StreamScanner(StreamScanner&&) noexcept;
  StreamScanner& operator=(StreamScanner&&) noexcept;

  /// Takes the next bytes of the view.
  /// @param scratch  of the same CompiledRules
  /// @param budget   charged as in scan(); where it runs out the frontier stays for good
  void feed(ByteView bytes, Scratch& scratch, Budget& budget);
  /// Takes the next bytes without copying them: those of `view` up to `end`. Only before the first feed(); the caller
  /// keeps the view, the same each time, until feed() or finish() returns.
  /// @param view  the whole view from its first byte on
  void feed_shared(ByteView view, std::uint64_t end, Scratch& scratch, Budget& budget);
  /// Scans what was gathered though it is less than a batch, to move the frontier.
  void flush(Scratch& scratch, Budget& budget);
  /// Ends the view: everything becomes decided and the frontier moves to the end, unless the scan is incomplete.
  void finish(Scratch& scratch, Budget& budget);

  /// Number of view bytes that no future byte can change and that touch no open group. Only bytes before it may leave,
  /// with the edits of `take_matches` applied. Never moves back.
  [[nodiscard]] std::uint64_t frontier() const noexcept;
  /// Moves out the matches before the frontier, ordered as in ScanResult. No later match overlaps or touches them, but
  /// for the pieces of a suppressed region, which follow one another.
  [[nodiscard]] std::vector<Match> take_matches();
  /// True once a group grew past `max_hold_bytes` and was let go as a suppressed match: `complete=false`.
  [[nodiscard]] bool has_suppressed() const noexcept;
  /// False: the budget ran out or the engine failed; what is after the frontier must be withheld.
  [[nodiscard]] bool is_complete() const noexcept;
  /// Bytes fed so far.
  [[nodiscard]] std::uint64_t total_bytes() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::scan
