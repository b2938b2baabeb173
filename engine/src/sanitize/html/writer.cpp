#include "sanitize/html/writer.h"

#include <array>
#include <cstdint>

namespace sluice::sanitize::html {

namespace {

constexpr std::size_t kBlockBytes = 4096;
constexpr std::size_t kLongestReference = 6;  // "&quot;", "&nbsp;"

constexpr std::array<bool, 256> kNeedsCare = [] {
  std::array<bool, 256> bytes{};
  for (const char c : {'&', '<', '>', '"'}) bytes[static_cast<unsigned char>(c)] = true;
  bytes[0xC2] = true;  // NBSP is C2 A0
  return bytes;
}();

std::string_view reference_of(char c) noexcept {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    default: return "&quot;";
  }
}

}  // namespace

void Writer::put_escaped(std::string_view text) {
  for (std::size_t block = 0; block < text.size();) {
    std::size_t end = std::min(block + kBlockBytes, text.size());
    if (end < text.size() && text[end - 1] == '\xC2') ++end;  // the two bytes of an NBSP stay together
    reserve((end - block) * kLongestReference);
    char* to = at();
    const char* from = text.data() + block;
    const char* const stop = text.data() + end;
    while (from != stop) {
      if (!kNeedsCare[static_cast<unsigned char>(*from)]) {
        *to++ = *from++;
        continue;
      }
      std::string_view written;
      std::size_t read = 1;
      if (*from != '\xC2') {
        written = reference_of(*from);
      } else if (stop - from >= 2 && from[1] == '\xA0') {
        written = "&nbsp;";
        read = 2;
      } else {
        written = std::string_view(from, 1);
      }
      std::memcpy(to, written.data(), written.size());
      to += written.size();
      from += read;
    }
    size_ = static_cast<std::size_t>(to - base());
    block = end;
  }
}

}  // namespace sluice::sanitize::html
