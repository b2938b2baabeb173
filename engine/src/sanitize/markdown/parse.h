#pragma once

#include <string_view>

#include "core/budget.h"
#include "sanitize/markdown/pieces.h"

namespace sluice::sanitize {

enum class ParseStatus : std::uint8_t { kOk, kBudget, kOutOfMemory };

/// Parses CommonMark with GFM's tables, struck text and task lists. References are resolved: no definitions are left.
/// URLs without brackets stay text: md4c takes quadratic time to find them, and as text they are scanned all the same.
/// @param text    checked UTF-8
/// @param budget  charged a node for each piece, a step for each byte of text and of targets, and held to its depth
/// @param pieces  gets them in reading order, texts decoded; what stands in a tight list is in paragraphs too
/// O(n + what references repeat, which the steps bound). Source: CommonMark 0.30, GFM 0.29, by md4c.
[[nodiscard]] ParseStatus parse_markdown(std::string_view text, Budget& budget, Pieces& pieces);

}  // namespace sluice::sanitize
