#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/budget.h"
#include "core/findings.h"
#include "json/document.h"
#include "json/parser.h"
#include "pipeline/execution_parse.h"
#include "sluice/bytes.h"

namespace sluice::pipeline {

/// What the readers of all forms share: where findings and artifacts go, and what may still be spent.
class ExecutionReader {
 public:
  ExecutionReader(Budget& budget, Findings& findings, const SecretScrubber* scrubber, ParsedExecution& run);

  /// Where in the input the reader is; findings get it.
  struct Place {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t line = 0;
    std::string pointer;  ///< of a bundle's member; composed of our own words, numbers and report texts
  };

  /// Parses one JSON text. Oddities that do not make it unreadable are kept or repaired, and reported.
  /// @param found  gets the parser's findings, with offsets of the whole input
  [[nodiscard]] Result<json::Document> parse(ByteView text, const Place& place, Findings& found);

  /// Reports something that is not as the form says.
  /// @param is_lost  something of the input could not be taken; the run is not complete then
  void report(FindingCode code, const std::string& what, const Place& place, bool is_lost);

  /// Reports something that is not a fault, seen `count` times.
  void note(FindingCode code, const std::string& what, const Place& place, std::uint64_t count);

  /// Text of the artifact, safe to print and in quotes.
  [[nodiscard]] std::string quote(std::string_view raw) const;

  /// Moves findings of one text into the run's.
  void adopt(Findings& found);

  /// Charges the bytes of an artifact. @return false where the budget is exhausted, which was reported
  [[nodiscard]] bool charge_output(std::uint64_t bytes);
  [[nodiscard]] bool charge_nodes(std::uint64_t nodes);
  /// False once the budget, the deadline or a stop request ended the reading; reported once.
  [[nodiscard]] bool may_go_on();

  [[nodiscard]] ParsedExecution& run() noexcept { return run_; }
  [[nodiscard]] Budget& budget() noexcept { return budget_; }
  [[nodiscard]] const SecretScrubber* scrubber() const noexcept { return scrubber_; }

 private:
  [[nodiscard]] Finding make(FindingCode code, const std::string& what, const Place& place) const;

  Budget& budget_;
  Findings& findings_;
  const SecretScrubber* scrubber_;
  ParsedExecution& run_;
  json::Parser parser_;
  bool is_exhausted_ = false;
};

/// The kind of a value, with its article, for messages: "a string", "an object".
[[nodiscard]] std::string_view kind_words(json::Kind kind) noexcept;

}  // namespace sluice::pipeline
