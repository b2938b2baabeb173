#pragma once

#include <vector>

#include "sluice/bytes.h"

namespace sluice::pipeline {

/// The texts of an object's member values, in their order; the n-th belongs to the n-th member of the document.
///
/// @param object  text of one JSON object that a parser accepted; anything else gives a wrong answer, never a wrong
/// access Complexity: O(n), no recursion.
[[nodiscard]] std::vector<ByteView> member_texts(ByteView object);

/// The texts of an array's elements, in their order. As member_texts().
[[nodiscard]] std::vector<ByteView> element_texts(ByteView array);

}  // namespace sluice::pipeline
