#pragma once

#include <cstdint>
#include <string>

#include "rules/pack.h"
#include "sluice/result.h"

namespace sluice::scan {

/// An example, joined: bytes and where the secret lies in them.
struct ExpandedTest {
  std::string text;
  std::size_t secret_begin = 0;
  std::size_t secret_end = 0;
};

/// Joins the parts of an example. The same seed gives the same text on every machine.
///
/// @param check  the rule's check, for `{check:n}`
/// @return the text, or kRuleInvalid where a check part cannot be computed over what precedes it
/// Complexity: linear in the text. Thread-safety: safe to call concurrently.
[[nodiscard]] Result<ExpandedTest> expand(const rules::TestText& text, rules::CheckKind check, std::uint64_t seed);

}  // namespace sluice::scan
