#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/byte_set.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::scan {

/// A first-stage hit: literal `id`, with the byte behind it where Literal::next is set, ends before offset `end` of the
/// block.
struct Hit {
  std::uint32_t end = 0;
  std::uint32_t id = 0;
  friend auto operator<=>(const Hit&, const Hit&) = default;
};

struct Literal {
  std::string bytes;
  bool is_caseless = false;
  /// What the byte behind it must be. Hyperscan strides about twice as fast over many long literals that say so.
  std::optional<rules::ByteSet> next;
  friend bool operator==(const Literal&, const Literal&) = default;
};

/// Which machines a database may run on.
enum class DatabaseTarget : std::uint8_t {
  kThisMachine,
  kAnyMachine,  ///< for a database that is written: Hyperscan picks its code for the processor when it scans
};

class HitScratch;

/// Many literals in one Hyperscan database (block mode). Immutable; share it among threads, each with its
/// own HitScratch.
class HitDatabase {
 public:
  /// Ids are indexes in `literals`. @return the database, or kRuleInvalid, kOutOfMemory
  [[nodiscard]] static Result<HitDatabase> of_literals(std::span<const Literal> literals,
                                                       DatabaseTarget target = DatabaseTarget::kThisMachine);
  /// Reads what `serialized` wrote.
  /// @return the database, or kUnsupported where it is damaged or this Hyperscan or machine cannot run it
  [[nodiscard]] static Result<HitDatabase> of_serialized(ByteView written);
  /// The database as bytes, for the same version of Hyperscan. Never of one that was made from secrets.
  /// @return the bytes, or kOutOfMemory
  [[nodiscard]] Result<std::string> serialized() const;

  ~HitDatabase();
  HitDatabase(HitDatabase&&) noexcept;
  HitDatabase& operator=(HitDatabase&&) noexcept;

  /// Appends every hit in `block`, sorted by end and id.
  /// @param block  less than 4 GiB
  /// @return false where the engine failed; the hits are not complete then
  [[nodiscard]] bool scan(ByteView block, HitScratch& scratch, std::vector<Hit>& hits) const;

  [[nodiscard]] std::size_t bytes() const noexcept;
  /// Overwrites the database when it is destroyed: it was made from secrets.
  void wipe_at_end() noexcept;

 private:
  friend class HitScratch;
  struct State;
  explicit HitDatabase(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The name and version of the library behind HitDatabase. O(1).
[[nodiscard]] std::string_view hit_engine_version() noexcept;

/// Whether Literal::next may be set. Vectorscan's engines for classes lose matches on some processors, so that it gets
/// literals alone. O(1).
[[nodiscard]] bool hit_engine_takes_classes() noexcept;

/// What one thread needs to scan with one or more databases.
class HitScratch {
 public:
  HitScratch();
  ~HitScratch();
  HitScratch(HitScratch&&) noexcept;
  HitScratch& operator=(HitScratch&&) noexcept;
  /// Makes room for `database`. @return nothing, or kOutOfMemory
  [[nodiscard]] Result<void> fit(const HitDatabase& database);

 private:
  friend class HitDatabase;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::scan
