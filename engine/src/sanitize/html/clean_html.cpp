#include "sanitize/html/clean_html.h"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "core/checked.h"
#include "sanitize/html/cleaner.h"
#include "text/utf8.h"

namespace sluice::sanitize {

namespace {

constexpr std::string_view kCard = "<p>[interactive content withheld: it needs scripts to show]</p>";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// What is not UTF-8 as U+FFFD, one for each maximal subpart.
std::string repaired_utf8(ByteView bytes) {
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 8);
  while (!bytes.empty()) {
    const std::optional<text::Utf8Error> error = text::find_invalid_utf8(bytes);
    out += as_chars(bytes.first(error ? error->offset : bytes.size()));
    if (!error) break;
    out += "\xEF\xBF\xBD";
    bytes = bytes.subspan(error->offset + error->length);
  }
  return out;
}

void refuse(Job& job, FindingCode code, std::string detail) {
  job.findings.add(code, Severity::kMedium, Decision::kQuarantine, engine_text(std::move(detail)));
}

Output clean(ByteView bytes, const HtmlOptions& options, Job& job) {
  Output output;
  if (bytes.size() > options.limits.max_bytes) {
    refuse(job, FindingCode::kMarkupSize,
           std::to_string(bytes.size()) + " bytes, allowed are " + std::to_string(options.limits.max_bytes));
    return output;
  }
  std::string_view input = as_chars(bytes);
  std::string repaired;
  const std::optional<text::Utf8Error> error = text::find_invalid_utf8(bytes);
  if (error) {
    if (!job.budget.charge(Budget::Kind::kSteps, bytes.size())) {
      job.findings.add_exhausted(job.budget);
      return output;
    }
    repaired = repaired_utf8(bytes);
    input = repaired;
  }
  if (input.starts_with(kByteOrderMark)) input.remove_prefix(kByteOrderMark.size());
  html::Cleaner cleaner(input, options, job);
  if (!cleaner.run()) {
    job.findings.add_exhausted(job.budget);
    return output;
  }
  const LeafTexts texts = job.host.scan(cleaner.leaves().projection());
  if (job.is_withheld()) return output;
  html::Writer written = texts.empty() ? std::move(cleaner.out()) : cleaner.leaves().apply(texts, cleaner.out().view());
  // Where bytes were replaced, places are near the truth up to the first of them.
  const std::uint64_t last_exact = error ? error->offset : bytes.size();
  cleaner.tally().report(job.findings, [&](std::size_t offset) { return std::min<std::uint64_t>(offset, last_exact); });
  if (cleaner.is_interactive()) {
    job.findings.add(FindingCode::kMarkupInteractive, Severity::kMedium, Decision::kSanitize);
    written.clear();
    written.put(kCard);
  }
  // In front it would be a byte order mark and no text: the next reader would not see it.
  std::size_t marks = 0;
  while (written.view().substr(marks).starts_with(kByteOrderMark)) marks += kByteOrderMark.size();
  if (marks != 0) written.drop_front(marks);
  output.is_released = true;
  output.is_unchanged = written.view() == as_chars(bytes);
  if (output.is_unchanged) return output;
  if (cleaner.was_repaired() || job.findings.decision() == Decision::kAllow) {
    job.findings.add(FindingCode::kMarkupRepaired, Severity::kInfo, Decision::kSanitize);
  }
  if (!job.budget.charge(Budget::Kind::kOutputBytes, written.size())) {
    job.findings.add_exhausted(job.budget);
    return {};
  }
  output.bytes = std::move(written).take();
  return output;
}

}  // namespace

Output clean_html(ByteView bytes, const HtmlOptions& options, Job& job) noexcept {
  try {
    return clean(bytes, options, job);
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
