// The official JSON Schema test suite. Formats have a test of their own.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include "json/support.h"
#include "support/golden.h"

namespace sluice::json::testing {
namespace {

namespace fs = std::filesystem;

struct Draft {
  const char* folder;
  Dialect dialect;
  int required;  // tests of the suite of August 2026
};
const Draft kDrafts[] = {
    {"draft4", Dialect::kDraft4, 618},
    {"draft6", Dialect::kDraft6, 839},
    {"draft7", Dialect::kDraft7, 927},
    {"draft2019-09", Dialect::kDraft201909, 1259},
    {"draft2020-12", Dialect::kDraft202012, 1299},
};

struct Count {
  int passed = 0;
  int total = 0;
  std::vector<std::string> missed;
};

// Where the suite is: the folder named by SLUICE_JSON_SUITE, or its place in the test data.
std::string suite_in(const std::string& data) {
  const char* own = std::getenv("SLUICE_JSON_SUITE");
  return own != nullptr ? std::string(own) : data + "/json-schema-test-suite";
}

// The schemas that the suite's references lead to, under the names it gives them.
std::vector<SchemaResource> remotes(const std::string& suite) {
  std::vector<SchemaResource> found;
  const fs::path root = suite + "/remotes";
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".json") continue;
    const std::string name = entry.path().lexically_relative(root).generic_string();
    found.push_back({"http://localhost:1234/" + name, sluice::testing::read_file(entry.path().string()), name});
  }
  return found;
}

Result<Document> parse_leniently(Parser& parser, const std::string& text) {
  ParsePolicy policy;
  policy.proto_key = OnAnomaly::kKeep;
  Budget budget = budget_for(text);
  Findings findings;
  return parser.parse(as_bytes(text), policy, budget, findings);
}

void run_group(const std::string& file, const Value& group, const SchemaOptions& options, Count& count) {
  Value schema;
  Value tests;
  Value name;
  ASSERT_TRUE(group.find("schema", schema) && group.find("tests", tests) && group.find("description", name));
  const auto compiled = CompiledSchema::compile(text_of(schema), file, options);
  Parser parser;
  for (const Value test : tests.elements()) {
    Value data;
    Value expected;
    Value what;
    ASSERT_TRUE(test.find("data", data) && test.find("valid", expected) && test.find("description", what));
    ++count.total;
    const std::string place =
        fs::path(file).stem().string() + ": " + std::string(name.text()) + " / " + std::string(what.text());
    if (!compiled) {
      count.missed.push_back(place + ": refused: " + compiled.error().message);
      continue;
    }
    const std::string instance = text_of(data);
    const Result<Document> document = parse_leniently(parser, instance);
    ASSERT_TRUE(document.ok()) << instance;
    Budget budget = budget_for(instance);
    std::vector<Violation> violations;
    const Outcome outcome = Validator().validate(*document, **compiled, budget, &violations);
    EXPECT_EQ(outcome == Outcome::kInvalid, !violations.empty()) << place;
    if (outcome == (expected.as_bool() ? Outcome::kValid : Outcome::kInvalid)) {
      ++count.passed;
    } else {
      count.missed.push_back(place + (outcome == Outcome::kValid ? ": accepted" : ": rejected"));
    }
    // What members a valid document has that nothing describes is asked of the same plan.
    if (outcome != Outcome::kValid) continue;
    EXPECT_TRUE(Validator().unknown_members(*document, **compiled, budget).ok()) << place;
  }
}

Count run_folder(const std::string& folder, const SchemaOptions& options) {
  Count count;
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.insert(entry.path());
  }
  for (const fs::path& path : files) {
    Parser parser;
    const std::string text = sluice::testing::read_file(path.string());
    const Result<Document> file = parse_leniently(parser, text);
    EXPECT_TRUE(file.ok()) << path;
    if (!file) continue;
    for (const Value group : file->root().elements()) run_group(path.string(), group, options, count);
  }
  return count;
}

SchemaOptions options_of(const Draft& draft, const std::string& suite) {
  SchemaOptions options;
  options.default_dialect = draft.dialect;
  options.assert_formats = false;  // the standard's default; our own is tested with the formats
  options.ignore_ref_siblings = true;
  options.ignore_unknown_keywords = true;
  options.resources = remotes(suite);
  return options;
}

TEST(JsonSchemaSuite, EveryRequiredTestOfEveryDraft) {
  SLUICE_NEED_TEST_DATA(data);
  const std::string suite = suite_in(data);
  for (const Draft& draft : kDrafts) {
    const Count count = run_folder(suite + "/tests/" + draft.folder, options_of(draft, suite));
    std::cout << draft.folder << ": " << count.passed << " of " << count.total << '\n';
    for (const std::string& miss : count.missed) ADD_FAILURE() << draft.folder << "/" << miss;
    EXPECT_GE(count.total, draft.required);
  }
}

// What is missed, by the start of its name, and why.
const std::pair<const char*, const char*> kMisses[] = {
    {"content: ", "contentEncoding and contentMediaType are comments, as the standard has it since 2019-09"},
};

TEST(JsonSchemaSuite, OptionalTests) {
  SLUICE_NEED_TEST_DATA(data);
  const std::string suite = suite_in(data);
  int passed = 0;
  int total = 0;
  for (const Draft& draft : kDrafts) {
    const Count count = run_folder(suite + "/tests/" + draft.folder + "/optional", options_of(draft, suite));
    std::cout << draft.folder << "/optional: " << count.passed << " of " << count.total << '\n';
    for (const std::string& miss : count.missed) {
      const bool is_explained = std::any_of(std::begin(kMisses), std::end(kMisses),
                                            [&](const auto& item) { return miss.rfind(item.first, 0) == 0; });
      EXPECT_TRUE(is_explained) << draft.folder << "/" << miss;
    }
    passed += count.passed;
    total += count.total;
  }
  EXPECT_GE(passed * 100, total * 95);
}

}  // namespace
}  // namespace sluice::json::testing
