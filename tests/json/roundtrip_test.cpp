// What is written parses to the value that was accepted, and is written again the same way.
#include "json/rebuild.h"
#include "json/support.h"

namespace sluice::json::testing {
namespace {

TEST(JsonRoundTrip, WithEveryOption) {
  std::string wide = "[";
  for (int i = 0; i < 3'000; ++i) {
    wide += "{\"k" + std::to_string(i) + "\":[" + std::to_string(i * 7919) + ",0." + std::to_string(i) +
            ",\"<\\n&\",null]},";
  }
  wide += "1]";
  const std::vector<std::string> texts = {
      wide,
      "[\"" + std::string(70'000, '<') + "\xE2\x80\xA8\",\"" + std::string(40'000, 'x') + "\xC3\xA9\"]",
      "{\"" + std::string(5'000, '&') + "\":{\"" + std::string(33'000, '\x7F') + "\":[]}}",
      "[" + std::string(50'000, '1') + ",18446744073709551616,-0.0,1e-400,9007199254740993]",
      std::string(60, '[') + R"({"a":{},"b":[]})" + std::string(60, ']'),
      "[true,false,null,\"\"]",
  };
  for (const std::string& text : texts) {
    Parser parser;
    Limits limits;
    limits.max_depth = 100;
    Budget budget = budget_for(text, limits);
    Findings findings;
    const Result<Document> document = parser.parse(as_bytes(text), {}, budget, findings);
    ASSERT_TRUE(document.ok()) << text.substr(0, 50);
    const std::string value = text_of(document->root());
    for (const bool html : {false, true}) {
      for (const unsigned indent : {0U, 1U, 700U}) {
        RebuildOptions options;
        options.escape_html = html;
        options.indent = value.size() > 10'000 ? indent % 2 : indent;
        budget.credit_work(1'000'000);
        const Result<Bytes> bytes = rebuild(*document, options, budget);
        ASSERT_TRUE(bytes.ok());
        Parser again;
        Budget wide_budget = budget_for(as_chars(*bytes), limits);
        const Result<Document> back = again.parse(*bytes, {}, wide_budget, findings);
        ASSERT_TRUE(back.ok());
        EXPECT_EQ(text_of(back->root()), value);
        const Result<Bytes> twice = rebuild(*back, options, wide_budget);
        ASSERT_TRUE(twice.ok());
        EXPECT_TRUE(*twice == *bytes);
        if (html) {
          EXPECT_EQ(as_chars(*bytes).find_first_of("<>&"), std::string_view::npos);
        }
      }
    }
  }
}

TEST(JsonRoundTrip, NoTruncatedTextIsTaken) {
  const std::string text = R"({"a":[1.5,true,{"b":"x\u00e9"}],"c":null})";
  Parser parser;
  for (std::size_t size = 0; size <= text.size(); ++size) {
    Budget budget = budget_for(text);
    Findings findings;
    EXPECT_EQ(parser.parse(as_bytes(text.substr(0, size)), {}, budget, findings).ok(), size == text.size()) << size;
  }
}

}  // namespace
}  // namespace sluice::json::testing
