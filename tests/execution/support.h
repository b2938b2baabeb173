#pragma once

#include <optional>
#include <set>
#include <string>

#include "pipeline/execution_parse.h"

namespace sluice::pipeline {

using Codes = std::set<FindingCode>;

struct Read {
  ParsedExecution run;
  Findings findings;
  Codes codes;  // of what asks for quarantine or says that something is missing

  [[nodiscard]] const ParsedArtifact* artifact(Channel channel, const std::string& name = {},
                                               std::uint32_t index = 0) const {
    for (const ParsedArtifact& a : run.artifacts) {
      if (a.channel == channel && a.name == name && a.index == index) return &a;
    }
    return nullptr;
  }
  [[nodiscard]] std::optional<std::string> text(Channel channel, const std::string& name = {},
                                                std::uint32_t index = 0) const {
    const ParsedArtifact* found = artifact(channel, name, index);
    if (found == nullptr) return std::nullopt;
    return to_string(found->bytes);
  }
  [[nodiscard]] std::string details() const {
    std::string out;
    for (const Finding& f : findings.listed()) {
      out += std::string(finding_name(f.code)) + " " + std::to_string(f.where.line) + ": " + f.detail.str() + "\n";
    }
    return out;
  }
};

inline Read read_run(const std::string& input, ExecutionFormat format = ExecutionFormat::kAuto,
                     const Limits& limits = {}) {
  Read read;
  Budget budget(limits);
  read.run = parse_execution(as_bytes(input), format, budget, read.findings, nullptr);
  for (const Finding& f : read.findings.listed()) {
    if (f.effect >= Decision::kQuarantine || !f.is_complete) read.codes.insert(f.code);
  }
  return read;
}

inline std::string names_of(const Codes& codes) {
  std::string out;
  for (const FindingCode code : codes) out += std::string(finding_name(code)) + " ";
  return out;
}

}  // namespace sluice::pipeline
