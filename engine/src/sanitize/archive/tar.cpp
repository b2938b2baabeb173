#include "sanitize/archive/tar.h"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "path/name.h"
#include "sanitize/archive/entry_names.h"
#include "sanitize/archive/pax.h"
#include "sanitize/archive/repacked.h"
#include "sanitize/archive/tar_header.h"
#include "sanitize/archive/tar_reader.h"

namespace sluice::sanitize {

namespace {

constexpr std::size_t kRecordBlocks = 20;          // what tar fills up to
constexpr std::uint64_t kMaxBytes = 077777777777;  // that eleven octal digits hold

struct Kept {
  std::string name;
  const TarEntry* entry = nullptr;
  bool is_left_out = false;
  std::optional<Bytes> changed;
};

class TarCleaner {
 public:
  TarCleaner(ByteView tar, const ArchiveOptions& options, Job& job) : tar_(tar), options_(options), job_(job) {}

  Output run() {
    std::optional<TarContents> contents = read_tar(tar_, options_.max_entries, job_);
    if (!contents || !take_names(*contents)) return {};
    std::vector<ByteView> members;
    for (const TarEntry& entry : contents->entries) members.push_back(entry.content);
    if (!check_no_pdf_outside(tar_, members, job_) || job_.is_withheld()) return {};
    has_changes_ = has_changes_ || !contents->extras.empty();
    std::sort(kept_.begin(), kept_.end(), [](const Kept& a, const Kept& b) { return a.name < b.name; });
    for (Kept& kept : kept_) {
      if (!check(kept)) return exhausted();
    }
    if (!has_changes_ && options_.repack != Repack::kAlways) return {true, true, {}};
    if (options_.repack == Repack::kNever) {
      add_repack_refused(job_);
      return {};
    }
    return write(contents->extras);
  }

 private:
  bool refuse(FindingCode code, const TarEntry& entry, std::string detail) {
    Location where;
    where.begin = where.end = entry.begin;
    where.pointer = report_text(as_bytes(entry.name), job_.host.scrubber());
    job_.findings.add(code, Severity::kHigh, Decision::kQuarantine, engine_text(std::move(detail)), std::move(where));
    return false;
  }

  bool take_names(const TarContents& contents) {
    EntryNames names(job_, options_.release_members);
    kept_.reserve(contents.entries.size());
    bool is_safe = true;
    for (const TarEntry& entry : contents.entries) {
      is_safe = check_fallback(entry) && is_safe;
      EntryNames::Checked checked = names.check(entry.name, entry.is_folder, entry.begin);
      is_safe = is_safe && checked.fate != EntryNames::Fate::kWithheld;
      has_changes_ = has_changes_ || checked.fate == EntryNames::Fate::kLeftOut;
      if (checked.fate != EntryNames::Fate::kKept) continue;
      has_changes_ = has_changes_ || checked.name != (entry.is_folder ? entry.name + "/" : entry.name);
      kept_.push_back({std::move(checked.name), &entry, false, std::nullopt});
    }
    return is_safe;
  }

  // The name for readers that know no long ones: whatever they make of it, it stays in its folder.
  bool check_fallback(const TarEntry& entry) {
    std::string_view fallback = entry.fallback_name;
    while (fallback.starts_with("./")) fallback.remove_prefix(2);
    while (fallback.ends_with('/')) fallback.remove_suffix(1);
    if (entry.fallback_name.empty()) return true;
    Findings found;
    static_cast<void>(path::check_name(as_bytes(fallback), path::NameOptions{}, found, job_.host.scrubber()));
    // What it would be cut off to is not safe to judge by its form: only attacks count.
    if (found.decision() < Decision::kReject) return true;
    const bool is_encoding_only = std::all_of(found.listed().begin(), found.listed().end(), [](const Finding& finding) {
      return finding.effect < Decision::kReject || finding.code == FindingCode::kPathEncoding;
    });
    if (is_encoding_only && entry.name.starts_with(fallback)) return true;  // cut inside of a character
    return refuse(FindingCode::kArchiveMismatch, entry, "tar: the two names of an entry differ, and one is not safe");
  }

  bool check(Kept& kept) {
    if (kept.entry->is_folder) return true;
    if (kept.entry->content.size() > options_.max_member_bytes) {
      return refuse(FindingCode::kArchiveRatio, *kept.entry,
                    std::to_string(kept.entry->content.size()) + " bytes, " +
                        std::to_string(options_.max_member_bytes) + " are allowed for a member");
    }
    MemberInfo info;
    info.name = kept.name;
    info.is_file = true;
    info.can_be_left_out = options_.release_members;
    info.source_begin = kept.entry->begin;
    Member member = job_.host.check_member(info, kept.entry->content);
    if (job_.is_withheld() || !job_.budget.ok()) return false;
    if (!member.is_released) {
      if (!options_.release_members) return false;
      kept.is_left_out = true;
      has_changes_ = true;
    } else if (!member.is_unchanged) {
      has_changes_ = true;
      kept.changed = std::move(member.bytes);
    }
    return true;
  }

  Output write(const TarExtras& extras) {
    Output output;
    Bytes& out = output.bytes;
    std::uint64_t charged = 0;
    for (Kept& kept : kept_) {
      if (kept.is_left_out) continue;
      const ByteView content = kept.changed ? ByteView(*kept.changed) : kept.entry->content;
      if (content.size() > kMaxBytes) {
        refuse(FindingCode::kArchiveRatio, *kept.entry, "tar: more than 8 GiB would be written");
        return {};
      }
      const char type = kept.entry->is_folder ? '5' : '0';
      if (needs_pax_name(kept.name)) {
        const std::string record = pax_record("path", kept.name);
        put_tar_header(out, kTarPaxName, 'x', record.size());
        put_padded(out, as_bytes(record));
        put_tar_header(out, tar_fallback_name(kept.name), type, content.size());
      } else {
        put_tar_header(out, kept.name, type, content.size());
      }
      put_padded(out, content);
      kept.changed.reset();
      if (!job_.budget.charge(Budget::Kind::kOutputBytes, out.size() - charged) || !job_.budget.poll())
        return exhausted();
      charged = out.size();
    }
    out.resize(out.size() + 2 * kTarBlockBytes);
    const std::uint64_t record_bytes = kRecordBlocks * kTarBlockBytes;
    out.resize((out.size() + record_bytes - 1) / record_bytes * record_bytes);
    output.is_released = true;
    if (std::equal(out.begin(), out.end(), tar_.begin(), tar_.end())) {
      output.is_unchanged = true;
      out.clear();
      return output;
    }
    report_repacked(extras);
    return output;
  }

  static void put_padded(Bytes& out, ByteView bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
    out.resize((out.size() + kTarBlockBytes - 1) / kTarBlockBytes * kTarBlockBytes);
  }

  void report_repacked(const TarExtras& extras) {
    Repacked repacked;
    repacked.count("headers with other bytes", extras.odd_headers);
    repacked.count("other spellings of names", extras.other_names);
    repacked.count("pax records", extras.records);
    repacked.count("entries with bytes in their padding", extras.padding);
    repacked.count("special modes", extras.special_modes);
    repacked.report(job_);
    report_trailing(extras.trailing_bytes, tar_.size(), job_);
  }

  Output exhausted() {
    job_.findings.add_exhausted(job_.budget);
    return {};
  }

  ByteView tar_;
  const ArchiveOptions& options_;
  Job& job_;
  std::vector<Kept> kept_;
  bool has_changes_ = false;
};

}  // namespace

Output clean_tar(ByteView tar, const ArchiveOptions& options, Job& job) noexcept {
  try {
    return TarCleaner(tar, options, job).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
