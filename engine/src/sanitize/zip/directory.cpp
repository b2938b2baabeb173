#include "sanitize/zip/directory.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/checked.h"
#include "media/bytes_at.h"
#include "sanitize/zip/fields.h"

namespace sluice::sanitize {

namespace {

using media::has_at;
using media::has_room;
using media::le_at;

// What the headers say before they are compared.
struct Header {
  std::string_view name;
  std::uint64_t flags = 0;
  std::uint64_t method = 0;
  std::uint64_t crc = 0;
  std::uint64_t packed_bytes = 0;
  std::uint64_t bytes = 0;
  ZipFields fields;
};

struct Located {
  ZipEntry entry;
  Header central;
  std::uint64_t data_end = 0;
  std::uint64_t data_begin = 0;
  bool has_descriptor = false;
};

class DirectoryReader {
 public:
  DirectoryReader(ByteView zip, std::uint64_t max_entries, Job& job)
      : zip_(zip), max_entries_(max_entries), job_(job) {}

  std::optional<ZipDirectory> run() {
    if (!find_end() || !read_central() || !read_locals()) {
      job_.findings.add_exhausted(job_.budget);
      return std::nullopt;
    }
    ZipDirectory directory;
    directory.extras = extras_;
    directory.entries.reserve(entries_.size());
    for (Located& located : entries_) directory.entries.push_back(located.entry);
    return directory;
  }

 private:
  // Adds the finding that withholds and returns false.
  bool refuse(FindingCode code, std::uint64_t at, std::string detail, std::string_view name = {}) {
    Location where;
    where.begin = where.end = at;
    if (!name.empty()) where.pointer = report_text(as_bytes(name), job_.host.scrubber());
    job_.findings.add(code, Severity::kHigh, Decision::kQuarantine, engine_text(std::move(detail)), std::move(where));
    return false;
  }
  bool mismatch(std::uint64_t at, std::string detail, std::string_view name = {}) {
    return refuse(FindingCode::kArchiveMismatch, at, std::move(detail), name);
  }

  [[nodiscard]] std::string_view chars(std::uint64_t at, std::uint64_t length) const noexcept {
    return as_chars(zip_.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(length)));
  }

  bool find_end() {
    // Readers take the last signature that they find; one in the comment or behind it makes them differ.
    const std::uint64_t window = std::min<std::uint64_t>(zip_.size(), kZipEndBytes + kZipMaxComment);
    const std::uint64_t first = zip_.size() - window;
    const std::size_t found = chars(first, window).rfind(kZipEnd);
    if (found == std::string_view::npos) {
      return refuse(FindingCode::kMalformed, zip_.size(), "zip: no end record in the last 65557 bytes");
    }
    end_ = first + found;
    const std::uint64_t comment = le_at(zip_, end_ + 20, 2);
    if (!has_room(zip_, end_, kZipEndBytes) || !has_room(zip_, end_ + kZipEndBytes, comment)) {
      return refuse(FindingCode::kMalformed, end_, "zip: the end record is cut off");
    }
    extras_.comment_bytes += comment;
    extras_.trailing_bytes = zip_.size() - (end_ + kZipEndBytes + comment);
    if (le_at(zip_, end_ + 4, 2) != 0 || le_at(zip_, end_ + 6, 2) != 0 ||
        le_at(zip_, end_ + 8, 2) != le_at(zip_, end_ + 10, 2)) {
      return mismatch(end_, "zip: the archive spans several disks");
    }
    count_ = le_at(zip_, end_ + 10, 2);
    directory_bytes_ = le_at(zip_, end_ + 12, 4);
    directory_ = le_at(zip_, end_ + 16, 4);
    directory_end_ = end_;
    if (!read_zip64_end()) return false;
    if (count_ > max_entries_) {
      return refuse(FindingCode::kArchiveEntries, end_,
                    std::to_string(count_) + " entries, " + std::to_string(max_entries_) + " are allowed");
    }
    if (directory_bytes_ > directory_end_ || directory_ > directory_end_ - directory_bytes_) {
      return refuse(FindingCode::kArchiveOverlap, end_, "zip: the directory lies outside of the archive");
    }
    if (directory_ + directory_bytes_ != directory_end_) {
      // Either bytes before the archive that shift it, or a directory that most readers would not look at.
      return refuse(FindingCode::kLeadingData, end_, "zip: the directory does not end at the end record");
    }
    return true;
  }

  // The zip64 end record replaces fields that are too small; where both say something they have to agree.
  bool read_zip64_end() {
    const bool is_saturated = count_ == 0xFFFF || directory_bytes_ == kZipSaturated || directory_ == kZipSaturated;
    const bool has_locator = end_ >= kZip64LocatorBytes && has_at(zip_, end_ - kZip64LocatorBytes, kZip64Locator);
    if (!has_locator) return !is_saturated || mismatch(end_, "zip64: fields point to an end record that is missing");
    const std::uint64_t locator = end_ - kZip64LocatorBytes;
    const std::uint64_t record = le_at(zip_, locator + 8, 8);
    if (le_at(zip_, locator + 4, 4) != 0 || le_at(zip_, locator + 16, 4) > 1) {
      return mismatch(locator, "zip64: the archive spans several disks");
    }
    if (record > locator || !has_at(zip_, record, kZip64End) || !has_room(zip_, record, kZip64EndBytes) ||
        le_at(zip_, record + 4, 8) != kZip64EndBytes - 12 || record + kZip64EndBytes != locator) {
      return mismatch(locator, "zip64: the end record is not where the locator says");
    }
    const std::uint64_t count = le_at(zip_, record + 32, 8);
    if (le_at(zip_, record + 16, 4) != 0 || le_at(zip_, record + 20, 4) != 0 || le_at(zip_, record + 24, 8) != count) {
      return mismatch(record, "zip64: the archive spans several disks");
    }
    const auto agrees = [](std::uint64_t small, std::uint64_t saturated, std::uint64_t wide) {
      return small == saturated || small == wide;
    };
    const std::uint64_t directory_bytes = le_at(zip_, record + 40, 8);
    const std::uint64_t directory = le_at(zip_, record + 48, 8);
    if (!agrees(count_, 0xFFFF, count) || !agrees(directory_bytes_, kZipSaturated, directory_bytes) ||
        !agrees(directory_, kZipSaturated, directory)) {
      return mismatch(record, "zip64: the two end records disagree");
    }
    count_ = count;
    directory_bytes_ = directory_bytes;
    directory_ = directory;
    directory_end_ = record;
    return true;
  }

  bool read_central() {
    std::uint64_t at = directory_;
    while (at < directory_end_) {
      if (!job_.budget.charge(Budget::Kind::kNodes, 1)) return false;
      if (entries_.size() % 4096 == 0 && !job_.budget.poll()) return false;
      if (entries_.size() == count_)
        return mismatch(at, "zip: the directory has more entries than its end record says");
      if (!has_at(zip_, at, kZipCentral) || directory_end_ - at < kZipCentralBytes) {
        return refuse(FindingCode::kMalformed, at, "zip: no entry of the directory where one should be");
      }
      const std::uint64_t name_bytes = le_at(zip_, at + 28, 2);
      const std::uint64_t extra_bytes = le_at(zip_, at + 30, 2);
      const std::uint64_t comment_bytes = le_at(zip_, at + 32, 2);
      if (directory_end_ - at - kZipCentralBytes < name_bytes + extra_bytes + comment_bytes) {
        return refuse(FindingCode::kMalformed, at, "zip: an entry of the directory is cut off");
      }
      if (!read_entry(at, name_bytes, extra_bytes)) return false;
      extras_.comment_bytes += comment_bytes;
      at += kZipCentralBytes + name_bytes + extra_bytes + comment_bytes;
    }
    if (entries_.size() != count_) return mismatch(at, "zip: the directory has fewer entries than its end record says");
    return true;
  }

  bool read_entry(std::uint64_t at, std::uint64_t name_bytes, std::uint64_t extra_bytes) {
    Located located;
    Header& header = located.central;
    header.name = chars(at + kZipCentralBytes, name_bytes);
    header.flags = le_at(zip_, at + 8, 2);
    header.method = le_at(zip_, at + 10, 2);
    header.crc = le_at(zip_, at + 16, 4);
    header.packed_bytes = le_at(zip_, at + 20, 4);
    header.bytes = le_at(zip_, at + 24, 4);
    std::uint64_t disk = le_at(zip_, at + 34, 2);
    std::uint64_t begin = le_at(zip_, at + 42, 4);
    if (!read_fields(at + kZipCentralBytes + name_bytes, extra_bytes, header)) return false;
    if (header.fields.zip64) {
      ByteView wide = *header.fields.zip64;
      const auto take = [&](std::uint64_t& value, std::uint64_t saturated, unsigned width) {
        if (value != saturated) return;
        if (wide.size() < width) return;
        value = le_at(wide, 0, width);
        wide = wide.subspan(width);
      };
      take(header.bytes, kZipSaturated, 8);
      take(header.packed_bytes, kZipSaturated, 8);
      take(begin, kZipSaturated, 8);
      take(disk, 0xFFFF, 4);
      if (!wide.empty()) return mismatch(at, "zip64: a field that nothing asks for", header.name);
    }
    if (disk != 0) return mismatch(at, "zip: an entry is on another disk", header.name);
    if (header.bytes == kZipSaturated || header.packed_bytes == kZipSaturated || begin == kZipSaturated) {
      return mismatch(at, "zip64: a size is missing", header.name);
    }
    if (!check_coding(at, header)) return false;
    ZipEntry& entry = located.entry;
    entry.name = header.name;
    entry.is_folder = header.name.ends_with('/');
    entry.is_deflated = header.method == kZipDeflated;
    entry.is_name_utf8 = (header.flags & kZipFlagUtf8) != 0;
    entry.crc = static_cast<std::uint32_t>(header.crc);
    entry.bytes = header.bytes;
    entry.begin = begin;
    if (!check_attributes(at, le_at(zip_, at + 38, 4), entry)) return false;
    located.has_descriptor = (header.flags & kZipFlagDescriptor) != 0;
    entries_.push_back(std::move(located));
    return true;
  }

  bool read_fields(std::uint64_t at, std::uint64_t length, Header& header) {
    if (!job_.budget.charge(Budget::Kind::kSteps, 1 + length / 16)) return false;
    header.fields = read_zip_fields(zip_.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(length)));
    extras_.extra_fields += header.fields.others;
    if (header.fields.is_ambiguous) return mismatch(at, "zip: a field twice", header.name);
    if (header.fields.is_encrypted) {
      return refuse(FindingCode::kArchiveEncrypted, at, "zip: a field of an encrypted entry", header.name);
    }
    if (header.fields.unicode_name && *header.fields.unicode_name != header.name) {
      return mismatch(at, "zip: an entry has two names", header.name);
    }
    return true;
  }

  bool check_coding(std::uint64_t at, const Header& header) {
    if ((header.flags & kZipFlagsEncrypted) != 0) {
      return refuse(FindingCode::kArchiveEncrypted, at, "zip: an encrypted entry", header.name);
    }
    if (header.method != kZipStored && header.method != kZipDeflated) {
      return refuse(FindingCode::kArchiveMethod, at, "zip: method " + std::to_string(header.method), header.name);
    }
    if ((header.flags & ~kZipFlagsKnown) != 0) {
      return mismatch(at, "zip: flags that this method does not have", header.name);
    }
    if (header.method == kZipStored && header.bytes != header.packed_bytes) {
      return mismatch(at, "zip: a stored entry with two sizes", header.name);
    }
    return true;
  }

  bool check_attributes(std::uint64_t at, std::uint64_t attributes, const ZipEntry& entry) {
    constexpr std::uint64_t kDosFolder = 0x10;
    const std::uint64_t mode = attributes >> 16U;
    const std::uint64_t type = mode & 0170000U;
    if (type != 0 && type != 0100000U && type != 0040000U) {
      return refuse(FindingCode::kArchiveSpecial, at, "zip: a link or another special file", entry.name);
    }
    const bool is_called_folder = type == 0040000U || (attributes & kDosFolder) != 0;
    if (is_called_folder != entry.is_folder && (is_called_folder || type != 0)) {
      return mismatch(at, "zip: a folder by its name or by its attributes only", entry.name);
    }
    if (entry.is_folder && entry.bytes != 0) return mismatch(at, "zip: a folder with content", entry.name);
    if ((mode & 07000U) != 0) ++extras_.special_modes;
    return true;
  }

  bool read_locals() {
    std::vector<std::size_t> order(entries_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return entries_[a].entry.begin < entries_[b].entry.begin; });
    if (!order.empty() && entries_[order[0]].entry.begin != 0) {
      return refuse(FindingCode::kLeadingData, 0, "zip: bytes before the first entry");
    }
    if (order.empty() && directory_ != 0)
      return refuse(FindingCode::kLeadingData, 0, "zip: bytes before the directory");
    std::uint64_t past = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i % 4096 == 0 && !job_.budget.poll()) return false;
      Located& located = entries_[order[i]];
      const std::uint64_t begin = located.entry.begin;
      const std::uint64_t next = i + 1 < order.size() ? entries_[order[i + 1]].entry.begin : directory_;
      if (begin >= directory_ || next > directory_) {
        return refuse(FindingCode::kArchiveOverlap, begin, "zip: an entry lies outside of the archive",
                      located.entry.name);
      }
      if (!check_gap(past, begin)) return false;
      if (!read_local(located, next)) return false;
      past = located.data_end;
      if (past > next) return refuse(FindingCode::kArchiveOverlap, next, "zip: entries overlap", located.entry.name);
    }
    return check_gap(past, directory_);
  }

  bool check_gap(std::uint64_t begin, std::uint64_t end) {
    if (begin >= end) return true;
    if (!job_.budget.charge(Budget::Kind::kSteps, (end - begin) / 16 + 1)) return false;
    if (chars(begin, end - begin).find(kZipLocal) != std::string_view::npos) {
      return mismatch(begin, "zip: an entry that the directory does not know");
    }
    extras_.gap_bytes += end - begin;
    return true;
  }

  bool read_local(Located& located, std::uint64_t next) {
    const Header& central = located.central;
    const std::uint64_t at = located.entry.begin;
    if (!has_at(zip_, at, kZipLocal) || !has_room(zip_, at, kZipLocalBytes)) {
      return mismatch(at, "zip: no entry where the directory says", central.name);
    }
    const std::uint64_t name_bytes = le_at(zip_, at + 26, 2);
    const std::uint64_t extra_bytes = le_at(zip_, at + 28, 2);
    const std::uint64_t data = at + kZipLocalBytes + name_bytes + extra_bytes;
    if (data > directory_ || central.packed_bytes > directory_ - data) {
      return refuse(FindingCode::kArchiveOverlap, at, "zip: an entry lies outside of the archive", central.name);
    }
    if (data > next || central.packed_bytes > next - data) {
      return refuse(FindingCode::kArchiveOverlap, at, "zip: entries overlap", central.name);
    }
    Header local;
    local.name = chars(at + kZipLocalBytes, name_bytes);
    local.crc = le_at(zip_, at + 14, 4);
    local.packed_bytes = le_at(zip_, at + 18, 4);
    local.bytes = le_at(zip_, at + 22, 4);
    if (local.name != central.name) return mismatch(at, "zip: the two names of an entry differ", central.name);
    if (le_at(zip_, at + 6, 2) != central.flags)
      return mismatch(at, "zip: the two flags of an entry differ", central.name);
    if (le_at(zip_, at + 8, 2) != central.method) {
      return mismatch(at, "zip: the two methods of an entry differ", central.name);
    }
    if (!read_fields(at + kZipLocalBytes + name_bytes, extra_bytes, local)) return false;
    if (local.fields.zip64) {
      // Some writers fill in the small sizes later and leave the wide ones beside them; then both have to be true.
      const ByteView wide = *local.fields.zip64;
      const auto replace = [&](std::uint64_t& value, std::uint64_t wide_value) {
        const bool is_same = value == kZipSaturated || value == wide_value;
        value = wide_value;
        return is_same;
      };
      const bool is_true = wide.size() == 16 && replace(local.bytes, le_at(wide, 0, 8)) &&
                           replace(local.packed_bytes, le_at(wide, 8, 8));
      if (!is_true) return mismatch(at, "zip64: sizes of a local header", central.name);
    }
    const auto agrees = [&](std::uint64_t here, std::uint64_t there) {
      return here == there || (located.has_descriptor && here == 0);
    };
    if (!agrees(local.crc, central.crc) || !agrees(local.packed_bytes, central.packed_bytes) ||
        !agrees(local.bytes, central.bytes)) {
      return mismatch(at, "zip: the two sizes or checksums of an entry differ", central.name);
    }
    located.data_begin = data;
    located.data_end = data + central.packed_bytes;
    located.entry.packed = zip_.subspan(static_cast<std::size_t>(data), static_cast<std::size_t>(central.packed_bytes));
    if (!located.has_descriptor) return true;
    return read_descriptor(located, next);
  }

  // Sizes once more, behind the data: with or without a signature, in 4 or 8 bytes.
  bool read_descriptor(Located& located, std::uint64_t next) {
    const Header& central = located.central;
    const std::uint64_t at = located.data_end;
    std::uint64_t end = 0;
    for (const auto& [head, width] : std::array<std::pair<unsigned, unsigned>, 4>{{{4, 4}, {4, 8}, {0, 4}, {0, 8}}}) {
      const std::uint64_t length = head + 4 + 2 * width;
      if (length > next - at) continue;
      if (head != 0 && !has_at(zip_, at, kZipDescriptor)) continue;
      if (le_at(zip_, at + head, 4) != central.crc || le_at(zip_, at + head + 4, width) != central.packed_bytes ||
          le_at(zip_, at + head + 4 + width, width) != central.bytes) {
        continue;
      }
      if (end == 0 || at + length == next) end = at + length;
    }
    if (end == 0) return mismatch(at, "zip: a data descriptor that differs from the directory", central.name);
    located.data_end = end;
    return true;
  }

  ByteView zip_;
  std::uint64_t max_entries_;
  Job& job_;
  std::uint64_t end_ = 0;  // of the end record
  std::uint64_t directory_ = 0;
  std::uint64_t directory_bytes_ = 0;
  std::uint64_t directory_end_ = 0;
  std::uint64_t count_ = 0;
  std::vector<Located> entries_;
  ZipExtras extras_;
};

}  // namespace

std::optional<ZipDirectory> read_zip_directory(ByteView zip, std::uint64_t max_entries, Job& job) {
  return DirectoryReader(zip, max_entries, job).run();
}

}  // namespace sluice::sanitize
