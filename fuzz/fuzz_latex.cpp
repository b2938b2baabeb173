// Property: cleaning a formula never crashes; what is released is a fixed point and holds no command outside of the
// list of those that may never be there, no `^^`, no comment, and balanced braces; what is withheld has at least
// quarantine. Input: one byte of flags (1: a text is taken for a secret), then the formula. Cap: 16 KiB
// (latex.options), twice of what is accepted.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "../tests/support/plain_host.h"
#include "sanitize/latex/latex.h"

namespace {

using namespace sluice;            // NOLINT: one small file
using namespace sluice::sanitize;  // NOLINT

void require(bool holds) {
  if (!holds) __builtin_trap();
}

sluice::testing::Cleaning clean(std::string_view text, std::uint8_t flags) {
  sluice::testing::PlainHost host;
  if ((flags & 1U) != 0) host.secret = "SECRET";
  return sluice::testing::clean_with(text, host, {},
                                     [](ByteView bytes, Job& job) { return clean_latex(bytes, {}, job); });
}

void require_clean(std::string_view text) {
  long depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\') {
      for (const std::string_view never : {"href", "url", "include", "html", "def", "edef", "gdef", "let", "new",
                                           "renew", "catcode", "input", "write", "csname", "special", "open", "read"}) {
        require(!text.substr(at + 1).starts_with(never) || text.substr(at + 1).starts_with("newline") ||
                text.substr(at + 1).starts_with("left"));
      }
      ++at;
      continue;
    }
    require(text[at] != '%' && text[at] != '#' && !text.substr(at).starts_with("^^"));
    if (text[at] == '{') ++depth;
    if (text[at] == '}') --depth;
    require(depth >= 0);
  }
  require(depth == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const sluice::testing::Cleaning cleaning = clean(text, data[0]);
  if (!cleaning.is_released) {
    require(cleaning.findings.decision() >= Decision::kQuarantine);
    return 0;
  }
  require_clean(cleaning.text);
  const sluice::testing::Cleaning again = clean(cleaning.text, data[0]);
  require(again.is_released && again.text == cleaning.text);
  return 0;
}
