#pragma once

#include <vector>

#include "cli/options.h"
#include "sluice/result.h"
#include "sluice/verdict.h"

namespace sluice::cli {

/// Writes the verdicts where the options say and adds them to the audit log.
/// @param stdout_has_bytes  stdout carries clean bytes, so that a report without a file goes to stderr
[[nodiscard]] Result<void> write_report(const std::vector<const Verdict*>& verdicts, const ReportOptions& options,
                                        bool stdout_has_bytes);

/// Says on stderr that an artifact could not be written under its own name.
/// @param index  of the artifact in its run, from 0; cut names may look alike
/// @param path   where it was written
void tell_renamed(std::size_t index, const Verdict& verdict, const std::string& path) noexcept;

}  // namespace sluice::cli
