#include "pipeline/execution_parse.h"

#include <cstring>
#include <exception>
#include <new>
#include <string_view>

#include "pipeline/execution_bundle.h"
#include "pipeline/execution_reader.h"
#include "pipeline/execution_stream.h"

namespace sluice::pipeline {

namespace {

std::string_view without_space(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

// A bundle is one object, on however many lines; a stream has an object with a type on each line.
bool looks_like_stream(ExecutionReader& reader, ByteView input) {
  const std::string_view text = without_space(as_chars(input));
  if (text.empty() || text.front() != '{') return true;  // reported line by line
  if (text.starts_with("{\"type\"")) return true;        // also where the first line is cut
  const std::size_t newline = text.find('\n');
  const bool is_one_line = newline == std::string_view::npos || without_space(text.substr(newline)).empty();
  Findings unused;
  const Result<json::Document> first = reader.parse(as_bytes(text.substr(0, newline)), {}, unused);
  if (!first.ok()) return false;  // an object over several lines, or nothing readable
  json::Value type;
  return !is_one_line || (first->root().is_object() && first->root().find("type", type));
}

void read(ExecutionReader& reader, ByteView input, ExecutionFormat format, Findings& findings) {
  if (!reader.budget().admit_input(input.size())) {
    (void)reader.may_go_on();
    return;
  }
  if (format == ExecutionFormat::kAuto) {
    format = looks_like_stream(reader, input) ? ExecutionFormat::kE2bStream : ExecutionFormat::kBundle;
  }
  if (format == ExecutionFormat::kE2bStream) {
    read_e2b_stream(reader, input);
    return;
  }
  reader.run().source = ParsedExecution::Source::kBundle;
  const Result<json::Document> document = reader.parse(input, {}, findings);
  if (!document.ok()) {
    reader.run().is_complete = false;
    reader.report(FindingCode::kStreamProtocol, "the bundle is not one JSON value: " + document.error().message,
                  {0, input.size(), 0, {}}, true);
    return;
  }
  if (!reader.charge_nodes(document->nodes())) return;
  read_execution_object(reader, document->root(), input);
}

// For where nothing could be read: adding a finding may fail for the same reason.
void withhold(ParsedExecution& run, Findings& findings, FindingCode code) noexcept {
  run = {};
  run.is_complete = false;
  findings.raise(Decision::kQuarantine);
  try {
    Finding finding;
    finding.code = code;
    finding.severity = Severity::kHigh;
    finding.effect = Decision::kQuarantine;
    finding.is_complete = false;
    findings.add(std::move(finding));
  } catch (const std::exception&) {
    // The decision was raised before.
  }
}

}  // namespace

ParsedExecution parse_execution(ByteView input, ExecutionFormat format, Budget& budget, Findings& findings,
                                const SecretScrubber* scrubber) noexcept {
  ParsedExecution run;
  try {
    ExecutionReader reader(budget, findings, scrubber, run);
    read(reader, input, format, findings);
  } catch (const std::bad_alloc&) {
    withhold(run, findings, FindingCode::kOutOfMemoryFinding);
  } catch (const std::exception&) {
    withhold(run, findings, FindingCode::kInternalFault);
  }
  return run;
}

}  // namespace sluice::pipeline
