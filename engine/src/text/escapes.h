#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::text {

enum class SequenceKind : std::uint8_t { kEscape, kCsi, kOsc, kDcs, kApc, kPm, kSos, kTitle };

/// What a sequence would do to a terminal beyond colors and cursor.
enum class Danger : std::uint8_t {
  kNone,
  kClipboard,
  kHyperlink,
  kTitle,
  kQuery,
  kFont,
  kColorTable,
  kNotification,
  kDirectory,
  kOtherOsc,
  kDeviceControl,
  kGraphics,
  kApplication,
  kPrivacy,
  kStartOfString,
  kWindow,
  kPrint,
  kScreen,
  kInputMode,
  kPaste,
  kReset,
  kCount,  ///< how many there are
};

/// For messages: "clipboard (OSC 52)" and so on.
[[nodiscard]] std::string_view danger_name(Danger danger) noexcept;

/// Stands for bytes that are not UTF-8.
inline constexpr char32_t kNotACharacter = 0xFFFFFFFF;

/// Recognizes terminal control sequences, one code point at a time: ECMA-48 5.4 and 5.6, ISO 2022 4.3 (nF, Fp, Fe, Fs)
/// and what xterm, rxvt, screen and kitty add.
///
/// A string (OSC, DCS, APC, PM, SOS, a screen title) ends at ST, BEL, CAN or SUB; a newline cuts it, unlike in most
/// terminals, so that a missing end cannot hide more than its line. No payload is kept, so memory is constant. Not
/// thread-safe.
class EscapeMachine {
 public:
  enum class Step : std::uint8_t {
    kSwallow,        ///< belongs to the sequence
    kDone,           ///< belongs to it and ends it
    kDoneBefore,     ///< the sequence ended before this code point, which is outside
    kAbort,          ///< as kDoneBefore, but the sequence has no end of its own
    kAbortAtEscape,  ///< the string has no end, and the ESC before this code point began a new sequence
    kExecute,        ///< a control (CR, BS, tab) that acts as if it stood before the sequence, which goes on
  };

  /// Begins at ESC (U+001B) or at a C1 introducer.
  void begin(char32_t introducer) noexcept;
  [[nodiscard]] Step step(char32_t code_point) noexcept;
  [[nodiscard]] bool active() const noexcept { return state_ != State::kIdle; }
  void stop() noexcept { state_ = State::kIdle; }
  /// True where the sequence is complete as it stands although it could have gone on.
  [[nodiscard]] bool can_end() const noexcept { return state_ == State::kEscG; }

  [[nodiscard]] Danger danger() const noexcept;
  /// The final byte of a CSI sequence without private or intermediate bytes, else 0.
  [[nodiscard]] char plain_csi_final() const noexcept;
  /// Its first parameter, 0 where it is absent; at most 65535.
  [[nodiscard]] std::uint32_t first_param() const noexcept { return has_param_ ? first_param_ : param_; }
  /// True while this can still be `ESC [ digits ; digits m` in a short, uninterrupted form.
  [[nodiscard]] bool may_be_sgr() const noexcept { return may_be_sgr_; }
  /// The parameter bytes of such a sequence.
  [[nodiscard]] std::string_view params() const noexcept { return {params_, params_size_}; }

 private:
  enum class State : std::uint8_t { kIdle, kEsc, kEscIntermediate, kEscG, kCsi, kString, kStringEsc };

  Step in_escape(char32_t c) noexcept;
  Step in_csi(char32_t c) noexcept;
  Step in_string(char32_t c) noexcept;
  Step dispatch_escape(char32_t c) noexcept;
  void end_param() noexcept;
  void enter_string(SequenceKind kind) noexcept;

  static constexpr std::size_t kMaxSgrBytes = 63;  // 16 parameters of three digits and their semicolons

  State state_ = State::kIdle;
  SequenceKind kind_ = SequenceKind::kEscape;
  char prefix_ = 0;        // private parameter byte of a CSI sequence: < = > ?
  char intermediate_ = 0;  // the last byte of 0x20-0x2F
  char final_ = 0;
  char payload_ = 0;        // the first byte of a string that is not a digit or a semicolon
  bool in_number_ = false;  // the string is still in the digits at its start
  bool has_number_ = false;
  bool has_param_ = false;
  bool has_screen_mode_ = false;
  bool has_input_mode_ = false;
  bool may_be_sgr_ = false;
  std::uint32_t param_ = 0;
  std::uint32_t first_param_ = 0;
  char params_[kMaxSgrBytes + 1] = {};
  std::uint8_t params_size_ = 0;
};

}  // namespace sluice::text
