// Property: loading a policy never crashes; an error is printable text that names the file in each line; a policy that
// loads can be explained, and its JSON form loads to the same policy.
// Input: the file. Cap: 16 KiB (policy.options).
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "config/tree.h"
#include "policy/explain.h"
#include "policy/load.h"

namespace {

void require(bool holds) {
  if (!holds) __builtin_trap();
}

void require_printable(std::string_view text) {
  for (const char c : text) require(c == '\n' || (c >= 0x20 && c < 0x7F));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto policy = sluice::policy::load_policy(text, "p");
  if (!policy) {
    require(policy.error().code == sluice::ErrorCode::kConfigSyntax ||
            policy.error().code == sluice::ErrorCode::kConfigInvalid);
    require_printable(policy.error().message);
    std::string_view rest = policy.error().message;
    while (!rest.empty()) {
      require(rest.starts_with("p:"));
      const std::size_t end = rest.find('\n');
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    return 0;
  }
  const std::string explained = sluice::policy::explain(*policy);
  require(explained.ends_with("\n"));
  require_printable(explained);
  const auto tree = sluice::config::parse(text, "p");
  require(tree.ok());
  const auto again = sluice::policy::load_policy(sluice::config::to_json(tree->root()), "p");
  require(again.ok() && *again == *policy);
  return 0;
}
