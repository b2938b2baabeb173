// The packs that the library carries in compiled form: they are what compiling the files gives, they find the same, and
// taking them compiles nothing.
#include "scan/prepared_rules.h"

#include <cstring>
#include <map>

#include "crypto/digest.h"
#include "fixture.h"
#include "pipeline/builtin_packs.h"
#include "pipeline/engine_state.h"
#include "pipeline/pack_names.h"
#include "rules/load.h"
#include "scan/checks/expand.h"
#include "support/scan_helpers.h"

namespace sluice::testing {
namespace {

using scan::CompiledRules;
using scan::PreparedRules;

// The packs as the files have them, by name.
const std::map<std::string, std::shared_ptr<const rules::RulePack>>& file_packs() {
  static const auto packs = [] {
    std::map<std::string, std::shared_ptr<const rules::RulePack>> out;
    for (const pipeline::BuiltinFile& file : pipeline::builtin_rule_files()) {
      if (file.name == "sets.toml") continue;
      Result<rules::RulePack> pack = rules::load_pack(file.text, file.name);
      EXPECT_TRUE(pack.ok()) << (pack.ok() ? "" : pack.error().message);
      if (!pack) continue;
      const std::string name = pack->name;
      out.emplace(name, std::make_shared<const rules::RulePack>(std::move(*pack)));
    }
    return out;
  }();
  return packs;
}

PreparedRules open_builtin() {
  Result<PreparedRules> opened = PreparedRules::open(pipeline::builtin_prepared_rules());
  EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error().message);
  if (!opened) std::abort();
  return std::move(*opened);
}

std::vector<std::string> default_names() {
  return pipeline::pack_names(policy::default_policy(), open_builtin().sets());
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto& [name, pack] : file_packs()) names.push_back(name);
  return names;
}

std::shared_ptr<const CompiledRules> from_files(const std::vector<std::string>& names) {
  std::vector<std::shared_ptr<const rules::RulePack>> packs;
  for (const std::string& name : names) packs.push_back(file_packs().at(name));
  Result<std::shared_ptr<const CompiledRules>> compiled = CompiledRules::compile(packs);
  EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.error().message);
  return compiled.ok() ? *compiled : nullptr;
}

std::shared_ptr<const CompiledRules> from_prepared(const PreparedRules& prepared,
                                                   const std::vector<std::string>& names) {
  Result<std::shared_ptr<const CompiledRules>> taken = CompiledRules::from_prepared(prepared, names);
  EXPECT_TRUE(taken.ok()) << (taken.ok() ? "" : taken.error().message);
  return taken.ok() ? *taken : nullptr;
}

std::string pattern_of(const std::shared_ptr<const regex::Regex>& regex) {
  return regex == nullptr ? "(none)" : regex->pattern();
}

void expect_same(const scan::Plan& a, const scan::Plan& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.rule, b.rule);
  EXPECT_EQ(a.anchor_len, b.anchor_len);
  EXPECT_EQ(a.lead_max, b.lead_max);
  EXPECT_EQ(a.tail_max, b.tail_max);
  EXPECT_EQ(a.alter_lead, b.alter_lead);
  EXPECT_EQ(a.lead_crosses_line, b.lead_crosses_line);
  EXPECT_EQ(a.lead_bytes, b.lead_bytes);
  EXPECT_EQ(a.tail_bytes, b.tail_bytes);
  EXPECT_EQ(a.tail_runs, b.tail_runs);
  EXPECT_EQ(a.required, b.required);
  EXPECT_EQ(a.required_before, b.required_before);
  EXPECT_EQ(a.required_run, b.required_run);
  EXPECT_EQ(a.next, b.next);
  EXPECT_EQ(a.previous, b.previous);
  EXPECT_EQ(pattern_of(a.lead), pattern_of(b.lead));
  EXPECT_EQ(pattern_of(a.tail), pattern_of(b.tail));
}

// What a running engine does not need is not written.
rules::Rule without_author_fields(rules::Rule rule) {
  rule.tests = {};
  rule.provenance = {};
  rule.cost = {};
  rule.line = 0;
  return rule;
}

void expect_same(const CompiledRules& taken, const CompiledRules& compiled) {
  const CompiledRules::State& a = taken.state();
  const CompiledRules::State& b = compiled.state();
  ASSERT_EQ(a.rules.size(), b.rules.size());
  for (std::size_t i = 0; i < a.rules.size(); ++i) {
    SCOPED_TRACE(b.rules[i].rule->id);
    EXPECT_EQ(*a.rules[i].rule, without_author_fields(*b.rules[i].rule));
    EXPECT_EQ(a.rules[i].pack->name, b.rules[i].pack->name);
    EXPECT_EQ(a.rules[i].pack->version, b.rules[i].pack->version);
    EXPECT_EQ(a.rules[i].pack->licence, b.rules[i].pack->licence);
    EXPECT_EQ(a.rules[i].pack->format_version, b.rules[i].pack->format_version);
    EXPECT_EQ(pattern_of(a.rules[i].whole), pattern_of(b.rules[i].whole));
    EXPECT_EQ(a.rules[i].secret_group, b.rules[i].secret_group);
    EXPECT_EQ(a.rules[i].may_drop, b.rules[i].may_drop);
  }
  ASSERT_EQ(a.plans.size(), b.plans.size());
  for (std::size_t i = 0; i < a.plans.size(); ++i) expect_same(a.plans[i], b.plans[i]);
  EXPECT_EQ(a.first_plan, b.first_plan);
  EXPECT_EQ(a.pattern_plans, b.pattern_plans);
  ASSERT_EQ(a.anchors.size(), b.anchors.size());
  for (std::size_t i = 0; i < a.anchors.size(); ++i) {
    EXPECT_EQ(a.anchors[i].bytes, b.anchors[i].bytes);
    EXPECT_EQ(a.anchors[i].is_caseless, b.anchors[i].is_caseless);
  }
  EXPECT_EQ(a.pattern_overlap, b.pattern_overlap);
  EXPECT_EQ(a.longest_literal, b.longest_literal);
  EXPECT_EQ(a.max_lead_crossing, b.max_lead_crossing);
  EXPECT_EQ(a.max_lead_in_line, b.max_lead_in_line);
  EXPECT_EQ(a.max_context, b.max_context);
  EXPECT_EQ(a.stats.max_tail, b.stats.max_tail);
  EXPECT_EQ(a.stats.shortest_anchor, b.stats.shortest_anchor);
  EXPECT_EQ(a.stats.plans_without_check, b.stats.plans_without_check);
}

// Every positive example of every rule, one to a line.
std::vector<std::string> examples() {
  std::vector<std::string> out;
  for (const auto& [name, pack] : file_packs()) {
    for (const rules::Rule& rule : pack->rules) {
      for (std::size_t i = 0; i < rule.tests.positive.size(); ++i) {
        const Result<scan::ExpandedTest> text = scan::expand(rule.tests.positive[i].text, rule.check.kind, i + 1);
        EXPECT_TRUE(text.ok()) << rule.id;
        if (text.ok()) out.push_back(text->text + "\n");
      }
    }
  }
  return out;
}

void expect_same_matches(const std::shared_ptr<const CompiledRules>& taken,
                         const std::shared_ptr<const CompiledRules>& compiled) {
  scan::Scratch a = make_scratch(taken);
  scan::Scratch b = make_scratch(compiled);
  std::string all;
  std::size_t count = 0;
  for (const std::string& text : examples()) {
    const std::vector<scan::Match> found = scan_whole(text, a);
    ASSERT_EQ(found, scan_whole(text, b)) << text;
    count += found.size();
    all += text;
  }
  EXPECT_GT(count, 300U);
  EXPECT_EQ(scan_whole(all, a), scan_whole(all, b));
}

// The builtin bytes with `change` made, and a checksum that fits.
std::string changed(std::size_t at, char byte) {
  std::string written = to_string(pipeline::builtin_prepared_rules());
  written[at] = byte;
  const std::size_t framed = written.size() - sizeof(std::uint64_t);
  const std::uint64_t checksum = PreparedRules::checksum(as_bytes(written).first(framed));
  std::memcpy(written.data() + framed, &checksum, sizeof(checksum));
  return written;
}

TEST(PreparedRules, AreThoseOfTheFiles) {
  const PreparedRules prepared = open_builtin();
  for (const pipeline::BuiltinFile& file : pipeline::builtin_rule_files()) {
    if (file.name == "sets.toml") {
      Result<rules::RuleSets> sets = rules::load_sets(file.text, file.name);
      ASSERT_TRUE(sets.ok());
      EXPECT_EQ(prepared.sets().packs_of, sets->packs_of);
      continue;
    }
    const std::string name(file.name.substr(0, file.name.size() - std::string_view(".toml").size()));
    EXPECT_EQ(prepared.source_digest(name), sha256(as_bytes(file.text))) << name;
    expect_same(*from_prepared(prepared, {name}), *from_files({name}));
  }
  expect_same(*from_prepared(prepared, default_names()), *from_files(default_names()));
  EXPECT_EQ(prepared.source_digest("no-such-pack"), std::nullopt);
  EXPECT_EQ(prepared.pack("no-such-pack").error().code, ErrorCode::kNotFound);
}

TEST(PreparedRules, FindTheSame) {
  const PreparedRules prepared = open_builtin();
  const std::shared_ptr<const CompiledRules> taken = from_prepared(prepared, default_names());
  EXPECT_EQ(taken->stats().databases_compiled, 0U);
  expect_same_matches(taken, from_files(default_names()));
  // No database is kept for this selection.
  const std::shared_ptr<const CompiledRules> all = from_prepared(prepared, all_names());
  EXPECT_GT(all->stats().databases_compiled, 0U);
  EXPECT_EQ(all->stats().rules_planned, 0U);
  expect_same_matches(all, from_files(all_names()));
}

TEST(PreparedRules, AnotherHyperscanCompiles) {
  const std::string_view bytes = as_chars(pipeline::builtin_prepared_rules());
  const std::size_t at = bytes.find(scan::hit_engine_version());
  ASSERT_NE(at, std::string_view::npos);
  const std::string written = changed(at, '9');
  Result<PreparedRules> opened = PreparedRules::open(as_bytes(written));
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  const std::shared_ptr<const CompiledRules> taken = from_prepared(*opened, default_names());
  EXPECT_GT(taken->stats().databases_compiled, 0U);
  expect_same_matches(taken, from_files(default_names()));
}

TEST(PreparedRules, ADatabaseThatCannotRunIsCompiled) {
  // The database of the literals stands last, before an empty list and the checksum.
  const std::string written = changed(pipeline::builtin_prepared_rules().size() - 1'000, '\x55');
  Result<PreparedRules> opened = PreparedRules::open(as_bytes(written));
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  const std::shared_ptr<const CompiledRules> taken = from_prepared(*opened, default_names());
  EXPECT_EQ(taken->stats().databases_compiled, 1U);
  expect_same_matches(taken, from_files(default_names()));
}

TEST(PreparedRules, DamageIsAnError) {
  const std::string written = to_string(pipeline::builtin_prepared_rules());
  for (std::size_t at = 0; at < written.size(); at += at < 300 ? 1 : 499) {
    std::string damaged = written;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
    EXPECT_FALSE(PreparedRules::open(as_bytes(damaged)).ok()) << "byte " << at;
    EXPECT_FALSE(PreparedRules::open(as_bytes(written).first(at)).ok()) << "the first " << at;
  }
  EXPECT_FALSE(PreparedRules::open(as_bytes(written + '\0')).ok());
}

// Damage that the checksum does not show: an error or other rules, but no read outside the bytes.
TEST(PreparedRules, DamageBehindTheChecksumIsHarmless) {
  const std::size_t size = pipeline::builtin_prepared_rules().size();
  const std::vector<std::string> names = all_names();
  std::size_t refused = 0;
  for (std::size_t at = PreparedRules::kMagic.size(); at + sizeof(std::uint64_t) < size; at += at < 300 ? 7 : 2'503) {
    for (const char byte : {'\0', '\1', '\x7f', '\xff'}) {
      const std::string damaged = changed(at, byte);
      Result<PreparedRules> opened = PreparedRules::open(as_bytes(damaged));
      if (!opened) {
        ++refused;
        continue;
      }
      for (const std::string& name : names) refused += opened->pack(name).ok() ? 0U : 1U;
    }
  }
  EXPECT_GT(refused, 0U);
}

TEST(PreparedRules, TheDefaultPolicyCompilesNothing) {
  Harness harness;
  const CompiledRules& rules = *harness.engine().state().rules;
  EXPECT_GT(rules.rule_count(), 300U);
  EXPECT_EQ(rules.stats().rules_planned, 0U);
  EXPECT_EQ(rules.stats().databases_compiled, 0U);
  EXPECT_EQ(rules.compiled_patterns(), 0U);
  const Verdict verdict = harness.check("The report has three tables.\n", Channel::kFile, "report.txt");
  EXPECT_EQ(verdict.decision, Decision::kAllow);
  EXPECT_EQ(rules.compiled_patterns(), 0U);
  // The counter counts.
  const Verdict redacted = harness.check(examples().front());
  EXPECT_EQ(redacted.decision, Decision::kSanitize);
  EXPECT_GT(rules.compiled_patterns(), 0U);
}

}  // namespace
}  // namespace sluice::testing
