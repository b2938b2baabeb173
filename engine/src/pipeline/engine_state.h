#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "crypto/secret_bytes.h"
#include "json/schema.h"
#include "path/glob.h"
#include "pipeline/exceptions.h"
#include "policy/policy.h"
#include "scan/compiled_rules.h"
#include "sluice/engine.h"

namespace sluice {

/// Everything that `Engine::load` compiles once and all threads share.
struct Engine::State {
  policy::Policy policy;
  std::shared_ptr<const scan::CompiledRules> rules;
  std::shared_ptr<const scan::CompiledRules> unspaced_rules;  ///< known secrets without their blanks; null: none
  RuleCacheReport rule_cache;
  std::vector<bool> flagged_rules;  ///< by rule: its matches are reported and stay in the text
  /// By channel; null where the policy names no schema.
  std::array<std::shared_ptr<const json::CompiledSchema>, 5> schemas;
  std::optional<path::GlobSet> allowed_files;
  std::optional<pipeline::Exceptions> exceptions;  ///< only for a trusted source
  SecretBytes fingerprint_key;                     ///< empty: a random one for each run
  bool with_digests = true;
  std::string worker_path;  ///< the program for native formats

  [[nodiscard]] const json::CompiledSchema* schema(Channel channel) const noexcept {
    return schemas[static_cast<std::size_t>(channel)].get();
  }
};

}  // namespace sluice
