#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sluice/bytes.h"
#include "sluice/export.h"
#include "sluice/result.h"
#include "sluice/verdict.h"

namespace sluice {

/// Writes verdicts as a chain of JSON lines: each record holds an HMAC-SHA-256 over the one before it and itself, and
/// a checkpoint seals the count so that a cut tail shows. Records never hold a value. Not thread-safe.
class SLUICE_API AuditChain {
 public:
  /// @param key       at least 16 bytes, kept wiped
  /// @param previous  the last line of an existing chain, or empty to start one
  [[nodiscard]] static Result<AuditChain> start(ByteView key, std::string_view previous = {});

  /// Returns the next record, one line with its newline.
  [[nodiscard]] std::string append(const Verdict& verdict, std::uint64_t unix_time_ms);
  /// Returns a checkpoint record: the count of records so far. A chain without one at its end is reported as open.
  [[nodiscard]] std::string checkpoint(std::uint64_t unix_time_ms);

  AuditChain(AuditChain&&) noexcept;
  AuditChain& operator=(AuditChain&&) noexcept;
  ~AuditChain();

 private:
  struct State;
  explicit AuditChain(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct AuditSummary {
  std::uint64_t records = 0;
  std::uint64_t checkpoints = 0;
  bool is_sealed = false;  ///< the last line is a checkpoint
};

/// Verifies a whole chain.
/// @return what it holds, or kAuditBroken with the number of the first line that does not fit
[[nodiscard]] SLUICE_API Result<AuditSummary> verify_audit(std::string_view lines, ByteView key);

}  // namespace sluice
