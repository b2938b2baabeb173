#pragma once

// Zip and tar files for tests, written apart from the code under test, in which every field can lie.

#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace sluice::testing {

inline std::string le(std::uint64_t value, unsigned width) {
  std::string out;
  for (unsigned i = 0; i < width; ++i) out += static_cast<char>((value >> (8U * i)) & 0xFFU);
  return out;
}

inline std::string raw_deflate(const std::string& data) {
  z_stream zlib{};
  deflateInit2(&zlib, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&zlib, static_cast<uLong>(data.size())) + 16, '\0');
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  zlib.avail_in = static_cast<uInt>(data.size());
  zlib.next_out = reinterpret_cast<Bytef*>(out.data());
  zlib.avail_out = static_cast<uInt>(out.size());
  deflate(&zlib, Z_FINISH);
  out.resize(out.size() - zlib.avail_out);
  deflateEnd(&zlib);
  return out;
}

inline std::uint32_t crc_of(const std::string& data) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size())));
}

/// One entry of a zip; what is not set follows from name and content.
struct ZipItem {
  std::string name;
  std::string content;
  std::uint64_t method = 8;
  std::uint64_t flags = 0;
  std::uint64_t attributes = 0100644ULL << 16U;
  std::uint64_t date = 0x21;
  std::string local_extra;
  std::string central_extra;
  std::string comment;
  std::string before;      ///< bytes before the local header
  std::string descriptor;  ///< bytes behind the data
  std::optional<std::string> packed;
  std::optional<std::string> local_name;
  std::optional<std::uint64_t> local_flags, local_method, local_crc, local_packed, local_size;
  std::optional<std::uint64_t> central_crc, central_packed, central_size, central_offset, disk;
};

struct ZipBuilder {
  std::vector<ZipItem> items;
  std::string prefix;
  std::string before_directory;
  std::string before_end;
  std::string comment;
  std::string trailer;
  std::optional<std::uint64_t> count, directory_size, directory_offset;

  [[nodiscard]] std::string build() const {
    std::string out = prefix;
    std::string directory;
    for (const ZipItem& item : items) {
      out += item.before;
      const std::uint64_t offset = out.size();
      const std::string packed = item.packed.value_or(item.method == 8 ? raw_deflate(item.content) : item.content);
      const std::uint64_t crc = crc_of(item.content);
      const std::string name = item.local_name.value_or(item.name);
      out += "PK\x03\x04" + le(20, 2) + le(item.local_flags.value_or(item.flags), 2) +
             le(item.local_method.value_or(item.method), 2) + le(0, 2) + le(item.date, 2) +
             le(item.local_crc.value_or(crc), 4) + le(item.local_packed.value_or(packed.size()), 4) +
             le(item.local_size.value_or(item.content.size()), 4) + le(name.size(), 2) +
             le(item.local_extra.size(), 2) + name + item.local_extra + packed + item.descriptor;
      directory += "PK\x01\x02" + le(0x314, 2) + le(20, 2) + le(item.flags, 2) + le(item.method, 2) + le(0, 2) +
                   le(item.date, 2) + le(item.central_crc.value_or(crc), 4) +
                   le(item.central_packed.value_or(packed.size()), 4) +
                   le(item.central_size.value_or(item.content.size()), 4) + le(item.name.size(), 2) +
                   le(item.central_extra.size(), 2) + le(item.comment.size(), 2) + le(item.disk.value_or(0), 2) +
                   le(0, 2) + le(item.attributes, 4) + le(item.central_offset.value_or(offset), 4) + item.name +
                   item.central_extra + item.comment;
    }
    out += before_directory;
    const std::uint64_t offset = out.size();
    out += directory + before_end;
    const std::uint64_t number = count.value_or(items.size());
    out += "PK\x05\x06" + le(0, 4) + le(number, 2) + le(number, 2) + le(directory_size.value_or(directory.size()), 4) +
           le(directory_offset.value_or(offset), 4) + le(comment.size(), 2) + comment;
    return out + trailer;
  }
};

inline std::string octal(std::uint64_t value, int digits) {
  char text[32];
  std::snprintf(text, sizeof(text), "%0*llo", digits, static_cast<unsigned long long>(value));
  return text;
}

/// One header of a tar with what follows it; what is not set follows from name and content.
struct TarItem {
  std::string name;
  std::string content;
  char type = '0';
  std::string link;
  std::string prefix;
  std::string magic{"ustar\00000", 8};
  std::string mode = "0000644";
  std::optional<std::string> size;  ///< the field of twelve bytes
  std::optional<std::string> padding;
  std::optional<std::uint64_t> checksum;
  std::string rest;  ///< the last twelve bytes of the header

  [[nodiscard]] std::string build() const {
    std::string block(512, '\0');
    const auto put = [&](std::size_t at, const std::string& text) { block.replace(at, text.size(), text); };
    put(0, name.substr(0, 100));
    put(100, mode);
    put(108, "0000000");
    put(116, "0000000");
    put(124, size.value_or(octal(content.size(), 11)));
    put(136, "00000000000");
    put(148, "        ");
    block[156] = type;
    put(157, link);
    put(257, magic);
    if (magic.starts_with("ustar")) {
      put(329, "0000000");
      put(337, "0000000");
    }
    put(345, prefix);
    put(500, rest);
    std::uint64_t sum = 0;
    for (const char c : block) sum += static_cast<unsigned char>(c);
    put(148, octal(checksum.value_or(sum), 6) + std::string("\0 ", 2));
    const std::size_t over = content.size() % 512;
    return block + content + padding.value_or(std::string(over == 0 ? 0 : 512 - over, '\0'));
  }
};

inline std::string tar_of(const std::vector<TarItem>& items, const std::string& trailer = {}) {
  std::string out;
  for (const TarItem& item : items) out += item.build();
  return out + std::string(1024, '\0') + trailer;
}

inline std::string pax(const std::string& key, const std::string& value) {
  const std::string rest = " " + key + "=" + value + "\n";
  std::size_t length = rest.size() + 1;
  while (std::to_string(length).size() + rest.size() != length) ++length;
  return std::to_string(length) + rest;
}

}  // namespace sluice::testing
