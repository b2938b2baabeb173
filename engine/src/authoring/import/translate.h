#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "authoring/import/pattern_rows.h"
#include "authoring/import/pattern_tree.h"
#include "rules/pack.h"
#include "sluice/result.h"

namespace sluice::authoring::importing {

/// Which capture of a foreign rule is the secret.
struct SecretCapture {
  std::size_t number = 0;  ///< this one; 0 for the other two members to say
  std::string name;        ///< the one of this name, in any case, where the pattern has it
  bool spans_all = false;  ///< from the first to the last; else the first that takes part in a match
};

/// What the match of one rule of ours is made of.
struct TranslatedMatch {
  std::string pattern;
  std::vector<rules::Anchor> anchors;
  std::uint32_t max_len = 0;
  rules::ByteSet before;
  rules::ByteSet after;
  std::uint32_t vendor_prefix_len = 0;
};

/// Translates a foreign pattern into one or more patterns of ours that together find what it finds, with the same
/// secret, or more where `differences` says so.
///
/// @return the parts, each of which the scanner compiles, or kPatternInvalid with what cannot be translated
/// Complexity: at most 64 parts, a few ms each.
[[nodiscard]] Result<std::vector<TranslatedMatch>> translate_pattern(std::string_view pattern, PatternDialect dialect,
                                                                     const SecretCapture& secret,
                                                                     Differences& differences);

}  // namespace sluice::authoring::importing
