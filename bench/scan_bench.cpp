// The scan of the core packs, and of all packs that the default policy names, against Hyperscan alone on the literals
// that its first stage looks for; and the same scan of a text that comes in small writes.
#include <benchmark/benchmark.h>
#include <hs.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "inputs.h"
#include "scan/compiled_state.h"
#include "scan/scanner.h"
#include "scan/stream_scanner.h"
#include "scan_loop.h"
#include "subject.h"

namespace sluice::bench {

namespace {

// The literals of the rules in a database of their own: no ids are kept, hits are only counted.
class BareScan {
 public:
  BareScan(const scan::CompiledRules& rules, bool with_next_byte) {
    std::vector<scan::Literal> literals = rules.state().anchors;
    for (scan::Literal& literal : literals) {
      if (!with_next_byte) literal.next.reset();
    }
    const std::string written = must(must(scan::HitDatabase::of_literals(literals)).serialized());
    if (hs_deserialize_database(written.data(), written.size(), &database_) != HS_SUCCESS ||
        hs_alloc_scratch(database_, &scratch_) != HS_SUCCESS) {
      fail("no memory for the bare database");
    }
  }
  BareScan(const BareScan&) = delete;
  BareScan& operator=(const BareScan&) = delete;
  ~BareScan() {
    hs_free_scratch(scratch_);
    hs_free_database(database_);
  }

  std::uint64_t run(const std::string& text) const {
    constexpr std::size_t kBlockBytes = 65'536;
    std::uint64_t hits = 0;
    for (std::size_t at = 0; at < text.size(); at += kBlockBytes) {
      const auto size = static_cast<unsigned>(std::min(kBlockBytes, text.size() - at));
      hs_scan(database_, text.data() + at, size, 0, scratch_, &count, &hits);
    }
    return hits;
  }

 private:
  static int count(unsigned, unsigned long long, unsigned long long, unsigned, void* hits) {
    ++*static_cast<std::uint64_t*>(hits);
    return 0;
  }
  hs_database_t* database_ = nullptr;
  hs_scratch_t* scratch_ = nullptr;
};

void run_bare(benchmark::State& state, const Input& input, const scan::CompiledRules& rules, bool with_next_byte) {
  const BareScan bare(rules, with_next_byte);
  std::uint64_t hits = 0;
  for (auto _ : state) benchmark::DoNotOptimize(hits = bare.run(input.text));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input.text.size()));
  state.counters["hits_per_MB"] = static_cast<double>(hits) * 1e6 / static_cast<double>(input.text.size());
}

void run_scan(benchmark::State& state, const Input& input, const std::shared_ptr<const scan::CompiledRules>& rules) {
  const std::size_t matches = scan_repeatedly(state, input.text, rules);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input.text.size()));
  state.counters["matches"] = static_cast<double>(matches);
}

void run_stream(benchmark::State& state, const Input& input, const std::shared_ptr<const scan::CompiledRules>& rules) {
  constexpr std::size_t kWriteBytes = 4096;
  scan::Scratch scratch = must(scan::Scratch::create(rules));
  std::size_t matches = 0;
  for (auto _ : state) {
    Budget budget;
    static_cast<void>(budget.admit_input(input.text.size()));
    scan::StreamScanner scanner(rules, nullptr);
    matches = 0;
    const ByteView bytes = as_bytes(input.text);
    for (std::size_t at = 0; at < bytes.size(); at += kWriteBytes) {
      scanner.feed(bytes.subspan(at, std::min(kWriteBytes, bytes.size() - at)), scratch, budget);
      matches += scanner.take_matches().size();
    }
    scanner.finish(scratch, budget);
    matches += scanner.take_matches().size();
    if (!scanner.is_complete()) state.SkipWithError("the scan ran out of its budget");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input.text.size()));
  state.counters["matches"] = static_cast<double>(matches);
}

}  // namespace

void register_scan() {
  const auto add = [](const std::string& name, auto run) { benchmark::RegisterBenchmark(name.c_str(), run); };
  for (const Input& input : inputs()) {
    for (const bool is_core : {true, false}) {
      const std::string set = is_core ? "core" : "default";
      const std::shared_ptr<const scan::CompiledRules>& rules = is_core ? core_rules() : default_rules();
      for (const bool with_next_byte : {false, true}) {
        add("scan/" + set + (with_next_byte ? "_bare_next_byte/" : "_bare_plain/") + input.name,
            [&input, &rules, with_next_byte](benchmark::State& state) {
              run_bare(state, input, *rules, with_next_byte);
            });
      }
      add("scan/" + set + "/" + input.name,
          [&input, &rules](benchmark::State& state) { run_scan(state, input, rules); });
      add("scan/" + set + "_stream_4k/" + input.name,
          [&input, &rules](benchmark::State& state) { run_stream(state, input, rules); });
    }
  }
}

}  // namespace sluice::bench
