// The text cleaner alone, against a copy of the same bytes.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>

#include "inputs.h"
#include "text/cleaner.h"

namespace sluice::bench {

namespace {

void run_cleaner(benchmark::State& state, const Input& input) {
  constexpr std::size_t kBlockBytes = 65'536;
  Bytes out;
  for (auto _ : state) {
    text::Cleaner cleaner;
    text::OffsetMap map;
    const ByteView raw = as_bytes(input.text);
    for (std::size_t at = 0; at < raw.size(); at += kBlockBytes) {
      cleaner.feed(raw.subspan(at, std::min(kBlockBytes, raw.size() - at)), out, map);
      out.clear();
      map.discard_before(cleaner.committed());
    }
    cleaner.finish(out, map);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input.text.size()));
}

void run_copy(benchmark::State& state, const Input& input) {
  constexpr std::size_t kBlockBytes = 65'536;
  Bytes out(kBlockBytes);
  for (auto _ : state) {
    for (std::size_t at = 0; at < input.text.size(); at += kBlockBytes) {
      std::memcpy(out.data(), input.text.data() + at, std::min(kBlockBytes, input.text.size() - at));
      benchmark::ClobberMemory();
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input.text.size()));
}

}  // namespace

void register_text() {
  for (const Input& input : inputs()) {
    benchmark::RegisterBenchmark(("text/copy/" + input.name).c_str(),
                                 [&input](benchmark::State& state) { run_copy(state, input); });
    benchmark::RegisterBenchmark(("text/clean/" + input.name).c_str(),
                                 [&input](benchmark::State& state) { run_cleaner(state, input); });
  }
}

}  // namespace sluice::bench
