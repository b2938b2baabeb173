#include "sanitize/pdf/readable_text.h"

#include "sluice/bytes.h"
#include "text/utf8.h"

namespace sluice::sanitize {

std::string readable_text(std::string_view text) {
  const bool is_utf8 = !text::find_invalid_utf8(as_bytes(text)).has_value();
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || (byte >= 0x7F && byte < 0xA0 && !is_utf8) || byte == 0x7F) continue;
    if (byte < 0x80 || is_utf8) {
      out += c;
    } else {
      out += static_cast<char>(0xC0U | (byte >> 6U));
      out += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return out;
}

}  // namespace sluice::sanitize
