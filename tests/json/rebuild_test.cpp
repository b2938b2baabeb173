#include "json/rebuild.h"

#include <map>

#include "json/support.h"

namespace sluice::json::testing {
namespace {

std::string rebuilt(std::string_view text, const RebuildOptions& options = {}, const ParsePolicy& policy = {}) {
  Parser parser;
  Budget budget = budget_for(text);
  Findings findings;
  const Result<Document> document = parser.parse(as_bytes(text), policy, budget, findings);
  if (!document) return "not JSON";
  const Result<Bytes> bytes = rebuild(*document, options, budget);
  return bytes ? to_string(*bytes) : "error";
}

TEST(JsonRebuild, WritesTheValueAnew) {
  struct Row {
    const char* name;
    std::string text;
    std::string expected;
  };
  const std::vector<Row> table = {
      {"white space goes", " { \"b\" : [ 1 , 2 ] ,\n\"a\" : { } , \"e\":[ ] } ", R"({"b":[1,2],"a":{},"e":[]})"},
      {"integers as read", "[0,-1,9223372036854775807,18446744073709551615,-9223372036854775808]",
       "[0,-1,9223372036854775807,18446744073709551615,-9223372036854775808]"},
      {"doubles shortest", "[1.50,1e2,0.1,-0.0,1E-7]", "[1.5,100.0,0.1,-0.0,1e-07]"},
      {"doubles past 2^53 by their shortest digits", "[92233720368545780.0,9007199254740992.0,1e300]",
       "[9.223372036854578e+16,9.007199254740992e+15,1e+300]"},
      {"big numbers as text", "[18446744073709551616,1e999,0.12345678901234567890]",
       "[18446744073709551616,1e999,0.12345678901234567890]"},
      {"escapes minimal", R"(["\u0041\/\u00e9\t\u0001\u001f\""])", "[\"A/\xC3\xA9\\t\\u0001\\u001f\\\"\"]"},
      {"order stays", R"({"z":1,"a":2,"m":3})", R"({"z":1,"a":2,"m":3})"},
      {"scalar", "\"x\"", "\"x\""},
  };
  for (const Row& row : table) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(rebuilt(row.text), row.expected);
    EXPECT_EQ(rebuilt(row.expected), row.expected) << "not a fixed point";
  }
}

TEST(JsonRebuild, EscapesForBrowsers) {
  RebuildOptions options;
  options.escape_html = true;
  const std::string out = rebuilt("{\"</script>&\":\"<b>\xE2\x80\xA8\xE2\x80\xA9\"}", options);
  EXPECT_EQ(out, R"({"\u003c/script\u003e\u0026":"\u003cb\u003e\u2028\u2029"})");
  EXPECT_EQ(rebuilt(out), "{\"</script>&\":\"<b>\xE2\x80\xA8\xE2\x80\xA9\"}");
}

TEST(JsonRebuild, EscapesAtEveryPlaceOfAString) {
  // One odd byte at each place of strings around the width of the fast path.
  for (const std::string odd :
       {"\"", "\\", "\n", "\x01", "\x1f", "\x7f", "<", ">", "&", " ", "!", "\xC3\xA9", "\xE2\x80\xA8"}) {
    for (std::size_t size = 0; size < 20; ++size) {
      for (std::size_t at = 0; at <= size; ++at) {
        const std::string raw = std::string(at, 'x') + odd + std::string(size - at, 'y');
        for (const bool html : {false, true}) {
          std::string expected;
          append_quoted(expected, raw, {html, false});
          std::string source;
          append_quoted(source, raw, {false, true});
          RebuildOptions options;
          options.escape_html = html;
          EXPECT_EQ(rebuilt(source, options), expected);
        }
      }
    }
  }
}

TEST(JsonRebuild, Indents) {
  RebuildOptions options;
  options.indent = 2;
  options.end_with_newline = true;
  EXPECT_EQ(rebuilt(R"({"a":[1,{}],"b":[]})", options), "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}\n");
}

class Replacer : public StringEditor {
 public:
  bool edit(const Leaf& leaf, std::string& out) override {
    log +=
        std::string(leaf.is_key ? "k:" : "v:") + std::string(leaf.text) + (leaf.join == Join::kAdjacent ? "+ " : " ");
    if (leaf.text.find("secret") == std::string_view::npos) return false;
    out = "[gone]";
    return true;
  }
  std::string log;
};

TEST(JsonRebuild, EditsLeavesAndKeys) {
  Replacer editor;
  RebuildOptions options;
  options.editor = &editor;
  EXPECT_EQ(rebuilt(R"({"secret1":"secret","secret2":["a","my secret",1,"b"],"[gone]#2":0,"c":{"c":1}})", options),
            R"({"[gone]":"[gone]","[gone]#3":["a","[gone]",1,"b"],"[gone]#2":0,"c":{"c":1}})");
  EXPECT_EQ(editor.log, "k:secret1 v:secret k:secret2 v:a v:my secret+ v:b k:[gone]#2 k:c k:c ");
}

TEST(JsonRebuild, OnlyEditedKeysAreToldApart) {
  Replacer editor;
  RebuildOptions options;
  options.editor = &editor;
  ParsePolicy policy;
  policy.duplicate_key = OnAnomaly::kKeep;
  EXPECT_EQ(rebuilt(R"({"a":1,"a":2,"my secret":3,"b":{"secret":4},"secret":5})", options, policy),
            R"({"a":1,"a":2,"[gone]":3,"b":{"[gone]":4},"[gone]#2":5})");
}

TEST(JsonRebuild, DropsMembers) {
  const std::string text = R"({"a":1,"b":{"x":[1,2]},"c":{"d":3,"e":4}})";
  Parser parser;
  Budget budget = budget_for(text);
  Findings findings;
  const Result<Document> document = parser.parse(as_bytes(text), {}, budget, findings);
  ASSERT_TRUE(document.ok());
  std::vector<std::uint32_t> dropped;
  document->for_each_string([&](const Leaf& leaf) {
    if (leaf.text == "b" || leaf.text == "d") dropped.push_back(leaf.id);
  });
  RebuildOptions options;
  options.dropped_members = dropped;
  const Result<Bytes> bytes = rebuild(*document, options, budget);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(to_string(*bytes), R"({"a":1,"c":{"e":4}})");
}

TEST(JsonRebuild, StaysInTheOutputBudget) {
  const std::string text = "[\"" + std::string(1000, '<') + "\"]";
  Limits limits;
  limits.max_output_bytes = 2000;
  Parser parser;
  Budget budget = budget_for(text, limits);
  Findings findings;
  const Result<Document> document = parser.parse(as_bytes(text), {}, budget, findings);
  ASSERT_TRUE(document.ok());
  RebuildOptions options;
  EXPECT_TRUE(rebuild(*document, options, budget).ok());
  options.escape_html = true;
  EXPECT_EQ(rebuild(*document, options, budget).error().code, ErrorCode::kBudgetExhausted);
}

TEST(JsonDocument, VisitsStringsInReadingOrder) {
  const std::string text = R"({"a":["x","y",["z","w"],"v"],"b":{"c":"d"},"e":"f","g":["h",1,"i"]})";
  Parser parser;
  Budget budget = budget_for(text);
  Findings findings;
  const Result<Document> document = parser.parse(as_bytes(text), {}, budget, findings);
  ASSERT_TRUE(document.ok());
  std::string log;
  document->for_each_string([&](const Leaf& leaf) {
    log += (leaf.is_key ? "k" : "v") + std::string(leaf.text) + (leaf.join == Join::kAdjacent ? "+ " : " ");
    log += document->pointer_of(leaf.id) + " ";
  });
  EXPECT_EQ(
      log,
      "ka /a vx /a/0 vy+ /a/1 vz /a/2/0 vw+ /a/2/1 vv /a/3 kb /b kc /b/c vd /b/c ke /e vf /e kg /g vh /g/0 vi /g/2 ");
}

TEST(JsonWriter, IsAlwaysJson) {
  std::string out;
  Writer writer(out, 2);
  writer.begin_object();
  writer.member("text", "a\"b\n\xFF");
  writer.member("yes", true);
  writer.member("n", std::uint64_t{18446744073709551615U});
  writer.key("list");
  writer.begin_array();
  writer.number(0.1);
  writer.null();
  writer.begin_object();
  writer.end_object();
  writer.end_array();
  writer.end_object();
  EXPECT_EQ(out,
            "{\n  \"text\": \"a\\\"b\\n\xEF\xBF\xBD\",\n  \"yes\": true,\n  \"n\": 18446744073709551615,\n"
            "  \"list\": [\n    0.1,\n    null,\n    {}\n  ]\n}");
  EXPECT_NE(rebuilt(out), "not JSON");
  std::string ascii;
  append_quoted(ascii, "\xF0\x9F\x98\x80\xC3\xA9", {false, true});
  EXPECT_EQ(ascii, R"("\ud83d\ude00\u00e9")");
}

}  // namespace
}  // namespace sluice::json::testing
