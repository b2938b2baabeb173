// engine/docs/codes.md is made from the two tables of codes. Run with --update-golden after a code was added.
#include <cctype>
#include <fstream>
#include <set>

#include "sluice/finding.h"
#include "sluice/result.h"
#include "support/golden.h"

namespace sluice {
namespace {

struct Code {
  int number;
  const char* identifier;
  const char* name;
  const char* meaning;
};

const std::vector<Code>& error_codes() {
  static const std::vector<Code> table = {
#define SLUICE_ERROR(number, identifier, name, meaning) {number, #identifier, name, meaning},
#include "sluice/error_codes.inc"
#undef SLUICE_ERROR
  };
  return table;
}

const std::vector<Code>& finding_codes() {
  static const std::vector<Code> table = {
#define SLUICE_FINDING(number, identifier, name, meaning) {number, #identifier, name, meaning},
#include "sluice/finding_codes.inc"
#undef SLUICE_FINDING
  };
  return table;
}

std::string_view hundred_title(int hundred) {
  switch (hundred) {
    case 1: return "Limits";
    case 2: return "Text";
    case 3: return "Media types";
    case 4: return "Names and paths";
    case 5: return "JSON";
    case 6: return "Secrets, personal data, instructions, URLs";
    case 7: return "Execution";
    case 8: return "Images and other kinds";
    case 9: return "The engine itself";
    default: return "";
  }
}

std::string row(const Code& code) {
  std::string line = "| " + std::to_string(code.number) + " | `" + code.name + "` | `" + code.identifier + "` | ";
  for (const char c : std::string_view(code.meaning)) {
    if (c == '|') line += '\\';
    line += c;
  }
  return line + " |\n";
}

std::string codes_page() {
  std::string page =
      "<!-- generated from engine/include/sluice/*_codes.inc, do not edit: `test_verdict --update-golden` writes it "
      "-->\n"
      "# Codes\n\n"
      "Numbers and names are pinned: they are only ever added, and never change their meaning.\n\n"
      "## Findings\n\n"
      "What a verdict says was seen. JSON reports hold the number (`code`) and the name (`name`).\n";
  const std::string_view head = "\n| number | name | in C++ | meaning |\n|---|---|---|---|\n";
  int hundred = 0;
  for (const Code& code : finding_codes()) {
    if (code.number / 100 != hundred) {
      hundred = code.number / 100;
      page += "\n### " + std::to_string(hundred) + "xx: " + std::string(hundred_title(hundred)) + '\n';
      page += head;
    }
    page += row(code);
  }
  page += "\n## Errors\n\nWhy a call failed (`sluice::ErrorCode`): configuration, input and output, never a verdict.\n";
  page += head;
  for (const Code& code : error_codes()) page += row(code);
  return page;
}

TEST(Codes, ThePageIsUpToDate) {
  const std::string path = testing::source_path("engine/docs/codes.md");
  if (testing::golden_update_mode()) {
    std::ofstream(path, std::ios::binary) << codes_page();
    return;
  }
  EXPECT_EQ(testing::read_file(path), codes_page()) << path << " is stale; --update-golden writes it anew";
}

void check_table(const std::vector<Code>& table) {
  std::set<std::string> names;
  int last = 0;
  for (const Code& code : table) {
    SCOPED_TRACE(code.name);
    EXPECT_GT(code.number, last) << "in order and without repeats";
    last = code.number;
    EXPECT_TRUE(names.insert(code.name).second) << "the name repeats";
    EXPECT_EQ(code.identifier[0], 'k');
    const std::string_view meaning = code.meaning;
    ASSERT_FALSE(meaning.empty());
    EXPECT_NE(meaning.back(), '.');
    for (const char c : std::string_view(code.name)) {
      EXPECT_TRUE(std::islower(static_cast<unsigned char>(c)) != 0 ||
                  std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.');
    }
  }
}

TEST(Codes, TablesAreInOrderAndUnique) {
  check_table(error_codes());
  check_table(finding_codes());
  for (const Code& code : finding_codes()) EXPECT_NE(hundred_title(code.number / 100), "") << code.name;
}

TEST(Codes, NamesAndMeaningsAreThoseOfTheLibrary) {
  for (const Code& code : finding_codes()) {
    EXPECT_EQ(finding_name(static_cast<FindingCode>(code.number)), code.name);
    EXPECT_EQ(finding_meaning(static_cast<FindingCode>(code.number)), code.meaning);
  }
  for (const Code& code : error_codes()) {
    EXPECT_EQ(error_name(static_cast<ErrorCode>(code.number)), code.name);
    EXPECT_EQ(error_meaning(static_cast<ErrorCode>(code.number)), code.meaning);
  }
}

}  // namespace
}  // namespace sluice
