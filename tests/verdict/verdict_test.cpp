#include "sluice/verdict.h"

#include <type_traits>
#include <utility>

namespace sluice {
namespace {

constexpr Consumer kConsumers[] = {Consumer::kAgent, Consumer::kBrowser, Consumer::kTerminal, Consumer::kSpreadsheet,
                                   Consumer::kStorage};

Verdict with_clean(Decision decision, bool is_complete, Consumer consumer) {
  Verdict verdict;
  verdict.decision = decision;
  verdict.is_complete = is_complete;
  verdict.attach_clean(consumer, to_bytes("clean bytes"));
  return verdict;
}

// Every decision, complete or not, for every pair of consumers: bytes come out in exactly the cases they may.
TEST(Verdict, GivesBytesOnlyWhereReleasedCompleteAndForTheRightConsumer) {
  int given = 0;
  for (const Decision decision : {Decision::kAllow, Decision::kSanitize, Decision::kQuarantine, Decision::kReject}) {
    for (const bool is_complete : {true, false}) {
      for (const Consumer made_for : kConsumers) {
        for (const Consumer asked_by : kConsumers) {
          SCOPED_TRACE(std::string(decision_name(decision)) + " complete=" + (is_complete ? "1" : "0") + " " +
                       std::string(consumer_name(made_for)) + " " + std::string(consumer_name(asked_by)));
          const bool may = decision <= Decision::kSanitize && is_complete && made_for == asked_by;
          Verdict verdict = with_clean(decision, is_complete, made_for);
          const std::optional<ByteView> bytes = verdict.released(asked_by);
          EXPECT_EQ(bytes.has_value(), may);
          if (bytes) {
            EXPECT_EQ(as_chars(*bytes), "clean bytes");
          }
          EXPECT_EQ(to_string(std::move(verdict).take(asked_by)), may ? "clean bytes" : "");
          given += may ? 1 : 0;
        }
      }
    }
  }
  EXPECT_EQ(given, 10);
}

TEST(Verdict, ADecisionThatMovesAfterTheBytesWereAttachedWithholdsThem) {
  Verdict verdict = with_clean(Decision::kAllow, true, Consumer::kAgent);
  ASSERT_TRUE(verdict.released(Consumer::kAgent).has_value());
  verdict.decision = Decision::kQuarantine;
  EXPECT_FALSE(verdict.released(Consumer::kAgent).has_value());
  EXPECT_TRUE(std::move(verdict).take(Consumer::kAgent).empty());
}

TEST(Verdict, WithoutBytesGivesNothing) {
  Verdict verdict;
  verdict.decision = Decision::kAllow;
  EXPECT_FALSE(verdict.released(Consumer::kAgent).has_value());
  EXPECT_TRUE(std::move(verdict).take(Consumer::kAgent).empty());
}

TEST(Verdict, ANewVerdictIsWithheld) {
  const Verdict verdict;
  EXPECT_EQ(verdict.decision, Decision::kQuarantine);
  EXPECT_FALSE(verdict.is_released());
}

TEST(Verdict, BorrowedBytesAreTheInputsOwn) {
  const Bytes input = to_bytes("as it came");
  Verdict verdict;
  verdict.decision = Decision::kAllow;
  verdict.attach_borrowed(Consumer::kStorage, input);
  const std::optional<ByteView> view = verdict.released(Consumer::kStorage);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->data(), input.data());
  const Bytes taken = std::move(verdict).take(Consumer::kStorage);
  EXPECT_EQ(taken, input);
  EXPECT_NE(taken.data(), input.data());
}

TEST(Verdict, AnEmptyArtifactCanBeReleased) {
  Verdict verdict;
  verdict.decision = Decision::kAllow;
  verdict.attach_borrowed(Consumer::kAgent, {});
  ASSERT_TRUE(verdict.released(Consumer::kAgent).has_value());
  EXPECT_TRUE(verdict.released(Consumer::kAgent)->empty());
}

TEST(Verdict, TakeMovesOnceAndLeavesNothing) {
  Verdict verdict = with_clean(Decision::kSanitize, true, Consumer::kAgent);
  const std::byte* block = verdict.released(Consumer::kAgent)->data();
  const Bytes taken = std::move(verdict).take(Consumer::kAgent);
  EXPECT_EQ(taken.data(), block) << "moved, not copied";
  EXPECT_FALSE(verdict.released(Consumer::kAgent).has_value());  // NOLINT: emptied by contract
  EXPECT_TRUE(std::move(verdict).take(Consumer::kAgent).empty());
}

TEST(Verdict, MovedAndCopiedVerdictsViewTheirOwnBytes) {
  Verdict first = with_clean(Decision::kSanitize, true, Consumer::kAgent);
  const Verdict copy = first;
  const Verdict moved = std::move(first);
  EXPECT_NE(copy.released(Consumer::kAgent)->data(), moved.released(Consumer::kAgent)->data());
  EXPECT_EQ(as_chars(*copy.released(Consumer::kAgent)), "clean bytes");
  EXPECT_EQ(as_chars(*moved.released(Consumer::kAgent)), "clean bytes");
}

TEST(Verdict, AttachingAnewReplaces) {
  const Bytes input = to_bytes("input");
  Verdict verdict = with_clean(Decision::kSanitize, true, Consumer::kAgent);
  verdict.attach_borrowed(Consumer::kBrowser, input);
  EXPECT_FALSE(verdict.released(Consumer::kAgent).has_value());
  EXPECT_EQ(as_chars(*verdict.released(Consumer::kBrowser)), "input");
  verdict.attach_clean(Consumer::kAgent, to_bytes("other"));
  EXPECT_EQ(as_chars(*verdict.released(Consumer::kAgent)), "other");
}

// A view into a temporary verdict does not compile.
template <typename V>
concept CanViewTemporary = requires(V&& v) {
  std::forward<V>(v).released(Consumer::kAgent);
};
static_assert(CanViewTemporary<const Verdict&>);
static_assert(!CanViewTemporary<Verdict>);

}  // namespace
}  // namespace sluice
