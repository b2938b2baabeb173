// The synthetic vectors of the development data: each token passes its check, and fails with one character changed.

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "scan/checks/check.h"
#include "support/golden.h"

namespace sluice::scan {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) out.push_back(part);
  return out;
}

CheckResult check(CheckKind kind, const std::string& text) { return run_check(kind, as_bytes(text), as_bytes(text)); }

TEST(ChecksumVectors, PassAndFailByOneCharacter) {
  SLUICE_NEED_TEST_DATA(data);
  const std::map<std::string, CheckKind> kinds = {
      {"ghp_", CheckKind::kGithubCrc},
      {"gho_", CheckKind::kGithubCrc},
      {"ghu_", CheckKind::kGithubCrc},
      {"ghr_", CheckKind::kGithubCrc},
      {"npm_", CheckKind::kNpmCrc},
      {"vcp_ (Vercel)", CheckKind::kVercelCrc},
      {"github_pat_", CheckKind::kGithubFinePat},
      {"glpat- routable", CheckKind::kGitlabRoutable},
      {"glsa_ (Grafana SA)", CheckKind::kGrafanaServiceAccount},
      {"cfut_ (Cloudflare)", CheckKind::kCloudflareCrc},
      {"cfat_ (Cloudflare)", CheckKind::kCloudflareCrc},
      {"cfk_ (Cloudflare)", CheckKind::kCloudflareCrc},
      {"cflt (Confluent)", CheckKind::kConfluentCrc},
      {"zpka_ (Zuplo)", CheckKind::kZuploCrc},
      {"ATATT3 (Atlassian)", CheckKind::kAtlassianCrc},
      {"Azure storage HIS v1", CheckKind::kAzureHis},
      {"Azure CASK/HIS v2", CheckKind::kAzureCask},
      {"Entra client secret 8Q~", CheckKind::kEntraClientSecret},
      {"Azure DevOps legacy PAT", CheckKind::kAzureDevopsPat},
      {"AWS AKIA account", CheckKind::kAwsKeyId},
  };
  const std::string table = testing::read_file(data + "/checksum-vectors.tsv");
  ASSERT_FALSE(table.empty());
  std::size_t seen = 0;
  for (const std::string& line : split(table, '\n')) {
    const std::vector<std::string> cells = split(line, '\t');
    const auto kind = kinds.find(cells.at(0));
    if (kind == kinds.end()) continue;
    SCOPED_TRACE(cells[0]);
    ++seen;
    std::string token;
    for (const std::string& part : split(cells.at(1), '|')) token += part;
    EXPECT_EQ(check(kind->second, token), CheckResult::kPass);
    if (kind->second == CheckKind::kAwsKeyId) continue;  // no checksum: only the account's range is known
    // The last character of a check, or the first after the unverified rest.
    std::string changed = token;
    const std::size_t at = kind->second == CheckKind::kGithubFinePat ? 80 : token.find_last_not_of("=") - 1;
    changed[at] = changed[at] == '0' ? '1' : '0';
    EXPECT_EQ(check(kind->second, changed), CheckResult::kFail);
  }
  EXPECT_EQ(seen, kinds.size());
}

}  // namespace
}  // namespace sluice::scan
