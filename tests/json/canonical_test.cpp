#include "json/canonical.h"

#include <algorithm>
#include <random>

#include "json/equality.h"
#include "json/support.h"

namespace sluice::json::testing {
namespace {

struct Answer {
  std::string text;  // or "budget", "not JSON"
  CanonicalProblem problem;
  std::string pointer;  // of the problem
};

Answer canonical(std::string_view text, const ParsePolicy& policy = {}, const Limits& limits = {}) {
  Parser parser;
  Budget budget = budget_for(text, limits);
  Findings findings;
  const Result<Document> document = parser.parse(as_bytes(text), policy, budget, findings);
  if (!document) return {"not JSON", {}, {}};
  Answer answer;
  const Result<Bytes> bytes = canonicalize(*document, budget, answer.problem);
  if (bytes) {
    answer.text = to_string(*bytes);
  } else {
    answer.text = bytes.error().code == ErrorCode::kBudgetExhausted ? "budget" : "";
    answer.pointer = document->pointer_of(answer.problem.id);
  }
  return answer;
}

TEST(JsonCanonical, WritesTheFormOfRfc8785) {
  struct Row {
    const char* name;
    std::string text;
    std::string expected;
  };
  const std::vector<Row> table = {
      {"the example of the RFC",
       "{\"numbers\":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"
       R"("string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]})",
       "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\"string\":"
       "\"\xE2\x82\xAC$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"},
      {"keys by UTF-16, as the RFC shows",
       R"({"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",)"
       R"("\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"})",
       "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xC2\x80\":\"Control\",\"\xC3\xB6\":\"Latin Small Letter O With "
       "Diaeresis\",\"\xE2\x82\xAC\":\"Euro Sign\",\"\xF0\x9F\x98\x80\":\"Emoji: Grinning Face\",\"\xEF\xAC\xB3\":"
       "\"Hebrew Letter Dalet With Dagesh\"}"},
      {"prefixes first", R"({"aa":1,"":2,"a":3,"ab":4})", R"({"":2,"a":3,"aa":1,"ab":4})"},
      {"at every depth", R"({"b":[{"d":1,"c":{}}],"a":{"y":[],"x":0}})",
       R"({"a":{"x":0,"y":[]},"b":[{"c":{},"d":1}]})"},
      {"whole numbers alike", "[1.0,100e0,-0,-0.0,1e20,0.1e1]", ""},
      {"numbers", "[1.0,100e0,-0,-0.0,1e21,0.1e1,-5e-324]", "[1,100,0,0,1e+21,1,-5e-324]"},
      {"the largest integers", "[9007199254740991,-9007199254740991]", "[9007199254740991,-9007199254740991]"},
      {"no escapes for browsers", "\"<>&\xE2\x80\xA8\x7F\"", "\"<>&\xE2\x80\xA8\x7F\""},
      {"scalar", " true ", "true"},
  };
  for (const Row& row : table) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(canonical(row.text).text, row.expected);
    if (!row.expected.empty()) {
      EXPECT_EQ(canonical(row.expected).text, row.expected) << "not a fixed point";
    }
  }
}

TEST(JsonCanonical, RefusesWhatWouldCollapse) {
  struct Row {
    std::string text;
    CanonicalFault fault;
    std::string pointer;
  };
  const std::vector<Row> table = {
      {R"({"a":[1,9007199254740992]})", CanonicalFault::kNumber, "/a/1"},
      {"[-9007199254740992]", CanonicalFault::kNumber, "/0"},
      {"[18446744073709551615]", CanonicalFault::kNumber, "/0"},
      {"[18446744073709551616]", CanonicalFault::kNumber, "/0"},
      {"[0.12345678901234567890]", CanonicalFault::kNumber, "/0"},
      {"[1e400]", CanonicalFault::kNumber, "/0"},
      {"[9007199254740992.0]", CanonicalFault::kNumber, "/0"},
      {"[-1e20]", CanonicalFault::kNumber, "/0"},
      {R"({"x":{"a":1,"b":2,"\u0061":3}})", CanonicalFault::kDuplicate, "/x/a"},
  };
  ParsePolicy policy;
  policy.duplicate_key = OnAnomaly::kKeep;
  for (const Row& row : table) {
    SCOPED_TRACE(row.text);
    const Answer answer = canonical(row.text, policy);
    EXPECT_EQ(answer.text, "");
    EXPECT_EQ(answer.problem.fault, row.fault);
    EXPECT_EQ(answer.pointer, row.pointer);
  }
}

std::u16string utf16(std::string_view text) {
  std::u16string out;
  for (std::size_t i = 0; i < text.size();) {
    std::uint32_t code_point = static_cast<unsigned char>(text[i]);
    const std::size_t length = code_point < 0x80 ? 1 : detail::utf8_length(text.substr(i), code_point);
    if (code_point > 0xFFFF) {
      out += static_cast<char16_t>(0xD800 + ((code_point - 0x10000) >> 10));
      out += static_cast<char16_t>(0xDC00 + ((code_point - 0x10000) & 0x3FF));
    } else {
      out += static_cast<char16_t>(code_point);
    }
    i += length;
  }
  return out;
}

TEST(JsonCanonical, OrdersAsUtf16) {
  const std::vector<std::string> characters = {"",
                                               "a",
                                               "\x7F",
                                               "\xC2\x80",
                                               "\xDF\xBF",
                                               "\xE0\xA0\x80",
                                               "\xED\x9F\xBF",
                                               "\xEE\x80\x80",
                                               "\xEF\xBF\xBF",
                                               "\xF0\x90\x80\x80",
                                               "\xF1\x80\x80\x80",
                                               "\xF4\x8F\xBF\xBF"};
  std::vector<std::string> keys;
  for (const std::string& a : characters) {
    for (const std::string& b : characters) keys.push_back(a + b);
  }
  for (const std::string& a : keys) {
    for (const std::string& b : keys) EXPECT_EQ(is_before_in_utf16(a, b), utf16(a) < utf16(b)) << a << ' ' << b;
  }
}

// A random value; members of objects in the order `shuffle` says.
std::string random_value(std::mt19937_64& random, std::mt19937_64& shuffle, int depth) {
  static const std::vector<std::string> scalars = {
      "0",    "-1",   "1.5", "1e3", "12345678901",        "\"x\"", "\"\\u00e9\\n<\"",
      "true", "null", "0.1", "3.0", "\"\\ud83d\\ude00\"", "1e-9"};
  const std::uint64_t kind = depth == 0 ? 9 : random() % 10;
  if (kind < 3) {
    std::string out = "[";
    for (std::uint64_t i = random() % 4; i > 0; --i)
      out += random_value(random, shuffle, depth - 1) + (i > 1 ? "," : "");
    return out + "]";
  }
  if (kind < 7) {
    std::vector<std::string> members;
    for (std::uint64_t i = random() % 5; i > 0; --i) {
      static const std::vector<std::string> starts = {"", "a", "\\u00e9", "\\ud83d\\ude00", "\\uffff"};
      members.push_back("\"" + starts[random() % starts.size()] + std::to_string(i) +
                        "\":" + random_value(random, shuffle, depth - 1));
    }
    std::shuffle(members.begin(), members.end(), shuffle);
    std::string out = "{";
    for (const std::string& member : members) out += member + ",";
    if (!members.empty()) out.pop_back();
    return out + "}";
  }
  return scalars[random() % scalars.size()];
}

TEST(JsonCanonical, EqualDocumentsGetTheSameBytes) {
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    std::mt19937_64 random(seed);
    std::mt19937_64 again(seed);
    std::mt19937_64 one(1);
    std::mt19937_64 other(2);
    const std::string a = random_value(random, one, 4);
    const std::string b = random_value(again, other, 4);
    const std::string canonical_a = canonical(a).text;
    ASSERT_FALSE(canonical_a.empty()) << a;
    EXPECT_EQ(canonical_a, canonical(b).text) << a << '\n' << b;
    EXPECT_EQ(canonical(canonical_a).text, canonical_a);
    Parser parser_a;
    Parser parser_c;
    Findings findings;
    Budget budget = budget_for(a + canonical_a);
    const Result<Document> value = parser_a.parse(as_bytes(a), {}, budget, findings);
    const Result<Document> back = parser_c.parse(as_bytes(canonical_a), {}, budget, findings);
    ASSERT_TRUE(value.ok() && back.ok());
    StepCounter steps;
    EXPECT_TRUE(are_equal(value->root(), back->root(), steps)) << a;
  }
}

TEST(JsonCanonical, StaysInTheBudget) {
  // Many keys: the sort is charged.
  std::string text = "{";
  for (int i = 0; i < 20'000; ++i) text += "\"" + std::to_string((i * 7919) % 20'000) + "\":0,";
  text.back() = '}';
  EXPECT_EQ(canonical(text).text.size(), text.size());
  Limits limits;
  limits.max_steps = 4;
  EXPECT_EQ(canonical(text, {}, limits).text, "budget");
  limits = {};
  limits.max_output_bytes = text.size() - 1;
  EXPECT_EQ(canonical(text, {}, limits).text, "budget");
  // Deep nesting needs no stack.
  limits = {};
  limits.max_depth = 1000;
  const std::string deep = std::string(999, '[') + std::string(999, ']');
  EXPECT_EQ(canonical(deep, {}, limits).text, deep);
  // Strings longer than the writer's block.
  const std::string wide = "[\"" + std::string(100'001, 'x') + "\xC3\xA9\"]";
  EXPECT_EQ(canonical(wide).text, wide);
}

}  // namespace
}  // namespace sluice::json::testing
