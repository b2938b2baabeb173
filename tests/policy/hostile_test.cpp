#include "policy/explain.h"
#include "policy/load.h"
#include "sluice/policy.h"
#include "support/golden.h"

namespace sluice::policy {
namespace {

std::string repeat(std::string_view part, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += part;
  return out;
}

TEST(PolicyHostile, IsRefusedWithAMessage) {
  struct Case {
    const char* name;
    std::string text;
    ErrorCode code;
    const char* says;
  };
  const std::string secret = "ghp_" + repeat("a1B2", 9);
  const Case cases[] = {
      {"binary",
       std::string("\x7F"
                   "ELF\x02\x01\x00\x00",
                   8),
       ErrorCode::kConfigSyntax, "p:1:7: found a NUL byte"},
      {"only NUL", std::string(3, '\0'), ErrorCode::kConfigSyntax, "NUL"},
      {"invalid UTF-8", "name = \"\xFE\"", ErrorCode::kConfigSyntax, "not UTF-8"},
      {"too large", std::string(1'000'001, '#'), ErrorCode::kConfigSyntax, "1000001 bytes"},
      {"deep", "stdout = " + repeat("[", 500'000), ErrorCode::kConfigSyntax, "deep"},
      {"deep JSON", "{\"stdout\":" + repeat("{\"a\":", 100'000), ErrorCode::kConfigSyntax, "deep"},
      {"deep keys", "a" + repeat(".a", 400'000) + " = 1", ErrorCode::kConfigSyntax, "deep"},
      {"duplicate key", "[stdout]\nrebuild = true\nrebuild = false", ErrorCode::kConfigSyntax, "rebuild"},
      {"duplicate key in JSON", "{\"name\":\"a\",\"name\":\"b\"}", ErrorCode::kConfigSyntax, "twice"},
      {"duplicate table", "[stdout]\n[stdout]\n", ErrorCode::kConfigSyntax, "stdout"},
      {"a JSON array", "[1, 2]", ErrorCode::kConfigSyntax, "not valid TOML"},
      {"HTML", "<html>", ErrorCode::kConfigSyntax, "not valid TOML"},
      {"many unknown keys",
       [] {
         std::string text;
         for (int i = 0; i < 20'000; ++i) text += "k" + std::to_string(i) + " = 1\n";
         return text;
       }(),
       ErrorCode::kConfigInvalid, "and 19900 more problems"},
      {"section that is no table", "stdout = 1", ErrorCode::kConfigInvalid,
       "p:1:10: stdout: found the integer 1, expected a table"},
      {"sections as arrays", "[[stdout]]\n[[stdout]]\n", ErrorCode::kConfigInvalid, "expected a table"},
      {"null", "{\"stdout\": null}", ErrorCode::kConfigInvalid, "found null, expected a table"},
      {"a secret as a value", "consumer = \"" + secret + "\"", ErrorCode::kConfigInvalid, "consumer"},
      {"a secret as a key", "\"" + secret + "\" = 1", ErrorCode::kConfigInvalid, "unknown key"},
      {"a secret in a list", "[secrets]\nknown_from_env = [\"T=" + secret + "\"]", ErrorCode::kConfigInvalid,
       "does not belong"},
      {"escape sequences", "consumer = \"\\u001b]52;c;x\\u0007\"", ErrorCode::kConfigInvalid, "\\x1b]52"},
      {"bidi", "\"\\u202e\" = 1", ErrorCode::kConfigInvalid, "\\u{202e}"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Result<Policy> policy = load_policy(c.text, "p");
    ASSERT_FALSE(policy.ok());
    EXPECT_EQ(policy.error().code, c.code);
    const std::string& message = policy.error().message;
    EXPECT_NE(message.find(c.says), std::string::npos) << message.substr(0, 500);
    EXPECT_EQ(message.find(secret), std::string::npos) << message;
    EXPECT_LT(message.size(), 200'000U);
    for (const char byte : message)
      ASSERT_TRUE(byte == '\n' || (byte >= 0x20 && byte < 0x7F)) << message.substr(0, 500);
    const Result<void> checked = check_policy(c.text, "p");
    ASSERT_FALSE(checked.ok());
    EXPECT_EQ(checked.error().message, message);
  }
}

TEST(PolicyHostile, WhatIsOnlyUnusualIsRead) {
  struct Case {
    const char* name;
    std::string text;
  };
  const Case cases[] = {
      {"byte order mark",
       "\xEF\xBB\xBF"
       "name = \"x\"\n"},
      {"byte order mark and JSON", "\xEF\xBB\xBF  {\"name\": \"x\"}"},
      {"CR LF", "name = \"x\"\r\n[stdout]\r\nrebuild = false\r\n"},
      {"no newline at the end", "name = \"x\""},
      {"long comment", "name = \"x\"\n#" + repeat("x", 900'000)},
      {"dotted keys", "name = \"x\"\nstdout.max_bytes = 5\n"},
      {"inline table", "name = \"x\"\nstdout = { max_bytes = 5 }\n"},
      {"other bases", "name = \"x\"\nstdout = { max_bytes = 0x10, max_lines = 1_0 }\n"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Result<Policy> policy = load_policy(c.text, "p");
    ASSERT_TRUE(policy.ok()) << policy.error().message;
    EXPECT_EQ(policy->name, "x");
    EXPECT_FALSE(explain(*policy).empty());
  }
}

}  // namespace
}  // namespace sluice::policy
