#include "authoring/lint.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "scan/anchor_plan.h"
#include "scan/compiled_rules.h"
#include "scan/regex_tree.h"

namespace sluice::authoring {
namespace {

using rules::Rule;
using rules::RulePack;

// Licences whose facts and texts may be in a pack that ships with sluice.
constexpr std::array<std::string_view, 7> kLicences = {"Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause",
                                                       "CC0-1.0",    "ISC", "Unlicense"};
constexpr std::size_t kGoodAnchor = 4;
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

  void look_at(const std::shared_ptr<const RulePack>& pack) {
    for (const Rule& rule : pack->rules) {
      pack_ = pack.get();
      rule_ = &rule;
      identity();
      pattern();
      examples();
      provenance();
      filters();
      needs();
      if (!has_pattern_error_) compiles(pack);
    }
  }

 private:
  void say(LintLevel level, std::string text) {
    out_.push_back({level, pack_->name, rule_->id, rule_->line, std::move(text)});
  }
  void error(std::string text) { say(LintLevel::kError, std::move(text)); }
  void warn(std::string text) { say(LintLevel::kWarning, std::move(text)); }

  void identity() {
    if (const auto [at, is_new] = ids_.emplace(rule_->id, pack_->name); !is_new) {
      error("the id is used in pack " + at->second + " too");
    }
    if (const auto [at, is_new] = patterns_.emplace(rule_->pattern, rule_->id); !is_new) {
      error("the pattern is that of rule " + at->second);
    }
    if (rule_->title.empty()) error("the title is empty");
  }

  void pattern() {
    has_pattern_error_ = false;
    const Result<scan::RegexNode> tree = scan::parse_regex(rule_->pattern);
    if (!tree) {
      has_pattern_error_ = true;
      error("pattern: " + tree.error().message);
      return;
    }
    const scan::Width width = scan::width_of(*tree);
    if (width.min == 0) error("pattern: it matches the empty text");
    if (width.max == scan::kUnbounded) {
      // The scanner cuts such a match at max_len; that must be meant.
      if (width.min >= rule_->max_len) error("max_len: the shortest match is as long already");
    } else if (width.max > rule_->max_len) {
      error("max_len: found " + std::to_string(rule_->max_len) + ", but a match can have " + std::to_string(width.max) +
            " bytes");
    } else if (width.max < rule_->max_len) {
      warn("max_len: found " + std::to_string(rule_->max_len) + ", but no match is longer than " +
           std::to_string(width.max) + " bytes");
    }
    anchors(*tree);
  }

  void anchors(const scan::RegexNode& tree) {
    if (rule_->anchors.empty()) {
      error("anchors: none, so nothing can find the rule");
      return;
    }
    const auto plans = scan::plan_anchors(tree, rule_->anchors, rule_->redact == rules::RedactMode::kMatch);
    if (!plans) {
      has_pattern_error_ = true;
      error("anchors: " + plans.error().message);
      return;
    }
    for (std::size_t i = 0; i < rule_->anchors.size(); ++i) {
      const bool is_used =
          std::any_of(plans->begin(), plans->end(), [i](const scan::AnchorPlan& plan) { return plan.anchor == i; });
      if (!is_used) warn("anchors: number " + std::to_string(i + 1) + " finds no branch that another does not");
      if (rule_->anchors[i].bytes.size() < kGoodAnchor) {
        warn("anchors: number " + std::to_string(i + 1) + " has fewer than 4 bytes and slows every scan");
      }
    }
  }

  void examples() {
    const rules::RuleTests& tests = rule_->tests;
    if (tests.positive.size() < kLeastExamples) error("tests: fewer than 2 positive examples");
    if (tests.negative.size() < kLeastExamples) error("tests: fewer than 2 negative examples");
    const bool has_check = rule_->check.kind != rules::CheckKind::kNone;
    if (has_check && rule_->check.on_fail == rules::OnFail::kDemote && !rule_->filters_may_drop() &&
        tests.demoted.empty()) {
      error("tests: a check that demotes, but no demoted example with a wrong one");
    }
  }

  void provenance() {
    const rules::Provenance& from = rule_->provenance;
    if (from.source.empty()) error("provenance: no source");
    if (from.verified.empty()) error("provenance: no word on how and when it was verified");
    if (std::find(kLicences.begin(), kLicences.end(), from.licence) == kLicences.end()) {
      error("provenance: the licence is not on the list of those that may ship");
    }
  }

  void filters() {
    const bool is_credential = rule_->kind == rules::RuleKind::kGeneric || rule_->kind == rules::RuleKind::kPii;
    if (is_credential && rule_->vendor_prefix_len >= 4) error("vendor_prefix_len: a generic rule has no vendor");
    if (rule_->before.empty() || rule_->after.empty()) error("before, after: a set without any byte");
    if (rule_->kind == rules::RuleKind::kGeneric && !rule_->reject.placeholder) {
      warn("reject: a generic rule that takes placeholders");
    }
  }

  void needs() {
    for (const rules::Need& need : rule_->needs) {
      if (known_ids_.count(need.rule) == 0) error("needs: there is no rule " + need.rule + " in these packs");
    }
    if (!rule_->is_reported && needed_ids_.count(rule_->id) == 0) {
      warn("report: false, but no rule of these packs needs it, so it does nothing");
    }
  }

  /// The scanner's own compiler, one rule at a time, so that its message names the rule.
  void compiles(const std::shared_ptr<const RulePack>& pack) {
    auto single = std::make_shared<RulePack>();
    single->name = pack->name;
    single->rules.push_back(*rule_);
    single->rules.back().needs.clear();  // looked at with all packs together
    const std::shared_ptr<const RulePack> packs[] = {std::move(single)};
    const auto compiled = scan::CompiledRules::compile(packs);
    if (!compiled) error("compile: " + compiled.error().message);
  }

  std::vector<LintMessage>& out_;
  const RulePack* pack_ = nullptr;
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
  for (const auto& pack : packs) linter.look_at(pack);
  return out;
}

}  // namespace sluice::authoring
