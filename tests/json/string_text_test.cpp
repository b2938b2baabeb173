#include "json/string_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace sluice::json::testing {
namespace {

// Memory as a tape has it: the text may be followed by anything for 8 bytes.
template <bool kHtml, typename Block>
std::string written(std::string_view text) {
  const std::string memory = std::string(text) + "\"\"\"\"\"\"\"\"";
  std::string out(max_string_body(text.size()), '?');
  const char* const end = write_string_body<kHtml, Block>(out.data(), std::string_view(memory).substr(0, text.size()));
  out.resize(static_cast<std::size_t>(end - out.data()));
  return out;
}

void expect_as_append_escaped(const std::string& text) {
  for (const bool html : {false, true}) {
    std::string expected;
    append_escaped(expected, text, {html, false});
    EXPECT_EQ((html ? written<true, TextBlock>(text) : written<false, TextBlock>(text)), expected);
    EXPECT_EQ((html ? written<true, WordBlock>(text) : written<false, WordBlock>(text)), expected);
  }
}

TEST(JsonStringText, EveryCharacterAtEveryPlace) {
  std::vector<std::string> characters = {"\xC2\x80",     "\xE2\x80\xA7",     "\xE2\x80\xA8",
                                         "\xE2\x80\xA9", "\xE2\x80\xAA",     "\xE2\x81\xA8",
                                         "\xEF\xBF\xBF", "\xF0\x9F\x98\x80", "\xF4\x8F\xBF\xBF"};
  for (char c = 0; c < 0x7F; ++c) characters.emplace_back(1, c);
  characters.emplace_back("\x7F");
  for (const std::string& character : characters) {
    for (std::size_t size = 0; size < 36; size += 5) {
      for (std::size_t at = 0; at <= size; ++at) {
        expect_as_append_escaped(std::string(at, 'x') + character + std::string(size - at, 'y'));
      }
    }
  }
}

TEST(JsonStringText, RandomTexts) {
  const std::vector<std::string> pieces = {"a",
                                           "Z",
                                           "\"",
                                           "\\",
                                           "\n",
                                           "\x01",
                                           "\x1f",
                                           " ",
                                           "<",
                                           "&",
                                           "\x7F",
                                           "\xC3\xA9",
                                           "!",
                                           "]",
                                           "\x00",
                                           "plain text of some words",
                                           "\xE2\x80\xA8",
                                           "\xF0\x9F\x98\x80"};
  std::mt19937_64 random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::size_t i = random() % 12; i > 0; --i) text += pieces[random() % pieces.size()];
    expect_as_append_escaped(text);
  }
}

}  // namespace
}  // namespace sluice::json::testing
