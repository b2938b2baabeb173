#include "sanitize/markdown/entities.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/ascii.h"
#include "sluice/bytes.h"
#include "text/utf8.h"

namespace sluice::sanitize {

namespace {

struct Reference {
  std::string_view name;
  char32_t code_point;
};
constexpr Reference kReferences[] = {
#define SLUICE_REFERENCE(name, code_point) {name, code_point},
#include "sanitize/markdown/references.inc"
#undef SLUICE_REFERENCE
};
constexpr std::size_t kMaxDigits = 8;

std::string encoded(char32_t code_point) {
  std::array<std::byte, 4> bytes{};
  const bool is_character = code_point != 0 && code_point <= 0x10FFFF;
  const std::size_t length = text::encode_utf8(is_character ? code_point : 0xFFFD, bytes.data());
  return to_string(ByteView(bytes).first(length));
}

}  // namespace

std::optional<std::string> decode_reference(std::string_view reference) {
  if (reference.size() < 3 || reference.front() != '&' || reference.back() != ';') return std::nullopt;
  std::string_view name = reference.substr(1, reference.size() - 2);
  if (name.front() == '#') {
    name.remove_prefix(1);
    const bool is_hex = !name.empty() && ascii_lower(name.front()) == 'x';
    if (is_hex) name.remove_prefix(1);
    if (name.empty() || name.size() > kMaxDigits) return std::nullopt;
    char32_t value = 0;
    for (const char c : name) {
      const int digit = hex_digit_value(c);
      if (digit < 0 || (!is_hex && digit > 9)) return std::nullopt;
      value = value > 0x10FFFF ? value : value * (is_hex ? 16U : 10U) + static_cast<char32_t>(digit);
    }
    return encoded(value);
  }
  const auto* const found = std::lower_bound(std::begin(kReferences), std::end(kReferences), name,
                                             [](const Reference& r, std::string_view n) { return r.name < n; });
  if (found == std::end(kReferences) || found->name != name) return std::nullopt;
  return encoded(found->code_point);
}

}  // namespace sluice::sanitize
