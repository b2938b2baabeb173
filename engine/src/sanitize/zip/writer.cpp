#include "sanitize/zip/writer.h"

#include <algorithm>
#include <utility>

#include "sanitize/zip/deflate.h"
#include "sanitize/zip/fields.h"

namespace sluice::sanitize {

namespace {

constexpr std::uint64_t kVersion = 20;                    // 2.0: folders and deflate
constexpr std::uint64_t kMadeBy = (3U << 8U) | kVersion;  // Unix, whose modes are in the attributes
constexpr std::uint64_t kZip64Version = 45;
constexpr std::uint64_t kDate = 0x21;  // 1980-01-01, the first that the format has
constexpr std::uint64_t kFileAttributes = std::uint64_t{0100644} << 16U;
constexpr std::uint64_t kFolderAttributes = (std::uint64_t{0040755} << 16U) | 0x10U;
constexpr std::uint64_t kMaxSmallCount = 0xFFFE;

void put(Bytes& out, std::uint64_t value, unsigned width) {
  for (unsigned i = 0; i < width; ++i) out.push_back(static_cast<std::byte>((value >> (8U * i)) & 0xFFU));
}

void put(Bytes& out, std::string_view text) {
  const ByteView bytes = as_bytes(text);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

bool is_ascii(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// The fields that both headers share.
void put_common(Bytes& out, std::string_view name, const ZipPacked& content) {
  put(out, is_ascii(name) ? 0 : kZipFlagUtf8, 2);
  put(out, content.is_deflated ? kZipDeflated : kZipStored, 2);
  put(out, 0, 2);  // midnight
  put(out, kDate, 2);
  put(out, content.crc, 4);
  put(out, content.packed.size(), 4);
  put(out, content.bytes, 4);
  put(out, name.size(), 2);
  put(out, 0, 2);  // no extra fields
}

}  // namespace

ZipPacked pack_for_zip(ByteView content) {
  ZipPacked packed;
  packed.crc = crc32_of(content);
  packed.bytes = content.size();
  packed.packed = deflate_raw(content);
  packed.is_deflated = packed.packed.size() < content.size();
  if (!packed.is_deflated) packed.packed.assign(content.begin(), content.end());
  return packed;
}

void ZipWriter::add(std::string_view name, const ZipPacked& content) {
  const std::uint64_t begin = out_.size();
  put(out_, kZipLocal);
  put(out_, kVersion, 2);
  put_common(out_, name, content);
  put(out_, name);
  out_.insert(out_.end(), content.packed.begin(), content.packed.end());

  put(directory_, kZipCentral);
  put(directory_, kMadeBy, 2);
  put(directory_, kVersion, 2);
  put_common(directory_, name, content);
  put(directory_, 0, 2);  // no comment
  put(directory_, 0, 2);  // disk
  put(directory_, 0, 2);  // internal attributes
  put(directory_, name.ends_with('/') ? kFolderAttributes : kFileAttributes, 4);
  put(directory_, begin, 4);
  put(directory_, name);
  ++entries_;
}

std::uint64_t ZipWriter::bytes() const noexcept {
  return out_.size() + directory_.size() + kZip64EndBytes + kZip64LocatorBytes + kZipEndBytes;
}

Bytes ZipWriter::finish() && {
  const std::uint64_t begin = out_.size();
  const std::uint64_t length = directory_.size();
  out_.insert(out_.end(), directory_.begin(), directory_.end());
  const bool is_many = entries_ > kMaxSmallCount;
  if (is_many) {
    const std::uint64_t record = out_.size();
    put(out_, kZip64End);
    put(out_, kZip64EndBytes - 12, 8);
    put(out_, (3U << 8U) | kZip64Version, 2);
    put(out_, kZip64Version, 2);
    put(out_, 0, 4);
    put(out_, 0, 4);
    put(out_, entries_, 8);
    put(out_, entries_, 8);
    put(out_, length, 8);
    put(out_, begin, 8);
    put(out_, kZip64Locator);
    put(out_, 0, 4);
    put(out_, record, 8);
    put(out_, 1, 4);
  }
  put(out_, kZipEnd);
  put(out_, 0, 4);  // disks
  put(out_, is_many ? 0xFFFF : entries_, 2);
  put(out_, is_many ? 0xFFFF : entries_, 2);
  put(out_, length, 4);
  put(out_, begin, 4);
  put(out_, 0, 2);  // no comment
  return std::move(out_);
}

}  // namespace sluice::sanitize
