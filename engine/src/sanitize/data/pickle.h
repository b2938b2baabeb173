#pragma once

#include <cstdint>

#include "sanitize/data/pickle_walk.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Sizes past which a pickle is withheld.
struct PickleLimits {
  std::uint64_t max_nesting = 4;  ///< pickles inside of strings of pickles
  std::uint64_t max_ratio = 200;  ///< inflated bytes for each compressed one, after the first MiB
  std::uint64_t max_inflated = 1'000'000'000;
};

struct PickleOptions {
  PickleDialect dialect = PickleDialect::kPlain;
  bool may_release = false;  ///< the policy says [pickles] allow = true
  PickleLimits limits;
};

/// Judges a file of pickles: plain, of joblib or dill, or the pickle of a torch file; several in a row; as they are or
/// in one zlib or gzip stream. It is never loaded and never changed.
///
/// Rejected (kActiveContent) for every consumer but storage; for storage quarantined unless `may_release`. Withheld
/// beside that: a name that is not on the exact list of pickle_names.inc (kPickleGlobal, one finding a name), a stream
/// that cannot be walked to its last byte or has an instruction that is not judged here (kPickleStream), the same in a
/// pickle inside of a string, a compression other than those two, text that the scan would have to change
/// (kCleanerUnavailable). What is left is released unchanged.
/// What the walk does not say: how much memory loading takes (a list of names alone can ask for gigabytes), and whether
/// the reader knows its own version of a listed name.
///
/// @param bytes  the whole file
/// Complexity: O(n * max_nesting), memory O(n). Thread-safety: as `job`.
[[nodiscard]] Output clean_pickle(ByteView bytes, const PickleOptions& options, Job& job) noexcept;

}  // namespace sluice::sanitize
