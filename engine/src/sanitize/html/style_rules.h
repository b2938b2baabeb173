#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "sanitize/css/rules.h"
#include "sanitize/css/value.h"
#include "sanitize/html/elements.h"
#include "sanitize/html/tally.h"

namespace sluice::sanitize::html {

/// Cleaned declarations, and what they do.
struct Style {
  std::string text;
  css::Report report;
};

/// The rules of style sheets that can be written at the elements they name: those that pandas' Styler writes. Their ids
/// begin with "T_"; a rule names a cell, or the cells and rows of a table by type and class. Everything else in a style
/// sheet goes. Not thread-safe.
class StyleRules {
 public:
  /// Reads a style sheet. @return false where the budget is exhausted. Linear
  bool add_sheet(std::string_view sheet, std::size_t offset, Budget& budget, Tally& tally);

  [[nodiscard]] bool is_empty() const noexcept { return by_id_.empty() && tables_.empty(); }
  /// The place of a table's rules, or -1. O(1)
  [[nodiscard]] std::int32_t table(std::string_view id) const;

  /// Appends the declarations for an element to `style`.
  /// @param id       of the element; empty where it has none
  /// @param classes  as written
  /// @param sheet    of the table around, from table()
  /// @param budget   charged a step for each rule that is tried and each byte that is appended
  /// @return false where the budget is exhausted
  [[nodiscard]] bool collect(Element element, std::string_view id, std::string_view classes, std::int32_t sheet,
                             Budget& budget, Style& style) const;

 private:
  static constexpr std::size_t kMaxTableRules = 32;   // each is compared with each cell of its table
  static constexpr std::size_t kMaxStyleBytes = 512;  // so much text a selector can add to the output

  struct TableRule {
    css::Compound compound;
    std::size_t style = 0;
  };

  std::deque<std::string> sheets_;  // what the views point into
  std::vector<Style> styles_;
  std::map<std::string_view, std::vector<std::size_t>> by_id_;
  std::map<std::string_view, std::int32_t> table_ids_;
  std::vector<std::vector<TableRule>> tables_;
};

/// Adds what `other` does to `report`: later declarations win.
void merge_reports(css::Report& report, const css::Report& other);

}  // namespace sluice::sanitize::html
