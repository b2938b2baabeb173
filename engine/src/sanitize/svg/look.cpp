#include "sanitize/svg/look.h"

#include <algorithm>

namespace sluice::sanitize::svg {

namespace {

constexpr double kLeastOpacity = 0.1;
constexpr double kLeastPixels = 1;
constexpr std::size_t kMaxRules = 1024;

bool paints(const css::Paint& paint) noexcept {
  return paint.kind == css::Paint::Kind::kOther ||
         (paint.kind == css::Paint::Kind::kColor && paint.color.alpha >= kLeastOpacity);
}

// Whether a list of names apart by blanks holds one.
bool has_name(std::string_view names, std::string_view name) noexcept {
  for (std::size_t at = names.find(name); at != std::string_view::npos; at = names.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || names[at - 1] == ' ') && (end == names.size() || names[end] == ' ')) return true;
  }
  return false;
}

}  // namespace

void Look::apply(const css::Report& style) {
  is_hidden = is_hidden || style.is_hidden;
  if (style.opacity) opacity *= *style.opacity;
  if (style.fill_opacity) fill_opacity = *style.fill_opacity;
  if (style.fill) has_fill = paints(*style.fill);
  if (style.stroke) has_stroke = paints(*style.stroke);
  if (style.font_px) font_px = *style.font_px;
  if (style.font_scale) font_px *= *style.font_scale;
}

bool Look::hides_text() const noexcept {
  const bool is_filled = has_fill && fill_opacity >= kLeastOpacity;
  return is_hidden || opacity < kLeastOpacity || (!is_filled && !has_stroke) || !(font_px * scale >= kLeastPixels);
}

bool bears_on_text(const css::Report& style) noexcept {
  return style.is_hidden || style.opacity || style.fill_opacity || style.fill || style.stroke || style.font_px ||
         style.font_scale;
}

bool LookRules::add(const css::Rule& rule, const css::Report& style) {
  for (const css::Selector& selector : rule.selectors) {
    if (rules_.size() == kMaxRules) return false;
    const css::Compound& last = selector.back();
    Entry entry{std::string(last.type), std::string(last.id), {}, style};
    entry.classes.assign(last.classes.begin(), last.classes.end());
    entry.style.references.clear();
    rules_.push_back(std::move(entry));
  }
  return true;
}

void LookRules::apply(std::string_view type, std::string_view id, std::string_view classes, Look& look) const {
  for (const Entry& rule : rules_) {
    if (!rule.type.empty() && rule.type != type) continue;
    if (!rule.id.empty() && rule.id != id) continue;
    const bool has_all = std::all_of(rule.classes.begin(), rule.classes.end(),
                                     [&](const std::string& name) { return has_name(classes, name); });
    if (has_all) look.apply(rule.style);
  }
}

}  // namespace sluice::sanitize::svg
