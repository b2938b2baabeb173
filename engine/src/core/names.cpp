#include "sluice/artifact.h"
#include "sluice/finding.h"
#include "sluice/result.h"

namespace sluice {

std::string_view error_name(ErrorCode code) noexcept {
  switch (code) {
#define SLUICE_ERROR(number, identifier, name, meaning) \
  case ErrorCode::identifier:                           \
    return name;
#include "sluice/error_codes.inc"
#undef SLUICE_ERROR
  }
  return "unknown";
}

std::string_view error_meaning(ErrorCode code) noexcept {
  switch (code) {
#define SLUICE_ERROR(number, identifier, name, meaning) \
  case ErrorCode::identifier:                           \
    return meaning;
#include "sluice/error_codes.inc"
#undef SLUICE_ERROR
  }
  return "unknown";
}

std::string_view finding_name(FindingCode code) noexcept {
  switch (code) {
#define SLUICE_FINDING(number, identifier, name, meaning) \
  case FindingCode::identifier:                           \
    return name;
#include "sluice/finding_codes.inc"
#undef SLUICE_FINDING
  }
  return "unknown";
}

std::string_view finding_meaning(FindingCode code) noexcept {
  switch (code) {
#define SLUICE_FINDING(number, identifier, name, meaning) \
  case FindingCode::identifier:                           \
    return meaning;
#include "sluice/finding_codes.inc"
#undef SLUICE_FINDING
  }
  return "unknown";
}

std::string_view severity_name(Severity severity) noexcept {
  switch (severity) {
    case Severity::kInfo: return "info";
    case Severity::kLow: return "low";
    case Severity::kMedium: return "medium";
    case Severity::kHigh: return "high";
    case Severity::kCritical: return "critical";
  }
  return "unknown";
}

std::string_view confidence_name(Confidence confidence) noexcept {
  switch (confidence) {
    case Confidence::kLow: return "low";
    case Confidence::kMedium: return "medium";
    case Confidence::kHigh: return "high";
  }
  return "unknown";
}

std::string_view decision_name(Decision decision) noexcept {
  switch (decision) {
    case Decision::kAllow: return "allow";
    case Decision::kSanitize: return "sanitize";
    case Decision::kQuarantine: return "quarantine";
    case Decision::kReject: return "reject";
  }
  return "unknown";
}

std::string_view consumer_name(Consumer consumer) noexcept {
  switch (consumer) {
    case Consumer::kAgent: return "agent";
    case Consumer::kBrowser: return "browser";
    case Consumer::kTerminal: return "terminal";
    case Consumer::kSpreadsheet: return "spreadsheet";
    case Consumer::kStorage: return "storage";
  }
  return "unknown";
}

std::string_view layer_name(Layer layer) noexcept {
  switch (layer) {
    case Layer::kRaw: return "raw";
    case Layer::kStripped: return "stripped";
    case Layer::kDecoded: return "decoded";
    case Layer::kName: return "name";
  }
  return "unknown";
}

std::string_view channel_name(Channel channel) noexcept {
  switch (channel) {
    case Channel::kStdout: return "stdout";
    case Channel::kStderr: return "stderr";
    case Channel::kFile: return "file";
    case Channel::kResult: return "result";
    case Channel::kExec: return "exec";
  }
  return "unknown";
}

std::optional<Consumer> parse_consumer(std::string_view name) noexcept {
  for (const Consumer c :
       {Consumer::kAgent, Consumer::kBrowser, Consumer::kTerminal, Consumer::kSpreadsheet, Consumer::kStorage}) {
    if (consumer_name(c) == name) return c;
  }
  return std::nullopt;
}

std::optional<Channel> parse_channel(std::string_view name) noexcept {
  for (const Channel c : {Channel::kStdout, Channel::kStderr, Channel::kFile, Channel::kResult, Channel::kExec}) {
    if (channel_name(c) == name) return c;
  }
  return std::nullopt;
}

}  // namespace sluice
