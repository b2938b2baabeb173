// The secret scan and the two designs of the field, over the same rules and the same texts, interleaved in one process.
// Names are `peers/side/corpus`; bench/peers/run.py makes the ratios.
//
// usage: sluice_peers [--pack FILE.toml]... [--corpus_bytes N] [Google Benchmark's flags]
// Without --pack the rules are those of the set `core`.
#include <benchmark/benchmark.h>
#include <hs.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>

#include "corpus.h"
#include "inputs.h"
#include "peers/hyperscan_scan.h"
#include "peers/keyword_scan.h"
#include "rules/load.h"
#include "scan/scanner.h"
#include "scan_loop.h"
#include "subject.h"

namespace sluice::bench {

namespace {

using Rules = std::shared_ptr<const scan::CompiledRules>;

struct Arguments {
  std::vector<std::string> packs;
  std::size_t corpus_bytes = 8'000'000;
};

// Takes our options out of the list and leaves the others.
Arguments take_arguments(int& argc, char** argv) {
  Arguments out;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if ((option == "--pack" || option == "--corpus_bytes") && i + 1 < argc) {
      const char* value = argv[++i];
      if (option == "--pack") {
        out.packs.emplace_back(value);
      } else {
        out.corpus_bytes = static_cast<std::size_t>(std::strtoull(value, nullptr, 10));
      }
    } else {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  return out;
}

Rules rules_from(const std::vector<std::string>& paths) {
  if (paths.empty()) return core_rules();
  std::vector<std::shared_ptr<const rules::RulePack>> packs;
  for (const std::string& path : paths) {
    std::ifstream file(path, std::ios::binary);
    if (!file) fail("cannot read " + path);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    packs.push_back(std::make_shared<const rules::RulePack>(must(rules::load_pack(text, path))));
  }
  return must(scan::CompiledRules::compile(packs));
}

std::vector<Input> corpora(std::size_t bytes) {
  std::vector<Input> out;
  out.push_back({"code", code_like(bytes)});
  out.push_back({"log", dense_log(bytes)});
  if (std::optional<std::string> text = python_library(bytes)) out.push_back({"python", std::move(*text)});
  if (std::optional<std::string> text = system_docs(bytes)) out.push_back({"doc", std::move(*text)});
  return out;
}

void finish(benchmark::State& state, const Input& input, std::size_t matches) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input.text.size()));
  state.counters["bytes"] = static_cast<double>(input.text.size());
  state.counters["matches"] = static_cast<double>(matches);
}

void run_sluice(benchmark::State& state, const Input& input, const Rules& rules) {
  const std::size_t matches = scan_repeatedly(state, input.text, rules);
  finish(state, input, matches);
}

template <typename Scan>
void run_baseline(benchmark::State& state, const Input& input, Scan scan) {
  std::vector<Found> found;
  for (auto _ : state) {
    found.clear();
    scan(input.text, found);
  }
  finish(state, input, found.size());
}

}  // namespace

}  // namespace sluice::bench

int main(int argc, char** argv) {
  using namespace sluice::bench;
  const Arguments arguments = take_arguments(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;

  const Rules rules = rules_from(arguments.packs);
  const RuleList list = rules_of(*rules);
  KeywordScan keywords(list);
  HyperscanScan hyperscan(list);
  const std::vector<Input> inputs = corpora(arguments.corpus_bytes);

  benchmark::AddCustomContext("rules", std::to_string(list.size()));
  benchmark::AddCustomContext("anchors", std::to_string(rules->stats().anchors));
  benchmark::AddCustomContext("rules_without_keyword", std::to_string(keywords.rules_without_keyword()));
  benchmark::AddCustomContext("rules_refused_by_hyperscan", std::to_string(hyperscan.refused().size()));
  benchmark::AddCustomContext("expressions_database_bytes", std::to_string(hyperscan.database_bytes()));
  benchmark::AddCustomContext("hyperscan", hs_version());
  benchmark::AddCustomContext("compiler", __VERSION__);

  for (const Input& input : inputs) {
    const auto add = [&input](const std::string& side, auto run) {
      benchmark::RegisterBenchmark(("peers/" + side + "/" + input.name).c_str(), run);
    };
    add("sluice", [&](benchmark::State& state) { run_sluice(state, input, rules); });
    add("keywords_re2", [&](benchmark::State& state) {
      run_baseline(state, input, [&](std::string_view text, std::vector<Found>& out) { keywords.scan(text, out); });
    });
    for (const bool in_blocks : {true, false}) {
      add(in_blocks ? "hyperscan_64k" : "hyperscan_whole", [&hyperscan, &input, in_blocks](benchmark::State& state) {
        run_baseline(state, input, [&](std::string_view text, std::vector<Found>& out) {
          hyperscan.scan(text, in_blocks ? 65'536 : std::max<std::size_t>(text.size(), 1), out);
        });
        state.counters["ends_reported"] = static_cast<double>(hyperscan.reported());
      });
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
