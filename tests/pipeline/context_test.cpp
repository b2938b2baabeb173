// A step of a check that could not be finished is never a complete check, whether a budget ran out or not.
#include "pipeline/context.h"

#include "fixture.h"
#include "pipeline/checker_state.h"

namespace sluice::pipeline {
namespace {

TEST(CheckContext, UnfinishedStepsWithholdAndSayWhy) {
  struct StepCase {
    const char* name;
    bool is_exhausted;
    FindingCode code;
  };
  const StepCase cases[] = {{"a budget ran out", true, FindingCode::kRegexBudget},
                            {"the engine failed", false, FindingCode::kInternalFault}};
  sluice::testing::Harness harness;
  ASSERT_TRUE(harness.checker().state().prepare().ok());
  const Engine::State& engine = harness.run().engine().state();
  for (const StepCase& c : cases) {
    SCOPED_TRACE(c.name);
    Limits limits;
    Budget budget(limits);
    if (c.is_exhausted) {
      ASSERT_FALSE(budget.charge(Budget::Kind::kRegexBytes, UINT64_MAX));
    }
    Findings findings;
    Timings timings;
    const CheckContext context{engine,
                               harness.run().state(),
                               *harness.checker().state().scratch,
                               budget,
                               findings,
                               timings,
                               Channel::kStdout,
                               Consumer::kAgent,
                               engine.policy.channel(Channel::kStdout),
                               ArtifactMarks(harness.run().state().issued)};
    context.add_unfinished("a step");
    EXPECT_TRUE(findings.has(c.code));
    EXPECT_FALSE(findings.is_complete());
    EXPECT_EQ(findings.decision(), Decision::kQuarantine);
  }
}

}  // namespace
}  // namespace sluice::pipeline
