#include "sanitize/html/tally.h"

#include <string>

namespace sluice::sanitize::html {

Tally::Wording Tally::wording(Element element) noexcept {
  const ElementInfo& info = element_info(element);
  const bool is_script = element == Element::kScript;
  if (is_script) return {FindingCode::kMarkupScript, Severity::kHigh, info.name};
  if (element == Element::kStyle) return {FindingCode::kMarkupStyle, Severity::kLow, info.name};
  const bool is_active = info.fate == Fate::kRemove || info.fate == Fate::kForeign || info.fate == Fate::kDrop;
  if (is_active) return {FindingCode::kMarkupElement, Severity::kMedium, info.name};
  return {FindingCode::kMarkupUnwrapped, Severity::kInfo, info.name};
}

Tally::Wording Tally::wording(AttributeName name) noexcept {
  const AttributeInfo& info = attribute_info(name);
  if (info.rule == AttributeRule::kLoads) return {FindingCode::kMarkupExternal, Severity::kMedium, info.name};
  return {FindingCode::kMarkupAttribute, Severity::kLow, info.name};
}

Tally::Wording Tally::wording(Event event) noexcept {
  using enum FindingCode;
  switch (event) {
    case Event::kEventHandler: return {kMarkupScript, Severity::kHigh, "event handlers"};
    case Event::kUnknownElement: return {kMarkupUnwrapped, Severity::kLow, "elements of other names"};
    case Event::kUnknownAttribute: return {kMarkupAttribute, Severity::kLow, "attributes of other names"};
    case Event::kLongValue: return {kMarkupSize, Severity::kLow, "values of attributes that are too long"};
    case Event::kComment: return {kMarkupComment, Severity::kLow, "comments"};
    case Event::kDoctype: return {kMarkupComment, Severity::kInfo, "document type"};
    case Event::kStyleDeclaration: return {kMarkupStyle, Severity::kLow, "declarations"};
    case Event::kStyleSheet: return {kMarkupStyle, Severity::kLow, "rules of style sheets"};
    case Event::kStyleExternal: return {kMarkupExternal, Severity::kMedium, "style that loads something"};
    case Event::kPandasStyle: return {kMarkupStyle, Severity::kInfo, "the style that pandas writes with a table"};
    case Event::kUrl: return {kMarkupUrl, Severity::kMedium, "links"};
    case Event::kExternalImage: return {kMarkupExternal, Severity::kMedium, "images"};
    case Event::kRelativeImage: return {kMarkupUrl, Severity::kLow, "images that are not in the document"};
    case Event::kBadImage: return {kMarkupUrl, Severity::kMedium, "images that could not be read"};
    case Event::kHiddenDropped: return {kMarkupHidden, Severity::kMedium, "it was dropped"};
    case Event::kHiddenShown: return {kMarkupHidden, Severity::kMedium, "it was made visible"};
    case Event::kCount: break;
  }
  return {};
}

void Tally::add(Findings& findings, const Wording& wording, std::uint64_t count, std::uint64_t offset) {
  Finding finding;
  finding.code = wording.code;
  finding.severity = wording.severity;
  finding.effect = Decision::kSanitize;
  finding.count = count;
  finding.where.begin = finding.where.end = offset;
  finding.detail = engine_text(std::string(wording.what));
  findings.add(std::move(finding));
}

}  // namespace sluice::sanitize::html
