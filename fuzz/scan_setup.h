#pragma once

#include <memory>
#include <vector>

#include "../tests/support/scan_pack.h"
#include "core/budget.h"
#include "scan/compiled_rules.h"

namespace sluice::fuzz {

/// The small rules of every shape, compiled; with one known secret.
inline scan::Scratch make_scratch(bool use_byte_checks = true) {
  std::vector<scan::KnownValue> known;
  known.push_back({"db", SecretBytes(std::string_view("hunter2hunter2"))});
  scan::CompileOptions options;
  options.known_secrets = known;
  options.use_byte_checks = use_byte_checks;
  const std::shared_ptr<const rules::RulePack> packs[] = {testing::shapes_pack()};
  Result<std::shared_ptr<const scan::CompiledRules>> rules = scan::CompiledRules::compile(packs, options);
  if (!rules) __builtin_trap();
  Result<scan::Scratch> scratch = scan::Scratch::create(*rules);
  if (!scratch) __builtin_trap();
  return std::move(*scratch);
}

/// More than any input here can spend.
inline Budget ample_budget() {
  Limits limits;
  limits.max_regex_ratio = 1'000'000;
  Budget budget(limits);
  if (!budget.admit_input(1'000'000)) __builtin_trap();
  return budget;
}

}  // namespace sluice::fuzz
