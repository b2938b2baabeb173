#pragma once

#include <string_view>

#include "core/budget.h"
#include "core/findings.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Looks for what makes source code read differently to a person and to its interpreter. Changes nothing.
///
/// Python only: a PEP 263 cookie in the first two lines that names another encoding than UTF-8 or ASCII
/// (kSourceEncoding, quarantine). All languages: words that mix Latin with letters of Cyrillic or Greek that look like
/// Latin ones (kSourceHomoglyph, effect allow), as one finding with their number. Source: PEP 263, UTS #39.
/// @param code  any bytes
/// @param budget  charged a step for 16 bytes
/// O(n). Thread-safety: as `findings` and `budget`.
void check_source(ByteView code, bool is_python, Findings& findings, Budget& budget);

/// True for names of files that a tool runs or obeys without being asked: hooks, plug-ins of test runners and shells,
/// tasks of editors, instructions to agents. @param name  a file name or path, any bytes. O(n)
[[nodiscard]] bool is_auto_run_name(std::string_view name);

}  // namespace sluice::sanitize
