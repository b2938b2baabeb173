#include "authoring/lint.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "rules/load.h"

namespace sluice::authoring {
namespace {

const char* const kGood = R"~(format_version = 1
name = "demo"
version = "1"
licence = "MIT"
[[rules]]
id = "demo"
title = "Demo"
anchors = ["demo_"]
pattern = '(?P<secret>demo_[0-9a-f]{8})'
max_len = 13
vendor_prefix_len = 5
provenance = {source = "own", licence = "MIT", verified = "2026-11-30"}
[rules.tests]
positive = [["demo_", "{hex:8}"], ["x ", ["demo_", "{hex:8}"]]]
negative = [["demo_", "{hex:7}"], ["demi_", "{hex:8}"]]
)~";

struct Case {
  const char* name;
  const char* from;
  const char* to;
  const char* message;  ///< part of one message; null where none may come
};

TEST(Lint, SaysWhatIsWrong) {
  const Case cases[] = {
      {"good", "demo_", "demo_", nullptr},
      {"look-around", "[0-9a-f]{8})'", "[0-9a-f]{8}(?!x))'", "pattern: "},
      {"text boundary", "(?P<secret>demo_", "^(?P<secret>demo_", "pattern: "},
      {"max_len too small", "max_len = 13", "max_len = 12", "max_len: found 12, but a match can have 13 bytes"},
      {"max_len too large", "max_len = 13", "max_len = 14", "no match is longer than 13"},
      {"anchor not in the pattern", "anchors = [\"demo_\"]", "anchors = [\"dema_\"]", "anchors: "},
      {"anchor in one branch only", "(?P<secret>demo_[0-9a-f]{8})", "(?P<secret>(?:demo_|memo_)[0-9a-f]{8})",
       "anchors: "},
      {"short anchor", "anchors = [\"demo_\"]", "anchors = [\"dem\"]", "fewer than 4 bytes"},
      {"one positive example", "[\"demo_\", \"{hex:8}\"], [\"x \", ", "[\"x \", ", "fewer than 2 positive"},
      {"one negative example", "[\"demo_\", \"{hex:7}\"], ", "", "fewer than 2 negative"},
      {"no source", "source = \"own\", ", "", "provenance: no source"},
      {"foreign licence", "licence = \"MIT\", ver", "licence = \"AGPL-3.0-only\", ver", "provenance: the licence"},
      {"check without a demoted example", "vendor_prefix_len = 5", "vendor_prefix_len = 5\ncheck = {kind = \"jwt\"}",
       "tests: a check that demotes"},
      {"generic with a vendor", "vendor_prefix_len = 5", "vendor_prefix_len = 5\nkind = \"generic\"",
       "a generic rule has no vendor"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    std::string text = kGood;
    const std::size_t at = text.find(c.from);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, std::string(c.from).size(), c.to);
    auto pack = rules::load_pack(text, "demo.toml");
    ASSERT_TRUE(pack.ok()) << pack.error().message;
    const std::shared_ptr<const rules::RulePack> packs[] = {std::make_shared<const rules::RulePack>(std::move(*pack))};
    std::string all;
    for (const LintMessage& message : lint(packs)) all += message.text + "\n";
    if (c.message == nullptr) {
      EXPECT_EQ(all, "");
    } else {
      EXPECT_NE(all.find(c.message), std::string::npos) << all;
    }
  }
}

TEST(Lint, TellsDoublesAcrossPacks) {
  auto pack = rules::load_pack(kGood, "demo.toml");
  ASSERT_TRUE(pack.ok());
  const auto shared = std::make_shared<const rules::RulePack>(std::move(*pack));
  const std::shared_ptr<const rules::RulePack> packs[] = {shared, shared};
  std::string all;
  for (const LintMessage& message : lint(packs)) all += message.text + "\n";
  EXPECT_NE(all.find("the id is used in pack demo too"), std::string::npos) << all;
  EXPECT_NE(all.find("the pattern is that of rule demo"), std::string::npos) << all;
}

}  // namespace
}  // namespace sluice::authoring
