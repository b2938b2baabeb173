#pragma once

#include <string>

#include "path/place.h"
#include "sluice/result.h"

namespace sluice::path {

/// Opens below an open folder without following a symbolic link anywhere, and without leaving it.
///
/// @param relative  components joined by `/`; checked by the caller
/// @param flags     open(2) flags; O_CLOEXEC and O_NOFOLLOW are added
/// @param mode      of a new file
/// @param uses_openat2  set to false, for good, where the kernel says that it has no openat2()
/// @return the handle; with errno set where it is not open
[[nodiscard]] FileHandle open_beneath(int folder, const std::string& relative, int flags, unsigned mode,
                                      bool& uses_openat2);

}  // namespace sluice::path
