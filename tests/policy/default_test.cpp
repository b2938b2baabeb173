#include "config/tree.h"
#include "policy/key_cases.h"
#include "policy/load.h"
#include "sluice/policy.h"
#include "support/golden.h"

namespace sluice::policy {
namespace {

TEST(PolicyDefault, TheTextSaysExactlyWhatHoldsWithoutIt) {
  const Result<Policy> policy = load_policy(default_policy_text(), "default.toml");
  ASSERT_TRUE(policy.ok()) << policy.error().message;
  EXPECT_TRUE(*policy == default_policy());
}

TEST(PolicyDefault, AnEmptyPolicyIsTheDefaultWithoutAName) {
  for (const char* text : {"", "\n# nothing\n", "{}", "format = 1\n"}) {
    Result<Policy> policy = load_policy(text, "p");
    ASSERT_TRUE(policy.ok()) << policy.error().message;
    EXPECT_EQ(policy->name, "unnamed");
    policy->name = default_policy().name;
    EXPECT_TRUE(*policy == default_policy());
  }
}

// Comparing with the default would prove nothing if a changed key compared equal.
TEST(PolicyDefault, EveryKeyChangesThePolicy) {
  for (const testing::KeyCase& c : testing::all_key_cases()) {
    if (std::string(c.key) == "format" || std::string(c.key) == "$schema") continue;
    const Result<Policy> policy = load_policy("name = \"default\"\n" + policy_with(c, c.key, c.good), "p");
    if (std::string(c.key) == "name") continue;
    ASSERT_TRUE(policy.ok()) << policy.error().message;
    EXPECT_FALSE(*policy == default_policy()) << name_of(c);
  }
}

TEST(PolicyDefault, IsWhatTheDesignSays) {
  const Policy policy = default_policy();
  for (const ChannelRules* rules : {&policy.out, &policy.err, &policy.results, &policy.files}) {
    EXPECT_FALSE(rules->types.has_value());
    EXPECT_FALSE(rules->max_bytes.has_value());
    EXPECT_EQ(rules->controls, TextAction::kStrip);
  }
  EXPECT_EQ(policy.secrets.action, SecretAction::kRedact);
  EXPECT_EQ(policy.secrets.packs, std::vector<std::string>{"core"});
  EXPECT_EQ(policy.pii.action, PiiAction::kOff);
  EXPECT_EQ(policy.injection.action, InjectionAction::kFlag);
  EXPECT_EQ(policy.urls.action, UrlAction::kFlag);
  EXPECT_TRUE(policy.approval_always_for.empty());
}

TEST(PolicyDefault, TheTextShowsEveryKey) {
  const std::string text = default_policy_text();
  for (const testing::KeyCase& c : testing::all_key_cases()) {
    const std::string key = c.key;
    if (key == "$schema") continue;
    const bool is_shown = text.find("\n" + key + " = ") != std::string::npos;
    const bool is_shown_as_comment = text.find("\n# " + key + " = ") != std::string::npos;
    EXPECT_TRUE(is_shown || is_shown_as_comment) << key;
  }
}

}  // namespace
}  // namespace sluice::policy
