#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice::sanitize::svg {

/// Values of attributes. Each function appends the value, written anew, and returns whether it follows its grammar;
/// where it does not, what was appended means nothing. All are linear in the value.

/// A number, with `%` or a unit where `has_unit`. @param pixels  gets it in pixels where it has no `%`
[[nodiscard]] bool write_length(std::string_view value, bool has_unit, std::string& out,
                                std::optional<double>* pixels = nullptr);

struct ListRule {
  bool has_unit = false;
  std::size_t max_count = 0;
  double min = 0;  ///< of each, where max > min
  double max = 0;
};
/// Numbers apart by blanks or commas.
[[nodiscard]] bool write_list(std::string_view value, const ListRule& rule, std::string& out);

/// Pairs of numbers of a polygon: only their characters are looked at.
[[nodiscard]] bool write_points(std::string_view value, std::string& out);

/// Path data: commands with numbers between them; no letters side by side, so that it spells nothing.
[[nodiscard]] bool write_path(std::string_view value, std::string& out);

/// `matrix()`, `translate()`, `scale()`, `rotate()`, `skewX()`, `skewY()`.
/// @param scale  is multiplied by how much larger things become
[[nodiscard]] bool write_transform(std::string_view value, std::string& out, double& scale);

struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};
[[nodiscard]] std::optional<Box> write_view_box(std::string_view value, std::string& out);

/// `none`, `xMidYMid`, ... with `meet` or `slice`.
[[nodiscard]] bool write_aspect_ratio(std::string_view value, std::string& out);

/// One of the words of `keywords`, which are apart by blanks.
[[nodiscard]] bool write_keyword(std::string_view value, std::string_view keywords, std::string& out);

/// Without blanks at its edges.
[[nodiscard]] std::string_view trimmed(std::string_view value) noexcept;

}  // namespace sluice::sanitize::svg
