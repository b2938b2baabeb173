#include "isolate/worker.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/temporary_folder.h"

namespace sluice::isolate {
namespace {

using std::chrono::milliseconds;

Request ask(const std::string& what) {
  Request request;
  request.kind = JobKind::kTest;
  request.limits.max_output_bytes = 10'000;
  request.payload = to_bytes(what);
  return request;
}

WorkerOptions patient() {
  WorkerOptions options;
  options.process.max_start_time = milliseconds(120'000);
  options.process.max_job_time = milliseconds(120'000);
  return options;
}

Result<Response> call(Worker& worker, const std::string& what) {
  Budget budget;
  Request request = ask(what);
  return worker.call(request, budget);
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    static_cast<void>(entry);
    ++count;
  }
  return count;
}

bool is_alive(pid_t pid) { return std::filesystem::exists("/proc/" + std::to_string(pid)); }

TEST(WorkerProcess, ServesSeveralJobsAndEndsWithItsOwner) {
  const std::size_t before = open_descriptors();
  pid_t pid = 0;
  {
    Worker worker(SLUICE_CRASHER_PROGRAM, patient());
    for (int i = 0; i < 3; ++i) {
      const Result<Response> response = call(worker, "echo");
      ASSERT_TRUE(response.ok()) << response.error().message;
      EXPECT_EQ(to_string(response->payload), "echo");
      if (pid == 0) pid = worker.process()->pid();
      EXPECT_EQ(worker.process()->pid(), pid) << "one process for several jobs";
    }
    EXPECT_TRUE(worker.process()->greeting().has_seccomp);
    EXPECT_TRUE(worker.process()->greeting().has_limits);
  }
  EXPECT_FALSE(is_alive(pid)) << "neither running nor a zombie";
  EXPECT_EQ(open_descriptors(), before);
}

TEST(WorkerProcess, HasNoEnvironment) {
  Worker worker(SLUICE_CRASHER_PROGRAM, patient());
  const Result<Response> response = call(worker, "environment");
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->texts, std::vector<std::string>{"empty"});
}

TEST(WorkerProcess, WhatGoesWrongIsAnErrorAndTheNextJobWorks) {
  const std::size_t before = open_descriptors();
  Worker worker(SLUICE_CRASHER_PROGRAM, patient());
  for (const char* what :
       {"abort", "segfault",   "memory",     "exit",     "nothing",           "garbage",       "long",
        "cut",   "wrong body", "wrong type", "wrong id", "too much",          "open",          "socket",
        "fork",  "execve",     "kill",       "ptrace",   "executable memory", "memory to run", "other descriptor"}) {
    SCOPED_TRACE(what);
#ifdef __SANITIZE_ADDRESS__
    if (std::string_view(what) == "memory") continue;  // without a limit of addresses it takes all there are
#endif
    const Result<Response> response = call(worker, what);
    EXPECT_FALSE(response.ok()) << (response->texts.empty() ? "" : response->texts[0]);
    EXPECT_EQ(worker.process(), nullptr);
    const Result<Response> next = call(worker, "echo");
    ASSERT_TRUE(next.ok()) << next.error().message;
    EXPECT_EQ(to_string(next->payload), "echo");
  }
  EXPECT_EQ(open_descriptors(), before + 2) << "the socket and the descriptor of the process that runs";
}

TEST(WorkerProcess, AnAnswerThatNobodyAskedForIsNotTakenForTheNextOne) {
  Worker worker(SLUICE_CRASHER_PROGRAM, patient());
  ASSERT_TRUE(call(worker, "twice").ok());
  // The second answer lies in the socket, or comes while the next question is written; its number does not fit then.
  EXPECT_FALSE(call(worker, "echo").ok());
  EXPECT_TRUE(call(worker, "echo").ok());
}

TEST(WorkerProcess, AJobThatNeverEndsIsEnded) {
  WorkerOptions options = patient();
  Worker warm(SLUICE_CRASHER_PROGRAM, options);
  options.process.max_job_time = milliseconds(200);
  Worker worker(SLUICE_CRASHER_PROGRAM, options);
  const Result<Response> response = call(worker, "loop");
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(response.error().code, ErrorCode::kDeadlineExceeded);
}

TEST(WorkerProcess, TheDeadlineAndTheStopOfTheCheckHold) {
  Worker worker(SLUICE_CRASHER_PROGRAM, patient());
  ASSERT_TRUE(call(worker, "echo").ok());
  Budget late;
  late.set_deadline(std::chrono::steady_clock::now() + milliseconds(100));
  Request loop = ask("loop");
  EXPECT_EQ(worker.call(loop, late).error().code, ErrorCode::kDeadlineExceeded);
  EXPECT_EQ(late.exhausted(), Budget::Kind::kDeadline);

  ASSERT_TRUE(call(worker, "echo").ok());
  std::stop_source source;
  Budget stopped;
  stopped.set_stop(source.get_token());
  std::thread stopper([&] {
    std::this_thread::sleep_for(milliseconds(100));
    source.request_stop();
  });
  EXPECT_EQ(worker.call(loop, stopped).error().code, ErrorCode::kStopped);
  stopper.join();
}

TEST(WorkerProcess, ProgramsThatAreNoWorkersAreRefused) {
  testing::TemporaryFolder folder;
  const std::string plain = folder.path() + "/plain";
  std::ofstream(plain) << "not a program";
  WorkerOptions options = patient();
  options.process.max_start_time = milliseconds(1'000);
  const std::size_t before = open_descriptors();
  for (const std::string& program : {std::string("/nonexistent/worker"), plain, std::string("/bin/cat"),
                                     std::string("/bin/true"), std::string("/"), std::string()}) {
    SCOPED_TRACE(program);
    Worker worker(program, options);
    EXPECT_FALSE(call(worker, "echo").ok());
    EXPECT_FALSE(call(worker, "echo").ok());
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(WorkerProcess, AFreshOneComesAfterSoManyJobs) {
  WorkerOptions options = patient();
  options.max_jobs = 2;
  Worker worker(SLUICE_CRASHER_PROGRAM, options);
  std::vector<pid_t> pids;
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(call(worker, "echo").ok());
    pids.push_back(worker.process()->pid());
  }
  EXPECT_EQ(pids[0], pids[1]);
  EXPECT_NE(pids[1], pids[2]);
  EXPECT_EQ(pids[2], pids[3]);
  EXPECT_FALSE(is_alive(pids[0]));
}

TEST(WorkerProcess, ManyThreadsHaveOneEach) {
  const std::size_t before = open_descriptors();
  std::vector<std::thread> threads;
  std::vector<int> good(8, 0);
  for (std::size_t i = 0; i < good.size(); ++i) {
    threads.emplace_back([&good, i] {
      Worker worker(SLUICE_CRASHER_PROGRAM, patient());
      for (int round = 0; round < 4; ++round) {
        if (call(worker, "echo").ok()) ++good[i];
        if (!call(worker, "exit").ok()) ++good[i];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, std::vector<int>(8, 8));
  EXPECT_EQ(open_descriptors(), before);
}

TEST(WorkerProcess, LargeRequestsPass) {
  Worker worker(SLUICE_CRASHER_PROGRAM, patient());
  const std::string what = std::string(20'000'000, 'x');
  EXPECT_TRUE(call(worker, what).ok());
}

TEST(WorkerProcess, AHostThatReapsItsChildrenByItselfIsNoProblem) {
  struct sigaction ignore {};
  struct sigaction old {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGCHLD, &ignore, &old);
  {
    Worker worker(SLUICE_CRASHER_PROGRAM, patient());
    EXPECT_TRUE(call(worker, "echo").ok());
    EXPECT_FALSE(call(worker, "exit").ok());
    EXPECT_TRUE(call(worker, "echo").ok());
  }
  sigaction(SIGCHLD, &old, nullptr);
}

TEST(Worker, TheInstalledOneIsNamedEvenWhereItIsNotThere) {
  EXPECT_TRUE(installed_worker().ends_with("/sluice-worker"));
  EXPECT_TRUE(std::filesystem::path(installed_worker()).is_absolute());
}

}  // namespace
}  // namespace sluice::isolate
