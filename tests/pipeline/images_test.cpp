// Raster images through the whole pipeline: by declared type, by extension, inside another format, with a second
// format.
#include "fixture.h"
#include "support/golden.h"

namespace sluice::pipeline {
namespace {

using sluice::testing::Harness;
using sluice::testing::has_code;

std::string sample(const std::string& name) {
  return sluice::testing::read_file(sluice::testing::source_path("tests/data/images/" + name));
}

TEST(CheckImages, EachTypeIsCleanedAsAFileAndAsAResult) {
  struct Case {
    const char* file;
    const char* type;
    Decision decision;
  };
  const std::vector<Case> cases = {
      {"plain.png", "image/png", Decision::kAllow},
      {"profile.png", "image/png", Decision::kSanitize},
      {"plain.jpg", "image/jpeg", Decision::kAllow},
      {"turned_6.jpg", "image/jpeg", Decision::kSanitize},
      {"animated.gif", "image/gif", Decision::kAllow},
      {"comment.gif", "image/gif", Decision::kSanitize},
      {"lossy.webp", "image/webp", Decision::kAllow},
      {"xmp.webp", "image/webp", Decision::kSanitize},
      {"arithmetic.jpg", "image/jpeg", Decision::kQuarantine},
  };
  Harness harness;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.file);
    const std::string bytes = sample(c.file);
    EXPECT_EQ(harness.check(bytes, Channel::kFile, c.file).decision, c.decision);
    const Verdict result = harness.check(bytes, Channel::kResult, {}, c.type);
    EXPECT_EQ(result.decision, c.decision);
    EXPECT_EQ(result.released(Consumer::kAgent).has_value(), c.decision <= Decision::kSanitize);
  }
}

TEST(CheckImages, ATrailerGoesAndASecondFormatIsWithheld) {
  Harness harness;
  int number = 0;
  for (const char* file : {"plain.png", "plain.jpg", "still.gif", "lossy.webp"}) {
    SCOPED_TRACE(file);
    const auto check = [&](const std::string& trailer) {
      return harness.check(sample(file) + trailer, Channel::kFile, std::to_string(++number) + file);
    };
    const Verdict trimmed = check(std::string(64, 'x'));
    EXPECT_EQ(trimmed.decision, Decision::kSanitize);
    EXPECT_TRUE(has_code(trimmed, FindingCode::kTrailingData));
    EXPECT_EQ(to_string(*trimmed.released(Consumer::kAgent)), sample(file));
    EXPECT_TRUE(has_code(check("PK\x05\x06" + std::string(18, '\0')), FindingCode::kPolyglot));
    EXPECT_TRUE(has_code(check("<script>alert(1)</script>"), FindingCode::kPolyglot));
  }
}

}  // namespace
}  // namespace sluice::pipeline
