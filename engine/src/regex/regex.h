#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::regex {

struct RegexOptions {
  bool is_utf8 = false;  ///< false: each byte is one character (Latin-1)
  bool is_caseless = false;
  std::int64_t max_mem_bytes = 1'048'576;  ///< for program and DFA caches together; part of the memory budget
};

/// A half-open range of byte offsets; `begin == kNoOffset` where a group took no part in the match.
struct Span {
  static constexpr std::size_t kNoOffset = ~std::size_t{0};
  std::size_t begin = kNoOffset;
  std::size_t end = kNoOffset;
  [[nodiscard]] bool is_set() const noexcept { return begin != kNoOffset; }
  friend bool operator==(const Span&, const Span&) = default;
};

/// A pattern compiled for linear-time matching (RE2). Immutable; matching is safe to call concurrently.
class Regex {
 public:
  /// @return the pattern, or
  ///         - kPatternInvalid   syntax outside RE2's; the message holds RE2's reason
  ///         - kPatternTooLarge  the program does not fit `max_mem_bytes`
  /// Complexity: linear in the pattern with its repetitions written out.
  [[nodiscard]] static Result<Regex> compile(std::string_view pattern, const RegexOptions& options = {});

  ~Regex();
  Regex(Regex&&) noexcept;
  Regex& operator=(Regex&&) noexcept;

  /// Whether the pattern occurs anywhere in `text`. O(n).
  [[nodiscard]] bool search(ByteView text) const;
  /// Whether the pattern matches the whole of `text`. O(n).
  [[nodiscard]] bool matches_all(ByteView text) const;
  /// Whether a match begins at the first byte of `text`; cheaper than asking for its end. O(n).
  [[nodiscard]] bool starts(ByteView text) const;
  /// The match that begins at the first byte of `text` and fills `groups[0]` with it and `groups[i]` with group i.
  /// Groups beyond the pattern's own stay unset. O(n).
  [[nodiscard]] bool match_at_start(ByteView text, std::span<Span> groups) const;
  /// As `match_at_start`, for a match that takes the whole of `text`.
  [[nodiscard]] bool match_whole(ByteView text, std::span<Span> groups) const;
  /// For a pattern compiled by `compile_backward`: the longest match that ends at the end of `text`. O(n), one pass.
  [[nodiscard]] std::optional<std::size_t> longest_suffix(ByteView text) const;

  /// Takes a pattern that was tried before (a shipped rule) and compiles it at its first use: hundreds of rules cost
  /// 0.3 s, and a text needs few of them. Where that fails nothing matches, so ask `is_usable` first.
  [[nodiscard]] static Regex deferred(std::string pattern, const RegexOptions& options = {});
  [[nodiscard]] static Regex deferred_backward(std::string_view pattern, const RegexOptions& options = {});
  /// Compiles a deferred pattern; false where it cannot be. Safe to call concurrently. O(1) after the first call.
  [[nodiscard]] bool is_usable() const;
  /// Whether the pattern was compiled, at once or by a first use. Safe to call concurrently. O(1).
  [[nodiscard]] bool is_compiled() const noexcept;
  /// The pattern as RE2 gets it: `deferred` of it gives the same matcher, a backward one too.
  [[nodiscard]] const std::string& pattern() const noexcept;

  /// Compiles `pattern` for `longest_suffix`.
  [[nodiscard]] static Result<Regex> compile_backward(std::string_view pattern, const RegexOptions& options = {});

  [[nodiscard]] std::size_t group_count() const noexcept;
  /// Number of the group called `name`, or nothing.
  [[nodiscard]] std::optional<std::size_t> group_named(std::string_view name) const;
  /// Instructions of the compiled program: what it costs in memory, roughly.
  [[nodiscard]] int program_size() const noexcept;

 private:
  struct State;
  explicit Regex(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sluice::regex
