// Memory that runs out anywhere in a check: nothing crashes, nothing leaves that should not, the verdict says that it
// is incomplete, and the checker can be used again.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>

#include "fixture.h"
#include "support/temporary_folder.h"

namespace {

// The allocation that fails counts down to zero; "from there on" keeps failing until disarmed.
std::uint64_t countdown = 0;
bool fails_from_there_on = false;
bool has_failed = false;

bool fails_now() noexcept {
  if (countdown == 0) return false;
  if (countdown > 1) {
    --countdown;
    return false;
  }
  has_failed = true;
  if (!fails_from_there_on) countdown = 0;
  return true;
}

}  // namespace

void* operator new(std::size_t size) {
  if (!fails_now()) {
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  }
  throw std::bad_alloc();
}
// The library's own would take memory elsewhere, and it is given back to the functions below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return fails_now() ? nullptr : std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

// RE2 loses what it had allocated when memory runs out inside it.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();  // NOLINT: its own name
extern "C" const char* __lsan_default_suppressions() { return "leak:libre2.so\n"; }

namespace sluice {
namespace {

using testing::aws_key_id;
using testing::github_token;
using testing::Harness;
using testing::has_code;

// Runs `work` with its n-th allocation failing. @return whether it had as many
template <typename Work>
bool with_failure_at(std::uint64_t n, bool from_there_on, Work&& work) {
  fails_from_there_on = from_there_on;
  has_failed = false;
  countdown = n;
  work();
  countdown = 0;
  return has_failed;
}

// Takes what a stream writes without allocating.
struct FixedSink final : Sink {
  Result<void> write(ByteView bytes) noexcept override {
    const std::size_t part = std::min(bytes.size(), text.size() - size);
    std::memcpy(text.data() + size, bytes.data(), part);
    size += part;
    return {};
  }
  [[nodiscard]] std::string_view view() const { return {text.data(), size}; }
  std::array<char, 16'384> text{};
  std::size_t size = 0;
};

struct Sample {
  const char* name;
  const char* policy;
  Channel channel;
  const char* type;
  std::string bytes;
};

std::vector<Sample> samples() {
  const std::string token = github_token();
  const std::string ndjson =
      "format = 1\nname = \"t\"\n[stdout]\nndjson = true\non_bad_line = \"placeholder\"\ntypes = "
      "[\"application/x-ndjson\"]\n";
  static const std::string kept_ndjson = ndjson;
  return {
      {"text", "", Channel::kStdout, "",
       "one\n\x1b[1mtoken " + token + "\x1b[0m\n[truncated: 1]\nx\rY\n" + aws_key_id() + "\n\xE2\x80\x8Bz\n"},
      {"cut text",
       "format = 1\nname = \"t\"\n[stdout]\nmax_line_bytes = 20\nmax_lines = 2\non_overflow = \"truncate\"\n",
       Channel::kStdout, "", token + "\n" + std::string(40, 'x') + "\nthree\n"},
      {"spooled text", "format = 1\nname = \"t\"\n[secrets]\naction = \"quarantine\"\n", Channel::kStdout, "",
       "plain text\nwith a \x1b[1mcolor\n"},
      {"json", "", Channel::kResult, "application/json",
       "{\"a\":\"" + token + "\",\"sluice_withheld\":{},\"b\":[\"x\\u200by\",\"z\"],\"c\":1e999}"},
      {"ndjson", kept_ndjson.c_str(), Channel::kStdout, "application/x-ndjson",
       "{\"a\":\"" + token + "\"}\nnope\n{\"b\":2}\n"},
      {"file with a bad name", "", Channel::kFile, "text/plain", "a\n"},
  };
}

Artifact artifact_of(const Sample& sample) {
  Artifact artifact;
  artifact.info.channel = sample.channel;
  artifact.info.declared_type = sample.type;
  if (sample.channel == Channel::kFile) artifact.info.name = "../a%2e/\x1b[1mlonger than a short string.txt";
  artifact.bytes = as_bytes(sample.bytes);
  return artifact;
}

constexpr std::uint64_t kMostAllocations = 20'000;

TEST(AllocationFailure, OfACheckWithholds) {
  for (const Sample& sample : samples()) {
    Harness harness(sample.policy);
    const Artifact artifact = artifact_of(sample);
    const Consumer consumer = harness.run().engine().consumer();
    const Verdict good = harness.checker().check(artifact);
    const std::optional<ByteView> released = good.released(consumer);
    for (const bool from_there_on : {false, true}) {
      SCOPED_TRACE(std::string(sample.name) + (from_there_on ? ", from there on" : ""));
      std::uint64_t n = 1;
      for (bool was_reached = true; was_reached && n < kMostAllocations; ++n) {
        std::optional<Checker> checker;
        Verdict verdict;
        was_reached = with_failure_at(n, from_there_on, [&] {
          checker.emplace(harness.run());
          // Every other one at a place in its run.
          if (n % 2 == 0) {
            verdict = checker->check(artifact, harness.run().admit(artifact.info, artifact.bytes.size()));
          } else {
            verdict = checker->check(artifact);
          }
        });
        if (const std::optional<ByteView> clean = verdict.released(consumer)) {
          // Some failures cost nothing but speed.
          ASSERT_TRUE(released.has_value()) << n;
          ASSERT_TRUE(std::ranges::equal(*clean, *released)) << n;
        } else if (verdict.decision != good.decision) {
          ASSERT_GE(verdict.decision, Decision::kQuarantine) << n;
          ASSERT_FALSE(verdict.is_complete) << n;
        }
        if (n % 16 == 0) {
          const Verdict again = checker->check(artifact);
          ASSERT_TRUE(again.decision == good.decision || has_code(again, FindingCode::kOutOfMemoryFinding)) << n;
        }
      }
      EXPECT_LT(n, kMostAllocations);
      EXPECT_GT(n, 20U);
    }
    EXPECT_EQ(harness.checker().check(artifact).decision, good.decision) << sample.name;
  }
}

// Patterns are compiled at their first use: where that fails the next check compiles them, and none counts as "no
// match".
TEST(AllocationFailure, OfTheFirstUseOfAPattern) {
  const Sample sample = samples().front();
  const Artifact artifact = artifact_of(sample);
  const std::string good = Harness(sample.policy).clean(sample.bytes);
  for (const bool from_there_on : {false, true}) {
    bool was_reached = true;
    for (std::uint64_t n = 1; was_reached; n += 1 + n / 8) {
      Harness harness(sample.policy);
      const Consumer consumer = harness.run().engine().consumer();
      Verdict verdict;
      was_reached = with_failure_at(n, from_there_on, [&] { verdict = harness.checker().check(artifact); });
      for (int again = 0; again < 2; ++again) {
        if (const std::optional<ByteView> clean = verdict.released(consumer)) {
          ASSERT_EQ(as_chars(*clean), good) << n;
        } else {
          ASSERT_FALSE(verdict.is_complete) << n;
        }
        verdict = harness.checker().check(artifact);
      }
    }
  }
}

TEST(AllocationFailure, OfAStreamWithholdsWhatDidNotLeave) {
  for (const Sample& sample : samples()) {
    if (sample.channel != Channel::kStdout) continue;
    Harness harness(sample.policy);
    const Harness::Streamed good = harness.stream(sample.bytes, {});
    const ArtifactInfo info = artifact_of(sample).info;
    for (const bool from_there_on : {false, true}) {
      SCOPED_TRACE(std::string(sample.name) + (from_there_on ? ", from there on" : ""));
      std::uint64_t n = 1;
      for (bool was_reached = true; was_reached && n < kMostAllocations; ++n) {
        FixedSink sink;
        Verdict verdict;
        ErrorCode error = ErrorCode::kInternal;
        bool is_open = false;
        was_reached = with_failure_at(n, from_there_on, [&] {
          Checker checker(harness.run());
          Result<Stream> stream = checker.open_stream(info, sink);
          is_open = stream.ok();
          if (!is_open) {
            error = stream.error().code;
            return;
          }
          const ByteView bytes = as_bytes(sample.bytes);
          for (std::size_t at = 0; at < bytes.size(); at += 16) {
            static_cast<void>(stream->write(bytes.subspan(at, std::min<std::size_t>(16, bytes.size() - at))));
          }
          verdict = stream->finish();
        });
        ASSERT_EQ(sink.view().find("SYNTHETICbody"), std::string_view::npos) << n;
        if (!is_open) {
          ASSERT_EQ(error, ErrorCode::kOutOfMemory) << n;
          ASSERT_EQ(sink.size, 0U) << n;
          continue;
        }
        if (verdict.is_released()) {
          ASSERT_EQ(sink.view(), good.text) << n;
          ASSERT_EQ(verdict.is_complete, good.verdict.is_complete) << n;
          continue;
        }
        ASSERT_FALSE(verdict.is_complete) << n;
        // What left is what would have left anyway, and a last line says that it is not all.
        const std::size_t note = sink.view().find("\n[withheld from here on: ");
        ASSERT_TRUE(good.text.starts_with(sink.view().substr(0, note))) << n << ": " << sink.view();
        if (sink.size > 0) {
          ASSERT_NE(note, std::string_view::npos) << n << ": " << sink.view();
          ASSERT_GT(verdict.released_bytes, 0U) << n;
          ASSERT_TRUE(verdict.stopped_at.has_value()) << n;
        }
      }
      EXPECT_LT(n, kMostAllocations);
      EXPECT_GT(n, 20U);
    }
  }
}

TEST(AllocationFailure, OfAnExecutionWithholds) {
  Harness harness;
  const std::string bundle = R"({"format":1,"exit_code":0,"stdout":"t )" + github_token() +
                             R"(\n","results":[{"text":"a longer text than fits","json":{"a":1}}],)"
                             R"("error":{"name":"E","value":"v","traceback":"t"}})";
  const ExecutionVerdict good = check_execution(harness.checker(), as_bytes(bundle));
  for (const bool from_there_on : {false, true}) {
    std::uint64_t n = 1;
    for (bool was_reached = true; was_reached && n < kMostAllocations; ++n) {
      std::optional<Checker> checker;
      ExecutionVerdict verdict;
      was_reached = with_failure_at(n, from_there_on, [&] {
        checker.emplace(harness.run());
        verdict = check_execution(*checker, as_bytes(bundle));
      });
      if (verdict.decision == good.decision) continue;
      ASSERT_GE(verdict.decision, Decision::kQuarantine) << n;
      ASSERT_FALSE(verdict.is_complete) << n;
    }
    EXPECT_LT(n, kMostAllocations);
  }
}

LoadOptions small_pack_options() {
  LoadOptions options;
  options.policy = "format = 1\nname = \"t\"\n";
  options.packs.push_back({"p", R"(format_version = 1
name = "p"
version = "1"
licence = "Apache-2.0"
[defaults]
kind = "secret"
severity = "high"
confidence = "high"
before = "any"
after = "any"
provenance = {licence = "Apache-2.0", facts_only = true, source = "own", verified = "2026-01-01: own"}
[[rules]]
id = "one"
title = "One"
anchors = ["secret_"]
pattern = '''(?P<secret>secret_[a-z]{8})'''
max_len = 15
[rules.tests]
positive = [["a ", ["secret_abcdefgh"], " b"]]
negative = [["secret"]]
)"});
  return options;
}

// Loading makes many more allocations than a check, so that the later ones are sampled.
TEST(AllocationFailure, OfLoadingAndStartingIsAnError) {
  const LoadOptions options = small_pack_options();
  const Result<std::shared_ptr<const Engine>> good = Engine::load(options);
  ASSERT_TRUE(good.ok()) << good.error().message;
  for (const bool from_there_on : {false, true}) {
    SCOPED_TRACE(from_there_on);
    bool was_reached = true;
    for (std::uint64_t n = 1; was_reached; n += 1 + n / 50) {
      std::optional<Result<std::shared_ptr<const Engine>>> loaded;
      was_reached = with_failure_at(n, from_there_on, [&] { loaded.emplace(Engine::load(options)); });
      if (!loaded->ok()) {
        ASSERT_TRUE(was_reached) << n << loaded->error().message;
      }
      if (from_there_on && was_reached) {
        ASSERT_FALSE(loaded->ok()) << n;
      }
    }
    was_reached = true;
    for (std::uint64_t n = 1; was_reached; ++n) {
      std::optional<Result<sluice::Run>> run;
      was_reached = with_failure_at(n, from_there_on, [&] { run.emplace(sluice::Run::start(*good)); });
      if (was_reached && !run->ok()) {
        ASSERT_EQ(run->error().code, ErrorCode::kOutOfMemory) << n;
      }
    }
  }
}

// Memory that runs out is no fault of a cache entry, and leaves no half of one.
TEST(AllocationFailure, OfTheRuleCacheIsAnError) {
  for (const bool has_entry : {false, true}) {
    SCOPED_TRACE(has_entry);
    const testing::TemporaryFolder temporary;
    LoadOptions options = small_pack_options();
    options.cache_dir = temporary.path("cache");
    if (has_entry) {
      ASSERT_TRUE(Engine::load(options).ok());
    }
    bool was_reached = true;
    for (std::uint64_t n = 1; was_reached; n += 1 + n / 30) {
      if (!has_entry) std::filesystem::remove_all(options.cache_dir);
      std::optional<Result<std::shared_ptr<const Engine>>> loaded;
      was_reached = with_failure_at(n, false, [&] { loaded.emplace(Engine::load(options)); });
      if (!loaded->ok()) {
        ASSERT_TRUE(was_reached) << n << loaded->error().message;
      } else {
        // Hyperscan may have had none to write an entry with; to refuse one would be wrong.
        for (const std::string& note : (**loaded)->rule_cache().notes)
          ASSERT_FALSE(note.starts_with("refused")) << note;
      }
      if (!std::filesystem::exists(options.cache_dir)) continue;
      for (const std::string& name : testing::names_in(options.cache_dir)) ASSERT_FALSE(name.starts_with(".new-")) << n;
    }
    const Result<std::shared_ptr<const Engine>> last = Engine::load(options);
    ASSERT_TRUE(last.ok());
    EXPECT_EQ((*last)->rule_cache().use, RuleCacheReport::Use::kTaken);
  }
}

}  // namespace
}  // namespace sluice
