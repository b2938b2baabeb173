#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/findings.h"
#include "sluice/report_text.h"

namespace sluice::path {

/// The extension that decides what opens a file: the last one, or a known pair such as `tar.gz`. Lower case, without
/// the dot; empty where the base name has none or is only an extension (`.profile`). O(n).
[[nodiscard]] std::string extension_of(std::string_view safe_name);

/// True for extensions that some system runs when the file is opened (`exe`, `ps1`, `desktop`, ...). O(log n).
[[nodiscard]] bool is_executable_extension(std::string_view extension) noexcept;

/// Checks the extensions of a name that check_name() returned.
///
/// The last extension must be in `allowed`. Of the ones before it, none may be an extension that readers know
/// (`a.png.html`, `report.json.exe`), unless both together are a usual pair (`x.tar.gz`, `data.csv.gz`, `app.js.map`).
/// Version numbers and words (`report.v1.2.json`, `jquery.min.js`) are no extensions.
///
/// @param allowed  extensions with or without the leading dot, any case, pairs included; empty allows every last
///                 extension, and still refuses double ones
/// @return true where nothing was found; else path.extension was added, asking for quarantine
/// Complexity: O(n). Thread-safety: safe to call concurrently.
[[nodiscard]] bool check_extension(std::string_view safe_name, const std::vector<std::string>& allowed,
                                   Findings& findings, const SecretScrubber* scrubber);

}  // namespace sluice::path
