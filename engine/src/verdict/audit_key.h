#pragma once

#include <cstddef>
#include <string>

#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::verdict {

/// Below 128 bits a key could be searched for, and whoever finds it can rewrite the chain.
inline constexpr std::size_t kMinAuditKeyBytes = 16;

[[nodiscard]] inline Result<void> check_audit_key(ByteView key) {
  if (key.size() >= kMinAuditKeyBytes) return {};
  return Error{ErrorCode::kInvalidArgument, "the audit key has " + std::to_string(key.size()) +
                                                " bytes; give at least " + std::to_string(kMinAuditKeyBytes)};
}

}  // namespace sluice::verdict
