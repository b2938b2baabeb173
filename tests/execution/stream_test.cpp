#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/base64.h"
#include "execution/support.h"

namespace sluice::pipeline {
namespace {

constexpr ExecutionFormat kStream = ExecutionFormat::kE2bStream;
constexpr FindingCode kProto = FindingCode::kStreamProtocol;
constexpr FindingCode kCut = FindingCode::kStreamIncomplete;
constexpr FindingCode kAfter = FindingCode::kStreamAfterEnd;

const std::string kCount = "{\"type\": \"number_of_executions\", \"execution_count\": 7}\n";
const std::string kOut =
    "{\"type\": \"stdout\", \"text\": \"hello\\n\", \"timestamp\": \"2026-08-01T00:00:00+00:00\"}\n";
const std::string kEnd = "{\"type\": \"end_of_execution\"}\n";

TEST(Stream, OrdinaryRun) {
  const Read read = read_run(
      kCount + kOut +
      "{\"type\": \"keepalive\"}\n"
      "{\"type\": \"stderr\", \"text\": \"careful\", \"timestamp\": \"t\"}\n"
      "{\"type\": \"result\", \"text\": \"x\", \"html\": \"<b>x</b>\", \"png\": \"iVBORw==\\n\", \"json\": {\"a\": [1, "
      "\"}\"]}, \"chart\": {\"type\": \"line\"}, \"data\": {\"c\": [1]}, \"javascript\": \"1\", \"latex\": \"$x$\", "
      "\"markdown\": \"#\", \"svg\": \"<svg/>\", \"jpeg\": \"/9g=\", \"pdf\": \"JVBERg==\", \"extra\": {\"a/b\": "
      "{\"k\":  1}, \"c/d\": \"text\"}, \"is_main_result\": true}\n"
      "{\"type\": \"result\", \"text\": \"y\", \"extra\": {}, \"is_main_result\": false}\n" +
      kEnd);
  EXPECT_TRUE(read.codes.empty()) << read.details();
  EXPECT_TRUE(read.run.is_complete);
  EXPECT_TRUE(read.run.is_success);
  EXPECT_EQ(read.run.source, ParsedExecution::Source::kE2bStream);
  EXPECT_EQ(read.run.execution_count, 7);
  EXPECT_EQ(read.run.exit_code, std::nullopt);
  EXPECT_FALSE(read.run.error.has_value());
  EXPECT_EQ(read.text(Channel::kStdout), "hello\n");
  EXPECT_EQ(read.text(Channel::kStderr), "careful");
  struct Expected {
    const char* name;
    const char* type;
    const char* bytes;
  };
  const std::vector<Expected> results = {
      {"text", "text/plain", "x"},
      {"html", "text/html", "<b>x</b>"},
      {"png", "image/png", "\x89PNG"},
      {"json", "application/json", "{\"a\": [1, \"}\"]}"},
      {"chart", "application/vnd.e2b.chart.v1+json", "{\"type\": \"line\"}"},
      {"data", "application/json", "{\"c\": [1]}"},
      {"javascript", "application/javascript", "1"},
      {"latex", "text/latex", "$x$"},
      {"markdown", "text/markdown", "#"},
      {"svg", "image/svg+xml", "<svg/>"},
      {"jpeg", "image/jpeg", "\xFF\xD8"},
      {"pdf", "application/pdf", "%PDF"},
      {"a/b", "a/b", "{\"k\":  1}"},
      {"c/d", "c/d", "text"},
  };
  for (const Expected& e : results) {
    SCOPED_TRACE(e.name);
    const ParsedArtifact* artifact = read.artifact(Channel::kResult, e.name);
    ASSERT_NE(artifact, nullptr);
    EXPECT_EQ(artifact->declared_type, e.type);
    EXPECT_EQ(to_string(artifact->bytes), e.bytes);
    EXPECT_TRUE(artifact->is_main_result);
    EXPECT_TRUE(artifact->is_decoded);
  }
  EXPECT_EQ(read.text(Channel::kResult, "text", 1), "y");
  EXPECT_FALSE(read.artifact(Channel::kResult, "text", 1)->is_main_result);
  EXPECT_EQ(read.run.artifacts.size(), 2 + results.size() + 1);
  EXPECT_EQ(read.run.artifacts[0].channel, Channel::kStdout);
  EXPECT_EQ(read.run.artifacts[1].channel, Channel::kStderr);
  EXPECT_TRUE(read.findings.has(FindingCode::kResultUnknown));
}

TEST(Stream, PiecesOfOneStreamAreJoined) {
  const std::string first = std::string("AKIA") + "IOSF";
  const std::string second = "ODNN7EXAMPLE";
  const Read read = read_run(kCount + "{\"type\": \"stdout\", \"text\": \"key " + first + "\"}\n" +
                             "{\"type\": \"stderr\", \"text\": \"e1\"}\n" + "{\"type\": \"stdout\", \"text\": \"" +
                             second + "\"}\n" + "{\"type\": \"stderr\", \"text\": \"e2\"}\n" + kEnd);
  EXPECT_TRUE(read.codes.empty()) << read.details();
  EXPECT_EQ(read.text(Channel::kStdout), "key " + first + second);
  EXPECT_EQ(read.text(Channel::kStderr), "e1e2");
  EXPECT_EQ(read.run.artifacts.size(), 2U);
}

TEST(Stream, EscapesAreDecodedOverEvents) {
  const Read read =
      read_run(kCount + "{\"type\": \"stdout\", \"text\": \"\\ud83d\\ude00\\u0000\\u001b[31m\\u202e\"}\n" + kEnd);
  EXPECT_TRUE(read.codes.empty()) << read.details();
  EXPECT_EQ(read.text(Channel::kStdout), std::string("\xF0\x9F\x98\x80\0\x1B[31m\xE2\x80\xAE", 13));
}

struct Misuse {
  const char* name;
  std::string input;
  Codes codes;  // exactly these ask for quarantine
  bool is_success;
  bool is_complete;
};

TEST(Stream, EachMisuseIsSeen) {
  const std::string result_tail = ", \"extra\": {}, \"is_main_result\": true}\n";
  const std::vector<Misuse> cases = {
      // Reference table of section 4.3, in its order.
      {"no end", kCount + kOut, {kCut}, false, false},
      {"empty", "", {kCut}, false, false},
      {"only newlines", "\n\n", {kProto, kCut}, false, false},
      {"data after the end", kCount + kEnd + kOut, {kAfter}, true, false},
      {"second end", kCount + kEnd + kEnd, {kAfter}, false, false},
      {"error after the end", kCount + kEnd + "{\"type\": \"error\"}\n", {kAfter}, false, false},
      {"unknown type after the end", kCount + kEnd + "{\"type\": \"x\"}\n", {kAfter}, true, false},
      {"unknown type", kCount + "{\"type\": \"progress\"}\n" + kEnd, {kProto}, true, false},
      {"unwritten type", kCount + "{\"type\": \"unexpected_end_of_execution\"}\n" + kEnd, {kProto}, true, false},
      {"missing type", kCount + "{\"text\": \"x\"}\n" + kEnd, {kProto}, true, false},
      {"type is a number", kCount + "{\"type\": 5}\n" + kEnd, {kProto}, true, false},
      {"type in capitals", kCount + "{\"type\": \"STDOUT\", \"text\": \"\"}\n" + kEnd, {kProto}, true, false},
      {"array line", kCount + "[1, 2]\n" + kEnd, {kProto}, true, false},
      {"string line", kCount + "\"end_of_execution\"\n" + kEnd, {kProto}, true, false},
      {"null line", kCount + "null\n" + kEnd, {kProto}, true, false},
      {"two errors",
       kCount + "{\"type\": \"error\", \"name\": \"A\"}\n{\"type\": \"error\", \"name\": \"B\"}\n" + kEnd,
       {kProto},
       false,
       true},
      {"text is a number", kCount + "{\"type\": \"stdout\", \"text\": 5}\n" + kEnd, {kProto}, true, false},
      {"text is an array", kCount + "{\"type\": \"stderr\", \"text\": [\"a\"]}\n" + kEnd, {kProto}, true, false},
      {"text is missing", kCount + "{\"type\": \"stdout\"}\n" + kEnd, {kProto}, true, false},
      {"timestamp is a number",
       kCount + "{\"type\": \"stdout\", \"text\": \"\", \"timestamp\": 1}\n" + kEnd,
       {kProto},
       true,
       false},
      {"main result is a string",
       kCount + "{\"type\": \"result\", \"text\": \"\", \"is_main_result\": \"false\"}\n" + kEnd,
       {kProto},
       true,
       true},
      {"main result is missing", kCount + "{\"type\": \"result\", \"text\": \"\"}\n" + kEnd, {kProto}, true, true},
      {"duplicate text",
       kCount + "{\"type\": \"stdout\", \"text\": \"a\", \"text\": \"b\"}\n" + kEnd,
       {kProto},
       true,
       false},
      {"duplicate type",
       kCount + "{\"type\": \"stdout\", \"text\": \"a\", \"type\": \"error\"}\n" + kEnd,
       {kProto},
       true,
       false},
      {"escaped duplicate",
       kCount + "{\"type\": \"stdout\", \"text\": \"a\", \"te\\u0078t\": \"b\"}\n" + kEnd,
       {kProto},
       true,
       false},
      {"duplicate result member",
       kCount + "{\"type\": \"result\", \"text\": \"a\", \"text\": \"b\"" + result_tail + kEnd,
       {kProto},
       true,
       false},
      {"duplicate deep in a result",
       kCount + "{\"type\": \"result\", \"json\": {\"a\": 1, \"a\": 2}" + result_tail + kEnd,
       {kProto},
       true,
       true},
      {"invalid UTF-8", kCount + "{\"type\": \"stdout\", \"text\": \"\xFF\"}\n" + kEnd, {kProto}, true, true},
      {"BOM", "\xEF\xBB\xBF" + kCount + kEnd, {kProto}, true, true},
      {"empty line", kCount + "\n" + kEnd, {kProto}, true, true},
      {"line of spaces", kCount + " \t\r\n" + kEnd, {kProto}, true, true},
      {"invalid JSON",
       kCount + "{\"type\": \"stdout\", \"text\": }\n" + kEnd,
       {kProto, FindingCode::kJsonSyntax},
       true,
       false},
      {"single quotes", kCount + "{'type': 'stdout'}\n" + kEnd, {kProto, FindingCode::kJsonSyntax}, true, false},
      {"two values on a line",
       kCount + "{\"type\": \"keepalive\"} {\"type\": \"keepalive\"}\n" + kEnd,
       {kProto, FindingCode::kJsonTrailing},
       true,
       false},
      {"NaN", kCount + "{\"type\": \"result\", \"json\": {\"a\": NaN}" + result_tail + kEnd, {kProto}, true, true},
      {"Infinity", kCount + "{\"type\": \"result\", \"json\": -Infinity" + result_tail + kEnd, {kProto}, true, true},
      {"lone surrogate", kCount + "{\"type\": \"stdout\", \"text\": \"\\ud800\"}\n" + kEnd, {kProto}, true, true},
      {"raw control character",
       kCount + "{\"type\": \"stdout\", \"text\": \"\x1B[0m\"}\n" + kEnd,
       {kProto},
       true,
       true},
      {"truncated last line", kCount + "{\"type\": \"end_of_exec", {kCut}, false, false},
      {"end without a line end", kCount + "{\"type\": \"end_of_execution\"}", {kCut}, true, false},
      {"HTML with 200",
       "<html><body>502 Bad Gateway</body></html>\n",
       {kProto, kCut, FindingCode::kJsonSyntax},
       false,
       false},
      {"HTML over lines", "<html>\n<head></head>\n</html>\n", {kProto, kCut, FindingCode::kJsonSyntax}, false, false},
      {"plain text", "Internal Server Error", {kCut}, false, false},
      {"NUL bytes", std::string("\0\0\n", 3), {kProto, kCut, FindingCode::kJsonSyntax}, false, false},
      // Fields and values beyond the table.
      {"count is a string",
       "{\"type\": \"number_of_executions\", \"execution_count\": \"1\"}\n" + kEnd,
       {kProto},
       true,
       false},
      {"count is missing", "{\"type\": \"number_of_executions\"}\n" + kEnd, {kProto}, true, false},
      {"count twice", kCount + kCount + kEnd, {kProto}, true, true},
      {"unknown field of an event",
       kCount + "{\"type\": \"stdout\", \"text\": \"\", \"shell\": \"x\"}\n" + kEnd,
       {kProto},
       true,
       true},
      {"field of the end", kCount + "{\"type\": \"end_of_execution\", \"exit_code\": 0}\n", {kProto}, true, true},
      {"unknown member of a result",
       kCount + "{\"type\": \"result\", \"gif\": \"R0lG\"" + result_tail + kEnd,
       {kProto},
       true,
       true},
      {"png is no base64",
       kCount + "{\"type\": \"result\", \"png\": \"!!!\"" + result_tail + kEnd,
       {FindingCode::kResultEncoding},
       true,
       true},
      {"png is url base64",
       kCount + "{\"type\": \"result\", \"png\": \"-_-_\"" + result_tail + kEnd,
       {FindingCode::kResultEncoding},
       true,
       true},
      {"pdf without padding",
       kCount + "{\"type\": \"result\", \"pdf\": \"JVBERg\"" + result_tail + kEnd,
       {FindingCode::kResultEncoding},
       true,
       true},
      {"png is an object",
       kCount + "{\"type\": \"result\", \"png\": {\"a\": 1}" + result_tail + kEnd,
       {kProto},
       true,
       true},
      {"html is a list",
       kCount + "{\"type\": \"result\", \"html\": [\"<b>\"]" + result_tail + kEnd,
       {kProto},
       true,
       true},
      {"extra is a list",
       kCount + "{\"type\": \"result\", \"extra\": [1], \"is_main_result\": true}\n" + kEnd,
       {kProto},
       true,
       true},
      {"error name is a number", kCount + "{\"type\": \"error\", \"name\": 1}\n" + kEnd, {kProto}, false, false},
      {"deeper than any reader goes",
       kCount + "{\"type\": \"result\", \"json\": " + std::string(2000, '[') + std::string(2000, ']') + result_tail +
           kEnd,
       {kProto, FindingCode::kJsonDepth},
       true,
       false},
      // Not misuse: these must stay without a finding.
      {"control: whole", kCount + kOut + kEnd, {}, true, true},
      {"control: an error",
       kCount + "{\"type\": \"error\", \"name\": \"E\", \"value\": \"v\", \"traceback\": \"t\"}\n" + kEnd,
       {},
       false,
       true},
      {"control: error without fields", kCount + "{\"type\": \"error\"}\n" + kEnd, {}, false, true},
      {"control: CR LF", "{\"type\": \"end_of_execution\"}\r\n", {}, true, true},
      {"control: JSON of any kind",
       kCount + "{\"type\": \"result\", \"json\": \"s\", \"chart\": [1], \"data\": 5" + result_tail + kEnd,
       {},
       true,
       true},
      {"control: deep JSON",
       kCount + "{\"type\": \"result\", \"json\": " + std::string(900, '[') + std::string(900, ']') + result_tail +
           kEnd,
       {},
       true,
       true},
      {"control: big numbers",
       kCount + "{\"type\": \"result\", \"json\": 123456789012345678901234567890" + result_tail + kEnd,
       {},
       true,
       true},
      {"control: null representation",
       kCount + "{\"type\": \"result\", \"text\": \"\", \"png\": null" + result_tail + kEnd,
       {},
       true,
       true},
      {"control: fake lines in a text",
       kCount + "{\"type\": \"stdout\", \"text\": \"{\\\"type\\\": \\\"error\\\"}\\n\"}\n" + kEnd,
       {},
       true,
       true},
  };
  for (const Misuse& c : cases) {
    SCOPED_TRACE(c.name);
    const Read read = read_run(c.input, kStream);
    EXPECT_EQ(read.codes, c.codes) << names_of(read.codes) << "\n" << read.details();
    EXPECT_EQ(read.run.is_success, c.is_success);
    EXPECT_EQ(read.run.is_complete, c.is_complete);
    EXPECT_EQ(read.findings.decision() >= Decision::kQuarantine, !c.codes.empty());
  }
}

TEST(Stream, WhatCameBeforeAMisuseIsKept) {
  const Read read = read_run(kCount + kOut + "<html>\n{\"type\": \"stdout\", \"text\": \"more\"}\n", kStream);
  EXPECT_EQ(read.text(Channel::kStdout), "hello\nmore");
  bool has_line = false;
  for (const Finding& f : read.findings.listed()) {
    if (f.code != kProto) continue;
    has_line = true;
    EXPECT_EQ(f.where.line, 3U);
    EXPECT_EQ(f.where.begin, kCount.size() + kOut.size());
    EXPECT_EQ(f.where.end, kCount.size() + kOut.size() + 6);
  }
  EXPECT_TRUE(has_line);
}

TEST(Stream, UndecodableValuesKeepTheirTextAndAreMarked) {
  const Read read = read_run(
      kCount + "{\"type\": \"result\", \"png\": \"!!!\", \"html\": [1,  2], \"is_main_result\": false}\n" + kEnd,
      kStream);
  const ParsedArtifact* png = read.artifact(Channel::kResult, "png");
  ASSERT_NE(png, nullptr);
  EXPECT_FALSE(png->is_decoded);
  EXPECT_EQ(to_string(png->bytes), "!!!");
  const ParsedArtifact* html = read.artifact(Channel::kResult, "html");
  ASSERT_NE(html, nullptr);
  EXPECT_FALSE(html->is_decoded);
  EXPECT_EQ(to_string(html->bytes), "[1,  2]");
}

TEST(Stream, ErrorsAreAllKept) {
  const Read read = read_run(kCount +
                                 "{\"type\": \"error\", \"name\": \"A\", \"value\": \"v\", \"traceback\": \"t\"}\n"
                                 "{\"type\": \"error\", \"name\": \"B\", \"value\": null}\n" +
                                 kEnd,
                             kStream);
  ASSERT_TRUE(read.run.error.has_value());
  EXPECT_EQ(read.run.error->name, "A");
  EXPECT_EQ(read.run.error->value, "v");
  EXPECT_EQ(read.run.error->traceback, "t");
  ASSERT_EQ(read.run.later_errors.size(), 1U);
  EXPECT_EQ(read.run.later_errors[0].name, "B");
}

TEST(Stream, EveryTruncationIsIncomplete) {
  const std::string whole =
      kCount + kOut + "{\"type\": \"result\", \"text\": \"x\", \"is_main_result\": true}\n" + kEnd;
  ASSERT_TRUE(read_run(whole, kStream).run.is_complete);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    SCOPED_TRACE(length);
    for (const ExecutionFormat format : {kStream, ExecutionFormat::kAuto}) {
      const Read read = read_run(whole.substr(0, length), format);
      ASSERT_FALSE(read.run.is_complete);
      ASSERT_FALSE(read.findings.is_complete());
      ASSERT_GE(read.findings.decision(), Decision::kQuarantine);
      if (format == kStream) {
        ASSERT_TRUE(read.findings.has(kCut)) << read.details();
      }
    }
  }
}

TEST(Stream, KeysOfExtraShadowNothing) {
  const Read read = read_run(kCount +
                                 "{\"type\": \"result\", \"text\": \"x\", \"extra\": {\"type\": \"stdout\", "
                                 "\"is_main_result\": true, \"text\": \"shadow\", \"__proto__\": {\"p\": 1}, \"\": 0, "
                                 "\"../../etc/passwd\": \"y\"}, \"is_main_result\": false}\n" +
                                 kEnd,
                             kStream);
  EXPECT_TRUE(read.codes.empty()) << read.details();
  EXPECT_EQ(read.text(Channel::kStdout), std::nullopt);
  std::vector<std::string> types;
  for (const ParsedArtifact& a : read.run.artifacts) {
    EXPECT_FALSE(a.is_main_result);
    types.push_back(a.declared_type);
  }
  EXPECT_EQ(types, (std::vector<std::string>{"text/plain", "type", "is_main_result", "text", "__proto__", "",
                                             "../../etc/passwd"}));
}

TEST(Stream, BudgetsEndTheReading) {
  const std::string many = [] {
    std::string text = kCount;
    for (int i = 0; i < 200; ++i) text += kOut;
    return text + kEnd;
  }();
  struct Case {
    const char* name;
    Limits limits;
    FindingCode code;
  };
  std::vector<Case> cases(3);
  cases[0] = {"input", {}, FindingCode::kLimitBytes};
  cases[0].limits.max_input_bytes = many.size() - 1;
  cases[1] = {"nodes", {}, FindingCode::kBudget};
  cases[1].limits.max_nodes = 100;
  cases[2] = {"output", {}, FindingCode::kBudget};
  cases[2].limits.max_output_bytes = 100;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Read read = read_run(many, kStream, c.limits);
    EXPECT_TRUE(read.findings.has(c.code)) << read.details();
    EXPECT_FALSE(read.run.is_complete);
    EXPECT_FALSE(read.run.is_success);
    EXPECT_FALSE(read.findings.is_complete());
  }
  Limits exact;
  exact.max_input_bytes = many.size();
  EXPECT_TRUE(read_run(many, kStream, exact).run.is_complete);
}

TEST(Stream, LongTextsAreNoLimitOfTheReader) {
  const std::string text(3'000'000, 'x');
  const Read read = read_run(kCount + "{\"type\": \"stdout\", \"text\": \"" + text + "\"}\n" + kEnd, kStream);
  EXPECT_TRUE(read.codes.empty()) << read.details();
  EXPECT_EQ(read.text(Channel::kStdout)->size(), text.size());
}

TEST(Stream, HostileTextIsReportedSafely) {
  const std::string token = std::string("ghp_") + std::string(36, 'a');
  const Read read = read_run("{\"type\": \"\\u001b]0;" + token + "\"}\n", kStream);
  ASSERT_TRUE(read.findings.has(kProto));
  for (const Finding& f : read.findings.listed()) {
    EXPECT_EQ(f.detail.str().find('\x1B'), std::string::npos);
    EXPECT_EQ(f.detail.str().find(std::string(36, 'a')), std::string::npos) << f.detail.str();
  }
}

}  // namespace
}  // namespace sluice::pipeline
