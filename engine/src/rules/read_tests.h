#pragma once

#include <string>

#include "config/reader.h"
#include "config/tree.h"
#include "rules/pack.h"

namespace sluice::rules {

/// Reads the `tests` table of a rule. An example is a list of parts, in which one list inside marks the secret, or a
/// table with `text` (such a list) and `why`.
[[nodiscard]] RuleTests read_tests(const config::Node& table, const std::string& context, config::Problems& problems);

}  // namespace sluice::rules
