#include "sanitize/html/tokenizer.h"

#include <string>
#include <vector>

#include "sanitize/html/entities.h"

namespace sluice::sanitize::html {
namespace {

TEST(HtmlElements, EveryNameOfTheTableIsFoundInAnyCase) {
  for (std::size_t i = 1; i < kElementCount; ++i) {
    const auto element = static_cast<Element>(i);
    std::string name(element_info(element).name);
    EXPECT_EQ(find_element(name), element) << name;
    for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    EXPECT_EQ(find_element(name), element) << name;
    EXPECT_EQ(find_element(name + "x"), Element::kUnknown) << name;
    EXPECT_EQ(find_element(std::string(1, '\0') + name), Element::kUnknown) << name;
    EXPECT_EQ(find_element(name + std::string(1, '\0')), Element::kUnknown) << name;
  }
  EXPECT_EQ(find_element("image"), Element::kImg);
  EXPECT_EQ(find_element(""), Element::kUnknown);
  EXPECT_EQ(find_element(std::string(16, '\xFF')), Element::kUnknown);
}

TEST(HtmlTokenizer, TextWithoutMarkupIsAViewOfTheInput) {
  const std::string input = "a < b > c\"d";
  Budget budget;
  ASSERT_TRUE(budget.admit_input(input.size()));
  Tokenizer tokenizer(input, budget);
  const Token& token = tokenizer.next();
  EXPECT_EQ(token.text.data(), input.data());
  EXPECT_EQ(token.text, input);
}

TEST(HtmlTokenizer, EveryTruncationEnds) {
  const std::string input =
      "<!DOCTYPE html><!-- c --!><p title='a&amp;b' x=y/><![CDATA[z]]></p >&notit;&#x80;\r\n</><?pi?></ x><a/b=c>";
  for (std::size_t size = 0; size <= input.size(); ++size) {
    Budget budget;
    ASSERT_TRUE(budget.admit_input(size));
    Tokenizer tokenizer(std::string_view(input).substr(0, size), budget);
    std::size_t tokens = 0;
    std::size_t at = 0;
    while (tokenizer.next().kind != TokenKind::kEnd) {
      ASSERT_GT(tokenizer.position(), at);
      at = tokenizer.position();
      ASSERT_LE(++tokens, size);
    }
    EXPECT_TRUE(budget.ok());
  }
}

TEST(HtmlTokenizer, ReadsEachByteOnce) {
  const std::vector<std::string> units = {
      "<",    "</",           "</>",  "&",         "&#",
      "&not", "<a ",          "<!--", "<![CDATA[", "<?x",
      "=\"",  "<script><!--", "\r",   "<a b=c>",   "&CounterClockwiseContourIntegra"};
  for (const std::string& unit : units) {
    SCOPED_TRACE(unit);
    std::string input;
    while (input.size() < 200'000) input += unit;
    Limits limits;
    limits.max_steps = 1;
    Budget budget(limits);
    ASSERT_TRUE(budget.admit_input(input.size()));
    Tokenizer tokenizer(input, budget);
    while (tokenizer.next().kind != TokenKind::kEnd) {
    }
    EXPECT_TRUE(budget.ok());
  }
}

TEST(HtmlTokenizer, RepeatedAttributesAreCountedAndStoredUpToACap) {
  std::string input = "<p";
  for (int i = 0; i < 16'000; ++i) input += " a" + std::to_string(i);
  input += ">";
  Budget budget;
  ASSERT_TRUE(budget.admit_input(input.size()));
  Tokenizer tokenizer(input, budget);
  const Token& token = tokenizer.next();
  EXPECT_EQ(token.attribute_count, 16'000U);
  EXPECT_EQ(token.attributes.size(), Tokenizer::kStoredAttributes);
}

}  // namespace
}  // namespace sluice::sanitize::html
