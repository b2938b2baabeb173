// Property: cleaning never crashes and spends a step a byte; the output holds no construct that loads, runs or escapes,
// told by its characters alone; cleaning it again changes nothing and drops nothing.
// Input: one byte that chooses declarations of HTML, of SVG, or a style sheet; then the text, made UTF-8 by dropping
// what is not. Cap: 4 KiB (css.options).
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/ascii.h"
#include "sanitize/css/declarations.h"
#include "sanitize/css/rules.h"
#include "text/utf8.h"

namespace {

using namespace sluice;                 // NOLINT: one small file
using namespace sluice::sanitize::css;  // NOLINT

void require(bool holds) {
  if (!holds) __builtin_trap();
}

void require_plain(std::string_view style) {
  for (const char c : style)
    require(c >= ' ' && c < '\x7F' && c != '"' && c != '\\' && c != '<' && c != '&' && c != '@');
  std::string lower = ascii_lower(style);
  for (std::size_t at = lower.find("url("); at != std::string::npos; at = lower.find("url(", at + 1)) {
    require(lower.substr(at, 5) == "url(#");
  }
  for (const char* word : {"expression(", "image-set(", "var(", "calc(", "attr(", "env(", "/*"}) {
    require(lower.find(word) == std::string::npos);
  }
}

std::string clean(std::string_view style, Profile profile, Report& report) {
  Budget budget;
  require(budget.admit_input(style.size()));
  const std::uint64_t before = budget.left(Budget::Kind::kSteps);
  std::string out;
  require(clean_declarations(style, profile, budget, out, report));
  require(before - budget.left(Budget::Kind::kSteps) == style.size());
  require_plain(out);
  return out;
}

std::string clean_sheet(std::string_view sheet, bool is_clean) {
  Budget budget;
  require(budget.admit_input(sheet.size()));
  StyleSheet parsed;
  require(parse_sheet(sheet, budget, parsed));
  require(!is_clean || (parsed.dropped_rules == 0 && parsed.dropped_selectors == 0 && parsed.dropped_at_rules == 0));
  std::string out;
  for (const Rule& rule : parsed.rules) {
    for (const Selector& selector : rule.selectors) {
      if (&selector != &rule.selectors.front()) out += ", ";
      write_selector(selector, out);
    }
    Report report;
    out += " { " + clean(rule.declarations, Profile::kSvg, report) + " } ";
    require(!is_clean || report.dropped == 0);
  }
  require_plain(out);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  while (const auto bad = text::find_invalid_utf8(as_bytes(text))) text.erase(bad->offset, bad->length);
  if (data[0] == 'r') {
    const std::string once = clean_sheet(text, false);
    require(clean_sheet(once, true) == once);
    return 0;
  }
  const Profile profile = data[0] == 's' ? Profile::kSvg : Profile::kHtml;
  Report report;
  const std::string once = clean(text, profile, report);
  require((report.kept == 0) == once.empty());
  Report again;
  require(clean(once, profile, again) == once);
  require(again.dropped == 0 && again.kept == report.kept);
  return 0;
}
