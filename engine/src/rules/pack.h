#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/byte_set.h"
#include "rules/check_kind.h"
#include "rules/test_text.h"
#include "sluice/artifact.h"
#include "sluice/finding.h"

namespace sluice::rules {

/// What a rule finds; policies select on it.
enum class RuleKind : std::uint8_t {
  kSecret,       ///< a credential of a named vendor
  kKeyMaterial,  ///< a private key
  kIdentifier,   ///< a name that belongs to a credential but opens nothing alone
  kGeneric,      ///< an assignment that looks like a credential; every filter may drop it
  kPii,
  kInjection,
  kUrl,
};

[[nodiscard]] std::string_view rule_kind_name(RuleKind kind) noexcept;

/// A literal that occurs in every match of its rule.
struct Anchor {
  std::string bytes;
  bool is_caseless = false;  ///< ASCII letters match both cases
  friend bool operator==(const Anchor&, const Anchor&) = default;
};

/// Necessary properties of the capture `secret`; 0 asks for nothing. scan/checks/filters.h evaluates them.
struct Require {
  std::uint32_t min_digits = 0;
  std::uint32_t min_upper = 0;
  std::uint32_t min_lower = 0;
  std::uint32_t min_distinct = 0;    ///< different byte values
  double min_entropy = 0.0;          ///< Shannon, bits a byte
  std::uint32_t max_repeat_run = 0;  ///< longest run of one byte value; 0 means any
  friend bool operator==(const Require&, const Require&) = default;
};

/// What the capture must not be. scan/checks/filters.h evaluates it.
struct Reject {
  std::vector<std::string> equals;  ///< whole values, ASCII case ignored
  bool placeholder = false;         ///< template references, "your-key-here", masks, plain code expressions
  friend bool operator==(const Reject&, const Reject&) = default;
};

enum class OnFail : std::uint8_t {
  kDemote,  ///< keep the finding with low confidence
  kDrop,    ///< no finding; only where the rule has no vendor prefix or the source is trusted
};

struct Check {
  CheckKind kind = CheckKind::kNone;
  OnFail on_fail = OnFail::kDemote;
  friend bool operator==(const Check&, const Check&) = default;
};

enum class RedactMode : std::uint8_t {
  kSecret,  ///< the capture is replaced
  kMatch,   ///< the whole match is replaced
};

/// Another rule that must match near a match of this one, whatever that rule needs itself.
struct Need {
  std::string rule;                ///< its id; any pack that is used together may hold it
  std::uint32_t within_bytes = 0;  ///< at most so many bytes between what the two rules redact, on either side
  std::optional<std::uint32_t> within_lines;  ///< at most so many line feeds between them; unset: any
  friend bool operator==(const Need&, const Need&) = default;
};

/// A way of writing text in other text, as rules name it.
enum class DecodeLayer : std::uint8_t { kBase64, kHex, kPercent, kEscapes, kUtf16, kGzip };

struct Cost {
  double max_hits_per_mb = 0.0;  ///< of the first stage, on the reference text that has most; 0: none stated
  friend bool operator==(const Cost&, const Cost&) = default;
};

struct Provenance {
  std::string source;       ///< URL of the vendor's document, or "own"
  std::string licence;      ///< SPDX id
  bool facts_only = false;  ///< only facts were taken; the text is ours
  std::string verified;     ///< when and how it was checked
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// One example. `text` expands to bytes with scan/checks/expand.h.
struct RuleTest {
  TestText text;
  std::string why;         ///< what the case shows; may be empty
  std::uint32_t line = 0;  ///< in the pack file, for reports
  friend bool operator==(const RuleTest&, const RuleTest&) = default;
};

struct RuleTests {
  std::vector<RuleTest> positive;  ///< found, at the marked span, with the rule's own confidence
  std::vector<RuleTest> demoted;   ///< found at the marked span on sandbox channels, but with less confidence
  std::vector<RuleTest> negative;  ///< not found by this rule on any channel
  friend bool operator==(const RuleTests&, const RuleTests&) = default;
};

/// One rule. The loader guarantees: an id of `[a-z0-9]+([.-][a-z0-9]+)*` and at most 64 bytes, a pattern that is not
/// empty, 0 < max_len <= kMaxRuleLength, anchors of 3 to 64 bytes. It does not compile the pattern: scan/ does.
struct Rule {
  std::string id;
  std::string title;
  Severity severity = Severity::kHigh;
  Confidence confidence = Confidence::kHigh;
  RuleKind kind = RuleKind::kSecret;
  std::vector<Anchor> anchors;  ///< every match contains one of them; empty only for first-stage patterns
  std::string pattern;          ///< bytes (Latin-1) syntax shared by RE2 and Hyperscan, one capture named `secret`
  std::uint32_t max_len = 0;    ///< no match is longer, in bytes
  ByteSet before;               ///< what may precede the match (the set has the end bit: the input may start there)
  ByteSet after;                ///< what may follow it
  Require require;
  Reject reject;
  Check check;
  std::vector<Need> needs;                         ///< all of them; what fails is dropped or demoted as by any filter
  std::vector<Channel> contexts;                   ///< where the rule holds; empty: on every channel
  std::optional<std::vector<DecodeLayer>> decode;  ///< what it may be written in; unset: anything
  bool is_reported = true;                         ///< false: a helper that only counts for the needs of other rules
  std::int32_t specificity = 0;                    ///< the larger wins where matches overlap
  std::uint32_t vendor_prefix_len = 0;  ///< >= 4: on sandbox channels no filter drops a match, it only demotes
  RedactMode redact = RedactMode::kSecret;
  Cost cost;
  Provenance provenance;
  RuleTests tests;
  std::uint32_t line = 0;  ///< where the rule begins in its file

  /// True where boundary, check, entropy and placeholder filters may drop a match on sandbox channels too.
  [[nodiscard]] bool filters_may_drop() const noexcept { return vendor_prefix_len < 4; }
  [[nodiscard]] bool holds_on(Channel channel) const noexcept;
  [[nodiscard]] bool is_read_in(DecodeLayer layer) const noexcept;
  friend bool operator==(const Rule&, const Rule&) = default;
};

inline constexpr std::uint32_t kMaxRuleLength = 65'536;
/// A stream holds back a match until what it needs can no longer come.
inline constexpr std::uint32_t kMaxNeedBytes = 16'384;

/// A file of rules. Immutable once loaded.
struct RulePack {
  std::string name;
  std::string version;
  std::uint32_t format_version = 1;
  std::string licence;  ///< SPDX id of the pack
  std::vector<Rule> rules;
  friend bool operator==(const RulePack&, const RulePack&) = default;
};

}  // namespace sluice::rules
