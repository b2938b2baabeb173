#include "sanitize/html/style_rules.h"

#include <algorithm>

#include "core/ascii.h"
#include "sanitize/css/declarations.h"

namespace sluice::sanitize::html {

namespace {

constexpr std::size_t kMaxRulesOfId = 8;

bool is_styler_id(std::string_view id) noexcept { return id.starts_with("T_"); }

// `.dataframe tbody tr th` and the like.
bool is_pandas_rule(const css::Rule& rule) {
  return std::all_of(rule.selectors.begin(), rule.selectors.end(), [](const css::Selector& selector) {
    return !selector.empty() && selector.front().classes.size() == 1 && selector.front().classes[0] == "dataframe";
  });
}

bool has_class(std::string_view classes, std::string_view name) noexcept {
  for (std::size_t at = 0; (at = classes.find(name, at)) != std::string_view::npos; at += name.size()) {
    const auto is_edge = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'; };
    const std::size_t end = at + name.size();
    if ((at == 0 || is_edge(classes[at - 1])) && (end == classes.size() || is_edge(classes[end]))) return true;
  }
  return false;
}

}  // namespace

void merge_reports(css::Report& report, const css::Report& other) {
  report.kept += other.kept;
  report.is_hidden = report.is_hidden || other.is_hidden;
  if (other.color) report.color = other.color;
  if (other.background) report.background = other.background;
}

bool StyleRules::add_sheet(std::string_view sheet, std::size_t offset, Budget& budget, Tally& tally) {
  const std::string& text = sheets_.emplace_back(sheet);
  css::StyleSheet parsed;
  if (!css::parse_sheet(text, budget, parsed)) return false;
  if (parsed.is_external) tally.event(Event::kStyleExternal, offset);
  bool has_other = parsed.dropped_at_rules != 0;
  bool has_pandas = parsed.dropped_rules != 0 && text.find(".dataframe") != std::string::npos;
  has_other = has_other || (parsed.dropped_rules != 0 && !has_pandas);
  for (const css::Rule& rule : parsed.rules) {
    if (is_pandas_rule(rule)) {
      has_pandas = true;
      continue;
    }
    Style style;
    if (!css::clean_declarations(rule.declarations, css::Profile::kHtml, budget, style.text, style.report))
      return false;
    if (style.report.dropped != 0) tally.event(Event::kStyleDeclaration, offset);
    if (style.report.external != 0) tally.event(Event::kStyleExternal, offset);
    style.report.references.clear();
    const bool is_usable = !style.text.empty() && style.text.size() <= kMaxStyleBytes;
    bool is_used = false;
    for (const css::Selector& selector : rule.selectors) {
      if (!is_usable || selector.empty() || selector.size() > 2 || !is_styler_id(selector[0].id) ||
          !selector[0].classes.empty() || !selector[0].type.empty() || !budget.charge(Budget::Kind::kNodes, 1)) {
        has_other = true;
        continue;
      }
      if (selector.size() == 1) {
        std::vector<std::size_t>& styles = by_id_[selector[0].id];
        if (styles.size() < kMaxRulesOfId) styles.push_back(styles_.size());
        is_used = true;
        continue;
      }
      if (!selector[1].id.empty()) {
        has_other = true;
        continue;
      }
      const auto [place, is_new] = table_ids_.try_emplace(selector[0].id, static_cast<std::int32_t>(tables_.size()));
      if (is_new) tables_.emplace_back();
      std::vector<TableRule>& rules = tables_[static_cast<std::size_t>(place->second)];
      if (rules.size() < kMaxTableRules && !selector[1].is_child) {
        rules.push_back({selector[1], styles_.size()});
        is_used = true;
      } else {
        has_other = true;
      }
    }
    if (is_used) styles_.push_back(std::move(style));
  }
  if (!budget.ok()) return false;
  if (has_pandas) tally.event(Event::kPandasStyle, offset);
  if (has_other) tally.event(Event::kStyleSheet, offset);
  return true;
}

std::int32_t StyleRules::table(std::string_view id) const {
  const auto found = table_ids_.find(id);
  return found == table_ids_.end() ? -1 : found->second;
}

bool StyleRules::collect(Element element, std::string_view id, std::string_view classes, std::int32_t sheet,
                         Budget& budget, Style& style) const {
  const std::size_t before = style.text.size();
  const auto add = [&](std::size_t index) {
    if (!style.text.empty()) style.text += "; ";
    style.text += styles_[index].text;
    merge_reports(style.report, styles_[index].report);
  };
  if (!id.empty()) {
    if (const auto found = by_id_.find(id); found != by_id_.end()) {
      for (const std::size_t index : found->second) add(index);
    }
  }
  if (sheet < 0) return budget.charge(Budget::Kind::kSteps, style.text.size() - before);
  const std::string_view name = element_info(element).name;
  const std::vector<TableRule>& rules = tables_[static_cast<std::size_t>(sheet)];
  if (!budget.charge(Budget::Kind::kSteps, rules.size() + classes.size())) return false;
  for (const TableRule& rule : rules) {
    const css::Compound& compound = rule.compound;
    if (!compound.type.empty() && !equals_ignoring_case(compound.type, name)) continue;
    if (std::all_of(compound.classes.begin(), compound.classes.end(),
                    [&](std::string_view c) { return has_class(classes, c); })) {
      add(rule.style);
    }
  }
  return budget.charge(Budget::Kind::kSteps, style.text.size() - before);
}

}  // namespace sluice::sanitize::html
