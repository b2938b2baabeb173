#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "json/char_class.h"
#include "json/format_checks.h"
#include "json/pattern_properties.h"
#include "sluice/bytes.h"
#include "text/utf8.h"

namespace sluice::json {

namespace {

// Deeper groups are refused, as by engines of regular expressions.
constexpr std::size_t kMaxDepth = 1000;
// What cannot be the end of a range.
constexpr std::uint32_t kSet = 0xFFFFFFFF;
constexpr std::size_t kNone = std::string_view::npos;

// The grammar of ECMA-262 section 22.2.1 with the flag `u`, and its early errors, over one pass from left to right.
class RegexSyntax {
 public:
  explicit RegexSyntax(std::string_view text) noexcept : text_(text) {}

  bool is_valid() {
    while (at_ < text_.size()) {
      if (!term()) return false;
    }
    return depth_ == 0 && highest_reference_ <= captures_ && are_names_valid();
  }

 private:
  [[nodiscard]] bool is_at(char c) const noexcept { return at_ < text_.size() && text_[at_] == c; }
  bool take(char c) noexcept {
    if (!is_at(c)) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) noexcept {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  bool term() {
    const char c = text_[at_++];
    switch (c) {
      case '^':
      case '$':
      case '|': can_repeat_ = false; return true;
      case '(': return open_group();
      case ')':
        if (depth_ == 0) return false;
        can_repeat_ = !is_look_around_[--depth_];
        return true;
      case '*':
      case '+':
      case '?': return repeat();
      case '{': return repeat_range() && repeat();
      case '}':
      case ']': return false;
      case '[': can_repeat_ = true; return char_class();
      case '\\':
        can_repeat_ = true;
        if (take('b') || take('B')) {
          can_repeat_ = false;
          return true;
        }
        return take('k') ? named_reference() : escape() != kNone;
      default: can_repeat_ = true; return true;
    }
  }

  bool repeat() noexcept {
    if (!can_repeat_) return false;
    can_repeat_ = false;
    (void)take('?');
    return true;
  }

  std::string_view digits() noexcept {
    const std::size_t first = at_;
    at_ = skip_class(text_, at_, kDigit);
    return text_.substr(first, at_ - first);
  }

  // `{n}`, `{n,}` or `{n,m}` with n at most m, however long they are.
  bool repeat_range() noexcept {
    const auto value = [](std::string_view number) {
      return number.substr(std::min(number.find_first_not_of('0'), number.size()));
    };
    const std::string_view least = digits();
    if (least.empty()) return false;
    if (take(',') && !is_at('}')) {
      const std::string_view low = value(least);
      const std::string_view most = digits();
      const std::string_view high = value(most);
      if (most.empty() || low.size() > high.size() || (low.size() == high.size() && low > high)) return false;
    }
    return take('}');
  }

  bool open_group() {
    if (depth_ == kMaxDepth) return false;
    bool is_look_around = false;
    if (!take('?')) {
      ++captures_;
    } else if (take("=") || take("!") || take("<=") || take("<!")) {
      is_look_around = true;
    } else if (!take(':')) {
      if (!take('<') || !name(names_)) return false;
      ++captures_;
    }
    is_look_around_[depth_++] = is_look_around;
    can_repeat_ = false;
    return true;
  }

  bool named_reference() { return take('<') && name(references_); }

  bool name(std::vector<std::string_view>& names) {
    const std::size_t first = at_;
    if (at_ == text_.size() || is_in(text_[at_], kDigit)) return false;
    while (at_ < text_.size() && (is_in(text_[at_], kAlnum) || text_[at_] == '_' || text_[at_] == '$')) ++at_;
    if (at_ == first) return false;
    names.push_back(text_.substr(first, at_ - first));
    return take('>');
  }

  bool are_names_valid() {
    std::sort(names_.begin(), names_.end());
    if (std::adjacent_find(names_.begin(), names_.end()) != names_.end()) return false;
    return std::all_of(references_.begin(), references_.end(), [this](std::string_view reference) {
      return std::binary_search(names_.begin(), names_.end(), reference);
    });
  }

  bool char_class() {
    (void)take('^');
    while (at_ < text_.size() && text_[at_] != ']') {
      const std::size_t low = class_atom();
      if (low == kNone) return false;
      if (!is_at('-') || at_ + 1 == text_.size() || text_[at_ + 1] == ']') continue;
      ++at_;
      const std::size_t high = class_atom();
      if (high == kNone || low == kSet || high == kSet || low > high) return false;
    }
    return take(']');
  }

  // @return the code point, kSet, or kNone where it is none
  std::size_t class_atom() {
    if (take('\\')) {
      if (take('b')) return 0x08;
      if (take('-')) return '-';
      if (at_ < text_.size() && text_[at_] != '0' && is_in(text_[at_], kDigit)) return kNone;
      return escape();
    }
    const ByteView rest = as_bytes(text_.substr(at_));
    const text::Decoded decoded = text::decode_utf8(rest.data(), rest.size());
    if (decoded.status != text::DecodeStatus::kValid) return kNone;
    at_ += decoded.length;
    return decoded.code_point;
  }

  // From behind the backslash. @return as class_atom()
  std::size_t escape() {
    if (at_ == text_.size()) return kNone;
    const char c = text_[at_++];
    switch (c) {
      case 'd':
      case 'D':
      case 's':
      case 'S':
      case 'w':
      case 'W': return kSet;
      case 'p':
      case 'P': return property() ? kSet : kNone;
      case 't': return '\t';
      case 'n': return '\n';
      case 'v': return '\v';
      case 'f': return '\f';
      case 'r': return '\r';
      case 'c':
        if (at_ == text_.size() || !is_in(text_[at_], kAlpha)) return kNone;
        return static_cast<unsigned char>(text_[at_++]) % 32U;
      case 'x': return hex(2);
      case 'u': return unicode_escape();
      case '0': return at_ < text_.size() && is_in(text_[at_], kDigit) ? kNone : 0;
      default: break;
    }
    if (is_in(c, kDigit)) {
      --at_;
      note_reference();
      return kSet;
    }
    constexpr std::string_view kSyntax = "^$\\.*+?()[]{}|/";
    return kSyntax.find(c) != kNone ? static_cast<unsigned char>(c) : kNone;
  }

  void note_reference() noexcept {
    constexpr std::size_t kTooMany = 100'000'000;
    std::size_t value = 0;
    for (const char c : digits()) value = std::min(kTooMany, value * 10 + static_cast<std::size_t>(c - '0'));
    highest_reference_ = std::max(highest_reference_, value);
  }

  std::size_t hex(std::size_t count) noexcept {
    if (text_.size() - at_ < count || !is_all(text_.substr(at_, count), kHex)) return kNone;
    std::size_t value = 0;
    for (const char c : text_.substr(at_, count)) {
      value = value * 16 + static_cast<std::size_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    at_ += count;
    return value;
  }

  std::size_t unicode_escape() noexcept {
    if (take('{')) {
      const std::size_t end = skip_class(text_, at_, kHex);
      const std::size_t zeros = std::min(text_.find_first_not_of('0', at_), end) - at_;
      const std::size_t count = end - at_ - zeros;
      if (end == at_ || count > 6) return kNone;
      at_ += zeros;
      const std::size_t value = hex(count);
      return take('}') && value <= 0x10FFFF ? value : kNone;
    }
    const std::size_t high = hex(4);
    if (high == kNone || high < 0xD800 || high > 0xDBFF) return high;
    const std::size_t before = at_;
    if (take("\\u")) {
      const std::size_t low = hex(4);
      if (low != kNone && low >= 0xDC00 && low <= 0xDFFF) return 0x10000 + ((high - 0xD800) << 10U) + (low - 0xDC00);
    }
    at_ = before;  // a lone half stands for itself
    return high;
  }

  bool property() {
    if (!take('{')) return false;
    const std::size_t end = text_.find('}', at_);
    if (end == kNone) return false;
    const std::string_view inside = text_.substr(at_, end - at_);
    at_ = end + 1;
    return is_property_name(inside);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool can_repeat_ = false;
  std::size_t depth_ = 0;
  std::bitset<kMaxDepth> is_look_around_;
  std::size_t captures_ = 0;
  std::size_t highest_reference_ = 0;
  std::vector<std::string_view> names_;
  std::vector<std::string_view> references_;
};

}  // namespace

bool is_regex(std::string_view text) noexcept try {
  return RegexSyntax(text).is_valid();
} catch (const std::bad_alloc&) {
  return false;  // unread is not valid
}

}  // namespace sluice::json
