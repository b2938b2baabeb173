#include "path/output_names.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "path/collisions.h"
#include "path/name.h"

namespace sluice::path {

namespace {

constexpr std::size_t kMaxStemBytes = 64;
constexpr std::size_t kMaxExtensionBytes = 10;

bool is_alnum(char c) noexcept { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

// Whether a hidden or reserved name may pass was decided by the policy before; here it only has to be safe.
std::optional<std::string> safe_name(const std::string& name) {
  NameOptions options;
  options.is_hidden_allowed = options.is_leading_dash_allowed = options.is_reserved_allowed = true;
  Findings ignored;
  return check_name(as_bytes(name), options, ignored, nullptr);
}

// Letters, digits, dots and hyphens of the base name; a run of anything else becomes one `_`.
std::string plain_base(std::string_view name) {
  name.remove_prefix(name.rfind('/') + 1);  // npos + 1 is 0
  std::string out;
  for (const char c : name) {
    const bool is_plain = is_alnum(c) || c == '.' || c == '-';
    if (is_plain || (!out.empty() && out.back() != '_')) out += is_plain ? c : '_';
  }
  out.erase(0, std::min(out.find_first_not_of(".-_"), out.size()));
  return out;
}

std::string numbered(std::string_view base, const std::string& number) {
  std::string_view extension;
  if (const std::size_t dot = base.rfind('.'); dot != std::string_view::npos) {
    extension = base.substr(dot);
    const bool is_extension = extension.size() > 1 && extension.size() <= kMaxExtensionBytes &&
                              std::all_of(extension.begin() + 1, extension.end(), is_alnum);
    if (!is_extension) extension = {};
  }
  std::string stem(base.substr(0, std::min(base.size() - extension.size(), kMaxStemBytes)));
  stem.erase(stem.find_last_not_of(".-_") + 1);
  if (stem.empty()) stem = "artifact";
  return stem + "-" + number + std::string(extension);
}

}  // namespace

std::vector<std::string> choose_output_names(std::span<const std::string> wanted) {
  std::vector<std::string> names(wanted.size());
  Collisions taken;
  Findings ignored;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    std::optional<std::string> own = safe_name(wanted[i]);
    if (own && taken.add(*own, ignored, nullptr)) names[i] = std::move(*own);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::string base = plain_base(wanted[i]);
    // The number is free unless another artifact is called so; then a second number is.
    for (std::size_t round = 1; names[i].empty(); ++round) {
      const std::string number = std::to_string(i + 1) + (round == 1 ? "" : "-" + std::to_string(round));
      std::optional<std::string> name = safe_name(numbered(base, number));
      if (!name) name = "artifact-" + number;
      if (taken.add(*name, ignored, nullptr)) names[i] = std::move(*name);
    }
  }
  return names;
}

}  // namespace sluice::path
