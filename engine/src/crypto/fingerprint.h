#pragma once

#include <string>

#include "crypto/digest.h"
#include "sluice/bytes.h"
#include "sluice/finding.h"

namespace sluice {

/// Makes the fingerprints and marks of one run: HMAC-SHA-256 under the run's key, cut to 128 bits. Equal secrets of a
/// run get equal fingerprints; without the key nobody can test a guess. Not thread-safe; one for each thread.
class Fingerprinter {
 public:
  explicit Fingerprinter(ByteView key) : hmac_(key) {}

  /// Throws std::bad_alloc. O(n).
  [[nodiscard]] Fingerprint of(ByteView secret);

 private:
  Hmac hmac_;
};

/// All 32 hex digits, as reports show them.
[[nodiscard]] std::string fingerprint_hex(const Fingerprint& fingerprint);

/// The first 8 hex digits, as marks in clean text show them: `[redacted:<rule-id>:<8 hex>]`.
[[nodiscard]] std::string fingerprint_mark(const Fingerprint& fingerprint);

}  // namespace sluice
