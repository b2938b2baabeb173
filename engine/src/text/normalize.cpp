#include "text/normalize.h"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>
#include <new>

namespace sluice::text {

namespace {

struct CFree {
  void operator()(void* p) const noexcept { std::free(p); }
};

std::optional<std::string> map(std::string_view utf8, int options) {
  utf8proc_uint8_t* raw = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(utf8.data()), static_cast<utf8proc_ssize_t>(utf8.size()),
                   &raw, static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, CFree> owner(raw);
  if (size == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
  if (size < 0) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(raw), static_cast<std::size_t>(size));
}

}  // namespace

std::optional<std::string> to_nfc(std::string_view utf8) { return map(utf8, UTF8PROC_STABLE | UTF8PROC_COMPOSE); }

std::optional<std::string> fold_compatible(std::string_view utf8) {
  return map(utf8, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
}

}  // namespace sluice::text
