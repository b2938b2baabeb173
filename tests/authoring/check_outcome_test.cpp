// What a failed check does to the shipped rules: on sandbox channels it never hides a match of a rule with a vendor
// prefix, for a trusted source it drops one only where the checksum was reproduced on two or more independent samples.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/budget.h"
#include "rules/load.h"
#include "scan/checks/expand.h"
#include "scan/compiled_rules.h"
#include "scan/scanner.h"
#include "support/golden.h"

namespace sluice::authoring {
namespace {

using Packs = std::vector<std::shared_ptr<const rules::RulePack>>;

const Packs& shipped() {
  static const Packs packs = [] {
    Packs out;
    for (const auto& entry : std::filesystem::directory_iterator(testing::source_path("rules"))) {
      if (entry.path().extension() != ".toml" || entry.path().filename() == "sets.toml") continue;
      auto pack = rules::load_pack(testing::read_file(entry.path().string()), entry.path().filename().string());
      if (pack) out.push_back(std::make_shared<const rules::RulePack>(std::move(*pack)));
    }
    return out;
  }();
  return packs;
}

/// Whether `rule_id` is found in `text`.
class Finder {
 public:
  explicit Finder(bool is_trusted) {
    scan::CompileOptions options;
    options.is_trusted_source = is_trusted;
    rules_ = scan::CompiledRules::compile(shipped(), options).value();
    scratch_ = std::make_unique<scan::Scratch>(scan::Scratch::create(rules_).value());
  }

  bool finds(const std::string& rule_id, const std::string& text) {
    Budget budget;
    EXPECT_TRUE(budget.admit_input(text.size()));
    const scan::ScanResult result = scan::scan(as_bytes(text), *scratch_, nullptr, budget);
    return std::any_of(result.matches.begin(), result.matches.end(), [&](const scan::Match& match) {
      return match.source == scan::MatchSource::kRule && rules_->rule(match.rule_index).id == rule_id;
    });
  }

 private:
  std::shared_ptr<const scan::CompiledRules> rules_;
  std::unique_ptr<scan::Scratch> scratch_;
};

// Reproduced on two or more samples of different origin: GitHub's three, npm's, Grafana's two, Zuplo's, Atlassian's,
// Azure storage's, PyPI's macaroon and Sentry's object.
const std::set<std::string> kReproduced = {
    "github-pat",          "github-oauth", "github-app-user",     "npm-token",         "grafana-service-account-token",
    "grafana-cloud-token", "zuplo-key",    "atlassian-api-token", "azure-storage-key", "pypi-token",
    "sentry-org-token"};

TEST(CheckOutcome, DropsForATrustedSourceOnlyWhereReproduced) {
  Finder sandbox(false);
  Finder trusted(true);
  std::set<std::string> tried;
  for (const auto& pack : shipped()) {
    for (const rules::Rule& rule : pack->rules) {
      if (rule.check.kind == rules::CheckKind::kNone || rule.filters_may_drop()) continue;
      SCOPED_TRACE(rule.id);
      const bool may_drop = rule.check.on_fail == rules::OnFail::kDrop;
      EXPECT_EQ(may_drop, kReproduced.contains(rule.id));
      for (const rules::RuleTest& test : rule.tests.demoted) {
        const bool fails_check = std::any_of(test.text.parts.begin(), test.text.parts.end(),
                                             [](const auto& part) { return part.kind == rules::PartKind::kBadCheck; });
        if (!fails_check) continue;
        const std::string text = scan::expand(test.text, rule.check.kind, 3).value().text;
        EXPECT_TRUE(sandbox.finds(rule.id, text)) << "a sandbox could switch the rule off";
        EXPECT_EQ(trusted.finds(rule.id, text), !may_drop);
        tried.insert(rule.id);
      }
    }
  }
  EXPECT_GE(tried.size(), 20U);
}

TEST(CheckOutcome, EveryKindIsUsedByARule) {
  std::set<std::string_view> used = {"none"};
  for (const auto& pack : shipped()) {
    for (const rules::Rule& rule : pack->rules) used.insert(rules::check_name(rule.check.kind));
  }
  for (const std::string_view name : rules::all_check_names()) EXPECT_TRUE(used.contains(name)) << name;
}

}  // namespace
}  // namespace sluice::authoring
