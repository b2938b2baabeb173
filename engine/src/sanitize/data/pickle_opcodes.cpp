#include "sanitize/data/pickle_opcodes.h"

#include <array>
#include <cstring>
#include <optional>

#include "media/bytes_at.h"

namespace sluice::sanitize {

namespace {

enum class Argument : std::uint8_t {
  kUnknown,
  kNone,
  kBytes1,
  kBytes2,
  kBytes4,
  kBytes8,
  kLine,
  kLines,
  kSized1,
  kSized4,
  kSized8,
  kSizedSigned4,
};

constexpr std::array<Argument, 256> make_arguments() noexcept {
  std::array<Argument, 256> arguments{};
#define SLUICE_PICKLE_OP(byte, identifier, argument) arguments[static_cast<std::uint8_t>(byte)] = Argument::argument;
#include "sanitize/data/pickle_opcodes.inc"
#undef SLUICE_PICKLE_OP
  return arguments;
}

constexpr std::array<Argument, 256> kArguments = make_arguments();

// The line that starts at `at`, without its newline; moves `at` past it.
std::optional<std::string_view> read_line(ByteView bytes, std::uint64_t& at) noexcept {
  const std::string_view rest = as_chars(bytes.subspan(static_cast<std::size_t>(at)));
  const std::size_t length = rest.find('\n');
  if (length == std::string_view::npos) return std::nullopt;
  at += length + 1;
  return rest.substr(0, length);
}

PickleReadStatus read_number(ByteView bytes, unsigned width, PickleInstruction& out) noexcept {
  if (!media::has_room(bytes, out.end, width)) return PickleReadStatus::kCut;
  out.number = media::le_at(bytes, out.end, width);
  out.end += width;
  return PickleReadStatus::kOk;
}

PickleReadStatus read_sized(ByteView bytes, unsigned width, bool is_signed, PickleInstruction& out) noexcept {
  if (const PickleReadStatus status = read_number(bytes, width, out); status != PickleReadStatus::kOk) return status;
  if (is_signed && out.number > 0x7FFFFFFF) return PickleReadStatus::kLength;
  if (!media::has_room(bytes, out.end, out.number)) return PickleReadStatus::kCut;
  out.text = as_chars(bytes.subspan(static_cast<std::size_t>(out.end), static_cast<std::size_t>(out.number)));
  out.end += out.number;
  return PickleReadStatus::kOk;
}

}  // namespace

PickleReadStatus read_instruction(ByteView bytes, std::uint64_t at, PickleInstruction& out) noexcept {
  const std::uint8_t byte = media::u8_at(bytes, at);
  out = {static_cast<PickleOp>(byte), at, at + 1, 0, {}, {}};
  switch (kArguments[byte]) {
    case Argument::kUnknown: return PickleReadStatus::kUnknown;
    case Argument::kNone: return PickleReadStatus::kOk;
    case Argument::kBytes1: return read_number(bytes, 1, out);
    case Argument::kBytes2: return read_number(bytes, 2, out);
    case Argument::kBytes4: return read_number(bytes, 4, out);
    case Argument::kBytes8: return read_number(bytes, 8, out);
    case Argument::kLine:
    case Argument::kLines: {
      const std::optional<std::string_view> first = read_line(bytes, out.end);
      if (!first) return PickleReadStatus::kCut;
      out.text = *first;
      if (kArguments[byte] == Argument::kLine) return PickleReadStatus::kOk;
      const std::optional<std::string_view> second = read_line(bytes, out.end);
      if (!second) return PickleReadStatus::kCut;
      out.second = *second;
      return PickleReadStatus::kOk;
    }
    case Argument::kSized1: return read_sized(bytes, 1, false, out);
    case Argument::kSized4: return read_sized(bytes, 4, false, out);
    case Argument::kSized8: return read_sized(bytes, 8, false, out);
    case Argument::kSizedSigned4: return read_sized(bytes, 4, true, out);
  }
  return PickleReadStatus::kUnknown;
}

}  // namespace sluice::sanitize
