// rules/coverage.tsv: what the public catalogues cover, and the rule of ours that does.
#include <filesystem>
#include <map>
#include <set>

#include "rules/load.h"
#include "support/golden.h"

namespace sluice::rules {
namespace {

struct Row {
  std::string rule;    ///< or "-"
  std::string reason;  ///< where there is no rule
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  return lines;
}

std::map<std::string, Row> coverage() {
  std::map<std::string, Row> rows;
  for (const std::string& line : lines_of(testing::read_file(testing::source_path("rules/coverage.tsv")))) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (first == std::string::npos) {
      ADD_FAILURE() << "no tab in: " << line;
      continue;
    }
    Row row{line.substr(first + 1, second == std::string::npos ? second : second - first - 1),
            second == std::string::npos ? "" : line.substr(second + 1)};
    EXPECT_TRUE(rows.emplace(line.substr(0, first), row).second) << "listed twice: " << line;
  }
  return rows;
}

std::set<std::string> rule_ids() {
  std::set<std::string> ids;
  for (const auto& entry : std::filesystem::directory_iterator(testing::source_path("rules"))) {
    const std::string path = entry.path().string();
    if (entry.path().extension() != ".toml" || entry.path().filename() == "sets.toml") continue;
    const Result<RulePack> pack = load_pack(testing::read_file(path), path);
    EXPECT_TRUE(pack.ok()) << (pack.ok() ? "" : pack.error().message);
    if (!pack) continue;
    for (const Rule& rule : pack->rules) ids.insert(rule.id);
  }
  return ids;
}

TEST(Coverage, EachRowNamesARuleOrAReason) {
  const std::set<std::string> ids = rule_ids();
  for (const auto& [format, row] : coverage()) {
    if (row.rule == "-") {
      EXPECT_FALSE(row.reason.empty()) << format << ": say why there is no rule";
    } else {
      EXPECT_TRUE(ids.count(row.rule) == 1) << format << ": there is no rule " << row.rule;
    }
  }
}

TEST(Coverage, EveryKnownFormatHasARow) {
  SLUICE_NEED_TEST_DATA(data);
  const std::map<std::string, Row> rows = coverage();
  std::size_t formats = 0;
  for (const std::string& format : lines_of(testing::read_file(data + "/coverage-ids.txt"))) {
    ++formats;
    EXPECT_TRUE(rows.count(format) == 1) << format;
  }
  EXPECT_GT(formats, 400U);
}

}  // namespace
}  // namespace sluice::rules
