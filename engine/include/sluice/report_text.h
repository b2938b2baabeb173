#pragma once

#include <string>
#include <string_view>

#include "sluice/bytes.h"
#include "sluice/export.h"

namespace sluice {

/// Removes secrets from a short text before it may be reported. The engine's scanner implements it.
class SLUICE_API SecretScrubber {
 public:
  virtual ~SecretScrubber() = default;
  /// Returns `raw` with every secret replaced by its mark. Must not throw; on doubt it returns less.
  [[nodiscard]] virtual std::string scrub(ByteView raw) const noexcept = 0;
};

/// A string that is safe to print in any report: printable ASCII (everything else escaped as `\xNN` or
/// `\u{NNNN}`), at most 128 bytes, secrets removed. Text that came from an artifact can only get into
/// a Finding, a Verdict or an audit record through `report_text()`, and this type keeps it so.
class SLUICE_API ReportText {
 public:
  ReportText() = default;
  /// A text that the engine wrote itself. Only for string literals.
  template <std::size_t N>
  ReportText(const char (&literal)[N]) : text_(literal, N - 1) {}  // NOLINT: implicit by intent

  [[nodiscard]] const std::string& str() const noexcept { return text_; }
  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }
  friend bool operator==(const ReportText&, const ReportText&) = default;

 private:
  friend SLUICE_API ReportText report_text(ByteView raw, const SecretScrubber* scrubber);
  friend SLUICE_API ReportText engine_text(std::string text);
  std::string text_;
};

/// Makes text that came from an artifact safe to report.
///
/// @param raw       any bytes: a file name, a JSON key, a declared type, an error name, a host
/// @param scrubber  finds secrets in it; null only where no rule set exists yet (errors before an engine is loaded),
///                  and then every run of 20 or more letters and digits is masked too
/// @return printable ASCII of at most 128 bytes; a longer text ends in "..."
/// Complexity: O(n) for the first 4096 bytes; the rest is not read. Thread-safety: safe to call concurrently.
[[nodiscard]] SLUICE_API ReportText report_text(ByteView raw, const SecretScrubber* scrubber);

/// Wraps a message that the engine composed of literals, numbers and other ReportTexts. Never for artifact bytes.
[[nodiscard]] SLUICE_API ReportText engine_text(std::string text);

}  // namespace sluice
