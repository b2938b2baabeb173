#include <algorithm>

#include "authoring/import/foreign_rule.h"
#include "authoring/import/read_node.h"
#include "config/reader.h"

namespace sluice::authoring::importing {
namespace {

using config::Node;

constexpr double kMaxEntropy = 8.0;
constexpr std::uint32_t kMaxCount = 1000;

class YamlRules {
 public:
  YamlRules(const config::Tree& tree, Notes& notes) : tree_(tree), notes_(notes) {}

  Result<std::vector<ForeignRule>> read() {
    const Node* rules = tree_.root().find("rules");
    if (rules == nullptr || !rules->is_array()) {
      return Error{
          ErrorCode::kConfigInvalid,
          config::place(tree_.path(), {}) + "found no list `rules`, expected rules of Nosey Parker or kingfisher", 0};
    }
    std::vector<ForeignRule> out;
    for (const Node& node : rules->items()) {
      if (node.is_table()) out.push_back(read_rule(node));
    }
    return out;
  }

 private:
  ForeignRule read_rule(const Node& node) {
    ForeignRule rule;
    rule.path = tree_.path();
    rule.line = node.position().line;
    rule.id = text_at(node, "id");
    rule.title = text_at(node, "name");
    rule.pattern = text_at(node, "pattern");
    rule.dialect = PatternDialect::kRust;
    rule.secret.name = "TOKEN";
    rule.secret.spans_all = true;
    rule.references = texts_at(node, "references");
    rule.examples = texts_at(node, "examples");
    rule.negative_examples = texts_at(node, "negative_examples");
    read_categories(node, rule);
    read_confidence(node, rule);
    if (const auto entropy = number_at(node, "min_entropy")) {
      rule.require.min_entropy = std::clamp(*entropy, 0.0, kMaxEntropy);
    }
    if (const Node* requirements = node.find("pattern_requirements")) read_requirements(*requirements, rule);
    if (node.find("depends_on_rule") != nullptr) {
      notes_.add(rule, "depends_on_rule", "another rule whose match serves the live check", ImportEffect::kNoted);
    }
    if (node.find("validation") != nullptr || node.find("revocation") != nullptr) {
      notes_.add(rule, "validation", "a check against the live service", ImportEffect::kNoted);
    }
    if (const Node* visible = node.find("visible"); visible != nullptr && visible->is_bool() && !visible->as_bool()) {
      rule.kind = rules::RuleKind::kIdentifier;
      rule.severity = Severity::kLow;
      notes_.add(rule, "visible", "a rule that only serves others; it is reported here", ImportEffect::kFindsMore);
    }
    return rule;
  }

  static void read_categories(const Node& node, ForeignRule& rule) {
    const std::vector<std::string> categories = texts_at(node, "categories");
    const auto has = [&categories](std::string_view word) {
      return std::find(categories.begin(), categories.end(), word) != categories.end();
    };
    if (has("pii")) {
      rule.kind = rules::RuleKind::kPii;
    } else if (has("generic")) {
      rule.kind = rules::RuleKind::kGeneric;
      rule.severity = Severity::kMedium;
      rule.confidence = Confidence::kLow;
    } else if (has("identifier") && !has("secret")) {
      rule.kind = rules::RuleKind::kIdentifier;
      rule.severity = Severity::kLow;
    } else if (has("fuzzy")) {
      rule.confidence = Confidence::kMedium;
    }
    if (has("test")) rule.severity = Severity::kLow;
  }

  static void read_confidence(const Node& node, ForeignRule& rule) {
    const std::string word = text_at(node, "confidence");
    if (word == "low") rule.confidence = Confidence::kLow;
    if (word == "medium") rule.confidence = Confidence::kMedium;
    if (word == "high") rule.confidence = Confidence::kHigh;
  }

  void read_requirements(const Node& node, ForeignRule& rule) {
    rule.require.min_digits = count_at(node, "min_digits", kMaxCount).value_or(0);
    rule.require.min_upper = count_at(node, "min_uppercase", kMaxCount).value_or(0);
    rule.require.min_lower = count_at(node, "min_lowercase", kMaxCount).value_or(0);
    for (const Node& member : node.items()) {
      const std::string& key = member.key();
      if (key == "min_digits" || key == "min_uppercase" || key == "min_lowercase" || key == "special_chars") continue;
      notes_.add(rule, "pattern_requirements." + config::quote(key), "a condition that a pack cannot say",
                 ImportEffect::kFindsMore);
    }
  }

  const config::Tree& tree_;
  Notes& notes_;
};

}  // namespace

Result<std::vector<ForeignRule>> read_yaml_rules(const config::Tree& tree, Notes& notes) {
  return YamlRules(tree, notes).read();
}

}  // namespace sluice::authoring::importing
