// Names of written artifacts: safe, never two alike, known before anything is written.
#include "path/output_names.h"

#include <gtest/gtest.h>

#include <set>

#include "path/collisions.h"

namespace sluice::path {
namespace {

struct NamesCase {
  const char* name;
  std::vector<std::string> wanted;
  std::vector<std::string> chosen;
};

std::vector<NamesCase> names_cases() {
  const std::string cut = std::string(125, 'a') + "...";
  return {
      {"own names", {"a.txt", "charts/b.png"}, {"a.txt", "charts/b.png"}},
      {"hidden ones too", {".profile"}, {".profile"}},
      {"equal names", {"a.txt", "a.txt"}, {"a.txt", "a-2.txt"}},
      {"equal but for case", {"Report.csv", "report.CSV"}, {"Report.csv", "report-2.CSV"}},
      {"a file and a folder", {"a", "a/b.txt"}, {"a", "b-2.txt"}},
      {"the number is taken", {"a.txt", "a.txt", "a-2.txt"}, {"a.txt", "a-2-2.txt", "a-2.txt"}},
      {"traversal", {"../../etc/passwd"}, {"passwd-1"}},
      {"absolute", {"/etc/cron.d/x"}, {"x-1"}},
      {"escaped by a report", {"r\\u{00e9}sum\\u{00e9}.csv"}, {"r_u_00e9_sum_u_00e9-1.csv"}},
      {"a mark in the name", {"x[redacted:github-pat:00000000].txt"}, {"x_redacted_github-pat_00000000-1.txt"}},
      {"device", {"CON.txt"}, {"CON-1.txt"}},
      {"no name", {""}, {"artifact-1"}},
      {"nothing to keep", {"..", "\x01\x02"}, {"artifact-1", "artifact-2"}},
      {"control characters", {"a\x1b[2Jb.txt"}, {"a_2Jb-1.txt"}},
      {"cut alike", {cut, cut}, {std::string(64, 'a') + "-1", std::string(64, 'a') + "-2"}},
  };
}

TEST(OutputNames, AreSafeAndNeverTwoAlike) {
  for (const NamesCase& c : names_cases()) {
    SCOPED_TRACE(c.name);
    const std::vector<std::string> chosen = choose_output_names(c.wanted);
    EXPECT_EQ(chosen, c.chosen);
    std::set<std::string> keys;
    for (const std::string& name : chosen) EXPECT_TRUE(keys.insert(collision_key(name)).second) << name;
    EXPECT_EQ(choose_output_names(chosen), chosen);
  }
}

TEST(OutputNames, ManyEqualOnes) {
  const std::vector<std::string> chosen = choose_output_names(std::vector<std::string>(2'000, "a.txt"));
  EXPECT_EQ(std::set<std::string>(chosen.begin(), chosen.end()).size(), chosen.size());
}

}  // namespace
}  // namespace sluice::path
