#include "crypto/fingerprint.h"

#include <algorithm>

namespace sluice {

Fingerprint Fingerprinter::of(ByteView secret) {
  hmac_.update(secret);
  const Sha256Digest digest = hmac_.finish();
  Fingerprint fingerprint{};
  std::copy_n(digest.begin(), fingerprint.size(), fingerprint.begin());
  return fingerprint;
}

std::string fingerprint_hex(const Fingerprint& fingerprint) {
  return to_hex(std::span<const std::uint8_t>(fingerprint));
}

std::string fingerprint_mark(const Fingerprint& fingerprint) {
  return to_hex(std::span<const std::uint8_t>(fingerprint).first(4));
}

}  // namespace sluice
