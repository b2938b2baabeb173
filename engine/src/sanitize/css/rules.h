#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"

namespace sluice::sanitize::css {

/// One element of a selector: a type or `*`, an id, classes; all of them have to fit. Views point into the sheet.
struct Compound {
  std::string_view type;  ///< empty: any, written `*` where nothing else is there
  std::string_view id;
  std::vector<std::string_view> classes;
  bool is_child = false;  ///< `>`: its parent is the compound before it; else that is any ancestor
  bool has_star = false;
};

/// Compounds from the outermost to the element that is styled.
using Selector = std::vector<Compound>;

struct Rule {
  std::vector<Selector> selectors;
  std::string_view declarations;  ///< between the braces, for clean_declarations()
  std::size_t begin = 0;          ///< of the rule in the sheet
  std::size_t end = 0;
};

struct StyleSheet {
  std::vector<Rule> rules;
  std::uint32_t dropped_rules = 0;      ///< no selector of them was simple, or they do not close
  std::uint32_t dropped_selectors = 0;  ///< of rules that stay: pseudo-classes, attributes, escapes
  std::uint32_t dropped_at_rules = 0;   ///< `@import`, `@font-face`, `@media`, ..., with their blocks
  bool is_external = false;             ///< one of those was an `@import` or `@font-face`, or named a URL
};

/// Parses a style sheet to its plain rules: lists of compounds with descendant and child combinators. Types, ids and
/// classes are ASCII names without escapes. At most 10,000 rules and 64 selectors a rule, 16 compounds a selector.
/// @param sheet   checked UTF-8, kept alive by the caller
/// @param budget  charged a step for each byte and a node for each selector
/// @return false where the budget is exhausted; `out` then means nothing. Linear.
[[nodiscard]] bool parse_sheet(std::string_view sheet, Budget& budget, StyleSheet& out);

/// Writes a selector anew: `g.axis > text`.
void write_selector(const Selector& selector, std::string& out);

}  // namespace sluice::sanitize::css
