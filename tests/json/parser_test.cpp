#include "json/parser.h"

#include "json/support.h"

namespace sluice::json::testing {
namespace {

struct Case {
  const char* name;
  std::string text;
  const char* finding;  // name of the first finding, "" for none
  bool is_taken;
  std::string value;     // written again, where taken
  std::uint64_t offset;  // of the first finding
  bool is_fast;
};

std::string bytes(std::initializer_list<int> list) {
  std::string out;
  for (const int value : list) out += static_cast<char>(value);
  return out;
}

std::vector<Case> cases() {
  return {
      {"object", R"({"a":1,"b":[true,false,null,"x"]})", "", true, R"({"a":1,"b":[true,false,null,"x"]})", 0, true},
      {"scalar", " 7 ", "", true, "7", 0, true},
      {"escapes", R"(["\u00e9\n\"\\\/\ud83d\ude00"])", "", true, "[\"\xC3\xA9\\n\\\"\\\\/\xF0\x9F\x98\x80\"]", 0, true},
      {"NUL inside", R"(["a\u0000b"])", "", true, R"(["a\u0000b"])", 0, true},
      {"empty", "", "json.syntax", false, "", 0, false},
      {"white space only", " \n ", "json.syntax", false, "", 3, false},
      {"duplicate key", R"({"a":1,"b":2,"a":3})", "json.duplicate_key", false, "", 13, false},
      {"duplicate key, escaped", R"({"a":1,"\u0061":3})", "json.duplicate_key", false, "", 7, false},
      {"duplicate key, deep", R"([{"x":{"k":1,"k":1}}])", "json.duplicate_key", false, "", 13, false},
      {"same key in two objects", R"([{"k":1},{"k":1}])", "", true, R"([{"k":1},{"k":1}])", 0, true},
      {"keys that differ late", R"({"aaaaaaaaaaaaaaaaaaaa1":1,"aaaaaaaaaaaaaaaaaaaa2":2})", "", true,
       R"({"aaaaaaaaaaaaaaaaaaaa1":1,"aaaaaaaaaaaaaaaaaaaa2":2})", 0, true},
      {"2^63", "9223372036854775808", "", true, "9223372036854775808", 0, true},
      {"2^64", "18446744073709551616", "json.big_number", true, "18446744073709551616", 0, false},
      {"below int64", "[-9223372036854775809]", "json.big_number", true, "[-9223372036854775809]", 1, false},
      {"1e309", "[1e309]", "json.big_number", true, "[1e309]", 1, false},
      {"1e-400", "[1e-400]", "json.big_number", true, "[1e-400]", 1, false},
      {"long fraction", "[0.1234567890123456789]", "json.big_number", true, "[0.1234567890123456789]", 1, false},
      {"long fraction, zeros at the end", "[0.1000000000000000000000]", "", true, "[0.1]", 0, true},
      {"17 digits", "[0.30000000000000004]", "", true, "[0.30000000000000004]", 0, true},
      {"long digits in a string", R"([0.5,"1234567890123456789012.5"])", "", true,
       R"([0.5,"1234567890123456789012.5"])", 0, false},
      {"smallest double", "[5e-324]", "", true, "[5e-324]", 0, false},
      {"zero fraction", "[0.0,-0.0]", "", true, "[0.0,-0.0]", 0, true},
      {"huge exponent", "[1e9999999999]", "json.syntax", false, "", 1, false},
      {"zero with a huge exponent", "[0e18012345678021438,-0.00E+99999999999]", "", true, "[0.0,-0.0]", 0, true},
      {"NaN", "[NaN]", "json.non_finite", false, "", 1, false},
      {"Infinity", "[1,-Infinity]", "json.non_finite", false, "", 3, false},
      {"nan in lower case", "[nan]", "json.syntax", false, "", 1, false},
      {"lone high surrogate", R"(["\ud800"])", "json.surrogate", false, "", 2, false},
      {"lone low surrogate", R"(["\udc00"])", "json.surrogate", false, "", 2, false},
      {"high, then no low", R"(["\ud800\u0041"])", "json.surrogate", false, "", 2, false},
      {"BOM", "\xEF\xBB\xBF[1]", "json.bom", true, "[1]", 0, false},
      {"two documents", R"({"a":1} {"b":2})", "json.trailing", false, "", 8, false},
      {"trailing bracket", "[1]]", "json.trailing", false, "", 3, false},
      {"trailing NUL", std::string("[1]\0", 4), "json.trailing", false, "", 3, false},
      {"raw control", std::string("[\"a\x01z\"]"), "json.control", false, "", 3, false},
      {"raw newline in a string", "[\"a\nb\"]", "json.control", false, "", 3, false},
      {"__proto__", R"({"__proto__":{"x":1}})", "json.proto_key", false, "", 1, false},
      {"__proto__, escaped", R"({"\u005f_proto__":1})", "json.proto_key", false, "", 1, false},
      {"constructor holding an object", R"({"constructor":{}})", "json.proto_key", false, "", 1, false},
      {"constructor holding text", R"({"constructor":"Ferrari"})", "", true, R"({"constructor":"Ferrari"})", 0, true},
      {"not UTF-8", bytes({'[', '"', 0xFF, '"', ']'}), "text.invalid_utf8", false, "", 2, false},
      {"overlong", bytes({'[', '"', 0xC0, 0xAF, '"', ']'}), "text.invalid_utf8", false, "", 2, false},
      {"surrogate in UTF-8", bytes({'[', '"', 0xED, 0xA0, 0x80, '"', ']'}), "text.invalid_utf8", false, "", 2, false},
      {"comment", "[1, // one\n2]", "json.comment", false, "", 4, false},
      {"trailing comma, array", "[1,]", "json.syntax", false, "", 2, false},
      {"trailing comma, object", R"({"a":1,})", "json.syntax", false, "", 6, false},
      {"single quotes", "{'a':1}", "json.syntax", false, "", 1, false},
      {"no colon", R"({"a" 1})", "json.syntax", false, "", 5, false},
      {"no value", R"({"a":})", "json.syntax", false, "", 5, false},
      {"leading zero", "[01]", "json.syntax", false, "", 1, false},
      {"plus", "[+1]", "json.syntax", false, "", 1, false},
      {"no digit after the point", "[1.]", "json.syntax", false, "", 3, false},
      {"bad escape", R"(["\x41"])", "json.syntax", false, "", 2, false},
      {"string without an end", R"(["abc)", "json.syntax", false, "", 1, false},
      {"array without an end", "[1,2", "json.syntax", false, "", 4, false},
      {"object without an end", R"({"a":1)", "json.syntax", false, "", 6, false},
      {"mismatched brackets", "[1}", "json.syntax", false, "", 2, false},
      {"bare word", "hello", "json.syntax", false, "", 0, false},
  };
}

TEST(JsonParser, SaysWhatItSees) {
  Parser parser;
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    Budget budget = budget_for(c.text);
    Findings findings;
    const Result<Document> document = parser.parse(as_bytes(c.text), {}, budget, findings);
    EXPECT_EQ(document.ok(), c.is_taken) << (document ? "" : document.error().message);
    EXPECT_EQ(findings.listed().empty() ? "" : finding_name(findings.listed()[0].code), c.finding);
    if (!findings.listed().empty()) {
      EXPECT_EQ(findings.listed()[0].where.begin, c.offset) << findings.listed()[0].detail.str();
    }
    if (document) {
      EXPECT_EQ(text_of(document->root()), c.value);
      EXPECT_EQ(parser.used_fast_path(), c.is_fast);
    } else {
      EXPECT_GE(findings.decision(), Decision::kQuarantine);
      EXPECT_EQ(document.error().offset, c.offset);
    }
  }
}

TEST(JsonParser, StrictParserAgreesWithTheFastOne) {
  Parser fast;
  Parser strict;
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    Budget fast_budget = budget_for(c.text);
    Budget strict_budget = budget_for(c.text);
    Findings fast_findings;
    Findings strict_findings;
    const Result<Document> a = fast.parse(as_bytes(c.text), {}, fast_budget, fast_findings);
    const Result<Document> b = strict.parse_strict(as_bytes(c.text), {}, strict_budget, strict_findings);
    ASSERT_EQ(a.ok(), b.ok());
    EXPECT_EQ(fast_findings.listed().size(), strict_findings.listed().size());
    if (!a) continue;
    EXPECT_EQ(a->nodes(), b->nodes());
    EXPECT_EQ(text_of(a->root()), text_of(b->root()));
    for (std::uint32_t id = 1; id < a->root().next_id(); ++id) {
      const char letter = a->at(id).letter();
      if (letter != '"' && letter != 'Z') {
        EXPECT_EQ(a->tape().words[id], b->tape().words[id]) << id;
      }
      EXPECT_EQ(a->position_of(id), b->position_of(id)) << id;
      if (letter == 'l' || letter == 'u' || letter == 'd') ++id;
    }
  }
}

struct PolicyCase {
  const char* name;
  ParsePolicy policy;
  std::string text;
  std::string value;  // "" where refused
  Decision decision;
};

ParsePolicy with(OnAnomaly ParsePolicy::*field, OnAnomaly action) {
  ParsePolicy policy;
  policy.*field = action;
  return policy;
}

TEST(JsonParser, FollowsThePolicy) {
  constexpr OnAnomaly kDrop = OnAnomaly::kDrop;
  constexpr OnAnomaly kKeep = OnAnomaly::kKeep;
  const std::vector<PolicyCase> table = {
      {"first of two", with(&ParsePolicy::duplicate_key, kDrop),
       R"({"a":1,"b":{"c":[2]},"a":{"x":[3,4]},"d":{"e":5.5}})", R"({"a":1,"b":{"c":[2]},"d":{"e":5.5}})",
       Decision::kSanitize},
      {"nested duplicates", with(&ParsePolicy::duplicate_key, kDrop),
       R"({"o":{"k":1,"k":[2],"z":[{"q":1}]},"o":0,"p":[{"r":{}}]})", R"({"o":{"k":1,"z":[{"q":1}]},"p":[{"r":{}}]})",
       Decision::kSanitize},
      {"both of two", with(&ParsePolicy::duplicate_key, kKeep), R"({"a":1,"a":2})", R"({"a":1,"a":2})",
       Decision::kAllow},
      {"big number to null", with(&ParsePolicy::big_number, kDrop), "[1e999]", "[null]", Decision::kSanitize},
      {"big number refused", with(&ParsePolicy::big_number, OnAnomaly::kReject), "[1e999]", "", Decision::kReject},
      {"NaN to null", with(&ParsePolicy::non_finite, kDrop), R"({"a":NaN,"b":[Infinity,-Infinity]})",
       R"({"a":null,"b":[null,null]})", Decision::kSanitize},
      {"NaN cannot stay", with(&ParsePolicy::non_finite, kKeep), "[NaN]", "", Decision::kReject},
      {"surrogate to U+FFFD", with(&ParsePolicy::surrogate, kDrop), R"(["\ud800x"])", "[\"\xEF\xBF\xBDx\"]",
       Decision::kSanitize},
      {"bad byte to U+FFFD", with(&ParsePolicy::invalid_utf8, kDrop), "[\"\xFFx\"]", "[\"\xEF\xBF\xBDx\"]",
       Decision::kSanitize},
      {"control goes", with(&ParsePolicy::control, kDrop), "[\"a\x01z\"]", "[\"az\"]", Decision::kSanitize},
      {"control stays", with(&ParsePolicy::control, kKeep), "[\"a\x01z\"]", R"(["a\u0001z"])", Decision::kAllow},
      {"proto goes", with(&ParsePolicy::proto_key, kDrop), R"({"a":1,"__proto__":{"b":[1]},"c":2})", R"({"a":1,"c":2})",
       Decision::kSanitize},
      {"proto alone goes", with(&ParsePolicy::proto_key, kDrop), R"({"__proto__":{}})", "{}", Decision::kSanitize},
      {"constructor goes", with(&ParsePolicy::proto_key, kDrop), R"({"constructor":{"prototype":{"x":1}},"y":[]})",
       R"({"y":[]})", Decision::kSanitize},
      {"proto stays", with(&ParsePolicy::proto_key, kKeep), R"({"__proto__":1})", R"({"__proto__":1})",
       Decision::kAllow},
      {"BOM refused", with(&ParsePolicy::byte_order_mark, OnAnomaly::kReject), "\xEF\xBB\xBF[1]", "",
       Decision::kReject},
  };
  Parser parser;
  for (const PolicyCase& c : table) {
    SCOPED_TRACE(c.name);
    Budget budget = budget_for(c.text);
    Findings findings;
    const Result<Document> document = parser.parse(as_bytes(c.text), c.policy, budget, findings);
    EXPECT_EQ(document ? text_of(document->root()) : "", c.value);
    EXPECT_EQ(findings.decision(), c.decision);
    EXPECT_FALSE(findings.listed().empty());
    if (document && findings.decision() == Decision::kSanitize) {
      EXPECT_TRUE(document->was_changed());
    }
  }
}

TEST(JsonParser, HoldsTheLimits) {
  Parser parser;
  Limits limits;
  limits.max_depth = 10;
  limits.max_nodes = 50;
  limits.max_string_bytes = 100;
  struct Row {
    const char* name;
    std::string text;
    const char* finding;
  };
  std::string many = "[0";
  for (int i = 0; i < 48; ++i) many += ",0";
  const std::vector<Row> table = {
      {"depth fits", std::string(10, '[') + std::string(10, ']'), ""},
      {"too deep", std::string(11, '[') + std::string(11, ']'), "json.depth"},
      {"far too deep", std::string(100'000, '['), "json.depth"},
      {"nodes fit", many + "]", ""},
      {"too many nodes", many + ",0]", "json.nodes"},
      {"string fits", '"' + std::string(100, 'x') + '"', ""},
      {"string too long", '"' + std::string(101, 'x') + '"', "json.string_length"},
      {"key too long", "{\"" + std::string(101, 'x') + "\":1}", "json.string_length"},
      {"number too long", "[" + std::string(101, '9') + "]", "json.string_length"},
  };
  for (const Row& row : table) {
    SCOPED_TRACE(row.name);
    Budget budget = budget_for(row.text, limits);
    Findings findings;
    const Result<Document> document = parser.parse(as_bytes(row.text), {}, budget, findings);
    const std::string_view found = findings.listed().empty() ? "" : finding_name(findings.listed().back().code);
    EXPECT_EQ(found, row.finding);
    EXPECT_EQ(document.ok(), *row.finding == '\0');
    EXPECT_EQ(findings.is_complete(), *row.finding == '\0');
  }
}

TEST(JsonParser, CountsFloodsInsteadOfListingThem) {
  std::string text = "{\"k\":0";
  for (int i = 0; i < 20'000; ++i) text += ",\"k\":0";
  text += '}';
  Parser parser;
  Budget budget = budget_for(text);
  Findings findings;
  EXPECT_FALSE(parser.parse(as_bytes(text), {}, budget, findings).ok());
  std::uint64_t sum = 0;
  for (const Finding& finding : findings.listed()) sum += finding.count;
  EXPECT_EQ(sum, 20'000U);
  EXPECT_LT(findings.listed().size(), 40U);
}

TEST(JsonParser, KeysThatCollideAreStillCompared) {
  // Same length, same first and last eight bytes: the cheap hash cannot tell them apart.
  std::string text = "{";
  for (int i = 0; i < 3000; ++i) {
    const std::string number = std::to_string(1'000'000 + i);
    text += (i > 0 ? ",\"" : "\"") + ("prefix__" + number + "__suffix") + "\":1";
  }
  Parser parser;
  Budget budget = budget_for(text);
  Findings findings;
  EXPECT_TRUE(parser.parse(as_bytes(text + "}"), {}, budget, findings).ok());
  EXPECT_TRUE(parser.used_fast_path());
  Budget again = budget_for(text);
  EXPECT_FALSE(parser.parse(as_bytes(text + ",\"prefix__1000007__suffix\":1}"), {}, again, findings).ok());
  EXPECT_TRUE(findings.has(FindingCode::kJsonDuplicateKey));
}

TEST(JsonParser, NamesLineAndColumn) {
  const std::string text = "{\n  \"a\": 1,\n  \"b\": tru\n}";
  Parser parser;
  Budget budget = budget_for(text);
  Findings findings;
  const Result<Document> document = parser.parse(as_bytes(text), {}, budget, findings);
  ASSERT_FALSE(document.ok());
  EXPECT_EQ(document.error().message, "line 3, column 8: expected a value, found \"t\"");
  ASSERT_EQ(findings.listed().size(), 1U);
  EXPECT_EQ(findings.listed()[0].where.line, 3U);
  EXPECT_EQ(findings.listed()[0].where.column, 8U);
}

TEST(JsonParser, QuotesKeysThroughReportText) {
  const std::string secret = std::string("AKIA") + "IOSFODNN7" + "EXAMPLEKEY1";
  const std::string text = "{\"" + secret + "\":1,\"" + secret + "\":2,\"\\u001b[31m\":1,\"\\u001b[31m\":2}";
  Parser parser;
  Budget budget = budget_for(text);
  Findings findings;
  EXPECT_FALSE(parser.parse(as_bytes(text), {}, budget, findings).ok());
  ASSERT_EQ(findings.listed().size(), 2U);
  for (const Finding& finding : findings.listed()) {
    EXPECT_EQ(finding.detail.str().find(secret), std::string::npos);
    EXPECT_EQ(finding.detail.str().find('\x1b'), std::string::npos);
  }
}

TEST(JsonParser, EveryTruncationIsRefused) {
  const std::string text = R"({"a":[1,2.5,"x\u00e9\n",{"b":null}],"c":true,"d":18446744073709551616})";
  Parser parser;
  for (std::size_t length = 0; length < text.size(); ++length) {
    Budget budget = budget_for(text);
    Findings findings;
    EXPECT_FALSE(parser.parse(as_bytes(text.substr(0, length)), {}, budget, findings).ok()) << length;
    EXPECT_FALSE(findings.is_complete()) << length;
  }
}

}  // namespace
}  // namespace sluice::json::testing
