#include "sanitize/data/pickle_names.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sluice::sanitize {

namespace {

constexpr PickleName kNames[] = {
#define SLUICE_PICKLE_NAME(module, name, use) {module, name, PickleUse::use},
#include "sanitize/data/pickle_names.inc"
#undef SLUICE_PICKLE_NAME
};

constexpr bool is_before(const PickleName& a, const PickleName& b) noexcept {
  return a.module != b.module ? a.module < b.module : a.name < b.name;
}

static_assert(std::is_sorted(std::begin(kNames), std::end(kNames), is_before));

}  // namespace

const PickleName* find_pickle_name(std::string_view module, std::string_view name) noexcept {
  const PickleName wanted{module, name, PickleUse::kValue};
  const PickleName* const found = std::lower_bound(std::begin(kNames), std::end(kNames), wanted, is_before);
  if (found == std::end(kNames) || found->module != module || found->name != name) return nullptr;
  return found;
}

}  // namespace sluice::sanitize
