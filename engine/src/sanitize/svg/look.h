#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sanitize/css/rules.h"
#include "sanitize/css/value.h"

namespace sluice::sanitize::svg {

/// What decides whether text is seen, as an element inherits it.
struct Look {
  bool is_hidden = false;  ///< not displayed, or invisible; what is inside is taken to be so, too
  bool has_fill = true;
  bool has_stroke = false;
  double opacity = 1;
  double fill_opacity = 1;
  double font_px = 16;
  double scale = 1;  ///< pixels for each unit of its coordinates

  /// Takes what a style says.
  void apply(const css::Report& style);
  /// True where a person would not see text of this look.
  [[nodiscard]] bool hides_text() const noexcept;
};

/// True where a style bears on whether text is seen.
[[nodiscard]] bool bears_on_text(const css::Report& style) noexcept;

/// The rules of style sheets that may hide text, by what they ask of the element itself; what they ask of those around
/// it is taken to be so.
class LookRules {
 public:
  /// @return false where there are too many
  [[nodiscard]] bool add(const css::Rule& rule, const css::Report& style);
  [[nodiscard]] std::size_t size() const noexcept { return rules_.size(); }
  void apply(std::string_view type, std::string_view id, std::string_view classes, Look& look) const;

 private:
  struct Entry {
    std::string type;
    std::string id;
    std::vector<std::string> classes;
    css::Report style;
  };
  std::vector<Entry> rules_;
};

}  // namespace sluice::sanitize::svg
