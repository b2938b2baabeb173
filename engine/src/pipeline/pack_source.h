#pragma once

#include <memory>
#include <string>
#include <vector>

#include "policy/policy.h"
#include "rules/pack.h"
#include "sluice/engine.h"
#include "sluice/result.h"

namespace sluice::pipeline {

/// Loads the packs that a policy names: from texts, from a folder, or those the library carries. A name is a set of
/// sets.toml or a pack; packs of actions that are off are not loaded.
/// @return kNotFound where no set and no pack has a name, else as rules::load_pack
[[nodiscard]] Result<std::vector<std::shared_ptr<const rules::RulePack>>> load_packs(const policy::Policy& policy,
                                                                                     const LoadOptions& options);

/// Reads a text file of at most `max_bytes`. @return kNotFound, kIo, kInvalidArgument (too large)
[[nodiscard]] Result<std::string> read_text_file(const std::string& path, std::uint64_t max_bytes);

}  // namespace sluice::pipeline
