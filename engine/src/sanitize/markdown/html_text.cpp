#include "sanitize/markdown/html_text.h"

#include <algorithm>
#include <utility>

#include "core/ascii.h"

namespace sluice::sanitize {

namespace {

struct Hidden {
  std::string_view begin;
  std::string_view end;
};
// The longer beginning first.
constexpr Hidden kHidden[] = {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}};

// Takes out what no reader shows; what has no end goes up to the end of the block.
std::string without_hidden(std::string_view html, std::uint64_t& count) {
  std::string out;
  std::size_t from = 0;
  while (from < html.size()) {
    const std::size_t open = std::min(html.find('<', from), html.size());
    out.append(html.substr(from, open - from));
    if (open == html.size()) break;
    const auto* const kind = std::find_if(std::begin(kHidden), std::end(kHidden), [&](const Hidden& hidden) {
      return html.substr(open).starts_with(hidden.begin);
    });
    if (kind == std::end(kHidden)) {
      out += '<';
      from = open + 1;
      continue;
    }
    ++count;
    // `<!-->` is a whole comment to browsers.
    const std::size_t inside = kind == std::begin(kHidden) ? open + 2 : open + kind->begin.size();
    const std::size_t close = html.find(kind->end, inside);
    from = close == std::string_view::npos ? html.size() : close + kind->end.size();
  }
  return out;
}

bool is_line_break(std::string_view tag) {
  std::string name = ascii_lower(tag);
  name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
  return name == "<br>" || name == "<br/>";
}

void add_paragraphs(std::string_view text, std::uint64_t source, Pieces& out) {
  bool is_open = false;
  const auto add = [&](Part part, bool is_end, std::string_view words) {
    Piece piece;
    piece.part = part;
    piece.is_end = is_end;
    piece.source = source;
    piece.text = words;
    out.push_back(std::move(piece));
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool is_blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
    if (is_blank) {
      if (is_open) add(Part::kParagraph, true, {});
      is_open = false;
      continue;
    }
    add(is_open ? Part::kSoftBreak : Part::kParagraph, false, {});
    is_open = true;
    add(Part::kText, false, line);
  }
  if (is_open) add(Part::kParagraph, true, {});
}

}  // namespace

Pieces show_html(Pieces&& pieces, HtmlTally& tally) {
  Pieces out;
  out.reserve(pieces.size());
  for (Piece& piece : pieces) {
    if (piece.part != Part::kHtml && piece.part != Part::kHtmlBlock) {
      out.push_back(std::move(piece));
      continue;
    }
    std::uint64_t comments = 0;
    std::string shown = without_hidden(piece.text, comments);
    if (comments != 0 && tally.comments == 0) tally.first_comment = piece.source;
    tally.comments += comments;
    if (shown.find_first_not_of(" \t\r\n") == std::string::npos) continue;
    if (tally.shown++ == 0) tally.first_shown = piece.source;
    if (piece.part == Part::kHtmlBlock) {
      add_paragraphs(shown, piece.source, out);
      continue;
    }
    Piece text;
    text.source = piece.source;
    text.part = is_line_break(shown) ? Part::kHardBreak : Part::kText;
    if (text.part == Part::kText) text.text = std::move(shown);
    out.push_back(std::move(text));
  }
  return out;
}

}  // namespace sluice::sanitize
