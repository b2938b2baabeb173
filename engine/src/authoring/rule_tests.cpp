#include "authoring/rule_tests.h"

#include <algorithm>
#include <optional>
#include <string>

#include "core/budget.h"
#include "scan/checks/expand.h"
#include "scan/compiled_rules.h"
#include "scan/scanner.h"

namespace sluice::authoring {
namespace {

using scan::CompiledRules;
using scan::Match;
using scan::Scratch;

/// One compiled set of rules with what a scan needs.
struct Bench {
  std::shared_ptr<const CompiledRules> rules;
  Scratch scratch;
};

Result<Bench> make_bench(std::span<const std::shared_ptr<const rules::RulePack>> packs, bool is_trusted) {
  scan::CompileOptions options;
  options.is_trusted_source = is_trusted;
  Result<std::shared_ptr<const CompiledRules>> rules = CompiledRules::compile(packs, options);
  if (!rules) return std::move(rules).error();
  Result<Scratch> scratch = Scratch::create(*rules);
  if (!scratch) return std::move(scratch).error();
  return Bench{*rules, std::move(*scratch)};
}

struct Scanned {
  std::vector<Match> matches;  ///< of the rule in question
  bool is_complete = true;
};

Scanned scan_for(Bench& bench, std::string_view text, std::size_t rule_index) {
  Budget budget;
  Scanned out;
  out.is_complete = budget.admit_input(text.size());
  scan::ScanResult result = scan::scan(as_bytes(text), bench.scratch, nullptr, budget);
  out.is_complete = out.is_complete && result.is_complete;
  for (const Match& match : result.matches) {
    if (match.source == scan::MatchSource::kRule && match.rule_index == rule_index) out.matches.push_back(match);
  }
  return out;
}

std::string span_text(std::uint64_t begin, std::uint64_t end) {
  return "bytes " + std::to_string(begin) + " to " + std::to_string(end);
}

std::string describe(const Scanned& scanned) {
  if (!scanned.is_complete) return "an incomplete scan";
  if (scanned.matches.empty()) return "nothing";
  std::string out;
  for (const Match& match : scanned.matches) {
    if (!out.empty()) out += "; ";
    out +=
        span_text(match.begin, match.end) + " with " + std::string(confidence_name(match.confidence)) + " confidence";
  }
  return out;
}

/// What an example asks of the matches of its rule.
struct Expectation {
  bool is_found = true;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  Confidence confidence = Confidence::kHigh;
  bool is_demoted = false;
  bool may_be_dropped = false;

  [[nodiscard]] bool holds(const Scanned& scanned) const {
    if (!scanned.is_complete) return false;
    if (!is_found) return scanned.matches.empty();
    if (may_be_dropped && scanned.matches.empty()) return true;
    return std::any_of(scanned.matches.begin(), scanned.matches.end(), [&](const Match& match) {
      return match.begin == begin && match.end == end &&
             (is_demoted ? match.confidence < confidence : match.confidence == confidence);
    });
  }

  [[nodiscard]] std::string text() const {
    if (!is_found) return "nothing";
    return span_text(begin, end) + (is_demoted ? " with less than " : " with ") +
           std::string(confidence_name(confidence)) + " confidence" + (may_be_dropped ? " or nothing" : "");
  }
};

class Runner {
 public:
  Runner(Bench& sandbox, Bench& trusted, ExampleReport& report)
      : sandbox_(sandbox), trusted_(trusted), report_(report) {}

  void run(std::size_t rule_index) {
    const rules::Rule& rule = sandbox_.rules->rule(rule_index);
    run_list(rule_index, rule, ExampleList::kPositive, rule.tests.positive);
    run_list(rule_index, rule, ExampleList::kDemoted, rule.tests.demoted);
    run_list(rule_index, rule, ExampleList::kNegative, rule.tests.negative);
  }

 private:
  void run_list(std::size_t rule_index, const rules::Rule& rule, ExampleList list,
                const std::vector<rules::RuleTest>& examples) {
    for (std::size_t i = 0; i < examples.size(); ++i) {
      ++report_.examples;
      const rules::RuleTest& example = examples[i];
      const auto expanded = scan::expand(example.text, rule.check.kind, example_seed(rule.id, list, i));
      if (!expanded) {
        fail(rule_index, rule, list, i, example.line, "an example that can be made", expanded.error().message);
        continue;
      }
      Expectation wanted;
      wanted.is_found = list != ExampleList::kNegative;
      wanted.begin = expanded->secret_begin;
      wanted.end = expanded->secret_end;
      wanted.confidence = rule.confidence;
      wanted.is_demoted = list == ExampleList::kDemoted;
      const Scanned as_sandbox = scan_for(sandbox_, expanded->text, rule_index);
      if (!wanted.holds(as_sandbox)) {
        fail(rule_index, rule, list, i, example.line, wanted.text(), describe(as_sandbox));
        continue;
      }
      wanted.may_be_dropped = list == ExampleList::kDemoted;
      const Scanned as_trusted = scan_for(trusted_, expanded->text, rule_index);
      if (!wanted.holds(as_trusted)) {
        fail(rule_index, rule, list, i, example.line, wanted.text() + " as trusted source", describe(as_trusted));
      }
    }
  }

  void fail(std::size_t rule_index, const rules::Rule& rule, ExampleList list, std::size_t index, std::uint32_t line,
            std::string expected, std::string found) {
    report_.failures.push_back(
        {sandbox_.rules->pack_of(rule_index).name, rule.id, list, index, line, std::move(expected), std::move(found)});
  }

  Bench& sandbox_;
  Bench& trusted_;
  ExampleReport& report_;
};

}  // namespace

std::string_view example_list_name(ExampleList list) noexcept {
  switch (list) {
    case ExampleList::kPositive: return "positive";
    case ExampleList::kDemoted: return "demoted";
    case ExampleList::kNegative: return "negative";
  }
  return "positive";
}

std::uint64_t example_seed(std::string_view rule_id, ExampleList list, std::size_t index) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325U;  // FNV-1a
  const auto add = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x100000001B3U; };
  for (const char c : rule_id) add(static_cast<unsigned char>(c));
  add(static_cast<std::uint64_t>(list) + 1);
  add(index + 1);
  return hash;
}

Result<ExampleReport> run_examples(std::span<const std::shared_ptr<const rules::RulePack>> packs) {
  Result<Bench> sandbox = make_bench(packs, false);
  if (!sandbox) return std::move(sandbox).error();
  Result<Bench> trusted = make_bench(packs, true);
  if (!trusted) return std::move(trusted).error();
  ExampleReport report;
  report.rules = sandbox->rules->rule_count();
  Runner runner(*sandbox, *trusted, report);
  for (std::size_t i = 0; i < report.rules; ++i) runner.run(i);
  return report;
}

}  // namespace sluice::authoring
