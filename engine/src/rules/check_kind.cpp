#include "rules/check_kind.h"

#include <array>

namespace sluice::rules {
namespace {

constexpr std::array kNames = {
#define SLUICE_CHECK(identifier, name, meaning) std::string_view(name),
#include "rules/check_kinds.inc"
#undef SLUICE_CHECK
};
constexpr std::array kMeanings = {
#define SLUICE_CHECK(identifier, name, meaning) std::string_view(meaning),
#include "rules/check_kinds.inc"
#undef SLUICE_CHECK
};

}  // namespace

std::string_view check_name(CheckKind kind) noexcept {
  const auto index = static_cast<std::size_t>(kind);
  return index < kNames.size() ? kNames[index] : std::string_view("none");
}

std::string_view check_meaning(CheckKind kind) noexcept {
  const auto index = static_cast<std::size_t>(kind);
  return index < kMeanings.size() ? kMeanings[index] : std::string_view();
}

std::optional<CheckKind> parse_check(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<CheckKind>(i);
  }
  return std::nullopt;
}

std::span<const std::string_view> all_check_names() noexcept { return kNames; }

}  // namespace sluice::rules
