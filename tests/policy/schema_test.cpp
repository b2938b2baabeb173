#include "policy/schema_check.h"

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

// The problems that the schema alone finds, one a line.
std::string by_schema(const std::string& text) {
  const Result<config::Tree> tree = config::parse(text, "p.toml");
  if (!tree) return tree.error().message;
  config::Problems problems("p.toml");
  const Result<void> checked = check_against_schema(*tree, problems);
  EXPECT_TRUE(checked.ok()) << checked.error().message;
  return problems.empty() ? "" : problems.error().message;
}

// "p.toml:3" of "p.toml:3:14: ...".
std::string line_of(const std::string& message) {
  const std::size_t first = message.find(':');
  return message.substr(0, message.find(':', first + 1));
}

TEST(PolicySchema, TheLibraryHoldsTheFile) {
  EXPECT_EQ(policy_schema_text(),
            sluice::testing::read_file(sluice::testing::source_path("schemas/policy.schema.json")));
}

TEST(PolicySchema, TakesWhatTheLoaderTakes) {
  EXPECT_EQ(by_schema(default_policy_text()), "");
  EXPECT_EQ(by_schema(""), "");
  for (const KeyCase& c : all_key_cases()) EXPECT_EQ(by_schema(policy_with(c, c.key, c.good)), "") << name_of(c);
}

TEST(PolicySchema, RefusesWrongTypesWhereTheLoaderDoes) {
  for (const KeyCase& c : all_key_cases()) {
    SCOPED_TRACE(name_of(c));
    const std::string text = policy_with(c, c.key, c.wrong_type);
    const std::string problem = by_schema(text);
    ASSERT_NE(problem, "");
    const Result<Policy> loaded = load_policy(text, "p.toml");
    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(line_of(problem), line_of(loaded.error().message)) << problem << "\n" << loaded.error().message;
  }
}

TEST(PolicySchema, RefusesWrongValuesThatAShapeCanTell) {
  for (const KeyCase& c : all_key_cases()) {
    if (*c.wrong_value == '\0') continue;
    SCOPED_TRACE(name_of(c));
    const std::string text = policy_with(c, c.key, c.wrong_value);
    const std::string problem = by_schema(text);
    EXPECT_EQ(problem.empty(), c.schema_takes_wrong_value) << problem;
    EXPECT_FALSE(load_policy(text, "p.toml").ok());
  }
}

TEST(PolicySchema, RefusesUnknownKeysWhereTheLoaderDoes) {
  for (const KeyCase& c : all_key_cases()) {
    SCOPED_TRACE(name_of(c));
    const std::string text = policy_with(c, std::string(c.key) + "x", c.good);
    const std::string problem = by_schema(text);
    ASSERT_NE(problem, "");
    const Result<Policy> loaded = load_policy(text, "p.toml");
    ASSERT_FALSE(loaded.ok());
    const auto place_of = [](const std::string& message) { return message.substr(0, message.find(": ")); };
    EXPECT_EQ(place_of(problem), place_of(loaded.error().message)) << problem << "\n" << loaded.error().message;
  }
}

TEST(PolicySchema, SpellingsAgree) {
  struct Case {
    const char* section_and_key;
    const char* value;
    bool is_good;
  };
  const Case cases[] = {
      {"[urls]\ndomains", "a.example.com", true},
      {"[urls]\ndomains", "localhost", true},
      {"[urls]\ndomains", "127.0.0.1", true},
      {"[urls]\ndomains", "xn--bcher-kva.example", true},
      {"[urls]\ndomains", "*.a.b.c.example", true},
      {"[urls]\ndomains", "", false},
      {"[urls]\ndomains", "*", false},
      {"[urls]\ndomains", "*.", false},
      {"[urls]\ndomains", "*.com", false},
      {"[urls]\ndomains", "a.*.com", false},
      {"[urls]\ndomains", "*a.com", false},
      {"[urls]\ndomains", ".a.com", false},
      {"[urls]\ndomains", "a.com.", false},
      {"[urls]\ndomains", "a..com", false},
      {"[urls]\ndomains", "-a.com", false},
      {"[urls]\ndomains", "a-.com", false},
      {"[urls]\ndomains", "A.com", false},
      {"[urls]\ndomains", "a_b.com", false},
      {"[urls]\ndomains", "[::1]", false},
      {"[urls]\ndomains", "a.com/x", false},
      {"[urls]\ndomains", "b\xC3\xBC.de", false},
      {"[files]\nextensions", "png", true},
      {"[files]\nextensions", "tar.gz", true},
      {"[files]\nextensions", "c++", true},
      {"[files]\nextensions", "", false},
      {"[files]\nextensions", "PNG", false},
      {"[files]\nextensions", "png.", false},
      {"[files]\nextensions", "a..b", false},
      {"[files]\nextensions", "p/g", false},
      {"[files]\ntypes", "image/png", true},
      {"[files]\ntypes", "image/svg+xml", true},
      {"[files]\ntypes", "text/*", true},
      {"[files]\ntypes", "image", false},
      {"[files]\ntypes", "image/", false},
      {"[files]\ntypes", "/png", false},
      {"[files]\ntypes", "*/*", false},
      {"[files]\ntypes", "image/p*", false},
      {"[files]\ntypes", "image/png; q=1", false},
      {"[files]\ntypes", "image/png ", false},
      {"[sandbox]\nenv", "_A1", true},
      {"[sandbox]\nenv", "a b", false},
      {"[sandbox]\nenv", "", false},
      {"[sandbox]\ntools", "g++-12", true},
      {"[sandbox]\ntools", "-x", false},
      {"[secrets]\npacks", "my.pack_1", true},
      {"[secrets]\npacks", "my/pack", false},
      {"[secrets]\npacks", ".hidden", false},
  };
  for (const Case& c : cases) {
    const std::string text = std::string(c.section_and_key) + " = [\"" + c.value + "\"]\n";
    EXPECT_EQ(by_schema(text).empty(), c.is_good) << text << by_schema(text);
    const Result<Policy> loaded = load_policy(text, "p.toml");
    EXPECT_EQ(loaded.ok(), c.is_good) << text << (loaded.ok() ? "" : loaded.error().message);
  }
  for (const std::string& size :
       {std::string("1 kB"), std::string("1.5 MB"), std::string("0.5 GiB"), std::string("7B")}) {
    const std::string text = "[stdout]\nmax_bytes = \"" + size + "\"\n";
    EXPECT_EQ(by_schema(text), "") << text;
    EXPECT_TRUE(load_policy("[limits]\ntotal = \"100 GB\"\n" + text, "p").ok()) << text;
  }
  for (const std::string& size : {std::string("1 kb"), std::string("1e3 B"), std::string(".5 MB"), std::string("1  MB"),
                                  std::string("-1 MB"), std::string("1"), std::string("")}) {
    const std::string text = "[stdout]\nmax_bytes = \"" + size + "\"\n";
    EXPECT_NE(by_schema(text), "") << text;
    EXPECT_FALSE(load_policy(text, "p").ok()) << text;
  }
}

}  // namespace
}  // namespace sluice::policy
