// Property: whatever the bytes, a run comes back; it is complete exactly where every finding is, a run that lacks
// something is withheld, text that reports hold is printable ASCII, what is decoded is never more than three times the
// input, and a cut stream is never complete. Oracle: the reading of the same bytes without their last one. Input: first
// byte format, rest the run. Cap: 64 KiB (fuzz/execution.options).
#include <cstdint>

#include "pipeline/execution_parse.h"

namespace {

void require(bool holds) {
  if (!holds) __builtin_trap();
}

struct Reading {
  sluice::pipeline::ParsedExecution run;
  sluice::Findings findings;
};

Reading read(sluice::ByteView input, sluice::ExecutionFormat format) {
  Reading reading;
  sluice::Budget budget;
  reading.run = sluice::pipeline::parse_execution(input, format, budget, reading.findings, nullptr);
  return reading;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto format = static_cast<sluice::ExecutionFormat>(data[0] % 3U);
  const sluice::ByteView input(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  const Reading whole = read(input, format);
  require(whole.run.is_complete == whole.findings.is_complete());
  require(whole.run.is_complete || whole.findings.decision() >= sluice::Decision::kQuarantine);
  std::uint64_t bytes = 0;
  for (const sluice::pipeline::ParsedArtifact& artifact : whole.run.artifacts) bytes += artifact.bytes.size();
  require(bytes <= input.size() * 3);
  for (const sluice::Finding& finding : whole.findings.listed()) {
    require(finding.where.begin <= finding.where.end && finding.where.end <= input.size());
    for (const char c : finding.detail.str()) require(c >= 0x20 && c < 0x7F);
    for (const char c : finding.where.pointer.str()) require(c >= 0x20 && c < 0x7F);
  }
  if (whole.run.source == sluice::pipeline::ParsedExecution::Source::kE2bStream && !input.empty()) {
    const Reading cut = read(input.first(input.size() - 1), sluice::ExecutionFormat::kE2bStream);
    if (whole.run.is_complete) require(!cut.run.is_complete);
  }
  return 0;
}
