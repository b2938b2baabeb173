#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "authoring/rule_tools.h"
#include "sluice/result.h"

namespace sluice::authoring {

/// Whose rule files are read. The first two are TOML of one family, the last two YAML of another.
enum class RuleOrigin : std::uint8_t { kAuto, kGitleaks, kBetterleaks, kNoseyParker, kKingfisher };

struct ImportOptions {
  RuleOrigin origin = RuleOrigin::kAuto;
  std::string licence;  ///< SPDX id of the source; empty where the user did not say
  std::string pack_name = "imported";
};

/// What becomes of something that a pack cannot say.
enum class ImportEffect : std::uint8_t {
  kRuleLeftOut,  ///< the rule is not in the pack
  kFindsMore,    ///< it only narrowed what is found
  kFindsLess,    ///< a bound was set that the original does not have
  kNoted,        ///< what is found stays the same
};

struct ImportNote {
  std::string path;
  std::uint32_t line = 0;
  std::string rule_id;  ///< as the source spells it; empty for the whole file
  std::string field;
  std::string found;
  ImportEffect effect = ImportEffect::kNoted;
};

struct ImportReport {
  std::string pack;                  ///< a rule pack that loads and compiles
  std::size_t rules_read = 0;        ///< in the source
  std::size_t rules_translated = 0;  ///< of those, in the pack
  std::size_t rules_written = 0;     ///< in the pack: a rule with several secrets becomes several
  std::vector<ImportNote> notes;
};

/// Translates rule files of other scanners into one rule pack. Nothing is guessed in silence: what a pack cannot say is
/// a note, and a rule that would find something else than the original is left out.
///
/// @param files  any bytes, at most 1 MB each; all of one origin
/// @return the pack with its notes, or
///         - kConfigSyntax   a file is not TOML or YAML, is too large or too deep; YAML aliases and tags are refused
///         - kConfigInvalid  a file holds no rules of that origin
///         - kRuleInvalid    no rule could be translated; the message says how many there were
/// Complexity: a few ms a rule. Thread-safety: safe to call concurrently.
[[nodiscard]] Result<ImportReport> import_rules(std::span<const PackText> files, const ImportOptions& options);

/// "auto", "gitleaks" and so on; nothing for another word.
[[nodiscard]] bool parse_rule_origin(std::string_view word, RuleOrigin& out) noexcept;

/// The notes, one a line, and a last line with the counts.
[[nodiscard]] std::string import_notes_as_text(const ImportReport& report);
[[nodiscard]] std::string import_notes_as_json(const ImportReport& report);

}  // namespace sluice::authoring
