#pragma once

#include <vector>

#include "authoring/rule_tools.h"
#include "cli/options.h"

namespace sluice::cli {

/// `sluice rules compile`. @param texts  the packs of `command.paths`
int run_rules_compile(const RulesCommand& command, const std::vector<authoring::PackText>& texts);

}  // namespace sluice::cli
