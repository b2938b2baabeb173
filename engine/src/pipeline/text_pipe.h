#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pipeline/context.h"
#include "pipeline/output_rescan.h"
#include "pipeline/raw_reading.h"
#include "pipeline/stripped_reading.h"
#include "pipeline/text_limiter.h"
#include "pipeline/unspaced_reading.h"
#include "scan/decode_scanner.h"
#include "scan/stream_scanner.h"
#include "text/cleaner.h"
#include "text/offset_map.h"

namespace sluice::pipeline {

/// Takes the clean text of a TextPipe.
class TextSink {
 public:
  virtual ~TextSink() = default;
  /// @param is_identity  everything so far, these bytes included, is the raw text itself
  virtual void put(ByteView clean, bool is_identity) = 0;
};

/// Text in, clean text out: control sequences and invisible characters as the policy says, secrets redacted, limits
/// kept. Any split of the input gives the same output and findings.
///
/// The readings that are scanned: the cleaned text, what it says in encodings, and for known secrets the text without
/// its blanks; where it differs, the raw bytes; and
/// where the policy shows or keeps what is usually taken out, the text without it. Only bytes that no later byte can
/// change in any of them leave. Not thread-safe.
class TextPipe {
 public:
  /// @param whole  the whole raw text where the caller holds it: it is not copied while the clean text is the same.
  ///               What feed() is given are its pieces, in order
  TextPipe(const CheckContext& context, const TextLimits& limits, std::optional<ByteView> whole = std::nullopt);

  /// Takes the next raw bytes; the caller has admitted them to the budget.
  void feed(ByteView raw, CheckContext& context, TextSink& sink);
  /// Ends the text.
  void finish(CheckContext& context, TextSink& sink);

  /// Raw bytes taken.
  [[nodiscard]] std::uint64_t raw_bytes() const noexcept { return raw_bytes_; }
  [[nodiscard]] bool is_truncated() const noexcept { return limiter_.is_cut() && !limiter_.has_rejected(); }
  /// True once nothing more will leave: a limit, or a scan that could not go on.
  [[nodiscard]] bool is_closed() const noexcept { return limiter_.is_full() || has_failed_; }
  /// True where the clean text is the raw text.
  [[nodiscard]] bool is_identity() const noexcept {
    return cleaner_.is_identity() && !has_edits_ && !limiter_.is_cut();
  }

 private:
  /// A match in offsets of the clean text, with where it lies in the raw text.
  struct Held {
    scan::Match match;
    text::RawSpan raw;
    bool is_visible = true;  ///< some clean byte came from it
    Layer layer = Layer::kRaw;
  };

  /// A line and the raw offset where it begins.
  struct LinePlace {
    std::uint64_t line = 1;
    std::uint64_t begin = 0;
  };

  [[nodiscard]] ByteView pending() const noexcept;
  void scan_clean(CheckContext& context);
  void hold_matches();
  void hold_clean_matches();
  void hold_read_matches(const std::vector<scan::Match>& matches, Layer layer);
  void take_raw_matches();
  [[nodiscard]] std::uint64_t raw_decided() const noexcept;
  [[nodiscard]] std::uint64_t otherwise_read() const noexcept;
  void hold_raw_matches();
  [[nodiscard]] bool has_moved();
  void sort_held();
  [[nodiscard]] std::uint64_t open_frontier(bool is_last);
  void release(std::uint64_t frontier, CheckContext& context, TextSink& sink);
  void advance(std::uint64_t clean_end, std::size_t pending_bytes);
  LinePlace line_at(std::size_t pending_bytes);
  void report(const Held& held, CheckContext& context);
  void emit(ByteView bytes, bool is_mark, CheckContext& context, TextSink& sink);

  text::Cleaner cleaner_;
  text::OffsetMap map_;
  scan::StreamScanner clean_scan_;
  scan::DecodeScanner decoded_;
  RawReading raw_;
  std::optional<StrippedReading> stripped_;
  std::optional<UnspacedReading> unspaced_;
  TextLimiter limiter_;
  OutputRescan rescan_;

  std::optional<text::SameText> same_;  // where the caller holds the whole text
  Bytes pending_;                       // clean text from released_ on, unless same_ says that it is the raw text
  std::uint64_t released_ = 0;          // clean bytes that left
  std::uint64_t released_raw_ = 0;      // raw offset up to which
  std::uint64_t raw_bytes_ = 0;
  /// Matches of the raw scan in raw offsets, whose clean bytes may still be held by the cleaner.
  std::vector<scan::Match> waiting_;
  std::uint64_t waiting_from_ = UINT64_MAX;       // least begin of them
  std::uint64_t first_waiting_end_ = UINT64_MAX;  // least end of them: until then none can be placed
  std::vector<Held> held_;                        // matches that are known and did not leave yet
  /// What the frontier depends on, as it was when text last left.
  struct Progress {
    std::uint64_t clean = 0;
    std::uint64_t otherwise_read = 0;
    std::uint64_t raw = UINT64_MAX;
    std::uint64_t stripped = UINT64_MAX;
    std::uint64_t open_from = 0;
    std::size_t held = 0;
    std::size_t waiting = 0;
    friend bool operator==(const Progress&, const Progress&) = default;
  };
  Progress progress_;
  bool has_edits_ = false;
  bool has_failed_ = false;

  LinePlace line_;                 // at released_
  LinePlace counted_;              // at counted_bytes_ of pending_
  std::size_t counted_bytes_ = 0;  // of pending_, how far lines are counted
};

}  // namespace sluice::pipeline
