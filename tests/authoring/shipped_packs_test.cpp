// The rule packs that ship with sluice: they load, lint clean, and every example behaves through the whole scanner.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "authoring/lint.h"
#include "authoring/rule_tests.h"
#include "rules/load.h"
#include "support/golden.h"

namespace sluice::authoring {
namespace {

using Packs = std::vector<std::shared_ptr<const rules::RulePack>>;

const Packs& shipped() {
  static const Packs packs = [] {
    Packs out;
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(testing::source_path("rules"))) {
      const std::string path = entry.path().string();
      if (path.ends_with(".toml") && !path.ends_with("sets.toml")) paths.push_back(path);
    }
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) {
      auto pack = rules::load_pack(testing::read_file(path), std::filesystem::path(path).filename().string());
      if (!pack) {
        ADD_FAILURE() << pack.error().message;
        continue;
      }
      EXPECT_EQ(pack->name + ".toml", std::filesystem::path(path).filename().string());
      out.push_back(std::make_shared<const rules::RulePack>(std::move(*pack)));
    }
    return out;
  }();
  return packs;
}

TEST(ShippedPacks, Load) {
  std::size_t rules = 0;
  for (const auto& pack : shipped()) rules += pack->rules.size();
  EXPECT_GE(shipped().size(), 14U);
  EXPECT_GE(rules, 350U);
}

TEST(ShippedPacks, AreAllInASet) {
  const auto sets = rules::load_sets(testing::read_file(testing::source_path("rules/sets.toml")), "sets.toml");
  ASSERT_TRUE(sets.ok()) << sets.error().message;
  std::set<std::string> named;
  for (const auto& [set, packs] : sets->packs_of) named.insert(packs.begin(), packs.end());
  std::set<std::string> there;
  for (const auto& pack : shipped()) there.insert(pack->name);
  EXPECT_EQ(named, there);
  // Core holds secrets and nothing else.
  const std::vector<std::string>& core = sets->packs_of.at("core");
  for (const auto& pack : shipped()) {
    if (std::find(core.begin(), core.end(), pack->name) == core.end()) continue;
    for (const rules::Rule& rule : pack->rules) EXPECT_LE(rule.kind, rules::RuleKind::kGeneric) << rule.id;
  }
}

// The rest of lint, with every example at every split, is the test rules_lint of the command.
TEST(ShippedPacks, LintHasNothingToSay) {
  for (const LintMessage& message : lint(shipped())) {
    ADD_FAILURE() << shipped()[message.pack]->name << ".toml:" << message.line << ": " << message.rule_id << ": "
                  << message.key << ": found " << message.found << "; expected " << message.expected;
  }
}

TEST(ShippedPacks, EveryExampleBehavesThroughTheScanner) {
  const auto report = run_examples(shipped());
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_GE(report->examples, 4 * report->rules);
  for (const ExampleFailure& failure : report->failures) {
    ADD_FAILURE() << failure.pack << ".toml:" << failure.line << ": " << failure.rule_id << ": "
                  << example_list_name(failure.list) << " " << failure.index << ": expected " << failure.expected
                  << ", found " << failure.found;
  }
}

}  // namespace
}  // namespace sluice::authoring
