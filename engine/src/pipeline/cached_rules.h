#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scan/compiled_rules.h"
#include "sluice/engine.h"
#include "sluice/result.h"

namespace sluice::pipeline {

/// Makes the rules of packs that are texts: takes them from the user cache, or compiles them and writes them there.
///
/// @param cache_dir  empty: compiles
/// @param report     is filled
/// @return as rules::load_pack and scan::CompiledRules::compile; the cache causes no error
[[nodiscard]] Result<std::shared_ptr<const scan::CompiledRules>> cached_rules(
    const std::vector<LoadOptions::PackText>& texts, const std::string& cache_dir, const scan::CompileOptions& compile,
    RuleCacheReport& report);

}  // namespace sluice::pipeline
