#include <algorithm>
#include <set>

#include "authoring/import/filter_expression.h"
#include "authoring/import/foreign_rule.h"
#include "authoring/import/read_node.h"

namespace sluice::authoring::importing {
namespace {

using config::Node;

constexpr std::uint32_t kMaxDistance = 1'000'000;
constexpr double kMaxEntropy = 8.0;

class TomlRules {
 public:
  TomlRules(const config::Tree& tree, Notes& notes) : tree_(tree), notes_(notes) {}

  Result<std::vector<ForeignRule>> read() {
    const Node* rules = tree_.root().find("rules");
    if (rules == nullptr || !rules->is_array()) {
      return Error{ErrorCode::kConfigInvalid,
                   config::place(tree_.path(), {}) + "found no [[rules]], expected rules of gitleaks or betterleaks",
                   0};
    }
    read_file_level();
    std::vector<ForeignRule> out;
    for (const Node& node : rules->items()) {
      if (!node.is_table()) continue;
      ForeignRule rule = read_rule(node);
      if (disabled_.contains(rule.id)) {
        notes_.add(rule, "extend.disabledRules", "switched off by its own file", ImportEffect::kRuleLeftOut);
      } else {
        out.push_back(std::move(rule));
      }
    }
    return out;
  }

 private:
  void note_file(std::string_view key, std::string found, ImportEffect effect = ImportEffect::kFindsMore) {
    const Node* node = tree_.root().find(key);
    if (node == nullptr) return;
    notes_.add_for_file(tree_.path(), node->key_position().line, std::string(key), std::move(found), effect);
  }

  void read_file_level() {
    note_file("allowlist", "a list of what is not reported, for all rules");
    note_file("allowlists", "a list of what is not reported, for all rules");
    note_file("prefilter", "an expression that skips files, for all rules");
    note_file("filter", "an expression that drops findings, for all rules");
    const Node* extend = tree_.root().find("extend");
    if (extend == nullptr || !extend->is_table()) return;
    if (flag_at(*extend, "useDefault") || !text_at(*extend, "path").empty()) {
      note_file("extend", "rules of another file, which are not read; import that file too", ImportEffect::kFindsLess);
    }
    for (const std::string& id : texts_at(*extend, "disabledRules")) disabled_.insert(id);
  }

  ForeignRule read_rule(const Node& node) {
    ForeignRule rule;
    rule.path = tree_.path();
    rule.line = node.position().line;
    rule.id = text_at(node, "id");
    rule.title = text_at(node, "description");
    rule.dialect = PatternDialect::kGo;
    rule.pattern = text_at(node, "regex");
    rule.keywords = texts_at(node, "keywords");
    const Node* group = node.find("secretGroup");
    if (group != nullptr) rule.secret.number = count_at(node, "secretGroup", 1000).value_or(1001);
    if (rule.id.find("generic") != std::string::npos) {
      rule.kind = rules::RuleKind::kGeneric;
      rule.severity = Severity::kMedium;
      rule.confidence = Confidence::kLow;
    } else if (rule.id.find("private-key") != std::string::npos) {
      rule.kind = rules::RuleKind::kKeyMaterial;
    }
    if (flag_at(node, "skipReport")) {
      rule.kind = rules::RuleKind::kIdentifier;
      rule.severity = Severity::kLow;
      notes_.add(rule, "skipReport", "a rule that only serves others; it is reported here", ImportEffect::kFindsMore);
    }
    read_filters(node, rule);
    read_required(node, rule);
    if (const auto specificity = number_at(node, "specificity")) {
      rule.specificity = static_cast<std::int32_t>(std::clamp(*specificity, -1000.0, 1000.0));
    }
    if (node.find("validate") != nullptr) {
      notes_.add(rule, "validate", "a check against the live service", ImportEffect::kNoted);
    }
    return rule;
  }

  void read_filters(const Node& node, ForeignRule& rule) {
    if (const auto entropy = number_at(node, "entropy"))
      rule.require.min_entropy = std::clamp(*entropy, 0.0, kMaxEntropy);
    if (node.find("path") != nullptr) {
      notes_.add(rule, "path", "files whose name fits; the pattern is looked for in all", ImportEffect::kFindsMore);
    }
    for (const char* key : {"allowlist", "allowlists"}) {
      if (node.find(key) != nullptr) notes_.add(rule, key, "a list of what is not reported", ImportEffect::kFindsMore);
    }
    if (node.find("stopwords") != nullptr) {
      notes_.add(rule, "stopwords", "words that a secret does not hold", ImportEffect::kFindsMore);
    }
    if (node.find("prefilter") != nullptr) {
      notes_.add(rule, "prefilter", "an expression that skips files", ImportEffect::kFindsMore);
    }
    if (node.find("filter") == nullptr) return;
    const FilterReading filter = read_filter(text_at(node, "filter"));
    if (filter.min_entropy) rule.require.min_entropy = std::clamp(*filter.min_entropy, 0.0, kMaxEntropy);
    if (filter.has_more) {
      notes_.add(rule, "filter", "an expression that drops findings for more than their entropy",
                 ImportEffect::kFindsMore);
    }
  }

  void read_required(const Node& node, ForeignRule& rule) {
    const Node* required = node.find("required");
    if (required == nullptr) return;
    for (const Node& item : required->items()) {
      ForeignNeed need;
      need.rule_id = text_at(item, "id");
      need.within_lines = count_at(item, "withinLines", kMaxDistance);
      if (item.find("withinColumns") != nullptr) {
        notes_.add(rule, "required.withinColumns", "a distance in columns", ImportEffect::kFindsMore);
      }
      rule.needs.push_back(std::move(need));
    }
  }

  const config::Tree& tree_;
  Notes& notes_;
  std::set<std::string, std::less<>> disabled_;
};

}  // namespace

Result<std::vector<ForeignRule>> read_toml_rules(const config::Tree& tree, Notes& notes) {
  return TomlRules(tree, notes).read();
}

}  // namespace sluice::authoring::importing
