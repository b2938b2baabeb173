#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "crypto/secret_bytes.h"
#include "scan/literal_database.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::scan {

struct KnownValue;

/// One spelling of a known secret.
struct KnownSpelling {
  SecretBytes bytes;
  std::uint32_t secret = 0;  ///< index in names()
  bool is_caseless = false;  ///< hex digits are written either way
  bool has_newline = false;
};

/// The values that the host handed to the sandbox, in the spellings in which they may come back: as they are, reversed,
/// base64 (standard and URL alphabet, three phases), hex, percent-encoded, escaped for JSON. Held wiped, in a database
/// of their own that is never written anywhere. Immutable.
class KnownSecrets {
 public:
  /// @return the matcher, or kSecretInvalid for a value shorter than 8 bytes
  [[nodiscard]] static Result<KnownSecrets> compile(std::span<const KnownValue> values);

  [[nodiscard]] const HitDatabase& database() const noexcept { return *database_; }
  [[nodiscard]] const std::string& name(std::size_t index) const noexcept { return names_[index]; }
  [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }
  [[nodiscard]] const std::vector<KnownSpelling>& spellings() const noexcept { return spellings_; }
  /// Whether spelling `id`, whose last bytes were hit, ends at the end of `text`. O(spelling).
  [[nodiscard]] bool confirm(std::uint32_t id, ByteView text) const noexcept;
  [[nodiscard]] std::size_t longest() const noexcept { return longest_; }
  /// Bytes of a spelling that the first stage looks for: its last ones.
  static constexpr std::size_t kAnchorBytes = 8;

 private:
  KnownSecrets() = default;
  std::vector<std::string> names_;
  std::vector<KnownSpelling> spellings_;
  std::optional<HitDatabase> database_;
  std::size_t longest_ = 0;
};

}  // namespace sluice::scan
