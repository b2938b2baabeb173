#include "codec/hex.h"

#include <new>

namespace sluice::codec {

namespace {

constexpr unsigned kNotHex = 16;

constexpr unsigned digit(std::byte b) noexcept {
  const auto c = static_cast<unsigned char>(b);
  if (c >= '0' && c <= '9') return c - unsigned{'0'};
  const auto lower = static_cast<unsigned char>(c | 0x20U);
  if (lower >= 'a' && lower <= 'f') return lower - unsigned{'a'} + 10;
  return kNotHex;
}

Error bad(std::size_t at, const char* what) {
  return {ErrorCode::kEncodingInvalid, "hex, byte " + std::to_string(at) + ": " + what, at};
}

}  // namespace

Result<Bytes> decode_hex(ByteView text, Budget& budget) noexcept {
  try {
    if (!budget.charge(Budget::Kind::kSteps, text.size()) ||
        !budget.charge(Budget::Kind::kOutputBytes, text.size() / 2)) {
      return Error{ErrorCode::kBudgetExhausted, "hex of " + std::to_string(text.size()) + " bytes: budget exhausted",
                   0};
    }
    Bytes out(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); ++i) {
      const unsigned value = digit(text[i]);
      if (value == kNotHex) return bad(i, "not a hexadecimal digit");
      if (i / 2 == out.size()) return bad(text.size(), "half a pair is missing");
      out[i / 2] = static_cast<std::byte>((static_cast<unsigned>(out[i / 2]) << 4U) | value);
    }
    return out;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kOutOfMemory, {}, 0};
  }
}

std::string encode_hex(ByteView bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const std::byte b : bytes) {
    const auto value = static_cast<unsigned>(b);
    out += kDigits[value >> 4U];
    out += kDigits[value & 15U];
  }
  return out;
}

}  // namespace sluice::codec
