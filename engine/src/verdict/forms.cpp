#include "verdict/forms.h"

#include "core/checked.h"

namespace sluice::verdict {

std::string printable(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      out += c;
      continue;
    }
    out += "\\x";
    out += kHex[byte >> 4U];
    out += kHex[byte & 0x0FU];
  }
  return out;
}

std::string rule_of(const Finding& finding) {
  return finding.rule_id.empty() ? std::string(finding_name(finding.code)) : printable(finding.rule_id);
}

std::array<std::uint64_t, kSeverities> count_by_severity(const Verdict& verdict) {
  std::array<std::uint64_t, kSeverities> counts{};
  for (const Finding& finding : verdict.findings) {
    std::uint64_t& count = counts[static_cast<std::size_t>(finding.severity)];
    count = saturating_add(count, finding.count);
  }
  return counts;
}

}  // namespace sluice::verdict
