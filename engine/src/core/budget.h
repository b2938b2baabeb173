#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>

namespace sluice {

/// What a check may spend. The one table of limits; engine/docs/policy_reference.md gives the reason of each number.
struct Limits {
  std::uint64_t max_input_bytes = 100'000'000;       ///< one artifact; inspect_ai allows 100 MiB a file
  std::uint64_t max_output_bytes = 200'000'000;      ///< cleaned text can grow by visible escapes, never more than this
  std::uint64_t max_depth = 64;                      ///< nested JSON, containers; ordinary reports stay under 20
  std::uint64_t max_nesting = 4;                     ///< artifacts inside artifacts: an image in a page in an archive
  std::uint64_t max_nodes = 1'000'000;               ///< JSON values, markup nodes, archive entries
  std::uint64_t max_steps = 64;                      ///< parser steps for each input byte
  std::uint64_t max_regex_ratio = 8;                 ///< bytes handed to RE2 for each input byte
  std::uint64_t max_inflated_bytes = 1'073'741'824;  ///< what all compressed members of one artifact inflate to
  std::uint64_t max_inflate_ratio = 100;             ///< inflated bytes for each input byte, past the first MiB
  std::uint64_t max_string_bytes = 1'048'576;        ///< one JSON string
  std::uint64_t max_key_bytes = 65'536;              ///< one JSON key; never more than a string
  std::uint64_t max_record_bytes = 16'777'216;       ///< one line of NDJSON, one record of a JSON text sequence
  std::uint64_t max_line_bytes = 65'536;             ///< text a carriage return can reach back
  std::uint64_t max_hold_bytes = 1'048'576;          ///< what a stream may hold back before it suppresses
  std::uint64_t max_findings = 1'000;                ///< listed; the rest is counted by rule
};

/// What is still to spend in one check. Running out is sticky and means withheld. Not thread-safe.
class Budget {
 public:
  enum class Kind : std::uint8_t {
    kInputBytes,
    kOutputBytes,
    kNodes,
    kSteps,
    kRegexBytes,
    kInflatedBytes,
    kDepth,
    kDeadline,
    kStopped
  };
  static constexpr std::size_t kCounters = 6;  // the first six kinds count down

  explicit Budget(const Limits& limits = {}) noexcept;
  void set_deadline(std::chrono::steady_clock::time_point deadline) noexcept { deadline_ = deadline; }
  void set_stop(std::stop_token stop) noexcept { stop_ = std::move(stop); }

  /// A budget with the same limits, deadline and stop token of which nothing is spent: for one record of a stream.
  [[nodiscard]] Budget renewed() const {
    Budget fresh(limits_);
    fresh.deadline_ = deadline_;
    fresh.stop_ = stop_;
    return fresh;
  }

  [[nodiscard]] const Limits& limits() const noexcept { return limits_; }

  /// Announces input: it buys steps, regex bytes and inflated bytes. Call once for each block before working on it.
  /// @return false where the input limit is exceeded
  [[nodiscard]] bool admit_input(std::uint64_t bytes) noexcept;

  /// Buys steps and regex bytes for text that is not new input: a second reading of it, or what was made of it.
  void credit_work(std::uint64_t bytes) noexcept;
  /// Gives back nodes: what was made of text that was paid for is read again.
  void credit_nodes(std::uint64_t nodes) noexcept { left_[static_cast<std::size_t>(Kind::kNodes)] += nodes; }

  /// Takes `amount` of `kind`. @return false, for good, where that is more than what is left. O(1).
  [[nodiscard]] bool charge(Kind kind, std::uint64_t amount) noexcept {
    std::uint64_t& left = left_[static_cast<std::size_t>(kind)];
    if (amount > left) [[unlikely]] {
      left = 0;
      fail(kind);
      return false;
    }
    left -= amount;
    return true;
  }

  /// What is left of a kind that counts down. O(1).
  [[nodiscard]] std::uint64_t left(Kind kind) const noexcept { return left_[static_cast<std::size_t>(kind)]; }

  /// @return false where `depth` exceeds the limit
  [[nodiscard]] bool check_depth(std::uint64_t depth) noexcept {
    if (depth <= limits_.max_depth) return true;
    fail(Kind::kDepth);
    return false;
  }

  /// Looks at the deadline and the stop token; call every 64 KiB or every few thousand nodes.
  [[nodiscard]] bool poll() noexcept;

  /// The first thing that ran out, if any.
  [[nodiscard]] std::optional<Kind> exhausted() const noexcept { return exhausted_; }
  [[nodiscard]] bool ok() const noexcept { return !exhausted_.has_value(); }
  [[nodiscard]] static std::string_view kind_name(Kind kind) noexcept;

 private:
  void fail(Kind kind) noexcept {
    if (!exhausted_) exhausted_ = kind;
  }

  Limits limits_;
  std::array<std::uint64_t, kCounters> left_{};
  std::uint64_t unbought_inflated_bytes_ = 0;  // of max_inflated_bytes; more input buys them
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::stop_token stop_;
  std::optional<Kind> exhausted_;
};

}  // namespace sluice
