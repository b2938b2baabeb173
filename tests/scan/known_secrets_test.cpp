#include "support/scan_helpers.h"
#include "support/scan_pack.h"

namespace sluice::testing {
namespace {

std::shared_ptr<const scan::CompiledRules> rules_for(std::string_view value) {
  std::vector<scan::KnownValue> known;
  known.push_back({"api key]", SecretBytes(value)});
  scan::CompileOptions options;
  options.known_secrets = known;
  return compile_packs({}, options);
}

std::string base64(std::string_view text) {
  static constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    bits = (bits << 8U) | static_cast<unsigned char>(c);
    count += 8;
    while (count >= 6) {
      count -= 6;
      out += kAlphabet[(bits >> count) & 63U];
    }
  }
  if (count > 0) out += kAlphabet[(bits << (6 - count)) & 63U];
  return out;
}

TEST(KnownSecrets, FindsEverySpelling) {
  const std::string value = "pa/ss?w\"rd>>42";
  struct Case {
    const char* name;
    std::string text;
    std::size_t count;
  };
  const Case kCases[] = {
      {"as it is", "x" + value + "y", 1},
      {"twice", value + " " + value, 2},
      {"reversed", "x" + std::string(value.rbegin(), value.rend()), 1},
      {"hex", "70612f73733f772272643e3e3432", 1},
      {"hex, upper and lower", "70612F73733f772272643E3e3432", 1},
      {"percent, all bytes", "%70%61%2f%73%73%3F%77%22%72%64%3E%3E%34%32", 1},
      {"percent, reserved bytes", "pa%2Fss%3Fw%22rd%3E%3E42", 1},
      {"percent, lower case", "pa%2fss%3fw%22rd%3e%3e42", 1},
      {"JSON string", "{\"k\": \"pa/ss?w\\\"rd>>42\"}", 1},
      {"base64, first phase", base64(value), 1},
      {"base64, second phase", base64("a" + value + "zz"), 1},
      {"base64, third phase", base64("ab" + value + "z"), 1},
      {"base64, later group", base64("abcd" + value), 1},
      {"one byte changed", "pa/ss?w\"rd>>43", 0},
      {"cut", "pa/ss?w\"rd>>4", 0},
      {"case changed", "PA/ss?w\"rd>>42", 0},
  };
  scan::Scratch scratch = make_scratch(rules_for(value));
  const scan::MarkTable marks(as_bytes("key"));
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const std::vector<scan::Match> found = scan_whole(c.text, scratch, &marks);
    ASSERT_EQ(found.size(), c.count);
    for (const scan::Match& match : found) {
      EXPECT_EQ(match.source, scan::MatchSource::kKnownSecret);
      EXPECT_EQ(scan::finding_code_of(match, *scratch.rules()), FindingCode::kKnownSecret);
      EXPECT_EQ(scan::rule_id_of(match, *scratch.rules()), "known-secret:api_key_");
    }
    const std::string clean = redact_whole(c.text, scratch, &marks);
    EXPECT_EQ(clean.find(value), std::string::npos);
    EXPECT_EQ(clean.find("[redacted:known-secret:api_key_:") != std::string::npos, c.count > 0);
  }
}

TEST(KnownSecrets, UrlAlphabetIsAnotherSpelling) {
  const std::string value = "\xfb\xff\xfe\xfb\xff\xfe\xfb\xff\xfe";
  std::string text = base64(value);
  ASSERT_NE(text.find('+'), std::string::npos);
  for (char& c : text) c = c == '+' ? '-' : (c == '/' ? '_' : c);
  scan::Scratch scratch = make_scratch(rules_for(value));
  EXPECT_EQ(scan_whole(text, scratch).size(), 1U);
}

TEST(KnownSecrets, WinsOverARule) {
  auto pack = std::make_shared<rules::RulePack>();
  pack->rules.push_back(make_rule("r", {{"ghq_", false}}, "ghq_[A-Z]{12}", 16));
  pack->rules.back().specificity = 1'000;
  std::vector<scan::KnownValue> known;
  known.push_back({"k", SecretBytes(std::string_view("ABCDEFGHIJKL"))});
  scan::CompileOptions options;
  options.known_secrets = known;
  const std::shared_ptr<const rules::RulePack> shared = pack;
  scan::Scratch scratch = make_scratch(compile_packs({shared}, options));
  const std::string clean = redact_whole("a ghq_ABCDEFGHIJKL b", scratch, nullptr);
  EXPECT_EQ(clean, "a [redacted:known-secret:k:00000000] b");
}

TEST(KnownSecrets, RefusesAShortValue) {
  std::vector<scan::KnownValue> known;
  known.push_back({"short", SecretBytes(std::string_view("1234567"))});
  scan::CompileOptions options;
  options.known_secrets = known;
  const auto compiled = scan::CompiledRules::compile({}, options);
  ASSERT_FALSE(compiled.ok());
  EXPECT_EQ(compiled.error().code, ErrorCode::kSecretInvalid);
  EXPECT_EQ(compiled.error().message.find("1234567"), std::string::npos);
}

}  // namespace
}  // namespace sluice::testing
