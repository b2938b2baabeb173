#pragma once

#include <string>
#include <vector>

#include "authoring/rule_tools.h"
#include "sluice/result.h"

namespace sluice::cli {

/// Reads rule packs. A folder stands for the packs in it; sets.toml is not one.
/// @param paths  none: the packs that the library carries
/// @return the texts, or kNotFound, kIo
[[nodiscard]] Result<std::vector<authoring::PackText>> load_pack_texts(const std::vector<std::string>& paths);

}  // namespace sluice::cli
