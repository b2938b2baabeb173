#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::text {

/// A half-open span of raw bytes.
struct RawSpan {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend bool operator==(const RawSpan&, const RawSpan&) = default;
};

/// What one run says of a clean byte: copied from `raw`, or written in place of [raw, raw + raw_length).
struct Origin {
  std::uint64_t raw = 0;
  std::uint64_t raw_length = 0;  ///< 0: copied byte by byte
  friend bool operator==(const Origin&, const Origin&) = default;
};

/// Where each byte of a clean text came from, as runs: a copied run maps byte by byte, a written run (U+FFFD, a visible
/// escape) maps each of its bytes to the whole span it stands for. Raw positions need not ascend: an overwritten line
/// shows bytes in another order than they came. Beyond kMaxExactRuns at a time the map becomes coarse, so that hostile
/// text cannot make it many times larger than itself: each kCoarseBytes of clean text map as a whole to the hull of
/// their raw bytes. Not thread-safe while it grows.
class OffsetMap {
 public:
  static constexpr std::size_t kMaxExactRuns = 1'048'576;
  static constexpr std::uint64_t kCoarseBytes = 4096;

  /// Adds `count` clean bytes copied from `raw`. Merges with a run that it continues. O(1).
  void append_copied(std::uint64_t raw, std::uint64_t count);

  /// Adds `count` clean bytes written in place of the raw span [raw, raw + raw_length). `raw_length` is at least 1.
  /// Merges with a run for the same span. O(1).
  void append_written(std::uint64_t raw, std::uint64_t raw_length, std::uint64_t count);

  /// Adds `count` clean bytes of one origin: copied or written. O(1).
  void append(const Origin& origin, std::uint64_t count) {
    if (origin.raw_length == 0) {
      append_copied(origin.raw, count);
    } else {
      append_written(origin.raw, origin.raw_length, count);
    }
  }

  /// Adds the origins of the clean bytes [begin, end) of `other`. O(log runs + runs inside).
  void append_from(const OffsetMap& other, std::uint64_t begin, std::uint64_t end);

  /// The origin of the clean byte at `clean`, which the caller guarantees to be mapped. O(log runs).
  [[nodiscard]] Origin origin_of(std::uint64_t clean) const noexcept;

  /// First raw byte that the clean byte at `clean` came from. At or past the end of the text: one past the last raw
  /// byte of the last run. Before what was discarded: as the first byte that is left. O(log runs).
  [[nodiscard]] std::uint64_t raw_begin(std::uint64_t clean) const noexcept { return raw_of(clean).begin; }
  /// One past the last raw byte that the clean byte at `clean` came from. O(log runs).
  [[nodiscard]] std::uint64_t raw_end(std::uint64_t clean) const noexcept { return raw_of(clean).end; }
  [[nodiscard]] RawSpan raw_of(std::uint64_t clean) const noexcept;

  /// The hull of the raw bytes that the clean bytes [begin, end) came from; bytes removed between them lie inside it.
  /// An empty span maps to an empty one. O(log runs + runs inside).
  [[nodiscard]] RawSpan hull(std::uint64_t begin, std::uint64_t end) const noexcept;

  /// How many of the last clean bytes were copied in one run; 0 where the last one was written or the map is coarse.
  /// O(1).
  [[nodiscard]] std::uint64_t last_copied() const noexcept {
    if (is_coarse_ || run_count() == 0 || runs_.back().raw_length != 0) return 0;
    return clean_size_ - runs_.back().clean;
  }

  /// Forgets the runs that end at or before `clean`, for streams. Amortized O(1) for each run.
  void discard_before(std::uint64_t clean);

  /// Clean bytes mapped so far, those discarded included.
  [[nodiscard]] std::uint64_t clean_size() const noexcept { return clean_size_; }
  /// True once runs were merged to bound memory.
  [[nodiscard]] bool is_coarse() const noexcept { return is_coarse_; }
  /// Runs held now: what memory depends on.
  [[nodiscard]] std::size_t run_count() const noexcept { return runs_.size() - head_; }
  /// True while the clean text is the raw text: one copied run from 0, or nothing.
  [[nodiscard]] bool is_identity() const noexcept;

  /// Calls `visit(clean_begin, clean_end, raw_begin, raw_end)` for each run that is held, in clean order. A copied run
  /// has spans of equal size. O(runs).
  template <typename Visit>
  void for_each_run(Visit&& visit) const {
    for (std::size_t i = head_; i < runs_.size(); ++i) {
      const Run& run = runs_[i];
      const std::uint64_t end = end_of(i);
      visit(run.clean, end, run.raw, run.raw + (run.raw_length == 0 ? end - run.clean : run.raw_length));
    }
  }

  void clear() noexcept;
  friend bool operator==(const OffsetMap& a, const OffsetMap& b) noexcept;

 private:
  struct Run {
    std::uint64_t clean = 0;
    std::uint64_t raw = 0;
    std::uint64_t raw_length = 0;  // 0: copied byte by byte
    friend bool operator==(const Run&, const Run&) = default;
  };
  void append_coarse(Origin origin, std::uint64_t count);
  [[nodiscard]] std::size_t find(std::uint64_t clean) const noexcept;
  [[nodiscard]] std::uint64_t end_of(std::size_t index) const noexcept {
    return index + 1 < runs_.size() ? runs_[index + 1].clean : clean_size_;
  }

  std::vector<Run> runs_;
  std::size_t head_ = 0;  // runs before it are discarded
  std::uint64_t clean_size_ = 0;
  bool is_coarse_ = false;
};

}  // namespace sluice::text
