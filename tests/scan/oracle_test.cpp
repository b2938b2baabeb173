#include <thread>

#include "support/scan_helpers.h"
#include "support/scan_oracle.h"
#include "support/scan_pack.h"

namespace sluice::testing {
namespace {

using scan::CompileOptions;
using scan::Match;

std::vector<scan::KnownValue> known_values() {
  std::vector<scan::KnownValue> out;
  out.push_back({"db", SecretBytes(std::string_view("hunter2hunter2"))});
  return out;
}

// The engine must find what trying every position finds, in every way of building it.
TEST(ScanOracle, FindsTheSameAsEveryPosition) {
  const std::vector<scan::KnownValue> known = known_values();
  std::size_t total = 0;
  std::vector<std::size_t> by_rule(shapes_pack()->rules.size(), 0);
  for (const bool is_trusted : {false, true}) {
    for (const bool use_checks : {false, true}) {
      for (const scan::FirstStage stage : {scan::FirstStage::kLiterals, scan::FirstStage::kWithNextByte}) {
        CompileOptions options;
        options.is_trusted_source = is_trusted;
        options.use_byte_checks = use_checks;
        options.first_stage = stage;
        options.known_secrets = known;
        const auto rules = compile_packs({shapes_pack()}, options);
        ASSERT_NE(rules, nullptr);
        scan::Scratch scratch = make_scratch(rules);
        const ScanOracle oracle(*rules);
        for (std::uint32_t seed = 0; seed < 150; ++seed) {
          const std::string text = shapes_text(seed, 40);
          const std::vector<Match> found = scan_whole(text, scratch);
          ASSERT_EQ(found, oracle.run(text)) << "seed " << seed << "\n" << text;
          total += found.size();
          for (const Match& match : found) {
            if (match.source == scan::MatchSource::kRule) ++by_rule[match.rule_index];
          }
        }
      }
    }
  }
  EXPECT_GT(total, 1000U);
  const auto pack = shapes_pack();
  for (std::size_t i = 0; i < by_rule.size(); ++i) {
    const rules::Rule& rule = pack->rules[i];
    EXPECT_EQ(by_rule[i] > 0U, rule.is_reported) << rule.id;
  }
}

// Matches of the plain pattern, searched without any anchor, are all redacted.
TEST(ScanOracle, CoversEveryMatchOfThePattern) {
  const auto rules = compile_packs({shapes_pack()});
  ASSERT_NE(rules, nullptr);
  scan::Scratch scratch = make_scratch(rules);
  std::size_t checked = 0;
  for (std::uint32_t seed = 1000; seed < 1100; ++seed) {
    const std::string text = shapes_text(seed, 40);
    std::vector<bool> is_redacted(text.size(), false);
    for (const Match& match : scan_whole(text, scratch)) {
      for (std::uint64_t i = match.begin; i < match.end; ++i) is_redacted[static_cast<std::size_t>(i)] = true;
    }
    for (std::size_t r = 0; r < rules->rule_count(); ++r) {
      const scan::CompiledRule& rule = rules->state().rules[r];
      if (rule.may_drop || !rule.rule->is_reported) continue;
      for (std::size_t p = 0; p < text.size(); ++p) {
        std::array<regex::Span, 2> groups;
        const std::string_view window = std::string_view(text).substr(p, rule.rule->max_len);
        if (!rule.whole->match_at_start(as_bytes(window), groups)) continue;
        const regex::Span secret = groups[1].is_set() ? groups[1] : groups[0];
        for (std::size_t i = secret.begin; i < secret.end; ++i) {
          ASSERT_TRUE(is_redacted[p + i]) << rule.rule->id << " at " << p << " seed " << seed << "\n" << text;
        }
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 500U);
}

bool is_or_needs(const rules::Rule& rule, const std::string& id) {
  return rule.id == id ||
         std::any_of(rule.needs.begin(), rule.needs.end(), [&id](const rules::Need& need) { return need.rule == id; });
}

TEST(ScanOracle, OneMoreRuleNeverUncoversAByte) {
  const auto all = shapes_pack();
  scan::Scratch full = make_scratch(compile_packs({all}));
  for (std::size_t left_out = 0; left_out < all->rules.size(); ++left_out) {
    auto fewer = std::make_shared<rules::RulePack>(*all);
    std::erase_if(fewer->rules, [&](const rules::Rule& rule) { return is_or_needs(rule, all->rules[left_out].id); });
    scan::Scratch scratch = make_scratch(compile_packs({std::shared_ptr<const rules::RulePack>(fewer)}));
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
      const std::string text = shapes_text(seed, 60);
      std::vector<bool> is_covered(text.size(), false);
      for (const Match& match : scan_whole(text, full)) {
        for (std::uint64_t i = match.begin; i < match.end; ++i) is_covered[static_cast<std::size_t>(i)] = true;
      }
      for (const Match& match : scan_whole(text, scratch)) {
        for (std::uint64_t i = match.begin; i < match.end; ++i) {
          ASSERT_TRUE(is_covered[static_cast<std::size_t>(i)]) << all->rules[left_out].id << " seed " << seed;
        }
      }
    }
  }
}

TEST(ScanOracle, BlocksLoseNothing) {
  // Matches are placed over each border of the 64 KiB blocks.
  const auto rules = compile_packs({shapes_pack()});
  scan::Scratch scratch = make_scratch(rules);
  const std::string secret = "ghq_ABCDEFabcdef";
  std::string text(3 * 65'536, '.');
  std::vector<std::uint64_t> places;
  for (std::size_t border = 65'536; border < text.size(); border += 65'536) {
    for (std::size_t before = 1; before < secret.size(); before += 5) {
      std::string moved = text;
      moved.replace(border - before, secret.size(), secret);
      const std::vector<Match> found = scan_whole(moved, scratch);
      ASSERT_EQ(found.size(), 2U) << before;  // direct and wide
      EXPECT_EQ(found[0].begin, border - before);
      EXPECT_EQ(found[0].end, border - before + secret.size());
    }
  }
}

TEST(ScanOracle, ThreadsFindTheSame) {
  const auto rules = compile_packs({shapes_pack()});
  std::string text;
  for (std::uint32_t seed = 0; seed < 40; ++seed) text += shapes_text(seed, 50);
  scan::Scratch own = make_scratch(rules);
  const std::vector<Match> expected = scan_whole(text, own);
  EXPECT_GT(expected.size(), 300U);
  std::vector<std::vector<Match>> found(14);
  std::vector<std::thread> threads;
  for (std::vector<Match>& mine : found) {
    threads.emplace_back([&rules, &text, &mine] {
      Result<scan::Scratch> scratch = scan::Scratch::create(rules);
      for (int round = 0; scratch.ok() && round < 3; ++round) {
        Budget budget = ample_budget();
        mine = scan::scan(as_bytes(text), *scratch, nullptr, budget).matches;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<Match>& mine : found) EXPECT_EQ(mine, expected);
}

}  // namespace
}  // namespace sluice::testing
