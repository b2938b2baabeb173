#include "authoring/rule_tools.h"

#include <algorithm>
#include <memory>

#include "authoring/explain.h"
#include "authoring/lint_report.h"
#include "authoring/rule_tests.h"
#include "config/reader.h"
#include "json/writer.h"
#include "pipeline/builtin_packs.h"
#include "rules/load.h"

namespace sluice::authoring {

namespace {

std::string pad(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string list_as_text(const Packs& packs) {
  std::string text;
  std::size_t count = 0;
  for (const auto& pack : packs) {
    text += pack->name + " " + pack->version + ", " + std::to_string(pack->rules.size()) + " rules\n";
    for (const rules::Rule& rule : pack->rules) {
      text += "  " + pad(rule.id, 40) + " " + pad(std::string(rules::rule_kind_name(rule.kind)), 12) + " " +
              pad(std::string(severity_name(rule.severity)), 9) + " " + rule.title + "\n";
    }
    count += pack->rules.size();
  }
  return text + std::to_string(count) + " rules in " + std::to_string(packs.size()) + " packs\n";
}

std::string list_as_json(const Packs& packs) {
  std::string text;
  json::Writer writer(text);
  writer.begin_array();
  for (const auto& pack : packs) {
    for (const rules::Rule& rule : pack->rules) {
      writer.begin_object();
      writer.member("id", rule.id);
      writer.member("pack", pack->name);
      writer.member("kind", rules::rule_kind_name(rule.kind));
      writer.member("severity", severity_name(rule.severity));
      writer.member("confidence", confidence_name(rule.confidence));
      writer.member("title", rule.title);
      writer.member("source", rule.provenance.source);
      writer.end_object();
    }
  }
  writer.end_array();
  return text + "\n";
}

}  // namespace

std::vector<PackText> builtin_packs() {
  std::vector<PackText> packs;
  for (const pipeline::BuiltinFile& file : pipeline::builtin_rule_files()) {
    if (file.name != "sets.toml") packs.push_back({"rules/" + std::string(file.name), std::string(file.text)});
  }
  return packs;
}

Result<Packs> load_packs(std::span<const PackText> texts) {
  Packs packs;
  for (const PackText& text : texts) {
    Result<rules::RulePack> pack = rules::load_pack(text.text, text.path);
    if (!pack) return std::move(pack).error();
    packs.push_back(std::make_shared<const rules::RulePack>(std::move(*pack)));
  }
  return packs;
}

Result<ToolReport> list_rules(const std::vector<PackText>& texts, bool is_json) {
  Result<Packs> packs = load_packs(texts);
  if (!packs) return std::move(packs).error();
  return ToolReport{is_json ? list_as_json(*packs) : list_as_text(*packs), true};
}

Result<ToolReport> test_rules(const std::vector<PackText>& texts, bool is_json) {
  Result<Packs> packs = load_packs(texts);
  if (!packs) return std::move(packs).error();
  Result<ExampleReport> run = run_examples(*packs);
  if (!run) return std::move(run).error();
  ToolReport report;
  report.is_good = run->failures.empty();
  if (is_json) {
    json::Writer writer(report.text);
    writer.begin_object();
    writer.member("rules", std::uint64_t{run->rules});
    writer.member("examples", std::uint64_t{run->examples});
    writer.key("failures");
    writer.begin_array();
    for (const ExampleFailure& failure : run->failures) {
      writer.begin_object();
      writer.member("pack", failure.pack);
      writer.member("rule", failure.rule_id);
      writer.member("list", example_list_name(failure.list));
      writer.member("index", std::uint64_t{failure.index});
      writer.member("line", std::uint64_t{failure.line});
      writer.member("expected", failure.expected);
      writer.member("found", failure.found);
      writer.end_object();
    }
    writer.end_array();
    writer.end_object();
    report.text += "\n";
    return report;
  }
  for (const ExampleFailure& failure : run->failures) {
    report.text += failure.pack + ":" + std::to_string(failure.line) + ": " + failure.rule_id + ": " +
                   std::string(example_list_name(failure.list)) + " example " + std::to_string(failure.index + 1) +
                   ": expected " + failure.expected + ", found " + failure.found + "\n";
  }
  report.text += std::to_string(run->rules) + " rules, " + std::to_string(run->examples) + " examples, " +
                 std::to_string(run->failures.size()) + " failures\n";
  return report;
}

Result<ToolReport> lint_rules(const std::vector<PackText>& texts, bool is_json, const ProgressStep& on_step) {
  Result<Packs> packs = load_packs(texts);
  if (!packs) return std::move(packs).error();
  const Result<LintReport> report = lint_packs(*packs, texts, on_step);
  if (!report) return report.error();
  return ToolReport{is_json ? lint_as_json(*report, texts) : lint_as_text(*report, texts),
                    report->count(LintLevel::kError) == 0};
}

Result<ToolReport> explain_rule(const std::vector<PackText>& texts, const std::string& id) {
  Result<Packs> packs = load_packs(texts);
  if (!packs) return std::move(packs).error();
  std::vector<std::string_view> ids;
  for (const auto& pack : *packs) {
    for (const rules::Rule& rule : pack->rules) {
      ids.push_back(rule.id);
      if (rule.id != id) continue;
      Result<std::string> text = describe_rule(pack, rule);
      if (!text) return std::move(text).error();
      return ToolReport{std::move(*text), true};
    }
  }
  const std::string near(config::nearest_name(id, ids));
  return Error{
      ErrorCode::kNotFound,
      "no rule '" + id + "'" + (near.empty() ? "; `sluice rules list` shows them" : "; the nearest is '" + near + "'"),
      0};
}

Result<ToolReport> explain_text(const std::vector<PackText>& texts, ByteView text, bool is_trusted_source,
                                bool is_json) {
  Result<Packs> packs = load_packs(texts);
  if (!packs) return std::move(packs).error();
  Result<std::vector<RuleTrace>> traces = trace_rules(*packs, text, is_trusted_source);
  if (!traces) return std::move(traces).error();
  ToolReport report;
  const auto found = static_cast<std::size_t>(
      std::count_if(traces->begin(), traces->end(), [](const RuleTrace& trace) { return trace.is_found; }));
  report.is_good = found > 0;
  if (is_json) {
    json::Writer writer(report.text);
    writer.begin_array();
    for (const RuleTrace& trace : *traces) {
      writer.begin_object();
      writer.member("rule", trace.rule_id);
      writer.member("pack", trace.pack);
      writer.member("anchor", trace.anchor_at);
      writer.member("found", trace.is_found);
      if (trace.is_found) {
        writer.member("begin", trace.begin);
        writer.member("end", trace.end);
        writer.member("confidence", confidence_name(trace.confidence));
      }
      writer.key("steps");
      writer.begin_array();
      for (const std::string& step : trace.steps) writer.string(step);
      writer.end_array();
      writer.end_object();
    }
    writer.end_array();
    report.text += "\n";
    return report;
  }
  for (const RuleTrace& trace : *traces) {
    report.text += trace.rule_id + " (" + trace.pack + ")\n";
    for (const std::string& step : trace.steps) report.text += "  " + step + "\n";
    report.text += trace.is_found ? "  => found, " + std::string(confidence_name(trace.confidence)) + " confidence\n"
                                  : std::string("  => not found\n");
  }
  report.text += std::to_string(traces->size()) + " places, " + std::to_string(found) + " found\n";
  return report;
}

}  // namespace sluice::authoring
