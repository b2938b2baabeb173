#pragma once

#include <string_view>

#include "sluice/result.h"

namespace sluice::pipeline {

/// @return nothing, or kInvalidArgument where `task_id` is not `[A-Za-z0-9._-]{1,64}` or starts with a dot
[[nodiscard]] Result<void> check_task_id(std::string_view task_id);

}  // namespace sluice::pipeline
