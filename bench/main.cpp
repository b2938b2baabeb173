// Every suite and its baselines in one binary, so that both sides of a ratio run in one process, interleaved.
// Names are `suite/side/corpus`; bench/summarize.py makes the ratios.
#include <benchmark/benchmark.h>
#include <hs.h>
#include <simdjson.h>
#include <zlib.h>

#include "corpus.h"
#include "inputs.h"
#include "subject.h"

namespace sluice::bench {

const std::vector<Input>& inputs() {
  static const std::vector<Input> list = [] {
    constexpr std::size_t kGeneratedBytes = 16'000'000;
    constexpr std::size_t kRealBytes = 64'000'000;
    std::vector<Input> all;
    all.push_back({"code", code_like(kGeneratedBytes)});
    all.push_back({"prose", prose(kGeneratedBytes)});
    all.push_back({"log", dense_log(kGeneratedBytes)});
    if (std::optional<std::string> text = python_library(kRealBytes)) all.push_back({"python", std::move(*text)});
    if (std::optional<std::string> text = system_docs(kRealBytes)) all.push_back({"doc", std::move(*text)});
    return all;
  }();
  return list;
}

}  // namespace sluice::bench

int main(int argc, char** argv) {
  namespace bench = sluice::bench;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const sluice::scan::CompileStats& stats = bench::default_rules()->stats();
  benchmark::AddCustomContext("rules", std::to_string(stats.rules));
  benchmark::AddCustomContext("anchors", std::to_string(stats.anchors));
  benchmark::AddCustomContext("shortest_anchor", std::to_string(stats.shortest_anchor));
  benchmark::AddCustomContext("database_bytes", std::to_string(stats.database_bytes));
  benchmark::AddCustomContext("hyperscan", hs_version());
  benchmark::AddCustomContext("simdjson", std::string(simdjson::get_active_implementation()->name()) + " " +
                                              std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "." +
                                              std::to_string(simdjson::SIMDJSON_VERSION_MINOR));
  benchmark::AddCustomContext("zlib", zlibVersion());
  bench::register_scan();
  bench::register_text();
  bench::register_check();
  bench::register_json();
  bench::register_pattern();
  bench::register_images();
  bench::register_png();
  bench::register_svg();
  bench::register_html();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
