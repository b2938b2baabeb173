#include "sanitize/svg/removals.h"

namespace sluice::sanitize::svg {

namespace {

constexpr std::size_t kMaxNames = 12;  // of one kind
constexpr std::size_t kMaxNameBytes = 64;

Severity severity_of(FindingCode code) noexcept {
  switch (code) {
    case FindingCode::kMarkupScript: return Severity::kHigh;
    case FindingCode::kMarkupExternal:
    case FindingCode::kMarkupUrl:
    case FindingCode::kMarkupHidden: return Severity::kMedium;
    default: return Severity::kLow;
  }
}

}  // namespace

void Removals::count_one(FindingCode code, Decision effect, std::string_view name, std::uint64_t offset,
                         std::uint64_t count) {
  name = name.substr(0, kMaxNameBytes);
  std::size_t names = 0;
  for (Entry& entry : entries_) {
    if (entry.code != code || entry.effect != effect) continue;
    if (entry.name == name || ++names == kMaxNames) {
      if (entry.name != name) entry.name = "others";
      entry.count += count;
      return;
    }
  }
  entries_.push_back({code, effect, std::string(name), count, offset});
}

void Removals::add(FindingCode code, std::string_view name, std::uint64_t offset, std::uint64_t count) {
  count_one(code, Decision::kSanitize, name, offset, count);
}

void Removals::note(FindingCode code, std::string_view name, std::uint64_t offset, std::uint64_t count) {
  count_one(code, Decision::kAllow, name, offset, count);
}

void Removals::report(Findings& findings, const SecretScrubber* scrubber) const {
  for (const Entry& entry : entries_) {
    Finding finding;
    finding.code = entry.code;
    finding.severity = severity_of(entry.code);
    finding.effect = entry.effect;
    finding.count = entry.count;
    finding.where.begin = finding.where.end = entry.offset;
    finding.detail = report_text(as_bytes(entry.name), scrubber);
    findings.add(std::move(finding));
  }
}

}  // namespace sluice::sanitize::svg
