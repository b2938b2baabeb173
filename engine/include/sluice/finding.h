#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/export.h"
#include "sluice/report_text.h"

namespace sluice {

/// What was seen. Numbers and names are pinned; engine/docs/codes.md lists them.
enum class FindingCode : std::uint16_t {
#define SLUICE_FINDING(number, identifier, name, meaning) identifier = number,
#include "sluice/finding_codes.inc"
#undef SLUICE_FINDING
};

/// Returns the pinned name of `code`, for example "text.bidi". O(1).
[[nodiscard]] SLUICE_API std::string_view finding_name(FindingCode code) noexcept;

/// Returns one sentence on what `code` means. O(1).
[[nodiscard]] SLUICE_API std::string_view finding_meaning(FindingCode code) noexcept;

/// How bad it is if the finding is right.
enum class Severity : std::uint8_t { kInfo, kLow, kMedium, kHigh, kCritical };

/// How sure the engine is.
enum class Confidence : std::uint8_t { kLow, kMedium, kHigh };

/// What happens to an artifact, in order; a stage may only move it to the right.
enum class Decision : std::uint8_t { kAllow, kSanitize, kQuarantine, kReject };

/// Who reads the clean bytes.
enum class Consumer : std::uint8_t { kAgent, kBrowser, kTerminal, kSpreadsheet, kStorage };

/// Which reading of the bytes a finding belongs to.
enum class Layer : std::uint8_t {
  kRaw,       ///< the bytes as they came
  kStripped,  ///< the text without escape sequences and invisible characters
  kDecoded,   ///< a string value decoded from JSON or another encoding
  kName,      ///< a file name, key or declared type
};

[[nodiscard]] SLUICE_API std::string_view severity_name(Severity severity) noexcept;
[[nodiscard]] SLUICE_API std::string_view confidence_name(Confidence confidence) noexcept;
[[nodiscard]] SLUICE_API std::string_view decision_name(Decision decision) noexcept;
[[nodiscard]] SLUICE_API std::string_view consumer_name(Consumer consumer) noexcept;
[[nodiscard]] SLUICE_API std::string_view layer_name(Layer layer) noexcept;
[[nodiscard]] SLUICE_API std::optional<Consumer> parse_consumer(std::string_view name) noexcept;

/// The decision further to the right. O(1).
[[nodiscard]] constexpr Decision worse(Decision a, Decision b) noexcept { return a < b ? b : a; }

/// Where a finding lies in the artifact as it came in.
struct Location {
  std::uint64_t begin = 0;   ///< first byte
  std::uint64_t end = 0;     ///< one past the last byte; begin == end where only a position is known
  std::uint32_t line = 0;    ///< 1-based; 0 where it was not computed
  std::uint32_t column = 0;  ///< 1-based, in bytes; 0 where it was not computed
  Layer layer = Layer::kRaw;
  ReportText pointer;  ///< JSON pointer or member path; empty where there is none
  friend bool operator==(const Location&, const Location&) = default;
};

/// HMAC-SHA-256 of a secret under the run's key, cut to 128 bits. It tells two equal secrets of one run apart from
/// two different ones and says nothing else about them.
using Fingerprint = std::array<std::uint8_t, 16>;

/// One thing seen. It never holds the value that was found.
struct Finding {
  FindingCode code = FindingCode::kInternalFault;
  Severity severity = Severity::kMedium;
  Confidence confidence = Confidence::kHigh;
  Decision effect = Decision::kAllow;  ///< the least decision that this finding alone asks for
  bool is_complete = true;             ///< false: the check could not be finished because of this
  Location where;
  std::string rule_id;  ///< id of the rule, empty where no rule pack is involved
  std::optional<Fingerprint> fingerprint;
  ReportText detail;        ///< what was found and expected, safe to print
  std::uint64_t count = 1;  ///< how many times, where repeats are counted instead of listed
};

}  // namespace sluice
