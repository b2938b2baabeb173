#pragma once

#include <cstdint>
#include <string>

#include "json/pattern_parser.h"

namespace sluice::json {

enum class PatternDialect : std::uint8_t { kRe2, kPcre2 };

/// The pattern in the syntax of an engine, every class and character written out, so that no engine can read another
/// meaning into it. O(n).
[[nodiscard]] std::string spell_pattern(const ParsedPattern& pattern, PatternDialect dialect);

}  // namespace sluice::json
