#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/render.h"
#include "sluice/verdict.h"

namespace sluice::verdict {

inline constexpr std::size_t kSeverities = 5;

/// Whether a reader may have the clean bytes: the decision lets them out and the check was finished.
[[nodiscard]] inline bool is_passed(const Verdict& v) noexcept { return v.is_released() && v.is_complete; }

/// `text` with every byte outside 0x20..0x7E written as `\xNN`: the last guard of every form, for strings that are not
/// ReportTexts (media type, rule id, task id) or that a caller composed carelessly. O(n).
[[nodiscard]] std::string printable(std::string_view text);

/// The rule of a finding: its rule pack id, or the name of its code where no pack is involved.
[[nodiscard]] std::string rule_of(const Finding& finding);

/// How many findings of each severity are listed, counting repeats.
[[nodiscard]] std::array<std::uint64_t, kSeverities> count_by_severity(const Verdict& verdict);

// The forms; see sluice/render.h.
[[nodiscard]] std::string render_text(const std::vector<const Verdict*>& verdicts, const RenderOptions& options);
[[nodiscard]] std::string render_json(const std::vector<const Verdict*>& verdicts, const RenderOptions& options);
[[nodiscard]] std::string render_jsonl(const std::vector<const Verdict*>& verdicts, const RenderOptions& options);
[[nodiscard]] std::string render_sarif(const std::vector<const Verdict*>& verdicts, const RenderOptions& options);

}  // namespace sluice::verdict
