#include "text/line_index.h"

#include <random>

namespace sluice::text {
namespace {

LineColumn counted(const std::string& text, std::size_t offset) {
  LineColumn at;
  for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
    ++at.column;
    if (text[i] == '\n') {
      ++at.line;
      at.column = 1;
    }
  }
  return at;
}

TEST(LineIndex, NamesLineAndColumn) {
  const std::string text = "ab\n\ncd\n";
  for (std::size_t offset = 0; offset <= text.size(); ++offset) {
    LineIndex index(as_bytes(text));
    EXPECT_EQ(index.at(offset), counted(text, offset)) << offset;
  }
  LineIndex index(as_bytes(text));
  EXPECT_EQ(index.at(1000), (LineColumn{4, 1}));
  LineIndex empty({});
  EXPECT_EQ(empty.at(0), (LineColumn{1, 1}));
}

TEST(LineIndex, AnswersInAnyOrderOverManyBlocks) {
  std::mt19937 random(3);
  std::string text;
  while (text.size() < 300'000) text += std::string(random() % 9000, 'x') + "\n";
  text += std::string(150'000, 'y');  // a line over two blocks
  LineIndex index(as_bytes(text));
  for (int i = 0; i < 40; ++i) {
    const std::size_t offset = random() % (text.size() + 10);
    ASSERT_EQ(index.at(offset), counted(text, offset)) << offset;
  }
  for (const std::size_t edge : std::initializer_list<std::size_t>{65'535, 65'536, 65'537, 131'072, 400'000}) {
    ASSERT_EQ(index.at(edge), counted(text, edge));
  }
}

TEST(LineIndex, CountsNewlinesAtEveryLength) {
  for (std::size_t size = 0; size < 70; ++size) {
    ASSERT_EQ(count_newlines(as_bytes(std::string(size, '\n'))), size);
    ASSERT_EQ(count_newlines(as_bytes(std::string(size, 'x'))), 0U);
  }
  ASSERT_EQ(count_newlines(as_bytes(std::string(100'000, '\n'))), 100'000U);
}

}  // namespace
}  // namespace sluice::text
