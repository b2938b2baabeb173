#include "sanitize/archive/repacked.h"

#include <algorithm>
#include <utility>

namespace sluice::sanitize {

void Repacked::count(std::string_view what, std::uint64_t count) {
  if (count == 0) return;
  if (!detail_.empty()) detail_ += ", ";
  detail_ += std::to_string(count) + " ";
  detail_ += what;
}

void Repacked::report(Job& job) const {
  job.findings.add(FindingCode::kArchiveRepacked, Severity::kInfo, Decision::kSanitize,
                   engine_text(detail_.empty() ? std::string("names and contents alone") : "dropped " + detail_));
}

void report_trailing(std::uint64_t trailing_bytes, std::uint64_t archive_bytes, Job& job) {
  if (trailing_bytes == 0) return;
  Location where;
  where.begin = archive_bytes - trailing_bytes;
  where.end = archive_bytes;
  job.findings.add(FindingCode::kTrailingData, Severity::kMedium, Decision::kSanitize,
                   engine_text(std::to_string(trailing_bytes) + " bytes behind the archive were dropped"),
                   std::move(where));
}

bool check_no_pdf_outside(ByteView archive, const std::vector<ByteView>& members, Job& job) {
  constexpr std::size_t kHeadBytes = 1024;
  constexpr std::string_view kHeader = "%PDF-";
  const std::string_view head = as_chars(archive).substr(0, kHeadBytes + kHeader.size());
  for (std::size_t at = head.find(kHeader); at != std::string_view::npos; at = head.find(kHeader, at + 1)) {
    const auto* here = archive.data() + at;
    const bool is_member = std::any_of(members.begin(), members.end(),
                                       [here](ByteView member) { return !member.empty() && member.data() == here; });
    if (is_member) continue;
    Location where;
    where.begin = at;
    where.end = at + kHeader.size();
    job.findings.add(FindingCode::kPolyglot, Severity::kHigh, Decision::kQuarantine,
                     "application/pdf by a header in the first 1024 bytes", std::move(where));
    return false;
  }
  return true;
}

void add_repack_refused(Job& job) {
  job.findings.add(FindingCode::kArchiveRepacked, Severity::kMedium, Decision::kQuarantine,
                   "it would have to be written anew, which the policy does not allow");
}

}  // namespace sluice::sanitize
