#include "pipeline/leaf_hazards.h"

#include "text/utf8.h"

namespace sluice::pipeline {

namespace {

std::string shown(char32_t code_point) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string hex;
  for (char32_t rest = code_point; rest != 0 || hex.size() < 4; rest /= 16) hex.insert(hex.begin(), kDigits[rest % 16]);
  return "<U+" + hex + ">";
}

std::size_t length_at(std::string_view text, std::size_t offset) {
  return text::decode_utf8(as_bytes(text).data() + offset, text.size() - offset).length;
}

}  // namespace

text::HazardAt LeafHazards::next_hazard(std::string_view text, std::size_t from) const {
  while (from < text.size()) {
    text::HazardAt at = text::first_hazard(as_bytes(text.substr(from)));
    if (at.hazard == text::Hazard::kNone) return at;
    at.offset += from;
    const bool is_blank = at.code_point == U'\t' || at.code_point == U'\n' || at.code_point == U'\r';
    const bool is_c0 = at.code_point < 0x20;
    const bool stays = (is_c0 && (controls_ == Controls::kStay || is_blank)) || at.hazard == text::Hazard::kPrivateUse;
    if (!stays) return at;
    from = at.offset + length_at(text, at.offset);
  }
  return {};
}

policy::TextAction LeafHazards::action_for(text::Hazard hazard) const noexcept {
  if (hazard == text::Hazard::kControl) return rules_.controls;
  return hazard == text::Hazard::kBidi ? rules_.bidi : rules_.invisible;
}

void LeafHazards::look(std::uint32_t leaf_id, std::string_view text) {
  if (text::plain_prefix(as_bytes(text)) == text.size()) return;
  for (std::size_t from = 0; from < text.size();) {
    const text::HazardAt at = next_hazard(text, from);
    if (at.hazard == text::Hazard::kNone) break;
    Seen& kind = seen_[text::finding_of(at.hazard)];
    if (++kind.count == 1) kind.first_id = leaf_id;
    kind.hazard = at.hazard;
    leaves_.insert(leaf_id);
    from = at.offset + length_at(text, at.offset);
  }
}

void LeafHazards::report(CheckContext& context, const std::function<Location(std::uint32_t)>& locate) const {
  for (const auto& [code, kind] : seen_) {
    Finding finding;
    finding.code = code;
    finding.severity = Severity::kMedium;
    finding.effect = action_for(kind.hazard) == policy::TextAction::kRefuse ? Decision::kReject : Decision::kSanitize;
    finding.count = kind.count;
    finding.where = locate(kind.first_id);
    finding.where.layer = Layer::kDecoded;
    context.findings.add(std::move(finding));
  }
}

std::string LeafHazards::clean(std::string_view text) const {
  std::string out;
  std::size_t from = 0;
  while (from < text.size()) {
    const text::HazardAt at = next_hazard(text, from);
    if (at.hazard == text::Hazard::kNone) break;
    out.append(text.substr(from, at.offset - from));
    if (action_for(at.hazard) == policy::TextAction::kEscape) out += shown(at.code_point);
    from = at.offset + length_at(text, at.offset);
  }
  out.append(text.substr(from));
  return out;
}

}  // namespace sluice::pipeline
