// How an accepted JSON value leaves: defaults, canonical form, cuts, what is validated again.
#include <set>

#include "crypto/digest.h"
#include "pipeline/fixture.h"

namespace sluice::testing {
namespace {

Harness harness_for(const std::string& keys, const std::string& schema = {}, const std::string& head = {}) {
  LoadOptions options;
  options.schema_resolver = [schema](const std::string&) -> Result<std::string> { return schema; };
  return Harness("format = 1\nname = \"t\"\n" + head + "[stdout]\ntypes = [\"application/json\"]\n" +
                     (schema.empty() ? "" : "schema = \"s.json\"\n") + keys,
                 options);
}

const Finding* find(const Verdict& verdict, FindingCode code) {
  for (const Finding& finding : verdict.findings) {
    if (finding.code == code) return &finding;
  }
  return nullptr;
}

TEST(JsonOutput, UnknownMembersAtEveryDepthAndSpelling) {
  const std::string schema =
      R"({"properties":{"a":{"properties":{"b":{"items":{"properties":{"c":{}}}}}},"k":{"type":"string"}}})";
  const std::string text = R"({"a":{"b":[{"c":1,"\u0064":2},{"e":{"c":3}}],"f":0},"\u006b":"x","g":[]})";
  Harness drops = harness_for("rebuild = true\nunknown_members = \"drop\"\n", schema);
  EXPECT_EQ(drops.clean(text), R"({"a":{"b":[{"c":1},{}]},"k":"x"})");
  Harness rejects = harness_for("rebuild = true\nunknown_members = \"reject\"\n", schema);
  const Verdict verdict = rejects.check(text);
  EXPECT_EQ(verdict.decision, Decision::kReject);
  std::multiset<std::string> pointers;
  for (const Finding& finding : verdict.findings) pointers.insert(finding.where.pointer.str());
  EXPECT_EQ(pointers, (std::multiset<std::string>{"/a/b/0/d", "/a/b/1/e", "/a/f", "/g"}));
  EXPECT_EQ(rejects.clean(R"({"\u0061":{"b":[]}})"), R"({"a":{"b":[]}})");
}

TEST(JsonOutput, WhatIsLeftAfterDroppingIsValidated) {
  Harness harness =
      harness_for("rebuild = true\nunknown_members = \"drop\"\n", R"({"properties":{"a":{}},"minProperties":2})");
  EXPECT_EQ(harness.clean(R"({"a":1,"b":2})"), "<withheld>");
}

TEST(JsonOutput, FillsDefaults) {
  const std::string schema =
      R"({"properties":{"retry":{"default":{},"properties":{"count":{"default":3},"wait":{)"
      R"("default":{"unit":"s"},"properties":{"value":{"default":1.50}}}}},"name":{"type":"string"}}})";
  Harness harness = harness_for("rebuild = true\nfill_defaults = true\n", schema);
  const Verdict verdict = harness.check(R"({"name":"x"})");
  EXPECT_EQ(verdict.decision, Decision::kSanitize);
  EXPECT_EQ(to_string(*verdict.released(Consumer::kAgent)),
            R"({"name":"x","retry":{"count":3,"wait":{"unit":"s","value":1.5}}})");
  EXPECT_TRUE(has_code(verdict, FindingCode::kJsonDefault));
  const std::string full = R"({"name":"x","retry":{"count":1,"wait":{"unit":"m","value":2}}})";
  EXPECT_EQ(harness.clean(full), full);
  EXPECT_FALSE(has_code(harness.check(full), FindingCode::kJsonDefault));
  Harness off = harness_for("rebuild = true\n", schema);
  EXPECT_EQ(off.clean(R"({"name":"x"})"), R"({"name":"x"})");
}

TEST(JsonOutput, DefaultsThatBreakTheSchemaOrNeverEndAreWithheld) {
  Harness wrong = harness_for("rebuild = true\nfill_defaults = true\n",
                              R"({"properties":{"a":{"type":"integer","default":"one"}}})");
  const Verdict verdict = wrong.check("{}");
  EXPECT_EQ(verdict.decision, Decision::kReject);
  EXPECT_TRUE(has_code(verdict, FindingCode::kJsonDefaultInvalid));
  EXPECT_TRUE(has_code(verdict, FindingCode::kJsonSchema));
  EXPECT_EQ(wrong.clean(R"({"a":1})"), R"({"a":1})");
  Harness endless =
      harness_for("rebuild = true\nfill_defaults = true\n",
                  R"({"$ref":"#/$defs/n","$defs":{"n":{"properties":{"next":{"$ref":"#/$defs/n","default":{}}}}}})");
  EXPECT_EQ(endless.check("{}").decision, Decision::kQuarantine);
  EXPECT_TRUE(has_code(endless.check("{}"), FindingCode::kJsonDefaultInvalid));
}

TEST(JsonOutput, SecretsOfDefaultsAndKeysDoNotLeave) {
  Harness harness = harness_for("rebuild = true\nfill_defaults = true\n",
                                R"({"properties":{"a":{"default":")" + github_token() + "\"}}}");
  EXPECT_EQ(harness.clean("{}"), "<withheld>");  // nobody redacts what the policy itself says
  Harness keys = harness_for("rebuild = true\n");
  const std::string clean =
      keys.clean("{\"" + github_token() + "\":{\"" + github_token() + "x\":1},\"b\":[\"" + github_token() + "\"]}");
  EXPECT_EQ(clean.find("SYNTHETIC"), std::string::npos);
  EXPECT_EQ(clean.rfind("{\"[redacted:github-", 0), 0U) << clean;
  EXPECT_NE(clean.find("\"b\":[\"[redacted:github-"), std::string::npos) << clean;
}

TEST(JsonOutput, EscapesForBrowsersInKeysAndAfterEdits) {
  Harness harness = harness_for("rebuild = true\n", {}, "consumer = \"browser\"\n");
  const std::string clean = harness.clean("{\"</script>\xE2\x80\xA8\":\"<" + github_token() + ">&\xE2\x80\xA9\"}");
  EXPECT_EQ(clean.find_first_of("<>&"), std::string::npos) << clean;
  EXPECT_EQ(clean.rfind("{\"\\u003c/script\\u003e\\u2028\":\"\\u003c[redacted:github-", 0), 0U) << clean;
  EXPECT_NE(clean.find("]\\u003e\\u0026\\u2029\"}"), std::string::npos) << clean;
}

TEST(JsonOutput, CanonicalFormAndItsDigest) {
  Harness harness = harness_for("rebuild = true\ncanonical = true\n");
  const std::string expected = "{\"a\":1,\"b\":[1e+21,0.000001],\"\xF0\x9F\x98\x80\":{},\"\xEF\xAC\xB3\":\"<\"}";
  const Verdict one =
      harness.check("{\"\xEF\xAC\xB3\":\"<\",\"b\":[1e21, 0.000001],\"\xF0\x9F\x98\x80\":{},\"a\":1.0}");
  const Verdict other =
      harness.check("{\"a\":1,\"\\ud83d\\ude00\":{},\"b\":[1000000000000000000000.0,1E-6],\"\\ufb33\":\"\\u003c\"}");
  EXPECT_EQ(to_string(*one.released(Consumer::kAgent)), expected);
  EXPECT_EQ(to_string(*other.released(Consumer::kAgent)), expected);
  ASSERT_TRUE(one.output_digest.has_value());
  EXPECT_EQ(*one.output_digest, sha256(as_bytes(expected)));
  EXPECT_EQ(*one.output_digest, *other.output_digest);
  const std::string clean = harness.clean("{\"b\":\"" + github_token() + "\",\"a\":0}");
  EXPECT_EQ(clean.rfind("{\"a\":0,\"b\":\"[redacted:", 0), 0U) << clean;
  for (const char* refused :
       {"[9007199254740992]", "[18446744073709551616]", "[0.1234567890123456789012]", "[1e999]"}) {
    const Verdict verdict = harness.check(refused);
    EXPECT_EQ(verdict.decision, Decision::kQuarantine) << refused;
    const Finding* finding = find(verdict, FindingCode::kJsonCanonical);
    ASSERT_NE(finding, nullptr) << refused;
    EXPECT_EQ(finding->where.pointer.str(), "/0");
    EXPECT_EQ(finding->where.column, 2U);
  }
  Harness keeps = harness_for("rebuild = true\ncanonical = true\nduplicate_keys = \"keep\"\n");
  EXPECT_TRUE(has_code(keeps.check(R"({"a":1,"a":1})"), FindingCode::kJsonCanonical));
  CheckOptions browser;
  browser.consumer = Consumer::kBrowser;
  Artifact artifact;
  artifact.info.channel = Channel::kStdout;
  artifact.bytes = as_bytes("{}");
  EXPECT_TRUE(has_code(harness.checker().check(artifact, browser), FindingCode::kJsonCanonical));
}

TEST(JsonOutput, CutsByWholeValues) {
  Harness harness = harness_for("max_bytes = 24\non_overflow = \"truncate\"\n");
  EXPECT_EQ(harness.clean("{\"rows\": [1, 2, 3]}"), "{\"rows\": [1, 2, 3]}");
  EXPECT_EQ(harness.clean("{\"rows\":   [1, 2, 3, 4, 5]}"), "{\"rows\":[1,2,3,4,5]}");  // white space is enough
  const Verdict verdict = harness.check("{\"rows\":[1,2,3,4,5,6,7,8,9],\"n\":9}");
  EXPECT_EQ(verdict.decision, Decision::kSanitize);
  EXPECT_TRUE(verdict.is_truncated);
  EXPECT_EQ(to_string(*verdict.released(Consumer::kAgent)), "{\"rows\":[1,2,3,4],\"n\":9}");
  const Finding* finding = find(verdict, FindingCode::kTruncated);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->where.pointer.str(), "/rows");
  EXPECT_EQ(finding->detail.str(), "kept 4 of 9 elements");
  EXPECT_EQ(harness.check("\"one string that is too long to leave\"").decision, Decision::kReject);
  Harness strict = harness_for("max_bytes = 24\n");
  EXPECT_EQ(strict.check("{\"rows\":[1,2,3,4,5,6,7,8,9],\"n\":9}").decision, Decision::kReject);
}

TEST(JsonOutput, CutsFollowTheSchemaAndSmallerLimitsReleaseNoMore) {
  // What fits is only valid at some lengths.
  const std::string schema = R"({"items":{"type":"integer"},"anyOf":[{"maxItems":5},{"minItems":30}]})";
  std::string text = "[";
  for (int i = 0; i < 40; ++i) text += "1,";
  text.back() = ']';
  std::string larger = text;
  bool is_refused = false;
  for (std::size_t limit = text.size(); limit > 0; --limit) {
    Harness harness = harness_for("max_bytes = " + std::to_string(limit) + "\non_overflow = \"truncate\"\n", schema);
    const std::string clean = harness.clean(text);
    if (clean == "<withheld>") {
      is_refused = true;
      continue;
    }
    EXPECT_FALSE(is_refused) << limit;
    EXPECT_LE(clean.size(), limit);
    EXPECT_EQ(larger.substr(0, clean.size() - 1), clean.substr(0, clean.size() - 1)) << limit;
    const std::size_t elements = clean.size() / 2;
    EXPECT_TRUE(elements <= 5 || elements >= 30) << clean;
    larger = clean;
  }
  Harness strict = harness_for("max_bytes = 20\non_overflow = \"truncate\"\n", R"({"minItems":40})");
  EXPECT_EQ(strict.check(text).decision, Decision::kReject);
}

}  // namespace
}  // namespace sluice::testing
