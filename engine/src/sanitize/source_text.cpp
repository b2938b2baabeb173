#include "sanitize/source_text.h"

#include "text/utf8.h"
#include "text/wide.h"

namespace sluice::sanitize {

namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

void report(Job& job, FindingCode code, std::uint64_t begin, std::uint64_t count) {
  Finding finding;
  finding.code = code;
  finding.severity = Severity::kLow;
  finding.effect = Decision::kSanitize;
  finding.where.begin = finding.where.end = begin;
  finding.count = count;
  job.findings.add(std::move(finding));
}

}  // namespace

bool read_source_text(ByteView bytes, Job& job, SourceText& out) {
  const text::WideEncoding wide = text::detect_utf16(bytes);
  if (wide != text::WideEncoding::kNone) {
    job.findings.add(FindingCode::kUtf16, Severity::kMedium, Decision::kQuarantine,
                     engine_text(std::string(text::wide_encoding_name(wide))));
    return false;
  }
  std::string_view all = as_chars(bytes);
  if (all.starts_with(kMark)) {
    report(job, FindingCode::kByteOrderMark, 0, 1);
    all.remove_prefix(kMark.size());
    out.skipped = kMark.size();
  }
  out.text = all;
  std::optional<text::Utf8Error> error = text::find_invalid_utf8(as_bytes(all));
  if (!error) return true;
  std::uint64_t count = 0;
  const std::uint64_t first = out.skipped + error->offset;
  while (error) {
    if (!job.budget.charge(Budget::Kind::kSteps, 1)) {
      job.findings.add_exhausted(job.budget);
      return false;
    }
    ++count;
    out.repaired.append(all.substr(0, error->offset));
    out.repaired.append(kReplacement);
    all.remove_prefix(error->offset + error->length);
    error = text::find_invalid_utf8(as_bytes(all));
  }
  out.repaired.append(all);
  out.text = out.repaired;
  report(job, FindingCode::kInvalidUtf8, first, count);
  return true;
}

}  // namespace sluice::sanitize
