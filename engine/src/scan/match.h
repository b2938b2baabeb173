#pragma once

#include <cstdint>

#include "scan/encoding.h"
#include "sluice/finding.h"

namespace sluice::scan {

/// Where a match comes from.
enum class MatchSource : std::uint8_t {
  kRule,         ///< CompiledRules::rule(rule_index)
  kKnownSecret,  ///< CompiledRules::known_secret_name(rule_index)
  kForgedMark,   ///< text that imitates a mark of ours
};

/// One confirmed match, in offsets of the view that was scanned. It holds no byte of the text.
struct Match {
  std::uint64_t begin = 0;        ///< first byte to redact
  std::uint64_t end = 0;          ///< one past the last byte to redact
  std::uint64_t match_begin = 0;  ///< the whole match, context included
  std::uint64_t match_end = 0;
  std::uint32_t rule_index = 0;
  std::int32_t specificity = 0;
  MatchSource source = MatchSource::kRule;
  Confidence confidence = Confidence::kHigh;
  bool is_suppressed = false;    ///< stands for a region that grew past the hold limit, not for one secret
  bool is_continuation = false;  ///< a further piece of the suppressed region before it: no mark of its own
  Encoding encoding;             ///< how the match is written in the view; plain: as it is
  Fingerprint fingerprint{};     ///< all zero where the scan was given no MarkTable
  friend bool operator==(const Match&, const Match&) = default;
};

}  // namespace sluice::scan
