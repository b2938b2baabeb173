#include "sanitize/csv/table.h"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/ascii.h"
#include "core/reserve.h"
#include "sanitize/csv/dialect.h"
#include "sanitize/csv/formula.h"
#include "sanitize/csv/table_reader.h"
#include "sanitize/source_text.h"

namespace sluice::sanitize {

namespace {

constexpr std::uint64_t kPollBytes = 64 * 1024;
constexpr std::string_view kSeparators = ",;\t|";

// UTF-16 units of checked UTF-8.
std::uint64_t utf16_units(std::string_view text) noexcept {
  std::uint64_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xC0U) == 0x80U ? 0U : byte >= 0xF0U ? 2U : 1U;
  }
  return units;
}

class TableCleaner {
 public:
  TableCleaner(ByteView bytes, const TableOptions& options, const TableLimits& limits, Job& job)
      : bytes_(bytes), options_(options), limits_(limits), job_(job) {}

  Output run() {
    Output output;
    if (!read_source_text(bytes_, job_, source_) || !read_separator_line() || !tell_dialect() || !read() ||
        job_.is_withheld()) {
      job_.findings.add_exhausted(job_.budget);
      return output;
    }
    const LeafTexts texts = job_.host.scan(projection_);
    if (job_.is_withheld()) return output;
    if (!write(texts, output.bytes)) {
      job_.findings.add_exhausted(job_.budget);
      return {};
    }
    report();
    output.is_released = true;
    output.is_unchanged = as_chars(output.bytes) == as_chars(bytes_);
    if (output.is_unchanged) output.bytes.clear();
    return output;
  }

 private:
  bool refuse(FindingCode code, std::uint64_t at, std::string detail) {
    Location where;
    where.begin = where.end = at;
    job_.findings.add(code, Severity::kMedium, Decision::kQuarantine, engine_text(std::move(detail)), std::move(where));
    return false;
  }

  // A first line that tells spreadsheets the separator, and shows to nobody else.
  bool read_separator_line() {
    text_ = source_.text;
    offset_ = source_.skipped;
    const std::size_t end = std::min(text_.find_first_of("\r\n"), text_.size());
    std::string_view line = text_.substr(0, end);
    if (line.size() >= 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
    if (!starts_with_ignoring_case(line, "sep=") || line.size() > 5) return true;
    if (line.size() == 5) {
      if (kSeparators.find(line[4]) == std::string_view::npos) {
        return refuse(FindingCode::kTableShape, 0, "a sep= line asks for another separator than those of tables");
      }
      asked_ = line[4];
    }
    std::size_t skip = end;
    if (skip < text_.size()) skip += text_.substr(skip).starts_with("\r\n") ? 2U : 1U;
    text_.remove_prefix(skip);
    offset_ += skip;
    add(FindingCode::kTableShape, Decision::kSanitize, "the sep= line was dropped", 1, 0);
    return true;
  }

  bool tell_dialect() {
    const std::optional<char> separator = detect_separator(text_, options_.is_tab_separated, job_.budget);
    if (!separator) return false;
    separator_ = *separator;
    const bool is_asked_in_text = asked_ && text_.find(*asked_) != std::string_view::npos;
    if (asked_ && *asked_ != separator_ && (is_asked_in_text || text_.find(separator_) != std::string_view::npos)) {
      return refuse(FindingCode::kTableShape, 0, "the sep= line asks for another separator than the rows have");
    }
    written_separator_ = options_.is_tab_separated ? '\t' : separator_ == '|' ? ',' : separator_;
    return true;
  }

  bool read() {
    if (!job_.budget.charge(Budget::Kind::kSteps, 4 * text_.size())) return false;
    TableReader reader(text_, separator_);
    Cell cell;
    std::uint64_t row = 0;
    std::uint64_t in_row = 0;
    std::uint64_t columns = 0;
    std::uint64_t next_poll = kPollBytes;
    Join join = Join::kBreak;
    while (reader.next(cell)) {
      if (reader.position() >= next_poll) {
        if (!job_.budget.poll()) return false;
        next_poll = reader.position() + kPollBytes;
      }
      if (cell.is_unclosed) return refuse(FindingCode::kTableShape, offset_ + cell.begin, "quotes do not close");
      if (cell.has_text_behind && odd_cells_++ == 0) first_odd_ = offset_ + cell.begin;
      if (cell.text.size() > limits_.max_cell_units && utf16_units(cell.text) > limits_.max_cell_units) {
        return refuse(FindingCode::kTableSize, offset_ + cell.begin,
                      "a cell is longer than " + std::to_string(limits_.max_cell_units) + " characters");
      }
      if (++in_row > limits_.max_columns) {
        return refuse(FindingCode::kTableSize, offset_ + cell.begin,
                      "a row has more than " + std::to_string(limits_.max_columns) + " cells");
      }
      if (!cell.text.empty()) {
        if (!job_.budget.charge(Budget::Kind::kNodes, 1)) return false;
        projection_.add(join, cell.text, offset_ + cell.begin, offset_ + cell.end);
        join = Join::kSpace;
      }
      if (!cell.is_row_end) continue;
      join = Join::kBreak;
      if (++row > limits_.max_rows) {
        return refuse(FindingCode::kTableSize, offset_ + cell.begin,
                      "there are more than " + std::to_string(limits_.max_rows) + " rows");
      }
      if (row == 1) columns = in_row;
      if (in_row != columns && ragged_rows_++ == 0) first_ragged_ = offset_ + cell.begin;
      in_row = 0;
    }
    return true;
  }

  bool put(Bytes& out, std::string_view text) {
    if (!job_.budget.charge(Budget::Kind::kOutputBytes, text.size())) return false;
    const ByteView bytes = as_bytes(text);
    out.insert(out.end(), bytes.begin(), bytes.end());
    return true;
  }

  bool write(const LeafTexts& texts, Bytes& out) {
    reserve_large(out, text_.size() + text_.size() / 2);
    TableReader reader(text_, separator_);
    Cell cell;
    std::uint32_t leaf = 0;
    std::string safe;
    std::string quoted;
    bool is_first = true;
    std::uint64_t next_poll = kPollBytes;
    while (reader.next(cell)) {
      if (reader.position() >= next_poll) {
        if (!job_.budget.poll()) return false;
        next_poll = reader.position() + kPollBytes;
      }
      std::string_view text = cell.text;
      std::string plain;
      if (!text.empty()) {
        if (const std::string* changed = texts.changed(leaf++)) {
          plain = with_plain_lines(*changed);
          text = plain;
        }
      }
      bool is_neutralized = neutralize_formula(text, written_separator_, safe);
      if (is_first && starts_with_ignoring_case(safe, "sep=")) {
        safe.insert(safe.begin(), '\'');
        is_neutralized = true;
      }
      is_first = false;
      if (is_neutralized && formulas_++ == 0) first_formula_ = offset_ + cell.begin;
      quoted.assign(1, '"');
      for (const char c : safe) {
        if (c == '"') quoted += '"';
        quoted += c;
      }
      quoted += '"';
      if (cell.is_row_end) {
        quoted += "\r\n";
      } else {
        quoted += written_separator_;
      }
      if (!put(out, quoted)) return false;
    }
    return true;
  }

  // Line ends as a second reading of the table gives them.
  static std::string with_plain_lines(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\r') {
        out += text[i];
      } else if (i + 1 >= text.size() || text[i + 1] != '\n') {
        out += '\n';
      }
    }
    return out;
  }

  void add(FindingCode code, Decision effect, std::string detail, std::uint64_t count, std::uint64_t at) {
    Finding finding;
    finding.code = code;
    finding.severity = effect == Decision::kAllow ? Severity::kInfo : Severity::kLow;
    if (code == FindingCode::kTableFormula) finding.severity = Severity::kMedium;
    finding.effect = effect;
    finding.count = count;
    finding.where.begin = finding.where.end = at;
    finding.detail = engine_text(std::move(detail));
    job_.findings.add(std::move(finding));
  }

  void report() {
    if (ragged_rows_ != 0) {
      add(FindingCode::kTableShape, Decision::kAllow, "rows have another number of cells than the first", ragged_rows_,
          first_ragged_);
    }
    if (odd_cells_ != 0) {
      add(FindingCode::kTableShape, Decision::kSanitize, "text behind a closing quote was taken into its cell",
          odd_cells_, first_odd_);
    }
    if (formulas_ != 0) {
      add(FindingCode::kTableFormula, Decision::kSanitize, "an apostrophe was put in front", formulas_, first_formula_);
    }
  }

  ByteView bytes_;
  const TableOptions& options_;
  const TableLimits& limits_;
  Job& job_;

  SourceText source_;
  std::string_view text_;      // without mark and sep= line
  std::uint64_t offset_ = 0;   // of text_ in the artifact
  std::optional<char> asked_;  // by the sep= line
  char separator_ = ',';
  char written_separator_ = ',';
  TextProjection projection_;
  std::uint64_t ragged_rows_ = 0;
  std::uint64_t first_ragged_ = 0;
  std::uint64_t odd_cells_ = 0;
  std::uint64_t first_odd_ = 0;
  std::uint64_t formulas_ = 0;
  std::uint64_t first_formula_ = 0;
};

}  // namespace

Output clean_table(ByteView bytes, const TableOptions& options, const TableLimits& limits, Job& job) noexcept {
  try {
    return TableCleaner(bytes, options, limits, job).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
