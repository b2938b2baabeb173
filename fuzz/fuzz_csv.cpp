// Property: cleaning a table never crashes; what is released is a fixed point, and no cell of it, as a small reader of
// any of four dialects cuts it out, begins (behind blanks and quotes) with what a spreadsheet runs, unless it is a
// plain number; the same cells are there as before, but for apostrophes; what is withheld has at least quarantine; the
// default steps suffice for every input. Input: one byte of flags (1: a TSV; 2: a text is taken for a secret), then the
// table. Cap: 64 KiB (csv.options).
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../tests/support/plain_host.h"
#include "sanitize/csv/formula.h"
#include "sanitize/csv/table.h"

namespace {

using namespace sluice;            // NOLINT: one small file
using namespace sluice::sanitize;  // NOLINT

void require(bool holds) {
  if (!holds) __builtin_trap();
}

// Another reader than ours: one byte after the other, with three states.
std::vector<std::string> cells_of(std::string_view text, char separator) {
  enum class State { kStart, kPlain, kQuoted, kQuote } state = State::kStart;
  std::vector<std::string> cells;
  std::string cell;
  for (const char c : text) {
    const bool ends = c == separator || c == '\n' || c == '\r';
    if (state == State::kQuoted) {
      if (c == '"') {
        state = State::kQuote;
      } else {
        cell += c;
      }
    } else if (state == State::kQuote && c == '"') {
      cell += c;
      state = State::kQuoted;
    } else if (ends) {
      cells.push_back(cell);
      cell.clear();
      state = State::kStart;
    } else if (state == State::kStart && c == '"') {
      state = State::kQuoted;
    } else {
      cell += c;
      state = State::kPlain;
    }
  }
  cells.push_back(cell);
  return cells;
}

bool runs(std::string_view cell) {
  const std::size_t start = cell.find_first_not_of(" \"");
  if (start == std::string_view::npos) return false;
  const std::string_view rest = cell.substr(start);
  constexpr std::string_view kStarts("=+-@|\0", 6);
  const bool is_wide = rest.starts_with("\xEF\xBC\x9D") || rest.starts_with("\xEF\xBC\x8B") ||
                       rest.starts_with("\xEF\xBC\x8D") || rest.starts_with("\xEF\xBC\xA0");
  if (!is_wide && kStarts.find(rest.front()) == std::string_view::npos) return false;
  return !is_plain_number(cell) && !is_plain_number(rest.substr(0, rest.find_first_of("\",;\t|", 1)));
}

sluice::testing::Cleaning clean(std::string_view text, std::uint8_t flags) {
  sluice::testing::PlainHost host;
  if ((flags & 2U) != 0) host.secret = "AB=1";
  return sluice::testing::clean_with(text, host, {}, [&](ByteView bytes, Job& job) {
    return clean_table(bytes, {.is_tab_separated = (flags & 1U) != 0}, {}, job);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const sluice::testing::Cleaning cleaning = clean(text, data[0]);
  require(!cleaning.findings.has(FindingCode::kBudget));
  if (!cleaning.is_released) {
    require(cleaning.findings.decision() >= Decision::kQuarantine);
    return 0;
  }
  for (const char separator : {',', ';', '\t', '|'}) {
    for (const std::string& cell : cells_of(cleaning.text, separator)) require(!runs(cell));
  }
  const sluice::testing::Cleaning again = clean(cleaning.text, data[0]);
  require(again.is_released && again.text == cleaning.text);
  require(!again.findings.has(FindingCode::kTableFormula));
  return 0;
}
