#include "cli/reference_program.h"

#include <filesystem>
#include <system_error>

namespace sluice::cli {

std::string reference_program() {
  namespace fs = std::filesystem;
  constexpr const char* kName = "sluice-schema-reference";
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  const fs::path beside = folder / kName;
  if (fs::exists(beside, error)) return beside.string();
  return (folder / SLUICE_LIBEXEC_FROM_BIN / kName).lexically_normal().string();
}

}  // namespace sluice::cli
