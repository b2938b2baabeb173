#include "authoring/schema_report.h"

#include "json/writer.h"

namespace sluice::authoring {

namespace {

using Outcome = InstanceReport::Outcome;

std::string words_of(const SchemaProblem& problem) {
  if (problem.keyword_location.empty()) return problem.expected;
  return "expected " + problem.expected + ", found " + problem.found;
}

}  // namespace

std::string instance_text(const InstanceReport& report, std::string_view path) {
  std::string text;
  for (const SchemaProblem& problem : report.problems) {
    text += std::string(path) + ':' + std::to_string(problem.line) + ':' + std::to_string(problem.column) + ": ";
    if (!problem.pointer.empty()) text += problem.pointer + ": ";
    text += problem.keyword + ": " + words_of(problem) + '\n';
  }
  switch (report.outcome) {
    case Outcome::kValid: return text + std::string(path) + ": valid\n";
    case Outcome::kInvalid: return text + std::string(path) + ": invalid\n";
    case Outcome::kNotJson: return text + std::string(path) + ": not taken as JSON\n";
    case Outcome::kExhausted: break;
  }
  return text + std::string(path) + ": not known: the check ran out of its budget\n";
}

std::string instance_json(const InstanceReport& report, std::string_view path) {
  std::string text;
  json::Writer writer(text);
  writer.begin_object();
  writer.member("file", path);
  writer.member("valid", report.outcome == Outcome::kValid);
  writer.member("complete", report.outcome != Outcome::kExhausted);
  if (!report.problems.empty()) {
    writer.key("errors");
    writer.begin_array();
    for (const SchemaProblem& problem : report.problems) {
      writer.begin_object();
      writer.member("instanceLocation", problem.pointer);
      writer.member("keywordLocation", problem.keyword_location);
      writer.member("error", problem.keyword + ": " + words_of(problem));
      writer.member("line", std::uint64_t{problem.line});
      writer.member("column", std::uint64_t{problem.column});
      writer.end_object();
    }
    writer.end_array();
  }
  writer.end_object();
  return text + '\n';
}

}  // namespace sluice::authoring
