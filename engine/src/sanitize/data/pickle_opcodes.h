#pragma once

#include <cstdint>
#include <string_view>

#include "sluice/bytes.h"

namespace sluice::sanitize {

enum class PickleOp : std::uint8_t {
#define SLUICE_PICKLE_OP(byte, identifier, argument) identifier = static_cast<std::uint8_t>(byte),
#include "sanitize/data/pickle_opcodes.inc"
#undef SLUICE_PICKLE_OP
};

/// One instruction with its argument, as it stands in the stream.
struct PickleInstruction {
  PickleOp op = PickleOp::kStop;
  std::uint64_t begin = 0;   ///< of the opcode
  std::uint64_t end = 0;     ///< one past the argument
  std::uint64_t number = 0;  ///< of fixed width, little-endian, or a length
  std::string_view text;     ///< the line without its newline, or the counted bytes
  std::string_view second;   ///< the second line
};

/// Why an instruction could not be read.
enum class PickleReadStatus : std::uint8_t {
  kOk,
  kUnknown,  ///< no protocol has this opcode
  kCut,      ///< the bytes end before its argument does
  kLength,   ///< a negative length
};

/// Reads the instruction at `at`.
///
/// @param at  less than bytes.size()
/// Complexity: O(length of the instruction). No allocation. Source: CPython's Lib/pickletools.py for the forms.
[[nodiscard]] PickleReadStatus read_instruction(ByteView bytes, std::uint64_t at, PickleInstruction& out) noexcept;

}  // namespace sluice::sanitize
