#include "sluice/version.h"

namespace sluice {

std::string_view version() noexcept { return SLUICE_VERSION; }

}  // namespace sluice
