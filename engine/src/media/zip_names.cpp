// The zip family: which format a zip file is follows from the names in its central directory.
#include <algorithm>

#include "core/checked.h"
#include "media/bytes_at.h"
#include "media/signatures.h"
#include "media/sniff.h"

namespace sluice::media {

namespace {

constexpr std::string_view kLocalHeader{"PK\x03\x04", 4};
constexpr std::string_view kCentralHeader{"PK\x01\x02", 4};
constexpr std::string_view kEndRecord{"PK\x05\x06", 4};
constexpr std::uint64_t kEndBytes = 22;
constexpr std::uint64_t kCentralBytes = 46;
constexpr std::uint64_t kLocalBytes = 30;
constexpr int kMaxNames = 512;  // formats of this family name themselves early

std::string_view chars_at(ByteView bytes, std::uint64_t at, std::uint64_t length) noexcept {
  if (!has_room(bytes, at, length)) return {};
  return as_chars(bytes.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(length)));
}

// What the names seen so far say.
struct Names {
  bool has_content_types = false;
  bool has_word = false;
  bool has_excel = false;
  bool has_powerpoint = false;
  bool has_macro = false;
  bool has_manifest = false;
  bool has_class = false;
  bool has_android = false;
  bool has_dex = false;
  bool has_torch = false;
  bool all_npy = true;
  int count = 0;

  void see(std::string_view name) noexcept {
    ++count;
    has_content_types |= name == "[Content_Types].xml";
    has_word |= name.starts_with("word/");
    has_excel |= name.starts_with("xl/");
    has_powerpoint |= name.starts_with("ppt/");
    has_macro |= name.ends_with("/vbaProject.bin") || name.starts_with("xl/macrosheets/") || name == "xl/workbook.bin";
    has_manifest |= name == "META-INF/MANIFEST.MF";
    has_class |= name.ends_with(".class");
    has_android |= name == "AndroidManifest.xml";
    has_dex |= name == "classes.dex";
    has_torch |= name.ends_with("/data.pkl") || name == "data.pkl" || name.ends_with("/constants.pkl");
    all_npy &= name.ends_with(".npy");
  }

  [[nodiscard]] Match kind() const noexcept {
    if (has_content_types && has_macro) return {MediaType::kMacroOffice, "zip with Office parts and macros"};
    if (has_android && (has_dex || has_manifest)) return {MediaType::kApk, "zip with AndroidManifest.xml"};
    if (has_dex || has_class || has_manifest) return {MediaType::kJar, "zip with Java classes or manifest"};
    if (has_torch) return {MediaType::kTorch, "zip with data.pkl"};
    if (has_content_types && has_word) return {MediaType::kDocx, "zip with word/ parts"};
    if (has_content_types && has_excel) return {MediaType::kXlsx, "zip with xl/ parts"};
    if (has_content_types && has_powerpoint) return {MediaType::kPptx, "zip with ppt/ parts"};
    if (count > 0 && all_npy) return {MediaType::kNpz, "zip whose entries are .npy"};
    return {MediaType::kZip, "zip local file header"};
  }
};

// Reads the names of the central directory that `end` points to; false where it is not there.
bool read_directory(ByteView zip, std::uint64_t end, Names& names) noexcept {
  const std::uint64_t size = le_at(zip, end + 12, 4);
  if (size > end) return false;
  std::uint64_t at = end - size;  // not the stored offset: a prefix shifts it
  while (names.count < kMaxNames && has_at(zip, at, kCentralHeader) && at + kCentralBytes <= end) {
    const std::uint64_t name_length = le_at(zip, at + 28, 2);
    names.see(chars_at(zip, at + kCentralBytes, name_length));
    at += kCentralBytes + name_length + le_at(zip, at + 30, 2) + le_at(zip, at + 32, 2);
  }
  return names.count > 0;
}

// Without a directory: the local headers in the head, as long as they state their sizes.
void read_local_headers(ByteView zip, Names& names) noexcept {
  std::uint64_t at = 0;
  while (names.count < kMaxNames && at < kSniffHeadBytes && has_at(zip, at, kLocalHeader)) {
    const std::uint64_t name_length = le_at(zip, at + 26, 2);
    names.see(chars_at(zip, at + kLocalBytes, name_length));
    if ((le_at(zip, at + 6, 2) & 8U) != 0) return;  // sizes follow the data
    at += kLocalBytes + name_length + le_at(zip, at + 28, 2) + le_at(zip, at + 18, 4);
  }
}

}  // namespace

std::optional<std::uint64_t> find_zip_end(ByteView bytes) noexcept {
  if (bytes.size() < kEndBytes) return std::nullopt;
  const std::uint64_t first = saturating_sub<std::uint64_t>(bytes.size(), kSniffTailBytes);
  const std::string_view tail = as_chars(bytes.subspan(static_cast<std::size_t>(first)));
  for (std::size_t at = tail.rfind(kEndRecord); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos : tail.rfind(kEndRecord, at - 1)) {
    const std::uint64_t end = first + at;
    if (!has_room(bytes, end, kEndBytes)) continue;
    const std::uint64_t comment = le_at(bytes, end + 20, 2);
    const std::uint64_t entries = le_at(bytes, end + 10, 2);
    const std::uint64_t size = le_at(bytes, end + 12, 4);
    if (!has_room(bytes, end + kEndBytes, comment) || size > end) continue;
    if (entries == 0 ? size == 0 : has_at(bytes, end - size, kCentralHeader)) return end;
    // A zip64 directory is described by the record before this one.
    if (size == 0xFFFFFFFFU || entries == 0xFFFFU) return end;
  }
  return std::nullopt;
}

Match match_zip(ByteView zip) noexcept {
  // EPUB and OpenDocument put an uncompressed entry `mimetype` first; its content is the type.
  if (has_at(zip, kLocalBytes, "mimetype")) {
    const std::uint64_t extra = le_at(zip, 28, 2);
    const std::uint64_t at = kLocalBytes + 8 + extra;
    if (has_at(zip, at, "application/epub+zip")) return {MediaType::kEpub, "zip whose mimetype entry says EPUB"};
    if (has_at(zip, at, "application/vnd.oasis.opendocument.")) {
      return {MediaType::kOdf, "zip whose mimetype entry says OpenDocument"};
    }
  }
  Names names;
  const std::optional<std::uint64_t> end = find_zip_end(zip);
  if (!end || !read_directory(zip, *end, names)) {
    names = Names{};
    read_local_headers(zip, names);
  }
  return names.kind();
}

}  // namespace sluice::media
