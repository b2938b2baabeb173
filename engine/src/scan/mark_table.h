#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "crypto/fingerprint.h"
#include "crypto/secret_bytes.h"
#include "scan/match.h"
#include "scan/notes.h"
#include "sluice/bytes.h"
#include "sluice/finding.h"

namespace sluice::scan {

/// What stands in clean text for a region that grew past the hold limit.
inline constexpr std::string_view kSuppressedRule = "suppressed";

/// The marks of one run: equal secrets get equal marks, and nobody without the key can test a guess.
/// Immutable; safe to share among threads.
class MarkTable {
 public:
  /// @param key       any length; 32 random bytes where the host gave none
  /// @param unmarked  by rule: its matches stay in the text, so they get no fingerprint; empty: none
  explicit MarkTable(ByteView key, std::vector<bool> unmarked = {}) : key_(key), unmarked_(std::move(unmarked)) {}

  /// Makes fingerprints under the key. Setting it up costs as much as several fingerprints, so keep it; one for each
  /// thread. Throws std::bad_alloc.
  [[nodiscard]] Fingerprinter fingerprinter() const { return Fingerprinter(key_.view()); }
  /// True for a match of a secret, which reports and marks tell apart by its fingerprint.
  [[nodiscard]] bool needs_fingerprint(const Match& match) const noexcept;
  /// `[redacted:<rule-id>:<8 hex>]`.
  [[nodiscard]] static std::string mark(std::string_view rule_id, const Fingerprint& fingerprint);

 private:
  SecretBytes key_;
  std::vector<bool> unmarked_;
};

}  // namespace sluice::scan
