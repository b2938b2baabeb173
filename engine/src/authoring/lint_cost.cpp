#include "authoring/lint_cost.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>

#include "authoring/rule_bench.h"

namespace sluice::authoring {

namespace {

// What a short anchor may cost. A hit that the byte check refuses takes about 8 ns, so these hits take 40 us a MB, some
// 3 % of a scan, on the text that has most of them; those that get past it take about ten times as long each.
constexpr double kMostHitsPerMb = 5'000.0;
constexpr double kMostCheckedPerMb = 100.0;

std::string number(double value, const char* form) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), form, value);
  return text.data();
}

bool has_short_anchor(const rules::Rule& rule) {
  return std::any_of(rule.anchors.begin(), rule.anchors.end(),
                     [](const rules::Anchor& anchor) { return anchor.bytes.size() < kGoodAnchorBytes; });
}

class CostLinter {
 public:
  CostLinter(std::size_t pack, std::vector<LintMessage>& out) : pack_(pack), out_(out) {}

  void look_at(const rules::Rule& rule, const BenchedRule& measured) {
    const double stated = rule.cost.max_hits_per_mb;
    const std::string hits = number(measured.most_hits_per_mb, "%.1f hits a MB on one of the reference texts");
    const std::string roomy = number(roomy_budget(measured.most_hits_per_mb), "%.0f");
    if (stated == 0.0) {
      say(LintLevel::kWarning, rule, "cost.max_hits_per_mb", "none, and " + hits, "what the rule may cost",
          "add cost = {max_hits_per_mb = " + roomy + "}, or more where your own texts hold more");
    } else if (measured.is_over_budget()) {
      say(LintLevel::kError, rule, "cost.max_hits_per_mb", hits, "at most " + number(stated, "%.10g"),
          "use a rarer anchor, or state " + roomy);
    }
    if (!has_short_anchor(rule) || stated == 0.0) return;
    if (stated > kMostHitsPerMb) {
      say(LintLevel::kWarning, rule, "anchors",
          "one of fewer than 4 bytes, and a stated cost of " + number(stated, "%.10g"), "a cost of at most 5000",
          "use a longer anchor");
    } else if (measured.most_checked_per_mb > kMostCheckedPerMb) {
      say(LintLevel::kWarning, rule, "anchors",
          "one of fewer than 4 bytes, whose byte check lets " +
              number(measured.most_checked_per_mb, "%.1f hits a MB pass"),
          "at most 100", "use a longer anchor, or a pattern that says more about the bytes around it");
    }
  }

 private:
  void say(LintLevel level, const rules::Rule& rule, std::string key, std::string found, std::string expected,
           std::string advice) {
    out_.push_back(
        {level, pack_, rule.id, rule.line, std::move(key), std::move(found), std::move(expected), std::move(advice)});
  }

  std::size_t pack_;
  std::vector<LintMessage>& out_;
};

}  // namespace

double roomy_budget(double hits_per_mb) {
  constexpr double kRoom = 2.0;
  double power = 1.0;
  while (true) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor * power >= kRoom * hits_per_mb) return factor * power;
    }
    power *= 10.0;
  }
}

Result<std::vector<LintMessage>> lint_costs(std::span<const std::shared_ptr<const rules::RulePack>> packs,
                                            std::span<const ReferenceText> texts) {
  const Result<RuleBench> bench = bench_packs(packs, texts, {});
  if (!bench) return bench.error();
  std::map<std::string_view, const BenchedRule*> by_id;
  for (const BenchedRule& rule : bench->rules) by_id.emplace(rule.id, &rule);
  std::vector<LintMessage> out;
  for (std::size_t i = 0; i < packs.size(); ++i) {
    CostLinter linter(i, out);
    for (const rules::Rule& rule : packs[i]->rules) linter.look_at(rule, *by_id.at(rule.id));
  }
  return out;
}

}  // namespace sluice::authoring
