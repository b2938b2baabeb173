// Whole artifacts through the engine: what comes out, and why.
#include "fixture.h"

namespace sluice {
namespace {

using testing::github_token;
using testing::Harness;
using testing::has_code;

struct Case {
  const char* name;
  std::string input;
  Decision decision;
  std::string output;  // "<withheld>" where nothing leaves
};

TEST(CheckText, CleansStdout) {
  const std::vector<Case> cases = {
      {"plain text is borrowed", "hello\nworld\n", Decision::kAllow, "hello\nworld\n"},
      {"empty", "", Decision::kAllow, ""},
      {"no final newline", "hello", Decision::kAllow, "hello"},
      {"colors", "\x1b[31mred\x1b[0m\n", Decision::kSanitize, "red\n"},
      {"clipboard",
       "a\x1b]52;c;ZXZpbA==\x07"
       "b\n",
       Decision::kSanitize, "ab\n"},
      {"title without end", "a\x1b]0;title\nb\n", Decision::kSanitize, "a\nb\n"},
      {"bidi", "x\xE2\x80\xAEy\n", Decision::kSanitize, "xy\n"},
      {"zero width", "pass\xE2\x80\x8Bword\n", Decision::kSanitize, "password\n"},
      {"nul", std::string("a longer line with one\0 NUL\n", 28), Decision::kSanitize, "a longer line with one NUL\n"},
      {"bad utf-8",
       "a\xFF"
       "b\n",
       Decision::kSanitize,
       "a\xEF\xBF\xBD"
       "b\n"},
      {"progress bar", "\r0%\r50%\r100%\n", Decision::kSanitize, "100%\n"},
      {"crlf", "a\r\nb\r\n", Decision::kSanitize, "a\nb\n"},
      {"emoji family stays", "\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7\n",
       Decision::kAllow, "\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7\n"},
  };
  Harness harness;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(harness.check(c.input).decision, c.decision);
    EXPECT_EQ(harness.clean(c.input), c.output);
  }
}

TEST(CheckText, RedactsSecretsInEveryReading) {
  const std::string token = github_token();
  const std::string head = token.substr(0, 14);
  const std::string tail = token.substr(14);
  const std::vector<std::pair<const char*, std::string>> cases = {
      {"plain", "token " + token + " end\n"},
      {"at the begin", token + "\n"},
      {"at the end without newline", "x " + token},
      {"after a color and before a reset", "\x1b[32m" + token + "\x1b[0m\n"},
      {"color inside", "t " + head + "\x1b[1m" + tail + " e\n"},
      {"zero width inside", "t " + head + "\xE2\x80\x8B" + tail + " e\n"},
      {"nul inside", "t " + head + std::string(1, '\0') + tail + " e\n"},
      {"bidi inside", "t " + head + "\xE2\x80\xAA" + tail + " e\n"},
      {"glued to a letter", "x" + token + "y\n"},
      {"glued by removing a character", "x " + token +
                                            "\xE2\x80\x8B"
                                            "abc\n"},
      {"partly overwritten", token + "\rX\n"},
      {"overwritten far back", token + std::string(30'000, '.') + "\rX\n"},
      {"after much text", std::string(200'000, '\n') + token + "\n"},
  };
  Harness harness;
  for (const auto& [name, input] : cases) {
    SCOPED_TRACE(name);
    const Verdict verdict = harness.check(input);
    EXPECT_EQ(verdict.decision, Decision::kSanitize);
    EXPECT_TRUE(has_code(verdict, FindingCode::kSecret));
    EXPECT_FALSE(verdict.input_digest.has_value()) << "an unkeyed digest of a secret";
    const std::string clean = harness.clean(input);
    for (std::size_t at = 4; at + 12 <= token.size(); ++at) {
      EXPECT_EQ(clean.find(token.substr(at, 12)), std::string::npos) << clean.substr(0, 200);
    }
    EXPECT_NE(clean.find("[redacted:"), std::string::npos);
  }
}

TEST(CheckText, LeavesOrdinaryTextAlone) {
  const std::vector<std::string> cases = {
      "MAX_TOKENS=100\n",
      "token: ${{ secrets.GITHUB_TOKEN }}\n",
      "\"apiKey\": \"test\"\n",
      "<task-notification>done</task-notification>\n",
      "uses: actions/checkout@8ade135a41bc03ea155e62e844d188df1ea18608 # github token\n",
      "550e8400-e29b-41d4-a716-446655440000\n",
      "Chrome/120.0.0.1 epoch 1700000000\n",
      "evilcompany.com\n",
  };
  Harness harness;
  for (const std::string& input : cases) {
    SCOPED_TRACE(input);
    EXPECT_EQ(harness.clean(input), input);
  }
}

// Base64 of zeros, rules of dashes, padding: long runs of one character must not exhaust a budget.
TEST(CheckText, LetsLongRunsOfOneCharacterPass) {
  Harness harness;
  for (char c = '!'; c < 127; ++c) {
    if (c == '[' || c == '<') continue;  // openings of marks and markup are judged elsewhere
    const std::string input = "x " + std::string(100'000, c) + "\n";
    EXPECT_EQ(harness.check(input).decision, Decision::kAllow) << c;
  }
}

TEST(CheckText, SameSecretSameMarkAndGenuineMarksStay) {
  Harness harness;
  const std::string first = harness.clean("a " + github_token() + "\n");
  const std::string second = harness.clean("b " + github_token() + "\n", Channel::kStderr);
  const std::string mark = first.substr(first.find("[redacted:"));
  EXPECT_EQ(second.substr(second.find("[redacted:")), mark);
  EXPECT_EQ(harness.clean(first), first) << "cleaning cleaned text changes nothing";
  const std::string forged = "x [redacted:github-pat:00000000] y\n";
  EXPECT_EQ(harness.clean(forged).find("[redacted:"), std::string::npos);
  EXPECT_EQ(harness.check(forged).decision, Decision::kSanitize);
}

TEST(CheckText, FindingsNameThePlace) {
  Harness harness;
  const std::string input = "one\ntwo " + github_token() + "\n";
  const Verdict verdict = harness.check(input);
  ASSERT_EQ(verdict.findings.size(), 1U);
  const Finding& finding = verdict.findings[0];
  EXPECT_EQ(finding.where.line, 2U);
  EXPECT_EQ(finding.where.column, 5U);
  EXPECT_EQ(finding.where.begin, 8U);
  EXPECT_EQ(finding.where.end, 8U + github_token().size());
  EXPECT_FALSE(finding.rule_id.empty());
  EXPECT_TRUE(finding.fingerprint.has_value());
}

TEST(CheckJson, RedactsLeavesAndKeepsTheRest) {
  Harness harness;
  const std::string token = github_token();
  const std::string escaped = "\\u0067" + token.substr(1);  // g as an escape
  const std::vector<std::pair<const char*, std::string>> cases = {
      {"value", "{\"a\":\"" + token + "\",\"n\":1}"},
      {"escaped value", "{\"a\":\"" + escaped + "\",\"n\":1}"},
      {"key", "{\"" + token + "\":1,\"n\":1}"},
      {"list, whole", "{\"a\":[\"x\",\"" + token + "\"],\"n\":1}"},
      {"list, cut in two", "{\"a\":[\"" + token.substr(0, 20) + "\",\"" + token.substr(20) + "\"],\"n\":1}"},
      {"escape sequence inside", "{\"a\":\"" + token.substr(0, 20) + "\\u001b[0m" + token.substr(20) + "\",\"n\":1}"},
      {"zero width inside", "{\"a\":\"" + token.substr(0, 20) + "\\u200b" + token.substr(20) + "\",\"n\":1}"},
      {"deep", "{\"a\":{\"b\":[[{\"c\":\"see " + token + "\"}]]},\"n\":1}"},
  };
  int number = 0;
  for (const auto& [name, input] : cases) {
    SCOPED_TRACE(name);
    const Verdict verdict = harness.check(input, Channel::kFile, "case" + std::to_string(number++) + ".json");
    EXPECT_EQ(verdict.decision, Decision::kSanitize);
    const std::string clean = harness.clean(input, Channel::kResult, {}, "application/json");
    for (std::size_t at = 4; at + 12 <= token.size(); ++at) {
      EXPECT_EQ(clean.find(token.substr(at, 12)), std::string::npos) << clean;
    }
    EXPECT_NE(clean.find("[redacted:"), std::string::npos) << clean;
    EXPECT_NE(clean.find("\"n\":1"), std::string::npos) << clean;
    EXPECT_EQ(harness.clean(clean, Channel::kResult, {}, "application/json"), clean);
  }
}

// What a terminal would hide or put in another order is still in the string that a reader gets.
TEST(CheckJson, RedactsStringsOfEveryReading) {
  Harness harness;
  const std::string token = github_token();
  const std::string cut = token.substr(0, 10) + "\\u200b" + token.substr(10);
  for (const std::string& inside :
       {"x" + token.substr(1) + "\\r" + token.substr(0, 1), cut + "\\r" + std::string(60, 'X'),
        "\\u001b]0;" + cut + "\\u0007", token.substr(0, 10) + "\\u001b[1m" + token.substr(10)}) {
    SCOPED_TRACE(inside);
    const std::string clean = harness.clean("[\"" + inside + "\"]", Channel::kStdout, {}, "application/json");
    EXPECT_NE(clean.find("[redacted:github-pat:"), std::string::npos) << clean;
    EXPECT_EQ(clean.find("body0123456789"), std::string::npos) << clean;
  }
}

// Thousands of keys that all become one mark cost no more than their number.
TEST(CheckJson, EqualMarksOfManyKeys) {
  Harness harness;
  const std::string token = github_token();
  const char* const invisible[] = {"\\u200b", "\\u2060", "\\u200e", "\\u200f"};
  std::string input = "{";
  for (unsigned i = 0; i < 20'000; ++i) {
    std::string key;
    for (unsigned digit = 0; digit < 8; ++digit) key += token[digit] + std::string(invisible[(i >> (2 * digit)) & 3U]);
    input += (i == 0 ? "\"" : ",\"") + key + token.substr(8) + "\":1";
  }
  const std::string clean = harness.clean(input + "}", Channel::kStdout, {}, "application/json");
  EXPECT_NE(clean.find("]#20000\":1}"), std::string::npos) << clean.substr(0, 200);
}

TEST(CheckJson, TakesHiddenCharactersOutOfStrings) {
  Harness harness;
  const std::string input =
      "[\"a\xE2\x80\xAE"
      "b\xE2\x80\x8B\xC2\x9B"
      "31m\x7F\",\"caf\xC3\xA9\\n\"]";
  EXPECT_EQ(harness.clean(input, Channel::kResult, {}, "application/json"), "[\"ab31m\",\"caf\xC3\xA9\\n\"]");
  EXPECT_TRUE(has_code(harness.check(input, Channel::kResult, {}, "application/json"), FindingCode::kBidi));
  Harness escape("format = 1\nname = \"t\"\n[results]\nbidi = \"escape\"\n");
  EXPECT_EQ(escape.clean("[\"a\xE2\x80\xAE"
                         "b\"]",
                         Channel::kResult, {}, "application/json"),
            "[\"a<U+202E>b\"]");
  Harness refuse("format = 1\nname = \"t\"\n[results]\nbidi = \"refuse\"\n");
  EXPECT_EQ(refuse
                .check("[\"a\xE2\x80\xAE"
                       "b\"]",
                       Channel::kResult, {}, "application/json")
                .decision,
            Decision::kReject);
}

TEST(CheckJson, WithholdsWhatReadersDisagreeAbout) {
  const std::vector<std::pair<const char*, std::string>> cases = {
      {"duplicate key", R"({"a":1,"a":2})"},
      {"escaped duplicate", R"({"a":1,"\u0061":2})"},
      {"trailing", R"({"a":1} {"b":2})"},
      {"nan", R"({"a":NaN})"},
      {"lone surrogate", R"({"a":"\ud800"})"},
      {"prototype", R"({"__proto__":{"x":1}})"},
      {"cut", R"({"a":)"},
      {"deep", std::string(5000, '[') + std::string(5000, ']')},
  };
  Harness harness;
  for (const auto& [name, input] : cases) {
    SCOPED_TRACE(name);
    const Verdict verdict =
        harness.check(input, Channel::kFile, std::string("r") + name[0] + std::to_string(input.size()) + ".json");
    EXPECT_GT(verdict.decision, Decision::kSanitize);
    EXPECT_FALSE(verdict.findings.empty());
  }
}

TEST(CheckJson, SchemaRejectsAndRebuildDropsUnknownMembers) {
  LoadOptions options;
  options.schema_resolver = [](const std::string&) -> Result<std::string> {
    return std::string(
        R"({"type":"object","properties":{"score":{"type":"integer","minimum":0},"id":{"type":"string","maxLength":50}},"required":["score"]})");
  };
  Harness harness(
      "format = 1\nname = \"t\"\n[stdout]\ntypes = [\"application/json\"]\nschema = \"s.json\"\nrebuild = "
      "true\nunknown_members = \"drop\"\n",
      options);
  EXPECT_EQ(harness.clean("{ \"score\": 3,\n \"extra\": true }"), "{\"score\":3}");
  EXPECT_EQ(harness.clean("{\"score\":-1}"), "<withheld>");
  EXPECT_EQ(harness.check("{\"score\":-1}").decision, Decision::kReject);
  EXPECT_EQ(harness.clean("not json"), "<withheld>");
  const Verdict verdict = harness.check("{\"score\":\"3\"}");
  ASSERT_TRUE(has_code(verdict, FindingCode::kJsonSchema));
  // A mark in place of a value that then breaks the schema must not leave.
  EXPECT_EQ(harness.clean("{\"score\":3,\"id\":\"" + github_token() + "\"}").find("SYNTHETIC"), std::string::npos);
}

TEST(CheckJson, SchemasThatReferToEachOther) {
  LoadOptions options;
  options.schema_resolver = [](const std::string& name) -> Result<std::string> {
    if (name == "s/report.json")
      return std::string(R"({"properties":{"lines":{"items":{"$ref":"line.json#/$defs/l"}}}})");
    if (name == "s/line.json") return std::string(R"({"$defs":{"l":{"$ref":"http://x/size"}}})");
    if (name == "size.json") return std::string(R"({"$id":"http://x/size","type":"integer","maximum":5})");
    return Error{ErrorCode::kNotFound, name, 0};
  };
  const std::string channel = "[stdout]\ntypes = [\"application/json\"]\nschema = \"s/report.json\"\n";
  Harness harness("format = 1\nname = \"t\"\nschemas = [\"s/line.json\", \"size.json\"]\n" + channel, options);
  EXPECT_EQ(harness.clean("{\"lines\":[1,5]}"), "{\"lines\":[1,5]}");
  EXPECT_EQ(harness.check("{\"lines\":[1,6]}").decision, Decision::kReject);
  options.policy = "format = 1\nname = \"t\"\nschemas = [\"s/line.json\"]\n" + channel;
  const auto incomplete = Engine::load(options);
  ASSERT_FALSE(incomplete.ok());
  EXPECT_EQ(incomplete.error().code, ErrorCode::kSchemaRefUnresolved);
  EXPECT_NE(incomplete.error().message.find("http://x/size"), std::string::npos);
}

TEST(CheckJson, NdjsonNumbersItsBadLines) {
  Harness strict("format = 1\nname = \"t\"\n[stdout]\nndjson = true\ntypes = [\"application/x-ndjson\"]\n");
  EXPECT_EQ(strict.clean("{\"a\":1}\n{\"b\":2}\n"), "{\"a\":1}\n{\"b\":2}\n");
  EXPECT_EQ(strict.clean("{\"a\":1}\nnope\n"), "<withheld>");
  Harness lenient(
      "format = 1\nname = \"t\"\n[stdout]\nndjson = true\non_bad_line = \"placeholder\"\ntypes = "
      "[\"application/x-ndjson\"]\n");
  EXPECT_EQ(lenient.clean("{\"a\":1}\nnope\n{\"b\":2}\n"),
            "{\"a\":1}\n{\"sluice_withheld\":{\"line\":2,\"code\":\"json.syntax\"}}\n{\"b\":2}\n");
  EXPECT_EQ(lenient.check("{\"a\":1}\nnope\n{\"b\":2}\n").decision, Decision::kSanitize);
}

TEST(CheckFiles, NamesAndTypes) {
  struct FileCase {
    const char* name;
    std::string file;
    std::string bytes;
    Decision decision;
    FindingCode code;
  };
  const std::string elf = std::string(
                              "\x7f"
                              "ELF\x02\x01\x01",
                              7) +
                          std::string(57, '\0');
  const std::vector<FileCase> cases = {
      {"traversal", "../../etc/passwd", "x\n", Decision::kReject, FindingCode::kPathTraversal},
      {"absolute", "/etc/cron.d/x", "x\n", Decision::kReject, FindingCode::kPathAbsolute},
      {"encoded traversal", "a%2e%2e%2fb", "x\n", Decision::kReject, FindingCode::kPathEncoding},
      {"device", "CON.txt", "x\n", Decision::kReject, FindingCode::kPathDevice},
      {"executable", "tool", elf, Decision::kQuarantine, FindingCode::kExecutable},
      {"html is written anew", "page.html", "<!DOCTYPE html><html><body>hi</body></html>", Decision::kSanitize,
       FindingCode::kMarkupUnwrapped},
      {"unknown binary", "x.dat", std::string("\x01\x02\x03\x00\xff\xfe\xfd", 7), Decision::kQuarantine,
       FindingCode::kTypeUnknown},
      {"html called png", "a.png", "<html><script>alert(1)</script></html>", Decision::kQuarantine,
       FindingCode::kTypeMismatchExtension},
  };
  Harness harness;
  for (const FileCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Verdict verdict = harness.check(c.bytes, Channel::kFile, c.file);
    EXPECT_EQ(verdict.decision, c.decision);
    EXPECT_TRUE(has_code(verdict, c.code)) << render(verdict, {});
  }
  EXPECT_EQ(harness.clean("print('hi')\n", Channel::kFile, "main.py"), "print('hi')\n");
}

TEST(CheckFiles, CollidingNamesOfOneRun) {
  Harness harness;
  EXPECT_EQ(harness.check("a\n", Channel::kFile, "Report.txt").decision, Decision::kAllow);
  const Verdict second = harness.check("b\n", Channel::kFile, "report.TXT");
  EXPECT_EQ(second.decision, Decision::kReject);
  EXPECT_TRUE(has_code(second, FindingCode::kPathCollision));
}

TEST(CheckLimits, RejectTruncateAndTotal) {
  Harness reject("format = 1\nname = \"t\"\n[stdout]\nmax_bytes = 10\n");
  EXPECT_EQ(reject.check("0123456789").decision, Decision::kAllow);
  EXPECT_EQ(reject.check("0123456789a").decision, Decision::kReject);
  Harness truncate("format = 1\nname = \"t\"\n[stdout]\nmax_bytes = 10\non_overflow = \"truncate\"\n");
  const Verdict verdict = truncate.check("0123456789abcdef");
  EXPECT_EQ(verdict.decision, Decision::kSanitize);
  EXPECT_TRUE(verdict.is_truncated);
  EXPECT_EQ(truncate.clean("0123456789abcdef"), "0123456789\n[truncated: the input has 16 bytes]\n");
  Harness lines("format = 1\nname = \"t\"\n[stdout]\nmax_lines = 2\non_overflow = \"truncate\"\n");
  EXPECT_EQ(lines.clean("a\nb\n"), "a\nb\n");
  EXPECT_EQ(lines.clean("a\nb\nc\n"), "a\nb\n\n[truncated: the input has 6 bytes]\n");
  Harness total("format = 1\nname = \"t\"\n[limits]\ntotal = 20\n");
  EXPECT_EQ(total.check("0123456789\n").decision, Decision::kAllow);
  EXPECT_EQ(total.check("0123456789\n").decision, Decision::kReject);
}

TEST(CheckLimits, DeadlineAndStopWithhold) {
  Harness harness;
  Artifact artifact;
  artifact.info.channel = Channel::kStdout;
  artifact.bytes = as_bytes("hello\n");
  CheckOptions options;
  options.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  const Verdict late = harness.checker().check(artifact, options);
  EXPECT_EQ(late.decision, Decision::kQuarantine);
  EXPECT_FALSE(late.is_complete);
  std::stop_source source;
  source.request_stop();
  options.deadline.reset();
  options.stop = source.get_token();
  EXPECT_TRUE(has_code(harness.checker().check(artifact, options), FindingCode::kStopRequested));
}

TEST(Engine, RefusesWhatItCannotUse) {
  const auto code_of = [](const std::string& policy) {
    LoadOptions options;
    options.policy = policy;
    options.policy_path = "p.toml";
    const Result<std::shared_ptr<const Engine>> engine = Engine::load(options);
    return engine ? std::string("loaded") : std::string(error_name(engine.error().code));
  };
  EXPECT_EQ(code_of("format = 1\n[stdout]\ntypes = [\"application/json\"]\nschema = \"missing.json\"\n"), "not_found");
  EXPECT_EQ(code_of("format = 1\n[secrets]\npacks = [\"nonsense\"]\n"), "not_found");
  EXPECT_EQ(code_of("format = 1\nunknown_key = 2\n"), "config_invalid");
  EXPECT_EQ(code_of("format = \n"), "config_syntax");
  LoadOptions options;
  options.known_secrets = {{"SHORT", "1234567"}};
  const Result<std::shared_ptr<const Engine>> engine = Engine::load(options);
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.error().code, ErrorCode::kSecretInvalid);
  EXPECT_EQ(engine.error().message.find("1234567"), std::string::npos);
}

TEST(Engine, KnownSecretsComeBackRedacted) {
  LoadOptions options;
  options.known_secrets = {{"PUBLIC_API_TOKEN", "hunter2hunter2"}};
  Harness harness({}, options);
  const std::string clean = harness.clean("the value is hunter2hunter2 and aHVudGVyMmh1bnRlcjI= too\n");
  EXPECT_EQ(clean.find("hunter2"), std::string::npos) << clean;
  EXPECT_EQ(clean.find("aHVudGVyMmh1bnRlcjI"), std::string::npos) << clean;
  EXPECT_NE(clean.find("PUBLIC_API_TOKEN"), std::string::npos);
}

TEST(Run, RefusesBadTaskIds) {
  Result<std::shared_ptr<const Engine>> engine = Engine::load({});
  ASSERT_TRUE(engine.ok());
  for (const std::string& id :
       {std::string("a/b"), std::string(".hidden"), std::string(65, 'x'), std::string("a b"), std::string("\x1b")}) {
    EXPECT_FALSE(Run::start(*engine, {id}).ok()) << id;
  }
  EXPECT_TRUE(Run::start(*engine, {"A-1_b.c"}).ok());
  EXPECT_FALSE(Run::start(nullptr).ok());
}

}  // namespace
}  // namespace sluice
