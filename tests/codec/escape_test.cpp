#include "codec/escape.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sluice::codec {
namespace {

using Kind = Escape::Kind;

struct Case {
  const char* text;
  Kind kind;
  std::size_t length;
  std::string meaning;
  bool is_revealing;
};

TEST(Escape, Table) {
  const std::vector<Case> cases = {
      {"%41", Kind::kPercent, 3, "A", true},
      {"%7e.", Kind::kPercent, 3, "~", true},
      {"%0A", Kind::kPercent, 3, "\n", false},
      {"%C3%A9", Kind::kPercent, 3, "\xC3", false},
      {"%4", Kind::kNone, 0, "", false},
      {"%4g", Kind::kNone, 0, "", false},
      {"%", Kind::kNone, 0, "", false},
      {"100%", Kind::kNone, 0, "", false},
      {"\\u0067x", Kind::kBackslash, 6, "g", true},
      {"\\u00e9", Kind::kBackslash, 6, "\xC3\xA9", false},
      {"\\u20ac", Kind::kBackslash, 6, "\xE2\x82\xAC", false},
      {"\\ud83d\\ude00", Kind::kNone, 0, "", false},
      {"\\u006", Kind::kNone, 0, "", false},
      {"\\u{67}", Kind::kBackslash, 6, "g", true},
      {"\\u{1F600}", Kind::kBackslash, 9, "\xF0\x9F\x98\x80", false},
      {"\\u{110000}", Kind::kNone, 0, "", false},
      {"\\u{67", Kind::kNone, 0, "", false},
      {"\\u{}", Kind::kNone, 0, "", false},
      {"\\U00000067", Kind::kBackslash, 10, "g", true},
      {"\\U0000006", Kind::kNone, 0, "", false},
      {"\\x67", Kind::kBackslash, 4, "g", true},
      {"\\xff", Kind::kBackslash, 4, "\xFF", false},
      {"\\x6", Kind::kNone, 0, "", false},
      {"\\147", Kind::kBackslash, 4, "g", true},
      {"\\477", Kind::kNone, 0, "", false},
      {"\\14", Kind::kNone, 0, "", false},
      {"\\n", Kind::kBackslash, 2, "\n", false},
      {"\\\"", Kind::kBackslash, 2, "\"", true},
      {"\\/", Kind::kBackslash, 2, "/", true},
      {"\\\\u0067", Kind::kBackslash, 2, "\\", true},
      {"\\\\d", Kind::kBackslash, 2, "\\", false},
      {"\\\\", Kind::kBackslash, 2, "\\", false},
      {"\\d", Kind::kNone, 0, "", false},
      {"\\", Kind::kNone, 0, "", false},
      {"&#103;", Kind::kEntity, 6, "g", true},
      {"&#103p", Kind::kEntity, 5, "g", true},
      {"&#x67;", Kind::kEntity, 6, "g", true},
      {"&#X0067;", Kind::kEntity, 8, "g", true},
      {"&#8364;", Kind::kEntity, 7, "\xE2\x82\xAC", false},
      {"&#xD800;", Kind::kNone, 0, "", false},
      {"&#x110000;", Kind::kNone, 0, "", false},
      {"&#;", Kind::kNone, 0, "", false},
      {"&#x;", Kind::kNone, 0, "", false},
      {"&amp;", Kind::kEntity, 5, "&", true},
      {"&lowbar;x", Kind::kEntity, 8, "_", true},
      {"&UnderBar;", Kind::kEntity, 10, "_", true},
      {"&NewLine;", Kind::kEntity, 9, "\n", false},
      {"&amp", Kind::kNone, 0, "", false},
      {"&AMP;", Kind::kNone, 0, "", false},
      {"&&", Kind::kNone, 0, "", false},
      {"a", Kind::kNone, 0, "", false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text);
    const Escape escape = read_escape(as_bytes(c.text), 0);
    EXPECT_EQ(escape.kind, c.kind);
    EXPECT_EQ(escape.length, c.length);
    EXPECT_EQ(to_string(ByteView(escape.bytes).first(escape.size)), c.meaning);
    EXPECT_EQ(escape.is_revealing, c.is_revealing);
  }
}

TEST(Escape, LongNumbersEndAtTheLimit) {
  const std::string zeros = "&#x00000000000000000067;";
  const Escape escape = read_escape(as_bytes(zeros), 0);
  EXPECT_LE(escape.length, kMaxEscapeBytes);
  EXPECT_EQ(read_escape(as_bytes("text &amp;"), 5).size, 1U);
  EXPECT_EQ(read_escape({}, 0).kind, Kind::kNone);
}

}  // namespace
}  // namespace sluice::codec
