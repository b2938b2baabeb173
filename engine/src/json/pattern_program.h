#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "json/pattern_parser.h"

namespace sluice::json {

/// One instruction of a nondeterministic automaton.
struct PatternInstruction {
  enum class Op : std::uint8_t {
    kAtom,   ///< `value`: index of PatternProgram::atoms; goes on behind itself
    kSplit,  ///< goes on behind itself and `offset` further
    kJump,
    kBegin,
    kEnd,
    kMatch,
  };
  Op op = Op::kMatch;
  std::uint32_t value = 0;
  std::int32_t offset = 0;  ///< from this instruction
};

/// A pattern with its repetitions written out. Which of several matches is found does not matter to a schema, so that
/// lazy and greedy are the same here.
struct PatternProgram {
  std::vector<PatternInstruction> code;
  std::vector<CodePointSet> atoms;
};

/// @return nothing where the pattern holds look-around, word boundaries or properties, or needs more than
///         `max_instructions`. O(max_instructions).
[[nodiscard]] std::optional<PatternProgram> make_program(const ParsedPattern& pattern, std::size_t max_instructions);

}  // namespace sluice::json
