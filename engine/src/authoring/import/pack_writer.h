#pragma once

#include <span>
#include <string>
#include <vector>

#include "authoring/import/foreign_rule.h"
#include "rules/pack.h"

namespace sluice::authoring::importing {

/// A rule to write, with what the model of a pack has no place for.
struct WrittenRule {
  rules::Rule rule;
  std::vector<std::string> references;     ///< become comments
  std::vector<ForeignNeed> foreign_needs;  ///< with ids of the source; rule.needs has those of this pack
};

struct WriteOptions {
  bool with_tests = true;
};

/// Writes a rule pack as TOML that rules::load_pack reads as the same rules.
[[nodiscard]] std::string write_pack(const rules::RulePack& head, std::span<const WrittenRule> rules,
                                     const WriteOptions& options = {});

/// A set of bytes as a value of `before` or `after`.
[[nodiscard]] std::string set_text(const rules::ByteSet& set);

}  // namespace sluice::authoring::importing
