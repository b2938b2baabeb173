// schemas/rule-pack.schema.json and the loader agree: what one accepts or refuses, the other does, but for the few
// conditions that a schema cannot say.

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "authoring/schema_report.h"
#include "authoring/schema_tool.h"
#include "config/tree.h"
#include "rules/load.h"
#include "support/golden.h"

namespace sluice::authoring {
namespace {

const char* const kGood =
#include "rules/good_pack.inc"
    ;

struct ErrorCase {
  const char* name;
  const char* from;
  const char* to;
  const char* message;
};

const ErrorCase kErrors[] = {
#include "rules/load_errors.inc"
};

/// Empty where the schema accepts the pack.
std::string schema_says(const std::string& pack, const std::string& path) {
  static const std::string schema = testing::read_file(testing::source_path("schemas/rule-pack.schema.json"));
  const auto tree = config::parse(pack, path);
  if (!tree) return tree.error().message;
  const std::string json = config::to_json(tree->root());
  const auto tool = SchemaTool::load({"rule-pack.schema.json", schema, "rule-pack.schema.json"}, {});
  if (!tool) return tool.error().message;
  const auto report = tool->check(as_bytes(json), nullptr, 20);
  if (!report) return report.error().message;
  return report->outcome == InstanceReport::Outcome::kValid ? "" : instance_text(*report, path);
}

TEST(PackSchema, TakesWhatTheLoaderTakes) {
  EXPECT_EQ(schema_says(kGood, "good.toml"), "");
  for (const auto& entry : std::filesystem::directory_iterator(testing::source_path("rules"))) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".toml") || path.ends_with("sets.toml")) continue;
    EXPECT_EQ(schema_says(testing::read_file(path), entry.path().filename().string()), "");
  }
}

TEST(PackSchema, RefusesWhatTheLoaderRefuses) {
  // A second capture, an unknown generator, a range in the wrong order and two ids that are one are beyond a schema.
  const std::set<std::string> beyond = {"two captures", "bad generator", "bad explicit set", "need of itself"};
  for (const ErrorCase& c : kErrors) {
    SCOPED_TRACE(c.name);
    std::string text = kGood;
    const std::size_t at = text.find(c.from);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, std::string(c.from).size(), c.to);
    ASSERT_FALSE(rules::load_pack(text, "bad.toml").ok());
    EXPECT_EQ(schema_says(text, "bad.toml").empty(), beyond.count(c.name) == 1);
  }
}

}  // namespace
}  // namespace sluice::authoring
