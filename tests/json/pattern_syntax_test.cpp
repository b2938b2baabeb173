// What a pattern means, and which are refused; ECMA-262 with the `u` flag.
#include "json/pattern_support.h"

namespace sluice::json::testing {
namespace {

TEST(JsonPattern, Meaning) {
  struct Row {
    std::string pattern;
    std::vector<std::string> matched;
    std::vector<std::string> refused;
  };
  const std::string decimal = R"(^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$)";
  const std::vector<Row> table = {
      // Ends.
      {"", {"", "a"}, {}},
      {"^$", {""}, {"a", "\n"}},
      {"^abc$", {"abc"}, {"abc\n", "\nabc", "xabc", "abcx"}},
      {"a$", {"a", "ba"}, {"a\n", "ab"}},
      {"^a|b$", {"ax", "xb"}, {"xa", "bx"}},
      {"a^b", {}, {"ab", "a^b", "a\nb"}},
      {"^^a$$", {"a"}, {"aa"}},
      {"x|^$", {"", "x"}, {"a"}},
      {"$^", {""}, {"a"}},
      {"(?:^a)*b$", {"b", "ab", "xb"}, {"ba"}},
      // Classes.
      {R"(^\d$)", {"0", "9"}, {"\u0663", "a", ""}},
      {R"(^\D$)", {"\u0663", "a"}, {"0"}},
      {R"(^\w$)", {"a", "Z", "0", "_"}, {"é", "-"}},
      {R"(^\W$)", {"é", "-"}, {"a", "_"}},
      {R"(^\s$)",
       {" ", "\t", "\v", "\f", "\n", "\r", "\u00a0", "\ufeff", "\u2028", "\u2003", "\u3000"},
       {"\u200b", "\u0085", "\x01", "\u180e"}},
      {R"(^\S$)", {"\u200b", "\u0085", "a"}, {" ", "\u00a0", "\ufeff"}},
      {"^.$", {"a", "é", "\U0001F600", "\u0085"}, {"\n", "\r", "\u2028", "\u2029", "", "ab"}},
      {"^[]$", {}, {"", "a", "]"}},
      {"[]", {}, {"", "a", "\U0001F600"}},
      {"^[^]$", {"a", "\n", "\u2028", "\U0001F600"}, {""}},
      {"^[a&&b-d~]$", {"a", "&", "c", "~"}, {"-", "e"}},
      {R"(^[\d-]$)", {"1", "-"}, {"a"}},
      {"^[a-]$", {"a", "-"}, {"b"}},
      {"^[-a]$", {"a", "-"}, {"b"}},
      {R"(^[a\-z]$)", {"a", "-", "z"}, {"b"}},
      {"^[[:alpha:]$", {"[", ":", "p"}, {"b", "]"}},
      {"^[[:alpha:]]$", {}, {"a"}},  // ECMA-262 sees a class and a `]` that closes nothing
      {R"(^[\b]$)", {"\b"}, {"b"}},
      {R"(^[^\S ]$)", {"\t", "\u00a0"}, {" ", "a"}},
      {"^[é-€]$", {"é", "€", "Ω"}, {"e", "\U0001F600"}},
      {"^[\U0001F600-\U0001F602]$", {"\U0001F601"}, {"\U0001F603", "\U0001F5FF"}},
      // Word boundaries know ASCII words only.
      {R"(\bcat\b)", {"cat", "a cat.", "écat"}, {"cats", "_cat"}},
      {R"(\Bcat)", {"bobcat"}, {"cat", "a cat"}},
      // Characters by number.
      {R"(^\cA\cz\x41\0$)",
       {std::string("\x01\x1a"
                    "A\0",
                    4)},
       {"A"}},
      {R"(^\u0041\u{42}\u{000043}$)", {"ABC"}, {"abc"}},
      {R"(^\uD83D\uDE00$)", {"\U0001F600"}, {"\U0001F601"}},
      {R"(^[\uD83D\uDE00]$)", {"\U0001F600"}, {"\U0001F601"}},
      {R"(\ud800)", {}, {"", "a"}},
      {R"(^[^\ud800-\udfff]$)", {"a", "\U0001F600"}, {""}},
      {R"(^[\u0020-\uD7FF\uE000-\uFFFD]$)", {"a", "\uFFFD"}, {"\U0001F600", "\t"}},
      {R"(^\/\-\.\*\$$)", {"/-.*$"}, {"/-x*$"}},
      {R"(^\t\n\v\f\r$)", {"\t\n\v\f\r"}, {"tnvfr"}},
      // Groups and repetitions.
      {"^(?<year>[0-9]{4})-(?<a_$1>b)$", {"2024-b"}, {"24-b"}},
      {"^(?:ab){2}$", {"abab"}, {"ab", "ababab"}},
      {"^a{0}b$", {"b"}, {"ab"}},
      {"^a{2,}$", {"aa", "aaaaa"}, {"a"}},
      {"^a{002,03}$", {"aa", "aaa"}, {"a", "aaaa"}},
      {"^a??b+?c*?$", {"b", "abbc"}, {"ac"}},
      {"^(?:a|)*b$", {"b", "aab"}, {"a"}},
      {"^(?:a*)*$", {"", "aaa"}, {"ab"}},
      {"^a{1,1500}$", {"a", std::string(1500, 'a')}, {"", std::string(1501, 'a')}},
      {"^(?:b|a{1,1500})$", {"b", std::string(1500, 'a')}, {"", std::string(1501, 'a')}},
      {"^.{0,3}$", {"", "ééé", "\U0001F600\U0001F600\U0001F600"}, {"éééé", "a\n"}},
      // Look-around.
      {"^(?=.*[0-9])[a-z0-9]{4,}$", {"abc1"}, {"abcd", "a1"}},
      {"(?<=a)b", {"ab"}, {"cb", "b"}},
      {"(?<!a)b", {"cb", "b"}, {"ab"}},
      {"^(?!x)", {"", "a"}, {"x"}},
      {R"(^(?=.)\d$)", {"1"}, {"\u0663"}},
      {R"((?=a)\bcat|(?=c)\bcat)", {"cat", "écat"}, {"bobcat"}},
      {decimal, {"1.4", "-0", ".5", "+00012."}, {"", "-.", "1E-7", "1.2.3", "1\n"}},
      // Shapes that generators write, in words of our own.
      {R"(^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$)",
       {"P1D", "PT2H", "P1Y2M3DT4H5M6.7S"},
       {"P", "PT", "1D", "P1S"}},
      {R"(^(?:\p{Extended_Pictographic}|\p{Emoji_Component})+$)",
       {"\U0001F600", "\U0001F469\u200D\U0001F4BB"},
       {"a", ""}},
      {R"(^(?=.{1,253}$)(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$)",
       {"a.example", "x-y.z"},
       {"-a.example", "a-.example", "a..b", ""}},
      {R"(^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$)",
       {"a.b@example.org"},
       {".a@example.org", "a..b@example.org", "a@b"}},
      {"^[cC][^\\s-]{8,}$", {"cabcdefgh"}, {"cabc", "c abcdefgh"}},
      {"^[0-7][0-9A-HJKMNP-TV-Z]{25}$", {"01ARZ3NDEKTSV4RRFFQ69G5FAV"}, {"81ARZ3NDEKTSV4RRFFQ69G5FAV"}},
      {"^[A-Za-z0-9_-]{21}$", {"V1StGXR8_Z5jdHi6B-myT"}, {"V1StGXR8"}},
      {R"(^[\w-]+\.[\w-]+\.[\w-]*$)", {"aa.bb.cc", "aa.bb."}, {"aa.bb", "a.b.c.d"}},
      {"^(?:[0-9a-zA-Z+/]{4})*(?:[0-9a-zA-Z+/]{2}==|[0-9a-zA-Z+/]{3}=)?$", {"", "QUJD", "QQ==", "QUI="}, {"Q", "QQ="}},
      {R"(^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!/)|(?=/))){4}/(?:3[0-2]|[12]?\d)$)",
       {"10.0.0.0/8"},
       {"256.0.0.0/8", "10.0.0.0/33", "10.0.0/8"}},
      {R"(^[\p{L}\p{N} .'-]{1,80}$)", {"Zoë O'Neill", "Łódź 2"}, {"", "a_b", std::string(81, 'a')}},
      {R"(^(?:\p{L}{1,10} ?){1,20}$)", {"Zoë Öl"}, {"", "a  b"}},
      {R"(^\p{Lu}\p{Ll}*$)", {"Änne", "Z"}, {"änne", "ÄN"}},
      {R"(\B)", {"ab", ""}, {"a", "b\u20acx\u00e9b"}},
      {R"(^\+[1-9]\d{6,14}$)", {"+4930123456"}, {"004930123456", "+0301234567"}},
  };
  for (const Row& row : table) {
    SCOPED_TRACE(row.pattern);
    if (row.pattern == "^[[:alpha:]]$") {
      EXPECT_FALSE(SchemaPattern::compile(row.pattern).ok());
      continue;
    }
    for (const std::string& text : row.matched) expect_answer(row.pattern, text, true);
    for (const std::string& text : row.refused) expect_answer(row.pattern, text, false);
  }
}

TEST(JsonPattern, Refuses) {
  struct Row {
    std::string pattern;
    std::string reason;  // the whole message
  };
  const std::string references = "no engine can match one in bounded time, so schemas may not use it";
  const std::vector<Row> table = {
      {"(a", "a group without its ')' at byte 0"},
      {"a(b|(c)", "a group without its ')' at byte 1"},
      {"a)", "a ')' that closes nothing; the character is written \\) at byte 1"},
      {"[a", "a character class without its ']' at byte 0"},
      {"a]", "a ']' that closes nothing; the character is written \\] at byte 1"},
      {"a}", "a '}' that closes nothing; the character is written \\} at byte 1"},
      {"a{", "a '{' that begins no {n}, {n,} or {n,m}; the character is written \\{ at byte 1"},
      {"a{,3}", "a '{' that begins no {n}, {n,} or {n,m}; the character is written \\{ at byte 1"},
      {"a{ 3}", "a '{' that begins no {n}, {n,} or {n,m}; the character is written \\{ at byte 1"},
      {"{a}", "nothing to repeat before '{'; the character is written \\{ at byte 0"},
      {"a{3,2}", "a repetition whose least count is above its greatest at byte 1"},
      {"*a", "nothing to repeat before '*'; the character is written \\* at byte 0"},
      {"a**", "nothing to repeat before '*'; the character is written \\* at byte 2"},
      {"a++", "nothing to repeat before '+'; the character is written \\+ at byte 2"},
      {"a???", "nothing to repeat before '?'; the character is written \\? at byte 3"},
      {"^*", "nothing to repeat before '*'; the character is written \\* at byte 1"},
      {"(?=a)*", "nothing to repeat before '*'; the character is written \\* at byte 5"},
      {"(?<!a){2}", "nothing to repeat before '{'; the character is written \\{ at byte 6"},
      {"(|*)", "nothing to repeat before '*'; the character is written \\* at byte 2"},
      {"(?i)a", "a kind of group that ECMA-262 does not have, or flags inside a pattern at byte 0"},
      {"(?>a)", "a kind of group that ECMA-262 does not have, or flags inside a pattern at byte 0"},
      {"(?P<n>a)", "a kind of group that ECMA-262 does not have, or flags inside a pattern at byte 0"},
      {"(?<1a>b)", "a group name that is no identifier at byte 0"},
      {"(?<>b)", "a group name that is no identifier at byte 0"},
      {"(?<n>a)(?<n>b)", "a second group of the same name at byte 7"},
      {R"((a)\1)", "a back-reference (\\1): " + references + " at byte 3"},
      {R"((?<n>a)\k<n>)", "a back-reference (\\k): " + references + " at byte 7"},
      {R"(\a)", "an escape that ECMA-262 does not have: \\a at byte 0"},
      {R"(\A)", "an escape that ECMA-262 does not have: \\A at byte 0"},
      {R"(\Z)", "an escape that ECMA-262 does not have: \\Z at byte 0"},
      {R"(\Q.\E)", "an escape that ECMA-262 does not have: \\Q at byte 0"},
      {"\\é", "an escape that ECMA-262 does not have at byte 0"},
      {"a\\", "a backslash at the end at byte 1"},
      {R"(\c1)", "\\c without its letter at byte 0"},
      {R"(\x4)", "\\x without two hexadecimal digits at byte 0"},
      {R"(\u12)", "\\u without four hexadecimal digits at byte 2"},
      {R"(\u{110000})", "\\u{...} that names no code point at byte 2"},
      {R"(\u{})", "\\u{...} that names no code point at byte 2"},
      {R"(\01)", "an octal escape; write \\xHH at byte 0"},
      {R"([\B])", "\\B in a character class at byte 1"},
      {"[z-a]", "a range whose first character is after its last at byte 1"},
      {R"([\w-.])",
       "a range from or to a class; where the '-' is meant as itself, write it first or last, or \\- at byte 1"},
      {R"(\pL)", "\\p without its {name} at byte 2"},
      {R"(\p{Greek})", "\\p{Greek}: a script is written \\p{Script=Name} at byte 2"},
      {R"(\p{alpha})",
       "\\p{alpha}: not a property that ECMA-262 names; its names are exact, capitals included at byte 2"},
      {R"(\p{lu})", "\\p{lu}: not a property that ECMA-262 names; its names are exact, capitals included at byte 2"},
      {R"(\p{^L})", "\\p{^L}: not a property that ECMA-262 names; its names are exact, capitals included at byte 2"},
      {R"(\p{L&})", "\\p{L&}: not a property that ECMA-262 names; its names are exact, capitals included at byte 2"},
      {R"(\p{IsGreek})",
       "\\p{IsGreek}: not a property that ECMA-262 names; its names are exact, capitals included at byte 2"},
      {R"(\p{CWKCF})", "\\p{CWKCF}: neither engine knows this property; write the characters out at byte 2"},
      {R"(\p{gc=Greek})", "\\p{gc=Greek}: not a general category at byte 2"},
      {R"(\p{Script=greek})", "\\p{Script=greek}: not a script of Unicode 14 at byte 2"},
      {R"(\p{Block=Greek})",
       "\\p{Block=Greek}: only General_Category, Script and Script_Extensions take a value at byte 2"},
      {"(?<=a+)b", "the engine for look-around (PCRE2) refuses it: lookbehind assertion is not fixed length"},
      {"a\xff", "text that is not UTF-8 at byte 1"},
  };
  for (const Row& row : table) {
    const auto compiled = SchemaPattern::compile(row.pattern);
    ASSERT_FALSE(compiled.ok()) << row.pattern;
    EXPECT_EQ(compiled.error().code, ErrorCode::kPatternInvalid) << row.pattern;
    EXPECT_EQ(compiled.error().message, row.reason) << row.pattern;
  }
}

}  // namespace
}  // namespace sluice::json::testing
