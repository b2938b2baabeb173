#include "text/visible.h"

#include <cstdint>

namespace sluice::text {
namespace {

std::string hex(std::uint32_t value, unsigned least_digits) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789ABCDEF"[value & 0xF]);
    value >>= 4;
  } while (value != 0);
  if (digits.size() < least_digits) digits.insert(0, least_digits - digits.size(), '0');
  return digits;
}

}  // namespace

std::string visible_code_point(char32_t code_point) {
  return "<U+" + hex(static_cast<std::uint32_t>(code_point), 4) + ">";
}

std::string visible_byte(unsigned byte) { return "<0x" + hex(byte & 0xFF, 2) + ">"; }

}  // namespace sluice::text
