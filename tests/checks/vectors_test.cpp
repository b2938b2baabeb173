// The synthetic vectors of the development data, and others made here: each token passes its check, and no near miss of
// it does: one character changed to any other of its alphabet, one less, one more.

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

constexpr std::string_view kAlnum = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kBase32Digits = "abcdefghijklmnopqrstuvwxyz234567";
constexpr std::string_view kBech32Digits = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";
constexpr std::string_view kDecimal = "0123456789";

/// The part of a token that its checksum covers, and what may stand there.
struct Covered {
  CheckKind kind;
  std::size_t begin = 0;      ///< from here
  std::size_t uncovered = 0;  ///< up to so many bytes before the end
  std::string_view alphabet = kAlnum;
  std::string_view marker = {};  ///< what the format is known by inside; another one makes another format
};

/// Tries every near miss of `token`. A change of the prefix, of a marker or of a separator makes it another format,
/// which the pattern of the rule refuses, and padding has no bits of its own; everything else is covered.
void expect_near_misses_fail(const Covered& covered, const std::string& token) {
  ASSERT_EQ(check(covered.kind, token), CheckResult::kPass);
  const std::size_t marker = covered.marker.empty() ? token.size() : token.find(covered.marker);
  for (std::size_t at = covered.begin; at + covered.uncovered < token.size(); ++at) {
    if (covered.alphabet.find(token[at]) == std::string_view::npos) continue;
    if (at >= marker && at < marker + covered.marker.size()) continue;
    for (const char other : covered.alphabet) {
      if (other == token[at]) continue;
      std::string changed = token;
      changed[at] = other;
      ASSERT_EQ(check(covered.kind, changed), CheckResult::kFail) << "byte " << at << " as " << other;
    }
  }
  // Whether shorter and longer ones are of the form at all, the pattern says; they must not pass.
  const std::size_t end = token.find_last_not_of('=') + 1;
  const std::string padding = token.substr(end);
  EXPECT_NE(check(covered.kind, token.substr(0, end - 1) + padding), CheckResult::kPass);
  EXPECT_NE(check(covered.kind, token.substr(0, end) + covered.alphabet.back() + padding), CheckResult::kPass);
  std::string shorter = token;
  EXPECT_NE(check(covered.kind, shorter.erase(covered.begin, 1)), CheckResult::kPass);
  std::string longer = token;
  EXPECT_NE(check(covered.kind, longer.insert(covered.begin, 1, covered.alphabet.front())), CheckResult::kPass);
}

TEST(ChecksumVectors, PassAndNoNearMissDoes) {
  SLUICE_NEED_TEST_DATA(data);
  const std::map<std::string, Covered> formats = {
      {"ghp_", {CheckKind::kGithubCrc, 4}},
      {"gho_", {CheckKind::kGithubCrc, 4}},
      {"ghu_", {CheckKind::kGithubCrc, 4}},
      {"ghr_", {CheckKind::kGithubCrc, 4}},
      {"npm_", {CheckKind::kNpmCrc, 4}},
      {"vcp_ (Vercel)", {CheckKind::kVercelCrc, 4}},
      {"github_pat_", {CheckKind::kGithubFinePat, 0, 8}},  // eight characters of unknown meaning follow
      {"glpat- routable", {CheckKind::kGitlabRoutable, 6, 0, kAlnum, ".01."}},
      {"glsa_ (Grafana SA)", {CheckKind::kGrafanaServiceAccount, 0}},
      {"cfut_ (Cloudflare)", {CheckKind::kCloudflareCrc, 5}},
      {"cfat_ (Cloudflare)", {CheckKind::kCloudflareCrc, 5}},
      {"cfk_ (Cloudflare)", {CheckKind::kCloudflareCrc, 4}},
      {"cflt (Confluent)", {CheckKind::kConfluentCrc, 4}},
      {"zpka_ (Zuplo)", {CheckKind::kZuploCrc, 5, 0, kHexDigits}},
      {"ATATT3 (Atlassian)", {CheckKind::kAtlassianCrc, 0}},
      // Before the signature; of the last digit before the padding only some bits count.
      {"Azure storage HIS v1", {CheckKind::kAzureHis, 0, 12}},
      {"Azure CASK/HIS v2", {CheckKind::kAzureCask, 0}},
      {"Entra client secret 8Q~", {CheckKind::kEntraClientSecret, 0, 0, kAlnum, "8Q~"}},
      // Of the last digit one bit counts.
      {"Azure DevOps legacy PAT", {CheckKind::kAzureDevopsPat, 0, 1, kBase32Digits}},
  };
  const std::string table = testing::read_file(data + "/checksum-vectors.tsv");
  ASSERT_FALSE(table.empty());
  std::size_t seen = 0;
  for (const std::string& line : split(table, '\n')) {
    const std::vector<std::string> cells = split(line, '\t');
    std::string token;
    for (const std::string& part : split(cells.at(1), '|')) token += part;
    SCOPED_TRACE(cells[0]);
    if (cells[0] == "AWS AKIA account") {  // no checksum: only the range of accounts is known
      EXPECT_EQ(check(CheckKind::kAwsKeyId, token), CheckResult::kPass);
      EXPECT_EQ(check(CheckKind::kAwsKeyId, token.substr(0, 4) + "7" + token.substr(5)), CheckResult::kFail);
      EXPECT_NE(check(CheckKind::kAwsKeyId, token + "A"), CheckResult::kPass);
      EXPECT_NE(check(CheckKind::kAwsKeyId, token.substr(0, 19)), CheckResult::kPass);
      ++seen;
    }
    const auto format = formats.find(cells[0]);
    if (format == formats.end()) continue;
    ++seen;
    expect_near_misses_fail(format->second, token);
  }
  EXPECT_EQ(seen, formats.size() + 1);
}

TEST(ChecksumVectors, FormatsWithoutAVectorPassAndNoNearMissDoes) {
  const std::string age = std::string("AGE-SECRET") + "-KEY-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN";
  expect_near_misses_fail({CheckKind::kAgeBech32, 16, 0, kBech32Digits},
                          age + complete_check(CheckKind::kAgeBech32, age).value_or(""));
  expect_near_misses_fail({CheckKind::kLuhn, 1, 0, kDecimal}, "4532015112830366");
  expect_near_misses_fail({CheckKind::kLuhn, 2, 0, kDecimal}, "378282246310005");
  expect_near_misses_fail({CheckKind::kIban, 2, 0, kDecimal}, "DE89370400440532013000");
  expect_near_misses_fail({CheckKind::kIban, 2, 0, kDecimal}, "GB82WEST12345698765432");
}

}  // namespace
}  // namespace sluice::scan
