#pragma once

#include <vector>

#include "cli/options.h"
#include "sluice/result.h"
#include "sluice/verdict.h"

namespace sluice::cli {

/// Appends the verdicts and a checkpoint to the audit log that the options name; does nothing where they name none.
[[nodiscard]] Result<void> append_audit(const std::vector<const Verdict*>& verdicts, const ReportOptions& options);

}  // namespace sluice::cli
