#include "json/regex_property.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace sluice::json {

namespace {

constexpr std::string_view kCategories[] = {
#include "json/regex_categories.inc"
};

constexpr std::string_view kBinary[] = {
#include "json/regex_binary_properties.inc"
};

constexpr std::string_view kScripts[] = {
#include "json/regex_scripts.inc"
};

static_assert(std::is_sorted(std::begin(kCategories), std::end(kCategories)));
static_assert(std::is_sorted(std::begin(kBinary), std::end(kBinary)));
static_assert(std::is_sorted(std::begin(kScripts), std::end(kScripts)));

template <typename Names>
bool has(const Names& names, std::string_view name) noexcept {
  return std::binary_search(std::begin(names), std::end(names), name);
}

}  // namespace

bool is_regex_property(std::string_view inside) noexcept {
  const std::size_t equals = inside.find('=');
  if (equals == std::string_view::npos) return has(kCategories, inside) || has(kBinary, inside);
  const std::string_view kind = inside.substr(0, equals);
  const std::string_view value = inside.substr(equals + 1);
  if (kind == "General_Category" || kind == "gc") return has(kCategories, value);
  return (kind == "Script" || kind == "sc" || kind == "Script_Extensions" || kind == "scx") && has(kScripts, value);
}

}  // namespace sluice::json
