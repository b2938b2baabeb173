// The format `regex` against ECMA-262's grammar with the flag `u`, and against the patterns that a schema may hold.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "json/formats.h"
#include "json/pattern.h"

namespace sluice::json {
namespace {

struct Row {
  std::string text;
  bool is_valid;
};

TEST(JsonFormat, Regex) {
  const std::vector<Row> table = {
      {"", true},
      {"|", true},
      {"()", true},
      {"a|b*?c+?d??", true},
      {"^(?:a(?=b)(?!c)(?<=d)(?<!e))$", true},
      {"(", false},
      {")", false},
      {"(?)", false},
      {"(?i)a", false},
      {"(?i:a)", false},
      {"(?>a)", false},
      {"(?P<n>a)", false},
      {"*", false},
      {"^*", false},
      {"a**", false},
      {"a++", false},
      {"(|*)", false},
      {"(?=a)*", false},
      {"(?<=a)+", false},
      {"((?=a))*", true},
      {"\\b+", false},
      {"a{2}", true},
      {"a{2,}", true},
      {"a{2,10}?", true},
      {"a{10,2}", false},
      {"a{002,2}", true},
      {"a{99999999999999999999,99999999999999999999}", true},
      {"a{99999999999999999999,99999999999999999998}", false},
      {"a{,2}", false},
      {"a{}", false},
      {"a{2", false},
      {"{2}", false},
      {"{", false},
      {"}", false},
      {"]", false},
      {"[", false},
      {"[]", true},
      {"[^]", true},
      {"[[]", true},
      {"[]]", false},
      {"[a-z-9]", true},
      {"[-a]", true},
      {"[a-]", true},
      {"[z-a]", false},
      {"[\\d-z]", false},
      {"[a-\\w]", false},
      {"[\\-\\b\\]]", true},
      {"[\\B]", false},
      {"[\\1]", false},
      {"[\\k]", false},
      {"[\\u{1F600}-\\u{1F64F}]", true},
      {"[\xF0\x9F\x98\x80-\xF0\x9F\x99\x8F]", true},
      {"[\xF0\x9F\x99\x8F-\xF0\x9F\x98\x80]", false},
      {"[\\ud83d\\ude00-\\ud83d\\ude4f]", true},
      {"[\\ud83d-a]", false},
      {"\\d\\D\\w\\W\\s\\S\\t\\n\\v\\f\\r\\0\\/\\.\\|", true},
      {"\\", false},
      {"\\a", false},
      {"\\_", false},
      {"\\-", false},
      {"\\00", false},
      {"\\cA\\cz", true},
      {"\\c", false},
      {"\\c1", false},
      {"\\x4", false},
      {"\\x41", true},
      {"\\u004", false},
      {"\\u{}", false},
      {"\\u{10FFFF}", true},
      {"\\u{110000}", false},
      {"\\u{000000000041}", true},
      {"\\u{41", false},
      {"\\ud800", true},
      {"(a)\\1", true},
      {"\\1(a)", true},
      {"\\1", false},
      {"(a)\\2", false},
      {"\\99999999999999999999", false},
      {"(?<n>a)\\k<n>", true},
      {"\\k<n>(?<n>a)", true},
      {"\\k<n>", false},
      {"\\k", false},
      {"(?<n>a)\\k<n", false},
      {"(?<n>a)(?<n>b)", false},
      {"(?<$_1>a)", true},
      {"(?<1>a)", false},
      {"(?<>a)", false},
      {"\\p{Lu}\\P{Letter}\\p{L}", true},
      {"\\p{Script=Greek}\\p{scx=Grek}\\p{gc=Nd}\\p{digit}", true},
      {"\\p{Emoji}\\p{Extended_Pictographic}\\p{ASCII}", true},
      {"\\p{Script=Nonesuch}", false},
      {"\\p{Greek}", false},
      {"\\p{lu}", false},
      {"\\p{}", false},
      {"\\p{L", false},
      {"\\pL", false},
      {"\\p{Block=Greek}", false},
      {std::string(1000, '(') + std::string(1000, ')'), true},
      {std::string(1001, '(') + std::string(1001, ')'), false},  // the limit on depth
  };
  for (const Row& row : table) EXPECT_EQ(has_format(Format::kRegex, row.text), row.is_valid) << row.text;
}

TEST(JsonFormat, WhatRunsAsAPatternIsARegex) {
  // Patterns that the two readings must agree on; the format takes more, such as back-references.
  const std::vector<std::string> patterns = {
      R"(^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$)",   R"(^[a-z]{1,10}$)",   R"(^\p{Lu}[\p{Ll}\d_-]*$)", R"(^(a+)+$)",
      R"(^(?<year>\d{4})-(?<month>\d{2})$)", R"([^\s@]+@[^\s@]+)", R"(^\u{1F600}\cA\x41$)",    R"([[\]()]{2,})",
  };
  for (const std::string& pattern : patterns) {
    EXPECT_TRUE(SchemaPattern::compile(pattern).ok()) << pattern;
    EXPECT_TRUE(has_format(Format::kRegex, pattern)) << pattern;
    // A start of it that the one takes, the other takes; compile() also takes a brace that stands for itself.
    for (std::size_t size = 0; size < pattern.size(); ++size) {
      const std::string start = pattern.substr(0, size);
      if (has_format(Format::kRegex, start)) {
        EXPECT_TRUE(SchemaPattern::compile(start).ok()) << start;
      }
    }
  }
}

}  // namespace
}  // namespace sluice::json
