#include <functional>

#include "config/tree.h"
#include "support/golden.h"

namespace sluice::config {
namespace {

std::string repeat(std::string_view part, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += part;
  return out;
}

// Error texts that a person reads; one entry for each way a file can be broken.
TEST(ConfigErrors, NameThePlaceWhatWasFoundAndWhatWasExpected) {
  struct Case {
    const char* name;
    std::string text;
  };
  const std::string secret_like = "sk" + repeat("Ab3", 12);
  const Case cases[] = {
      {"invalid UTF-8", "a = 1\nb = \"\xC3\xA9\xFF\""},
      {"overlong UTF-8", "a = \"\xC0\xAF\""},
      {"UTF-8 surrogate", "a = \"\xED\xA0\x80\""},
      {"cut UTF-8", "a = \"\xF0\x9F\x98"},
      {"NUL", std::string("a = 1\nb\0 = 2", 12)},
      {"UTF-16", std::string("\xFF\xFE{\0}\0", 6)},
      {"TOML: value missing", "a =\n"},
      {"TOML: key alone", "a\n"},
      {"TOML: string open", "a = \"x\nb = 1"},
      {"TOML: duplicate key", "a = 1\nb = 2\na = 3\n"},
      {"TOML: duplicate table", "[a]\nx = 1\n[a]\ny = 2\n"},
      {"TOML: date", "a = 2024-01-02\n"},
      {"TOML: time", "a = [1, 07:32:00]\n"},
      {"TOML: inf", "a = inf\n"},
      {"TOML: nan in table", "[t]\na = -nan\n"},
      {"TOML: big integer", "a = 9223372036854775808\n"},
      {"TOML: escape sequence in value", "a = \x1B[31m\n"},
      {"TOML: quotes no secret", "a = " + secret_like + "\n"},
      {"TOML: not a config at all", "#!/bin/sh\necho hi\n"},
      {"JSON: open", "{\"a\":1"},
      {"JSON: only a brace", "{"},
      {"JSON: trailing comma", "{\"a\":1,}"},
      {"JSON: trailing comma in array", "{\"a\":[1,]}"},
      {"JSON: missing comma", "{\"a\":1 \"b\":2}"},
      {"JSON: missing colon", "{\"a\" 1}"},
      {"JSON: bare key", "{a:1}"},
      {"JSON: single quotes", "{\"a\":'x'}"},
      {"JSON: comment", "{\"a\":1 // x\n}"},
      {"JSON: content after the end", "{\"a\":1}\n{\"b\":2}"},
      {"JSON: duplicate key", "{\"a\":1,\n \"b\":2,\n \"a\":3}"},
      {"JSON: duplicate key by escape", "{\"a\":1, \"\\u0061\":3}"},
      {"JSON: leading zero", "{\"a\":01}"},
      {"JSON: bare point", "{\"a\":1.}"},
      {"JSON: plus", "{\"a\":+1}"},
      {"JSON: minus alone", "{\"a\":-}"},
      {"JSON: big integer", "{\"a\":9223372036854775808}"},
      {"JSON: big double", "{\"a\":1e999}"},
      {"JSON: NaN", "{\"a\":NaN}"},
      {"JSON: wrong escape", "{\"a\":\"\\x41\"}"},
      {"JSON: short escape", "{\"a\":\"\\u12\"}"},
      {"JSON: lone high surrogate", "{\"a\":\"\\ud800\"}"},
      {"JSON: lone low surrogate", "{\"a\":\"\\udc00\"}"},
      {"JSON: two high surrogates", "{\"a\":\"\\ud800\\ud800\"}"},
      {"JSON: raw newline in string", "{\"a\":\"x\ny\"}"},
      {"JSON: raw tab in string", "{\"a\":\"x\ty\"}"},
      {"JSON: string open at the end", "{\"a\":\"x"},
      {"JSON: backslash at the end", "{\"a\":\"\\"},
      {"JSON: quotes no secret", "{\"a\":1,\"" + secret_like + "\":1,\"" + secret_like + "\":2}"},
  };
  std::string all;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Result<Tree> tree = parse(c.text, "dir/policy.toml");
    ASSERT_FALSE(tree.ok());
    EXPECT_EQ(tree.error().code, ErrorCode::kConfigSyntax);
    EXPECT_TRUE(tree.error().message.starts_with("dir/policy.toml:")) << tree.error().message;
    EXPECT_EQ(tree.error().message.find(secret_like), std::string::npos) << tree.error().message;
    for (const char byte : tree.error().message) EXPECT_TRUE(byte >= 0x20 && byte < 0x7F) << tree.error().message;
    all += std::string(c.name) + "\n  " + tree.error().message + "\n";
  }
  sluice::testing::expect_golden("policy_syntax_errors.txt", all);
}

TEST(ConfigErrors, PathsCannotSteerATerminal) {
  const Result<Tree> tree = parse("a", "x\x1B[31m\ny");
  ASSERT_FALSE(tree.ok());
  EXPECT_TRUE(tree.error().message.starts_with("x?[31m?y:1:")) << tree.error().message;
}

TEST(ConfigLimits, DepthIsCappedInEveryForm) {
  struct Form {
    const char* name;
    std::function<std::string(std::size_t)> nest;  // a file whose innermost scalar is `n` levels below the root
  };
  const Form forms[] = {
      {"JSON arrays", [](std::size_t n) { return "{\"a\":" + repeat("[", n - 1) + "1" + repeat("]", n - 1) + "}"; }},
      {"JSON tables", [](std::size_t n) { return repeat("{\"a\":", n) + "1" + repeat("}", n); }},
      {"TOML arrays", [](std::size_t n) { return "a=" + repeat("[", n - 1) + "1" + repeat("]", n - 1); }},
      {"TOML inline tables", [](std::size_t n) { return "a=" + repeat("{a=", n - 1) + "1" + repeat("}", n - 1); }},
      {"TOML dotted keys", [](std::size_t n) { return "a" + repeat(".a", n - 1) + "=1"; }},
      {"TOML dotted keys with quotes", [](std::size_t n) { return "a" + repeat(" . \"a\"", n - 1) + "=1"; }},
      {"TOML header", [](std::size_t n) { return "[a" + repeat(".a", n - 2) + "]\nb=1"; }},
      {"TOML header and key",
       [](std::size_t n) { return "[a" + repeat(".a", n / 2 - 1) + "]\nb" + repeat(".b", n - n / 2 - 1) + "=1"; }},
      {"TOML dotted keys in inline tables", [](std::size_t n) { return "a={b" + repeat(".b", n - 2) + "=1}"; }},
  };
  for (const Form& form : forms) {
    SCOPED_TRACE(form.name);
    for (const std::size_t good : {std::size_t{4}, kMaxConfigDepth - 2}) {
      const Result<Tree> tree = parse(form.nest(good), "f");
      EXPECT_TRUE(tree.ok()) << good << ": " << (tree.ok() ? "" : tree.error().message);
    }
    for (const std::size_t bad : {kMaxConfigDepth + 2, std::size_t{300}, std::size_t{100'000}}) {
      const Result<Tree> tree = parse(form.nest(bad), "f");
      ASSERT_FALSE(tree.ok()) << bad;
      EXPECT_NE(tree.error().message.find(" deep"), std::string::npos) << tree.error().message.substr(0, 300);
    }
  }
}

TEST(ConfigLimits, DepthLooksPastStringsAndComments) {
  const std::string dots = repeat(".[{", 2'000);
  for (const std::string& text :
       {"a = \"" + dots + "\"", "a = '" + dots + "'", "a = \"\"\"\n" + dots + "\n\"\" \\\"\"\" " + dots + "\"\"\"",
        "a = '''" + dots + "''" + dots + "'''", "# " + dots + "\na = 1", "a = \"\\\"" + dots + "\" # " + dots,
        "a = \"\"\nb = ''\nc = \"" + dots + "\""}) {
    const Result<Tree> tree = parse(text, "f");
    EXPECT_TRUE(tree.ok()) << tree.error().message << "\n" << text.substr(0, 60);
  }
  // Negative control: the same outside of strings, behind every kind of them.
  for (const std::string before :
       {"a = \"x\"\n", "a = 'x'\n", "a = \"\"\"x\"\"\"\"\"\n", "a = ''''x'''\n", "a = \"\"\n", "# \"\n"}) {
    const Result<Tree> tree = parse(before + "b" + repeat(".b", 5'000) + " = 1", "f");
    ASSERT_FALSE(tree.ok()) << before;
    EXPECT_NE(tree.error().message.find(" deep"), std::string::npos) << tree.error().message;
  }
}

TEST(ConfigLimits, SizeAndNodesAreCapped) {
  EXPECT_TRUE(parse("a = \"" + repeat("x", kMaxConfigBytes - 6) + "\"", "f").ok());
  const Result<Tree> large = parse("a = \"" + repeat("x", kMaxConfigBytes) + "\"", "f");
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().message, "f: found 1000006 bytes, expected at most 1000000; split the file");
  for (const bool is_json : {false, true}) {
    const auto list = [is_json](std::size_t n) {
      return (is_json ? "{\"a\":[" : "a=[") + repeat("1,", n - 1) + "1" + (is_json ? "]}" : "]");
    };
    EXPECT_TRUE(parse(list(kMaxConfigNodes - 2), "f").ok());
    const Result<Tree> many = parse(list(kMaxConfigNodes + 1), "f");
    ASSERT_FALSE(many.ok());
    EXPECT_NE(many.error().message.find("more than 100000 values"), std::string::npos) << many.error().message;
  }
}

}  // namespace
}  // namespace sluice::config
