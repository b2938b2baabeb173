// Secrets that leave in an encoding: found with their place, redacted so that the encoding stays readable, in a stream
// before any of it left.
#include <algorithm>

#include "codec/base64.h"
#include "fixture.h"
#include "support/encoders.h"

namespace sluice {
namespace {

using testing::Encoder;
using testing::github_token;
using testing::Harness;
using testing::has_code;
using testing::in_base64;
using testing::stripe_key;

const Finding* secret_of(const Verdict& verdict) {
  const auto found = std::find_if(verdict.findings.begin(), verdict.findings.end(), [](const Finding& finding) {
    return finding.code == FindingCode::kSecret || finding.code == FindingCode::kKnownSecret;
  });
  return found == verdict.findings.end() ? nullptr : &*found;
}

std::string decoded_base64(std::string_view text) {
  Budget budget;
  const Result<Bytes> bytes = codec::decode_base64(as_bytes(text), {}, budget);
  return bytes ? to_string(*bytes) : "<no base64: " + std::string(text) + ">";
}

TEST(Encoded, EveryEncodingIsRedactedInPlace) {
  Harness harness;
  for (const Encoder& encoder : testing::text_encoders()) {
    SCOPED_TRACE(encoder.name);
    const std::string encoded = encoder.encode("the token is " + github_token() + ", keep it");
    const std::string input = "before " + encoded + "\nafter\n";
    const Verdict verdict = harness.check(input);
    EXPECT_EQ(verdict.decision, Decision::kSanitize);
    const Finding* finding = secret_of(verdict);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->rule_id, "github-pat");
    EXPECT_EQ(finding->where.layer, Layer::kDecoded);
    EXPECT_GE(finding->where.begin, 7U);
    EXPECT_LE(finding->where.end, 7 + encoded.size());
    EXPECT_NE(finding->detail.str().find("(in "), std::string::npos) << finding->detail.str();
    const std::string clean = harness.clean(input);
    EXPECT_TRUE(clean.starts_with("before ")) << clean;
    EXPECT_TRUE(clean.ends_with("\nafter\n")) << clean;
    EXPECT_EQ(harness.check(clean).decision, Decision::kAllow) << clean;
  }
}

TEST(Encoded, EveryStreamSplitGivesTheSame) {
  Harness harness;
  std::string input;
  for (const Encoder& encoder : testing::text_encoders()) {
    if (encoder.name.find("gzip") != std::string::npos) continue;
    input += encoder.encode("a " + github_token() + " z") + " and\n";
  }
  input += in_base64(in_base64("twice " + stripe_key()));
  const std::string whole = harness.clean(input);
  EXPECT_EQ(whole.find(github_token().substr(4)), std::string::npos);
  for (std::size_t at = 0; at <= input.size(); at += 3) {
    ASSERT_EQ(harness.stream(input, {at}).text, whole) << "split at " << at;
  }
  EXPECT_EQ(harness.stream(input, std::vector<std::size_t>(input.size(), 1)).text, whole);
}

TEST(Encoded, WhatDecodesStaysWhatItWas) {
  Harness harness;
  const std::string json = R"({"user":"me","token":")" + github_token() + R"(","n":1})";
  const std::string clean = harness.clean(in_base64(json) + "\n");
  std::string decoded = decoded_base64(std::string_view(clean).substr(0, clean.size() - 1));
  EXPECT_TRUE(decoded.starts_with(R"({"user":"me","token":"[redacted:github-pat:)")) << decoded;
  EXPECT_TRUE(decoded.ends_with(R"(","n":1})")) << decoded;
}

TEST(Encoded, TheSameSecretHasTheSameMark) {
  Harness harness;
  const std::string plain = harness.clean(github_token() + "\n");
  const std::string mark = plain.substr(0, plain.find(']') + 1);
  const std::string clean = harness.clean(in_base64("xx " + github_token() + " yy") + "\n");
  EXPECT_NE(decoded_base64(std::string_view(clean).substr(0, clean.size() - 1)).find(mark), std::string::npos);
}

TEST(Encoded, JsonStringsAreDecodedToo) {
  Harness harness;
  const std::string inner = R"({"k": ")" + github_token() + R"("})";
  const std::string input = R"({"blob": ")" + in_base64(inner) + R"(", "n": 1})" + "\n";
  const Verdict verdict = harness.check(input, Channel::kFile, "a.json", "application/json");
  const Finding* finding = secret_of(verdict);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->where.pointer.str(), "/blob");
  const std::string clean = harness.clean(input, Channel::kFile, "b.json", "application/json");
  const std::size_t begin = clean.find(R"("blob")");
  ASSERT_NE(begin, std::string::npos) << clean;
  const std::size_t value = clean.find('"', clean.find(':', begin)) + 1;
  const std::string decoded = decoded_base64(clean.substr(value, clean.find('"', value) - value));
  EXPECT_TRUE(decoded.starts_with(R"({"k": "[redacted:github-pat:)")) << decoded;
}

TEST(Encoded, JsonOnStandardOutputIsReadThroughItsEscapes) {
  Harness harness;
  const std::string token = github_token();
  const std::string escaped =
      R"({"t": "\u0067)" + token.substr(1) + R"(", "u": "{\"v\": \"\\u0067)" + token.substr(1) + "\\\"}\"}\n";
  const std::string clean = harness.clean(escaped);
  EXPECT_EQ(clean.find(token.substr(1)), std::string::npos) << clean;
  EXPECT_NE(clean.find("\"t\": \"[redacted:github-pat:"), std::string::npos) << clean;
}

TEST(Encoded, KnownSecretsInEncodingsOfEncodings) {
  LoadOptions options;
  options.known_secrets.push_back({"DB_PASSWORD", "correct horse battery"});
  Harness harness({}, std::move(options));
  for (const std::string& input :
       {in_base64(in_base64("pw: correct horse battery.")), testing::in_pairs(in_base64("correct horse battery"), "%"),
        in_base64(testing::in_gzip("log line; correct horse battery; log line"))}) {
    const Verdict verdict = harness.check(input + "\n");
    EXPECT_EQ(verdict.decision, Decision::kSanitize) << input;
    EXPECT_TRUE(has_code(verdict, FindingCode::kKnownSecret)) << input;
  }
}

TEST(Encoded, AllowedDomainsAreAllowedInEncodingsToo) {
  Harness harness("format = 1\n[urls]\ndomains = [\"example.com\"]\naction = \"reject\"\n");
  EXPECT_EQ(harness.check("go to /login?next=https%3A%2F%2Fexample.com%2Fhome\n").decision, Decision::kAllow);
  EXPECT_EQ(harness.check("go to /login?next=https%3A%2F%2Fevil.test%2Fhome\n").decision, Decision::kReject);
}

TEST(Encoded, OrdinaryEncodedTextIsLeftAlone) {
  Harness harness;
  const std::string input = in_base64("just a sentence, and nothing in it") + "\n" +
                            R"(path = "C:\\Users\\me\\x", pattern = '\d+\.\x41', url = a%20b&c=%2F)" + "\n" +
                            "<p>&lt;tag&gt; &amp; more</p>\n";
  EXPECT_EQ(harness.check(input).decision, Decision::kAllow);
}

TEST(Encoded, BombsAreWithheldAndSaySo) {
  Harness harness;
  const Verdict verdict = harness.check(in_base64(testing::in_gzip(std::string(40'000'000, 'x'))) + "\n");
  EXPECT_FALSE(verdict.is_released());
  EXPECT_FALSE(verdict.is_complete);
}

}  // namespace
}  // namespace sluice
