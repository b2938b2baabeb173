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

bool replace_invalid(Job& job, SourceText& out) {
  std::string_view all = out.text;
  std::optional<text::Utf8Error> error = text::find_invalid_utf8(as_bytes(all));
  if (!error) return true;
  std::string repaired;
  std::uint64_t count = 0;
  const std::uint64_t first = out.skipped + error->offset;
  while (error) {
    if (!job.budget.charge(Budget::Kind::kSteps, 1)) {
      job.findings.add_exhausted(job.budget);
      return false;
    }
    ++count;
    repaired.append(all.substr(0, error->offset));
    repaired.append(kReplacement);
    all.remove_prefix(error->offset + error->length);
    error = text::find_invalid_utf8(as_bytes(all));
  }
  repaired.append(all);
  out.repaired = std::move(repaired);
  out.text = out.repaired;
  report(job, FindingCode::kInvalidUtf8, first, count);
  return true;
}

void remove_nul(Job& job, SourceText& out) {
  const std::size_t first = out.text.find('\0');
  if (first == std::string_view::npos) return;
  out.repaired.reserve(out.text.size());
  std::remove_copy(out.text.begin(), out.text.end(), std::back_inserter(out.repaired), '\0');
  report(job, FindingCode::kNul, first, out.text.size() - out.repaired.size());
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
  out.text = as_chars(bytes);
  // First, since what stood in front of a mark may hide it.
  remove_nul(job, out);
  while (out.text.starts_with(kMark)) {
    if (out.skipped == 0) report(job, FindingCode::kByteOrderMark, 0, 1);
    out.text.remove_prefix(kMark.size());
    out.skipped += kMark.size();
  }
  return replace_invalid(job, out);
}

}  // namespace sluice::sanitize
