#pragma once

#include <string>
#include <string_view>

#include "core/budget.h"
#include "sanitize/css/properties.h"
#include "sanitize/css/value.h"

namespace sluice::sanitize::css {

/// Cleans the declarations of one element (a style attribute, the block of a rule): keeps those whose property is on
/// the list of the profile and whose value follows its grammar, and writes them anew as `name: value; name: value` in
/// small letters. A value has no comment, escape, calc(), var(), attr(), image or URL; drawings may say `url(#id)`
/// where a reference belongs. In HTML nothing leaves its place: no position, z-index, float, transform, negative
/// margin.
///
/// Fixed point: cleaning the output again changes nothing and drops nothing.
/// @param style   checked UTF-8; the report's views point into it
/// @param budget  charged a step for each byte
/// @param out     gets the declarations behind what it holds; `"`, `<`, `>`, `&` and controls are never among them
/// @return false where the budget is exhausted. Linear, no allocation but for `out`, the report and long words.
/// Source: CSS Syntax 3; CSS Color 4; SVG 2, section 6.
[[nodiscard]] bool clean_declarations(std::string_view style, Profile profile, Budget& budget, std::string& out,
                                      Report& report);

}  // namespace sluice::sanitize::css
