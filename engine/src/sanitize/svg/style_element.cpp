#include "sanitize/svg/style_element.h"

#include "sanitize/css/declarations.h"
#include "sanitize/css/rules.h"

namespace sluice::sanitize::svg {

namespace {

// Whether a rule takes text out of sight.
bool hides(const css::Report& style) {
  Look look;
  look.apply(style);
  return look.hides_text();
}

}  // namespace

bool clean_style_sheet(std::string_view sheet, std::uint64_t offset, bool has_text, Budget& budget,
                       References& references, Removals& removals, LookRules& rules, std::string& out) {
  css::StyleSheet parsed;
  if (!css::parse_sheet(sheet, budget, parsed)) return false;
  std::uint32_t dropped_rules = parsed.dropped_rules + parsed.dropped_selectors;
  std::uint32_t dropped = 0;
  std::uint32_t external = parsed.is_external ? 1 : 0;
  for (const css::Rule& rule : parsed.rules) {
    const std::size_t begin = out.size();
    if (begin > 0) out += '\n';
    for (const css::Selector& selector : rule.selectors) {
      if (&selector != &rule.selectors.front()) out += ", ";
      css::write_selector(selector, out);
    }
    out += " { ";
    css::Report style;
    const std::size_t first = out.size();
    if (!css::clean_declarations(rule.declarations, css::Profile::kSvg, budget, out, style)) return false;
    dropped += style.dropped - style.external;
    external += style.external;
    const bool is_too_late = has_text && hides(style);
    if (out.size() == first || is_too_late || (bears_on_text(style) && !rules.add(rule, style))) {
      if (out.size() != first || style.dropped == 0) ++dropped_rules;
      out.resize(begin);
      continue;
    }
    out += " }";
    for (const std::string_view id : style.references) references.add_for_all(id);
  }
  if (dropped_rules > 0) removals.add(FindingCode::kMarkupStyle, "rules", offset, dropped_rules);
  if (dropped > 0) removals.add(FindingCode::kMarkupStyle, "declarations", offset, dropped);
  if (parsed.dropped_at_rules > 0) removals.add(FindingCode::kMarkupStyle, "at-rules", offset, parsed.dropped_at_rules);
  if (external > 0) removals.add(FindingCode::kMarkupExternal, "style sheet", offset, external);
  return true;
}

}  // namespace sluice::sanitize::svg
