#include <random>

#include "clean_support.h"
#include "text/hazards.h"
#include "text_reference.h"

namespace sluice::text {
namespace {

using testing::clean;
using testing::Cleaned;
using testing::shown;
using testing::utf8;

const std::vector<std::string>& parts() {
  static const std::vector<std::string> all = {
      "a",
      "word ",
      "x = 1;",
      "\t",
      "\n",
      "\n\n",
      "\r\n",
      "\r",
      "\r\r\n",
      "\b",
      "\b\b",
      std::string(1, '\0'),
      "\x07",
      "\x7F",
      "\x18",
      "\x1b",
      "\x1b[31m",
      "\x1b[m",
      "\x1b[5;1m",
      "\x1b[38;5;12m",
      "\x1b[K",
      "\x1b[2K",
      "\x1b[1K",
      "\x1b[1G",
      "\x1b[3D",
      "\x1b[40C",
      "\x1b[?1049h",
      "\x1b[3",
      "\x1b]0;t",
      "\x1b]52;c;x\x07",
      "\x1b]8;;u\x1b\\",
      "\x1bPq",
      "\x1b_G",
      "\x1b\\",
      "\x1bG",
      "Q",
      "\x1b(B",
      "\x1bk",
      "\xC2\x9B",
      "31m",
      "\xC2\x9C",
      "\xC2\x85",
      "\xC2",
      "\x9B",
      "\xFF",
      "\xE2\x82",
      "\xF0\x9F\x98",
      "\xED\xA0\x80",
      utf8(U"\u00E9"),
      utf8(U"\u4F60"),
      utf8(U"\u0301"),
      utf8(U"\u202E"),
      utf8(U"\u200B"),
      utf8(U"\u200C"),
      utf8(U"\u200D"),
      utf8(U"\uFE0F"),
      utf8(U"\uFE00"),
      utf8(U"\U000E0100"),
      utf8(U"\uFEFF"),
      utf8(U"\uE0B0"),
      utf8(U"\uFDD0"),
      utf8(U"\U000E0067"),
      utf8(U"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"),
      utf8(U"\U000E007F"),
      utf8(U"\U0001F3F4"),
      utf8(U"\U0001F468"),
      utf8(U"\U0001F469\u200D\U0001F467"),
      utf8(U"\u2764"),
      utf8(U"\U0001F3FD"),
      "1",
      "#",
      utf8(U"\u20E3"),
      utf8(U"\u0645\u06CC"),
      utf8(U"\u0650"),
      utf8(U"\u0915"),
      utf8(U"\u094D"),
      utf8(U"\u09B0\u200D\u09CD"),
      utf8(U"\u1820\u180B"),
      std::string(40, 'y'),
      std::string(300, 'z'),
      std::string(255, 'w'),
      "<U+202E>"};
  return all;
}

std::string mixture(std::mt19937& random, std::size_t most) {
  std::string text;
  const std::size_t count = random() % (most + 1);
  for (std::size_t i = 0; i < count; ++i) text += parts()[random() % parts().size()];
  return text;
}

std::vector<CleanOptions> option_sets() {
  std::vector<CleanOptions> sets(5);
  for (CleanOptions& options : sets) options.max_line_bytes = 256;
  sets[1].keep_colors = true;
  sets[2].escapes = sets[2].controls = sets[2].overwrites = sets[2].invalid_utf8 = Action::kEscape;
  sets[2].bidi = sets[2].zero_width = sets[2].tags = sets[2].variations = Action::kEscape;
  sets[2].noncharacters = sets[2].private_use = Action::kEscape;
  sets[3] = sets[2];
  sets[3].keep_colors = true;
  sets[4].bidi = sets[4].zero_width = sets[4].tags = sets[4].variations = sets[4].noncharacters = Action::kFlag;
  return sets;
}

void expect_same(const Cleaned& a, const Cleaned& b, const std::string& raw) {
  ASSERT_EQ(shown(a.text), shown(b.text)) << shown(raw);
  ASSERT_EQ(a.findings, b.findings) << shown(raw);
  ASSERT_TRUE(a.map == b.map) << shown(raw);
  ASSERT_EQ(a.is_identity, b.is_identity) << shown(raw);
}

TEST(CleanProperty, EverySplitOfEveryPairOfPartsIsTheSame) {
  CleanOptions options;
  options.keep_colors = true;
  for (const std::string& first : parts()) {
    for (const std::string& second : parts()) {
      if (first.size() + second.size() > 30) continue;
      const std::string raw = "k" + first + second + "k\n";
      const Cleaned whole = clean(raw, options);
      for (std::size_t at = 1; at < raw.size(); ++at)
        ASSERT_NO_FATAL_FAILURE(expect_same(clean(raw, options, {at}), whole, raw));
    }
  }
}

TEST(CleanProperty, RandomSplitsOfMixturesAreTheSame) {
  std::mt19937 random(11);
  const std::vector<CleanOptions> sets = option_sets();
  for (int round = 0; round < 1200; ++round) {
    const std::string raw = mixture(random, 30);
    const CleanOptions& options = sets[random() % sets.size()];
    const Cleaned whole = clean(raw, options);
    ASSERT_NO_FATAL_FAILURE(expect_same(clean(raw, options, std::vector<std::size_t>(raw.size(), 1)), whole, raw));
    std::vector<std::size_t> pieces;
    for (std::size_t left = raw.size(); left > 0;) {
      pieces.push_back(1 + random() % 90);
      left -= std::min(left, pieces.back());
    }
    ASSERT_NO_FATAL_FAILURE(expect_same(clean(raw, options, pieces), whole, raw));
  }
}

/// What the output of any cleaning promises.
void expect_clean(const Cleaned& cleaned, const CleanOptions& options, const std::string& raw) {
  ASSERT_EQ(testing::reference_validate(cleaned.text), std::nullopt) << shown(raw);
  for (const char c : cleaned.text) {
    const bool is_allowed =
        static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n' || (c == '\x1b' && options.keep_colors);
    ASSERT_TRUE(is_allowed && c != '\x7F') << shown(raw);
  }
  ASSERT_EQ(cleaned.map.clean_size(), cleaned.text.size());
  if (cleaned.is_identity) {
    ASSERT_EQ(shown(cleaned.text), shown(raw));
    ASSERT_TRUE(cleaned.map.is_identity());
  } else {
    ASSERT_GE(cleaned.decision, Decision::kSanitize) << shown(raw);
  }
}

TEST(CleanProperty, TheOutputIsCleanAndCleaningItAgainChangesNothing) {
  std::mt19937 random(12);
  const std::vector<CleanOptions> sets = option_sets();
  for (int round = 0; round < 4000; ++round) {
    const std::string raw = mixture(random, 25);
    const CleanOptions& options = sets[static_cast<std::size_t>(round) % sets.size()];
    const Cleaned once = clean(raw, options);
    ASSERT_NO_FATAL_FAILURE(expect_clean(once, options, raw));
    const Cleaned twice = clean(once.text, options);
    ASSERT_EQ(shown(twice.text), shown(once.text)) << shown(raw);
    ASSERT_TRUE(twice.is_identity) << shown(raw) << '\n' << shown(once.text) << '\n' << twice.findings;
    ASSERT_EQ(twice.decision, Decision::kAllow);
  }
}

TEST(CleanProperty, StrippedTextHoldsNoHazard) {
  std::mt19937 random(13);
  CleanOptions options;
  options.private_use = Action::kStrip;
  for (int round = 0; round < 3000; ++round) {
    const Cleaned cleaned = clean(mixture(random, 25), options);
    std::size_t line = 0;
    while (line < cleaned.text.size()) {
      const std::size_t end = std::min(cleaned.text.find('\n', line), cleaned.text.size());
      const HazardAt found = first_hazard(as_bytes(std::string_view(cleaned.text).substr(line, end - line)));
      ASSERT_EQ(found.hazard, Hazard::kNone) << shown(cleaned.text);
      line = end + 1;
    }
  }
}

TEST(CleanProperty, TheMapPointsAtTheBytesThatWereCopied) {
  std::mt19937 random(14);
  const std::vector<CleanOptions> sets = option_sets();
  for (int round = 0; round < 2000; ++round) {
    const std::string raw = mixture(random, 25);
    const Cleaned cleaned = clean(raw, sets[static_cast<std::size_t>(round) % sets.size()]);
    for (std::size_t i = 0; i < cleaned.text.size(); ++i) {
      const RawSpan span = cleaned.map.raw_of(i);
      ASSERT_LT(span.begin, span.end);
      ASSERT_LE(span.end, raw.size());
      if (cleaned.map.origin_of(i).raw_length == 0) {
        ASSERT_EQ(raw[span.begin], cleaned.text[i]) << shown(raw) << " at " << i;
      }
    }
  }
}

TEST(CleanProperty, DiscardingTheMapBehindTheOutputChangesNoLaterAnswer) {
  std::mt19937 random(15);
  for (int round = 0; round < 200; ++round) {
    const std::string raw = mixture(random, 60);
    const Cleaned whole = clean(raw);
    Cleaner cleaner;
    OffsetMap map;
    Bytes out;
    std::uint64_t checked = 0;
    const auto check = [&] {
      for (; checked < cleaner.committed(); ++checked) ASSERT_EQ(map.raw_of(checked), whole.map.raw_of(checked));
      map.discard_before(checked);
    };
    for (const char c : raw) {
      cleaner.feed(as_bytes(std::string_view(&c, 1)), out, map);
      ASSERT_NO_FATAL_FAILURE(check());
    }
    cleaner.finish(out, map);
    ASSERT_NO_FATAL_FAILURE(check());
    ASSERT_EQ(to_string(out), whole.text);
  }
}

}  // namespace
}  // namespace sluice::text
