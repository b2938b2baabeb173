#include "sanitize/archive/tar_header.h"

#include <algorithm>
#include <array>

#include "media/bytes_at.h"
#include "media/signatures.h"

namespace sluice::sanitize {

namespace {

using media::has_at;
using media::u8_at;

struct Field {
  std::size_t at;
  std::size_t bytes;
};
constexpr Field kName{0, 100};
constexpr Field kMode{100, 8};
constexpr Field kUid{108, 8};
constexpr Field kGid{116, 8};
constexpr Field kSize{124, 12};
constexpr Field kTime{136, 12};
constexpr Field kChecksum{148, 8};
constexpr std::size_t kTypeAt = 156;
constexpr Field kLinkName{157, 100};
constexpr std::size_t kMagicAt = 257;
constexpr Field kUser{265, 32};
constexpr Field kGroup{297, 32};
constexpr Field kMajor{329, 8};
constexpr Field kMinor{337, 8};
constexpr Field kPrefix{345, 155};
constexpr Field kRest{500, 12};
constexpr std::string_view kUstarMagic{"ustar\00000", 8};
constexpr std::string_view kGnuMagic{"ustar  \0", 8};

std::string_view chars(ByteView block, Field field) noexcept { return as_chars(block.subspan(field.at, field.bytes)); }

// A text up to its NUL, and whether nothing but NUL follows.
struct Text {
  std::string_view text;
  bool is_padded = true;
};
Text text_of(ByteView block, Field field) noexcept {
  const std::string_view all = chars(block, field);
  const std::size_t end = std::min(all.find('\0'), all.size());
  return {all.substr(0, end), all.find_first_not_of('\0', end) == std::string_view::npos};
}

// Octal digits between blanks, closed by NUL or blank; or base 256 where the first bit is set.
std::optional<std::uint64_t> number_of(ByteView block, Field field) noexcept {
  const std::string_view all = chars(block, field);
  if ((static_cast<unsigned char>(all[0]) & 0x80U) != 0) {
    if (static_cast<unsigned char>(all[0]) != 0x80U) return std::nullopt;  // negative, or beyond 64 bits
    std::uint64_t value = 0;
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (value > (UINT64_MAX >> 8U)) return std::nullopt;
      value = value << 8U | static_cast<unsigned char>(all[i]);
    }
    return value;
  }
  std::size_t at = std::min(all.find_first_not_of(' '), all.size());
  std::uint64_t value = 0;
  while (at < all.size() && all[at] >= '0' && all[at] <= '7')
    value = value * 8 + static_cast<std::uint64_t>(all[at++] - '0');
  if (all.find_first_not_of(std::string_view(" \0", 2), at) != std::string_view::npos) return std::nullopt;
  return value;
}

bool is_blank(std::string_view text) noexcept { return text.find_first_not_of('\0') == std::string_view::npos; }

void put_text(std::array<char, kTarBlockBytes>& block, Field field, std::string_view text) noexcept {
  std::copy(text.begin(), text.end(), block.begin() + static_cast<std::ptrdiff_t>(field.at));
}

// Digits and a NUL, as POSIX has them.
void put_octal(std::array<char, kTarBlockBytes>& block, Field field, std::uint64_t value) noexcept {
  for (std::size_t i = field.bytes - 1; i-- > 0; value >>= 3U) {
    block[field.at + i] = static_cast<char>('0' + static_cast<char>(value & 7U));
  }
}

}  // namespace

std::optional<TarHeader> read_tar_header(ByteView block) {
  if (!media::is_tar_header(block)) return std::nullopt;
  TarHeader header;
  if (has_at(block, kMagicAt, kUstarMagic)) {
    header.format = TarFormat::kUstar;
  } else if (has_at(block, kMagicAt, kGnuMagic)) {
    header.format = TarFormat::kGnu;
  } else if (is_blank(chars(block, {kMagicAt, 8}))) {
    header.format = TarFormat::kV7;
  } else {
    return std::nullopt;
  }
  const std::optional<std::uint64_t> bytes = number_of(block, kSize);
  const std::optional<std::uint64_t> mode = number_of(block, kMode);
  if (!bytes || !mode) return std::nullopt;
  header.bytes = *bytes;
  header.mode = *mode;
  const char type = as_chars(block)[kTypeAt];
  header.type = type == '\0' ? '0' : type;
  const Text name = text_of(block, kName);
  const Text prefix = text_of(block, kPrefix);
  header.name = name.text;
  const bool has_prefix = header.format == TarFormat::kUstar && !prefix.text.empty();
  if (has_prefix) header.name = std::string(prefix.text) + "/" + header.name;

  bool is_odd = !name.is_padded || !is_blank(chars(block, kRest)) || !is_blank(chars(block, kLinkName));
  for (const Field field : {kUid, kGid, kTime, kChecksum}) is_odd = is_odd || !number_of(block, field);
  for (const Field field : {kUser, kGroup}) is_odd = is_odd || !text_of(block, field).is_padded;
  for (const Field field : {kMajor, kMinor}) is_odd = is_odd || number_of(block, field).value_or(1) != 0;
  is_odd = is_odd || (has_prefix ? !prefix.is_padded : !is_blank(chars(block, kPrefix)));
  header.has_odd_bytes = is_odd;
  return header;
}

void put_tar_header(Bytes& out, std::string_view name, char type, std::uint64_t bytes) {
  std::array<char, kTarBlockBytes> block{};
  put_text(block, kName, name.substr(0, kName.bytes));
  put_octal(block, kMode, type == '5' ? 0755 : 0644);
  put_octal(block, kUid, 0);
  put_octal(block, kGid, 0);
  put_octal(block, kSize, bytes);
  put_octal(block, kTime, 0);
  block[kTypeAt] = type;
  put_text(block, {kMagicAt, kUstarMagic.size()}, kUstarMagic);
  put_octal(block, kMajor, 0);
  put_octal(block, kMinor, 0);
  put_text(block, kChecksum, "        ");
  std::uint64_t sum = 0;
  for (const char c : block) sum += static_cast<unsigned char>(c);
  put_octal(block, {kChecksum.at, kChecksum.bytes - 1}, sum);  // six digits, NUL, blank
  block[kChecksum.at + kChecksum.bytes - 2] = '\0';
  const ByteView view = as_bytes({block.data(), block.size()});
  out.insert(out.end(), view.begin(), view.end());
}

}  // namespace sluice::sanitize
