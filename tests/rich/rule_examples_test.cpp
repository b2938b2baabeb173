// Every positive example of every shipped rule, cut at every byte, in the places where texts arrive in pieces: strings
// of a JSON array, lines of a notebook's source, pieces of a stream in a notebook, events of an execution's stream.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "authoring/rule_tests.h"
#include "json/writer.h"
#include "pipeline/fixture.h"
#include "rules/load.h"
#include "scan/checks/expand.h"
#include "support/golden.h"

namespace sluice::testing {
namespace {

struct Example {
  std::string rule;
  std::string text;
  std::string secret;
};

// Of the rules that redact whatever the policy's other parts say. Texts of one line: a cut is inside of a line.
const std::vector<Example>& examples() {
  static const std::vector<Example> all = [] {
    std::vector<Example> out;
    for (const auto& entry : std::filesystem::directory_iterator(source_path("rules"))) {
      const std::string path = entry.path().string();
      if (!path.ends_with(".toml") || path.ends_with("sets.toml")) continue;
      const auto pack = rules::load_pack(read_file(path), entry.path().filename().string());
      if (!pack) {
        ADD_FAILURE() << pack.error().message;
        continue;
      }
      for (const rules::Rule& rule : pack->rules) {
        if (rule.kind != rules::RuleKind::kSecret) continue;
        for (std::size_t i = 0; i < rule.tests.positive.size(); ++i) {
          const auto seed = authoring::example_seed(rule.id, authoring::ExampleList::kPositive, i);
          const auto made = scan::expand(rule.tests.positive[i].text, rule.check.kind, seed);
          if (!made) continue;
          out.push_back(
              {rule.id, made->text, made->text.substr(made->secret_begin, made->secret_end - made->secret_begin)});
        }
      }
    }
    std::sort(out.begin(), out.end(), [](const Example& a, const Example& b) { return a.rule < b.rule; });
    return out;
  }();
  return all;
}

std::string as_json(std::string_view text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

// Whether a text holds the secret in one piece, or cut in two by what stands between pieces.
bool holds(const std::string& clean, const std::string& secret) {
  if (clean.find(as_json(secret).substr(1, as_json(secret).size() - 2)) != std::string::npos) return true;
  std::string joined;
  for (const char c : clean) {
    if (c != '"' && c != ',' && c != '\n' && c != ' ') joined += c;
  }
  std::string bare;
  for (const char c : secret) {
    if (c != '"' && c != ',' && c != '\n' && c != ' ') bare += c;
  }
  return !bare.empty() && joined.find(bare) != std::string::npos;
}

// What is found in the text as a whole must be found in all of its cuts.
bool is_found_whole(Harness& harness, const Example& example) {
  const std::string clean = harness.clean(example.text + "\n", Channel::kFile, {}, "text/plain");
  return !holds(clean, example.secret);
}

// An engine for some examples together: a run has a limit of its own.
class Harnesses {
 public:
  Harness& next() {
    if (uses_++ % 40 == 0) harness_.emplace();
    return *harness_;
  }

 private:
  std::size_t uses_ = 0;
  std::optional<Harness> harness_;
};

struct Failures {
  std::size_t tried = 0;
  std::size_t withheld = 0;
  std::size_t marked = 0;  // released with a mark in it, so that the cuts were read
  std::vector<std::string> rules;
};

// @param document_of  writes all cuts of a text as one document
Failures try_all(const std::string& type, const std::function<std::string(const std::string&)>& document_of) {
  Failures failures;
  Harnesses harnesses;
  for (const Example& example : examples()) {
    if (example.text.find('\n') != std::string::npos) continue;
    Harness& harness = harnesses.next();
    const std::string clean = harness.clean(document_of(example.text), Channel::kResult, "r", type);
    ++failures.tried;
    if (clean == "<withheld>") ++failures.withheld;
    if (clean.find("[redacted:") != std::string::npos) ++failures.marked;
    if (clean == "<withheld>" || !holds(clean, example.secret)) continue;
    if (is_found_whole(harness, example)) failures.rules.push_back(example.rule);
  }
  return failures;
}

void expect_none(const Failures& failures) {
  EXPECT_GE(failures.tried, 300U);
  EXPECT_GE(failures.marked, failures.tried * 9 / 10) << failures.withheld << " of " << failures.tried << " withheld";
  std::string rules;
  for (const std::string& rule : failures.rules) rules += rule + " ";
  EXPECT_TRUE(failures.rules.empty()) << failures.rules.size() << " of " << failures.tried << ": " << rules;
}

TEST(RuleExamples, InStringsOfAJsonArray) {
  expect_none(try_all("application/json", [](const std::string& text) {
    std::string out = "[";
    for (std::size_t at = 1; at < text.size(); ++at) {
      out += (at == 1 ? "[" : ",[") + as_json(text.substr(0, at)) + "," + as_json(text.substr(at)) + "]";
    }
    return out + "]";
  }));
}

std::string notebook_of(const std::string& cells) {
  return "{\"cells\":[" + cells + "],\"metadata\":{},\"nbformat\":4,\"nbformat_minor\":5}";
}

TEST(RuleExamples, InLinesOfANotebooksSource) {
  expect_none(try_all("application/x-ipynb+json", [](const std::string& text) {
    std::string cells;
    for (std::size_t at = 1; at < text.size(); ++at) {
      if (at > 1) cells += ",";
      cells += R"({"cell_type":"code","execution_count":null,"metadata":{},"outputs":[],"source":[)" +
               as_json(text.substr(0, at)) + "," + as_json(text.substr(at) + "\n") + "]}";
    }
    return notebook_of(cells);
  }));
}

TEST(RuleExamples, InPiecesOfANotebooksStream) {
  expect_none(try_all("application/x-ipynb+json", [](const std::string& text) {
    std::string outputs;
    // One text for all pieces of one stream; what is on stderr keeps two cuts apart.
    for (std::size_t at = 1; at < text.size(); at += 3) {
      const auto piece = [](const char* name, const std::string& part) {
        return R"({"output_type":"stream","name":")" + std::string(name) + R"(","text":[)" + as_json(part) + "]}";
      };
      if (at > 1) outputs += "," + piece("stderr", "-\n") + ",";
      outputs += piece("stdout", text.substr(0, at)) + "," + piece("stdout", text.substr(at) + "\n");
    }
    return notebook_of(R"({"cell_type":"code","execution_count":null,"metadata":{},"source":[],"outputs":[)" + outputs +
                       "]}");
  }));
}

// Pieces of a stream are joined before anything is looked at, so that one run with a cut at every byte, and another one
// with each byte an event of its own, stand for all cuts.
TEST(RuleExamples, InEventsOfAnExecutionsStream) {
  Failures failures;
  Harnesses harnesses;
  for (const Example& example : examples()) {
    std::string stream = "{\"type\":\"number_of_executions\",\"execution_count\":1}\n";
    const auto add = [&](const std::string& part) {
      stream += R"({"type":"stdout","text":)" + as_json(part) + R"(,"timestamp":"t"})" + "\n";
    };
    const bool is_ascii = std::all_of(example.text.begin(), example.text.end(),
                                      [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (!is_ascii) continue;
    for (std::size_t at = 1; at < example.text.size(); ++at) {
      add(example.text.substr(0, at));
      add(example.text.substr(at) + "\n");
    }
    for (const char c : example.text) add(std::string(1, c));
    stream += "{\"type\":\"end_of_execution\"}\n";
    Harness& harness = harnesses.next();
    const ExecutionVerdict outcome =
        check_execution(harness.checker(), as_bytes(stream), ExecutionFormat::kE2bStream, {});
    ++failures.tried;
    ASSERT_EQ(outcome.artifacts.size(), 1U);
    const std::optional<ByteView> clean = outcome.artifacts[0].released(harness.engine().consumer());
    if (!clean) ++failures.withheld;
    if (clean && to_string(*clean).find("[redacted:") != std::string::npos) ++failures.marked;
    if (!clean || to_string(*clean).find(example.secret) == std::string::npos) continue;
    if (is_found_whole(harness, example)) failures.rules.push_back(example.rule);
  }
  expect_none(failures);
}

}  // namespace
}  // namespace sluice::testing
