#include <algorithm>
#include <set>

#include "config/tree.h"
#include "policy/key_cases.h"
#include "policy/load.h"
#include "sluice/policy.h"
#include "support/golden.h"

namespace sluice::policy {
namespace {

using testing::all_key_cases;
using testing::KeyCase;
using testing::name_of;
using testing::policy_with;

std::size_t line_count(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// The message names the key, in the last line of the policy.
void expect_problem(const std::string& text, const std::string& what) {
  const Result<Policy> policy = load_policy(text, "p.toml");
  ASSERT_FALSE(policy.ok()) << text;
  EXPECT_EQ(policy.error().code, ErrorCode::kConfigInvalid);
  const std::string& message = policy.error().message;
  EXPECT_TRUE(message.starts_with("p.toml:" + std::to_string(line_count(text)) + ":")) << message << "\n" << text;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  EXPECT_NE(message.find(": " + what), std::string::npos) << message;
}

TEST(PolicyKeys, GoodValuesArriveInTomlAndJson) {
  for (const KeyCase& c : all_key_cases()) {
    SCOPED_TRACE(name_of(c));
    const std::string text = policy_with(c, c.key, c.good);
    const Result<Policy> policy = load_policy(text, "p.toml");
    ASSERT_TRUE(policy.ok()) << policy.error().message;
    EXPECT_TRUE(c.is_set(*policy));
    const Result<config::Tree> tree = config::parse(text, "p.toml");
    ASSERT_TRUE(tree.ok());
    const Result<Policy> from_json = load_policy(config::to_json(tree->root()), "p.json");
    ASSERT_TRUE(from_json.ok()) << from_json.error().message;
    EXPECT_TRUE(*from_json == *policy);
    EXPECT_TRUE(check_policy(text, "p.toml").ok());
  }
}

TEST(PolicyKeys, EveryGoodValueDiffersFromTheDefault) {
  const Result<Policy> empty = load_policy("", "p.toml");
  ASSERT_TRUE(empty.ok());
  for (const KeyCase& c : all_key_cases()) {
    if (std::string(c.key) == "format" || std::string(c.key) == "$schema") continue;
    EXPECT_FALSE(c.is_set(*empty)) << name_of(c);
  }
}

TEST(PolicyKeys, WrongTypesAreNamedWithTheirPlace) {
  for (const KeyCase& c : all_key_cases()) {
    SCOPED_TRACE(name_of(c));
    expect_problem(policy_with(c, c.key, c.wrong_type), name_of(c) + ": found ");
  }
}

TEST(PolicyKeys, WrongValuesAreNamedWithTheirPlace) {
  for (const KeyCase& c : all_key_cases()) {
    if (*c.wrong_value == '\0') continue;
    SCOPED_TRACE(name_of(c));
    expect_problem(policy_with(c, c.key, c.wrong_value), name_of(c) + ": found ");
  }
}

TEST(PolicyKeys, UnknownNeighborsNameTheNearestKey) {
  for (const KeyCase& c : all_key_cases()) {
    SCOPED_TRACE(name_of(c));
    const std::string key = c.key;
    const std::string prefix = *c.section == '\0' ? "" : "[" + std::string(c.section) + "] ";
    const std::string wrong = key + "x";
    if (key == "$schema") continue;  // no key that anyone means
    expect_problem(policy_with(c, wrong, c.good),
                   prefix + "unknown key \"" + wrong + "\", did you mean \"" + key + "\"?");
  }
}

TEST(PolicyKeys, TheTableHasEveryKeyOfTheSchemaAndNoOther) {
  const std::string text = sluice::testing::read_file(sluice::testing::source_path("schemas/policy.schema.json"));
  const Result<config::Tree> schema = config::parse(text, "policy.schema.json");
  ASSERT_TRUE(schema.ok()) << schema.error().message;
  std::set<std::string> in_schema;
  for (const config::Node& member : schema->root().find("properties")->items()) {
    const config::Node* keys = member.find("properties");
    if (keys == nullptr) {
      in_schema.insert(member.key());
      continue;
    }
    for (const config::Node& key : keys->items()) in_schema.insert("[" + member.key() + "] " + key.key());
  }
  std::set<std::string> in_table;
  for (const KeyCase& c : all_key_cases()) EXPECT_TRUE(in_table.insert(name_of(c)).second) << name_of(c);
  EXPECT_EQ(in_schema, in_table);
}

TEST(PolicyKeys, EveryProblemIsToldAtOnce) {
  const std::string text =
      "format = 2\n"
      "nmae = \"x\"\n"
      "consumer = \"agents\"\n"
      "stdout = \"application/json\"\n"
      "[limits]\n"
      "total = \"50 mb\"\n"
      "files = -1\n"
      "max_depth = 3\n"
      "[exec]\n"
      "exit_codes = [0, \"1\", 99999999999]\n"
      "stderr = \"ignore\"\n"
      "[stderr]\n"
      "types = [\"text/plain\", \"Text/HTML\", \"image/pgn\", \"*/*\", \"text/plain; charset=utf-8\", \"text\", 7]\n"
      "max_bytes = \"lots\"\n"
      "allow = [\"*.txt\"]\n"
      "[files]\n"
      "allow = [\"/etc/passwd\", \"a/../b\", \"{a,b}\", \"\", \"ok.txt\", \"ok.txt\"]\n"
      "extensions = [\".PNG\", \"a b\", \"png\"]\n"
      "[secrets]\n"
      "packs = [\"a/b\"]\n"
      "known_from_env = [\"TOKEN=abc\", \"2\"]\n"
      "acton = \"redact\"\n"
      "[urls]\n"
      "domains = [\"https://a.com/x\", \"A.com\", \"a.com.\", \"a..com\", \"*.com\", \"a.*.com\", \"-a.com\", "
      "\"b\\u00fc.de\", "
      "\"a.com:80\", \"\"]\n"
      "[filez]\n"
      "[approvals]\n";
  const Result<Policy> policy = load_policy(text, "dir/p.toml");
  ASSERT_FALSE(policy.ok());
  sluice::testing::expect_golden("policy_errors.txt", policy.error().message + "\n");
}

TEST(PolicyKeys, AliasesOfMediaTypesAreReplaced) {
  const Result<Policy> policy =
      load_policy("[files]\ntypes = [\"image/jpg\", \"application/javascript\", \"text/json\"]", "p");
  ASSERT_TRUE(policy.ok()) << policy.error().message;
  EXPECT_EQ(policy->files.types, (std::vector<std::string>{"image/jpeg", "text/javascript", "application/json"}));
  EXPECT_FALSE(load_policy("[files]\ntypes = [\"image/jpg\", \"image/jpeg\"]", "p").ok());
}

TEST(PolicyModel, ChoosesTypesAndChannels) {
  ChannelRules rules;
  EXPECT_TRUE(rules.allows_type("anything/else"));
  rules.types = std::vector<std::string>{};
  EXPECT_FALSE(rules.allows_type("text/plain"));
  rules.types = std::vector<std::string>{"image/*", "text/plain"};
  struct Case {
    const char* type;
    bool is_allowed;
  };
  for (const Case& c : {Case{"image/png", true}, Case{"text/plain", true}, Case{"text/html", false},
                        Case{"image/", false}, Case{"imagex/png", false}, Case{"", false}}) {
    EXPECT_EQ(rules.allows_type(c.type), c.is_allowed) << c.type;
  }
  Policy policy;
  policy.out.max_lines = 1;
  policy.err.max_lines = 2;
  policy.results.max_lines = 3;
  policy.files.max_lines = 4;
  EXPECT_EQ(policy.channel(Channel::kStdout).max_lines, 1U);
  EXPECT_EQ(policy.channel(Channel::kStderr).max_lines, 2U);
  EXPECT_EQ(policy.channel(Channel::kExec).max_lines, 2U);
  EXPECT_EQ(policy.channel(Channel::kResult).max_lines, 3U);
  EXPECT_EQ(policy.channel(Channel::kFile).max_lines, 4U);
}

}  // namespace
}  // namespace sluice::policy
