#include "text/line_buffer.h"

#include <cstring>

#include <algorithm>
#include <array>

#include "text/utf8.h"
#include "text/visible.h"

namespace sluice::text {

void LineBuffer::append_plain(ByteView text, std::uint64_t raw, CleanSink& sink) {
  while (!text.empty() && (is_edited_ || pending_returns_ != 0)) {
    std::size_t used = 1;
    if (text.front() == std::byte{'\n'}) {
      newline(raw, sink);
    } else {
      used = edit_plain(text, raw, sink);
    }
    text = text.subspan(used);
    raw += used;
  }
  if (!text.empty()) append_lines(text, raw, sink);
}

std::size_t LineBuffer::edit_plain(ByteView text, std::uint64_t raw, CleanSink& sink) {
  apply_returns(sink);
  if (!is_edited_) return 0;
  const Decoded decoded = decode_utf8(text.data(), text.size());
  if (decoded.length > 1 || decoded.code_point < 0x20) {
    put(decoded.code_point, {raw, 0}, false, sink);
    return decoded.length;
  }
  // A letter adds at most one byte to the line, so it cannot be full before the last of these. Tabs count for more in
  // an edited line, so it may be full already: then the next letter is its last.
  const std::size_t size = editor_.size_bytes();
  const std::size_t room = size < options_->max_line_bytes ? options_->max_line_bytes - size : 1;
  const std::size_t count = editor_.put_letters(text.first(std::min(room, text.size())), raw);
  commit_if_full(raw + count, sink);
  return count;
}

void LineBuffer::append_lines(ByteView text, std::uint64_t raw, CleanSink& sink) {
  const std::size_t last = as_chars(text).rfind('\n');
  if (last == std::string_view::npos) {
    hold_plain(text, raw, sink);
    return;
  }
  std::size_t begin = 0;
  if (!held_.bytes.empty() || !filter_.at_line_start()) {
    begin = as_chars(text).find('\n') + 1;
    held_.append_copied(text.first(begin), raw);
    commit(true, raw + begin, sink);
  }
  open_from_ = raw + last + 1;
  if (begin <= last) sink.append_copied(text.subspan(begin, last + 1 - begin), raw + begin);
  hold_plain(text.subspan(last + 1), raw + last + 1, sink);
}

void LineBuffer::hold_plain(ByteView text, std::uint64_t raw, CleanSink& sink) {
  while (!text.empty()) {
    // The line fills up with the code point that reaches the limit, however the text comes in.
    std::size_t count = std::min(text.size(), options_->max_line_bytes - held_.bytes.size());
    while (count < text.size() && (std::to_integer<unsigned>(text[count]) & 0xC0U) == 0x80U) ++count;
    held_.append_copied(text.first(count), raw);
    text = text.subspan(count);
    raw += count;
    commit_if_full(raw, sink);
  }
}

void LineBuffer::put(char32_t code_point, const Origin& origin, bool needs_decision, CleanSink& sink) {
  apply_returns(sink);
  has_context_ = has_context_ || needs_decision;
  if (is_edited_) {
    editor_.put(code_point, origin);
  } else {
    std::array<std::byte, 4> encoded{};
    held_.append(ByteView(encoded.data(), encode_utf8(code_point, encoded.data())), origin);
  }
  // More may be written for the same raw bytes.
  commit_if_full(origin.raw, sink);
}

void LineBuffer::put_ascii(std::string_view text, const Origin& origin, CleanSink& sink) {
  for (const char c : text) put(static_cast<unsigned char>(c), origin, false, sink);
}

void LineBuffer::put_sgr(std::string_view sequence, const Origin& origin, CleanSink& sink) {
  apply_returns(sink);
  if (is_edited_) {
    editor_.put_sgr(as_bytes(sequence), origin);
  } else {
    held_.append(as_bytes(sequence), origin);
  }
  commit_if_full(origin.raw, sink);
}

void LineBuffer::newline(std::uint64_t raw, CleanSink& sink) {
  if (pending_returns_ != 0) {
    tally_->note(FindingCode::kLineEnding, {first_return_, raw + 1}, Decision::kSanitize);
    pending_returns_ = 0;
  }
  commit(true, raw + 1, sink);
  constexpr std::byte kNewline{'\n'};
  sink.append_copied(ByteView(&kNewline, 1), raw);
}

void LineBuffer::carriage_return(std::uint64_t raw, CleanSink& sink) {
  tally_->set_change();
  // Shown returns are shown one by one; applied ones are the same as one.
  if (options_->overwrites == Action::kEscape) apply_returns(sink);
  if (pending_returns_++ == 0) first_return_ = raw;
}

void LineBuffer::apply_returns(CleanSink& sink) {
  if (pending_returns_ == 0) return;
  const std::uint64_t count = pending_returns_;
  pending_returns_ = 0;
  note_overwrite({first_return_, first_return_ + 1}, count);
  if (options_->overwrites == Action::kEscape) {
    put_ascii(visible_byte('\r'), {first_return_, 1}, sink);
    return;
  }
  if (is_blank()) return;
  edit();
  editor_.to_column(0);
}

void LineBuffer::backspace(std::uint64_t raw, CleanSink& sink) {
  apply_returns(sink);
  note_overwrite({raw, raw + 1}, 1);
  if (options_->overwrites == Action::kEscape) {
    put_ascii(visible_byte('\b'), {raw, 1}, sink);
    return;
  }
  if (is_blank()) return;
  edit();
  editor_.back(1);
}

void LineBuffer::control(char final, std::uint32_t param, RawSpan where, CleanSink& sink) {
  if (final != 'K' && final != 'G' && final != 'D' && final != 'C') return;
  if (options_->overwrites == Action::kEscape) return;
  apply_returns(sink);
  const std::size_t count = std::max<std::size_t>(param, 1);
  if (final == 'K') {
    if (param > 2 || is_blank() || (param == 0 && !is_edited_)) return;
    edit();
    // Erasing to the left of the cursor is followed only where that is the whole line, which keeps it cheap.
    if (param == 1 && editor_.cursor() < editor_.columns()) return;
    if (param == 0 && editor_.cursor() == editor_.columns()) return;
    note_overwrite(where, 1);
    if (param == 0) {
      editor_.erase_to_end();
    } else {
      editor_.erase_all();
    }
    return;
  }
  edit();
  if (final == 'D') {
    editor_.back(count);
    return;
  }
  const std::size_t target = final == 'G' ? count - 1 : editor_.cursor() + count;
  editor_.to_column(target);
  // However wide the gap, one space keeps words apart; as many as asked for would let a few bytes become thousands.
  if (target > editor_.columns()) put(U' ', {where.begin, where.end - where.begin}, false, sink);
}

void LineBuffer::edit() {
  if (is_edited_) return;
  editor_.load(held_);
  held_.clear();
  is_edited_ = true;
}

void LineBuffer::note_overwrite(RawSpan where, std::uint64_t count) {
  const Action action = never_kept(options_->overwrites);
  tally_->note(FindingCode::kOverwritten, where, effect_of(action), 0, count);
}

void LineBuffer::commit_if_full(std::uint64_t next_raw, CleanSink& sink) {
  const std::size_t size = is_edited_ ? editor_.size_bytes() : held_.bytes.size();
  if (size >= options_->max_line_bytes) commit(false, next_raw, sink);
}

void LineBuffer::commit(bool line_ends, std::uint64_t next_raw, CleanSink& sink) {
  if (is_edited_) {
    editor_.unload(held_);
    is_edited_ = false;
  }
  held_.has_context = has_context_;
  has_context_ = false;
  if (!held_.bytes.empty() || !filter_.at_line_start()) filter_.pass(held_, line_ends, sink);
  open_from_ = std::min(next_raw, filter_.open_from(next_raw));
}

void LineBuffer::finish(CleanSink& sink) {
  if (pending_returns_ != 0) apply_returns(sink);
  commit(true, UINT64_MAX, sink);
}

}  // namespace sluice::text
