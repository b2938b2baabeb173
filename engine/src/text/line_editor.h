#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sluice/bytes.h"
#include "text/text_piece.h"

namespace sluice::text {

/// One line as a terminal shows it: cells with a cursor, so that overwritten text is gone and the visible text remains.
///
/// Used only for lines that move their cursor. Wide characters take two columns, tabs go to the next multiple of 8,
/// combining marks sit on the cell before them, and colors go with the cell after them. Every operation is O(1)
/// amortized over the bytes of the line. The cursor never lies past the end of the line. Not thread-safe.
class LineEditor {
 public:
  /// Fills the line with text that holds UTF-8, tabs and SGR sequences; the cursor is at its end.
  void load(const TextPiece& text);
  /// Appends the visible text and empties the line.
  void unload(TextPiece& to);

  void put(char32_t code_point, const Origin& origin);
  /// Puts the printable ASCII characters at the front of `text`, copied from `raw` on. @return how many
  std::size_t put_letters(ByteView text, std::uint64_t raw);
  void put_sgr(ByteView sequence, const Origin& origin);

  void to_column(std::size_t column) noexcept;  ///< clamped to the end of the line
  void back(std::size_t columns) noexcept { cursor_ -= columns < cursor_ ? columns : cursor_; }
  void erase_to_end() noexcept;
  void erase_all() noexcept;

  [[nodiscard]] std::size_t cursor() const noexcept { return cursor_; }
  [[nodiscard]] std::size_t columns() const noexcept { return cells_.size(); }
  /// About the bytes that unload() will write; never less than 1 for a column.
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }

 private:
  enum class Kind : std::uint8_t { kGlyph, kTail, kBlank };
  struct Extra {
    Bytes bytes;
    Origin origin;
  };
  struct Extras {
    std::vector<Extra> before;  // colors
    std::vector<Extra> after;   // combining marks, joiners, selectors
    std::size_t size_bytes = 0;
  };
  struct Cell {
    char32_t code_point = U' ';
    Kind kind = Kind::kBlank;
    Origin origin;
    std::unique_ptr<Extras> extras;
  };

  void write(char32_t code_point, std::size_t width, const Origin& origin);
  void write_tab(const Origin& origin);
  void attach(char32_t code_point, const Origin& origin);
  void clear_glyph_at(std::size_t column) noexcept;
  void blank(Cell& cell, const Origin& origin) noexcept;
  [[nodiscard]] std::size_t lead_of(std::size_t column) const noexcept;
  [[nodiscard]] static std::size_t cost(const Cell& cell) noexcept;

  std::vector<Cell> cells_;
  std::size_t cursor_ = 0;
  std::size_t size_bytes_ = 0;
  std::vector<Extra> waiting_;  // colors that no cell has taken yet
  Extra last_color_;            // the color the line ends in, wherever the cursor went after it
};

}  // namespace sluice::text
