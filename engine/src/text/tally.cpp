#include "text/tally.h"

#include <cassert>
#include <cstdio>
#include <string>

namespace sluice::text {
namespace {

Severity severity_of(FindingCode code) noexcept {
  switch (code) {
    case FindingCode::kEscapeDangerous:
    case FindingCode::kBidi:
    case FindingCode::kTagCharacters:
    case FindingCode::kVariationData: return Severity::kHigh;
    case FindingCode::kZeroWidth:
    case FindingCode::kNoncharacter:
    case FindingCode::kEscapeUnterminated:
    case FindingCode::kNul:
    case FindingCode::kInvalidUtf8: return Severity::kMedium;
    case FindingCode::kLineEnding:
    case FindingCode::kByteOrderMark:
    case FindingCode::kPrivateUse: return Severity::kInfo;
    default: return Severity::kLow;
  }
}

std::string code_point_name(char32_t code_point) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "first U+%04X", static_cast<unsigned>(code_point));
  return text.data();
}

}  // namespace

void Tally::note(FindingCode code, RawSpan where, Decision effect, char32_t code_point, std::uint64_t count) noexcept {
  const std::size_t index = static_cast<std::size_t>(code) - kFirstCode;
  assert(index < kCodes);
  Seen& seen = seen_[index];
  // Joiners are decided when their line ends, so places do not come in order.
  if (seen.count == 0 || where.begin < seen.first.begin) {
    seen.first = where;
    seen.code_point = code_point;
  }
  seen.count += count;
  seen.effect = worse(seen.effect, effect);
  if (effect != Decision::kAllow) ++changes_;
}

void Tally::note_danger(Danger danger, RawSpan where, Decision effect) noexcept {
  dangers_ |= std::uint32_t{1} << static_cast<unsigned>(danger);
  note(FindingCode::kEscapeDangerous, where, effect);
}

void Tally::report(Findings& findings) const {
  for (std::size_t i = 0; i < kCodes; ++i) {
    const Seen& seen = seen_[i];
    if (seen.count == 0) continue;
    Finding finding;
    finding.code = static_cast<FindingCode>(i + kFirstCode);
    finding.severity = severity_of(finding.code);
    finding.effect = seen.effect;
    finding.count = seen.count;
    finding.where.begin = seen.first.begin;
    finding.where.end = seen.first.end;
    std::string detail;
    if (finding.code == FindingCode::kEscapeDangerous) {
      for (unsigned danger = 0; danger < static_cast<unsigned>(Danger::kCount); ++danger) {
        if ((dangers_ >> danger & 1U) == 0) continue;
        if (!detail.empty()) detail += ", ";
        if (detail.size() > 100) {  // a report text has at most 128 bytes
          detail += "...";
          break;
        }
        detail += danger_name(static_cast<Danger>(danger));
      }
    } else if (seen.code_point != 0) {
      detail = code_point_name(seen.code_point);
    }
    finding.detail = engine_text(detail);
    findings.add(std::move(finding));
  }
}

}  // namespace sluice::text
