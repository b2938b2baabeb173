#include "sanitize/csv/table_reader.h"

namespace sluice::sanitize {

std::size_t TableReader::end_of_plain(std::size_t from) const noexcept {
  while (from < text_.size() && !is_end_of_cell(text_[from])) ++from;
  return from;
}

void TableReader::read_quoted(Cell& cell) {
  unquoted_.clear();
  ++at_;
  while (true) {
    const std::size_t from = at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\r') ++at_;
    unquoted_.append(text_.substr(from, at_ - from));
    if (at_ == text_.size()) {
      cell.is_unclosed = true;
      break;
    }
    if (text_[at_] == '\r') {
      unquoted_ += '\n';
      at_ += at_ + 1 < text_.size() && text_[at_ + 1] == '\n' ? 2U : 1U;
      continue;
    }
    const bool is_doubled = at_ + 1 < text_.size() && text_[at_ + 1] == '"';
    at_ += is_doubled ? 2U : 1U;
    if (!is_doubled) break;
    unquoted_ += '"';
  }
  const std::size_t end = end_of_plain(at_);
  cell.has_text_behind = end > at_;
  unquoted_.append(text_.substr(at_, end - at_));
  at_ = end;
  cell.text = unquoted_;
}

bool TableReader::next(Cell& cell) {
  if (at_ == text_.size() && !is_open_) return false;
  cell = {};
  cell.begin = at_;
  if (at_ < text_.size() && text_[at_] == '"') {
    read_quoted(cell);
  } else {
    at_ = end_of_plain(at_);
    cell.text = text_.substr(static_cast<std::size_t>(cell.begin), at_ - static_cast<std::size_t>(cell.begin));
  }
  cell.end = at_;
  is_open_ = false;
  cell.is_row_end = true;
  if (at_ == text_.size()) return true;
  const char c = text_[at_++];
  if (c == separator_) {
    is_open_ = true;
    cell.is_row_end = false;
  } else if (c == '\r' && at_ < text_.size() && text_[at_] == '\n') {
    ++at_;
  }
  return true;
}

}  // namespace sluice::sanitize
