#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json/pattern_escape.h"

namespace sluice::json {

/// Reads the character class whose `[` is at `at` and moves behind its `]`. Without properties the complement of a
/// negated class is taken. False with a reason, `at` then where it holds.
[[nodiscard]] bool read_character_class(PatternEscapes& escapes, std::string_view source, std::size_t& at,
                                        PatternSet& out, std::string& reason);

}  // namespace sluice::json
