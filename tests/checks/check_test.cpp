#include "scan/checks/check.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice::scan {
namespace {

CheckResult check(CheckKind kind, const std::string& text) { return run_check(kind, as_bytes(text), as_bytes(text)); }

constexpr CheckResult kPass = CheckResult::kPass;
constexpr CheckResult kFail = CheckResult::kFail;
constexpr CheckResult kNone = CheckResult::kNotApplicable;

struct Completed {
  const char* name;
  CheckKind kind;
  const char* head;
  std::size_t check_length;
};

// Whatever complete_check appends passes, and with any one of its characters changed it fails.
TEST(Checks, CompletedTokensPassAndEveryChangeFails) {
  const std::string b43 = "SYNTHETICbody0123456789abcdefgSYNTHETICbody";
  const std::string b50 = "SYNTHETICbody0123456789abcdefgSYNTHETICbody0123456";
  const std::string b52 = "SYNTHETICbody0123456789abcdefgSYNTHETICbody012345678";
  const std::string b76 = "SYNTHETICbody0123456789abcdefgSYNTHETICbody0123456789abcdefgSYNTHETICbody012";
  const Completed cases[] = {
      {"github", CheckKind::kGithubCrc, "ghp_SYNTHETICbody0123456789abcdefg", 6},
      {"npm", CheckKind::kNpmCrc, "npm_SYNTHETICbody0123456789abcdefg", 6},
      {"vercel", CheckKind::kVercelCrc, "vcp_SYNTHETICbody", 6},
      {"gitlab", CheckKind::kGitlabRoutable,
       "glpat"
       "-bzoxCnU6MgpTWU5USEVUSUNSQU5ET00hEA.01.",
       9},
      {"grafana", CheckKind::kGrafanaServiceAccount, "glsa_SYNTHETICbody0123456789abcdefgSY_", 8},
      {"cloudflare", CheckKind::kCloudflareCrc, "cfut_SYNTHETICbody0123456789abcdefgSYNTHETICb", 8},
      {"confluent", CheckKind::kConfluentCrc, "cfltSYNTHETICbody0123456789abcdefgSYNTHETICbody0123456789a", 6},
      {"zuplo", CheckKind::kZuploCrc, "zpka_0123456789abcdef0123456789abcdef_", 8},
      {"atlassian", CheckKind::kAtlassianCrc, "ATATT3xFfGF0SYNTHETICbody=", 8},
      {"entra", CheckKind::kEntraClientSecret, "syn8Q~SYNTHETICbody0123456789abcdefgS", 3},
      {"age", CheckKind::kAgeBech32, "AGE-SECRET-KEY-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN", 6},
      {"card", CheckKind::kLuhn, "453201511283036", 1},
  };
  for (const Completed& c : cases) {
    SCOPED_TRACE(c.name);
    const auto tail = complete_check(c.kind, c.head);
    ASSERT_TRUE(tail.has_value());
    ASSERT_EQ(tail->size(), c.check_length);
    const std::string token = c.head + *tail;
    EXPECT_EQ(check(c.kind, token), kPass);
    for (std::size_t i = 0; i < tail->size(); ++i) {
      std::string changed = token;
      char& at = changed[changed.size() - tail->size() + i];
      at = at == '9'                ? '8'
           : at == 'q' || at == 'Q' ? static_cast<char>(at - 1)
           : at == '8'              ? '9'
           : at == '0'              ? '9'
                                    : 'Q';
      if (changed == token) continue;
      EXPECT_EQ(check(c.kind, changed), kFail) << i;
    }
  }
  const auto fine = complete_check(CheckKind::kGithubFinePat, "github_pat_1SYNTHETIC0123456789ab_" + b43);
  ASSERT_TRUE(fine.has_value());
  EXPECT_EQ(check(CheckKind::kGithubFinePat, "github_pat_1SYNTHETIC0123456789ab_" + b43 + *fine + "SYNTHxx0"), kPass);
  EXPECT_EQ(check(CheckKind::kGithubFinePat, "github_pat_1SYNTHETIC0123456789aB_" + b43 + *fine + "SYNTHxx0"), kFail);
  const auto storage = complete_check(CheckKind::kAzureHis, b76 + "+ASt");
  ASSERT_TRUE(storage.has_value());
  EXPECT_EQ(storage->size(), 8U);
  EXPECT_EQ(check(CheckKind::kAzureHis, b76 + "+ASt" + *storage), kPass);
  EXPECT_EQ(check(CheckKind::kAzureHis, "T" + b76.substr(1) + "+ASt" + *storage), kFail);
  const auto redis = complete_check(CheckKind::kAzureHis, b76.substr(0, 33) + "AzCa");
  ASSERT_TRUE(redis.has_value());
  EXPECT_EQ(redis->size(), 7U);
  EXPECT_EQ(check(CheckKind::kAzureHis, b76.substr(0, 33) + "AzCa" + *redis), kPass);
  const auto cask = complete_check(CheckKind::kAzureCask, b52 + "JQQJ99CAAAAAAAAAAAAAAAAAAZEG");
  ASSERT_TRUE(cask.has_value());
  EXPECT_EQ(check(CheckKind::kAzureCask, b52 + "JQQJ99CAAAAAAAAAAAAAAAAAAZEG" + *cask), kPass);
  // The long form has all six digits, and padding: of all pairs behind the first four one is right.
  std::size_t right = 0;
  const std::string digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (const char a : digits) {
    for (const char b : digits) {
      const std::string key = b52 + "JQQJ99CAAAAAAAAAAAAAAAAAAZEG" + *cask + a + b + "==";
      if (check(CheckKind::kAzureCask, key) == kPass) ++right;
    }
  }
  EXPECT_EQ(right, 1U);
  EXPECT_EQ(check(CheckKind::kAzureCask, b50 + "xxJQQJ99CAAAAAAAAAAAAAAAAAAZEG" + *cask), kFail);
}

struct Case {
  const char* name;
  CheckKind kind;
  std::string text;
  CheckResult expected;
};

TEST(Checks, Structure) {
  const std::string header = "eyJhbGciOiJIUzI1NiIs";
  const std::string header_end = "InR5cCI6IkpXVCJ9";
  const std::string begin = "-----BEGIN ";
  const std::string key = "PRIVATE KEY-----";
  // Sequences of a version and a string, 48 bytes each: in PKCS #1 the version is 0, in PKCS #8 encrypted there is
  // none.
  const std::string body = "MC4CAQAEKQ" + std::string(54, 'A');
  const std::string encrypted = "MC4wAgUABCg" + std::string(53, 'A');
  const std::string short_by_one = "MC8CAQAEKQ" + std::string(54, 'A');
  const std::string one_left_over = "MC0CAQAEKA" + std::string(54, 'A');
  const std::string other_first = "MC4EAQAEKQ" + std::string(54, 'A');
  const std::string openssh = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAAQAAAAABAA";
  const Case cases[] = {
      {"none checks nothing", CheckKind::kNone, "x", kNone},
      {"empty", CheckKind::kGithubCrc, "", kNone},
      {"gitlab of the older form", CheckKind::kGitlabRoutable,
       "glpat"
       "-SYNTHETICbody012345",
       kNone},
      {"jwt", CheckKind::kJwt, header + header_end + ".eyJhIjoxfQ.c2lnbmF0dXJl", kPass},
      {"jwt whose header is no object", CheckKind::kJwt, "eyJhbGci.eyJhIjoxfQ.c2ln", kFail},
      {"jwt of two segments", CheckKind::kJwt, header + header_end + ".eyJhIjoxfQ", kFail},
      {"github app", CheckKind::kGithubAppJwt, "ghs_123_" + header + header_end + ".eyJhIjoxfQ.c2ln", kPass},
      {"github app without number", CheckKind::kGithubAppJwt, "ghs_x_" + header + header_end + ".e.c", kNone},
      {"pypi", CheckKind::kPypiMacaroon, "pypi-" + std::string("AgEIcHlwaS5vcmc") + "CJDQxNDE", kPass},
      {"test.pypi", CheckKind::kPypiMacaroon, "pypi-" + std::string("AgENdGVzdC5weXBpLm9yZw") + "CJDQx", kPass},
      {"pypi of another site", CheckKind::kPypiMacaroon, "pypi-" + std::string("AgEIcHlwaS5xcmc") + "CJDQxNDE", kFail},
      {"discord", CheckKind::kDiscordSnowflake, "ODEyMzQ1Njc4OTAxMjM0NTY3.Gh7abc.x", kPass},
      {"discord without number", CheckKind::kDiscordSnowflake, "ODEyMzQ1Njc4OTAxMjM0abcd.Gh7abc.x", kFail},
      {"telegram", CheckKind::kTelegramBot, "123456789:AAabcdefghijklmnopqrstuvwxyz0123456", kPass},
      {"telegram with a zero", CheckKind::kTelegramBot, "023456789:AAabcdefghijklmnopqrstuvwxyz0123456", kFail},
      {"nuget of one case", CheckKind::kNugetCase, "oy2abc2", kPass},
      {"nuget of both cases", CheckKind::kNugetCase, "oy2Abc2", kFail},
      {"basic", CheckKind::kBasicAuth, "dXNlcjpwYXNzd29yZA==", kPass},
      {"basic without colon", CheckKind::kBasicAuth, "dXNlcnBhc3N3b3Jk", kFail},
      {"basic that is not base 64", CheckKind::kBasicAuth, "user:pass", kFail},
      {"aws of the older form", CheckKind::kAwsKeyId, std::string("AKIA") + "IOSFODNN7EXAMPLE", kNone},
      {"aws beyond the accounts", CheckKind::kAwsKeyId, std::string("AKIA") + "77777777AAAAAAAA", kFail},
      {"aws of a wrong digit", CheckKind::kAwsKeyId, std::string("AKIA") + "ABCDEFG1AAAAAAAA", kFail},
      {"pem", CheckKind::kPemBlock, begin + key + "\n" + body + "\n-----END " + key, kPass},
      {"pem of PKCS #8 encrypted", CheckKind::kPemBlock,
       begin + "ENCRYPTED " + key + "\n" + encrypted + "\n-----END ENCRYPTED " + key, kPass},
      {"pem of PKCS #8 with another label", CheckKind::kPemBlock, begin + key + "\n" + encrypted + "\n-----END " + key,
       kFail},
      {"pem whose sequence is longer than it", CheckKind::kPemBlock,
       begin + key + "\n" + short_by_one + "\n-----END " + key, kFail},
      {"pem with a byte behind the sequence", CheckKind::kPemBlock,
       begin + key + "\n" + one_left_over + "\n-----END " + key, kFail},
      {"pem without a version", CheckKind::kPemBlock, begin + key + "\n" + other_first + "\n-----END " + key, kFail},
      {"pem of random bytes", CheckKind::kPemBlock, begin + key + "\n" + std::string(64, 'A') + "\n-----END " + key,
       kFail},
      {"pem of OpenSSH", CheckKind::kPemBlock, begin + "OPENSSH " + key + "\n" + openssh + "\n-----END OPENSSH " + key,
       kPass},
      {"pem of OpenSSH cut short", CheckKind::kPemBlock,
       begin + "OPENSSH " + key + "\n" + openssh.substr(0, 60) + "\n-----END OPENSSH " + key, kFail},
      {"pem of OpenSSH that is DER", CheckKind::kPemBlock,
       begin + "OPENSSH " + key + "\n" + body + "\n-----END OPENSSH " + key, kFail},
      {"pem of PGP", CheckKind::kPemBlock,
       begin + "PGP PRIVATE KEY BLOCK-----\n\n" + std::string(64, 'A') + "\n-----END PGP PRIVATE KEY BLOCK-----",
       kPass},
      {"pem escaped", CheckKind::kPemBlock, begin + key + "\\n" + body + "\\n-----END " + key, kPass},
      {"pem with headers", CheckKind::kPemBlock,
       begin + "RSA " + key + "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n" + body + "\n-----END RSA " + key,
       kPass},
      {"pem cut off", CheckKind::kPemBlock, begin + key + "\n" + body, kNone},
      {"pem whose ends differ", CheckKind::kPemBlock, begin + "RSA " + key + "\n" + body + "\n-----END EC " + key,
       kFail},
      {"pem too short", CheckKind::kPemBlock, begin + key + "\nAAAA\n-----END " + key, kFail},
      {"pem that is not base 64", CheckKind::kPemBlock, begin + key + "\n" + body + "!\n-----END " + key, kFail},
      {"card", CheckKind::kLuhn, "4532 0151 1283 0366", kPass},
      {"card of one digit", CheckKind::kLuhn, "0000000000000000", kFail},
      {"card of no issuer", CheckKind::kLuhn, "9999999999999995", kFail},
      {"iban", CheckKind::kIban, "GB82 WEST 1234 5698 7654 32", kPass},
      {"iban with a wrong digit", CheckKind::kIban, "GB82 WEST 1234 5698 7654 33", kFail},
      {"iban too short for its country", CheckKind::kIban, "DE8937040044053201300", kFail},
      {"iban of no country", CheckKind::kIban, "ZZ89370400440532013000", kFail},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(check(c.kind, c.text), c.expected);
  }
}

}  // namespace
}  // namespace sluice::scan
