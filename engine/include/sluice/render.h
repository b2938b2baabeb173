#pragma once

#include <string>
#include <vector>

#include "sluice/export.h"
#include "sluice/verdict.h"

namespace sluice {

enum class ReportFormat : std::uint8_t { kText, kJson, kJsonl, kSarif };

struct RenderOptions {
  ReportFormat format = ReportFormat::kText;
  bool with_color = false;   ///< text only: SGR colors
  bool with_timings = true;  ///< off for output that must be the same each time
};

/// Writes verdicts for a person (text), or a program (JSON after schemas/verdict.schema.json, JSON lines, SARIF 2.1.0).
///
/// JSON of one verdict is an object, of several an array. Nothing in the output is a raw byte of an artifact.
/// Complexity: O(findings). Thread-safety: safe to call concurrently.
[[nodiscard]] SLUICE_API std::string render(const std::vector<const Verdict*>& verdicts, const RenderOptions& options);

/// `render` for one verdict.
[[nodiscard]] SLUICE_API std::string render(const Verdict& verdict, const RenderOptions& options);

}  // namespace sluice
