#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "sluice/bytes.h"
#include "sluice/result.h"
#include "sluice/verdict.h"

namespace sluice {

/// SHA-256 over pieces (FIPS 180-4). Holds one libcrypto context, made once and reused after each `finish`.
///
/// Every call throws std::bad_alloc where libcrypto has no memory, and nothing else. Move-only; a moved-from object may
/// only be destroyed or assigned to. Not thread-safe; one for each thread.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  /// Adds bytes, of any length. O(n).
  void update(ByteView bytes);
  /// Returns the digest of all bytes since the last `finish` and starts anew.
  [[nodiscard]] Sha256Digest finish();
  /// Forgets the bytes added so far.
  void reset();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// HMAC-SHA-256 over pieces (RFC 2104) under one key, which is set up once. Throws and moves as Sha256 does.
class Hmac {
 public:
  explicit Hmac(ByteView key);  ///< any length, also empty; copied by libcrypto and wiped with this object
  ~Hmac();
  Hmac(Hmac&&) noexcept;
  Hmac& operator=(Hmac&&) noexcept;

  void update(ByteView bytes);
  /// Returns the MAC of all bytes since the last `finish` and starts anew under the same key.
  [[nodiscard]] Sha256Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// SHA-256 of `data` in one call; for many small inputs reuse a Sha256.
[[nodiscard]] Sha256Digest sha256(ByteView data);

/// HMAC-SHA-256 of `data` in one call; for many inputs under one key reuse an Hmac.
[[nodiscard]] Sha256Digest hmac_sha256(ByteView key, ByteView data);

/// Returns `count` unpredictable bytes, or kUnsupported where the system yields none.
[[nodiscard]] Result<Bytes> random_bytes(std::size_t count);

/// Overwrites bytes in a way that the compiler keeps.
void wipe(std::span<std::byte> bytes) noexcept;
/// Overwrites and empties a string that held a secret. Its spare capacity is overwritten too.
void wipe(std::string& text) noexcept;

/// Compares in a time that depends on the lengths only.
[[nodiscard]] bool constant_time_equal(ByteView a, ByteView b) noexcept;

/// Lower-case hex, two digits for each byte.
[[nodiscard]] std::string to_hex(ByteView bytes);
[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> bytes);

}  // namespace sluice
