#include "sanitize/source_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

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

bool replace_invalid(std::string_view all, Job& job, SourceText& out) {
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

void remove_nul(Job& job, SourceText& out) {
  const std::size_t first = out.text.find('\0');
  if (first == std::string_view::npos) return;
  std::string without;
  without.reserve(out.text.size());
  std::remove_copy(out.text.begin(), out.text.end(), std::back_inserter(without), '\0');
  report(job, FindingCode::kNul, out.skipped + first, out.text.size() - without.size());
  out.repaired = std::move(without);
  out.text = out.repaired;
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
  if (!replace_invalid(all, job, out)) return false;
  remove_nul(job, out);
  return true;
}

}  // namespace sluice::sanitize
