#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "authoring/import/translate.h"
#include "authoring/import_rules.h"
#include "config/tree.h"
#include "rules/pack.h"

namespace sluice::authoring::importing {

/// Another rule that must match nearby.
struct ForeignNeed {
  std::string rule_id;
  std::optional<std::uint32_t> within_lines;
  std::optional<std::uint32_t> within_bytes;
};

/// A rule as its source says it, brought to one form.
struct ForeignRule {
  std::string path;
  std::uint32_t line = 0;
  std::string id;
  std::string title;
  std::string pattern;  ///< empty where the rule has none
  PatternDialect dialect = PatternDialect::kGo;
  SecretCapture secret;
  rules::RuleKind kind = rules::RuleKind::kSecret;
  std::optional<Severity> severity;
  std::optional<Confidence> confidence;
  rules::Require require;
  std::int32_t specificity = 0;
  std::vector<std::string> keywords;
  std::vector<std::string> references;
  std::vector<std::string> examples;
  std::vector<std::string> negative_examples;
  std::vector<ForeignNeed> needs;
};

/// Collects notes.
class Notes {
 public:
  void add(const ForeignRule& rule, std::string field, std::string found, ImportEffect effect) {
    notes_.push_back({rule.path, rule.line, rule.id, std::move(field), std::move(found), effect});
  }
  void add_for_file(const std::string& path, std::uint32_t line, std::string field, std::string found,
                    ImportEffect effect) {
    notes_.push_back({path, line, {}, std::move(field), std::move(found), effect});
  }
  [[nodiscard]] std::vector<ImportNote> take() noexcept { return std::move(notes_); }

 private:
  std::vector<ImportNote> notes_;
};

/// Reads gitleaks' and betterleaks' TOML. @return the rules, or kConfigInvalid where the file has none
[[nodiscard]] Result<std::vector<ForeignRule>> read_toml_rules(const config::Tree& tree, Notes& notes);

/// Reads Nosey Parker's and kingfisher's YAML. Errors as read_toml_rules.
[[nodiscard]] Result<std::vector<ForeignRule>> read_yaml_rules(const config::Tree& tree, Notes& notes);

/// Parses YAML to the tree of a configuration file, within the limits of one. Aliases, tags other than YAML's own
/// plain ones, a second document and double keys are refused.
/// @return the tree, or kConfigSyntax with "path:line:column: what was found, what was expected"
[[nodiscard]] Result<config::Tree> parse_yaml(std::string_view text, std::string_view path);

}  // namespace sluice::authoring::importing
