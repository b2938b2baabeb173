#pragma once

#include <memory>
#include <string>

#include "sluice/bytes.h"
#include "sluice/export.h"
#include "sluice/result.h"
#include "sluice/verdict.h"

namespace sluice {

/// Collects what is found in files of one's own, so that a later check of them tells only what is new
/// (`LoadOptions::baseline`). It holds rule ids and fingerprints under a random key of its own, never a value.
///
/// Move-only. Not thread-safe. Example: engine/examples/baseline.cpp
class SLUICE_API Baseline {
 public:
  /// @return an empty baseline with a new key, or kUnsupported where the system yields no random bytes, kOutOfMemory
  [[nodiscard]] static Result<Baseline> create() noexcept;
  ~Baseline();
  Baseline(Baseline&&) noexcept;
  Baseline& operator=(Baseline&&) noexcept;

  /// Give it to the engine as `LoadOptions::fingerprint_key`; what another key made cannot be added.
  [[nodiscard]] ByteView key() const noexcept;
  /// Adds what a verdict of that engine found.
  /// @return nothing, or kInvalidArgument where the verdict counts findings that it does not list (the baseline would
  ///         be silent about them), kOutOfMemory
  [[nodiscard]] Result<void> add(const Verdict& verdict) noexcept;
  /// The baseline as JSON, the same for the same findings in any order. O(n log n). @return it, or kOutOfMemory
  [[nodiscard]] Result<std::string> text() const noexcept;

 private:
  struct State;
  explicit Baseline(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sluice
