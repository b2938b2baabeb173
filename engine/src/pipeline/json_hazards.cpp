#include "pipeline/json_hazards.h"

#include <algorithm>

#include "text/hazards.h"
#include "text/utf8.h"

namespace sluice::pipeline {

namespace {

// The next hazard of `text` from `from` on that JSON does not write as an escape of its own.
text::HazardAt next_hazard(std::string_view text, std::size_t from) {
  while (from < text.size()) {
    text::HazardAt at = text::first_hazard(as_bytes(text.substr(from)));
    if (at.hazard == text::Hazard::kNone) return at;
    at.offset += from;
    const bool is_kept = at.code_point < 0x20 || at.hazard == text::Hazard::kPrivateUse;
    if (!is_kept) return at;
    from = at.offset + text::decode_utf8(as_bytes(text).data() + at.offset, text.size() - at.offset).length;
  }
  return {};
}

std::string shown(char32_t code_point) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string hex;
  for (char32_t rest = code_point; rest != 0 || hex.size() < 4; rest /= 16) hex.insert(hex.begin(), kDigits[rest % 16]);
  return "<U+" + hex + ">";
}

}  // namespace

void JsonHazards::find(const json::Document& document, CheckContext& context) {
  controls_ = context.rules.controls;
  bidi_ = context.rules.bidi;
  invisible_ = context.rules.invisible;
  struct Seen {
    std::uint64_t count = 0;
    std::uint32_t first_id = 0;
    text::Hazard hazard = text::Hazard::kNone;
  };
  std::map<FindingCode, Seen> seen;
  document.for_each_string([&](const json::Leaf& leaf) {
    if (text::plain_prefix(as_bytes(leaf.text)) == leaf.text.size()) return;
    for (std::size_t from = 0; from < leaf.text.size();) {
      const text::HazardAt at = next_hazard(leaf.text, from);
      if (at.hazard == text::Hazard::kNone) break;
      Seen& kind = seen[text::finding_of(at.hazard)];
      if (++kind.count == 1) kind.first_id = leaf.id;
      kind.hazard = at.hazard;
      leaves_.insert(leaf.id);
      from = at.offset + text::decode_utf8(as_bytes(leaf.text).data() + at.offset, leaf.text.size() - at.offset).length;
    }
  });
  for (const auto& [code, kind] : seen) {
    const policy::TextAction action = kind.hazard == text::Hazard::kControl ? controls_
                                      : kind.hazard == text::Hazard::kBidi  ? bidi_
                                                                            : invisible_;
    Finding finding;
    finding.code = code;
    finding.severity = Severity::kMedium;
    finding.effect = action == policy::TextAction::kRefuse ? Decision::kReject : Decision::kSanitize;
    finding.count = kind.count;
    const json::Position position = document.position_of(kind.first_id);
    finding.where.begin = finding.where.end = position.offset;
    finding.where.line = position.line;
    finding.where.column = position.column;
    finding.where.layer = Layer::kDecoded;
    finding.where.pointer = report_text(as_bytes(document.pointer_of(kind.first_id)), context.scrubber());
    context.findings.add(std::move(finding));
  }
}

std::string JsonHazards::clean(std::string_view text) const {
  std::string out;
  std::size_t from = 0;
  while (from < text.size()) {
    const text::HazardAt at = next_hazard(text, from);
    if (at.hazard == text::Hazard::kNone) break;
    out.append(text.substr(from, at.offset - from));
    const policy::TextAction action = at.hazard == text::Hazard::kControl ? controls_
                                      : at.hazard == text::Hazard::kBidi  ? bidi_
                                                                          : invisible_;
    if (action == policy::TextAction::kEscape) out += shown(at.code_point);
    from = at.offset + text::decode_utf8(as_bytes(text).data() + at.offset, text.size() - at.offset).length;
  }
  out.append(text.substr(from));
  return out;
}

}  // namespace sluice::pipeline
