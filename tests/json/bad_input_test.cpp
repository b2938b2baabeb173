// Input made to cost much: what it may spend is counted in budget steps and in memory, never by a clock.
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>

#include "json/support.h"

namespace sluice::json::testing {
namespace {

constexpr std::size_t kHuge = 100'000'000;

std::string repeated(std::string_view unit, std::size_t bytes) {
  std::string text;
  text.reserve(bytes + unit.size());
  while (text.size() < bytes) text += unit;
  return text;
}

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

Limits wide_limits() {
  Limits limits;
  limits.max_nodes = 10'000'000;
  limits.max_string_bytes = 200'000'000;
  limits.max_key_bytes = 200'000'000;
  limits.max_input_bytes = 1'000'000'000;
  return limits;
}

// Everything that one parse gave, and what it took.
struct Outcomes {
  bool is_taken = false;
  ErrorCode code = ErrorCode::kInternal;
  std::string first;  // name of the first finding
  std::uint64_t listed = 0;
  std::uint64_t counted = 0;  // findings, those only counted included
  std::uint64_t steps = 0;
};

Outcomes outcomes_of(std::string_view text, const Limits& limits, const ParsePolicy& policy = {},
                     bool is_strict = false) {
  Parser parser;
  Budget budget = budget_for(text, limits);
  const std::uint64_t before = budget.left(Budget::Kind::kSteps);
  Findings findings;
  const Result<Document> document = is_strict ? parser.parse_strict(as_bytes(text), policy, budget, findings)
                                              : parser.parse(as_bytes(text), policy, budget, findings);
  Outcomes outcomes;
  outcomes.is_taken = document.ok();
  if (!document) outcomes.code = document.error().code;
  if (!findings.listed().empty()) outcomes.first = finding_name(findings.listed()[0].code);
  outcomes.listed = findings.listed().size();
  for (const Finding& finding : findings.listed()) outcomes.counted += finding.count;
  outcomes.steps = before - budget.left(Budget::Kind::kSteps);
  return outcomes;
}

struct FloodCase {
  const char* name;
  std::string text;
  Limits limits;
  const char* finding;  // "" where the text is fine
  std::uint64_t counted;
};

std::vector<FloodCase> flood_cases() {
  std::string keys = "{\"k0\":0";
  std::string same = "{\"k\":0";
  for (int i = 1; i < 1'000'000; ++i) {
    keys += ",\"k" + std::to_string(i) + "\":0";
    same += ",\"k\":0";
  }
  keys += '}';
  same += '}';
  const std::string digits = repeated("1234567890", 1'000'000);
  std::string mixed;
  for (int i = 0; i < 500; ++i) mixed += "[{\"a\":";
  return {
      {"brackets", repeated("[", kHuge), Limits{}, "json.depth", 1},
      {"keys that open", repeated("{\"a\":", kHuge), Limits{}, "json.depth", 1},
      {"nested in turn", mixed, Limits{}, "json.depth", 1},
      {"million keys", keys, wide_limits(), "", 0},
      {"million keys, default nodes", keys, Limits{}, "json.nodes", 1},
      {"million keys, all the same", same, wide_limits(), "json.duplicate_key", 999'999},
      {"long integer", digits, wide_limits(), "json.big_number", 1},
      {"long fraction", "0." + digits, wide_limits(), "json.big_number", 1},
      {"long exponent", "1e" + digits, wide_limits(), "json.syntax", 1},
      {"long exponent of zeros", "1e" + repeated("0", 1'000'000), wide_limits(), "", 0},
      {"long integer, default length", repeated("123456789", 2'000'000), Limits{}, "json.big_number", 2},
      {"string of 64 MB", '"' + repeated("x", 64'000'000) + '"', wide_limits(), "", 0},
      {"string of 64 MB, default length", '"' + repeated("x", 64'000'000) + '"', Limits{}, "json.string_length", 1},
      {"key of 1 MB, default length", "{\"" + repeated("x", 1'000'000) + "\":1}", Limits{}, "json.key_length", 1},
      {"escapes", '"' + repeated("\\u0041", 1'000'000) + '"', wide_limits(), "", 0},
      {"lone surrogates", '"' + repeated("\\ud800", 1'000'002) + '"', wide_limits(), "json.surrogate", 166'667},
      {"raw controls", '"' + repeated("\x01", 1'000'000) + '"', wide_limits(), "json.control", 1'000'000},
      {"bytes that are not UTF-8", '"' + repeated("\xff", 1'000'000) + '"', wide_limits(), "text.invalid_utf8",
       1'000'000},
      {"NaN in a row", "[NaN" + repeated(",NaN", 999'996) + "]", wide_limits(), "json.non_finite", 250'000},
      {"spaces", repeated(" ", kHuge), Limits{}, "json.syntax", 1},
      {"NUL bytes", std::string(1'000'000, '\0'), Limits{}, "json.syntax", 1},
      {"lines before the fault", repeated("\n", 50'000'000) + "x", Limits{}, "json.syntax", 1},
  };
}

// Two steps a byte at most for everything: the parse itself, and the rest for what is moved.
TEST(JsonBadInput, FloodsCostLittleAndAreCountedExactly) {
  for (const FloodCase& c : flood_cases()) {
    SCOPED_TRACE(c.name);
    const std::uint64_t before = peak_bytes();
    const Outcomes outcomes = outcomes_of(c.text, c.limits);
    EXPECT_EQ(outcomes.is_taken, *c.finding == '\0' || (c.counted == 1 && outcomes.first == "json.big_number"));
    EXPECT_EQ(outcomes.first, c.finding);
    EXPECT_EQ(outcomes.counted, c.counted);
    EXPECT_LE(outcomes.listed, 34U);
    EXPECT_LE(outcomes.steps, 2 * c.text.size());
    // simdjson holds its structural indexes and the tape, ours the tape, places and strings.
    EXPECT_LE(peak_bytes() - before, 40 * c.text.size() + 100'000'000);
  }
}

TEST(JsonBadInput, DroppingInNestedObjectsStaysInTheBudget) {
  // Each level drops a member before the one that holds all the others, which moves once a level.
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "{\"k\":1,\"k\":2,\"n\":";
  text += "[0" + repeated(",0", 200'000) + "]";
  for (int i = 0; i < 1000; ++i) text += '}';
  ParsePolicy policy;
  policy.duplicate_key = OnAnomaly::kDrop;
  Limits limits = wide_limits();
  limits.max_depth = kMaxDepth;
  const Outcomes outcomes = outcomes_of(text, limits, policy);
  EXPECT_FALSE(outcomes.is_taken);
  EXPECT_EQ(outcomes.code, ErrorCode::kBudgetExhausted);
  limits.max_steps = 1000;
  EXPECT_TRUE(outcomes_of(text, limits, policy).is_taken);
}

TEST(JsonBadInput, LongerThanAnyDocumentIsRefusedUnread) {
  // The pages are never touched: reading them would take the machine's memory.
  const std::size_t size = static_cast<std::size_t>(kMaxDocumentBytes) + 1;
  void* const pages = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) GTEST_SKIP() << "no address space for 4 GiB";
  const ByteView text(static_cast<const std::byte*>(pages), size);
  Limits limits;
  limits.max_input_bytes = UINT64_MAX;
  for (const bool is_strict : {false, true}) {
    Parser parser;
    Budget budget(limits);
    ASSERT_TRUE(budget.admit_input(size));
    Findings findings;
    const Result<Document> document =
        is_strict ? parser.parse_strict(text, {}, budget, findings) : parser.parse(text, {}, budget, findings);
    ASSERT_FALSE(document.ok());
    EXPECT_EQ(document.error().code, ErrorCode::kBudgetExhausted);
    EXPECT_EQ(document.error().message, "a JSON text of 4294967296 bytes; one document may have 4294967295 at most");
    EXPECT_TRUE(findings.has(FindingCode::kLimitBytes));
    EXPECT_EQ(findings.decision(), Decision::kReject);
  }
  munmap(pages, size);
}

const std::string kDocuments[] = {
    R"({"a":[1,2.5,"x\u00e9\n",{"b":null}],"c":true,"d":18446744073709551616})",
    R"([[],{},"",0,-0.0,1e5,false,[[[]]],{"k":{"k":{"k":[]}}}])",
    "{\n  \"text\": \"\xC3\xA9\xF0\x9F\x98\x80\\ud83d\\ude00\",\n  \"n\": [ -12.5e-3 , 0 ]\n}\n",
    R"("only a string \\ \" \/ \b\f\n\r\t")",
    R"({"constructor":"x","prototype":[1],"__proto":2})",
};

TEST(JsonBadInput, EveryTruncationIsRefusedUnlessItIsWhole) {
  Parser parser;
  for (const std::string& text : kDocuments) {
    const std::size_t whole = text.find_last_not_of(" \n") + 1;
    for (std::size_t length = 0; length < text.size(); ++length) {
      Budget budget = budget_for(text);
      Findings findings;
      const Result<Document> document = parser.parse(as_bytes(text.substr(0, length)), {}, budget, findings);
      EXPECT_EQ(document.ok(), length >= whole) << text.substr(0, length);
      EXPECT_EQ(findings.is_complete(), length >= whole) << text.substr(0, length);
      if (!document) {
        EXPECT_NE(document.error().message.find("line "), std::string::npos);
        EXPECT_LE(document.error().offset, length);
      }
    }
  }
}

// Both parsers say the same of any text: acceptance, decision, findings, value.
void expect_agreement(std::string_view text, const ParsePolicy& policy = {}) {
  static Parser fast;
  static Parser strict;
  Budget fast_budget = budget_for(text);
  Budget strict_budget = budget_for(text);
  Findings fast_findings;
  Findings strict_findings;
  const Result<Document> a = fast.parse(as_bytes(text), policy, fast_budget, fast_findings);
  const Result<Document> b = strict.parse_strict(as_bytes(text), policy, strict_budget, strict_findings);
  ASSERT_EQ(a.ok(), b.ok()) << text;
  EXPECT_EQ(fast_findings.decision(), strict_findings.decision()) << text;
  EXPECT_EQ(fast_findings.listed().size(), strict_findings.listed().size()) << text;
  if (a.ok()) {
    EXPECT_EQ(text_of(a->root()), text_of(b->root())) << text;
    EXPECT_EQ(a->nodes(), b->nodes()) << text;
  }
}

TEST(JsonBadInput, EveryByteChangedIsJudgedAlikeByBothParsers) {
  for (const std::string& text : kDocuments) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      for (int value = 0; value < 256; ++value) {
        std::string changed = text;
        changed[at] = static_cast<char>(value);
        expect_agreement(changed);
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(JsonBadInput, MutatedDocumentsAreJudgedAlikeByBothParsers) {
  const std::string_view pieces[] = {"{",
                                     "}",
                                     "[",
                                     "]",
                                     ",",
                                     ":",
                                     "\"",
                                     "\\",
                                     "\"a\"",
                                     "\"a\":1",
                                     "1.5",
                                     "1e999",
                                     "NaN",
                                     "true",
                                     "null",
                                     "\\ud800",
                                     "\xC3",
                                     "\xEF\xBB\xBF",
                                     "//",
                                     "\x01",
                                     "-",
                                     "\"__proto__\":{}",
                                     "99999999999999999999",
                                     "0.12345678901234567890",
                                     " ",
                                     "\n"};
  std::uint64_t state = 88172645463325252ULL;
  const auto next = [&state](std::size_t below) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    return static_cast<std::size_t>(state % below);
  };
  ParsePolicy dropping;
  dropping.duplicate_key = dropping.non_finite = dropping.surrogate = dropping.invalid_utf8 = dropping.control =
      dropping.proto_key = dropping.big_number = OnAnomaly::kDrop;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = kDocuments[next(std::size(kDocuments))];
    for (std::size_t edits = 1 + next(3); edits > 0; --edits) {
      const std::string_view piece = pieces[next(std::size(pieces))];
      const std::size_t at = next(text.size() + 1);
      text.replace(at, std::min(next(4), text.size() - at), piece);
    }
    expect_agreement(text, i % 2 == 0 ? ParsePolicy{} : dropping);
    if (::testing::Test::HasFailure()) return;
  }
}

// An object that repeats the keys of the one before takes a shorter way; it must see what the long way sees.
TEST(JsonBadInput, ObjectsThatNearlyRepeatAreJudgedAlikeByBothParsers) {
  const std::string_view objects[] = {R"({"id":1,"name":"x","constructor":1})",
                                      R"({"id":1,"name":"x","constructor":{}})",
                                      R"({"id":1,"name":"x"})",
                                      R"({"id":1,"name":"x","id":2})",
                                      R"({"id":1,"nama":"x"})",
                                      R"({"id":1,"name":{"id":1,"name":2},"extra":[]})",
                                      R"({"name":1,"id":1})",
                                      R"({})",
                                      R"({"id":{"id":1,"id":2}})",
                                      R"({"id":1,"name":"x","a_rather_long_key_1":1,"a_rather_long_key_2":2})",
                                      R"({"id":1,"name":"x","a_rather_long_key_1":1,"a_rather_long_key_1":2})",
                                      R"({"id":[{"id":1},{"id":2}],"name":1.5,"__proto__":1})"};
  std::string many = "{\"k0\":1";
  for (int i = 1; i < 30; ++i) many += ",\"k" + std::to_string(i) + "\":1";
  for (const std::string_view a : objects) {
    for (const std::string_view b : objects) {
      for (const std::string& c : {std::string("{}"), many + "}", many + ",\"k3\":1}"}) {
        const std::string text =
            "[" + std::string(a) + "," + std::string(b) + "," + c + "," + std::string(a) + "," + std::string(b) + "]";
        expect_agreement(text);
      }
    }
  }
}

TEST(JsonBadInput, KeysThatMayBeLongAreBoundedApart) {
  Limits limits;
  limits.max_key_bytes = 10;
  limits.max_string_bytes = 20;
  struct Row {
    const char* text;
    const char* finding;
  };
  constexpr Row kRows[] = {{R"({"1234567890":1})", ""},
                           {R"({"12345678901":1})", "json.key_length"},
                           {R"({"a":"12345678901234567890"})", ""},
                           {R"({"a":"123456789012345678901"})", "json.string_length"},
                           {R"([{"a":1},{"a":1},{"12345678901":1}])", "json.key_length"}};
  for (const Row& row : kRows) {
    for (const bool is_strict : {false, true}) {
      EXPECT_EQ(outcomes_of(row.text, limits, {}, is_strict).first, row.finding) << row.text;
    }
  }
}

}  // namespace
}  // namespace sluice::json::testing
