#pragma once

#include <string>
#include <string_view>

#include "sluice/export.h"

#define SLUICE_VERSION_MAJOR 0
#define SLUICE_VERSION_MINOR 1
#define SLUICE_VERSION_PATCH 0
#define SLUICE_VERSION "0.1.0"

namespace sluice {

/// The version of the library that is running, for example "0.1.0".
[[nodiscard]] SLUICE_API std::string_view version() noexcept;

/// Version and the libraries in use, one line: for bug reports.
[[nodiscard]] SLUICE_API std::string build_info();

}  // namespace sluice
