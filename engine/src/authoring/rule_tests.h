#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/pack.h"
#include "sluice/result.h"

namespace sluice::authoring {

/// Which list of a rule's examples a case stands in.
enum class ExampleList : std::uint8_t { kPositive, kDemoted, kNegative };

[[nodiscard]] std::string_view example_list_name(ExampleList list) noexcept;

/// An example that did not behave. Neither text holds a byte of the example.
struct ExampleFailure {
  std::string pack;
  std::string rule_id;
  ExampleList list = ExampleList::kPositive;
  std::size_t index = 0;   ///< in its list, from 0
  std::uint32_t line = 0;  ///< in the pack file
  std::string expected;
  std::string found;
};

struct ExampleReport {
  std::size_t rules = 0;
  std::size_t examples = 0;
  std::vector<ExampleFailure> failures;
};

/// Runs every example of every rule through the whole scanner, all packs together, as a sandbox's output and again as
/// trusted source.
///
/// - a positive example is found at its marked span with the rule's own confidence, in both modes
/// - a demoted one is found at that span with less confidence as sandbox output, and as trusted source that or nothing
/// - a negative one is not found by its rule in either mode
/// @return the report, or the error of compiling the rules
/// Complexity: linear in the examples. Thread-safety: safe to call concurrently.
[[nodiscard]] Result<ExampleReport> run_examples(std::span<const std::shared_ptr<const rules::RulePack>> packs);

/// The seed of one example: the same on every machine, another one for each rule, list and index.
[[nodiscard]] std::uint64_t example_seed(std::string_view rule_id, ExampleList list, std::size_t index) noexcept;

}  // namespace sluice::authoring
