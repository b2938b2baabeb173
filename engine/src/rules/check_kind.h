#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sluice::rules {

/// The offline validators that a rule can name. A closed set: a pack cannot bring its own code.
/// scan/checks/check.h runs them.
enum class CheckKind : std::uint8_t {
#define SLUICE_CHECK(identifier, name, meaning) identifier,
#include "rules/check_kinds.inc"
#undef SLUICE_CHECK
};

/// The name of `kind` in a rule pack, for example "crc32-base62-github". O(1).
[[nodiscard]] std::string_view check_name(CheckKind kind) noexcept;
/// One sentence on what `kind` looks at. O(1).
[[nodiscard]] std::string_view check_meaning(CheckKind kind) noexcept;
[[nodiscard]] std::optional<CheckKind> parse_check(std::string_view name) noexcept;
/// Every name, in the order of the enum.
[[nodiscard]] std::span<const std::string_view> all_check_names() noexcept;

}  // namespace sluice::rules
