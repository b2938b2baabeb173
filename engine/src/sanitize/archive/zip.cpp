#include "sanitize/archive/zip.h"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sanitize/archive/entry_names.h"
#include "sanitize/archive/repacked.h"
#include "sanitize/zip/deflate.h"
#include "sanitize/zip/directory.h"
#include "sanitize/zip/writer.h"

namespace sluice::sanitize {

namespace {

constexpr std::uint64_t kBytesPerStep = 16;

struct Kept {
  std::string name;
  const ZipEntry* entry = nullptr;
  bool is_left_out = false;
  std::optional<ZipPacked> packed;  // what is written in its place, where that is known already
};

class ZipCleaner {
 public:
  ZipCleaner(ByteView zip, const ArchiveOptions& options, Job& job) : zip_(zip), options_(options), job_(job) {}

  Output run() {
    std::optional<ZipDirectory> directory = read_zip_directory(zip_, options_.max_entries, job_);
    if (!directory) return {};
    const bool is_named = take_names(*directory);
    const bool is_sized = check_sizes(*directory);
    std::vector<ByteView> stored;
    for (const ZipEntry& entry : directory->entries) {
      if (!entry.is_deflated) stored.push_back(entry.packed);
    }
    const bool is_zip_only = check_no_pdf_outside(zip_, stored, job_);
    if (!is_named || !is_sized || !is_zip_only || job_.is_withheld()) return {};
    has_changes_ = has_changes_ || !directory->extras.empty();
    // In the order of the names, in which they are written, so that two archives of the same files are the same.
    std::sort(kept_.begin(), kept_.end(), [](const Kept& a, const Kept& b) { return a.name < b.name; });
    for (Kept& kept : kept_) {
      if (!check(kept)) {
        job_.findings.add_exhausted(job_.budget);
        return {};
      }
    }
    if (!has_changes_ && options_.repack != Repack::kAlways) return {true, true, {}};
    if (options_.repack == Repack::kNever) {
      add_repack_refused(job_);
      return {};
    }
    return write(directory->extras);
  }

 private:
  bool refuse(FindingCode code, const ZipEntry& entry, std::string detail) {
    Location where;
    where.begin = where.end = entry.begin;
    where.pointer = report_text(as_bytes(entry.name), job_.host.scrubber());
    job_.findings.add(code, Severity::kHigh, Decision::kQuarantine, engine_text(std::move(detail)), std::move(where));
    return false;
  }

  bool take_names(const ZipDirectory& directory) {
    EntryNames names(job_, options_.release_members);
    kept_.reserve(directory.entries.size());
    bool is_safe = true;
    for (const ZipEntry& entry : directory.entries) {
      std::string_view raw = entry.name;
      if (entry.is_folder) raw.remove_suffix(1);
      EntryNames::Checked checked = names.check(raw, entry.is_folder, entry.begin);
      is_safe = is_safe && checked.fate != EntryNames::Fate::kWithheld;
      has_changes_ = has_changes_ || checked.fate == EntryNames::Fate::kLeftOut;
      if (checked.fate != EntryNames::Fate::kKept) continue;
      // Without the flag some readers take the bytes for another encoding.
      const bool is_plain =
          std::all_of(raw.begin(), raw.end(), [](char c) { return static_cast<unsigned char>(c) < 128; });
      has_changes_ = has_changes_ || checked.name != entry.name || (!is_plain && !entry.is_name_utf8);
      kept_.push_back({std::move(checked.name), &entry, false, std::nullopt});
    }
    return is_safe;
  }

  // What a header promises too much is not worth inflating.
  bool check_sizes(const ZipDirectory& directory) {
    bool is_fitting = true;
    for (const ZipEntry& entry : directory.entries) {
      if (entry.bytes <= options_.max_member_bytes) continue;
      is_fitting = refuse(FindingCode::kArchiveRatio, entry,
                          std::to_string(entry.bytes) + " bytes, " + std::to_string(options_.max_member_bytes) +
                              " are allowed for a member");
      if (job_.findings.listed().size() >= job_.budget.limits().max_findings) break;
    }
    return is_fitting;
  }

  // The content of an entry: inside the input, or in `buffer`.
  std::optional<ByteView> open(const ZipEntry& entry, Charge charge, Bytes& buffer) {
    ByteView content = entry.packed;
    if (entry.is_deflated) {
      Inflated inflated = inflate_raw(entry.packed, entry.bytes, job_.budget, charge);
      if (inflated.end == InflateEnd::kExhausted) return std::nullopt;
      if (inflated.end != InflateEnd::kEnded || inflated.bytes.size() != entry.bytes) {
        refuse(FindingCode::kArchiveChecksum, entry, "zip: an entry does not inflate to the size it claims");
        return std::nullopt;
      }
      if (inflated.consumed != entry.packed.size()) {
        refuse(FindingCode::kArchiveMismatch, entry, "zip: bytes behind the stream of an entry");
        return std::nullopt;
      }
      buffer = std::move(inflated.bytes);
      content = buffer;
    }
    if (!job_.budget.charge(Budget::Kind::kSteps, content.size() / kBytesPerStep + 1) || !job_.budget.poll()) {
      return std::nullopt;
    }
    if (crc32_of(content) != entry.crc) {
      refuse(FindingCode::kArchiveChecksum, entry, "zip: the checksum of an entry does not fit");
      return std::nullopt;
    }
    return content;
  }

  bool check(Kept& kept) {
    // What comes out of a stream buys the steps of looking at it; it was paid for as inflated bytes.
    if (kept.entry->is_deflated) job_.budget.credit_work(kept.entry->bytes);
    Bytes buffer;
    const std::optional<ByteView> content = open(*kept.entry, Charge::kInflated, buffer);
    if (!content) return false;
    if (kept.entry->is_folder) return true;
    MemberInfo info;
    info.name = kept.name;
    info.is_file = true;
    info.can_be_left_out = options_.release_members;
    info.source_begin = kept.entry->begin;
    Member member = job_.host.check_member(info, *content);
    if (job_.is_withheld() || !job_.budget.ok()) return false;
    if (!member.is_released) {
      if (!options_.release_members) return false;
      kept.is_left_out = true;
      has_changes_ = true;
      return true;
    }
    if (!member.is_unchanged) {
      has_changes_ = true;
      kept.packed = pack_for_zip(member.bytes);
    }
    return true;
  }

  Output write(const ZipExtras& extras) {
    ZipWriter writer;
    std::uint64_t charged = 0;
    for (Kept& kept : kept_) {
      if (kept.is_left_out) continue;
      if (!kept.packed) {
        Bytes buffer;
        const std::optional<ByteView> content = open(*kept.entry, Charge::kNothing, buffer);
        if (!content) return exhausted();
        kept.packed = pack_for_zip(*content);
      }
      writer.add(kept.name, *kept.packed);
      kept.packed.reset();
      if (!job_.budget.charge(Budget::Kind::kOutputBytes, writer.bytes() - charged)) return exhausted();
      charged = writer.bytes();
      if (!writer.fits()) {
        refuse(FindingCode::kArchiveRatio, *kept.entry, "zip: more than 4 GiB would be written");
        return {};
      }
    }
    Output output;
    output.is_released = true;
    output.bytes = std::move(writer).finish();
    if (std::equal(output.bytes.begin(), output.bytes.end(), zip_.begin(), zip_.end())) {
      output.is_unchanged = true;
      output.bytes.clear();
      return output;
    }
    report_repacked(extras);
    return output;
  }

  void report_repacked(const ZipExtras& extras) {
    Repacked repacked;
    repacked.count("bytes of comments", extras.comment_bytes);
    repacked.count("extra fields", extras.extra_fields);
    repacked.count("bytes between entries", extras.gap_bytes);
    repacked.count("special modes", extras.special_modes);
    repacked.report(job_);
    report_trailing(extras.trailing_bytes, zip_.size(), job_);
  }

  Output exhausted() {
    job_.findings.add_exhausted(job_.budget);
    return {};
  }

  ByteView zip_;
  const ArchiveOptions& options_;
  Job& job_;
  std::vector<Kept> kept_;
  bool has_changes_ = false;
};

}  // namespace

Output clean_zip(ByteView zip, const ArchiveOptions& options, Job& job) noexcept {
  try {
    return ZipCleaner(zip, options, job).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
