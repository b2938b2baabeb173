// The whole check of printed text, and the same text as a stream of small writes.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "inputs.h"
#include "subject.h"

namespace sluice::bench {

namespace {

struct CountingSink final : Sink {
  Result<void> write(ByteView bytes) noexcept override {
    total += bytes.size();
    return {};
  }
  std::size_t total = 0;
};

// A run counts the bytes of all its artifacts, so each round is a run of its own.
void run_whole(benchmark::State& state, const Input& input) {
  for (auto _ : state) {
    Run run = must(Run::start(default_engine()));
    Checker checker(run);
    const Verdict verdict = checker.check(stdout_text(as_bytes(input.text)));
    if (!verdict.is_released()) state.SkipWithError("the text was withheld");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input.text.size()));
}

void run_stream(benchmark::State& state, const Input& input, std::size_t write_bytes) {
  for (auto _ : state) {
    Run run = must(Run::start(default_engine()));
    Checker checker(run);
    CountingSink sink;
    Stream stream = must(checker.open_stream(stdout_text({}).info, sink));
    const ByteView bytes = as_bytes(input.text);
    for (std::size_t at = 0; at < bytes.size(); at += write_bytes) {
      must(stream.write(bytes.subspan(at, std::min(write_bytes, bytes.size() - at))));
    }
    if (!stream.finish().is_released()) state.SkipWithError("the stream was withheld");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input.text.size()));
}

}  // namespace

void register_check() {
  for (const Input& input : inputs()) {
    benchmark::RegisterBenchmark(("check/whole/" + input.name).c_str(),
                                 [&input](benchmark::State& state) { run_whole(state, input); });
    benchmark::RegisterBenchmark(("check/stream_4k/" + input.name).c_str(),
                                 [&input](benchmark::State& state) { run_stream(state, input, 4096); });
    benchmark::RegisterBenchmark(("check/stream_64k/" + input.name).c_str(),
                                 [&input](benchmark::State& state) { run_stream(state, input, 65'536); });
  }
}

}  // namespace sluice::bench
