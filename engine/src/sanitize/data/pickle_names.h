#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::sanitize {

/// What a pickle may do with a name that it imports.
enum class PickleUse : std::uint8_t {
  kCall,    ///< call it: it builds a value from its arguments alone
  kValue,   ///< hand it on, never call it
  kEncode,  ///< call it with a text and "latin1", as protocols 0 to 2 write bytes
};

/// One name of the allow-list.
struct PickleName {
  std::string_view module;
  std::string_view name;
  PickleUse use = PickleUse::kValue;
};

/// Looks up the exact pair. Nothing below a listed name is listed by that, nor what a dotted name leads to.
/// @return the entry, or null where the pair is not on the list. O(log list + length).
[[nodiscard]] const PickleName* find_pickle_name(std::string_view module, std::string_view name) noexcept;

}  // namespace sluice::sanitize
