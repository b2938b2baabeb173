#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/load.h"
#include "rules/pack.h"
#include "scan/literal_database.h"
#include "scan/rule_compiler.h"
#include "sluice/bytes.h"
#include "sluice/result.h"
#include "sluice/verdict.h"

namespace sluice::scan {

/// A pack as it was written, with the parts of its rules in their order.
struct PreparedPack {
  std::shared_ptr<const rules::RulePack> pack;
  std::vector<RuleParts> parts;
};

/// Rule packs that were compiled and written when the library was built (prepare_rules.h), so that a program starts
/// without reading TOML, taking patterns apart or compiling a database. Immutable; safe to share among threads.
class PreparedRules {
 public:
  /// Looks at the frame and finds the parts; packs are read when they are asked for.
  /// @param written  outlives the result
  /// @return the packs, or kInternal where the bytes are damaged or of another format
  /// Complexity: linear in the bytes, some 0.1 ms for 400 rules.
  [[nodiscard]] static Result<PreparedRules> open(ByteView written);

  [[nodiscard]] const rules::RuleSets& sets() const noexcept { return sets_; }
  /// The packs, in the order in which they were written.
  [[nodiscard]] std::vector<std::string> names() const;
  /// The digest of the file that a pack was read from, where there is such a pack.
  [[nodiscard]] std::optional<Sha256Digest> source_digest(std::string_view pack) const noexcept;
  /// Reads a pack. @return it, or kNotFound, kInternal (damaged)
  [[nodiscard]] Result<PreparedPack> pack(std::string_view name) const;

  /// The database of exactly these literals, in this order. Nothing where none was prepared, and where this
  /// Hyperscan or this machine cannot run the one that was: it is compiled then.
  [[nodiscard]] std::optional<HitDatabase> literal_database(std::span<const Literal> literals) const;

  /// What the frame holds behind itself to notice damage. It is no protection against intent: the bytes are our own,
  /// those of the library or of a file whose HMAC holds. Reading other bytes is safe all the same, but for a database
  /// in them.
  [[nodiscard]] static std::uint64_t checksum(ByteView bytes) noexcept;
  static constexpr std::string_view kMagic = "sluice-prepared\n";

 private:
  struct Entry {
    std::string_view name;
    std::string_view digest;
    ByteView body;
  };
  struct Database {
    ByteView texts;  ///< what it was made of
    ByteView bytes;
  };
  PreparedRules() = default;
  [[nodiscard]] const Entry* find(std::string_view name) const noexcept;
  [[nodiscard]] std::optional<HitDatabase> database(const Database& from) const;

  rules::RuleSets sets_;
  std::vector<rules::ByteSet> byte_sets_;
  std::vector<Entry> entries_;
  std::vector<Database> literal_databases_;
  bool is_same_engine_ = false;  // written by the Hyperscan that runs now
};

}  // namespace sluice::scan
