// Random patterns in and around what each engine of our own can run, on texts made to come near them: all engines
// agree.
#include <array>
#include <iostream>
#include <random>

#include "json/pattern.h"
#include "json/support.h"

namespace sluice::json::testing {
namespace {

using regex::BacktrackOutcome;

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <class List>
  std::string of(const List& list) {
    return std::string(list[below(list.size())]);
  }

  std::string literals() {
    std::string out = one_in(3) ? "" : "^";
    out += string();
    if (!one_in(3)) {
      out += one_in(2) ? "(" : "(?:";
      for (std::size_t i = below(4) + 1; i > 0; --i) out += string() + (i > 1 ? "|" : "");
      out += ')';
    }
    out += string();
    if (!one_in(3)) out += '$';
    if (one_in(4)) out += '|' + string();
    return out;
  }

  std::string sequence() {
    std::string out = one_in(5) ? "" : "^";
    const bool is_grouped = one_in(5);
    if (is_grouped) out += '(';
    for (std::size_t i = below(4) + 1; i > 0; --i) out += item();
    if (is_grouped) out += one_in(2) ? "){2}" : ")";
    if (!one_in(3)) out += '$';
    return out;
  }

  std::string any(int depth = 0) {
    std::string out;
    for (std::size_t i = below(3) + 1; i > 0; --i) {
      switch (below(depth < 3 ? 9 : 6)) {
        case 0: out += '^'; break;
        case 1: out += '$'; break;
        case 2: out += one_in(3) ? "\\b" : string(); break;
        case 6:
        case 7: out += (one_in(2) ? "(?:" : "(") + any(depth + 1) + ')' + (one_in(2) ? of(kCounts) : ""); break;
        case 8: out += one_in(3) ? "(?=" + any(depth + 1) + ')' : any(depth + 1) + '|' + any(depth + 1); break;
        default: out += item();
      }
    }
    return out;
  }

  std::string text() {
    std::string out;
    for (std::size_t i = below(9); i > 0; --i) out += one_in(4) ? of(kRareCharacters) : of(kCharacters);
    return out;
  }

 private:
  std::string string() {
    std::string out;
    for (std::size_t i = below(4); i > 0; --i) out += of(kCharacters);
    return out;
  }
  std::string item() { return (one_in(2) ? of(kCharacters) : of(kClasses)) + (one_in(2) ? of(kCounts) : ""); }

  static constexpr std::array kCharacters{"a", "b", "0", "1", "-", "_"};
  static constexpr std::array kRareCharacters{"A", "é", "€", "\U0001F600", "\n", "\u2028", "\u00a0", " ", "Ω", "c"};
  static constexpr std::array kClasses{"[a-c]",    "[0-9]",        "[^a]",  ".",     "\\d", "\\w", "\\s",    "\\S",
                                       "[ab_-]",   "[^\\s-]",      "[é-€]", "[^é]",  "[^]", "[]",  "\\p{L}", "\\D",
                                       "[\\D0-5]", "[\U0001F600]", "\\W",   "\u00a0"};
  static constexpr std::array kCounts{"*", "+", "?", "{2}", "{0}", "{1,3}", "{2,}", "*?", "??", "{0,2}"};

  std::mt19937 random_;
};

TEST(JsonPatternRandom, EnginesAgree) {
  constexpr int kPatterns = 14'000;
  constexpr int kTexts = 15;
  Generator generator(20'240'607);
  std::array<std::size_t, 5> answers{};
  std::array<std::size_t, 5> chosen_by{};
  std::size_t compared = 0;
  std::size_t undecided = 0;
  for (int i = 0; i < kPatterns; ++i) {
    const std::string source = i % 4 == 0 ? generator.literals() : i % 4 == 1 ? generator.sequence() : generator.any();
    std::vector<SchemaPattern> engines;
    for (int first = 0; first <= static_cast<int>(PatternEngine::kBacktracking); ++first) {
      PatternOptions options;
      options.first = static_cast<PatternEngine>(first);
      auto compiled = SchemaPattern::compile(source, options);
      ASSERT_TRUE(compiled.ok()) << source << ": " << compiled.error().message;
      if (first == 0) ++chosen_by[static_cast<std::size_t>(compiled->engine())];
      if (compiled->engine() == options.first) engines.push_back(std::move(compiled).value());
    }
    for (int j = 0; j < kTexts; ++j) {
      const std::string text = generator.text();
      const BacktrackOutcome answer = engines.front().search(text);
      for (const SchemaPattern& engine : engines) {
        const BacktrackOutcome theirs = engine.search(text);
        ++answers[static_cast<std::size_t>(engine.engine())];
        ++compared;
        if (theirs == BacktrackOutcome::kLimitExceeded && engine.is_backtracking()) {
          ++undecided;
          continue;
        }
        ASSERT_EQ(theirs, answer) << "engine " << static_cast<int>(engine.engine()) << ", pattern " << source
                                  << ", text " << text;
      }
    }
  }
  std::cout << compared << " answers of " << kPatterns << " patterns:";
  for (const std::size_t count : answers) std::cout << ' ' << count;
  std::cout << "; chosen:";
  for (const std::size_t count : chosen_by) std::cout << ' ' << count;
  std::cout << "; undecided " << undecided << '\n';
  EXPECT_GT(compared, 300'000U);
  EXPECT_LT(undecided, compared / 100);
  for (const std::size_t count : chosen_by) EXPECT_GT(count, 500U);
}

}  // namespace
}  // namespace sluice::json::testing
