#include "text/cleaner.h"

#include <algorithm>
#include <array>
#include <string>

#include "text/escapes.h"
#include "text/hazards.h"
#include "text/line_buffer.h"
#include "text/sgr.h"
#include "text/tally.h"
#include "text/utf8.h"
#include "text/visible.h"

namespace sluice::text {
namespace {

constexpr char32_t kEscape = 0x1B;
constexpr char32_t kByteOrderMarkPoint = 0xFEFF;
constexpr std::size_t kLeastLineBytes = 256;

bool introduces_sequence(char32_t c) noexcept {
  return c == kEscape || c == 0x90 || c == 0x98 || c == 0x9B || (c >= 0x9D && c <= 0x9F);
}

}  // namespace

/// One code point at a time, in this order: UTF-8, escape sequences, hazards, line.
struct Cleaner::State {
  explicit State(const CleanOptions& wanted) : options(wanted), line(options, tally) {
    options.max_line_bytes = std::max(options.max_line_bytes, kLeastLineBytes);
  }
  State(const State&) = delete;  // the line points at options and tally
  State& operator=(const State&) = delete;

  void byte(std::byte value, CleanSink& sink);
  void character(char32_t c, RawSpan where, CleanSink& sink);
  void finish(CleanSink& sink);
  /// Takes what can be taken at once from the front of `raw`, the same as byte by byte. @return bytes taken, or 0
  std::size_t run(ByteView raw, CleanSink& sink);

  CleanOptions options;
  Tally tally;
  EscapeMachine escape;
  LineBuffer line;
  std::uint64_t consumed = 0;
  std::uint64_t committed = 0;

 private:
  std::size_t whole_color(ByteView raw, CleanSink& sink);
  void decode_partial(bool at_end, CleanSink& sink);
  void in_sequence(char32_t c, RawSpan where, CleanSink& sink);
  void text(char32_t c, RawSpan where, CleanSink& sink);
  void control(char32_t c, RawSpan where, CleanSink& sink);
  void hazard(Hazard hazard, char32_t c, RawSpan where, CleanSink& sink);
  void invalid(RawSpan where, CleanSink& sink);
  void begin_sequence(char32_t introducer, RawSpan where, bool is_shown, CleanSink& sink);
  void end_sequence(std::uint64_t end, bool is_terminated, CleanSink& sink);
  void show(char32_t c, RawSpan where, CleanSink& sink);
  void show_now(char32_t c, RawSpan where, CleanSink& sink);
  void stop_deferring(CleanSink& sink);
  bool keep_color(std::string_view params, std::uint64_t end, CleanSink& sink);
  [[nodiscard]] bool shows_sequences() const noexcept { return options.escapes == Action::kEscape; }
  [[nodiscard]] Action action_of(Hazard hazard) const noexcept;

  std::array<std::byte, 4> partial{};  // the bytes of an unfinished code point
  std::size_t partial_size = 0;
  std::uint64_t sequence_begin = 0;
  std::uint64_t last_escape = 0;  // the ESC that may begin the end of a string
  // Where sequences are shown but colors are kept, a sequence waits here until it is known to be no color.
  bool is_deferring = false;
  std::string deferred;
  bool saw_text = false;
};

std::size_t Cleaner::State::run(ByteView raw, CleanSink& sink) {
  if (partial_size != 0 || escape.active()) return 0;
  std::size_t used = plain_prefix(raw);
  if (used != 0) {
    saw_text = true;
    line.append_plain(raw.first(used), consumed, sink);
  } else if (raw.front() == std::byte{kEscape}) {
    used = whole_color(raw, sink);
  } else if (raw.front() >= std::byte{0x80}) {
    const Decoded decoded = decode_utf8(raw.data(), raw.size());
    if (decoded.status != DecodeStatus::kValid) return 0;
    used = decoded.length;
    character(decoded.code_point, {consumed, consumed + used}, sink);
  }
  consumed += used;
  return used;
}

/// The most frequent sequence, `ESC [ digits ; digits m`, without the state machine.
std::size_t Cleaner::State::whole_color(ByteView raw, CleanSink& sink) {
  constexpr std::size_t kMaxColorBytes = 32;
  if (shows_sequences() || raw.size() < 3 || raw[1] != std::byte{'['}) return 0;
  std::size_t end = 2;
  const std::size_t limit = std::min(raw.size(), kMaxColorBytes);
  while (end < limit && ((raw[end] >= std::byte{'0'} && raw[end] <= std::byte{'9'}) || raw[end] == std::byte{';'}))
    ++end;
  if (end == limit || raw[end] != std::byte{'m'}) return 0;
  sequence_begin = consumed;
  const RawSpan where{consumed, consumed + end + 1};
  if (!options.keep_colors || !keep_color(as_chars(raw.subspan(2, end - 2)), where.end, sink)) {
    tally.note(FindingCode::kEscapeSequence, where, effect_of(never_kept(options.escapes)));
  }
  return end + 1;
}

void Cleaner::State::byte(std::byte value, CleanSink& sink) {
  const std::uint64_t at = consumed++;
  if (partial_size == 0 && std::to_integer<unsigned>(value) < 0x80) {
    character(std::to_integer<char32_t>(value), {at, at + 1}, sink);
    return;
  }
  partial[partial_size++] = value;
  decode_partial(false, sink);
}

void Cleaner::State::decode_partial(bool at_end, CleanSink& sink) {
  while (partial_size != 0) {
    const Decoded decoded = decode_utf8(partial.data(), partial_size);
    if (decoded.status == DecodeStatus::kIncomplete && !at_end) return;
    const std::uint64_t begin = consumed - partial_size;
    const RawSpan where{begin, begin + decoded.length};
    character(decoded.status == DecodeStatus::kValid ? decoded.code_point : kNotACharacter, where, sink);
    // What is left did not belong to the subpart and begins anew: one byte at most.
    std::copy(partial.begin() + decoded.length, partial.begin() + static_cast<std::ptrdiff_t>(partial_size),
              partial.begin());
    partial_size -= decoded.length;
  }
}

void Cleaner::State::character(char32_t c, RawSpan where, CleanSink& sink) {
  if (escape.active()) {
    in_sequence(c, where, sink);
  } else if (introduces_sequence(c)) {
    begin_sequence(c, where, false, sink);
  } else {
    text(c, where, sink);
  }
}

void Cleaner::State::in_sequence(char32_t c, RawSpan where, CleanSink& sink) {
  using Step = EscapeMachine::Step;
  if (c == kEscape) last_escape = where.begin;
  const Step step = escape.step(c);
  switch (step) {
    case Step::kSwallow:
      show(c, where, sink);
      if (!escape.may_be_sgr()) stop_deferring(sink);
      return;
    case Step::kDone:
      show(c, where, sink);
      end_sequence(where.end, true, sink);
      return;
    case Step::kExecute:
      stop_deferring(sink);
      text(c, where, sink);
      return;
    case Step::kDoneBefore:
    case Step::kAbort: end_sequence(where.begin, step == Step::kDoneBefore, sink); break;
    case Step::kAbortAtEscape:
      end_sequence(last_escape, false, sink);
      begin_sequence(kEscape, {last_escape, last_escape + 1}, true, sink);
      break;
  }
  character(c, where, sink);
}

void Cleaner::State::begin_sequence(char32_t introducer, RawSpan where, bool is_shown, CleanSink& sink) {
  sequence_begin = where.begin;
  escape.begin(introducer);
  if (is_shown) return;
  is_deferring = shows_sequences() && options.keep_colors && introducer == kEscape;
  show(introducer, where, sink);
}

void Cleaner::State::end_sequence(std::uint64_t end, bool is_terminated, CleanSink& sink) {
  const RawSpan where{sequence_begin, end};
  escape.stop();
  // Where sequences are shown, one that did not wait is already text.
  const bool may_keep = is_terminated && options.keep_colors && escape.may_be_sgr() &&
                        escape.plain_csi_final() == 'm' && (!shows_sequences() || is_deferring);
  if (may_keep && keep_color(escape.params(), end, sink)) return;
  stop_deferring(sink);
  const Decision effect = effect_of(never_kept(options.escapes));
  const Danger danger = escape.danger();
  if (!is_terminated) tally.note(FindingCode::kEscapeUnterminated, where, effect);
  if (danger != Danger::kNone) {
    tally.note_danger(danger, where, effect);
  } else if (is_terminated) {
    tally.note(FindingCode::kEscapeSequence, where, effect);
  }
  if (is_terminated && !shows_sequences()) line.control(escape.plain_csi_final(), escape.first_param(), where, sink);
}

bool Cleaner::State::keep_color(std::string_view params, std::uint64_t end, CleanSink& sink) {
  std::string sequence;
  const SgrVerdict verdict = filter_sgr(params, sequence);
  if (verdict == SgrVerdict::kDropped) return false;
  is_deferring = false;
  deferred.clear();
  saw_text = true;
  Origin origin{sequence_begin, 0};
  if (verdict == SgrVerdict::kChanged) {
    origin.raw_length = end - sequence_begin;
    tally.note(FindingCode::kEscapeSequence, {sequence_begin, end}, effect_of(never_kept(options.escapes)));
  }
  line.put_sgr(sequence, origin, sink);
  return true;
}

void Cleaner::State::show(char32_t c, RawSpan where, CleanSink& sink) {
  if (!shows_sequences()) return;
  if (is_deferring && c < 0x80) {
    deferred += static_cast<char>(c);
  } else {
    show_now(c, where, sink);
  }
}

void Cleaner::State::stop_deferring(CleanSink& sink) {
  if (!is_deferring) return;
  is_deferring = false;
  std::uint64_t at = sequence_begin;
  for (const char c : deferred) {
    show_now(static_cast<unsigned char>(c), {at, at + 1}, sink);
    ++at;
  }
  deferred.clear();
}

void Cleaner::State::show_now(char32_t c, RawSpan where, CleanSink& sink) {
  saw_text = true;
  const Origin origin{where.begin, where.end - where.begin};
  if (c < 0x20 || c == 0x7F) {
    line.put_ascii(visible_byte(static_cast<unsigned>(c)), origin, sink);
  } else if (c >= 0x80 && c <= 0x9F) {
    line.put_ascii(visible_code_point(c), origin, sink);
  } else {
    text(c, where, sink);
  }
}

void Cleaner::State::text(char32_t c, RawSpan where, CleanSink& sink) {
  switch (c) {
    case U'\n': saw_text = true; return line.newline(where.begin, sink);
    case U'\r': saw_text = true; return line.carriage_return(where.begin, sink);
    case U'\b': saw_text = true; return line.backspace(where.begin, sink);
    case kNotACharacter: return invalid(where, sink);
    default: break;
  }
  const Hazard seen = c == U'\t' ? Hazard::kNone : hazard_of(c);
  if (seen == Hazard::kNone || needs_context(seen)) {
    saw_text = true;
    line.put(c, {where.begin, 0}, seen != Hazard::kNone, sink);
  } else if (seen == Hazard::kControl) {
    control(c, where, sink);
  } else if (c == kByteOrderMarkPoint && !saw_text) {
    tally.note(FindingCode::kByteOrderMark, where, Decision::kSanitize);
  } else {
    hazard(seen, c, where, sink);
  }
}

void Cleaner::State::control(char32_t c, RawSpan where, CleanSink& sink) {
  const Action action = never_kept(options.controls);
  tally.note(c == 0 ? FindingCode::kNul : FindingCode::kControl, where, effect_of(action), c);
  if (action != Action::kEscape) return;
  saw_text = true;
  const std::string visible = c < 0x80 ? visible_byte(static_cast<unsigned>(c)) : visible_code_point(c);
  line.put_ascii(visible, {where.begin, where.end - where.begin}, sink);
}

void Cleaner::State::hazard(Hazard seen, char32_t c, RawSpan where, CleanSink& sink) {
  const Action action = c == kByteOrderMarkPoint ? never_kept(options.zero_width) : action_of(seen);
  tally.note(finding_of(seen), where, effect_of(action), c);
  if (action == Action::kFlag) {
    saw_text = true;
    line.put(c, {where.begin, 0}, false, sink);
  } else if (action == Action::kEscape) {
    saw_text = true;
    line.put_ascii(visible_code_point(c), {where.begin, where.end - where.begin}, sink);
  }
}

Action Cleaner::State::action_of(Hazard seen) const noexcept {
  switch (seen) {
    case Hazard::kBidi: return options.bidi;
    case Hazard::kNoncharacter: return options.noncharacters;
    case Hazard::kPrivateUse: return options.private_use;
    default: return options.zero_width;
  }
}

void Cleaner::State::invalid(RawSpan where, CleanSink& sink) {
  const Action action = never_kept(options.invalid_utf8);
  tally.note(FindingCode::kInvalidUtf8, where, effect_of(action));
  saw_text = true;
  if (action == Action::kEscape) {
    // decode_partial() calls with the bytes of this subpart at the front of `partial`.
    for (std::uint64_t i = 0; i < where.end - where.begin; ++i) {
      line.put_ascii(visible_byte(std::to_integer<unsigned>(partial[i])), {where.begin + i, 1}, sink);
    }
    return;
  }
  line.put(0xFFFD, {where.begin, where.end - where.begin}, false, sink);
}

void Cleaner::State::finish(CleanSink& sink) {
  decode_partial(true, sink);
  if (escape.active()) end_sequence(consumed, escape.can_end(), sink);
  line.finish(sink);
}

Cleaner::Cleaner(const CleanOptions& options) : state_(std::make_unique<State>(options)) {}
Cleaner::~Cleaner() = default;
Cleaner::Cleaner(Cleaner&&) noexcept = default;
Cleaner& Cleaner::operator=(Cleaner&&) noexcept = default;

void Cleaner::feed(ByteView raw, Bytes& out, OffsetMap& map, SameText* same) {
  State& state = *state_;
  CleanSink sink{out, map, state.committed, same};
  std::size_t i = 0;
  while (i < raw.size()) {
    const std::size_t used = state.run(raw.subspan(i), sink);
    if (used != 0) {
      i += used;
      continue;
    }
    state.byte(raw[i++], sink);
  }
}

void Cleaner::finish(Bytes& out, OffsetMap& map, SameText* same) {
  CleanSink sink{out, map, state_->committed, same};
  state_->finish(sink);
}

std::uint64_t Cleaner::committed() const noexcept { return state_->committed; }
std::uint64_t Cleaner::consumed() const noexcept { return state_->consumed; }
std::uint64_t Cleaner::open_from() const noexcept { return state_->line.open_from(); }
std::uint64_t Cleaner::changes() const noexcept { return state_->tally.changes(); }
void Cleaner::report(Findings& findings) const { state_->tally.report(findings); }

Bytes clean_text(ByteView raw, const CleanOptions& options, OffsetMap& map, Findings& findings) {
  Cleaner cleaner(options);
  Bytes out;
  out.reserve(raw.size());
  cleaner.feed(raw, out, map);
  cleaner.finish(out, map);
  cleaner.report(findings);
  return out;
}

}  // namespace sluice::text
