#pragma once

#include <string>

namespace sluice::cli {

/// Path of sluice-schema-reference: beside the command, or where it is installed; the latter where it is in neither.
[[nodiscard]] std::string reference_program();

}  // namespace sluice::cli
