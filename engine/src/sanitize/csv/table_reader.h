#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::sanitize {

/// One cell as a reader of the dialect sees it.
struct Cell {
  std::string_view text;    ///< without its quotes, line ends as LF; valid until the next cell is read
  std::uint64_t begin = 0;  ///< where it stands in the text, quotes included
  std::uint64_t end = 0;
  bool is_row_end = false;       ///< the last cell of its row
  bool has_text_behind = false;  ///< text follows the closing quote; readers take it as part of the cell, or complain
  bool is_unclosed = false;      ///< the text ends inside of quotes
};

/// Walks the cells of a table in one dialect: cells end at `separator`, rows at LF, CR or CR LF; a cell that begins
/// with
/// `"` runs to the closing one, `""` inside of it is one quote. As Python's csv module reads it. Not thread-safe.
class TableReader {
 public:
  /// @param text  outlives this
  TableReader(std::string_view text, char separator) noexcept : text_(text), separator_(separator) {}

  /// @return false at the end. O(length of the cell); throws std::bad_alloc
  [[nodiscard]] bool next(Cell& cell);
  [[nodiscard]] std::uint64_t position() const noexcept { return at_; }

 private:
  [[nodiscard]] bool is_end_of_cell(char c) const noexcept { return c == separator_ || c == '\n' || c == '\r'; }
  [[nodiscard]] std::size_t end_of_plain(std::size_t from) const noexcept;
  void read_quoted(Cell& cell);

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  bool is_open_ = false;  // a separator was read: a cell follows, if an empty one
  std::string unquoted_;
};

}  // namespace sluice::sanitize
