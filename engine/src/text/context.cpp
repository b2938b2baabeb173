#include "text/context.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "text/hazards.h"
#include "text/utf8.h"

namespace sluice::text {
namespace {

constexpr char32_t kZwnj = 0x200C;
constexpr char32_t kZwj = 0x200D;
constexpr char32_t kEmojiSelector = 0xFE0F;
constexpr char32_t kTextSelector = 0xFE0E;
constexpr char32_t kKeycap = 0x20E3;
constexpr char32_t kBlackFlag = 0x1F3F4;

enum class Joining : std::uint8_t { kNone, kDual, kRight, kLeft, kTransparent };

struct JoiningRange {
  char32_t first;
  char32_t last;
  Joining type;
};

constexpr std::array kJoiningRanges = std::to_array<JoiningRange>({
#include "text/joining_types.inc"
});

const utf8proc_property_t& property(char32_t code_point) noexcept {
  return *utf8proc_get_property(static_cast<utf8proc_int32_t>(code_point));
}

Joining joining_of(char32_t code_point) noexcept {
  const auto* range = std::upper_bound(kJoiningRanges.begin(), kJoiningRanges.end(), code_point,
                                       [](char32_t value, const JoiningRange& r) { return value < r.first; });
  if (range != kJoiningRanges.begin() && code_point <= (range - 1)->last) return (range - 1)->type;
  const auto category = property(code_point).category;
  const bool is_mark = category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
  // A selector may yet be removed, so nothing may lean on it.
  return is_mark && hazard_of(code_point) == Hazard::kNone ? Joining::kTransparent : Joining::kNone;
}

bool is_pictographic(char32_t code_point) noexcept {
  return property(code_point).boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

bool is_virama(char32_t code_point) noexcept { return property(code_point).combining_class == 9; }

bool is_skin_tone(char32_t code_point) noexcept { return code_point >= 0x1F3FB && code_point <= 0x1F3FF; }

bool in(char32_t code_point, char32_t first, char32_t last) noexcept {
  return code_point >= first && code_point <= last;
}

bool is_ideograph(char32_t code_point) noexcept {
  return in(code_point, 0x3400, 0x4DBF) || in(code_point, 0x4E00, 0x9FFF) || in(code_point, 0xF900, 0xFAFF) ||
         in(code_point, 0x20000, 0x323AF);
}

/// Walks code points to the left. Never before the first whole one.
class Backward {
 public:
  explicit Backward(ByteView text) noexcept
      : text_(text.size() > kContextBytes ? text.last(kContextBytes) : text), end_(text_.size()) {}

  std::optional<char32_t> next() noexcept {
    std::size_t begin = end_;
    while (begin > 0 && end_ - begin < 4) {
      --begin;
      if ((std::to_integer<std::uint32_t>(text_[begin]) & 0xC0) != 0x80) {
        const Decoded decoded = decode_utf8(text_.data() + begin, end_ - begin);
        if (decoded.status != DecodeStatus::kValid || decoded.length != end_ - begin) return std::nullopt;
        end_ = begin;
        return decoded.code_point;
      }
    }
    return std::nullopt;
  }

 private:
  ByteView text_;
  std::size_t end_;
};

/// Walks code points to the right, over kContextBytes at most.
class Forward {
 public:
  explicit Forward(ByteView text) noexcept : text_(text.first(std::min(text.size(), kContextBytes))) {}

  std::optional<char32_t> next() noexcept {
    if (at_ >= text_.size()) return std::nullopt;
    const Decoded decoded = decode_utf8(text_.data() + at_, text_.size() - at_);
    if (decoded.status != DecodeStatus::kValid) return std::nullopt;
    at_ += decoded.length;
    return decoded.code_point;
  }

 private:
  ByteView text_;
  std::size_t at_ = 0;
};

/// RFC 5892 A.1, second half: (L|D) T* ZWNJ T* (R|D).
bool joins_across(ByteView left, ByteView after) noexcept {
  Backward back(left);
  std::optional<char32_t> at = back.next();
  while (at && joining_of(*at) == Joining::kTransparent) at = back.next();
  if (!at) return false;
  const Joining before = joining_of(*at);
  if (before != Joining::kLeft && before != Joining::kDual) return false;
  Forward forward(after);
  at = forward.next();
  while (at && joining_of(*at) == Joining::kTransparent) at = forward.next();
  if (!at) return false;
  const Joining behind = joining_of(*at);
  return behind == Joining::kRight || behind == Joining::kDual;
}

bool keeps_zwnj(ByteView left, ByteView after) noexcept {
  const std::optional<char32_t> before = Backward(left).next();
  return before && (is_virama(*before) || joins_across(left, after));
}

bool keeps_zwj(ByteView left, ByteView after) noexcept {
  Backward back(left);
  std::optional<char32_t> before = back.next();
  const std::optional<char32_t> behind = Forward(after).next();
  if (!before) return false;
  if (is_virama(*before)) return true;
  if (!behind) return false;
  // Not in RFC 5892, but how Bengali, Kannada and Sinhala spell a letter that keeps its form before a virama.
  if (in(*before, 0x0900, 0x0DFF) && property(*before).category == UTF8PROC_CATEGORY_LO && is_virama(*behind)) {
    return (*before >> 7) == (*behind >> 7);
  }
  if (!is_pictographic(*behind)) return false;
  if (*before == kEmojiSelector || is_skin_tone(*before)) before = back.next();
  return before && is_pictographic(*before);
}

bool keeps_variation(char32_t selector, ByteView left, ByteView after) noexcept {
  const std::optional<char32_t> found = Backward(left).next();
  if (!found) return false;
  const char32_t base = *found;
  if (in(selector, 0x180B, 0x180F)) return in(base, 0x1820, 0x18AA) || in(base, 0x1800, 0x180A);
  if (selector == kEmojiSelector || selector == kTextSelector) {
    if (is_pictographic(base)) return true;
    const bool is_keycap_base = in(base, '0', '9') || base == '#' || base == '*';
    return selector == kEmojiSelector && is_keycap_base && Forward(after).next() == kKeycap;
  }
  // Ideographic variation sequences: the database registers no more than the first 64 selectors for one ideograph.
  if (selector >= 0xE0100) return is_ideograph(base) && selector <= 0xE013F;
  // Blocks for which Unicode lists standardized variants.
  if (in(base, 0x13000, 0x1342F)) return selector <= 0xFE06;
  if (is_ideograph(base)) return selector <= 0xFE02;
  if (selector > 0xFE01) return false;
  if (in(base, 0x3001, 0x3002) || in(base, 0xFF01, 0xFF1F)) return true;
  return selector == 0xFE00 && (in(base, 0x2200, 0x22FF) || in(base, 0x2A00, 0x2AFF) || in(base, 0x1000, 0x109F) ||
                                in(base, 0xA840, 0xA877) || in(base, 0xAA60, 0xAA7F) || in(base, 0x10AC0, 0x10AFF));
}

/// The three subdivision flags that are recommended for general interchange, as tag letters after U+1F3F4.
std::size_t flag_tags(ByteView left, ByteView right) noexcept {
  if (Backward(left).next() != kBlackFlag) return 0;
  constexpr std::array<std::string_view, 3> kFlags = {"gbeng", "gbsct", "gbwls"};
  for (const std::string_view flag : kFlags) {
    Forward forward(right);
    const bool is_same = std::all_of(flag.begin(), flag.end(), [&forward](char letter) {
      return forward.next() == 0xE0000 + static_cast<char32_t>(static_cast<unsigned char>(letter));
    });
    if (is_same && forward.next() == char32_t{0xE007F}) return 4 * (flag.size() + 1);
  }
  return 0;
}

}  // namespace

std::size_t kept_in_context(ByteView left, ByteView right) noexcept {
  const Decoded decoded = decode_utf8(right.data(), right.size());
  const char32_t code_point = decoded.code_point;
  const ByteView after = right.subspan(decoded.length);
  switch (hazard_of(code_point)) {
    case Hazard::kTag: return flag_tags(left, right);
    case Hazard::kVariation: return keeps_variation(code_point, left, after) ? decoded.length : 0;
    case Hazard::kJoiner:
      if (code_point == kZwnj) return keeps_zwnj(left, after) ? decoded.length : 0;
      return code_point == kZwj && keeps_zwj(left, after) ? decoded.length : 0;
    default: return 0;
  }
}

int column_width(char32_t code_point) noexcept {
  if (code_point < 0x300) return 1;
  const int width = utf8proc_charwidth(static_cast<utf8proc_int32_t>(code_point));
  return std::clamp(width, 0, 2);
}

}  // namespace sluice::text
