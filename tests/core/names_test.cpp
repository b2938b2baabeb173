#include <map>

#include "sluice/artifact.h"
#include "sluice/finding.h"
#include "sluice/result.h"

namespace sluice {
namespace {

TEST(Names, CodesAreUniqueAndNamed) {
  std::map<std::string, int> names;
  std::map<int, int> numbers;
#define SLUICE_FINDING(number, identifier, name, meaning) \
  ++names[name];                                          \
  ++numbers[number];                                      \
  EXPECT_EQ(finding_name(FindingCode::identifier), name); \
  EXPECT_FALSE(finding_meaning(FindingCode::identifier).empty());
#include "sluice/finding_codes.inc"
#undef SLUICE_FINDING
#define SLUICE_ERROR(number, identifier, name, meaning) \
  ++names[name];                                        \
  ++numbers[number];                                    \
  EXPECT_EQ(error_name(ErrorCode::identifier), name);   \
  EXPECT_FALSE(error_meaning(ErrorCode::identifier).empty());
#include "sluice/error_codes.inc"
#undef SLUICE_ERROR
  for (const auto& [name, count] : names) EXPECT_EQ(count, 1) << name;
  for (const auto& [number, count] : numbers) EXPECT_EQ(count, 1) << number;
  EXPECT_GT(names.size(), 80U);
}

TEST(Names, EnumsRoundTrip) {
  EXPECT_EQ(parse_consumer("spreadsheet"), Consumer::kSpreadsheet);
  EXPECT_EQ(parse_consumer("Agent"), std::nullopt);
  EXPECT_EQ(parse_channel("stderr"), Channel::kStderr);
  EXPECT_EQ(parse_channel(""), std::nullopt);
  EXPECT_EQ(worse(Decision::kAllow, Decision::kQuarantine), Decision::kQuarantine);
}

TEST(Result, HoldsEitherSide) {
  Result<int> good = 7;
  EXPECT_TRUE(good.ok());
  EXPECT_EQ(*good, 7);
  Result<int> bad = Error{ErrorCode::kIo, "disk full", 0};
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error().message, "disk full");
  Result<void> nothing;
  EXPECT_TRUE(nothing.ok());
}

}  // namespace
}  // namespace sluice
