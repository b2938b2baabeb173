#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "scan/compiled_rules.h"
#include "scan/redact.h"
#include "scan/scanner.h"
#include "scan/stream_scanner.h"

namespace sluice::scan {

/// Prints a match in a failed expectation.
inline void PrintTo(const Match& match, std::ostream* out) {
  *out << "{rule " << match.rule_index << " source " << static_cast<int>(match.source) << " [" << match.begin << ","
       << match.end << ") of [" << match.match_begin << "," << match.match_end << ") confidence "
       << static_cast<int>(match.confidence) << (match.is_suppressed ? " suppressed" : "") << "}";
}

}  // namespace sluice::scan

namespace sluice::testing {

using Packs = std::vector<std::shared_ptr<const rules::RulePack>>;

inline std::shared_ptr<const scan::CompiledRules> compile_packs(const Packs& packs,
                                                                const scan::CompileOptions& options = {}) {
  Result<std::shared_ptr<const scan::CompiledRules>> rules = scan::CompiledRules::compile(packs, options);
  EXPECT_TRUE(rules.ok()) << (rules.ok() ? "" : rules.error().message);
  return rules.ok() ? *rules : nullptr;
}

inline scan::Scratch make_scratch(const std::shared_ptr<const scan::CompiledRules>& rules) {
  Result<scan::Scratch> scratch = scan::Scratch::create(rules);
  EXPECT_TRUE(scratch.ok());
  return std::move(*scratch);
}

inline Budget ample_budget() {
  Limits limits;
  limits.max_regex_ratio = 1'000'000;
  Budget budget(limits);
  EXPECT_TRUE(budget.admit_input(1'000'000));
  return budget;
}

/// Scans a whole text.
inline std::vector<scan::Match> scan_whole(std::string_view text, scan::Scratch& scratch,
                                           const scan::MarkTable* marks = nullptr) {
  Budget budget = ample_budget();
  scan::ScanResult result = scan::scan(as_bytes(text), scratch, marks, budget);
  EXPECT_TRUE(result.is_complete);
  return result.matches;
}

/// What a stream gave, and what it let go at each step.
struct StreamRun {
  std::vector<scan::Match> matches;
  std::vector<std::uint64_t> frontiers;  ///< after each piece, then after finish()
  bool has_suppressed = false;
  bool is_complete = true;
  std::string clean;  ///< what a holder that releases at once would have written
};

/// Feeds `pieces` and releases as a pipeline would: only bytes before the frontier, with the edits applied.
inline StreamRun run_stream(const std::vector<std::string_view>& pieces, scan::Scratch& scratch,
                            const scan::StreamOptions& options, const scan::MarkTable* marks = nullptr) {
  StreamRun run;
  scan::StreamScanner scanner(scratch.rules(), marks, options);
  Budget budget = ample_budget();
  std::string held;
  std::uint64_t released = 0;
  const auto release = [&] {
    const std::uint64_t frontier = scanner.frontier();
    const std::vector<scan::Match> fresh = scanner.take_matches();
    const std::vector<scan::Edit> edits = scan::make_edits(fresh, *scratch.rules());
    run.frontiers.push_back(frontier);
    run.matches.insert(run.matches.end(), fresh.begin(), fresh.end());
    for (const scan::Edit& edit : edits) {
      EXPECT_GE(edit.begin, released);
      EXPECT_LE(edit.end, frontier);
    }
    const auto count = static_cast<std::size_t>(frontier - released);
    run.clean += to_string(scan::apply_edits(as_bytes(std::string_view(held).substr(0, count)), edits, released));
    held.erase(0, count);
    released = frontier;
  };
  for (const std::string_view piece : pieces) {
    held += piece;
    scanner.feed(as_bytes(piece), scratch, budget);
    release();
  }
  scanner.finish(scratch, budget);
  release();
  run.has_suppressed = scanner.has_suppressed();
  run.is_complete = scanner.is_complete();
  return run;
}

inline std::string redact_whole(std::string_view text, scan::Scratch& scratch, const scan::MarkTable* marks) {
  const std::vector<scan::Match> matches = scan_whole(text, scratch, marks);
  return to_string(scan::apply_edits(as_bytes(text), scan::make_edits(matches, *scratch.rules())));
}

}  // namespace sluice::testing
