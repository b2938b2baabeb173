#pragma once

#include <string>
#include <vector>

#include "cli/options.h"

namespace sluice::cli {

/// The folder of the user cache of compiled rules: what `--cache-dir` names, else `$XDG_CACHE_HOME/sluice`, else
/// `~/.cache/sluice`; empty with `--no-cache` and where the environment names no absolute folder.
[[nodiscard]] std::string rule_cache_folder(const CacheOptions& options);

/// Prints what a cache has to say, to stderr.
void print_cache_notes(const std::vector<std::string>& notes);

}  // namespace sluice::cli
