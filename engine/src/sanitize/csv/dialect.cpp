#include "sanitize/csv/dialect.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "sanitize/csv/table_reader.h"

namespace sluice::sanitize {

namespace {

constexpr std::uint64_t kPollBytes = 64 * 1024;
constexpr std::size_t kCountedLengths = 64;  // rows with more cells than that are counted together

struct Fit {
  std::uint64_t odd_cells = 0;
  std::uint64_t equal_rows = 0;  // of two cells and more
  std::uint64_t cells = 0;
  // A few odd cells in a table are a fault of its writer, no sign of another separator.
  [[nodiscard]] bool is_table() const noexcept { return cells > 0 && odd_cells < cells / 10; }
  [[nodiscard]] bool is_better_than(const Fit& other) const noexcept {
    if ((cells == 0 && other.is_table()) || (other.cells == 0 && is_table())) return cells != 0;
    if (odd_cells != other.odd_cells) return odd_cells < other.odd_cells;
    if (equal_rows != other.equal_rows) return equal_rows > other.equal_rows;
    return cells > other.cells;
  }
};

std::optional<Fit> fit_of(std::string_view text, char separator, Budget& budget) {
  TableReader reader(text, separator);
  std::array<std::uint64_t, kCountedLengths + 1> rows{};
  Fit fit;
  Cell cell;
  std::uint64_t in_row = 0;
  std::uint64_t next_poll = kPollBytes;
  while (reader.next(cell)) {
    ++in_row;
    if (cell.has_text_behind) ++fit.odd_cells;
    if (cell.is_row_end) {
      if (in_row > 1) fit.cells += in_row;
      ++rows[std::min<std::uint64_t>(in_row, kCountedLengths)];
      in_row = 0;
    }
    if (reader.position() >= next_poll) {
      if (!budget.poll()) return std::nullopt;
      next_poll = reader.position() + kPollBytes;
    }
  }
  fit.equal_rows = *std::max_element(rows.begin() + 2, rows.end());
  return fit;
}

}  // namespace

std::optional<char> detect_separator(std::string_view text, bool prefers_tab, Budget& budget) {
  const std::string_view candidates = prefers_tab ? "\t,;|" : ",;\t|";
  if (!budget.charge(Budget::Kind::kSteps, text.size() * candidates.size())) return std::nullopt;
  char best = candidates.front();
  Fit best_fit;
  for (const char separator : candidates) {
    const std::optional<Fit> fit = fit_of(text, separator, budget);
    if (!fit) return std::nullopt;
    if (separator == candidates.front() || fit->is_better_than(best_fit)) {
      best = separator;
      best_fit = *fit;
    }
  }
  return best;
}

}  // namespace sluice::sanitize
