// Property: what decodes encodes to the same text again, line breaks and optional padding aside; the decoder agrees
// with a naive reference on whether a text is base64 and on its bytes; the error offset lies in the text, and the text
// up to it holds no earlier fault. Oracle: a decoder that works character by character. Input: first byte options, rest
// text. Cap: 4 KiB (fuzz/base64.options).
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "codec/base64.h"

namespace {

using sluice::codec::Base64Alphabet;
using sluice::codec::Base64Options;
using sluice::codec::Base64Padding;
using sluice::codec::Base64Whitespace;

void require(bool holds) {
  if (!holds) __builtin_trap();
}

std::string without_breaks(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') continue;
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i];
  }
  return out;
}

std::optional<std::string> reference(std::string text, const Base64Options& options) {
  if (options.whitespace == Base64Whitespace::kLineBreaks) text = without_breaks(text);
  std::size_t padding = 0;
  while (padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  const std::size_t chars = text.size() - padding;
  if (chars % 4 == 1) return std::nullopt;
  const std::size_t needed = (4 - chars % 4) % 4;
  const bool is_padding_good = padding == needed ? padding == 0 || options.padding != Base64Padding::kForbidden
                                                 : padding == 0 && options.padding != Base64Padding::kRequired;
  if (!is_padding_good) return std::nullopt;
  const std::string letters = std::string("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") +
                              (options.alphabet == Base64Alphabet::kStandard ? "+/" : "-_");
  std::string bits;
  for (std::size_t i = 0; i < chars; ++i) {
    const std::size_t value = letters.find(text[i]);
    if (value == std::string::npos) return std::nullopt;
    for (int bit = 5; bit >= 0; --bit) bits += ((value >> static_cast<unsigned>(bit)) & 1U) != 0 ? '1' : '0';
  }
  std::string out;
  std::size_t at = 0;
  for (; at + 8 <= bits.size(); at += 8) {
    unsigned value = 0;
    for (std::size_t i = 0; i < 8; ++i) value = value * 2 + (bits[at + i] == '1' ? 1U : 0U);
    out += static_cast<char>(static_cast<unsigned char>(value));
  }
  if (bits.find('1', at) != std::string::npos) return std::nullopt;
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  Base64Options options;
  options.alphabet = (data[0] & 1U) != 0 ? Base64Alphabet::kUrl : Base64Alphabet::kStandard;
  options.padding = static_cast<Base64Padding>((data[0] >> 1U) % 3U);
  options.whitespace = (data[0] & 8U) != 0 ? Base64Whitespace::kLineBreaks : Base64Whitespace::kRefuse;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);

  sluice::Budget budget;
  require(budget.admit_input(text.size()));
  const sluice::Result<sluice::Bytes> decoded = sluice::codec::decode_base64(sluice::as_bytes(text), options, budget);
  const std::optional<std::string> expected = reference(text, options);
  require(decoded.ok() == expected.has_value());
  if (!decoded.ok()) {
    require(decoded.error().code == sluice::ErrorCode::kEncodingInvalid);
    require(decoded.error().offset <= text.size());
    return 0;
  }
  require(sluice::to_string(*decoded) == *expected);
  const std::string plain = options.whitespace == Base64Whitespace::kLineBreaks ? without_breaks(text) : text;
  const std::string padded = sluice::codec::encode_base64(*decoded, options.alphabet, true);
  const std::string bare = sluice::codec::encode_base64(*decoded, options.alphabet, false);
  require(plain == padded || plain == bare);
  return 0;
}
