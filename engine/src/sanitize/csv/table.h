#pragma once

#include <cstdint>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Sizes past which a table is refused: what Excel takes. Others cut silently there.
struct TableLimits {
  std::uint64_t max_rows = 1'048'576;
  std::uint64_t max_columns = 16'384;
  std::uint64_t max_cell_units = 32'767;  ///< UTF-16 units, as spreadsheets count
};

struct TableOptions {
  bool is_tab_separated = false;  ///< the artifact is said to be TSV, and is written as such
};

/// Cleans a table of text (CSV, TSV, or any text) for a spreadsheet.
///
/// One dialect is told from the whole text: of comma, semicolon, tab and `|` the separator under which no quotes are
/// odd, most rows have the same number of cells, and cells are most. Written anew as RFC 4180 has it: every cell
/// quoted, rows end with CR LF; the separator stays, but for `|`, which becomes a comma. Cells that a spreadsheet would
/// run get an apostrophe in front (kTableFormula), also parts of cells that another separator would cut out. A `sep=`
/// line goes (kTableShape). Rows that differ in length are reported (kTableShape, effect allow), text behind a closing
/// quote is taken into its cell (kTableShape, sanitize). All cells are scanned as one text: cells of a row with a space
/// between them, rows on lines of their own. Withheld (quarantine): quotes that do not close, a `sep=` line that
/// contradicts the table (kTableShape), a table larger than spreadsheets take (kTableSize), UTF-16 (kUtf16), an
/// exhausted budget.
///
/// Fixed point: cleaning the output again changes nothing.
/// @param bytes  the whole text, any bytes
/// Budget: 8 steps a byte, a node for each cell that is not empty, the output bytes.
/// Complexity: O(n) time; memory O(n) and 64 bytes for each cell. Thread-safety: as `job`.
[[nodiscard]] Output clean_table(ByteView bytes, const TableOptions& options, const TableLimits& limits,
                                 Job& job) noexcept;

}  // namespace sluice::sanitize
