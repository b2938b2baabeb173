#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "authoring/rule_tools.h"
#include "sluice/result.h"

namespace sluice::cli {

/// The files below a folder that are wanted, sorted; a path that is no folder stands for itself.
/// @return their paths, or kNotFound, kIo
[[nodiscard]] Result<std::vector<std::string>> files_of(const std::string& path,
                                                        bool (*is_wanted)(std::string_view path));

/// Reads rule packs. A folder stands for the packs in it; sets.toml is not one.
/// @param paths  none: the packs that the library carries
/// @return the texts, or kNotFound, kIo
[[nodiscard]] Result<std::vector<authoring::PackText>> load_pack_texts(const std::vector<std::string>& paths);

}  // namespace sluice::cli
