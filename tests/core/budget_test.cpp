#include "core/budget.h"

#include "core/checked.h"

namespace sluice {
namespace {

TEST(Budget, InputBuysStepsAndRegexBytes) {
  Limits limits;
  limits.max_steps = 2;
  limits.max_regex_ratio = 3;
  Budget budget(limits);
  constexpr std::uint64_t kBase = 65'536;
  ASSERT_TRUE(budget.admit_input(100));
  EXPECT_TRUE(budget.charge(Budget::Kind::kSteps, kBase + 200));
  EXPECT_FALSE(budget.charge(Budget::Kind::kSteps, 1));
  EXPECT_EQ(budget.exhausted(), Budget::Kind::kSteps);
}

TEST(Budget, ExhaustionIsStickyAndKeepsTheFirstReason) {
  Limits limits;
  limits.max_input_bytes = 10;
  Budget budget(limits);
  EXPECT_TRUE(budget.admit_input(10));
  EXPECT_FALSE(budget.admit_input(1));
  EXPECT_FALSE(budget.check_depth(limits.max_depth + 1));
  EXPECT_EQ(budget.exhausted(), Budget::Kind::kInputBytes);
  EXPECT_FALSE(budget.ok());
}

TEST(Budget, DeadlineAndStopAreSeenByPoll) {
  Budget late;
  late.set_deadline(std::chrono::steady_clock::now() - std::chrono::seconds(1));
  EXPECT_FALSE(late.poll());
  EXPECT_EQ(late.exhausted(), Budget::Kind::kDeadline);

  std::stop_source source;
  Budget stopped;
  stopped.set_stop(source.get_token());
  EXPECT_TRUE(stopped.poll());
  source.request_stop();
  EXPECT_FALSE(stopped.poll());
  EXPECT_EQ(stopped.exhausted(), Budget::Kind::kStopped);
}

TEST(Checked, SaturatesAndClamps) {
  EXPECT_EQ(saturating_add<std::uint8_t>(250, 10), 255);
  EXPECT_EQ(saturating_mul<std::uint8_t>(16, 16), 255);
  EXPECT_EQ(saturating_sub<std::uint8_t>(3, 4), 0);
  EXPECT_EQ(clamp_to<std::int8_t>(1000), 127);
  EXPECT_EQ(clamp_to<std::uint8_t>(-5), 0);
  EXPECT_EQ(narrow<std::uint8_t>(200), 200);
}

}  // namespace
}  // namespace sluice
