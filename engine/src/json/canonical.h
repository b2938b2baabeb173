#pragma once

#include <cstdint>
#include <string_view>

#include "core/budget.h"
#include "json/document.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::json {

/// Why a value has no canonical form that says what it says.
enum class CanonicalFault : std::uint8_t {
  kNone,
  kNumber,     ///< it is no double, or an integer beyond 2^53 - 1: others would get the same bytes
  kDuplicate,  ///< two members have the same key
};

struct CanonicalProblem {
  CanonicalFault fault = CanonicalFault::kNone;
  std::uint32_t id = 0;  ///< Value::id of the number or key
};

/// Orders keys by their UTF-16 code units, as RFC 8785 asks for and bytes do not. Both are UTF-8. O(n).
[[nodiscard]] bool is_before_in_utf16(std::string_view a, std::string_view b) noexcept;

/// Writes a document in the canonical form of RFC 8785: members in the order of their keys, numbers as ECMAScript
/// writes them, the fewest escapes, no white space. Documents that are equal (members in any order, 1 and 1.0) get the
/// same bytes, and those parse to a document that is equal and gives them again.
///
/// @param budget   charged the output bytes, and steps for the output and the sorting
/// @param problem  says why, where the answer is kJsonInvalid
/// @return kJsonInvalid where the document has no canonical form, kBudgetExhausted, kOutOfMemory
/// Complexity: O(n log n) for objects with many members.
[[nodiscard]] Result<Bytes> canonicalize(const Document& document, Budget& budget, CanonicalProblem& problem) noexcept;

}  // namespace sluice::json
