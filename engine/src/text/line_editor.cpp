#include "text/line_editor.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/context.h"
#include "text/utf8.h"

namespace sluice::text {
namespace {

constexpr std::size_t kTabColumns = 8;

std::size_t encoded_size(char32_t code_point) noexcept {
  return code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
}

/// The origin of a blank that stands where a glyph was: written, since it is not that glyph.
Origin blank_origin(const Origin& glyph, char32_t code_point) noexcept {
  return {glyph.raw, glyph.raw_length == 0 ? encoded_size(code_point) : glyph.raw_length};
}

}  // namespace

void LineEditor::load(const TextPiece& text) {
  const ByteView bytes(text.bytes);
  for (std::size_t i = 0; i < bytes.size();) {
    const Origin origin = text.origin.origin_of(i);
    if (bytes[i] == std::byte{0x1B}) {
      // Only whole SGR sequences get into a line, so the `m` is there.
      const std::size_t length = as_chars(bytes.subspan(i)).find('m') + 1;
      put_sgr(bytes.subspan(i, length), origin);
      i += length;
      continue;
    }
    const Decoded decoded = decode_utf8(bytes.data() + i, bytes.size() - i);
    put(decoded.code_point, origin);
    i += decoded.length;
  }
}

void LineEditor::unload(TextPiece& to) {
  std::size_t end = cells_.size();
  while (end > 0 && cells_[end - 1].kind == Kind::kBlank) --end;
  std::uint64_t written_color = UINT64_MAX;
  const auto write_extra = [&to](const Extra& extra) { to.append(extra.bytes, extra.origin); };
  for (std::size_t i = 0; i < end; ++i) {
    const Cell& cell = cells_[i];
    if (cell.kind == Kind::kTail) continue;
    if (cell.extras) {
      for (const Extra& color : cell.extras->before) {
        write_extra(color);
        written_color = color.origin.raw;
      }
    }
    std::array<std::byte, 4> encoded{};
    to.append(ByteView(encoded.data(), encode_utf8(cell.code_point, encoded.data())), cell.origin);
    if (cell.extras) std::for_each(cell.extras->after.begin(), cell.extras->after.end(), write_extra);
  }
  for (const Extra& color : waiting_) {
    write_extra(color);
    written_color = color.origin.raw;
  }
  if (!last_color_.bytes.empty() && last_color_.origin.raw != written_color) write_extra(last_color_);
  *this = LineEditor();
}

void LineEditor::put(char32_t code_point, const Origin& origin) {
  if (code_point == U'\t') {
    write_tab(origin);
    return;
  }
  const auto width = static_cast<std::size_t>(column_width(code_point));
  if (width == 0 && cursor_ > 0) {
    attach(code_point, origin);
  } else {
    write(code_point, std::max<std::size_t>(width, 1), origin);
  }
}

std::size_t LineEditor::put_letters(ByteView text, std::uint64_t raw) {
  std::size_t count = 0;
  for (; count < text.size(); ++count) {
    const std::byte letter = text[count];
    if (letter < std::byte{0x20} || letter >= std::byte{0x7F}) break;
    const auto code_point = std::to_integer<char32_t>(letter);
    const bool is_simple = cursor_ < cells_.size() && cells_[cursor_].kind == Kind::kGlyph && !cells_[cursor_].extras &&
                           (cursor_ + 1 == cells_.size() || cells_[cursor_ + 1].kind != Kind::kTail) &&
                           waiting_.empty();
    if (!is_simple) {
      write(code_point, 1, {raw + count, 0});
      continue;
    }
    Cell& cell = cells_[cursor_++];
    size_bytes_ -= encoded_size(cell.code_point) - 1;
    cell.code_point = code_point;
    cell.origin = {raw + count, 0};
  }
  return count;
}

void LineEditor::put_sgr(ByteView sequence, const Origin& origin) {
  last_color_ = {Bytes(sequence.begin(), sequence.end()), origin};
  waiting_.push_back(last_color_);
  size_bytes_ += sequence.size();
}

void LineEditor::write(char32_t code_point, std::size_t width, const Origin& origin) {
  for (std::size_t i = cursor_; i < std::min(cursor_ + width, cells_.size()); ++i) clear_glyph_at(i);
  while (cells_.size() < cursor_ + width) {
    cells_.emplace_back();
    ++size_bytes_;
  }
  Cell& cell = cells_[cursor_];
  size_bytes_ -= width;
  cell.code_point = code_point;
  cell.kind = Kind::kGlyph;
  cell.origin = origin;
  if (!waiting_.empty()) {
    cell.extras = std::make_unique<Extras>();
    for (const Extra& color : waiting_) cell.extras->size_bytes += color.bytes.size();
    size_bytes_ -= cell.extras->size_bytes;  // they were counted while they waited
    cell.extras->before = std::exchange(waiting_, {});
  }
  size_bytes_ += cost(cell);
  for (std::size_t i = 1; i < width; ++i) {
    cells_[cursor_ + i].kind = Kind::kTail;
    cells_[cursor_ + i].origin = origin;
    ++size_bytes_;
  }
  cursor_ += width;
}

void LineEditor::write_tab(const Origin& origin) {
  const std::size_t stop = (cursor_ / kTabColumns + 1) * kTabColumns;
  if (cursor_ == cells_.size()) {
    write(U'\t', stop - cursor_, origin);
    return;
  }
  // A tab moves over what is there and erases nothing.
  while (cells_.size() < stop) {
    cells_.emplace_back();
    blank(cells_.back(), {origin.raw, std::max<std::uint64_t>(origin.raw_length, 1)});
    ++size_bytes_;
  }
  cursor_ = stop;
}

void LineEditor::attach(char32_t code_point, const Origin& origin) {
  Cell& cell = cells_[lead_of(cursor_ - 1)];
  if (!cell.extras) cell.extras = std::make_unique<Extras>();
  std::array<std::byte, 4> encoded{};
  const std::size_t length = encode_utf8(code_point, encoded.data());
  cell.extras->after.push_back({Bytes(encoded.begin(), encoded.begin() + static_cast<std::ptrdiff_t>(length)), origin});
  cell.extras->size_bytes += length;
  size_bytes_ += length;
  if (cell.kind == Kind::kBlank) cell.kind = Kind::kGlyph;  // a mark on a space shows
}

void LineEditor::to_column(std::size_t column) noexcept { cursor_ = std::min(column, cells_.size()); }

void LineEditor::erase_to_end() noexcept {
  if (cursor_ < cells_.size()) clear_glyph_at(cursor_);
  while (cells_.size() > cursor_) {
    size_bytes_ -= cost(cells_.back());
    cells_.pop_back();
  }
}

void LineEditor::erase_all() noexcept {
  cells_.clear();
  cursor_ = 0;
  size_bytes_ = 0;
  for (const Extra& color : waiting_) size_bytes_ += color.bytes.size();
}

std::size_t LineEditor::lead_of(std::size_t column) const noexcept {
  while (column > 0 && cells_[column].kind == Kind::kTail) --column;
  return column;
}

void LineEditor::clear_glyph_at(std::size_t column) noexcept {
  const std::size_t lead = lead_of(column);
  const Origin origin = blank_origin(cells_[lead].origin, cells_[lead].code_point);
  std::size_t i = lead;
  do {
    size_bytes_ -= cost(cells_[i]);
    blank(cells_[i], origin);
    ++size_bytes_;
    ++i;
  } while (i < cells_.size() && cells_[i].kind == Kind::kTail);
}

void LineEditor::blank(Cell& cell, const Origin& origin) noexcept {
  cell.code_point = U' ';
  cell.kind = Kind::kBlank;
  cell.origin = origin;
  cell.extras.reset();
}

std::size_t LineEditor::cost(const Cell& cell) noexcept {
  if (cell.kind != Kind::kGlyph) return 1;
  return encoded_size(cell.code_point) + (cell.extras ? cell.extras->size_bytes : 0);
}

}  // namespace sluice::text
