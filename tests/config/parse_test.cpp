#include "config/tree.h"
#include "support/golden.h"

namespace sluice::config {
namespace {

Tree must_parse(std::string_view text) {
  Result<Tree> tree = parse(text, "f");
  if (!tree) {
    ADD_FAILURE() << tree.error().message << "\nin: " << text.substr(0, 200);
    return Tree(Node{}, "f");
  }
  return std::move(*tree);
}

TEST(ConfigParse, GivesTheSameTreeForTomlAndJson) {
  struct Case {
    const char* name;
    const char* toml;
    const char* json;
  };
  const Case cases[] = {
      {"empty", "", "{}"},
      {"comment only", "# nothing\n", " \n {} \n"},
      {"scalars", "a = 1\nb = -2.5\nc = true\nd = \"x\"\ne = false", R"({"a":1,"b":-2.5,"c":true,"d":"x","e":false})"},
      {"tables keep their order", "z = 1\n[y]\nb = 1\na = 2\n[c]\n", R"({"z":1,"y":{"b":1,"a":2},"c":{}})"},
      {"arrays", "a = [1, [2, \"x\"], []]", R"({"a":[1,[2,"x"],[]]})"},
      {"array of tables", "[[r]]\nid = \"a\"\n[[r]]\nid = \"b\"\n[r.x]\ny = 1\n",
       R"({"r":[{"id":"a"},{"id":"b","x":{"y":1}}]})"},
      {"dotted and inline", "a.b = 1\na.c = { d = 2 }\n", R"({"a":{"b":1,"c":{"d":2}}})"},
      {"escapes", R"(a = "q\" b\\ t\t u\u00e9 U\U0001F600 z\u0000")",
       R"({"a":"q\" b\\ t\t u\u00e9 U\ud83d\ude00 z\u0000"})"},
      {"raw and long strings", "a = 'C:\\x'\nb = \"\"\"\none\ntwo\"\"\"\nc = '''x'y'''",
       R"({"a":"C:\\x","b":"one\ntwo","c":"x'y"})"},
      {"numbers", "a = 0x10\nb = 1_000\nc = 1e3\nd = 9223372036854775807\ne = -9223372036854775808",
       R"({"a":16,"b":1000,"c":1e3,"d":9223372036854775807,"e":-9223372036854775808})"},
      {"quoted keys", "\"a b\" = 1\n'' = 2\n\"x.y\" = 3", R"({"a b":1,"":2,"x.y":3})"},
      {"byte order mark",
       "\xEF\xBB\xBF"
       "a = 1",
       "\xEF\xBB\xBF"
       "{\"a\":1}"},
      {"CR LF", "a = 1\r\nb = 2\r\n", "{\r\n\"a\":1,\r\n\"b\":2}\r\n"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Tree toml = must_parse(c.toml);
    const Tree json = must_parse(c.json);
    EXPECT_TRUE(toml.root() == json.root()) << to_json(toml.root()) << "\n" << to_json(json.root());
    const Tree again = must_parse(to_json(toml.root()));
    EXPECT_TRUE(again.root() == toml.root()) << to_json(toml.root());
  }
}

TEST(ConfigParse, TellsTreesApart) {
  const char* texts[] = {R"({})",         R"({"a":1})",   R"({"a":1.0})",     R"({"a":"1"})",     R"({"a":true})",
                         R"({"a":null})", R"({"a":[1]})", R"({"a":{"b":1}})", R"({"a":1,"b":1})", R"({"b":1,"a":1})"};
  for (const char* a : texts) {
    for (const char* b : texts) EXPECT_EQ(must_parse(a).root() == must_parse(b).root(), a == b) << a << " " << b;
  }
}

TEST(ConfigParse, WritesJson) {
  EXPECT_EQ(to_json(must_parse("a = 1.0\nb = 1e30\nc = \"\\u0001\\\"\"\nd = [true, -3]").root()),
            R"({"a":1.0,"b":1e+30,"c":"\u0001\"","d":[true,-3]})");
}

TEST(ConfigParse, KnowsWhereEveryKeyAndValueStands) {
  const std::string toml =
      "name = \"x\"\n"              // 1
      "\n"                          // 2
      "[stdout]\n"                  // 3
      "  types = [ \"a\",\n"        // 4
      "            \"b\" ]\n"       // 5
      "k.l = { m = 5 }\n"           // 6
      "\"\xC3\xA9\xC3\xA9\" = 7\n"  // 7
      "[[r]]\nq = 1\n[[r]]\nq = 2\n";
  const std::string json =
      "{\n"
      "  \"name\": \"x\",\n"
      "  \"stdout\": { \"types\": [\"a\",\n"
      "    \"b\"] },\n"
      "  \"\xC3\xA9\": {\"\xC3\xA9\": 7}\n"
      "}\n";
  struct Case {
    const std::string* text;
    const char* pointer;
    Position key;
    Position value;
  };
  const Case cases[] = {
      {&toml, "/name", {1, 1}, {1, 8}},
      {&toml, "/stdout", {3, 2}, {3, 1}},
      {&toml, "/stdout/types", {4, 3}, {4, 11}},
      {&toml, "/stdout/types/0", {4, 13}, {4, 13}},
      {&toml, "/stdout/types/1", {5, 13}, {5, 13}},
      {&toml, "/stdout/k/l/m", {6, 9}, {6, 13}},
      {&toml, "/stdout/\xC3\xA9\xC3\xA9", {7, 1}, {7, 8}},
      {&toml, "/r/1/q", {11, 1}, {11, 5}},
      {&json, "", {1, 1}, {1, 1}},
      {&json, "/name", {2, 3}, {2, 11}},
      {&json, "/stdout", {3, 3}, {3, 13}},
      {&json, "/stdout/types", {3, 15}, {3, 24}},
      {&json, "/stdout/types/1", {4, 5}, {4, 5}},
      {&json, "/\xC3\xA9/\xC3\xA9", {5, 9}, {5, 14}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.text == &toml ? "toml " : "json ") + c.pointer);
    const Tree tree = must_parse(*c.text);
    const Position key = tree.locate(c.pointer, Part::kKey);
    const Position value = tree.locate(c.pointer);
    EXPECT_NE(tree.resolve(c.pointer), nullptr);
    EXPECT_EQ(key, c.key) << key.line << ":" << key.column;
    EXPECT_EQ(value, c.value) << value.line << ":" << value.column;
  }
}

TEST(ConfigParse, FollowsPointers) {
  const Tree tree = must_parse(R"({"a/b": {"m~n": [10, 20]}, "": 1, "x": [0]})");
  EXPECT_EQ(tree.resolve("/a~1b/m~0n/1")->as_integer(), 20);
  EXPECT_EQ(tree.resolve("/")->as_integer(), 1);
  EXPECT_EQ(tree.resolve(""), &tree.root());
  for (const char* missing :
       {"/none", "/x/1", "/x/00", "/x/-", "/x/", "/x/0/y", "x", "/a~1b/m~0n/99999999999999999999"}) {
    EXPECT_EQ(tree.resolve(missing), nullptr) << missing;
  }
  // What is missing is located where it is missing from.
  EXPECT_EQ(tree.locate("/x/7"), tree.resolve("/x")->position());
  EXPECT_EQ(tree.locate("/x/7", Part::kKey), tree.resolve("/x")->key_position());
}

TEST(ConfigParse, ReadsScalarsOnlyAsWhatTheyAre) {
  const Tree tree = must_parse("i = 3\nd = 2.5\nb = true\ns = \"x\"\n[t]\n");
  const auto at = [&](const char* key) -> const Node& { return *tree.root().find(key); };
  EXPECT_EQ(at("i").as_integer(), 3);
  EXPECT_EQ(at("i").as_double(), 3.0);
  EXPECT_FALSE(at("i").as_bool());
  EXPECT_EQ(at("d").as_integer(), 0);
  EXPECT_EQ(at("b").as_integer(), 0);
  EXPECT_TRUE(at("b").as_bool());
  EXPECT_EQ(at("s").as_string(), "x");
  EXPECT_TRUE(at("t").items().empty());
  EXPECT_EQ(at("s").find("x"), nullptr);
}

}  // namespace
}  // namespace sluice::config
