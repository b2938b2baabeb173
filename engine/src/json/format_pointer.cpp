#include <cstddef>

#include "json/char_class.h"
#include "json/format_checks.h"

namespace sluice::json {

bool is_json_pointer(std::string_view text) noexcept {
  if (!text.empty() && text[0] != '/') return false;
  for (std::size_t at = text.find('~'); at != std::string_view::npos; at = text.find('~', at + 1)) {
    if (at + 1 == text.size() || (text[at + 1] != '0' && text[at + 1] != '1')) return false;
  }
  return true;
}

bool is_relative_json_pointer(std::string_view text) noexcept {
  const std::size_t end = skip_class(text, 0, kDigit);
  if (end == 0 || (end > 1 && text[0] == '0')) return false;
  const std::string_view rest = text.substr(end);
  return rest == "#" || is_json_pointer(rest);
}

}  // namespace sluice::json
