#pragma once

#include <memory>
#include <string>

#include "policy/policy.h"
#include "scan/compiled_rules.h"
#include "sluice/engine.h"
#include "sluice/result.h"

namespace sluice::pipeline {

/// Makes the rules of the packs that a policy names: from texts, from a folder, or those the library carries, which are
/// read in the form that the build made of them. Texts and folders go through the user cache where there is one.
/// @param report  of the cache, is filled
/// @return kNotFound where no set and no pack has a name, else as rules::load_pack and scan::CompiledRules
[[nodiscard]] Result<std::shared_ptr<const scan::CompiledRules>> compile_rules(const policy::Policy& policy,
                                                                               const LoadOptions& options,
                                                                               const scan::CompileOptions& compile,
                                                                               RuleCacheReport& report);

/// Reads a text file of at most `max_bytes`. @return kNotFound, kIo, kInvalidArgument (too large)
[[nodiscard]] Result<std::string> read_text_file(const std::string& path, std::uint64_t max_bytes);

}  // namespace sluice::pipeline
