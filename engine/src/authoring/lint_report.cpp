#include "authoring/lint_report.h"

#include <algorithm>
#include <string_view>

#include "authoring/lint_cost.h"
#include "authoring/reference_text.h"
#include "authoring/rule_tests.h"
#include "authoring/split_tests.h"
#include "json/writer.h"

namespace sluice::authoring {

namespace {

constexpr std::size_t kReferenceBytes = 1'000'000;  // of each kind

std::string_view level_name(LintLevel level) { return level == LintLevel::kError ? "error" : "warning"; }

void add_failures(const std::vector<ExampleFailure>& failures, const Packs& packs, const std::string& advice,
                  LintReport& report) {
  for (const ExampleFailure& failure : failures) {
    const auto pack = std::find_if(packs.begin(), packs.end(), [&](const auto& one) {
      return std::any_of(one->rules.begin(), one->rules.end(),
                         [&](const rules::Rule& rule) { return rule.id == failure.rule_id; });
    });
    report.messages.push_back({LintLevel::kError, static_cast<std::size_t>(pack - packs.begin()), failure.rule_id,
                               failure.line, "tests." + std::string(example_list_name(failure.list)), failure.found,
                               failure.expected, advice});
  }
}

// Each part tells the messages of one rule in a row; a reader wants them by place.
void sort_by_place(std::vector<LintMessage>& messages) {
  std::stable_sort(messages.begin(), messages.end(), [](const LintMessage& a, const LintMessage& b) {
    return std::pair(a.pack, a.line) < std::pair(b.pack, b.line);
  });
}

std::string plural(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace

std::size_t LintReport::count(LintLevel level) const noexcept {
  return static_cast<std::size_t>(std::count_if(
      messages.begin(), messages.end(), [level](const LintMessage& message) { return message.level == level; }));
}

Result<LintReport> lint_packs(const Packs& packs, std::span<const PackText> files, const ProgressStep& on_step) {
  LintReport report;
  report.messages = lint(packs);
  if (report.count(LintLevel::kError) > 0) {
    report.is_whole = false;
    return report;
  }
  Result<std::vector<LintMessage>> costs = lint_costs(packs, reference_texts(kReferenceBytes));
  if (!costs) return std::move(costs).error();
  report.messages.insert(report.messages.end(), costs->begin(), costs->end());
  const Result<ExampleReport> examples = run_examples(packs);
  if (!examples) return examples.error();
  add_failures(examples->failures, packs, "mend the rule or the example; `sluice rules explain --match-file` shows why",
               report);
  std::vector<LoadOptions::PackText> texts;
  for (const PackText& file : files) texts.push_back({file.path, file.text});
  const Result<SplitReport> splits = run_splits(packs, texts, on_step);
  if (!splits) return splits.error();
  add_failures(splits->failures, packs, "mend the rule or the example; where only the stream is wrong, report it",
               report);
  sort_by_place(report.messages);
  report.examples = examples->examples;
  report.streams = splits->streams;
  return report;
}

std::string lint_as_text(const LintReport& report, std::span<const PackText> files) {
  std::string out;
  for (const LintMessage& message : report.messages) {
    out += files[message.pack].path + ":" + std::to_string(message.line) + ": " +
           std::string(level_name(message.level)) + ": " + message.rule_id + ": " + message.key + ": found " +
           message.found + "; expected " + message.expected + "; " + message.advice + "\n";
  }
  if (!report.is_whole) out += "costs and examples were not tried: they need rules without errors\n";
  if (report.examples > 0) {
    out += plural(report.examples, "example") + ", " + std::to_string(report.streams) + " streams\n";
  }
  return out + plural(files.size(), "pack") + ", " + plural(report.count(LintLevel::kError), "error") + ", " +
         plural(report.count(LintLevel::kWarning), "warning") + "\n";
}

std::string lint_as_json(const LintReport& report, std::span<const PackText> files) {
  std::string out;
  json::Writer writer(out);
  writer.begin_object();
  writer.member("packs", std::uint64_t{files.size()});
  writer.member("errors", std::uint64_t{report.count(LintLevel::kError)});
  writer.member("warnings", std::uint64_t{report.count(LintLevel::kWarning)});
  writer.member("examples", std::uint64_t{report.examples});
  writer.member("streams", report.streams);
  writer.member("whole", report.is_whole);
  writer.key("messages");
  writer.begin_array();
  for (const LintMessage& message : report.messages) {
    writer.begin_object();
    writer.member("file", files[message.pack].path);
    writer.member("line", std::uint64_t{message.line});
    writer.member("level", level_name(message.level));
    writer.member("rule", message.rule_id);
    writer.member("key", message.key);
    writer.member("found", message.found);
    writer.member("expected", message.expected);
    writer.member("advice", message.advice);
    writer.end_object();
  }
  writer.end_array();
  writer.end_object();
  return out + "\n";
}

}  // namespace sluice::authoring
