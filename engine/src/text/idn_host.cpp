#include "text/idn_host.h"

#include <idn2.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>

#include "core/ascii.h"
#include "sluice/bytes.h"
#include "text/utf8.h"

namespace sluice::text {
namespace {

constexpr std::size_t kMaxNameBytes = 253;
constexpr std::size_t kMaxLabelBytes = 63;
// A code point of another script takes at least one byte of Punycode and at most four of UTF-8; a label that gets
// shorter when it is normalized may have twice as many.
constexpr std::size_t kMaxUnicodeLabelBytes = 8 * kMaxLabelBytes;
constexpr std::size_t kMaxUnicodeNameBytes = 4 * kMaxNameBytes;

struct IdnFree {
  void operator()(void* p) const noexcept { idn2_free(p); }
};

constexpr std::uint32_t bit(int bidi_class) noexcept { return 1U << static_cast<unsigned>(bidi_class); }
constexpr std::uint32_t kLeft = bit(UTF8PROC_BIDI_CLASS_L);
constexpr std::uint32_t kRight = bit(UTF8PROC_BIDI_CLASS_R) | bit(UTF8PROC_BIDI_CLASS_AL);
constexpr std::uint32_t kArabicNumber = bit(UTF8PROC_BIDI_CLASS_AN);
constexpr std::uint32_t kEuropeanNumber = bit(UTF8PROC_BIDI_CLASS_EN);
constexpr std::uint32_t kMark = bit(UTF8PROC_BIDI_CLASS_NSM);
constexpr std::uint32_t kNeutral = bit(UTF8PROC_BIDI_CLASS_ES) | bit(UTF8PROC_BIDI_CLASS_CS) |
                                   bit(UTF8PROC_BIDI_CLASS_ET) | bit(UTF8PROC_BIDI_CLASS_ON) |
                                   bit(UTF8PROC_BIDI_CLASS_BN) | kMark;

/// What the Bidi rule asks of a label (RFC 5893 section 2).
class BidiLabel {
 public:
  void add(char32_t code_point) noexcept {
    const std::uint32_t kind = bit(utf8proc_get_property(static_cast<utf8proc_int32_t>(code_point))->bidi_class);
    if (seen_ == 0) first_ = kind;
    seen_ |= kind;
    if (kind != kMark) last_ = kind;
  }
  [[nodiscard]] bool is_right_to_left() const noexcept { return (seen_ & (kRight | kArabicNumber)) != 0; }
  [[nodiscard]] bool follows_rule() const noexcept {
    if ((first_ & kRight) != 0) {
      const bool has_both = (seen_ & kArabicNumber) != 0 && (seen_ & kEuropeanNumber) != 0;
      return (seen_ & ~(kRight | kArabicNumber | kEuropeanNumber | kNeutral)) == 0 && !has_both &&
             (last_ & (kRight | kArabicNumber | kEuropeanNumber)) != 0;
    }
    return first_ == kLeft && (seen_ & ~(kLeft | kEuropeanNumber | kNeutral)) == 0 &&
           (last_ & (kLeft | kEuropeanNumber)) != 0;
  }

 private:
  std::uint32_t seen_ = 0;
  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
};

struct Label {
  std::size_t dns_bytes = 0;
  BidiLabel bidi;
};

bool is_ascii(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_letter_digit_hyphen(char c) noexcept {
  const char small = ascii_lower(c);
  return (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

std::optional<Label> read_ascii_label(std::string_view text) noexcept {
  if (text.empty() || text.size() > kMaxLabelBytes || text.front() == '-' || text.back() == '-' ||
      !std::all_of(text.begin(), text.end(), is_letter_digit_hyphen)) {
    return std::nullopt;
  }
  Label label;
  label.dns_bytes = text.size();
  if (!starts_with_ignoring_case(text, "xn--")) {
    for (const char c : text) label.bidi.add(static_cast<unsigned char>(c));
    return label;
  }
  std::array<char, kMaxLabelBytes + 1> small{};
  std::transform(text.begin(), text.end(), small.begin(), [](char c) { return ascii_lower(c); });
  // What is registered is checked more strictly than what is looked up: all contextual rules, and the way back.
  const auto* const a_label = reinterpret_cast<const std::uint8_t*>(small.data());
  if (idn2_register_u8(nullptr, a_label, nullptr, 0) != IDN2_OK) return std::nullopt;
  std::uint32_t* raw = nullptr;
  if (idn2_to_unicode_8z4z(small.data(), &raw, IDN2_NO_TR46) != IDN2_OK) return std::nullopt;
  const std::unique_ptr<std::uint32_t, IdnFree> decoded(raw);
  for (const std::uint32_t* at = raw; *at != 0; ++at) label.bidi.add(*at);
  return label;
}

std::optional<Label> read_unicode_label(std::string_view text, bool normalizes) noexcept {
  if (text.size() > kMaxUnicodeLabelBytes || text.find('\0') != std::string_view::npos) return std::nullopt;
  std::array<std::uint8_t, kMaxUnicodeLabelBytes + 1> u_label{};
  std::copy(text.begin(), text.end(), u_label.begin());
  std::uint8_t* raw = nullptr;
  if (idn2_register_u8(u_label.data(), nullptr, &raw, normalizes ? IDN2_NFC_INPUT : 0) != IDN2_OK) return std::nullopt;
  const std::unique_ptr<std::uint8_t, IdnFree> a_label(raw);
  Label label;
  label.dns_bytes = std::strlen(reinterpret_cast<const char*>(raw));
  if (label.dns_bytes > kMaxLabelBytes) return std::nullopt;
  const ByteView bytes = as_bytes(text);
  for (std::size_t at = 0; at < bytes.size();) {
    const Decoded decoded = decode_utf8(bytes.data() + at, bytes.size() - at);
    if (decoded.status != DecodeStatus::kValid) return std::nullopt;
    label.bidi.add(decoded.code_point);
    at += decoded.length;
  }
  return label;
}

/// Bytes of the dot at the front of `text`; 0 where there is none.
std::size_t dot_length(std::string_view text, bool has_wide_dots) noexcept {
  if (text.front() == '.') return 1;
  if (!has_wide_dots) return 0;
  for (const std::string_view dot : {"\xE3\x80\x82", "\xEF\xBC\x8E", "\xEF\xBD\xA1"}) {
    if (text.substr(0, dot.size()) == dot) return dot.size();
  }
  return 0;
}

}  // namespace

bool is_idn_host(std::string_view host, const IdnHostOptions& options) noexcept {
  if (host.size() > kMaxUnicodeNameBytes) return false;
  std::size_t dns_bytes = 0;
  bool is_right_to_left = false;
  bool follows_rule = true;
  for (;;) {
    std::size_t end = 0;
    std::size_t dot = 0;
    while (end < host.size() && (dot = dot_length(host.substr(end), options.has_wide_dots)) == 0) ++end;
    const std::string_view text = host.substr(0, end);
    const std::optional<Label> label =
        is_ascii(text) ? read_ascii_label(text) : read_unicode_label(text, options.normalizes);
    if (!label) return false;
    dns_bytes += label->dns_bytes;
    is_right_to_left = is_right_to_left || label->bidi.is_right_to_left();
    follows_rule = follows_rule && label->bidi.follows_rule();
    if (end == host.size()) break;
    ++dns_bytes;
    host.remove_prefix(end + dot);
  }
  return dns_bytes <= kMaxNameBytes && (follows_rule || !is_right_to_left);
}

}  // namespace sluice::text
