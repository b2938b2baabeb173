#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/findings.h"
#include "sluice/bytes.h"
#include "sluice/report_text.h"

namespace sluice::path {

/// What a name may be. Traversal, absolute names, device names, control characters and hidden encodings are never
/// an option.
struct NameOptions {
  std::size_t max_component_bytes = 255;  ///< ext4, APFS, NTFS: 255 units a component
  std::size_t max_name_bytes = 1024;      ///< well under PATH_MAX, so that a root folder still fits before it
  std::size_t max_depth = 20;             ///< components
  bool is_hidden_allowed = false;         ///< a component may begin with `.`
  bool is_leading_dash_allowed = false;   ///< a component may begin with `-`
  bool is_reserved_allowed = false;       ///< `< > " | ? *`, which Windows reserves: only reported, not refused
};

/// Checks the name of a file that a sandbox chose and returns it as a safe relative POSIX name.
///
/// Every problem is reported, each with its own code (path.*); a finding whose effect is at least quarantine means
/// that there is no safe name. The name is read in several ways at once (as it came, percent-decoded up to three
/// times, with overlong UTF-8 decoded, with look-alike separators and dots folded to ASCII), so that it is harmless in
/// whichever way a later reader takes it. Nothing is repaired: apart from Unicode normalization (NFC) the name comes
/// back as it was, and a name that was returned passes again unchanged.
///
/// @param raw       any bytes
/// @param scrubber  finds secrets in what is reported, and a secret in the name itself (secret.in_name); may be null
/// @return the name, components joined by `/`, or nothing
/// Complexity: O(n); names over 64 KiB are refused without being read. Thread-safety: safe to call concurrently.
/// Source: CWE-22, CWE-41, CWE-67; Microsoft "Naming Files, Paths, and Namespaces"; UTR #36.
[[nodiscard]] std::optional<std::string> check_name(ByteView raw, const NameOptions& options, Findings& findings,
                                                    const SecretScrubber* scrubber);

}  // namespace sluice::path
