#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <memory>
#include <string>

#include "core/budget.h"
#include "scan/scanner.h"
#include "subject.h"

namespace sluice::bench {

/// Scans a whole text in each iteration. @return matches of the last one
inline std::size_t scan_repeatedly(benchmark::State& state, const std::string& text,
                                   const std::shared_ptr<const scan::CompiledRules>& rules) {
  scan::Scratch scratch = must(scan::Scratch::create(rules));
  std::size_t matches = 0;
  for (auto _ : state) {
    Budget budget;
    static_cast<void>(budget.admit_input(text.size()));
    const scan::ScanResult result = scan::scan(as_bytes(text), scratch, nullptr, budget);
    if (!result.is_complete) state.SkipWithError("the scan ran out of its budget");
    matches = result.matches.size();
  }
  return matches;
}

}  // namespace sluice::bench
