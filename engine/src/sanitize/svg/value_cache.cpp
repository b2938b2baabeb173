#include "sanitize/svg/value_cache.h"

namespace sluice::sanitize::svg {

namespace {

constexpr std::size_t kMaxBytes = 256;

// A few bytes tell most values apart; the place holds all of it.
std::size_t hash(std::string_view text) noexcept {
  std::uint64_t mixed = text.size();
  const std::size_t step = text.size() / 16 + 1;
  for (std::size_t i = 0; i < text.size(); i += step) {
    mixed = (mixed ^ static_cast<unsigned char>(text[i])) * 0x9E37'79B9'7F4A'7C15U;
  }
  return static_cast<std::size_t>(mixed >> 40U);
}

}  // namespace

ValueCache::Style* ValueCache::style_place(const css::Property* property, std::string_view value) noexcept {
  if (value.size() > kMaxBytes) return nullptr;
  const std::size_t salt = property == nullptr ? 0 : property->name.size() * 7 + property->max_components;
  return &styles_[(hash(value) + salt) % styles_.size()];
}

const ValueCache::Known& ValueCache::find(std::string_view name) noexcept {
  Known& place = names_[hash(name) % names_.size()];
  if (place.name == name && !name.empty()) return place;
  Known known;
  known.rule = find_attribute(name);
  if (known.rule != nullptr) {
    known.name = known.rule->name;
  } else {
    known.property = css::find_property(name, css::Profile::kSvg);
    if (known.property == nullptr) return unknown_;
    known.name = known.property->name;
  }
  place = known;
  return place;
}

void add_report(const css::Report& one, css::Report& all) {
  all.kept += one.kept;
  all.dropped += one.dropped;
  all.external += one.external;
  all.is_hidden = all.is_hidden || one.is_hidden;
  if (one.color) all.color = one.color;
  if (one.background) all.background = one.background;
  if (one.fill) all.fill = one.fill;
  if (one.stroke) all.stroke = one.stroke;
  if (one.opacity) all.opacity = one.opacity;
  if (one.fill_opacity) all.fill_opacity = one.fill_opacity;
  if (one.font_px) all.font_px = one.font_px;
  if (one.font_scale) all.font_scale = one.font_scale;
  all.references.insert(all.references.end(), one.references.begin(), one.references.end());
}

}  // namespace sluice::sanitize::svg
