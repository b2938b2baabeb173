#include "pipeline/fixture.h"

namespace sluice::testing {
namespace {

constexpr std::string_view kPack = R"~(
format_version = 1
name = "core"
version = "1"
licence = "Apache-2.0"
[[rules]]
id = "files-only"
title = "Files only"
anchors = ["zq_file_"]
pattern = '(?P<secret>zq_file_[0-9]{4})'
max_len = 12
vendor_prefix_len = 8
contexts = ["file"]
tests = {positive = [["zq_file_1234"]]}
[[rules]]
id = "anywhere"
title = "Anywhere"
anchors = ["zq_any_"]
pattern = '(?P<secret>zq_any_[0-9]{4})'
max_len = 11
vendor_prefix_len = 7
tests = {positive = [["zq_any_1234"]]}
)~";

Harness harness() {
  LoadOptions options;
  options.packs.push_back({"core.toml", std::string(kPack)});
  return Harness({}, std::move(options));
}

TEST(RuleContexts, SelectByChannel) {
  Harness h = harness();
  const std::string text = "a zq_file_1234 b zq_any_1234 c\n";
  const std::string on_stdout = h.clean(text);
  EXPECT_NE(on_stdout.find("zq_file_1234"), std::string::npos) << on_stdout;
  EXPECT_EQ(on_stdout.find("zq_any_1234"), std::string::npos) << on_stdout;
  EXPECT_EQ(h.check(text).findings.size(), 1U);
  const std::string in_file = h.clean(text, Channel::kFile, "a.txt");
  EXPECT_EQ(in_file.find("zq_file_1234"), std::string::npos) << in_file;
  EXPECT_EQ(h.check(text, Channel::kFile, "b.txt").findings.size(), 2U);
}

// The sandbox chooses names and types: neither makes a file of what came from stdout.
TEST(RuleContexts, NamesAndTypesSelectNothing) {
  Harness h = harness();
  EXPECT_TRUE(h.check("zq_file_1234\n", Channel::kStdout, "a.txt", "text/x-python").findings.empty());
}

TEST(RuleContexts, HoldInJsonToo) {
  Harness h = harness();
  const std::string text = R"({"a": "zq_file_1234", "b": "zq_any_1234"})";
  const std::string clean = h.clean(text, Channel::kStdout, {}, "application/json");
  EXPECT_NE(clean.find("zq_file_1234"), std::string::npos) << clean;
  EXPECT_EQ(clean.find("zq_any_1234"), std::string::npos) << clean;
}

}  // namespace
}  // namespace sluice::testing
