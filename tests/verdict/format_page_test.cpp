// The examples in engine/docs/verdict_format.md are the golden files: a block after `<!-- golden: FILE [LINE] -->` is
// that file, or that line of it. --update-golden fills them in.
#include <charconv>
#include <fstream>

#include "support/golden.h"

namespace sluice {
namespace {

std::string line_of(const std::string& text, std::size_t number) {
  std::size_t begin = 0;
  for (std::size_t i = 1; i < number; ++i) begin = text.find('\n', begin) + 1;
  return text.substr(begin, text.find('\n', begin) + 1 - begin);
}

// Returns the page with every marked block filled in, and counts the blocks.
std::string filled(const std::string& page, int& blocks) {
  static constexpr std::string_view kMarker = "<!-- golden: ";
  std::string out;
  std::size_t at = 0;
  blocks = 0;
  while (true) {
    const std::size_t marker = page.find(kMarker, at);
    if (marker == std::string::npos) return out + page.substr(at);
    ++blocks;
    const std::size_t name_begin = marker + kMarker.size();
    const std::string spec = page.substr(name_begin, page.find(" -->", name_begin) - name_begin);
    const std::size_t space = spec.find(' ');
    std::string example = testing::read_file(testing::source_path("tests/golden/" + spec.substr(0, space)));
    if (space != std::string::npos) {
      std::size_t number = 0;
      std::from_chars(spec.data() + space + 1, spec.data() + spec.size(), number);
      example = line_of(example, number);
    }
    const std::size_t body = page.find('\n', page.find("```", name_begin)) + 1;
    out += page.substr(at, body - at) + example;
    at = page.find("```\n", body);
    EXPECT_FALSE(example.empty()) << spec;
  }
}

TEST(FormatPage, ExamplesAreTheGoldenFiles) {
  const std::string path = testing::source_path("engine/docs/verdict_format.md");
  const std::string page = testing::read_file(path);
  int blocks = 0;
  const std::string expected = filled(page, blocks);
  EXPECT_EQ(blocks, 4);
  if (testing::golden_update_mode()) {
    std::ofstream(path, std::ios::binary) << expected;
    return;
  }
  EXPECT_EQ(page, expected) << path << ": --update-golden fills the examples in";
}

}  // namespace
}  // namespace sluice
