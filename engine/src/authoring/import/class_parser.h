#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "authoring/import/pattern_tree.h"
#include "rules/byte_set.h"
#include "sluice/result.h"

namespace sluice::authoring::importing {

/// A place in a pattern, and the first thing that was wrong with it. After a failure it stands at the end.
class PatternCursor {
 public:
  explicit PatternCursor(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t size() const noexcept { return text_.size(); }
  [[nodiscard]] std::size_t offset() const noexcept { return pos_; }
  [[nodiscard]] bool failed() const noexcept { return error_.has_value(); }
  [[nodiscard]] bool at_end() const noexcept { return pos_ >= text_.size() || failed(); }
  /// Not at the end.
  [[nodiscard]] char peek() const noexcept { return text_[pos_]; }
  /// `back` bytes before the current one.
  [[nodiscard]] char previous(std::size_t back = 1) const noexcept { return pos_ >= back ? text_[pos_ - back] : '\0'; }
  [[nodiscard]] bool looking_at(std::string_view what) const noexcept {
    return !at_end() && text_.substr(pos_).starts_with(what);
  }
  bool accept(std::string_view what) noexcept {
    if (!looking_at(what)) return false;
    pos_ += what.size();
    return true;
  }
  void next() noexcept { ++pos_; }
  void go_to(std::size_t offset) noexcept { pos_ = offset; }
  void skip_past(char c) noexcept {
    const std::size_t found = text_.find(c, pos_);
    pos_ = found == std::string_view::npos ? text_.size() : found + 1;
  }
  [[nodiscard]] std::string take_until(char c) {
    const std::size_t from = pos_;
    skip_past(c);
    if (previous() != c) fail("a group or escape that is not closed");
    return std::string(text_.substr(from, pos_ > from ? pos_ - from - 1 : 0));
  }
  /// Digits as a number, at most `limit` and one digit more.
  [[nodiscard]] std::optional<std::uint64_t> take_number(std::uint64_t limit) noexcept {
    std::uint64_t value = 0;
    const std::size_t start = pos_;
    while (!at_end() && peek() >= '0' && peek() <= '9' && value <= limit) {
      value = value * 10 + static_cast<std::uint64_t>(peek() - '0');
      next();
    }
    if (pos_ == start) return std::nullopt;
    return value;
  }
  void fail(std::string reason) {
    if (error_) return;
    error_ = Error{ErrorCode::kPatternInvalid, "at offset " + std::to_string(pos_) + ": " + std::move(reason), pos_};
  }
  [[nodiscard]] const Error& error() const noexcept { return *error_; }
  /// Notes once that something was read as something wider.
  void approximate(std::string_view what) {
    for (const std::string& known : approximations_) {
      if (known == what) return;
    }
    approximations_.emplace_back(what);
  }
  [[nodiscard]] std::vector<std::string> take_approximations() noexcept { return std::move(approximations_); }

 private:
  std::string_view text_;
  std::size_t pos_ = 0;
  std::optional<Error> error_;
  std::vector<std::string> approximations_;
};

[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

[[nodiscard]] std::string utf8_of(std::uint32_t code_point);

/// What an escape or a member of a class stands for: a character, or a set.
struct ClassItem {
  bool is_code_point = false;
  std::uint32_t code_point = 0;
  rules::ByteSet set;
};

/// Reads what follows a backslash, which the cursor is past. @return nothing after a failure
[[nodiscard]] std::optional<ClassItem> parse_class_escape(PatternCursor& cursor, PatternDialect dialect);

/// Reads a class from its `[` on. Characters above U+007F widen it to every byte they are made of.
[[nodiscard]] rules::ByteSet parse_class(PatternCursor& cursor, PatternDialect dialect, bool is_caseless,
                                         bool is_extended);

}  // namespace sluice::authoring::importing
