#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "execution/bundle_cases.h"
#include "execution/support.h"

namespace sluice::pipeline {
namespace {

using Source = ParsedExecution::Source;
constexpr FindingCode kUnknown = FindingCode::kJsonUnknownMember;

TEST(Bundle, OrdinaryRun) {
  const Read read = read_run(R"({
    "$schema": "x",
    "format": 1,
    "task_id": "task-1",
    "files": [
      {"path": "a/report.json", "media_type": "application/json", "encoding": "utf-8", "content": "{\"a\": 1}"},
      {"path": "p.png", "encoding": "base64", "content": "iVBO\nRw=="}
    ],
    "results": [
      {"text": "x", "is_main_result": true},
      {"json": {"b": [1, 2]}, "png": "iVBORw==", "html": null, "extra": {"a/b": "c"}},
      {"json": "{\"c\": 3}", "chart": {"type": "pie"}},
      {"json": "plain"}
    ],
    "stderr": "careful",
    "stdout": ["one ", "two"],
    "error": null,
    "exit_code": 0
  })");
  EXPECT_TRUE(read.codes.empty()) << read.details();
  EXPECT_TRUE(read.run.is_complete);
  EXPECT_TRUE(read.run.is_success);
  EXPECT_EQ(read.run.source, Source::kBundle);
  EXPECT_EQ(read.run.exit_code, 0);
  EXPECT_EQ(read.run.task_id, "task-1");
  EXPECT_EQ(read.text(Channel::kStdout), "one two");
  EXPECT_EQ(read.text(Channel::kStderr), "careful");
  EXPECT_EQ(read.text(Channel::kResult, "text", 0), "x");
  EXPECT_TRUE(read.artifact(Channel::kResult, "text", 0)->is_main_result);
  EXPECT_EQ(read.text(Channel::kResult, "json", 1), "{\"b\": [1, 2]}");
  EXPECT_EQ(read.text(Channel::kResult, "png", 1), "\x89PNG");
  EXPECT_EQ(read.text(Channel::kResult, "html", 1), std::nullopt);
  EXPECT_EQ(read.text(Channel::kResult, "a/b", 1), "c");
  EXPECT_EQ(read.text(Channel::kResult, "json", 2), "{\"c\": 3}");
  EXPECT_EQ(read.text(Channel::kResult, "chart", 2), "{\"type\": \"pie\"}");
  EXPECT_EQ(read.text(Channel::kResult, "json", 3), "\"plain\"");
  EXPECT_EQ(read.text(Channel::kFile, "a/report.json", 0), "{\"a\": 1}");
  EXPECT_EQ(read.artifact(Channel::kFile, "a/report.json", 0)->declared_type, "application/json");
  EXPECT_EQ(read.text(Channel::kFile, "p.png", 1), "\x89PNG");
  EXPECT_EQ(read.run.artifacts.size(), 11U);
}

TEST(Bundle, Errors) {
  const Read read =
      read_run(R"({"format": 1, "exit_code": 1, "error": {"name": "E", "value": "v", "traceback": ["a\n", "b\n"]}})");
  EXPECT_TRUE(read.codes.empty()) << read.details();
  EXPECT_FALSE(read.run.is_success);
  EXPECT_EQ(read.run.exit_code, 1);
  ASSERT_TRUE(read.run.error.has_value());
  EXPECT_EQ(read.run.error->name, "E");
  EXPECT_EQ(read.run.error->traceback, "a\nb\n");
  EXPECT_TRUE(read.run.artifacts.empty());
}

TEST(Bundle, EachMisuseIsSeen) {
  for (const BundleCase& c : bundle_cases()) {
    SCOPED_TRACE(c.name);
    const Read read = read_run(c.input, ExecutionFormat::kBundle);
    EXPECT_EQ(read.codes, c.codes) << names_of(read.codes) << "\n" << read.details();
    EXPECT_EQ(read.run.is_success, c.is_success);
    EXPECT_EQ(read.findings.decision() >= Decision::kQuarantine, !c.codes.empty());
  }
}

TEST(Bundle, NotebooksAreRefusedInPlainWords) {
  const Read read = read_run(R"({"cells": [], "nbformat": 4})");
  EXPECT_FALSE(read.run.is_complete);
  EXPECT_NE(read.details().find("notebook (.ipynb)"), std::string::npos) << read.details();
}

TEST(CrewAi, CodeToolResult) {
  const Read read = read_run(
      R"({"text": "3", "stdout": ["a", "b"], "stderr": [], "error": null, "results": [{"text": "3", "html": null,
      "is_main_result": true, "extra": {}}, {"png": "iVBORw==", "is_main_result": false, "extra": null}],
      "execution_count": 1})");
  EXPECT_TRUE(read.codes.empty()) << read.details();
  EXPECT_EQ(read.run.source, Source::kCrewAiCode);
  EXPECT_TRUE(read.run.is_success);
  EXPECT_EQ(read.run.execution_count, 1);
  EXPECT_EQ(read.text(Channel::kStdout), "ab");
  EXPECT_EQ(read.text(Channel::kStderr), std::nullopt);
  EXPECT_EQ(read.text(Channel::kResult, "text", 0), "3");
  EXPECT_EQ(read.text(Channel::kResult, "png", 1), "\x89PNG");
  EXPECT_EQ(read.run.artifacts.size(), 3U) << "the text that repeats the main result is one artifact";
}

TEST(CrewAi, ATextThatIsNotTheMainResultIsAnArtifactOfItsOwn) {
  const Read read = read_run(
      R"({"text": "other", "stdout": [], "stderr": [], "error": {"name": "E", "value": "v", "traceback": "t"},
      "results": [{"text": "3", "is_main_result": true}], "execution_count": null})");
  EXPECT_TRUE(read.codes.empty()) << read.details();
  EXPECT_FALSE(read.run.is_success);
  EXPECT_EQ(read.text(Channel::kResult, "text", 0), "3");
  EXPECT_EQ(read.text(Channel::kResult, "text", 1), "other");
}

TEST(CrewAi, CommandToolResult) {
  const Read good = read_run(R"({"exit_code": 0, "stdout": "out", "stderr": "", "error": null})");
  EXPECT_TRUE(good.codes.empty()) << good.details();
  EXPECT_EQ(good.run.source, Source::kCrewAiCommand);
  EXPECT_TRUE(good.run.is_success);
  EXPECT_EQ(good.text(Channel::kStdout), "out");
  EXPECT_EQ(good.run.artifacts.size(), 1U);
  const Read bad = read_run(R"({"exit_code": 2, "stdout": "", "stderr": "x", "error": "exit status 2"})");
  EXPECT_TRUE(bad.codes.empty()) << bad.details();
  EXPECT_FALSE(bad.run.is_success);
  ASSERT_TRUE(bad.run.error.has_value());
  EXPECT_EQ(bad.run.error->value, "exit status 2");
  const Read odd = read_run(R"({"exit_code": 0, "stdout": "", "stderr": "", "error": "", "files": []})");
  EXPECT_EQ(odd.codes, Codes{kUnknown});
}

TEST(Auto, TellsTheFormsApart) {
  struct Form {
    const char* name;
    std::string input;
    Source source;
  };
  const std::vector<Form> forms = {
      {"stream", "{\"type\": \"end_of_execution\"}\n", Source::kE2bStream},
      {"stream with another key first", "{\"execution_count\": 1, \"type\": \"number_of_executions\"}\n{\"type\": 1}\n",
       Source::kE2bStream},
      {"stream of one line", "{\"x\": 1, \"type\": \"keepalive\"}", Source::kE2bStream},
      {"broken stream", "{\"type\": \"num", Source::kE2bStream},
      {"page", "<html></html>", Source::kE2bStream},
      {"nothing", "", Source::kE2bStream},
      {"bundle of one line", "{\"format\": 1}\n", Source::kBundle},
      {"bundle over lines", "\n{\n  \"format\": 1\n}\n", Source::kBundle},
      {"command", R"({"exit_code": 0, "stdout": "", "stderr": "", "error": null})", Source::kCrewAiCommand},
  };
  for (const Form& f : forms) {
    SCOPED_TRACE(f.name);
    EXPECT_EQ(read_run(f.input).run.source, f.source);
  }
}

}  // namespace
}  // namespace sluice::pipeline
