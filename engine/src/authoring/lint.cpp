#include "authoring/lint.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "scan/anchor_plan.h"
#include "scan/compiled_rules.h"
#include "scan/portable_pattern.h"
#include "scan/regex_tree.h"

namespace sluice::authoring {
namespace {

using rules::Rule;
using rules::RulePack;

// Licences whose facts and texts may be in a pack that ships with sluice.
constexpr std::array<std::string_view, 7> kLicences = {"Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause",
                                                       "CC0-1.0",    "ISC", "Unlicense"};
constexpr std::size_t kLeastExamples = 2;

class Linter {
 public:
  explicit Linter(std::vector<LintMessage>& out) : out_(out) {}

  void note_ids(const RulePack& pack) {
    for (const Rule& rule : pack.rules) {
      known_ids_.insert(rule.id);
      for (const rules::Need& need : rule.needs) needed_ids_.insert(need.rule);
    }
  }

  void look_at(std::size_t number, const RulePack& pack) {
    for (const Rule& rule : pack.rules) {
      number_ = number;
      rule_ = &rule;
      identity(pack);
      pattern();
      examples();
      provenance();
      filters();
      needs();
      if (!has_pattern_error_) compiles(pack);
    }
  }

 private:
  void say(LintLevel level, std::string key, std::string found, std::string expected, std::string advice) {
    out_.push_back({level, number_, rule_->id, rule_->line, std::move(key), std::move(found), std::move(expected),
                    std::move(advice)});
  }
  void error(std::string key, std::string found, std::string expected, std::string advice) {
    say(LintLevel::kError, std::move(key), std::move(found), std::move(expected), std::move(advice));
  }
  void warn(std::string key, std::string found, std::string expected, std::string advice) {
    say(LintLevel::kWarning, std::move(key), std::move(found), std::move(expected), std::move(advice));
  }

  void identity(const RulePack& pack) {
    if (const auto [at, is_new] = ids_.emplace(rule_->id, pack.name); !is_new) {
      error("id", "a rule with this id in pack " + at->second + " too", "an id of its own", "rename one of them");
    }
    if (rule_->title.empty()) error("title", "none", "what the rule finds, for people", "write one");
  }

  void pattern() {
    has_pattern_error_ = false;
    const Result<scan::RegexNode> tree = scan::parse_regex(rule_->pattern);
    if (!tree) {
      has_pattern_error_ = true;
      error("pattern", tree.error().message, "the subset that RE2 and Hyperscan share", "write it in that subset");
      return;
    }
    in_hyperscan(scan::width_of(*tree));
    // Written anew, so that two spellings of one pattern are one.
    if (const auto [at, is_new] = patterns_.emplace(scan::write_regex(*tree), rule_->id); !is_new) {
      error("pattern", "that of rule " + at->second, "a pattern of its own", "remove one of the two rules");
    }
    width(*tree);
    anchors(*tree);
  }

  void in_hyperscan(const scan::Width& ours) {
    const Result<scan::Width> width = scan::width_in_hyperscan(rule_->pattern);
    if (!width) {
      error("pattern", "Hyperscan refuses it (" + width.error().message + ")", "a pattern that Hyperscan takes too",
            "write it in the subset that RE2 and Hyperscan share");
    } else if (width->min != ours.min || width->max != ours.max) {
      error("pattern", "Hyperscan reads matches of other lengths in it", "a pattern that all engines read alike",
            "write classes and flags out");
    }
  }

  void width(const scan::RegexNode& tree) {
    const scan::Width width = scan::width_of(tree);
    const std::string max_len = std::to_string(rule_->max_len);
    if (width.min == 0) error("pattern", "one that matches the empty text", "at least one byte", "require the anchor");
    if (width.max == scan::kUnbounded) {
      // The scanner cuts such a match at max_len; that must be meant.
      if (width.min < rule_->max_len) return;
      error("max_len", max_len, "more than " + std::to_string(width.min) + ", the length of the shortest match",
            "raise max_len or shorten the pattern");
    } else if (width.max > rule_->max_len) {
      error("max_len", max_len, std::to_string(width.max) + ", the length of the longest match",
            "set max_len = " + std::to_string(width.max) + " or shorten the pattern");
    } else if (width.max < rule_->max_len) {
      warn("max_len", max_len, std::to_string(width.max) + ", the length of the longest match",
           "set max_len = " + std::to_string(width.max) + ": a stream holds back by it");
    }
  }

  void anchors(const scan::RegexNode& tree) {
    if (rule_->anchors.empty()) {
      error("anchors", "none", "a literal of five to eight bytes that every match holds",
            "name one, or the words that stand beside the value");
      return;
    }
    const auto plans = scan::plan_anchors(tree, rule_->anchors, rule_->redact == rules::RedactMode::kMatch);
    if (!plans) {
      has_pattern_error_ = true;
      error("anchors", plans.error().message, "an anchor in every branch of the pattern", "add one for each branch");
      return;
    }
    for (std::size_t i = 0; i < rule_->anchors.size(); ++i) {
      const rules::Anchor& anchor = rule_->anchors[i];
      const std::string name = "\"" + anchor.bytes + "\"";
      const bool is_used =
          std::any_of(plans->begin(), plans->end(), [i](const scan::AnchorPlan& plan) { return plan.anchor == i; });
      if (!is_used) {
        warn("anchors", name + ", which finds no branch that another does not", "anchors that are all needed",
             "remove it");
      }
      if (anchor.bytes.size() < kGoodAnchorBytes && rule_->cost.max_hits_per_mb == 0.0) {
        warn("anchors", name + ", and no stated cost", "four bytes or more",
             "use a longer anchor; where the format has none, state its cost as `sluice rules bench` measures it");
      }
    }
  }

  void examples() {
    const rules::RuleTests& tests = rule_->tests;
    few_examples("positive", tests.positive.size());
    few_examples("negative", tests.negative.size());
    const bool has_check = rule_->check.kind != rules::CheckKind::kNone;
    if (has_check && rule_->check.on_fail == rules::OnFail::kDemote && !rule_->filters_may_drop() &&
        tests.demoted.empty()) {
      error("tests.demoted", "none, though its check demotes", "an example that fails the check",
            "add one with {bad_check:n}");
    }
  }

  void few_examples(const std::string& list, std::size_t count) {
    if (count >= kLeastExamples) return;
    error("tests." + list, std::to_string(count) + (count == 1 ? " example" : " examples"), "at least 2",
          list == "negative" ? "add a near miss" : "add one as it stands in a log or a file");
  }

  void provenance() {
    const rules::Provenance& from = rule_->provenance;
    if (from.source.empty()) {
      error("provenance.source", "none", "the vendor's document, or \"own\"", "say where the facts are from");
    }
    if (from.verified.empty()) {
      error("provenance.verified", "none", "a date, and how the facts were tried", "say it");
    }
    if (std::find(kLicences.begin(), kLicences.end(), from.licence) == kLicences.end()) {
      error("provenance.licence", from.licence.empty() ? "none" : "\"" + from.licence + "\"",
            "one that may ship: Apache-2.0, MIT, BSD-2-Clause, BSD-3-Clause, CC0-1.0, ISC, Unlicense",
            "write the rule from facts alone and under such a licence");
    }
  }

  void filters() {
    const bool may_be_text = rule_->kind == rules::RuleKind::kGeneric || rule_->kind == rules::RuleKind::kPii;
    if (may_be_text && !rule_->filters_may_drop()) {
      error("vendor_prefix_len", std::to_string(rule_->vendor_prefix_len) + " in a rule of kind generic or pii",
            "less than 4: it has no vendor", "remove it, or name the kind that the rule is of");
    }
    if (rule_->before.empty()) error("before", "a set without any byte", "one that something is in", "widen it");
    if (rule_->after.empty()) error("after", "a set without any byte", "one that something is in", "widen it");
    if (rule_->kind == rules::RuleKind::kGeneric && !rule_->reject.placeholder) {
      warn("reject.placeholder", "false in a generic rule", "true", "set it: most such values are placeholders");
    }
  }

  void needs() {
    for (const rules::Need& need : rule_->needs) {
      if (known_ids_.count(need.rule) != 0) continue;
      error("needs", "rule " + need.rule + ", which is in none of these packs", "a rule of one of them",
            "lint the packs together that are used together");
    }
    if (!rule_->is_reported && needed_ids_.count(rule_->id) == 0) {
      warn("report", "false, but no rule of these packs needs it", "a rule that needs it", "take the rule out");
    }
  }

  /// The scanner's own compiler, with RE2, one rule at a time, so that its message names the rule.
  void compiles(const RulePack& pack) {
    auto single = std::make_shared<RulePack>();
    single->name = pack.name;
    single->rules.push_back(*rule_);
    single->rules.back().needs.clear();  // looked at with all packs together
    const std::shared_ptr<const RulePack> packs[] = {std::move(single)};
    const auto compiled = scan::CompiledRules::compile(packs);
    if (!compiled) error("pattern", compiled.error().message, "a rule that compiles", "shorten the pattern");
  }

  std::vector<LintMessage>& out_;
  std::size_t number_ = 0;
  const Rule* rule_ = nullptr;
  bool has_pattern_error_ = false;
  std::map<std::string, std::string, std::less<>> ids_;
  std::map<std::string, std::string, std::less<>> patterns_;
  std::set<std::string, std::less<>> known_ids_;
  std::set<std::string, std::less<>> needed_ids_;
};

}  // namespace

std::vector<LintMessage> lint(std::span<const std::shared_ptr<const rules::RulePack>> packs) {
  std::vector<LintMessage> out;
  Linter linter(out);
  for (const auto& pack : packs) linter.note_ids(*pack);
  for (std::size_t i = 0; i < packs.size(); ++i) linter.look_at(i, *packs[i]);
  return out;
}

}  // namespace sluice::authoring
