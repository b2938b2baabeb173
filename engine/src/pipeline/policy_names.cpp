#include "policy/load.h"
#include "sluice/policy.h"
#include "sluice/version.h"

namespace sluice {

Result<std::vector<std::string>> policy_known_names(std::string_view text, std::string_view path) {
  Result<policy::Policy> policy = policy::read_policy(text, path);
  if (!policy) return std::move(policy).error();
  return std::move(policy->secrets.known_from_env);
}

std::string build_info() {
  std::string info = "sluice " SLUICE_VERSION;
#if defined(__clang__)
  info += " (clang " __clang_version__ ")";
#elif defined(__VERSION__)
  info += " (gcc " __VERSION__ ")";
#endif
  return info;
}

}  // namespace sluice
