#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/budget.h"
#include "scan/compiled_rules.h"
#include "scan/encoded_segments.h"
#include "scan/escape_windows.h"
#include "scan/mark_table.h"
#include "scan/match.h"
#include "sluice/bytes.h"

namespace sluice::scan {

/// Scans what a text says in encodings: base64 (both alphabets, wrapped lines, wherever it begins), hex, percent,
/// backslash and HTML escapes, UTF-16 and gzip inside base64 and hex, each in each other down to kMaxDepth. What the
/// text says as it stands is not its matter.
///
/// The text arrives in pieces; the matches do not depend on how it was split. What can be found: secrets of 12 bytes
/// and more that are decoded whole within one part of EncodedSegments or EscapeWindows. Memory is bounded by those
/// parts and by kMaxOpenGzipBytes. Not thread-safe. Every call may throw std::bad_alloc and nothing else.
class DecodeScanner {
 public:
  static constexpr std::size_t kMaxDepth = 5;
  /// A gzip stream has to be held whole; a longer one cannot be decided.
  static constexpr std::uint64_t kMaxOpenGzipBytes = 1'048'576;

  /// @param marks  outlives the scanner; null leaves the fingerprints zero
  explicit DecodeScanner(const MarkTable* marks) : marks_(marks) {}

  /// Takes the next bytes. Fewer than 4 KiB are gathered first.
  /// @param budget  charged a step for each byte that is decoded, and what the scan of it needs
  void feed(ByteView bytes, Scratch& scratch, Budget& budget);
  /// Takes the next bytes without copying them: those of `view` up to `end`. Only before the first feed(); the caller
  /// keeps the view, the same each time, until feed() or finish() returns.
  /// @param view  the whole text from its first byte on
  void feed_shared(ByteView view, std::uint64_t end, Scratch& scratch, Budget& budget);
  /// Ends the text.
  void finish(Scratch& scratch, Budget& budget);

  /// The offset from which on matches may still come.
  [[nodiscard]] std::uint64_t decided() const noexcept { return decided_; }
  /// Moves out the matches, ascending, in offsets of the text, with Match::encoding.
  [[nodiscard]] std::vector<Match> take_matches();
  /// False: more was hidden than the budget lets be read; what is after decided() must be withheld.
  [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }

 private:
  void read(Scratch& scratch, Budget& budget, bool is_last);
  void scan_levels(Scratch& scratch, Budget& budget);
  // What is held of the text, from base_ on.
  [[nodiscard]] ByteView text() const noexcept { return is_shared_ ? shared_ : ByteView(buffer_); }
  [[nodiscard]] std::uint64_t end() const noexcept { return base_ + text().size(); }
  void trim();

  const MarkTable* marks_;
  Bytes buffer_;
  ByteView shared_;  // the caller's text, where it holds the bytes
  bool is_shared_ = false;
  std::uint64_t base_ = 0;
  std::uint64_t read_ = 0;   // how far the text was read
  std::uint64_t spare_ = 0;  // bytes that may still be decoded
  EncodedSegments segments_;
  EscapeWindows windows_;
  std::vector<Match> matches_;
  std::uint64_t decided_ = 0;
  bool is_complete_ = true;
};

/// Scans what a whole text says in encodings. As DecodeScanner; appends to `matches`.
/// @return false where it could not be finished
[[nodiscard]] bool scan_decoded(ByteView text, Scratch& scratch, const MarkTable* marks, Budget& budget,
                                std::vector<Match>& matches);

}  // namespace sluice::scan
