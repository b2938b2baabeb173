#pragma once

#include <string>
#include <string_view>

#include "crypto/secret_bytes.h"
#include "sluice/bytes.h"
#include "sluice/finding.h"

namespace sluice::scan {

/// How every mark begins.
inline constexpr std::string_view kMarkPrefix = "[redacted:";
/// What stands in clean text for a region that grew past the hold limit.
inline constexpr std::string_view kSuppressedRule = "suppressed";

/// The marks of one run: equal secrets get equal marks, and nobody without the key can test a guess.
/// Thread-safe: every call works on its own state.
class MarkTable {
 public:
  /// @param key  any length; 32 random bytes where the host gave none
  explicit MarkTable(ByteView key) : key_(key) {}

  /// HMAC-SHA-256 of the secret under the key, cut to 128 bits. Throws std::bad_alloc. O(n).
  [[nodiscard]] Fingerprint fingerprint(ByteView secret) const;
  /// `[redacted:<rule-id>:<8 hex>]`.
  [[nodiscard]] static std::string mark(std::string_view rule_id, const Fingerprint& fingerprint);

 private:
  SecretBytes key_;
};

}  // namespace sluice::scan
