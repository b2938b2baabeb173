#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rules/load.h"
#include "rules/pack.h"
#include "sluice/result.h"
#include "sluice/verdict.h"

namespace sluice::scan {

/// What PreparedRules is written from.
struct PreparedSource {
  struct Pack {
    std::shared_ptr<const rules::RulePack> pack;
    Sha256Digest digest{};  ///< of the file
  };
  rules::RuleSets sets;
  std::vector<Pack> packs;
  /// Names of packs that are used together, in their order: these get a database.
  std::vector<std::vector<std::string>> combinations;
};

/// Compiles packs and writes them for PreparedRules::open. The databases run on every machine that Hyperscan runs on.
/// @return the bytes, or as CompiledRules::compile; kNotFound where a combination names another pack
[[nodiscard]] Result<std::string> prepare_rules(const PreparedSource& source);

}  // namespace sluice::scan
