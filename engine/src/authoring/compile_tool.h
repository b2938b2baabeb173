#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "authoring/rule_tools.h"
#include "sluice/engine.h"
#include "sluice/result.h"

namespace sluice::authoring {

/// How compiling ahead of time ended.
struct CompileReport {
  enum class Outcome : std::uint8_t {
    kDone,       ///< the packs compile, and the cache holds them where one was named
    kBadPacks,   ///< the text lists every rule that does not compile
    kNotCached,  ///< the packs compile, and the notes say why the cache does not hold them
  };
  Outcome outcome = Outcome::kDone;
  std::string text;                ///< for a person, or JSON
  std::vector<std::string> notes;  ///< of the cache
};

/// Compiles packs and fills the user cache for them, as Engine::load will look them up there.
///
/// @param packs  every one of their rules is tried, so that all errors are reported
/// @param load   what the entry is for: `rules_dir` and a policy, or `packs`; and `cache_dir`
/// @return the report, or what Engine::load says of the policy
/// Complexity: about 1 ms a rule. Thread-safety: safe to call concurrently.
[[nodiscard]] Result<CompileReport> compile_ahead(const std::vector<PackText>& packs, const LoadOptions& load,
                                                  bool is_json);

}  // namespace sluice::authoring
