#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "crypto/secret_bytes.h"
#include "pipeline/private_folder.h"
#include "sluice/bytes.h"
#include "sluice/result.h"
#include "sluice/verdict.h"

namespace sluice::pipeline {

/// What a payload of the cache is made from: SHA-256 over the bytes of the packs in their order, the build of the
/// library and the version of Hyperscan. It needs no more, since scan::prepare_rules takes no options: trusted sources
/// and known secrets come in when the rules are put together. O(n).
[[nodiscard]] Sha256Digest rule_cache_id(std::span<const std::string_view> packs);

/// The user cache of compiled rules: a folder with one file for each selection of packs, and the key of this user,
/// random bytes that the first process makes. Immutable; any number of threads and processes may use one folder.
class RuleCache {
 public:
  static constexpr std::size_t kMaxEntries = 64;
  static constexpr std::uint64_t kMaxBytes = 256'000'000;
  static constexpr std::uint64_t kMaxEntryBytes = 64'000'000;

  /// @return the cache, or kIo (PrivateFolder::open, a key that cannot be read or made), kUnsupported (no random bytes)
  [[nodiscard]] static Result<RuleCache> open(const std::string& folder);

  /// A file and what it seals.
  struct Entry {
    Bytes file;
    ByteView payload;  ///< into `file`
  };
  /// @return the entry, or kNotFound, kInvalidArgument (refused), kIo
  [[nodiscard]] Result<Entry> read(const Sha256Digest& id) const;

  /// Writes an entry and removes the oldest ones above `kMaxEntries` and `kMaxBytes`. @return nothing, or kIo,
  /// kInvalidArgument (larger than kMaxEntryBytes)
  [[nodiscard]] Result<void> write(const Sha256Digest& id, std::string_view payload) const;

  /// Where the file of an entry is, or would be.
  [[nodiscard]] std::string path_of(const Sha256Digest& id) const;

 private:
  RuleCache(PrivateFolder folder, SecretBytes key) : folder_(std::move(folder)), key_(std::move(key)) {}
  void trim(const std::string& newest) const;

  PrivateFolder folder_;
  SecretBytes key_;
};

}  // namespace sluice::pipeline
