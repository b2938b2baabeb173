// Property: the validator finds the same first bad byte as a decoder that reads Unicode's table 3-7 row by row, at any
// alignment; what decodes encodes to the same bytes; plain_prefix stops exactly at the first hazard, bad byte or cut
// code point; first_hazard and line numbers agree with loops. Oracle: the reference decoder of the tests, and loops.
// Input: first byte the alignment, rest raw bytes. Cap: 4 KiB (utf8.options).
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "../tests/text/text_reference.h"
#include "text/ascii.h"
#include "text/hazards.h"
#include "text/line_index.h"
#include "text/wide.h"

namespace {

using namespace sluice;        // NOLINT: one small file
using namespace sluice::text;  // NOLINT

void require(bool holds) {
  if (!holds) __builtin_trap();
}

void check_validation(std::string_view text) {
  const auto expected = sluice::text::testing::reference_validate(text);
  require(validate_utf8(as_bytes(text)) == expected);
  if (!expected) {
    require(!find_invalid_utf8(as_bytes(text)));
    return;
  }
  const auto error = find_invalid_utf8(as_bytes(text));
  require(error && error->offset == *expected);
  require(error->length == sluice::text::testing::reference_decode(text, *expected).length);
}

void check_prefixes(std::string_view text) {
  std::size_t ascii = 0;
  while (ascii < text.size() && static_cast<unsigned char>(text[ascii]) < 0x80) ++ascii;
  require(ascii_prefix(as_bytes(text)) == ascii);

  std::size_t plain = 0;
  while (plain < text.size()) {
    const auto decoded = sluice::text::testing::reference_decode(text, plain);
    if (!decoded.is_valid) break;
    const bool is_space = decoded.code_point == U'\t' || decoded.code_point == U'\n';
    if (!is_space && hazard_of(decoded.code_point) != Hazard::kNone) break;
    std::array<std::byte, 4> encoded{};
    require(encode_utf8(decoded.code_point, encoded.data()) == decoded.length);
    require(as_chars(ByteView(encoded).first(decoded.length)) == text.substr(plain, decoded.length));
    plain += decoded.length;
  }
  require(plain_prefix(as_bytes(text)) == plain);
  const HazardAt found = first_hazard(as_bytes(text));
  require(found.hazard == Hazard::kNone || (found.offset < text.size() && hazard_of(found.code_point) == found.hazard));
}

void check_lines(std::string_view text) {
  LineIndex index(as_bytes(text));
  LineColumn expected;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    require(index.at(i) == expected);
    ++expected.column;
    if (i < text.size() && text[i] == '\n') expected = {expected.line + 1, 1};
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // A copy of exact size, so that a sanitizer sees a read past either end.
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string_view aligned = std::string_view(text).substr(std::min<std::size_t>(data[0] % 17, text.size()));
  check_validation(aligned);
  check_prefixes(aligned);
  if (aligned.size() < 600) check_lines(aligned);
  require(detect_utf16(as_bytes(aligned)) == WideEncoding::kNone || aligned.size() >= 2);
  return 0;
}
