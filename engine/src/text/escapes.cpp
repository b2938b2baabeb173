#include "text/escapes.h"

#include <algorithm>
#include <array>

namespace sluice::text {
namespace {

constexpr char32_t kEscape = 0x1B;
constexpr char32_t kStringTerminator = 0x9C;
constexpr std::uint32_t kMaxParam = 65'535;

bool is_c0(char32_t c) noexcept { return c < 0x20; }
bool is_executed(char32_t c) noexcept { return c == '\r' || c == '\b' || c == '\t'; }
bool is_cancel(char32_t c) noexcept { return c == 0x18 || c == 0x1A; }
bool is_digit(char32_t c) noexcept { return c >= '0' && c <= '9'; }

std::uint32_t with_digit(std::uint32_t value, char32_t digit) noexcept {
  return std::min<std::uint32_t>(value * 10 + static_cast<std::uint32_t>(digit - '0'), kMaxParam);
}

Danger osc_danger(std::uint32_t number, bool has_number, char payload) noexcept {
  if (!has_number) return payload == 'l' || payload == 'L' || payload == 'I' ? Danger::kTitle : Danger::kOtherOsc;
  if (number <= 2 || number == 21) return Danger::kTitle;
  if (number >= 104 && number <= 119) return Danger::kNone;  // resets of colors
  if (number == 4 || number == 5 || (number >= 10 && number <= 19)) return Danger::kColorTable;
  switch (number) {
    case 7: return Danger::kDirectory;
    case 8: return Danger::kHyperlink;
    case 9:
    case 99:
    case 777: return Danger::kNotification;
    case 50: return Danger::kFont;
    case 52:
    case 5522: return Danger::kClipboard;
    case 133: return Danger::kNone;  // prompt marks of a shell
    default: return Danger::kOtherOsc;
  }
}

Danger csi_danger(char prefix, char intermediate, char final, std::uint32_t first) noexcept {
  switch (final) {
    case 'c':
    case 'n':
    case 'x': return Danger::kQuery;
    case 'q': return prefix == '>' ? Danger::kQuery : Danger::kNone;
    case 'p': return intermediate == '$' ? Danger::kQuery : intermediate == '!' ? Danger::kReset : Danger::kNone;
    case 'S':
    case 'u': return prefix == '?' ? Danger::kQuery : Danger::kNone;
    case 'y':
    case 'w': return intermediate != 0 ? Danger::kQuery : Danger::kNone;  // checksum, presentation state
    case 't': return Danger::kWindow;
    case 'i': return Danger::kPrint;
    case '~': return first == 200 || first == 201 ? Danger::kPaste : Danger::kNone;
    default: return Danger::kNone;
  }
}

}  // namespace

std::string_view danger_name(Danger danger) noexcept {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Danger::kCount)> kNames = {
      "none",
      "clipboard (OSC 52)",
      "hyperlink (OSC 8)",
      "title",
      "query",
      "font (OSC 50)",
      "color table",
      "notification",
      "directory (OSC 7)",
      "other OSC",
      "DCS",
      "graphics",
      "APC",
      "PM",
      "SOS",
      "window",
      "print",
      "alternate screen",
      "mouse or paste mode",
      "paste bracket",
      "reset"};
  const auto index = static_cast<std::size_t>(danger);
  return index < kNames.size() ? kNames[index] : std::string_view();
}

void EscapeMachine::begin(char32_t introducer) noexcept {
  *this = EscapeMachine();
  switch (introducer) {
    case 0x90: enter_string(SequenceKind::kDcs); break;
    case 0x98: enter_string(SequenceKind::kSos); break;
    case 0x9B:
      state_ = State::kCsi;
      kind_ = SequenceKind::kCsi;
      break;
    case 0x9D: enter_string(SequenceKind::kOsc); break;
    case 0x9E: enter_string(SequenceKind::kPm); break;
    case 0x9F: enter_string(SequenceKind::kApc); break;
    default:
      state_ = State::kEsc;
      may_be_sgr_ = true;
      break;
  }
}

void EscapeMachine::enter_string(SequenceKind kind) noexcept {
  state_ = State::kString;
  kind_ = kind;
  in_number_ = true;
  may_be_sgr_ = false;
}

EscapeMachine::Step EscapeMachine::step(char32_t c) noexcept {
  switch (state_) {
    case State::kIdle: return Step::kDoneBefore;
    case State::kString:
    case State::kStringEsc: return in_string(c);
    case State::kEscG:
      // rxvt-unicode answers ESC G Q; elsewhere ESC G stands alone.
      if (c != 'Q') return Step::kDoneBefore;
      final_ = 'Q';
      return Step::kDone;
    default: break;
  }
  if (c == '\n' || c == kEscape) return Step::kAbort;
  if (is_cancel(c)) {
    may_be_sgr_ = false;
    final_ = 0;
    return Step::kDone;
  }
  if (is_executed(c)) {
    may_be_sgr_ = false;
    return Step::kExecute;
  }
  if (is_c0(c) || c == 0x7F) {
    may_be_sgr_ = false;
    return Step::kSwallow;
  }
  // A C1 control begins something of its own; other characters are text that no final byte may hide.
  if (c >= 0x80) return Step::kAbort;
  return state_ == State::kCsi ? in_csi(c) : in_escape(c);
}

EscapeMachine::Step EscapeMachine::in_escape(char32_t c) noexcept {
  if (c <= 0x2F) {
    state_ = State::kEscIntermediate;
    intermediate_ = static_cast<char>(c);
    may_be_sgr_ = false;
    return Step::kSwallow;
  }
  if (state_ == State::kEscIntermediate) {
    final_ = static_cast<char>(c);
    return Step::kDone;
  }
  return dispatch_escape(c);
}

EscapeMachine::Step EscapeMachine::dispatch_escape(char32_t c) noexcept {
  if (c == '[') {
    state_ = State::kCsi;
    kind_ = SequenceKind::kCsi;
    return Step::kSwallow;
  }
  may_be_sgr_ = false;
  switch (c) {
    case ']': enter_string(SequenceKind::kOsc); return Step::kSwallow;
    case 'P': enter_string(SequenceKind::kDcs); return Step::kSwallow;
    case 'X': enter_string(SequenceKind::kSos); return Step::kSwallow;
    case '^': enter_string(SequenceKind::kPm); return Step::kSwallow;
    case '_': enter_string(SequenceKind::kApc); return Step::kSwallow;
    case 'k': enter_string(SequenceKind::kTitle); return Step::kSwallow;
    case 'G': state_ = State::kEscG; return Step::kSwallow;
    default: final_ = static_cast<char>(c); return Step::kDone;
  }
}

void EscapeMachine::end_param() noexcept {
  if (!has_param_) first_param_ = param_;
  has_param_ = true;
  if (prefix_ == '?') {
    has_screen_mode_ |= param_ == 47 || param_ == 1047 || param_ == 1049;
    has_input_mode_ |= param_ == 9 || (param_ >= 1000 && param_ <= 1016) || param_ == 2004;
  }
  param_ = 0;
}

EscapeMachine::Step EscapeMachine::in_csi(char32_t c) noexcept {
  if (c >= 0x40) {
    end_param();
    final_ = static_cast<char>(c);
    may_be_sgr_ = may_be_sgr_ && c == 'm';
    return Step::kDone;
  }
  if (is_digit(c) || c == ';') {
    if (params_size_ < kMaxSgrBytes) {
      params_[params_size_++] = static_cast<char>(c);
    } else {
      may_be_sgr_ = false;
    }
    if (c == ';') {
      end_param();
    } else {
      param_ = with_digit(param_, c);
    }
    return Step::kSwallow;
  }
  may_be_sgr_ = false;
  if (c <= 0x2F) {
    intermediate_ = static_cast<char>(c);
  } else if (c >= 0x3C && prefix_ == 0) {
    prefix_ = static_cast<char>(c);
  }
  return Step::kSwallow;
}

EscapeMachine::Step EscapeMachine::in_string(char32_t c) noexcept {
  if (state_ == State::kStringEsc) return c == '\\' ? Step::kDone : Step::kAbortAtEscape;
  if (c == kEscape) {
    state_ = State::kStringEsc;
    return Step::kSwallow;
  }
  if (c == '\n') return Step::kAbort;
  if (is_cancel(c) || c == kStringTerminator) return Step::kDone;
  if (c == 0x07 && (kind_ == SequenceKind::kOsc || kind_ == SequenceKind::kTitle)) return Step::kDone;
  if (c >= 0x80 && c <= 0x9F) return Step::kAbort;
  if (in_number_) {
    if (is_digit(c)) {
      has_number_ = true;
      param_ = with_digit(param_, c);
    } else if (kind_ == SequenceKind::kDcs && c == ';') {
      param_ = 0;
    } else {
      in_number_ = false;
      payload_ = c < 0x7F ? static_cast<char>(c) : '\0';
    }
  }
  return Step::kSwallow;
}

Danger EscapeMachine::danger() const noexcept {
  switch (kind_) {
    case SequenceKind::kEscape:
      return final_ == 'Z' || final_ == 'Q' ? Danger::kQuery : final_ == 'c' ? Danger::kReset : Danger::kNone;
    case SequenceKind::kCsi:
      if (has_screen_mode_) return Danger::kScreen;
      if (has_input_mode_) return Danger::kInputMode;
      return csi_danger(prefix_, intermediate_, final_, first_param());
    case SequenceKind::kOsc: return osc_danger(param_, has_number_, payload_);
    case SequenceKind::kDcs: return payload_ == 'q' ? Danger::kGraphics : Danger::kDeviceControl;
    case SequenceKind::kApc: return payload_ == 'G' ? Danger::kGraphics : Danger::kApplication;
    case SequenceKind::kPm: return Danger::kPrivacy;
    case SequenceKind::kSos: return Danger::kStartOfString;
    case SequenceKind::kTitle: return Danger::kTitle;
  }
  return Danger::kNone;
}

char EscapeMachine::plain_csi_final() const noexcept {
  return kind_ == SequenceKind::kCsi && prefix_ == 0 && intermediate_ == 0 ? final_ : '\0';
}

}  // namespace sluice::text
