// The format tests of the official JSON Schema test suite, each string against has_format().
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include "json/formats.h"
#include "json/support.h"
#include "support/golden.h"

namespace sluice::json::testing {
namespace {

struct Exception {
  std::string format;
  std::string text;
  std::string reason;
};
// Misses that stay. Each must still be one.
const std::vector<Exception> kExceptions = {};

struct Count {
  int passed = 0;
  int total = 0;
};

class FormatSuite {
 public:
  void run_file(const std::string& path) {
    const std::string text = sluice::testing::read_file(path);
    Parser parser;
    Budget budget = budget_for(text);
    Findings findings;
    const Result<Document> file = parser.parse(as_bytes(text), {}, budget, findings);
    ASSERT_TRUE(file.ok()) << path << ": " << file.error().message;
    for (const Value group : file->root().elements()) {
      Value schema;
      Value name;
      Value tests;
      ASSERT_TRUE(group.find("schema", schema) && schema.find("format", name) && group.find("tests", tests)) << path;
      for (const Value test : tests.elements()) run_case(path, name.text(), test);
    }
  }

  std::map<std::string, Count> counts;
  std::set<std::string> used_exceptions;

 private:
  void run_case(const std::string& path, std::string_view name, const Value& test) {
    Value data;
    Value expected;
    Value what;
    ASSERT_TRUE(test.find("data", data) && test.find("valid", expected) && test.find("description", what)) << path;
    if (!data.is_string()) {
      EXPECT_TRUE(expected.as_bool()) << path << ": a format says nothing about what is no string";
      return;
    }
    Count& count = counts[std::string(name)];
    ++count.total;
    if (has_format(format_named(name), data.text()) == expected.as_bool()) {
      ++count.passed;
      return;
    }
    const auto exception = std::find_if(kExceptions.begin(), kExceptions.end(),
                                        [&](const Exception& e) { return e.format == name && e.text == data.text(); });
    if (exception != kExceptions.end()) {
      used_exceptions.insert(exception->format + ' ' + exception->text);
      return;
    }
    ADD_FAILURE() << path << ": " << name << ' ' << text_of(data) << " should be "
                  << (expected.as_bool() ? "valid: " : "invalid: ") << what.text();
  }
};

TEST(JsonFormatSuite, EveryDraft) {
  SLUICE_NEED_TEST_DATA(data);
  FormatSuite suite;
  int files = 0;
  for (const std::string draft : {"draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"}) {
    const std::string folder = data + "/json-schema-test-suite/tests/" + draft + "/optional/format";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".json") continue;
      suite.run_file(entry.path().string());
      ++files;
    }
  }
  EXPECT_GE(files, 65);
  EXPECT_EQ(suite.used_exceptions.size(), kExceptions.size()) << "an exception that is none any more";
  Count all;
  for (const auto& [name, count] : suite.counts) {
    std::cout << name << ' ' << count.passed << '/' << count.total << '\n';
    EXPECT_TRUE(name == "unknown" || format_named(name) != Format::kNone) << name;
    all.passed += count.passed;
    all.total += count.total;
  }
  std::cout << "all " << all.passed << '/' << all.total << '\n';
  EXPECT_GE(all.total, 1800);
}

}  // namespace
}  // namespace sluice::json::testing
