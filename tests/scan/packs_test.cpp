// The installed packs through the whole scanner: every example, whole and at every split.
#include <filesystem>
#include <map>

#include "rules/load.h"
#include "scan/checks/expand.h"
#include "support/golden.h"
#include "support/scan_helpers.h"
#include "support/scan_oracle.h"

namespace sluice::testing {
namespace {

Packs installed_packs() {
  Packs out;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(source_path("rules"))) {
    if (entry.path().extension() == ".toml" && entry.path().filename() != "sets.toml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    Result<rules::RulePack> pack = rules::load_pack(read_file(path), path);
    EXPECT_TRUE(pack.ok()) << (pack.ok() ? "" : pack.error().message);
    if (pack.ok()) out.push_back(std::make_shared<const rules::RulePack>(std::move(*pack)));
  }
  return out;
}

// Compiled once: some hundred rules take a while in a debug build.
struct Installed {
  Packs packs = installed_packs();
  std::shared_ptr<const scan::CompiledRules> rules = compile_packs(packs);
};

const Installed& installed() {
  static const Installed all;
  return all;
}

// Texts as they may stand in output, for one example.
struct Example {
  const rules::Rule* rule = nullptr;
  std::string text;
  std::uint64_t secret_begin = 0;
  std::uint64_t secret_end = 0;
  const char* list = "";
};

std::vector<Example> examples(const rules::Rule& rule) {
  std::vector<Example> out;
  const std::pair<const char*, const std::vector<rules::RuleTest>*> lists[] = {
      {"positive", &rule.tests.positive}, {"demoted", &rule.tests.demoted}, {"negative", &rule.tests.negative}};
  for (const auto& [name, tests] : lists) {
    for (std::size_t i = 0; i < tests->size(); ++i) {
      const Result<scan::ExpandedTest> text = scan::expand((*tests)[i].text, rule.check.kind, i + 1);
      EXPECT_TRUE(text.ok()) << rule.id << ": " << (text.ok() ? "" : text.error().message);
      if (text.ok()) out.push_back({&rule, text->text, text->secret_begin, text->secret_end, name});
    }
  }
  return out;
}

TEST(InstalledPacks, Compile) {
  ASSERT_FALSE(installed().packs.empty());
  for (const auto& pack : installed().packs) {
    for (const rules::Rule& rule : pack->rules) {
      auto single = std::make_shared<rules::RulePack>(*pack);
      single->rules = {rule};
      single->rules[0].needs.clear();
      const std::shared_ptr<const rules::RulePack> packs[] = {single};
      const auto compiled = scan::CompiledRules::compile(packs);
      EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.error().message);
    }
  }
}

TEST(InstalledPacks, FindTheirExamples) {
  ASSERT_NE(installed().rules, nullptr);
  scan::Scratch scratch = make_scratch(installed().rules);
  std::size_t count = 0;
  for (std::size_t r = 0; r < installed().rules->rule_count(); ++r) {
    const rules::Rule& rule = installed().rules->rule(r);
    for (const Example& example : examples(rule)) {
      SCOPED_TRACE(rule.id + std::string(" ") + example.list + " #" + std::to_string(count++));
      bool is_found = false;
      Confidence best = Confidence::kLow;
      for (const scan::Match& match : scan_whole(example.text, scratch)) {
        if (match.source != scan::MatchSource::kRule || match.rule_index != r) continue;
        const bool is_negative = std::string_view(example.list) == "negative";
        if (!is_negative && (match.begin != example.secret_begin || match.end != example.secret_end)) continue;
        is_found = true;
        best = std::max(best, match.confidence);
      }
      const std::string_view list = example.list;
      EXPECT_EQ(is_found, list != "negative");
      if (is_found) {
        EXPECT_EQ(best, list == "positive" ? rule.confidence : Confidence::kLow);
      }
    }
  }
  EXPECT_GT(count, 100U);
}

TEST(InstalledPacks, EverySplitGivesTheWholeResult) {
  ASSERT_NE(installed().rules, nullptr);
  scan::Scratch scratch = make_scratch(installed().rules);
  scan::StreamOptions options;
  options.min_batch_bytes = 1;
  for (std::size_t r = 0; r < installed().rules->rule_count(); ++r) {
    const rules::Rule& rule = installed().rules->rule(r);
    for (const Example& example : examples(rule)) {
      const std::string text = "see: " + example.text + "\nnext line";
      const std::vector<scan::Match> whole = scan_whole(text, scratch);
      const std::size_t step = text.size() < 400 ? 1 : text.size() / 97;
      for (std::size_t at = 0; at <= text.size(); at += step) {
        const std::string_view view(text);
        const StreamRun run = run_stream({view.substr(0, at), view.substr(at)}, scratch, options);
        ASSERT_EQ(run.matches, whole) << rule.id << " " << example.list << " split at " << at;
        for (const scan::Match& match : whole) {
          ASSERT_TRUE(run.frontiers[0] <= match.begin || run.frontiers[0] >= match.end) << rule.id << " at " << at;
        }
      }
    }
  }
}

TEST(InstalledPacks, AgreeWithTheOracle) {
  ASSERT_NE(installed().rules, nullptr);
  const scan::CompiledRules& rules = *installed().rules;
  scan::Scratch scratch = make_scratch(installed().rules);
  const ScanOracle oracle(rules);
  std::string text;
  std::size_t total = 0;
  for (std::size_t r = 0; r < rules.rule_count(); ++r) {
    for (const Example& example : examples(rules.rule(r))) text += example.text + (r % 3 == 0 ? "" : " ");
    if (text.size() < 3'000 && r + 1 < rules.rule_count()) continue;
    const std::vector<scan::Match> found = scan_whole(text, scratch);
    ASSERT_EQ(found, oracle.run(text)) << "up to rule " << rules.rule(r).id;
    total += found.size();
    text.clear();
  }
  EXPECT_GT(total, 500U);
}

}  // namespace
}  // namespace sluice::testing
