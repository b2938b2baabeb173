// Imported rules find the secrets that the original patterns find, run in RE2 over the same text.

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "authoring/import/foreign_rule.h"
#include "authoring/import/translate.h"
#include "authoring/pattern_sampler.h"
#include "config/tree.h"
#include "support/golden.h"
#include "support/scan_helpers.h"

namespace sluice::authoring {
namespace {

using importing::ForeignPattern;
using importing::ForeignRule;
using importing::PatternDialect;
using testing::PatternSampler;

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The secrets of the original pattern: every match, as its engine would report them.
std::vector<Span> original_secrets(const re2::RE2& re, const std::string& text, const ForeignRule& rule,
                                   const ForeignPattern& pattern) {
  std::vector<Span> out;
  const int groups = 1 + re.NumberOfCapturingGroups();
  std::vector<re2::StringPiece> pieces(static_cast<std::size_t>(groups));
  std::size_t from = 0;
  while (from <= text.size() && re.Match(text, from, text.size(), re2::RE2::UNANCHORED, pieces.data(), groups)) {
    std::size_t wanted = rule.secret.number;
    for (std::size_t i = 1; i < pattern.capture_names.size() && !rule.secret.name.empty(); ++i) {
      if (pattern.capture_names[i] == rule.secret.name) wanted = i;
    }
    for (std::size_t i = 1; i < pieces.size() && wanted == 0; ++i) {
      if (!pieces[i].empty()) wanted = i;
    }
    const re2::StringPiece& found = pieces[wanted];
    const auto begin = static_cast<std::size_t>(found.data() - text.data());
    if (!found.empty()) out.push_back({begin, begin + found.size()});
    const auto match_end = static_cast<std::size_t>(pieces[0].data() - text.data()) + pieces[0].size();
    from = std::max(match_end, from + 1);
  }
  return out;
}

std::shared_ptr<rules::RulePack> pack_of(const std::vector<importing::TranslatedMatch>& matches) {
  auto pack = std::make_shared<rules::RulePack>();
  pack->name = "imported";
  for (std::size_t i = 0; i < matches.size(); ++i) {
    rules::Rule rule;
    rule.id = "rule-" + std::to_string(i);
    rule.pattern = matches[i].pattern;
    rule.anchors = matches[i].anchors;
    rule.max_len = matches[i].max_len;
    rule.before = matches[i].before;
    rule.after = matches[i].after;
    pack->rules.push_back(std::move(rule));
  }
  return pack;
}

struct Tally {
  std::size_t secrets = 0;
  std::size_t exact = 0;
  std::size_t covered = 0;  ///< by spans that are no shorter
};

// Texts that the pattern matches, between bytes that bound it or do not.
Tally compare(const ForeignRule& rule, std::size_t rounds) {
  Tally tally;
  importing::Differences differences;
  const auto matches = translate_pattern(rule.pattern, rule.dialect, rule.secret, differences);
  EXPECT_TRUE(matches.ok()) << rule.id << ": " << matches.error().message;
  const auto pattern = parse_foreign_pattern(rule.pattern, rule.dialect);
  EXPECT_TRUE(pattern.ok());
  if (!matches || !pattern) return tally;
  re2::RE2::Options options;
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  options.set_max_mem(64 << 20);
  const re2::RE2 re(rule.dialect == PatternDialect::kGo ? rule.pattern : PatternSampler::re2_of(pattern->root),
                    options);
  EXPECT_TRUE(re.ok()) << rule.id << ": " << re.error();
  auto scratch = testing::make_scratch(testing::compile_packs({pack_of(*matches)}));
  PatternSampler sampler(7);
  const std::vector<std::string> edges = {"", " ", "\n", "\"", "x", "-", "_", "=", ";", "'", ".", "\\n"};
  for (std::size_t i = 0; i < rounds; ++i) {
    std::string text =
        edges[sampler.below(edges.size())] + sampler.draw(pattern->root) + edges[sampler.below(edges.size())];
    if (i % 4 == 3) text += sampler.draw(pattern->root) + edges[sampler.below(edges.size())];
    const std::vector<scan::Match> found = testing::scan_whole(text, scratch);
    for (const Span& span : original_secrets(re, text, rule, *pattern)) {
      ++tally.secrets;
      const auto is_exact = [&span](const scan::Match& match) {
        return match.begin == span.begin && match.end == span.end;
      };
      const auto covers = [&span](const scan::Match& match) {
        return match.begin <= span.begin && match.end >= span.end;
      };
      tally.exact += std::any_of(found.begin(), found.end(), is_exact) ? 1U : 0U;
      tally.covered += std::any_of(found.begin(), found.end(), covers) ? 1U : 0U;
    }
  }
  return tally;
}

struct Case {
  const char* name;
  PatternDialect dialect;
  const char* pattern;
};

TEST(ImportDifferential, FindsTheSecretsOfTheOriginal) {
  const Case cases[] = {
      {"literal and class", PatternDialect::kGo, "zq_[0-9a-f]{12}"},
      {"word boundaries", PatternDialect::kGo, "\\b(zq_[0-9a-z]{10,14})\\b"},
      {"boundaries beside a class of both sorts", PatternDialect::kGo, "\\b(zqkey-[\\w-]{6,20})\\b"},
      {"the same without an end", PatternDialect::kGo, "\\b(zqkey-[\\w-]{6,})\\b"},
      {"name, operator, value, end", PatternDialect::kGo,
       "(?i)[\\w.-]{0,9}?(?:zqvendor)(?:[ "
       "\\w]{0,6})['\"]{0,2}(?:=|:=|:)['\"\\s]{0,3}([a-z0-9]{16})(?:['\"\\s;]|\\\\n|$)"},
      {"text edges", PatternDialect::kGo, "(?:^|[\\s'=])(zq~[a-z]{8})(?:$|[\\s'<])"},
      {"value that may hold what ends it", PatternDialect::kGo, "zqpass=([a-z\"]{4,12})(?:\"|$)"},
      {"two alternatives with a capture each", PatternDialect::kGo, "zqone=([0-9]{6})|zqtwo:([a-f]{6})\\b"},
      {"case that changes on the way", PatternDialect::kGo, "\\b(ZQK(?i)[a-f0-9]{10})"},
      {"vendors' prefixes", PatternDialect::kGo, "\\b((?:ZQA[A-Z]|ZQIA|QZIA)[A-Z2-7]{8})\\b"},
      {"digits around a mark", PatternDialect::kGo, "[0-9]{4,6}:ZQA[\\w-]{8}"},
      {"gap", PatternDialect::kRust,
       "(?xi) \\b zqcloud (?:.|[\\n\\r]){0,8}? (?:key|token) (?:.|[\\n\\r]){0,8}? \\b ( [a-z0-9]{12} ) \\b"},
      {"comments", PatternDialect::kRust, "(?x) zq_token (?# the name ) \\s*=\\s* # operator\n ([a-z]{6,9})\\b"},
      {"lines", PatternDialect::kRust, "(?m)^zqline=([a-z]{5,9})$"},
      {"optional groups", PatternDialect::kRust, "zqaws(?:_secret)?(?:_key)?\\s{0,3}(?:=>|=)\\s{0,3}([a-z/+]{10})\\b"},
      {"lazy gap to a key's end", PatternDialect::kGo, "-----ZQ BEGIN-----[\\s\\S-]{8,}?-----ZQ END-----"},
      {"no literal", PatternDialect::kGo, "\\b([a-f]{4}[0-9]{6})\\b"},
  };
  for (const Case& c : cases) {
    ForeignRule rule;
    rule.id = c.name;
    rule.pattern = c.pattern;
    rule.dialect = c.dialect;
    const Tally tally = compare(rule, 400);
    EXPECT_GT(tally.secrets, 10U) << c.name;
    EXPECT_EQ(tally.exact, tally.secrets) << c.name;
  }
}

// Rule files of other projects are not part of this one. SLUICE_FOREIGN_RULES names some, separated by colons.
TEST(ImportDifferential, RuleFilesOfOtherScanners) {
  const char* paths = std::getenv("SLUICE_FOREIGN_RULES");
  if (paths == nullptr) GTEST_SKIP() << "set SLUICE_FOREIGN_RULES to rule files of other scanners";
  std::istringstream list(paths);
  for (std::string path; std::getline(list, path, ':');) {
    importing::Notes notes;
    const std::string text = testing::read_file(path);
    const bool is_toml = path.ends_with(".toml");
    const auto tree = is_toml ? config::parse(text, path) : importing::parse_yaml(text, path);
    ASSERT_TRUE(tree.ok()) << tree.error().message;
    const auto rules = is_toml ? importing::read_toml_rules(*tree, notes) : importing::read_yaml_rules(*tree, notes);
    ASSERT_TRUE(rules.ok());
    Tally all;
    for (const ForeignRule& rule : *rules) {
      importing::Differences differences;
      if (rule.pattern.empty() || !translate_pattern(rule.pattern, rule.dialect, rule.secret, differences)) continue;
      const Tally tally = compare(rule, 100);
      all.secrets += tally.secrets;
      all.exact += tally.exact;
      all.covered += tally.covered;
      if (tally.covered < tally.secrets) {
        std::printf("%s: %zu secrets, %zu exact, %zu covered\n", rule.id.c_str(), tally.secrets, tally.exact,
                    tally.covered);
      }
    }
    std::printf("%s: %zu secrets, %zu exact, %zu covered\n", path.c_str(), all.secrets, all.exact, all.covered);
    EXPECT_GE(static_cast<double>(all.covered), 0.99 * static_cast<double>(all.secrets)) << path;
  }
}

}  // namespace
}  // namespace sluice::authoring
