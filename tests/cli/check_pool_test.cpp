// The pool of `sluice check --jobs`: every number once, turns and ends in order, and the same verdicts from any number
// of threads.
#include "cli/check_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "sluice/sluice.h"

namespace sluice::cli {
namespace {

// Odd numbers do not wait for their turn, as files that cannot be read.
class CountingTask final : public PoolTask {
 public:
  explicit CountingTask(std::size_t count) : worked(count) {}
  void work(std::size_t worker, std::size_t number, Turn& turn) noexcept override {
    max_worker = std::max(max_worker.load(), worker);
    if (number % 2 == 0) {
      turn.wait();
      turns.push_back(number);  // no other thread is here
      turn.pass();
    }
    ++worked[number];
    if (number == stop_at) stop.request_stop();
  }
  void finish(std::size_t number) noexcept override { finished.push_back(number); }

  std::vector<std::atomic<int>> worked;
  std::vector<std::size_t> turns;
  std::vector<std::size_t> finished;
  std::atomic<std::size_t> max_worker{0};
  std::size_t stop_at = SIZE_MAX;
  std::stop_source stop;
};

TEST(CheckPool, DoesEachNumberOnceWithTurnsAndEndsInOrder) {
  for (const std::size_t jobs : {1U, 2U, 7U, 14U}) {
    for (const std::size_t count : {0U, 1U, 5U, 1'000U}) {
      CountingTask task(count);
      run_pool(count, jobs, task, task.stop.get_token());
      EXPECT_LT(task.max_worker, jobs);
      ASSERT_EQ(task.finished.size(), count);
      ASSERT_EQ(task.turns.size(), (count + 1) / 2);
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(task.worked[i], 1);
        EXPECT_EQ(task.finished[i], i);
      }
      for (std::size_t i = 0; i < task.turns.size(); ++i) EXPECT_EQ(task.turns[i], 2 * i);
    }
  }
}

TEST(CheckPool, BeginsNothingAfterAStopAndFinishesWhatItBegan) {
  for (const std::size_t jobs : {1U, 4U}) {
    CountingTask task(10'000);
    task.stop_at = 10;
    run_pool(10'000, jobs, task, task.stop.get_token());
    EXPECT_GE(task.finished.size(), 11U);
    EXPECT_LT(task.finished.size(), 10'000U);
    for (std::size_t i = 0; i < task.worked.size(); ++i) EXPECT_EQ(task.worked[i], i < task.finished.size() ? 1 : 0);
  }
}

// A folder of everything whose answer could depend on who is faster.
struct Item {
  std::string name;
  std::string bytes;
};

std::string token(std::size_t i) {
  return std::string("ghp") + "_" + "SYNTHETICbody0123456789abcd" + static_cast<char>('a' + i % 26) + "fg" + "3p2TTq";
}

class CheckTask final : public PoolTask {
 public:
  CheckTask(Run& run, const std::vector<Item>& items, std::size_t jobs)
      : run_(run), items_(items), verdicts_(items.size()), clean_(items.size()) {
    for (std::size_t i = 0; i < jobs; ++i) checkers_.emplace_back(run);
  }
  void work(std::size_t worker, std::size_t number, Turn& turn) noexcept override {
    Artifact artifact;
    artifact.info.name = items_[number].name;
    artifact.bytes = as_bytes(items_[number].bytes);
    turn.wait();
    Admission admission = run_.admit(artifact.info, artifact.bytes.size());
    turn.pass();
    Verdict verdict = checkers_[worker].check(artifact, std::move(admission));
    if (const std::optional<ByteView> clean = verdict.released(Consumer::kAgent)) clean_[number] = to_string(*clean);
    static_cast<void>(std::move(verdict).take(Consumer::kAgent));
    verdicts_[number] = std::move(verdict);
  }
  void finish(std::size_t /*number*/) noexcept override {}

  /// The report and the clean bytes.
  [[nodiscard]] std::string result() const {
    std::vector<const Verdict*> list;
    for (const Verdict& verdict : verdicts_) list.push_back(&verdict);
    RenderOptions options;
    options.format = ReportFormat::kJsonl;
    options.with_timings = false;
    std::string text = render(list, options);
    for (const std::string& clean : clean_) text += clean;
    return text;
  }

 private:
  Run& run_;
  const std::vector<Item>& items_;
  std::vector<Checker> checkers_;
  std::vector<Verdict> verdicts_;
  std::vector<std::string> clean_;
};

std::string check_all(const std::shared_ptr<const Engine>& engine, const std::vector<Item>& items, std::size_t jobs) {
  Result<Run> run = Run::start(engine, {"test"});
  if (!run.ok()) return run.error().message;
  CheckTask task(*run, items, jobs);
  run_pool(items.size(), jobs, task, {});
  return task.result();
}

TEST(CheckPool, FourteenBusyThreadsFindTheSameTenTimes) {
  LoadOptions load;
  load.policy = "format = 1\n[limits]\ntotal = \"200 kB\"\nartifact = \"100 kB\"\nfiles = 230\n";
  load.policy_path = "test.toml";
  load.fingerprint_key = to_bytes("a fixed key for tests only");
  const Result<std::shared_ptr<const Engine>> engine = Engine::load(load);
  ASSERT_TRUE(engine.ok()) << engine.error().message;

  std::vector<Item> items;
  for (std::size_t i = 0; i < 26; ++i) {
    const std::string text = "x " + token(i) + "\n";
    items.push_back({"m" + std::to_string(i) + ".txt", text});
  }
  // Their marks, which come back in files before and behind those that issue them.
  const std::string marks = check_all(*engine, items, 1);
  std::vector<Item> folder;
  for (std::size_t i = 0; i < 240; ++i) {
    const std::size_t begin = marks.find("x [redacted:");
    ASSERT_NE(begin, std::string::npos);
    std::string text = marks.substr(begin + (i % 26) * (marks.size() - begin) / 26, (marks.size() - begin) / 26);
    if (i % 3 == 0) text += std::string(2'000, 'a') + " " + token(i) + "\n\x1b[1mb\x1b[0m\n";
    if (i % 50 == 0) text += std::string(30'000, '.');
    if (i % 7 == 0) text = "{\"k\": \"" + token(i) + "\"}";
    const std::string name = (i % 10 == 3 ? "SAME" : i % 10 == 4 ? "same" : "f" + std::to_string(i)) + ".txt";
    folder.push_back({name, std::move(text)});
  }
  const std::string expected = check_all(*engine, folder, 1);
  for (const char* code : {"path.collision", "limits.total", "limits.files", "secret.found", "text.forged_mark"}) {
    EXPECT_NE(expected.find('"' + std::string(code) + '"'), std::string::npos) << code;
  }
  for (int round = 0; round < 10; ++round) ASSERT_EQ(check_all(*engine, folder, 14), expected) << round;
  EXPECT_EQ(check_all(*engine, folder, 3), expected);
}

}  // namespace
}  // namespace sluice::cli
