// The corners of RFC 8259, one row a case: what is JSON, what is not and why, and what readers of JSON disagree about.
#include <simdjson.h>

#include "json/support.h"

namespace sluice::json::testing {
namespace {

using namespace std::string_view_literals;

enum class Answer : std::uint8_t { kTaken, kTakenWithFinding, kRefused };

struct Corner {
  const char* name;
  std::string_view text;
  Answer answer;
  std::string_view note;  // kTaken: the value written anew, where it differs; else the first finding
};

// clang-format off
constexpr Corner kCorners[] = {
    {"empty array", "[]"sv, Answer::kTaken, {}},
    {"array with spaces", "[ ]"sv, Answer::kTaken, {}},
    {"array ends with newline", "[\"a\"]\n"sv, Answer::kTaken, {}},
    {"nested empty", "[[]]"sv, Answer::kTaken, {}},
    {"empty string in array", "[\"\"]"sv, Answer::kTaken, {}},
    {"null", "[null]"sv, Answer::kTaken, {}},
    {"mixed", "[null, 1, \"1\", {}]"sv, Answer::kTaken, {}},
    {"several nulls", "[1,null,null,null,2]"sv, Answer::kTaken, {}},
    {"spaces before", "  [1]"sv, Answer::kTaken, {}},
    {"spaces after", "[1]  "sv, Answer::kTaken, {}},
    {"tabs and returns", "\t\r\n[\t1\r\n]"sv, Answer::kTaken, {}},
    {"false", "[false]"sv, Answer::kTaken, {}},
    {"nested arrays", "[[[1]],[[]]]"sv, Answer::kTaken, {}},
    {"1 true without comma", "[1 true]"sv, Answer::kRefused, "json.syntax"sv},
    {"colon in array", "[\"\": 1]"sv, Answer::kRefused, "json.syntax"sv},
    {"comma after close", "[\"\"],"sv, Answer::kRefused, "json.trailing"sv},
    {"comma and number", "[,1]"sv, Answer::kRefused, "json.syntax"sv},
    {"double comma", "[1,,2]"sv, Answer::kRefused, "json.syntax"sv},
    {"double trailing comma", "[\"x\",,]"sv, Answer::kRefused, "json.syntax"sv},
    {"extra close", "[\"x\"]]"sv, Answer::kRefused, "json.trailing"sv},
    {"extra comma", "[\"\",]"sv, Answer::kRefused, "json.syntax"sv},
    {"incomplete", "[\"x\""sv, Answer::kRefused, "json.syntax"sv},
    {"incomplete second", "[x"sv, Answer::kRefused, "json.syntax"sv},
    {"inner array no comma", "[3[4]]"sv, Answer::kRefused, "json.syntax"sv},
    {"just comma", "[,]"sv, Answer::kRefused, "json.syntax"sv},
    {"just minus", "[-]"sv, Answer::kRefused, "json.syntax"sv},
    {"missing value", "[   , \"\"]"sv, Answer::kRefused, "json.syntax"sv},
    {"newlines unclosed", "[\"a\",\n4\n,1,"sv, Answer::kRefused, "json.syntax"sv},
    {"number and comma", "[1,]"sv, Answer::kRefused, "json.syntax"sv},
    {"spaces vertical tab", "[\"\x0b" "a\"\\f]"sv, Answer::kRefused, "json.control"sv},
    {"star inside", "[*]"sv, Answer::kRefused, "json.syntax"sv},
    {"unclosed", "[\"\""sv, Answer::kRefused, "json.syntax"sv},
    {"unclosed trailing comma", "[1,"sv, Answer::kRefused, "json.syntax"sv},
    {"unclosed with newline", "[1,\n1\n,1"sv, Answer::kRefused, "json.syntax"sv},
    {"unclosed object inside", "[{}"sv, Answer::kRefused, "json.syntax"sv},
    {"wrong close", "[1}"sv, Answer::kRefused, "json.syntax"sv},
    {"vertical tab", "[\x0b" "1]"sv, Answer::kRefused, "json.syntax"sv},
    {"form feed", "[\x0c]"sv, Answer::kRefused, "json.syntax"sv},
    {"no-break space", "[\xc2\xa0]"sv, Answer::kRefused, "json.syntax"sv},
    {"word joiner", "[\xe2\x81\xa0]"sv, Answer::kRefused, "json.syntax"sv},
    {"incomplete false", "[fals]"sv, Answer::kRefused, "json.syntax"sv},
    {"incomplete null", "[nul]"sv, Answer::kRefused, "json.syntax"sv},
    {"incomplete true", "[tru]"sv, Answer::kRefused, "json.syntax"sv},
    {"capital true", "[True]"sv, Answer::kRefused, "json.syntax"sv},
    {"all capitals", "[TRUE]"sv, Answer::kRefused, "json.syntax"sv},
    {"null capital", "[Null]"sv, Answer::kRefused, "json.syntax"sv},
    {"undefined", "[undefined]"sv, Answer::kRefused, "json.syntax"sv},
    {"true and letter", "[truex]"sv, Answer::kRefused, "json.syntax"sv},
    {"nulll", "nulll"sv, Answer::kRefused, "json.trailing"sv},
    {"lonely true", "true"sv, Answer::kTaken, {}},
    {"lonely false", "false"sv, Answer::kTaken, {}},
    {"lonely null", "null"sv, Answer::kTaken, {}},
    {"lonely number", "42"sv, Answer::kTaken, {}},
    {"lonely negative", "-0.1"sv, Answer::kTaken, {}},
    {"lonely string", "\"asd\""sv, Answer::kTaken, {}},
    {"lonely empty string", "\"\""sv, Answer::kTaken, {}},
    {"lonely zero", "0"sv, Answer::kTaken, {}},
    {"zero", "[0]"sv, Answer::kTaken, "[0]"sv},
    {"minus zero", "[-0]"sv, Answer::kTaken, "[0]"sv},
    {"minus zero fraction", "[-0.0]"sv, Answer::kTaken, "[-0.0]"sv},
    {"0e+1", "[0e+1]"sv, Answer::kTaken, "[0.0]"sv},
    {"0e1", "[0e1]"sv, Answer::kTaken, "[0.0]"sv},
    {"space after", "[4 ]"sv, Answer::kTaken, "[4]"sv},
    {"negative int", "[-123]"sv, Answer::kTaken, "[-123]"sv},
    {"negative one", "[-1]"sv, Answer::kTaken, "[-1]"sv},
    {"exponent", "[1E22]"sv, Answer::kTaken, "[1e+22]"sv},
    {"negative exponent", "[1E-2]"sv, Answer::kTaken, "[0.01]"sv},
    {"positive exponent", "[1E+2]"sv, Answer::kTaken, "[100.0]"sv},
    {"fraction exponent", "[123.456e78]"sv, Answer::kTaken, "[1.23456e+80]"sv},
    {"simple", "[123.456789]"sv, Answer::kTaken, "[123.456789]"sv},
    {"2^53+1", "[9007199254740993]"sv, Answer::kTaken, "[9007199254740993]"sv},
    {"int64 max", "[9223372036854775807]"sv, Answer::kTaken, "[9223372036854775807]"sv},
    {"int64 min", "[-9223372036854775808]"sv, Answer::kTaken, "[-9223372036854775808]"sv},
    {"uint64 max", "[18446744073709551615]"sv, Answer::kTaken, "[18446744073709551615]"sv},
    {"largest double", "[1.7976931348623157e308]"sv, Answer::kTaken, "[1.7976931348623157e+308]"sv},
    {"smallest normal", "[2.2250738585072014e-308]"sv, Answer::kTaken, "[2.2250738585072014e-308]"sv},
    {"zero with a huge exponent", "[0e999999999]"sv, Answer::kTaken, "[0.0]"sv},
    {"leading zeros of an exponent", "[1e0005]"sv, Answer::kTaken, "[1e+05]"sv},
    {"++", "[++1234]"sv, Answer::kRefused, "json.syntax"sv},
    {"+1", "[+1]"sv, Answer::kRefused, "json.syntax"sv},
    {"+Inf", "[+Inf]"sv, Answer::kRefused, "json.syntax"sv},
    {"-01", "[-01]"sv, Answer::kRefused, "json.syntax"sv},
    {"-1.0.", "[-1.0.]"sv, Answer::kRefused, "json.syntax"sv},
    {"-2.", "[-2.]"sv, Answer::kRefused, "json.syntax"sv},
    {".-1", "[.-1]"sv, Answer::kRefused, "json.syntax"sv},
    {".2e-3", "[.2e-3]"sv, Answer::kRefused, "json.syntax"sv},
    {"0.1.2", "[0.1.2]"sv, Answer::kRefused, "json.syntax"sv},
    {"0.3e+", "[0.3e+]"sv, Answer::kRefused, "json.syntax"sv},
    {"0.3e", "[0.3e]"sv, Answer::kRefused, "json.syntax"sv},
    {"0.e1", "[0.e1]"sv, Answer::kRefused, "json.syntax"sv},
    {"0E+", "[0E+]"sv, Answer::kRefused, "json.syntax"sv},
    {"0E", "[0E]"sv, Answer::kRefused, "json.syntax"sv},
    {"0e+-", "[0e+-1]"sv, Answer::kRefused, "json.syntax"sv},
    {"1.0e", "[1.0e]"sv, Answer::kRefused, "json.syntax"sv},
    {"1.0e-", "[1.0e-]"sv, Answer::kRefused, "json.syntax"sv},
    {"1 000", "[1 000.0]"sv, Answer::kRefused, "json.syntax"sv},
    {"1eE2", "[1eE2]"sv, Answer::kRefused, "json.syntax"sv},
    {"2.e3", "[2.e3]"sv, Answer::kRefused, "json.syntax"sv},
    {"2.e+3", "[2.e+3]"sv, Answer::kRefused, "json.syntax"sv},
    {"9.e+", "[9.e+]"sv, Answer::kRefused, "json.syntax"sv},
    {"expression", "[1+2]"sv, Answer::kRefused, "json.syntax"sv},
    {"hex one", "[0x1]"sv, Answer::kRefused, "json.syntax"sv},
    {"hex two", "[0x42]"sv, Answer::kRefused, "json.syntax"sv},
    {"hex digits", "[0xFFFF]"sv, Answer::kRefused, "json.syntax"sv},
    {"underscore", "[1_000]"sv, Answer::kRefused, "json.syntax"sv},
    {"minus space", "[- 1]"sv, Answer::kRefused, "json.syntax"sv},
    {"minus sign with trailing", "[-foo]"sv, Answer::kRefused, "json.syntax"sv},
    {"neg real without int", "[-.123]"sv, Answer::kRefused, "json.syntax"sv},
    {"real with garbage", "[1.2a-3]"sv, Answer::kRefused, "json.syntax"sv},
    {"real without fraction", "[1.]"sv, Answer::kRefused, "json.syntax"sv},
    {"starting with dot", "[.123]"sv, Answer::kRefused, "json.syntax"sv},
    {"leading zero", "[012]"sv, Answer::kRefused, "json.syntax"sv},
    {"minus leading zero", "[-012]"sv, Answer::kRefused, "json.syntax"sv},
    {"full-width digit", "[\xef\xbc\x91]"sv, Answer::kRefused, "json.syntax"sv},
    {"1e999999999999", "[1e999999999999]"sv, Answer::kRefused, "json.syntax"sv},
    {"inf lower", "[inf]"sv, Answer::kRefused, "json.syntax"sv},
    {"nan lower", "[nan]"sv, Answer::kRefused, "json.syntax"sv},
    {"letter after", "[1a]"sv, Answer::kRefused, "json.syntax"sv},
    {"NaN", "[NaN]"sv, Answer::kRefused, "json.non_finite"sv},
    {"-NaN", "[-NaN]"sv, Answer::kRefused, "json.syntax"sv},
    {"Infinity", "[Infinity]"sv, Answer::kRefused, "json.non_finite"sv},
    {"minus Infinity", "[-Infinity]"sv, Answer::kRefused, "json.non_finite"sv},
    {"plus Infinity", "[+Infinity]"sv, Answer::kRefused, "json.syntax"sv},
    {"2^64", "[18446744073709551616]"sv, Answer::kTakenWithFinding, "json.big_number"sv},
    {"below int64", "[-9223372036854775809]"sv, Answer::kTakenWithFinding, "json.big_number"sv},
    {"1e400", "[1E400]"sv, Answer::kTakenWithFinding, "json.big_number"sv},
    {"-1e400", "[-1E400]"sv, Answer::kTakenWithFinding, "json.big_number"sv},
    {"1e-400", "[1e-400]"sv, Answer::kTakenWithFinding, "json.big_number"sv},
    {"1e999999999", "[1e999999999]"sv, Answer::kTakenWithFinding, "json.big_number"sv},
    {"twenty nines", "[99999999999999999999]"sv, Answer::kTakenWithFinding, "json.big_number"sv},
    {"long pi", "[3.14159265358979323846]"sv, Answer::kTakenWithFinding, "json.big_number"sv},
    {"100 digits", "[7777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777777]"sv, Answer::kTakenWithFinding, "json.big_number"sv},
    {"empty object", "{}"sv, Answer::kTaken, {}},
    {"empty key", "{\"\":0}"sv, Answer::kTaken, {}},
    {"escaped null in key", "{\"foo\\u0000bar\": 42}"sv, Answer::kTaken, {}},
    {"extreme numbers", "{\"min\":-1.5e+28,\"max\":1.5e+28}"sv, Answer::kTaken, {}},
    {"long strings", "{\"x\":[{\"id\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}],\"id\":\"bbbb\"}"sv, Answer::kTaken, {}},
    {"string unicode", "{\"title\":\"\\u041f\\u043e\"}"sv, Answer::kTaken, {}},
    {"with newlines", "{\n\"a\": \"b\"\n}"sv, Answer::kTaken, {}},
    {"similar keys", "{\"a\":1,\"A\":2,\"a \":3}"sv, Answer::kTaken, {}},
    {"one per level", "{\"a\":{\"a\":{\"a\":1}}}"sv, Answer::kTaken, {}},
    {"constructor text", "{\"constructor\":\"x\"}"sv, Answer::kTaken, {}},
    {"prototype number", "{\"prototype\":1}"sv, Answer::kTaken, {}},
    {"bad value", "[\"x\", truth]"sv, Answer::kRefused, "json.syntax"sv},
    {"bracket key", "{[: \"x\"}"sv, Answer::kRefused, "json.syntax"sv},
    {"comma instead of colon", "{\"x\", null}"sv, Answer::kRefused, "json.syntax"sv},
    {"double colon", "{\"x\"::\"b\"}"sv, Answer::kRefused, "json.syntax"sv},
    {"garbage at end", "{\"a\":\"a\" 123}"sv, Answer::kRefused, "json.syntax"sv},
    {"key with single quotes", "{key: 'value'}"sv, Answer::kRefused, "json.syntax"sv},
    {"missing colon", "{\"a\" b}"sv, Answer::kRefused, "json.syntax"sv},
    {"missing key", "{:\"b\"}"sv, Answer::kRefused, "json.syntax"sv},
    {"missing semicolon", "{\"a\" \"b\"}"sv, Answer::kRefused, "json.syntax"sv},
    {"missing value", "{\"a\":"sv, Answer::kRefused, "json.syntax"sv},
    {"no colon", "{\"a\""sv, Answer::kRefused, "json.syntax"sv},
    {"number key", "{1:1}"sv, Answer::kRefused, "json.syntax"sv},
    {"number key and trailing comma", "{9999E9999:1}"sv, Answer::kRefused, "json.syntax"sv},
    {"null key", "{null:null}"sv, Answer::kRefused, "json.syntax"sv},
    {"several trailing commas", "{\"id\":0,,,,,}"sv, Answer::kRefused, "json.syntax"sv},
    {"single quote", "{'a':0}"sv, Answer::kRefused, "json.syntax"sv},
    {"trailing comma", "{\"id\":0,}"sv, Answer::kRefused, "json.syntax"sv},
    {"two commas in a row", "{\"a\":\"b\",,\"c\":\"d\"}"sv, Answer::kRefused, "json.syntax"sv},
    {"unquoted key", "{a: \"b\"}"sv, Answer::kRefused, "json.syntax"sv},
    {"unterminated value", "{\"a\":\"a"sv, Answer::kRefused, "json.syntax"sv},
    {"single string", "{\"foo\":\"bar\", \"a\"}"sv, Answer::kRefused, "json.syntax"sv},
    {"lone continuation in key", "{\"\xb9\":\"0\",}"sv, Answer::kRefused, "text.invalid_utf8"sv},
    {"open", "{"sv, Answer::kRefused, "json.syntax"sv},
    {"open and newline", "{\n"sv, Answer::kRefused, "json.syntax"sv},
    {"close only", "}"sv, Answer::kRefused, "json.syntax"sv},
    {"only colon", "{:}"sv, Answer::kRefused, "json.syntax"sv},
    {"object in key", "{{}:1}"sv, Answer::kRefused, "json.syntax"sv},
    {"garbage after", "{\"a\":true} \"x\""sv, Answer::kRefused, "json.trailing"sv},
    {"hash after", "{\"a\":\"b\"}#"sv, Answer::kRefused, "json.comment"sv},
    {"comment after", "{\"a\":\"b\"}/**/"sv, Answer::kRefused, "json.comment"sv},
    {"comment after, open", "{\"a\":\"b\"}/**//"sv, Answer::kRefused, "json.comment"sv},
    {"slash comment", "{\"a\":\"b\"}//"sv, Answer::kRefused, "json.comment"sv},
    {"slash open", "{\"a\":\"b\"}/"sv, Answer::kRefused, "json.trailing"sv},
    {"comment between", "{\"a\":/*c*/\"b\"}"sv, Answer::kRefused, "json.comment"sv},
    {"comment before key", "{//x\n\"a\":1}"sv, Answer::kRefused, "json.comment"sv},
    {"comment in array", "[1,/*x*/2]"sv, Answer::kRefused, "json.comment"sv},
    {"comment before all", "/* x */ {}"sv, Answer::kRefused, "json.comment"sv},
    {"hash comment", "# x\n{}"sv, Answer::kRefused, "json.comment"sv},
    {"comment before comma", "[1 //x\n,2]"sv, Answer::kRefused, "json.comment"sv},
    {"comment before colon", "{\"a\"/**/:1}"sv, Answer::kRefused, "json.comment"sv},
    {"duplicate key", "{\"a\":\"b\",\"a\":\"c\"}"sv, Answer::kRefused, "json.duplicate_key"sv},
    {"duplicate key and value", "{\"a\":\"b\",\"a\":\"b\"}"sv, Answer::kRefused, "json.duplicate_key"sv},
    {"duplicate empty key", "{\"\":1,\"\":2}"sv, Answer::kRefused, "json.duplicate_key"sv},
    {"duplicate escaped", "{\"a\":1,\"\\u0061\":2}"sv, Answer::kRefused, "json.duplicate_key"sv},
    {"proto", "{\"__proto__\":[]}"sv, Answer::kRefused, "json.proto_key"sv},
    {"proto escaped", "{\"\\u005F_proto__\":1}"sv, Answer::kRefused, "json.proto_key"sv},
    {"constructor object", "{\"constructor\":{}}"sv, Answer::kRefused, "json.proto_key"sv},
    {"prototype object", "{\"prototype\":{}}"sv, Answer::kRefused, "json.proto_key"sv},
    {"one to three bytes", "[\"\\u0060\\u012a\\u12AB\"]"sv, Answer::kTaken, "[\"`\xc4\xaa\xe1\x8a\xab\"]"sv},
    {"surrogate pair", "[\"\\uD801\\udc37\"]"sv, Answer::kTaken, "[\"\xf0\x90\x90\xb7\"]"sv},
    {"two pairs", "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]"sv, Answer::kTaken, "[\"\xf0\x9f\x98\xb9\xf0\x9f\x92\x8d\"]"sv},
    {"all escapes", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]"sv, Answer::kTaken, "[\"\\\"\\\\/\\b\\f\\n\\r\\t\"]"sv},
    {"backslash and u", "[\"\\\\u0000\"]"sv, Answer::kTaken, "[\"\\\\u0000\"]"sv},
    {"backslash doublequotes", "[\"\\\"\"]"sv, Answer::kTaken, "[\"\\\"\"]"sv},
    {"comments in a string", "[\"a/*b*/c/*d//e\"]"sv, Answer::kTaken, "[\"a/*b*/c/*d//e\"]"sv},
    {"double escape a", "[\"\\\\a\"]"sv, Answer::kTaken, "[\"\\\\a\"]"sv},
    {"escaped control", "[\"\\u0012\"]"sv, Answer::kTaken, "[\"\\u0012\"]"sv},
    {"noncharacter", "[\"\\uFFFF\"]"sv, Answer::kTaken, "[\"\xef\xbf\xbf\"]"sv},
    {"in array with leading space", "[ \"asd\"]"sv, Answer::kTaken, "[\"asd\"]"sv},
    {"last surrogates", "[\"\\uDBFF\\uDFFF\"]"sv, Answer::kTaken, "[\"\xf4\x8f\xbf\xbf\"]"sv},
    {"no-break space", "[\"new\\u00A0line\"]"sv, Answer::kTaken, "[\"new\xc2\xa0line\"]"sv},
    {"NUL escape", "[\"\\u0000\"]"sv, Answer::kTaken, "[\"\\u0000\"]"sv},
    {"pi", "[\"\xcf\x80\"]"sv, Answer::kTaken, "[\"\xcf\x80\"]"sv},
    {"DEL", "[\"a\x7f" "a\"]"sv, Answer::kTaken, "[\"a\x7f" "a\"]"sv},
    {"U+2028", "[\"\xe2\x80\xa8\"]"sv, Answer::kTaken, "[\"\xe2\x80\xa8\"]"sv},
    {"U+10FFFF", "[\"\xf4\x8f\xbf\xbf\"]"sv, Answer::kTaken, "[\"\xf4\x8f\xbf\xbf\"]"sv},
    {"small hex", "[\"\\u00e9\"]"sv, Answer::kTaken, "[\"\xc3\xa9\"]"sv},
    {"BOM inside", "[\"\xef\xbb\xbf\"]"sv, Answer::kTaken, "[\"\xef\xbb\xbf\"]"sv},
    {"one surrogate then escape u", "[\"\\uD800\\u\"]"sv, Answer::kRefused, "json.surrogate"sv},
    {"then u1", "[\"\\uD800\\u1\"]"sv, Answer::kRefused, "json.surrogate"sv},
    {"then u1x", "[\"\\uD800\\u1x\"]"sv, Answer::kRefused, "json.surrogate"sv},
    {"lone high", "[\"\\uDADA\"]"sv, Answer::kRefused, "json.surrogate"sv},
    {"lone low", "[\"\\uDd1e\\uD834\"]"sv, Answer::kRefused, "json.surrogate"sv},
    {"high, then text", "[\"\\uD800abc\"]"sv, Answer::kRefused, "json.surrogate"sv},
    {"high, then newline escape", "[\"\\uD800\\n\"]"sv, Answer::kRefused, "json.surrogate"sv},
    {"two highs", "[\"\\uD800\\uD800x\"]"sv, Answer::kRefused, "json.surrogate"sv},
    {"inverted pair", "[\"\\uDC00\\uD800\"]"sv, Answer::kRefused, "json.surrogate"sv},
    {"accent only", "[\xc3\xa9]"sv, Answer::kRefused, "json.syntax"sv},
    {"backslash 00", "[\"\\\x00\"]"sv, Answer::kRefused, "json.syntax"sv},
    {"escape x", "[\"\\x00\"]"sv, Answer::kRefused, "json.syntax"sv},
    {"escaped backslash bad", "[\"\\\\\\\"]"sv, Answer::kRefused, "json.syntax"sv},
    {"escaped tab char", "[\"\\\t\"]"sv, Answer::kRefused, "json.syntax"sv},
    {"emoji escape", "[\"\\\xf0\x9f\x8c\x80\"]"sv, Answer::kRefused, "json.syntax"sv},
    {"incomplete escape", "[\"\\\"]"sv, Answer::kRefused, "json.syntax"sv},
    {"incomplete escaped character", "[\"\\u00A\"]"sv, Answer::kRefused, "json.syntax"sv},
    {"invalid backslash", "[\"\\a\"]"sv, Answer::kRefused, "json.syntax"sv},
    {"invalid unicode escape", "[\"\\uqqqq\"]"sv, Answer::kRefused, "json.syntax"sv},
    {"invalid utf8 after escape", "[\"\\\xe5\"]"sv, Answer::kRefused, "json.syntax"sv},
    {"single doublequote", "\""sv, Answer::kRefused, "json.syntax"sv},
    {"single quotes", "['single quote']"sv, Answer::kRefused, "json.syntax"sv},
    {"unescaped start", "abc"sv, Answer::kRefused, "json.syntax"sv},
    {"no quotes with bad escape", "[\\n]"sv, Answer::kRefused, "json.syntax"sv},
    {"start escape unclosed", "[\"\\"sv, Answer::kRefused, "json.syntax"sv},
    {"capital U", "[\"\\U0041\"]"sv, Answer::kRefused, "json.syntax"sv},
    {"short u at end", "[\"\\u12"sv, Answer::kRefused, "json.syntax"sv},
    {"angle", "<null>"sv, Answer::kRefused, "json.syntax"sv},
    {"angle bracket", "[<null>]"sv, Answer::kRefused, "json.syntax"sv},
    {"ascii unicode identifier", "a\xc3\xa5"sv, Answer::kRefused, "json.syntax"sv},
    {"raw NUL", "[\"a\x00" "a\"]"sv, Answer::kRefused, "json.control"sv},
    {"raw newline", "[\"new\nline\"]"sv, Answer::kRefused, "json.control"sv},
    {"raw tab", "[\"\t\"]"sv, Answer::kRefused, "json.control"sv},
    {"raw return", "[\"\r\"]"sv, Answer::kRefused, "json.control"sv},
    {"raw unit separator", "[\"\x1f\"]"sv, Answer::kRefused, "json.control"sv},
    {"raw record separator", "[\"\x1e\"]"sv, Answer::kRefused, "json.control"sv},
    {"invalid byte", "[\"\xff\"]"sv, Answer::kRefused, "text.invalid_utf8"sv},
    {"overlong 2", "[\"\xc0\xaf\"]"sv, Answer::kRefused, "text.invalid_utf8"sv},
    {"overlong 3", "[\"\xe0\x80\xaf\"]"sv, Answer::kRefused, "text.invalid_utf8"sv},
    {"overlong 6", "[\"\xfc\x83\xbf\xbf\xbf\xbf\"]"sv, Answer::kRefused, "text.invalid_utf8"sv},
    {"lone continuation", "[\"\x81\"]"sv, Answer::kRefused, "text.invalid_utf8"sv},
    {"truncated", "[\"\xe0\xff\"]"sv, Answer::kRefused, "text.invalid_utf8"sv},
    {"U+D800 in UTF-8", "[\"\xed\xa0\x80\"]"sv, Answer::kRefused, "text.invalid_utf8"sv},
    {"above U+10FFFF", "[\"\xf4\xbf\xbf\xbf\"]"sv, Answer::kRefused, "text.invalid_utf8"sv},
    {"latin 1", "[\"\xe9\"]"sv, Answer::kRefused, "text.invalid_utf8"sv},
    {"lead without tail", "[\"\xc3\"]"sv, Answer::kRefused, "text.invalid_utf8"sv},
    {"empty", ""sv, Answer::kRefused, "json.syntax"sv},
    {"space only", " "sv, Answer::kRefused, "json.syntax"sv},
    {"two newlines", "\n\n"sv, Answer::kRefused, "json.syntax"sv},
    {"UTF-16 little", "\xff\xfe[\x00]\x00"sv, Answer::kRefused, "json.syntax"sv},
    {"UTF-16 big", "\xfe\xff\x00[\x00]"sv, Answer::kRefused, "json.syntax"sv},
    {"UTF-16 without mark", "\x00[\x00]"sv, Answer::kRefused, "json.syntax"sv},
    {"UTF-32 little", "\xff\xfe\x00\x00[\x00\x00\x00]\x00\x00\x00"sv, Answer::kRefused, "json.syntax"sv},
    {"UTF-32 big", "\x00\x00\xfe\xff\x00\x00\x00[\x00\x00\x00]"sv, Answer::kRefused, "json.syntax"sv},
    {"BOM and nothing", "\xef\xbb\xbf"sv, Answer::kRefused, "json.bom"sv},
    {"two BOMs", "\xef\xbb\xbf\xef\xbb\xbf{}"sv, Answer::kRefused, "json.bom"sv},
    {"half a BOM", "\xef\xbb{}"sv, Answer::kRefused, "json.syntax"sv},
    {"object open comma", "{,"sv, Answer::kRefused, "json.syntax"sv},
    {"open array string", "[\"a"sv, Answer::kRefused, "json.syntax"sv},
    {"open object in array", "[{"sv, Answer::kRefused, "json.syntax"sv},
    {"lone backslash", "\\"sv, Answer::kRefused, "json.syntax"sv},
    {"NUL only", "\x00"sv, Answer::kRefused, "json.syntax"sv},
    {"U+2060 only", "\xe2\x81\xa0"sv, Answer::kRefused, "json.syntax"sv},
    {"record separator before", "\x1e{}"sv, Answer::kRefused, "json.syntax"sv},
    {"JSON with a callback", "f({})"sv, Answer::kRefused, "json.syntax"sv},
    {"array with trailing garbage", "[1]x"sv, Answer::kRefused, "json.trailing"sv},
    {"two arrays", "[][]"sv, Answer::kRefused, "json.trailing"sv},
    {"number and space and number", "123 456"sv, Answer::kRefused, "json.trailing"sv},
    {"object followed by close", "{}}"sv, Answer::kRefused, "json.trailing"sv},
    {"string and text", "\"\"x"sv, Answer::kRefused, "json.trailing"sv},
    {"NUL after", "123\x00"sv, Answer::kRefused, "json.trailing"sv},
    {"trailing record separator", "{}\x1e"sv, Answer::kRefused, "json.trailing"sv},
    {"two documents by newline", "{}\n{}"sv, Answer::kRefused, "json.trailing"sv},
    {"BOM after", "{}\xef\xbb\xbf"sv, Answer::kRefused, "json.trailing"sv},
    {"semicolon", "{};"sv, Answer::kRefused, "json.trailing"sv},
    {"true false", "true false"sv, Answer::kRefused, "json.trailing"sv},
    {"BOM before an object", "\xef\xbb\xbf{}"sv, Answer::kTakenWithFinding, "json.bom"sv},
    {"BOM before a number", "\xef\xbb\xbf" "1"sv, Answer::kTakenWithFinding, "json.bom"sv},
};
// clang-format on

// What simdjson takes and we refuse, by the first finding.
bool is_anomaly(std::string_view finding) {
  return finding == "json.duplicate_key" || finding == "json.proto_key" || finding == "json.bom";
}

TEST(JsonCorners, EachIsJudgedAsTheRfcSays) {
  Parser parser;
  simdjson::dom::parser other;
  for (const Corner& c : kCorners) {
    SCOPED_TRACE(c.name);
    for (const bool is_strict : {false, true}) {
      Budget budget = budget_for(c.text);
      Findings findings;
      const Result<Document> document = is_strict ? parser.parse_strict(as_bytes(c.text), {}, budget, findings)
                                                  : parser.parse(as_bytes(c.text), {}, budget, findings);
      ASSERT_EQ(document.ok(), c.answer != Answer::kRefused)
          << (document ? text_of(document->root()) : document.error().message);
      const std::string_view found = findings.listed().empty() ? "" : finding_name(findings.listed()[0].code);
      EXPECT_EQ(found, c.answer == Answer::kTaken ? "" : c.note);
      if (c.answer == Answer::kTaken && !c.note.empty()) {
        EXPECT_EQ(text_of(document->root()), c.note);
      }
      if (!document) {
        EXPECT_GE(findings.decision(), Decision::kQuarantine);
        EXPECT_NE(document.error().message.find("column "), std::string::npos);
      }
    }
    const bool is_valid = other.parse(c.text.data(), c.text.size(), true).error() == simdjson::SUCCESS;
    if (is_valid && c.answer == Answer::kRefused) {
      EXPECT_TRUE(is_anomaly(c.note)) << "simdjson takes what we call " << c.note;
    }
    if (!is_valid && c.answer == Answer::kTaken) ADD_FAILURE() << "simdjson refuses what we take";
  }
}

TEST(JsonCorners, MessagesSayWhatItIs) {
  struct Row {
    std::string_view text;
    const char* message;
    const char* pointer;
  };
  constexpr Row kRows[] = {
      {"[1, // one\n2]", "line 1, column 5: a comment; JSON has none: remove it", "/1"},
      {"{\"a\":{\"b\":[1,2,]}}",
       "line 1, column 15: expected another value after ',', found ']': a trailing comma; JSON has none: remove it",
       "/a/b/2"},
      {"{\"a\":1}\n{\"b\":2}",
       "line 2, column 1: content after the JSON value, beginning with \"{\"; one value is expected", ""},
      {"{\"a\":{\"x\":1,\n\"x\":2}}", "line 2, column 1: the key \"x\" again in the same object", "/a/x"},
      {"[0,{\"k\":NaN}]", "line 1, column 9: NaN, which JSON does not have", "/1/k"},
      {"{\"a/b\":[\"\\ud800\"]}", "line 1, column 10: half of a surrogate pair, which is no character", "/a~1b/0"},
      {"['a']", "line 1, column 2: expected a value, found \"'\": JSON strings stand in double quotes", "/0"},
      {"{\"a\":1", "line 1, column 7: expected ',' or '}', found the end of the text", "/a"},
  };
  Parser parser;
  for (const Row& row : kRows) {
    Budget budget = budget_for(row.text);
    Findings findings;
    const Result<Document> document = parser.parse(as_bytes(row.text), {}, budget, findings);
    ASSERT_FALSE(document.ok()) << row.text;
    EXPECT_EQ(document.error().message, row.message);
    ASSERT_FALSE(findings.listed().empty());
    EXPECT_EQ(findings.listed()[0].where.pointer.str(), row.pointer) << row.text;
  }
}

}  // namespace
}  // namespace sluice::json::testing
