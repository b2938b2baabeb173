#pragma once

#include <string_view>

namespace sluice::pipeline {

/// Names this build: a digest of the sources and the compiler. What one build has written no other build reads. O(1).
[[nodiscard]] std::string_view build_id() noexcept;

}  // namespace sluice::pipeline
