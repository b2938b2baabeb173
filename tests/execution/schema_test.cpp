// schemas/execution.schema.json and the reader agree: a bundle that the one takes, the other takes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "codec/base64.h"
#include "execution/bundle_cases.h"
#include "execution/support.h"
#include "json/parser.h"
#include "json/schema.h"
#include "json/writer.h"
#include "support/golden.h"

namespace sluice::pipeline {
namespace {

namespace fs = std::filesystem;

const json::CompiledSchema& schema() {
  static const std::shared_ptr<const json::CompiledSchema> compiled = [] {
    const std::string text = testing::read_file(testing::source_path("schemas/execution.schema.json"));
    Result<std::shared_ptr<const json::CompiledSchema>> result =
        json::CompiledSchema::compile(text, "execution.schema.json");
    EXPECT_TRUE(result.ok()) << result.error().message;
    return result.ok() ? *result : nullptr;
  }();
  return *compiled;
}

// Empty where the bundle follows the schema.
std::string schema_says(const std::string& bundle) {
  json::Parser parser;
  Limits limits;
  limits.max_depth = 2'000;  // recordings go deeper than a report may
  Budget budget(limits);
  Findings findings;
  const Result<json::Document> document = parser.parse(as_bytes(bundle), {}, budget, findings);
  if (!document) return "not JSON: " + document.error().message;
  std::vector<json::Violation> violations;
  json::Validator validator;
  if (validator.validate(*document, schema(), budget, &violations) == json::Outcome::kValid) return {};
  std::string out = "invalid";
  for (const json::Violation& v : violations) out += "; " + v.pointer + ": " + v.expected + ", found " + v.found;
  return out;
}

TEST(ExecutionSchema, AgreesWithTheReader) {
  // What a schema cannot see: that base64 is broken.
  const auto is_beyond = [](const BundleCase& c) { return c.codes == Codes{FindingCode::kResultEncoding}; };
  for (const BundleCase& c : bundle_cases()) {
    SCOPED_TRACE(c.name);
    const std::string said = schema_says(c.input);
    EXPECT_EQ(said.empty(), c.codes.empty() || is_beyond(c)) << said;
  }
}

TEST(ExecutionSchema, AcceptsEverySeedThatTheReaderTakes) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(testing::source_path("fuzz/seeds/execution"))) {
    SCOPED_TRACE(entry.path().filename().string());
    // The first byte tells the fuzzer the format.
    const std::string input = testing::read_file(entry.path().string()).substr(1);
    const Read read = read_run(input);
    if (read.run.source != ParsedExecution::Source::kBundle) continue;
    ++count;
    EXPECT_EQ(schema_says(input).empty(), read.codes.empty()) << schema_says(input) << read.details();
  }
  EXPECT_GE(count, 2U);
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  json::append_escaped(out, text);
  return out + "\"";
}

// Results as the bundle has them: binary kinds in base64, JSON kinds as values, other media types under `extra`.
std::string result_members(const std::vector<const ParsedArtifact*>& representations) {
  std::string members;
  std::string extra;
  for (const ParsedArtifact* a : representations) {
    const std::string text = to_string(a->bytes);
    if (a->name == "png" || a->name == "jpeg" || a->name == "pdf") {
      members += in_quotes(a->name) + ":" + in_quotes(a->is_decoded ? codec::encode_base64(a->bytes) : text) + ",";
    } else if (a->name == "json" || a->name == "data" || a->name == "chart") {
      members += in_quotes(a->name) + ":" + text + ",";
    } else if (a->name == "text" || a->name == "html" || a->name == "markdown" || a->name == "svg" ||
               a->name == "latex" || a->name == "javascript") {
      members += in_quotes(a->name) + ":" + in_quotes(text) + ",";
    } else {  // whatever the sandbox called it
      extra += (extra.empty() ? "" : ",") + in_quotes(a->name) + ":" + in_quotes(text);
    }
  }
  if (!extra.empty()) members += "\"extra\":{" + extra + "},";
  return members + "\"is_main_result\":" + (representations.front()->is_main_result ? "true" : "false");
}

// A run that was read, written down as a bundle.
std::string bundle_of(const ParsedExecution& run) {
  std::string out = R"({"format":1)";
  if (run.exit_code) out += ",\"exit_code\":" + std::to_string(*run.exit_code);
  if (run.error) {
    out += ",\"error\":{\"name\":" + in_quotes(run.error->name) + ",\"value\":" + in_quotes(run.error->value) +
           ",\"traceback\":" + in_quotes(run.error->traceback) + "}";
  }
  std::map<std::uint32_t, std::vector<const ParsedArtifact*>> results;
  for (const ParsedArtifact& a : run.artifacts) {
    if (a.channel == Channel::kStdout) out += ",\"stdout\":" + in_quotes(to_string(a.bytes));
    if (a.channel == Channel::kStderr) out += ",\"stderr\":" + in_quotes(to_string(a.bytes));
    if (a.channel == Channel::kResult) results[a.index].push_back(&a);
  }
  std::string list;
  for (const auto& [index, representations] : results) {
    list += (list.empty() ? "{" : ",{") + result_members(representations) + "}";
  }
  return out + ",\"results\":[" + list + "]}";
}

// What was recorded can be written down as a bundle, which says the same.
TEST(ExecutionSchema, AcceptsRecordingsAsBundles) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(testing::source_path("tests/data/e2b"))) {
    // One recording has two representations of one name, and a name that no report may have.
    const bool is_beyond = entry.path().stem() == "adv_keys_shadow_protocol";
    if (is_beyond || entry.path().extension() != ".ndjson") continue;
    SCOPED_TRACE(entry.path().filename().string());
    ++count;
    const Read recorded = read_run(testing::read_file(entry.path().string()));
    const std::string bundle = bundle_of(recorded.run);
    EXPECT_EQ(schema_says(bundle), "");
    Limits limits;
    limits.max_depth = 2'000;
    const Read again = read_run(bundle, ExecutionFormat::kBundle, limits);
    EXPECT_EQ(again.codes, recorded.codes) << again.details();
    for (const Channel channel : {Channel::kStdout, Channel::kStderr}) {
      EXPECT_EQ(again.text(channel), recorded.text(channel));
    }
    const auto results = [](const Read& read) {
      return std::ranges::count_if(read.run.artifacts,
                                   [](const ParsedArtifact& a) { return a.channel == Channel::kResult; });
    };
    EXPECT_EQ(results(again), results(recorded));
  }
  EXPECT_GT(count, 30U);
}

}  // namespace
}  // namespace sluice::pipeline
