#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "authoring/rule_tests.h"
#include "rules/pack.h"
#include "sluice/engine.h"
#include "sluice/result.h"

namespace sluice::authoring {

struct SplitReport {
  std::size_t examples = 0;
  std::uint64_t streams = 0;  ///< one for each split point of each example, in either mode
  std::vector<ExampleFailure> failures;
};

/// Sends every positive and demoted example, between other lines, through the whole pipeline as a stream, split at
/// every byte of it, as a sandbox's output and again as trusted source. What leaves and what is found must be those of
/// the whole text, and a secret that the policy redacts must not be among what leaves.
///
/// @param packs    the rules whose examples are tried
/// @param texts    the files of those packs
/// @param on_step  called after each of `total` examples, if set
/// @return the report, or the error of Engine::load
/// Complexity: the square of an example's length, for each example. Thread-safety: safe to call concurrently.
[[nodiscard]] Result<SplitReport> run_splits(
    std::span<const std::shared_ptr<const rules::RulePack>> packs, std::span<const LoadOptions::PackText> texts,
    const std::function<void(std::uint64_t done, std::uint64_t total)>& on_step);

}  // namespace sluice::authoring
