// Artifacts that are admitted first and checked in any order get the verdicts of one after the other.
#include <atomic>
#include <thread>

#include "fixture.h"
#include "pipeline/issued_marks.h"

namespace sluice {
namespace {

using testing::github_token;
using testing::Harness;
using testing::has_code;

Artifact file(const std::string& name, std::string_view bytes) {
  Artifact artifact;
  artifact.info.channel = Channel::kFile;
  artifact.info.name = name;
  artifact.bytes = as_bytes(bytes);
  return artifact;
}

Admission admit(Harness& harness, const Artifact& artifact) {
  return harness.run().admit(artifact.info, artifact.bytes.size());
}

std::string clean_of(const Verdict& verdict) {
  const std::optional<ByteView> clean = verdict.released(Consumer::kAgent);
  return clean ? to_string(*clean) : "<withheld>";
}

struct OrderCase {
  const char* name;
  const char* policy;
  std::string first_name;
  std::string second_name;
  FindingCode code;
};

TEST(Admission, TheLaterArtifactIsTheOneTooManyWhicheverIsCheckedFirst) {
  const std::vector<OrderCase> cases = {
      {"bytes", "format = 1\n[limits]\ntotal = \"15 B\"\nartifact = \"10 B\"\n", "a.txt", "b.txt",
       FindingCode::kLimitTotal},
      {"files", "format = 1\n[limits]\nfiles = 1\n", "a.txt", "b.txt", FindingCode::kLimitFiles},
      {"a name in another case", "", "a.txt", "A.txt", FindingCode::kPathCollision},
      {"the same name", "", "a.txt", "a.txt", FindingCode::kPathCollision},
      {"a file for a folder", "", "a.txt/b", "a.txt", FindingCode::kPathCollision},
  };
  for (const OrderCase& c : cases) {
    SCOPED_TRACE(c.name);
    Harness harness(c.policy);
    const Artifact first = file(c.first_name, "0123456789");
    const Artifact second = file(c.second_name, "0123456789");
    Admission first_place = admit(harness, first);
    Admission second_place = admit(harness, second);
    const Verdict later = harness.checker().check(second, std::move(second_place));
    const Verdict earlier = harness.checker().check(first, std::move(first_place));
    EXPECT_EQ(earlier.decision, Decision::kAllow);
    EXPECT_EQ(later.decision, Decision::kReject);
    EXPECT_TRUE(has_code(later, c.code));
  }
}

TEST(Admission, AMarkIsOursWhereAnEarlierPlaceWroteItAndTheCheckWaitsToKnow) {
  const std::string secret = "a " + github_token() + "\n";
  const std::string mark = Harness().clean(secret);  // under the same key
  ASSERT_NE(mark.find("[redacted:"), std::string::npos);
  {
    Harness harness;
    const Artifact writes = file("a.txt", secret);
    const Artifact quotes = file("b.txt", mark);
    Admission first = admit(harness, writes);
    Admission second = admit(harness, quotes);
    std::string clean;
    std::thread waits([&] {
      Checker checker(harness.run());
      clean = clean_of(checker.check(quotes, std::move(second)));
    });
    EXPECT_EQ(clean_of(harness.checker().check(writes, std::move(first))), mark);
    waits.join();
    EXPECT_EQ(clean, mark);
  }
  {
    Harness harness;
    const Artifact quotes = file("a.txt", mark);
    const Artifact writes = file("b.txt", secret);
    Admission first = admit(harness, quotes);
    Admission second = admit(harness, writes);
    EXPECT_EQ(clean_of(harness.checker().check(writes, std::move(second))), mark);
    const Verdict verdict = harness.checker().check(quotes, std::move(first));
    EXPECT_TRUE(has_code(verdict, FindingCode::kForgedMark));
    EXPECT_NE(clean_of(verdict), mark);
  }
}

TEST(Admission, OneThatIsGivenUpHoldsUpNobody) {
  const std::string mark = Harness().clean("a " + github_token() + "\n");
  Harness harness;
  const Artifact gone = file("a.txt", "a\n");
  const Artifact quotes = file("b.txt", mark);
  {
    const Admission given_up = admit(harness, gone);
    EXPECT_NE(given_up.state(), nullptr);
  }
  EXPECT_TRUE(has_code(harness.checker().check(quotes, admit(harness, quotes)), FindingCode::kForgedMark));
}

TEST(Admission, WaitingEndsWithTheTimeOfTheCheck) {
  const std::string mark = Harness().clean("a " + github_token() + "\n");
  Harness harness;
  const Admission never_checked = admit(harness, file("a.txt", "a\n"));
  std::stop_source stop;
  stop.request_stop();
  CheckOptions stopped;
  stopped.stop = stop.get_token();
  CheckOptions late;
  late.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(30);
  for (const CheckOptions& options : {stopped, late}) {
    const Artifact quotes = file(options.deadline ? "b.txt" : "c.txt", mark);
    const Verdict verdict = harness.checker().check(quotes, admit(harness, quotes), options);
    EXPECT_EQ(verdict.decision, Decision::kQuarantine);
    EXPECT_FALSE(verdict.is_complete);
  }
}

TEST(Admission, IsForOneArtifactOfItsRun) {
  Harness harness;
  Harness other;
  const Artifact artifact = file("a.txt", "0123456789");
  Artifact on_stdout = artifact;
  on_stdout.info.channel = Channel::kStdout;
  Admission moved = admit(harness, artifact);
  Admission place = std::move(moved);
  struct Case {
    const char* name;
    Artifact artifact;
    Admission admission;
  };
  std::vector<Case> cases;
  cases.push_back({"another size", file("a.txt", "0"), admit(harness, artifact)});
  cases.push_back({"another channel", on_stdout, admit(harness, artifact)});
  cases.push_back({"another run", artifact, admit(other, artifact)});
  cases.push_back({"moved from", artifact, std::move(moved)});  // NOLINT: on purpose
  for (Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Verdict verdict = harness.checker().check(c.artifact, std::move(c.admission));
    EXPECT_EQ(verdict.decision, Decision::kQuarantine);
    EXPECT_FALSE(verdict.is_complete);
  }
  EXPECT_EQ(harness.checker().check(artifact, std::move(place)).decision, Decision::kAllow);
}

// More marks than may wait: threads wait instead, and the marks of all are ours in the end.
TEST(Admission, ManyMarksWaitWithinBounds) {
  pipeline::IssuedMarks issued;
  const auto mark = [](std::size_t place, std::size_t i) { return std::to_string(place) + ":" + std::to_string(i); };
  constexpr std::size_t kPlaces = 4;
  constexpr std::size_t kMarks = 40'000;
  std::vector<pipeline::IssuedMarks::Place> places;
  for (std::size_t p = 0; p < kPlaces; ++p) places.push_back(issued.enter());
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (std::size_t p = kPlaces; p-- > 0;) {
    threads.emplace_back([&, p] {
      Budget budget;
      const pipeline::ArtifactMarks marks(issued, places[p]);
      for (std::size_t i = 0; i < kMarks; ++i) marks.add(mark(p, i), budget);
      if (!marks.is_known(mark(p, kMarks - 1), budget)) ++wrong;
      issued.leave(places[p]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  // The first 100,000 in the order of places are remembered, whoever was fastest.
  const std::uint64_t now = issued.now();
  EXPECT_EQ(now, 100'000U);
  EXPECT_TRUE(issued.has(mark(1, kMarks - 1), now));
  EXPECT_FALSE(issued.has(mark(3, 0), now));
}

}  // namespace
}  // namespace sluice
