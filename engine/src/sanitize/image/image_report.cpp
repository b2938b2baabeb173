#include "sanitize/image/image_report.h"

#include <algorithm>
#include <utility>

namespace sluice::sanitize {

namespace {

constexpr std::size_t kMaxDroppedKinds = 16;  // more kinds are counted together

Finding sanitized(FindingCode code, Severity severity, std::uint64_t begin, std::uint64_t end, std::string detail) {
  Finding finding;
  finding.code = code;
  finding.severity = severity;
  finding.effect = Decision::kSanitize;
  finding.where.begin = begin;
  finding.where.end = end;
  finding.detail = engine_text(std::move(detail));
  return finding;
}

}  // namespace

bool ImageReport::refuse(FindingCode code, std::uint64_t at, std::string detail) {
  Location where;
  where.begin = where.end = at;
  job_.findings.add(code, Severity::kMedium, Decision::kQuarantine, engine_text(std::move(detail)), std::move(where));
  return false;
}

bool ImageReport::check_size(std::uint64_t width, std::uint64_t height, const ImageLimits& limits, std::uint64_t at) {
  if (width <= limits.max_side && height <= limits.max_side && width * height <= limits.max_pixels) return true;
  return refuse(FindingCode::kImageDimensions, at,
                std::to_string(width) + " x " + std::to_string(height) + " pixels, allowed are " +
                    std::to_string(limits.max_side) + " a side and " + std::to_string(limits.max_pixels) + " in all");
}

std::string ImageReport::name_of(std::string_view name) const {
  return report_text(as_bytes(name), job_.host.scrubber()).str();
}

void ImageReport::drop(FindingCode code, std::string_view kind, std::uint64_t at, std::uint64_t bytes) {
  has_changes_ = true;
  auto found = std::find_if(dropped_.begin(), dropped_.end(),
                            [&](const Dropped& d) { return d.kind == kind || d.kind.empty(); });
  if (found == dropped_.end()) {
    const bool is_last = dropped_.size() + 1 >= kMaxDroppedKinds;
    dropped_.push_back({code, is_last ? std::string() : std::string(kind), 0, 0, at});
    found = dropped_.end() - 1;
  }
  ++found->count;
  found->bytes += bytes;
}

void ImageReport::rewrote(FindingCode code, std::uint64_t at, std::string detail) {
  has_changes_ = true;
  job_.findings.add(sanitized(code, Severity::kLow, at, at, std::move(detail)));
}

void ImageReport::trailing(std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  has_changes_ = true;
  job_.findings.add(sanitized(FindingCode::kTrailingData, Severity::kMedium, begin, end,
                              std::to_string(end - begin) + " bytes after the end of the image were dropped"));
}

void ImageReport::flush() {
  for (const Dropped& dropped : dropped_) {
    Finding finding = sanitized(dropped.code, Severity::kLow, dropped.begin, dropped.begin,
                                (dropped.kind.empty() ? "other kinds" : name_of(dropped.kind)) + ", " +
                                    std::to_string(dropped.bytes) + " bytes");
    finding.count = dropped.count;
    job_.findings.add(std::move(finding));
  }
  dropped_.clear();
}

}  // namespace sluice::sanitize
