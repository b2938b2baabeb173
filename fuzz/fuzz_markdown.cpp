// Property: cleaning Markdown never crashes; what is released reads back without HTML, without images and links but
// those that the rules allow, and without languages that readers draw; cleaning it again changes nothing; what is
// withheld has at least quarantine, and is never what our own writer could not write (media.malformed). Input: one byte
// of flags (1: images of one host may load; 2: a text is taken for a secret; 4: links of one host are refused), then
// the document. Cap: 16 KiB (markdown.options).
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "../tests/support/plain_host.h"
#include "sanitize/markdown/languages.h"
#include "sanitize/markdown/markdown.h"
#include "sanitize/markdown/parse.h"

namespace {

using namespace sluice;            // NOLINT: one small file
using namespace sluice::sanitize;  // NOLINT

void require(bool holds) {
  if (!holds) __builtin_trap();
}

sluice::testing::Cleaning clean(std::string_view text, std::uint8_t flags) {
  sluice::testing::PlainHost host;
  if ((flags & 1U) != 0) host.load_prefixes = {"https://img.example/"};
  if ((flags & 2U) != 0) host.secret = "SECRET";
  if ((flags & 4U) != 0) host.refused_links = {"https://bad.example"};
  return sluice::testing::clean_with(text, host, {},
                                     [](ByteView bytes, Job& job) { return clean_markdown(bytes, {}, job); });
}

bool is_plain_name(std::string_view url) {
  return url.find(':') == std::string_view::npos && !url.starts_with('/') && url.find("..") == std::string_view::npos &&
         url.find('\\') == std::string_view::npos && url.find('?') == std::string_view::npos;
}

void require_clean(std::string_view text, std::uint8_t flags) {
  Budget budget;
  require(budget.admit_input(text.size()));
  Pieces pieces;
  require(parse_markdown(text, budget, pieces) == ParseStatus::kOk);
  for (const Piece& piece : pieces) {
    require(piece.part != Part::kHtml && piece.part != Part::kHtmlBlock);
    if (piece.is_end) continue;
    const std::string_view url = piece.text;
    if (piece.part == Part::kImage) {
      const bool may_load = (flags & 1U) != 0 && url.starts_with("https://img.example/") &&
                            url.find_first_of("?#") == std::string_view::npos;
      require(may_load || is_plain_name(url) || url.starts_with("data:image/png;base64,"));
    }
    if (piece.part == Part::kLink) {
      require(url.starts_with("http://") || url.starts_with("https://") || url.starts_with("mailto:") ||
              is_plain_name(url));
      if ((flags & 4U) != 0) require(!url.starts_with("https://bad.example"));
    }
    if (piece.part == Part::kCodeBlock) require(kept_language(piece.title) == piece.title);
    if ((flags & 2U) != 0) require(piece.text.find("SECRET") == std::string::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const sluice::testing::Cleaning cleaning = clean(text, data[0]);
  if (!cleaning.is_released) {
    require(cleaning.findings.decision() >= Decision::kQuarantine);
    require(!cleaning.findings.has(FindingCode::kMalformed));
    return 0;
  }
  require_clean(cleaning.text, data[0]);
  const sluice::testing::Cleaning again = clean(cleaning.text, data[0]);
  require(again.is_released && again.text == cleaning.text);
  return 0;
}
