// The JSON forms follow their schemas, as our own validator reads them. check_forms.py says the same with another one.
#include <cstdint>
#include <memory>
#include <utility>

#include "core/budget.h"
#include "core/findings.h"
#include "json/parser.h"
#include "json/schema.h"
#include "samples.h"
#include "sluice/audit.h"
#include "sluice/render.h"
#include "support/golden.h"

namespace sluice {
namespace {

std::shared_ptr<const json::CompiledSchema> load(const std::string& path) {
  auto schema = json::CompiledSchema::compile(testing::read_file(testing::source_path(path)), path);
  EXPECT_TRUE(schema.ok()) << (schema.ok() ? "" : schema.error().message);
  return schema.ok() ? *schema : nullptr;
}

std::string why_invalid(const std::string& text, const json::CompiledSchema& schema) {
  json::Parser parser;
  json::Validator validator;
  Budget budget;
  EXPECT_TRUE(budget.admit_input(text.size()));
  Findings findings;
  const Result<json::Document> document = parser.parse(as_bytes(text), json::ParsePolicy{}, budget, findings);
  if (!document.ok()) return "not JSON: " + document.error().message;
  std::vector<json::Violation> violations;
  if (validator.validate(*document, schema, budget, &violations) == json::Outcome::kValid) return {};
  return violations.empty() ? "invalid" : violations[0].pointer + ": " + violations[0].expected;
}

std::string as_json(const std::vector<Verdict>& verdicts, bool with_timings) {
  RenderOptions options;
  options.format = ReportFormat::kJson;
  options.with_timings = with_timings;
  return render(testing::pointers_to(verdicts), options);
}

TEST(Schema, JsonFormsFollowIt) {
  const auto schema = load("schemas/verdict.schema.json");
  ASSERT_NE(schema, nullptr);
  for (const bool with_timings : {true, false}) {
    EXPECT_EQ(why_invalid(as_json(testing::sample_verdicts(), with_timings), *schema), "");
    EXPECT_EQ(why_invalid(as_json({}, with_timings), *schema), "");
    for (const Verdict& verdict : testing::sample_verdicts()) {
      EXPECT_EQ(why_invalid(as_json({verdict}, with_timings), *schema), "");
    }
  }
  Verdict extreme = testing::cleaned_stdout();
  extreme.input_bytes = UINT64_MAX;
  extreme.findings[0].count = UINT64_MAX;
  EXPECT_EQ(why_invalid(as_json({extreme}, true), *schema), "");
}

TEST(Schema, VerdictControls) {
  const auto schema = load("schemas/verdict.schema.json");
  ASSERT_NE(schema, nullptr);
  const std::string good = as_json({testing::cleaned_stdout()}, true);
  const std::pair<const char*, const char*> edits[] = {
      {"\"decision\": \"sanitize\"", "\"decision\": \"maybe\""},
      {"\"code\": 600", "\"code\": \"600\""},
      {"\"begin\": 40", "\"begin\": -1"},
      {"\"channel\": ", "\"chanel\": "},
      {"\"format\": 1", "\"format\": 2"},
      {"\"name\": \"\"", "\"name\": \"\\u001b[2J\""},
  };
  for (const auto& [from, to] : edits) {
    SCOPED_TRACE(to);
    std::string bad = good;
    ASSERT_NE(bad.find(from), std::string::npos);
    bad.replace(bad.find(from), std::string_view(from).size(), to);
    EXPECT_NE(why_invalid(bad, *schema), "");
  }
}

TEST(Schema, AuditRecordsFollowIt) {
  const auto schema = load("schemas/audit.schema.json");
  ASSERT_NE(schema, nullptr);
  const std::string key(32, 'k');
  Result<AuditChain> chain = AuditChain::start(as_bytes(key));
  ASSERT_TRUE(chain.ok());
  for (const Verdict& verdict : testing::sample_verdicts()) {
    const std::string line = chain->append(verdict, 1'790'000'000'000);
    EXPECT_EQ(why_invalid(line, *schema), "");
    std::string bad = line;
    bad.insert(1, "\"value\":\"x\",");
    EXPECT_NE(why_invalid(bad, *schema), "") << "a record has no room for a value";
  }
  EXPECT_EQ(why_invalid(chain->checkpoint(1), *schema), "");
}

}  // namespace
}  // namespace sluice
