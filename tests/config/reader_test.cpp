#include "config/reader.h"

#include <array>

#include "support/golden.h"

namespace sluice::config {
namespace {

using std::chrono::milliseconds;

enum class Color : std::uint8_t { kRed, kGreen };
constexpr std::array<Choice<Color>, 2> kColors{{{"red", Color::kRed}, {"green", Color::kGreen}}};

Tree must_parse(std::string_view text) {
  Result<Tree> tree = parse(text, "f");
  EXPECT_TRUE(tree.ok()) << tree.error().message;
  return std::move(*tree);
}

TEST(ConfigReader, FindsTheNearestName) {
  const std::array<std::string_view, 6> known{"types", "max_bytes", "max_lines", "schema", "rebuild", "on_overflow"};
  struct Case {
    const char* name;
    const char* nearest;
  };
  const Case cases[] = {
      {"typs", "types"},
      {"tyeps", "types"},
      {"Types", "types"},
      {"max-bytes", "max_bytes"},
      {"maxbytes", "max_bytes"},
      {"max_line", "max_lines"},
      {"shcema", "schema"},
      {"onoverflow", "on_overflow"},
      {"", ""},
      {"t", ""},
      {"color", ""},
      {"bytes", "max_bytes"},
      {"schema_file", "schema"},
      {"xxxxxxxxxxxx", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(nearest_name(c.name, known), c.nearest) << c.name;
  EXPECT_EQ(nearest_name(std::string(100'000, 'x'), known), "");
}

TEST(ConfigReader, ReadsWhatIsThere) {
  const Tree tree = must_parse(
      "s = \"x\"\nb = true\ni = 5\nn = 0.5\nsize = \"1 kB\"\nsize_int = 7\nd = \"2 s\"\nlist = [\"a\", \"b\"]\n"
      "ints = [0, 3]\ncolor = \"green\"\n[t]\n[[ts]]\n[[ts]]\n");
  Problems problems("f");
  TableReader reader(tree.root(), "", problems);
  EXPECT_EQ(reader.string("s"), "x");
  EXPECT_EQ(reader.boolean("b"), true);
  EXPECT_EQ(reader.integer("i", 0, 5), 5);
  EXPECT_EQ(reader.number("n", 0, 1), 0.5);
  EXPECT_EQ(reader.number("i", 0, 9), 5.0);
  EXPECT_EQ(reader.byte_size("size", 0, 1'000), 1'000U);
  EXPECT_EQ(reader.byte_size("size_int", 0, 1'000), 7U);
  EXPECT_EQ(reader.duration("d", milliseconds(1), milliseconds(2'000)), milliseconds(2'000));
  EXPECT_EQ(reader.strings("list"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(reader.integers("ints", 0, 255), (std::vector<std::int64_t>{0, 3}));
  EXPECT_EQ(reader.choice<Color>("color", kColors), Color::kGreen);
  EXPECT_NE(reader.table("t"), nullptr);
  EXPECT_EQ(reader.tables("ts").size(), 2U);
  EXPECT_EQ(reader.string("absent"), std::nullopt);
  EXPECT_TRUE(reader.require("s"));
  reader.finish();
  EXPECT_TRUE(problems.empty()) << problems.error().message;
}

TEST(ConfigReader, TellsEveryProblemInTheOrderOfTheFile) {
  const Tree tree = must_parse(
      "s = 1\nb = \"yes\"\ni = 6\nn = \"x\"\nsize = \"1 mb\"\nsize_big = \"2 kB\"\nsize_neg = -1\nd = 60\nd_big = \"1 "
      "h\"\n"
      "list = [\"a\", 1, {}]\nints = [0, 300, \"x\"]\ncolor = \"gren\"\ncolor2 = \"mauve\"\nt = []\nts = [1]\ncolr = "
      "1\n"
      "\"\\u001b[31m\" = 1\n");
  Problems problems("f");
  TableReader reader(tree.root(), "[x]", problems);
  EXPECT_EQ(reader.choice<Color>("color", kColors), std::nullopt);  // asked for out of order
  EXPECT_EQ(reader.choice<Color>("color2", kColors), std::nullopt);
  EXPECT_EQ(reader.string("s"), std::nullopt);
  EXPECT_EQ(reader.boolean("b"), std::nullopt);
  EXPECT_EQ(reader.integer("i", 0, 5), std::nullopt);
  EXPECT_EQ(reader.number("n", 0, 1.5), std::nullopt);
  EXPECT_EQ(reader.byte_size("size", 0, 1'000), std::nullopt);
  EXPECT_EQ(reader.byte_size("size_big", 0, 1'000), std::nullopt);
  EXPECT_EQ(reader.byte_size("size_neg", 0, 1'000), std::nullopt);
  EXPECT_EQ(reader.duration("d", milliseconds(1), milliseconds(2'000)), std::nullopt);
  EXPECT_EQ(reader.duration("d_big", milliseconds(1), milliseconds(2'000)), std::nullopt);
  EXPECT_EQ(reader.strings("list"), std::nullopt);
  EXPECT_EQ(reader.integers("ints", 0, 255), std::nullopt);
  EXPECT_EQ(reader.table("t"), nullptr);
  EXPECT_TRUE(reader.tables("ts").empty());
  EXPECT_FALSE(reader.require("id"));
  reader.problem("s", "and one of our own");
  reader.finish();
  sluice::testing::expect_golden("policy_reader_errors.txt", problems.error().message + "\n");
}

TEST(ConfigReader, CapsWhatItTells) {
  Problems problems("f");
  for (std::uint32_t i = 0; i < 250; ++i) problems.add({300 - i, 1}, "x");
  const std::string text = problems.error().message;
  EXPECT_TRUE(text.starts_with("f:51:1: x\nf:52:1: x\n")) << text.substr(0, 40);
  EXPECT_TRUE(text.ends_with("\nf: and 150 more problems")) << text.substr(text.size() - 40);
}

}  // namespace
}  // namespace sluice::config
