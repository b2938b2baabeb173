#include "json/truncate.h"

#include <algorithm>
#include <random>

#include "json/equality.h"
#include "json/rebuild.h"
#include "json/support.h"

namespace sluice::json::testing {
namespace {

std::string cut(std::string_view text, std::uint64_t max_bytes, std::string* said = nullptr) {
  Budget budget = budget_for(text);
  Truncator truncator(as_bytes(text), budget);
  const std::optional<TruncatedJson> result = truncator.fit(max_bytes);
  if (!result) return "none";
  if (said != nullptr) {
    for (const TruncatedContainer& container : result->containers) {
      *said += container.pointer + (container.is_object ? " {" : " [") + std::to_string(container.kept) + "/" +
               std::to_string(container.total) + " ";
    }
    *said += std::to_string(result->container_count) + " " + std::to_string(result->dropped_entries);
  }
  return to_string(result->bytes);
}

TEST(JsonTruncate, DropsLastEntries) {
  struct Row {
    const char* name;
    std::string text;
    std::uint64_t max_bytes;
    std::string expected;
    std::string said;
  };
  std::string names = "{";
  for (int i = 100; i < 200; ++i) names += "\"n" + std::to_string(i) + "\":[1],";
  names.back() = '}';
  const std::vector<Row> table = {
      {"fits", "[1,2,3]", 7, "[1,2,3]", "0 0"},
      {"one element", "[1,2,3]", 6, "[1,2]", " [2/3 1 1"},
      {"all elements", "[1,2,3]", 2, "[]", " [0/3 1 3"},
      {"the longest list first", R"({"a":[1,2,3,4],"b":[1,2],"c":"x"})", 32, R"({"a":[1,2,3],"b":[1,2],"c":"x"})",
       "/a [3/4 1 1"},
      {"then all that are as long", R"({"a":[1,2,3,4],"b":[1,2],"c":"x"})", 30, R"({"a":[1,2],"b":[1,2],"c":"x"})",
       "/a [2/4 1 2"},
      {"nested", R"([[1,2,3],[4,5,6],[7,8,9]])", 20, "[[1,2],[4,5]]", "/0 [2/3 /1 [2/3  [2/3 3 3"},
      {"what looks like structure inside strings", R"(["],[\"{",{"a,\\":["b","]"]}])", 28, R"(["],[\"{"])",
       " [1/2 1 1"},
      {"members where lists are not enough", R"({"a":[1],"b":"xxxxxxxxxx","c":2})", 26, R"({"a":[],"b":"xxxxxxxxxx"})",
       "/a [0/1  {2/3 2 2"},
      {"pointers are escaped", R"({"a/b~c":{"d\n":[1,2]}})", 22, R"({"a/b~c":{"d\n":[1]}})", "/a~1b~0c/d\\n [1/2 1 1"},
  };
  for (const Row& row : table) {
    SCOPED_TRACE(row.name);
    std::string said;
    EXPECT_EQ(cut(row.text, row.max_bytes, &said), row.expected);
    EXPECT_EQ(said, row.said);
  }
  EXPECT_EQ(cut("[1,2,3]", 1), "none");
  EXPECT_EQ(cut("\"long text\"", 10), "none");
  // An object of many members is a list with names: it gets shorter before lists inside of it are emptied.
  std::string said;
  EXPECT_EQ(cut(names, names.size() - 1, &said).size(), names.size() - 11);
  EXPECT_EQ(said, " {99/100 1 1");
}

// True where `small` is `large` without last entries.
bool is_cut_of(const Value& small, const Value& large) {
  if (small.letter() != large.letter()) return false;
  if (small.is_array()) {
    auto at = large.elements().begin();
    for (const Value element : small.elements()) {
      if (at == large.elements().end() || !is_cut_of(element, *at)) return false;
      ++at;
    }
    return true;
  }
  if (small.is_object()) {
    auto at = large.members().begin();
    for (const Member member : small.members()) {
      if (at == large.members().end() || member.key.text() != (*at).key.text()) return false;
      if (!is_cut_of(member.value, (*at).value)) return false;
      ++at;
    }
    return true;
  }
  StepCounter steps;
  return are_equal(small, large, steps);
}

std::string random_json(std::mt19937_64& random, int depth) {
  const std::uint64_t kind = depth == 0 ? 9 : random() % 8;
  if (kind > 5) {
    static const std::vector<std::string> scalars = {"1", "-2.5", "\"x\"", "\"],\\\"{\"", "null", "\"\\\\\""};
    return scalars[random() % scalars.size()];
  }
  const bool is_object = kind < 2;
  std::string out(1, is_object ? '{' : '[');
  const std::uint64_t count = random() % 20 == 0 ? random() % 70 : random() % 6;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i > 0) out += ',';
    if (is_object) out += "\"k\\\"" + std::to_string(i) + "\":";
    out += random_json(random, depth - 1);
  }
  return out + (is_object ? '}' : ']');
}

TEST(JsonTruncate, ASmallerLimitKeepsNothingThatALargerOneDrops) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 60; ++round) {
    const std::string text = random_json(random, 4);
    SCOPED_TRACE(text);
    std::string larger = text;
    EXPECT_EQ(cut(text, text.size()), text);
    for (std::uint64_t limit = text.size(); limit > 0; --limit) {
      const std::string smaller = cut(text, limit);
      if (smaller == "none") {
        EXPECT_EQ(cut(text, limit - 1), "none");
        break;
      }
      ASSERT_LE(smaller.size(), limit);
      if (smaller == larger) continue;
      Parser parser_a;
      Parser parser_b;
      Findings findings;
      Budget budget = budget_for(smaller + larger);
      const Result<Document> a = parser_a.parse(as_bytes(smaller), {}, budget, findings);
      const Result<Document> b = parser_b.parse(as_bytes(larger), {}, budget, findings);
      ASSERT_TRUE(a.ok() && b.ok()) << smaller;
      ASSERT_TRUE(is_cut_of(a->root(), b->root())) << smaller << '\n' << larger;
      larger = smaller;
    }
  }
}

TEST(JsonTruncate, LimitsAreFew) {
  EXPECT_EQ(truncation_limit(0), 0U);
  EXPECT_EQ(truncation_limit(31), 31U);
  EXPECT_EQ(truncation_limit(1000), 992U);
  EXPECT_EQ(truncation_limit(UINT64_MAX), 0xF800000000000000U);
  for (std::uint64_t limit = 1; limit < 100'000; ++limit) {
    EXPECT_LE(truncation_limit(limit), limit);
    EXPECT_GE(truncation_limit(limit) * 17, limit * 16);
    EXPECT_EQ(truncation_limit(truncation_limit(limit)), truncation_limit(limit));
  }
}

TEST(JsonTruncate, StaysInTheBudget) {
  const std::string text = "[" + std::string(1000, '1') + "]";
  Budget budget = budget_for(text);
  EXPECT_TRUE(budget.charge(Budget::Kind::kSteps, budget.left(Budget::Kind::kSteps) - 1000));
  Truncator truncator(as_bytes(text), budget);
  EXPECT_FALSE(truncator.fit(5000).has_value());
  EXPECT_EQ(budget.exhausted(), Budget::Kind::kSteps);
}

}  // namespace
}  // namespace sluice::json::testing
