#include "sanitize/archive/tar_reader.h"

#include <algorithm>
#include <utility>

#include "core/checked.h"
#include "media/bytes_at.h"
#include "sanitize/archive/pax.h"
#include "sanitize/archive/tar_header.h"

namespace sluice::sanitize {

namespace {

constexpr std::uint64_t kMaxNameBytes = 65'536;  // of a long name or a pax header; safe names have 1,024 at most
constexpr std::size_t kHeaderNameBytes = 100;
constexpr std::uint64_t kPollEvery = 1024;

bool is_zero(ByteView bytes) noexcept {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

std::uint64_t padded(std::uint64_t bytes) noexcept {
  return saturating_mul((bytes / kTarBlockBytes) + (bytes % kTarBlockBytes != 0 ? 1 : 0), kTarBlockBytes);
}

class TarReader {
 public:
  TarReader(ByteView tar, std::uint64_t max_entries, Job& job) : tar_(tar), max_entries_(max_entries), job_(job) {}

  std::optional<TarContents> run() {
    if (!read_all()) {
      job_.findings.add_exhausted(job_.budget);
      return std::nullopt;
    }
    return std::move(contents_);
  }

 private:
  bool refuse(FindingCode code, std::string detail, std::string_view name = {}) {
    Location where;
    where.begin = where.end = at_;
    if (!name.empty()) where.pointer = report_text(as_bytes(name), job_.host.scrubber());
    job_.findings.add(code, Severity::kHigh, Decision::kQuarantine, engine_text(std::move(detail)), std::move(where));
    return false;
  }
  bool mismatch(std::string detail, std::string_view name = {}) {
    return refuse(FindingCode::kArchiveMismatch, std::move(detail), name);
  }

  [[nodiscard]] ByteView part(std::uint64_t begin, std::uint64_t length) const noexcept {
    return tar_.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(length));
  }

  bool read_all() {
    while (true) {
      if (!media::has_room(tar_, at_, kTarBlockBytes)) {
        return refuse(FindingCode::kMalformed, "tar: it ends without its end blocks");
      }
      if (is_zero(part(at_, kTarBlockBytes))) return read_end();
      if (!job_.budget.charge(Budget::Kind::kNodes, 1) ||
          !job_.budget.charge(Budget::Kind::kSteps, kTarBlockBytes / 16)) {
        return false;
      }
      if (++headers_ % kPollEvery == 0 && !job_.budget.poll()) return false;
      const std::optional<TarHeader> header = read_tar_header(part(at_, kTarBlockBytes));
      if (!header) return refuse(FindingCode::kMalformed, "tar: no header where one should be");
      const std::uint64_t content = at_ + kTarBlockBytes;
      if (header->bytes > tar_.size() || padded(header->bytes) > tar_.size() - content) {
        return refuse(FindingCode::kMalformed, "tar: an entry ends behind the archive", header->name);
      }
      const ByteView bytes = part(content, header->bytes);
      const ByteView padding = part(content + header->bytes, padded(header->bytes) - header->bytes);
      if (!is_zero(padding)) ++contents_.extras.padding;
      if (header->has_odd_bytes) ++contents_.extras.odd_headers;
      if (!take(*header, bytes)) return false;
      at_ = content + padded(header->bytes);
    }
  }

  // Two zero blocks; more of them fill the last record. What is behind is not read by anyone who obeys them.
  bool read_end() {
    if (has_extended_) return refuse(FindingCode::kMalformed, "tar: a header that describes no entry");
    if (!media::has_room(tar_, at_, 2 * kTarBlockBytes) || !is_zero(part(at_, 2 * kTarBlockBytes))) {
      return refuse(FindingCode::kMalformed, "tar: it ends without its end blocks");
    }
    if (!job_.budget.charge(Budget::Kind::kSteps, (tar_.size() - at_) / 16)) return false;
    const ByteView rest = part(at_, tar_.size() - at_);
    const auto last = std::find_if(rest.rbegin(), rest.rend(), [](std::byte b) { return b != std::byte{0}; });
    if (last != rest.rend()) contents_.extras.trailing_bytes = rest.size() - 2 * kTarBlockBytes;
    return true;
  }

  bool take(const TarHeader& header, ByteView bytes) {
    switch (header.type) {
      case 'x': return take_pax(header, bytes);
      case 'g': return take_global_pax(header, bytes);
      case 'L': return take_gnu_name(header, bytes);
      case '0':
      case '5': return take_entry(header, bytes);
      default:
        return refuse(FindingCode::kArchiveSpecial, "tar: a link, device, pipe, sparse file or another special entry",
                      header.name);
    }
  }

  std::optional<PaxRecords> read_records(const TarHeader& header, ByteView bytes) {
    if (bytes.size() > kMaxNameBytes) {
      refuse(FindingCode::kMalformed, "tar: a pax header of more than 64 KiB", header.name);
      return std::nullopt;
    }
    if (!job_.budget.charge(Budget::Kind::kSteps, bytes.size() / 4 + 1)) return std::nullopt;
    std::optional<PaxRecords> records = read_pax(as_chars(bytes));
    if (!records) {
      refuse(FindingCode::kMalformed, "tar: a pax header that is not one", header.name);
      return std::nullopt;
    }
    if (records->is_special) {
      refuse(FindingCode::kArchiveSpecial, "tar: a pax header of a link or sparse file", header.name);
      return std::nullopt;
    }
    if (records->is_ambiguous) {
      mismatch("tar: a pax header that readers understand in several ways", header.name);
      return std::nullopt;
    }
    contents_.extras.records += records->others;
    return records;
  }

  bool begin_extended(const TarHeader& header) {
    if (has_extended_) return mismatch("tar: two headers describe one entry", header.name);
    has_extended_ = true;
    extended_at_ = at_;
    // Readers that do not know this type make a file of it, under the name it has.
    if (header.name != kTarPaxName) ++contents_.extras.other_names;
    return true;
  }

  bool take_pax(const TarHeader& header, ByteView bytes) {
    if (!begin_extended(header)) return false;
    const std::optional<PaxRecords> records = read_records(header, bytes);
    if (!records) return false;
    long_name_ = records->path;
    long_bytes_ = records->bytes;
    is_pax_name_ = true;
    return true;
  }

  // Records for all entries that follow: a comment at most, as git writes one.
  bool take_global_pax(const TarHeader& header, ByteView bytes) {
    if (has_extended_) return mismatch("tar: two headers describe one entry", header.name);
    const std::optional<PaxRecords> records = read_records(header, bytes);
    if (!records) return false;
    if (records->path || records->bytes) return mismatch("tar: one name or size for all entries", header.name);
    ++contents_.extras.records;
    return true;
  }

  bool take_gnu_name(const TarHeader& header, ByteView bytes) {
    if (!begin_extended(header)) return false;
    std::string_view name = as_chars(bytes);
    if (name.size() > kMaxNameBytes) return refuse(FindingCode::kMalformed, "tar: a name of more than 64 KiB");
    if (name.empty() || name.back() != '\0' || name.find('\0') != name.size() - 1) {
      return mismatch("tar: a long name that does not end where its size says");
    }
    name.remove_suffix(1);
    long_name_ = std::string(name);
    is_pax_name_ = false;
    return true;
  }

  bool take_entry(const TarHeader& header, ByteView bytes) {
    TarEntry entry;
    entry.begin = has_extended_ ? extended_at_ : at_;
    entry.name = long_name_ ? *long_name_ : header.name;
    entry.content = bytes;
    if (long_bytes_ && *long_bytes_ != header.bytes) {
      return mismatch("tar: the two sizes of an entry differ", entry.name);
    }
    if ((header.mode & 07000U) != 0) ++contents_.extras.special_modes;
    // Long before folders had a type they ended in a slash, and most readers still take them so.
    entry.is_folder = header.type == '5' || entry.name.ends_with('/');
    if (entry.is_folder && !bytes.empty()) return mismatch("tar: a folder with content", entry.name);
    if (entry.is_folder && header.type != '5') ++contents_.extras.odd_headers;
    if (!normalize(entry, header)) return false;
    has_extended_ = false;
    long_name_.reset();
    long_bytes_.reset();
    if (entry.name.empty()) return true;  // the folder that everything is in
    if (contents_.entries.size() == max_entries_) {
      return refuse(FindingCode::kArchiveEntries, "more than " + std::to_string(max_entries_) + " entries");
    }
    contents_.entries.push_back(std::move(entry));
    return true;
  }

  // `./a` is how tar calls what is in the folder where it runs.
  bool normalize(TarEntry& entry, const TarHeader& header) {
    std::string& name = entry.name;
    if (name.empty()) return mismatch("tar: an entry without a name");
    const bool is_here = entry.is_folder && (name == "." || name == "./");
    std::string plain = is_here ? std::string() : name;
    while (plain.starts_with("./")) plain.erase(0, 2);
    const bool was_dotted = plain.size() != name.size();
    if (entry.is_folder && plain.ends_with('/')) plain.pop_back();
    if (plain.empty() && !is_here) return mismatch("tar: an entry without a name", name);
    const std::string written = entry.is_folder ? plain + "/" : plain;
    if (long_name_) {
      const std::string& fallback = header.name;
      const bool is_ours = is_pax_name_ && needs_pax_name(written) && fallback == tar_fallback_name(written);
      if (!is_ours) {
        ++contents_.extras.other_names;
        // Writers shorten it in ways of their own. A name that would be unsafe is no shortened one.
        entry.fallback_name = fallback;
      }
    } else if (was_dotted || needs_pax_name(written) || (entry.is_folder && !name.ends_with('/'))) {
      ++contents_.extras.other_names;
    }
    name = std::move(plain);
    return true;
  }

  ByteView tar_;
  std::uint64_t max_entries_;
  Job& job_;
  std::uint64_t at_ = 0;
  std::uint64_t headers_ = 0;
  bool has_extended_ = false;  // headers of the next entry were seen
  bool is_pax_name_ = false;
  std::uint64_t extended_at_ = 0;
  std::optional<std::string> long_name_;
  std::optional<std::uint64_t> long_bytes_;
  TarContents contents_;
};

}  // namespace

bool needs_pax_name(std::string_view name) noexcept {
  return name.size() > kHeaderNameBytes ||
         std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

std::string tar_fallback_name(std::string_view name) {
  const bool is_folder = name.ends_with('/');
  if (is_folder) name.remove_suffix(1);
  std::string out;
  // ASCII, so that no reader takes it for another encoding; a component of dots alone would climb.
  for (const char c : name.substr(0, kHeaderNameBytes - 1)) out += static_cast<unsigned char>(c) < 0x80 ? c : '_';
  while (!out.empty() && (out.back() == '.' || out.back() == '/' || out.back() == ' ')) out.pop_back();
  if (out.empty()) out = "_";
  return is_folder ? out + "/" : out;
}

std::optional<TarContents> read_tar(ByteView tar, std::uint64_t max_entries, Job& job) {
  return TarReader(tar, max_entries, job).run();
}

}  // namespace sluice::sanitize
