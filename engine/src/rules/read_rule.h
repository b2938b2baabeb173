#pragma once

#include <optional>
#include <string>

#include "config/reader.h"
#include "config/tree.h"
#include "rules/pack.h"

namespace sluice::rules {

/// What a pack says once for all its rules.
struct Defaults {
  std::optional<Severity> severity;
  std::optional<Confidence> confidence;
  std::optional<RuleKind> kind;
  std::optional<ByteSet> before;
  std::optional<ByteSet> after;
  Cost cost;
  Provenance provenance;
};

/// Reads the `[defaults]` table of a pack; what is wrong is added to `problems`.
[[nodiscard]] Defaults read_defaults(const config::Node& table, config::Problems& problems);

/// Reads one `[[rules]]` table. The rule is usable only where no problem was added.
[[nodiscard]] Rule read_rule(const config::Node& table, const Defaults& defaults, config::Problems& problems);

}  // namespace sluice::rules
