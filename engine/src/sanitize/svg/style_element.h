#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/budget.h"
#include "sanitize/svg/look.h"
#include "sanitize/svg/references.h"
#include "sanitize/svg/removals.h"

namespace sluice::sanitize::svg {

/// Cleans the style sheet of a `style` element: plain rules, written anew one a line.
/// @param has_text  text was written before: a rule that hides some is dropped, since what it hid has left
/// @param rules     gets what decides whether text after it is seen
/// @return false where the budget is exhausted
[[nodiscard]] bool clean_style_sheet(std::string_view sheet, std::uint64_t offset, bool has_text, Budget& budget,
                                     References& references, Removals& removals, LookRules& rules, std::string& out);

}  // namespace sluice::sanitize::svg
