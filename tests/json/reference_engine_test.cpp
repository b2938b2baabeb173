// The reference in its process: a crash, a loop and nonsense are answers of their own, never "valid".
#include "authoring/reference_engine.h"

#include <gtest/gtest.h>

namespace sluice::authoring {
namespace {

using Kind = ReferenceAnswer::Kind;
using std::chrono::milliseconds;

// Far more than a start and an answer take on a busy machine.
constexpr milliseconds kPatience = std::chrono::seconds(60);

TEST(ReferenceEngine, JudgesOneAfterTheOther) {
  ReferenceEngine engine(SLUICE_REFERENCE_PROGRAM, R"({"type":"integer","minimum":3})", "s.json");
  for (int i = 0; i < 3; ++i) {
    const auto valid = engine.judge(as_bytes("3"), kPatience);
    ASSERT_TRUE(valid.ok()) << valid.error().message;
    EXPECT_EQ(valid->kind, Kind::kValid);
    const auto invalid = engine.judge(as_bytes("2"), kPatience);
    ASSERT_TRUE(invalid.ok());
    EXPECT_EQ(invalid->kind, Kind::kInvalid);
  }
  const auto broken = engine.judge(as_bytes("{"), kPatience);
  ASSERT_TRUE(broken.ok());
  EXPECT_EQ(broken->kind, Kind::kUnknown);
  EXPECT_EQ(broken->message.find("the reference failed: not JSON"), 0U) << broken->message;
  const std::string large = "[" + std::string(8'000'000, ' ') + "]";
  const auto last = engine.judge(as_bytes(large), kPatience);
  ASSERT_TRUE(last.ok());
  EXPECT_EQ(last->kind, Kind::kInvalid);
}

TEST(ReferenceEngine, CrashIsSaidAndTheNextInstanceIsJudged) {
  ReferenceEngine engine(SLUICE_REFERENCE_PROGRAM,
                         R"({"anyOf":[{"type":"integer"},{"$ref":"#/$defs/loop"}],)"
                         R"("$defs":{"loop":{"allOf":[{"$ref":"#/$defs/loop"}]}}})",
                         "s.json");
  const auto crashed = engine.judge(as_bytes(R"("x")"), kPatience);
  ASSERT_TRUE(crashed.ok()) << crashed.error().message;
  EXPECT_EQ(crashed->kind, Kind::kUnknown);
  EXPECT_EQ(crashed->message.find("the reference crashed: "), 0U) << crashed->message;
  const auto next = engine.judge(as_bytes("1"), kPatience);
  ASSERT_TRUE(next.ok()) << next.error().message;
}

TEST(ReferenceEngine, LoopEndsAtTheTimeout) {
  ReferenceEngine engine(SLUICE_REFERENCE_PROGRAM, R"({"pattern":"^(a+)+$"})", "s.json");
  ASSERT_EQ(engine.judge(as_bytes(R"("aa")"), kPatience)->kind, Kind::kValid);
  const auto answer = engine.judge(as_bytes("\"" + std::string(30, 'a') + "b\""), milliseconds(200));
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->kind, Kind::kUnknown);
  EXPECT_EQ(answer->message, "the reference did not answer within 200 ms");
  EXPECT_EQ(engine.judge(as_bytes(R"("ab")"), kPatience)->kind, Kind::kInvalid);
}

TEST(ReferenceEngine, SchemaThatItCannotJudgeByIsAnError) {
  ReferenceEngine engine(SLUICE_REFERENCE_PROGRAM, R"({"allOf":[{}],"unevaluatedProperties":false})", "s.json");
  const auto answer = engine.judge(as_bytes("1"), kPatience);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::kSchemaUnsupported);
  EXPECT_EQ(answer.error().message,
            "s.json: the reference engine cannot judge by this schema: at \"#/unevaluatedProperties\": draft 7 cannot "
            "count what other keywords evaluated");
}

TEST(ReferenceEngine, MissingProgramIsNamed) {
  ReferenceEngine engine("/no/such/program", "{}", "s.json");
  const auto answer = engine.judge(as_bytes("1"), kPatience);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::kNotFound);
  EXPECT_NE(answer.error().message.find("/no/such/program"), std::string::npos) << answer.error().message;
}

TEST(ReferenceEngine, AnotherProgramIsNoReference) {
  // Gives back what it gets.
  ReferenceEngine engine("/bin/cat", "valid", "s.json");
  const auto answer = engine.judge(as_bytes("1"), kPatience);
  ASSERT_FALSE(answer.ok());
  EXPECT_NE(answer.error().message.find("no answer"), std::string::npos) << answer.error().message;
  ReferenceEngine gone("/bin/true", "{}", "s.json");
  const auto nothing = gone.judge(as_bytes("1"), kPatience);
  ASSERT_FALSE(nothing.ok());
  EXPECT_NE(nothing.error().message.find("exit status 0"), std::string::npos) << nothing.error().message;
}

TEST(ReferenceProcess, GarbageEndsIt) {
  for (const char* const word : {"", "nonsense", "instance -1", "schema 99999999999999", "schema x"}) {
    SCOPED_TRACE(word);
    ReferenceProcess process;
    ASSERT_TRUE(process.start(SLUICE_REFERENCE_PROGRAM).ok());
    const ReferenceProcess::Reply reply = process.ask(word, as_bytes("{}"), kPatience);
    EXPECT_EQ(reply.kind, ReferenceProcess::Reply::Kind::kEnded);
    EXPECT_FALSE(process.is_running());
    EXPECT_EQ(process.ask("instance", as_bytes("1"), kPatience).kind, ReferenceProcess::Reply::Kind::kEnded);
  }
}

}  // namespace
}  // namespace sluice::authoring
