#include "authoring/rule_costs.h"

#include <algorithm>
#include <ctime>
#include <limits>
#include <optional>

#include "core/budget.h"
#include "scan/compiled_state.h"
#include "scan/match.h"
#include "scan/scanner.h"
#include "scan/view_scanner.h"

namespace sluice::authoring {

namespace {

using scan::CompiledRules;
using scan::Match;
using scan::Scratch;
using scan::ViewScanner;
using scan::Window;
using Outcome = ViewScanner::Outcome;

constexpr std::uint64_t kBlockBytes = 65'536;  // as the scanner takes them
constexpr int kRepeats = 8;                    // of a batch, since reading the clock takes as long as a few hits

// A cost is to be measured where the scan would have given up, too.
Limits no_limits() {
  Limits limits;
  limits.max_input_bytes = limits.max_regex_ratio = std::numeric_limits<std::uint64_t>::max();
  return limits;
}

Budget make_budget() {
  Budget budget(no_limits());
  budget.credit_work(1);
  return budget;
}

double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <typename Work>
double seconds_of(int repeats, Work&& work) {
  const double start = thread_seconds();
  for (int i = 0; i < repeats; ++i) work();
  return (thread_seconds() - start) / repeats;
}

// Hits of one plan in one block, and the best time that they took so far.
struct Batch {
  std::uint32_t plan = 0;
  std::vector<std::uint64_t> hit_ends;
  std::vector<std::uint64_t> checked;  // those that the byte check let through
  double seconds = std::numeric_limits<double>::infinity();
};

struct Block {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::vector<Batch> batches;
  double first_stage_seconds = std::numeric_limits<double>::infinity();
  std::vector<double> finder_seconds;  // by EndFinder
};

Error incomplete() {
  return {ErrorCode::kInternal, "the first stage or a pattern failed while a rule was measured", 0};
}

class Meter {
 public:
  Meter(const CompiledRules& rules, Scratch& scratch, ByteView text)
      : rules_(rules.state()), scratch_(scratch.state()), window_{text, 0, true}, scanner_(rules) {
    cost_.bytes = text.size();
    cost_.rules.resize(rules.rule_count());
  }

  [[nodiscard]] std::size_t block_count() const {
    return static_cast<std::size_t>((window_.end() + kBlockBytes - 1) / kBlockBytes);
  }

  // Counts what happens in the next block.
  Result<void> count_block() {
    Block block;
    block.begin = blocks_.size() * kBlockBytes;
    block.end = std::min(window_.end(), block.begin + kBlockBytes);
    block.finder_seconds.assign(rules_.end_finders.size(), std::numeric_limits<double>::infinity());
    if (!find_literals(block)) return incomplete();
    collect_literal_hits(block);
    for (std::size_t i = 0; i < rules_.end_finders.size(); ++i) {
      find_ends(block, i);
      collect_ends(block, i);
    }
    Budget budget = make_budget();
    for (Batch& batch : block.batches) {
      if (!count(batch, budget)) return incomplete();
    }
    blocks_.push_back(std::move(block));
    return {};
  }

  // Takes the times of a block once more; the best counts.
  void time_block(std::size_t number) {
    Block& block = blocks_[number];
    const auto keep_best = [](double& best, double seconds) { best = std::min(best, seconds); };
    keep_best(block.first_stage_seconds, seconds_of(1, [&] { static_cast<void>(find_literals(block)); }));
    for (std::size_t i = 0; i < rules_.end_finders.size(); ++i) {
      keep_best(block.finder_seconds[i], seconds_of(1, [&] { find_ends(block, i); }));
    }
    Budget budget = make_budget();
    for (Batch& batch : block.batches) {
      keep_best(batch.seconds, seconds_of(kRepeats, [&] {
                  for (const std::uint64_t hit_end : batch.hit_ends) {
                    if (passes_check(batch.plan, hit_end)) scanner_.confirm_hit(batch.plan, hit_end, window_, budget);
                  }
                  scanner_.open_matches().clear();
                }));
    }
  }

  TextCost finish(bool is_timed) {
    std::optional<Fingerprinter> maker;
    ViewScanner::settle(matches_, window_, nullptr, maker);
    for (const Match& match : matches_) ++cost_.rules[match.rule_index].findings;
    if (is_timed) add_times();
    return std::move(cost_);
  }

 private:
  [[nodiscard]] std::uint64_t overlap_of(const Block& block, std::uint64_t bytes) const {
    return block.begin - std::min(block.begin, bytes);
  }

  [[nodiscard]] bool find_literals(const Block& block) {
    scratch_.hits.clear();
    if (!rules_.literals) return true;
    const std::uint64_t from = overlap_of(block, rules_.longest_literal - 1);
    return rules_.literals->scan(window_.slice(from, block.end), scratch_.hits_scratch, scratch_.hits);
  }

  // The search for long runs is shared like that for anchors, so it counts with the first rule that asks for it.
  void find_ends(const Block& block, std::size_t finder) {
    const std::uint64_t from = overlap_of(block, rules_.pattern_overlap);
    const ByteView text = window_.slice(from, block.end);
    if (rules_.needs_token_runs && finder == 0) {
      scratch_.token_runs.clear();
      scan::find_token_runs(text, scratch_.token_runs);
    }
    scratch_.ends.clear();
    rules_.end_finders[finder].find(text, static_cast<std::size_t>(block.begin - from), scratch_.token_runs,
                                    scratch_.ends);
  }

  void collect_literal_hits(Block& block) {
    if (!rules_.literals) return;
    const std::uint64_t from = overlap_of(block, rules_.longest_literal - 1);
    std::vector<std::vector<std::uint64_t>> ends_of(rules_.anchors.size());
    for (const scan::Hit& hit : scratch_.hits) {
      if (from + hit.end > block.begin) ends_of[hit.id].push_back(from + rules_.literal_end(hit));
    }
    for (std::size_t literal = 0; literal < ends_of.size(); ++literal) {
      if (ends_of[literal].empty()) continue;
      std::vector<std::uint32_t> seen;  // a rule may have several plans for one literal
      for (std::uint32_t p = rules_.first_plan[literal]; p < rules_.first_plan[literal + 1]; ++p) {
        const std::uint32_t rule = rules_.plans[p].rule;
        if (std::find(seen.begin(), seen.end(), rule) == seen.end()) {
          seen.push_back(rule);
          cost_.rules[rule].hits += ends_of[literal].size();
        }
        block.batches.push_back({p, ends_of[literal], {}});
      }
    }
  }

  void collect_ends(Block& block, std::size_t finder) {
    if (scratch_.ends.empty()) return;
    const std::uint64_t from = overlap_of(block, rules_.pattern_overlap);
    Batch batch;
    batch.plan = rules_.pattern_plans[finder];
    for (const std::uint32_t end : scratch_.ends) batch.hit_ends.push_back(from + end);
    cost_.rules[rules_.plans[batch.plan].rule].hits += batch.hit_ends.size();
    block.batches.push_back(std::move(batch));
  }

  [[nodiscard]] bool passes_check(std::uint32_t plan, std::uint64_t hit_end) const {
    return rules_.plans[plan].kind == scan::PlanKind::kPattern || rules_.byte_checks.may_match(plan, hit_end, window_);
  }

  [[nodiscard]] bool count(Batch& batch, Budget& budget) {
    RuleCost& cost = cost_.rules[rules_.plans[batch.plan].rule];
    const std::uint64_t left = budget.left(Budget::Kind::kRegexBytes);
    for (const std::uint64_t hit_end : batch.hit_ends) {
      if (!passes_check(batch.plan, hit_end)) continue;
      ++cost.checked;
      const Outcome outcome = scanner_.confirm_hit(batch.plan, hit_end, window_, budget);
      if (outcome == Outcome::kExhausted) return false;
      if (outcome == Outcome::kDecided) ++cost.tried;
    }
    cost.pattern_bytes += left - budget.left(Budget::Kind::kRegexBytes);
    std::vector<Match>& found = scanner_.open_matches();
    matches_.insert(matches_.end(), found.begin(), found.end());
    found.clear();
    return true;
  }

  void add_times() {
    for (const Block& block : blocks_) {
      cost_.first_stage_seconds += block.first_stage_seconds;
      for (std::size_t i = 0; i < block.finder_seconds.size(); ++i) {
        cost_.rules[rules_.plans[rules_.pattern_plans[i]].rule].seconds += block.finder_seconds[i];
      }
      for (const Batch& batch : block.batches) cost_.rules[rules_.plans[batch.plan].rule].seconds += batch.seconds;
    }
  }

  const CompiledRules::State& rules_;
  Scratch::State& scratch_;
  Window window_;
  ViewScanner scanner_;
  std::vector<Block> blocks_;
  std::vector<Match> matches_;
  TextCost cost_;
};

double time_scan(ByteView text, Scratch& scratch) {
  return seconds_of(1, [&] {
    Budget budget = make_budget();
    static_cast<void>(scan::scan(text, scratch, nullptr, budget));
  });
}

}  // namespace

Result<TextCost> measure_costs(const std::shared_ptr<const CompiledRules>& rules, ByteView text,
                               const CostOptions& options) {
  Result<Scratch> scratch = Scratch::create(rules);
  if (!scratch) return std::move(scratch).error();
  Meter meter(*rules, *scratch, text);
  const std::size_t blocks = meter.block_count();
  const std::uint64_t total = blocks * (std::uint64_t{1} + options.rounds);
  std::uint64_t done = 0;
  const auto step = [&] {
    ++done;
    if (options.on_step) options.on_step(done, total);
  };
  for (std::size_t i = 0; i < blocks; ++i, step()) {
    const Result<void> counted = meter.count_block();
    if (!counted) return counted.error();
  }
  double scan_seconds = options.rounds == 0 ? 0.0 : std::numeric_limits<double>::infinity();
  for (std::uint32_t round = 0; round < options.rounds; ++round) {
    scan_seconds = std::min(scan_seconds, time_scan(text, *scratch));
    for (std::size_t i = 0; i < blocks; ++i, step()) meter.time_block(i);
  }
  TextCost cost = meter.finish(options.rounds > 0);
  cost.scan_seconds = scan_seconds;
  return cost;
}

}  // namespace sluice::authoring
