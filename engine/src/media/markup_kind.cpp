// Markup told by its prolog and first tag, as browsers do (WHATWG MIME Sniffing, section 7.1), with comments skipped.
#include <algorithm>

#include "core/ascii.h"
#include "media/text_kind.h"

namespace sluice::media {

namespace {

constexpr std::string_view kHtmlTags[] = {
    "a",      "abbr",    "address", "article",  "aside",    "audio",  "b",     "base",    "big",     "blockquote",
    "body",   "br",      "button",  "canvas",   "center",   "code",   "dd",    "details", "dialog",  "div",
    "dl",     "dt",      "em",      "embed",    "fieldset", "figure", "font",  "footer",  "form",    "frameset",
    "h1",     "h2",      "h3",      "h4",       "h5",       "h6",     "head",  "header",  "hr",      "html",
    "i",      "iframe",  "img",     "input",    "kbd",      "label",  "li",    "link",    "main",    "marquee",
    "math",   "meta",    "nav",     "noscript", "object",   "ol",     "p",     "picture", "pre",     "s",
    "script", "section", "select",  "small",    "span",     "strong", "style", "sub",     "summary", "sup",
    "table",  "tbody",   "td",      "template", "textarea", "th",     "thead", "title",   "tr",      "tt",
    "u",      "ul",      "var",     "video",    "xmp",
};

bool is_name_char(char c) noexcept {
  const char l = ascii_lower(c);
  return (l >= 'a' && l <= 'z') || (l >= '0' && l <= '9') || l == '-' || l == '_' || l == ':' || l == '.';
}

bool is_html_tag(std::string_view name) noexcept {
  return std::any_of(std::begin(kHtmlTags), std::end(kHtmlTags), [name](std::string_view tag) {
    return tag.size() == name.size() && starts_with_ignoring_case(name, tag);
  });
}

std::string_view skip_space(std::string_view text) noexcept {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n\f\v"), text.size()));
}

// The text after `end`, or nothing where it is not there.
std::string_view after(std::string_view text, std::string_view end) noexcept {
  const std::size_t at = text.find(end);
  return at == std::string_view::npos ? std::string_view{} : text.substr(at + end.size());
}

// Skips a DOCTYPE with its internal subset.
std::string_view after_doctype(std::string_view text) noexcept {
  const std::size_t at = text.find_first_of("[>");
  if (at == std::string_view::npos) return {};
  if (text[at] == '>') return text.substr(at + 1);
  return after(after(text.substr(at), "]"), ">");
}

TextKind structure(MediaType type, std::string_view evidence) noexcept {
  return {type, SniffBasis::kStructure, evidence};
}

}  // namespace

std::optional<TextKind> markup_kind(std::string_view text) noexcept {
  bool is_xml = false;
  for (text = skip_space(text); text.starts_with('<'); text = skip_space(text)) {
    if (starts_with_ignoring_case(text, "<?php") || text.starts_with("<?="))
      return structure(MediaType::kPhp, "PHP open tag");
    if (starts_with_ignoring_case(text, "<?")) {
      is_xml |= starts_with_ignoring_case(text, "<?xml");
      text = after(text, "?>");
    } else if (text.starts_with("<!--")) {
      const std::string_view rest = after(text.substr(4), "-->");
      if (rest.empty() && !is_xml) return structure(MediaType::kHtml, "comment");
      text = rest;
    } else if (starts_with_ignoring_case(text, "<!doctype")) {
      const std::string_view name = skip_space(text.substr(9));
      if (starts_with_ignoring_case(name, "html")) return structure(MediaType::kHtml, "DOCTYPE html");
      if (starts_with_ignoring_case(name, "svg")) return structure(MediaType::kSvg, "DOCTYPE svg");
      is_xml = true;
      text = after_doctype(text);
    } else {
      break;
    }
  }
  if (!text.starts_with('<')) {
    if (is_xml) return structure(MediaType::kXml, "XML declaration");
    return std::nullopt;
  }
  const auto end = std::find_if_not(text.begin() + 1, text.end(), is_name_char);
  std::string_view name = text.substr(1, static_cast<std::size_t>(end - text.begin()) - 1);
  const bool is_closed = end == text.end() || *end == '>' || *end == '/' || *end == ' ' || *end == '\t' ||
                         *end == '\r' || *end == '\n' || *end == '\f';
  if (!name.empty() && is_closed) {
    const std::size_t colon = name.find(':');
    const std::string_view local = colon == std::string_view::npos ? name : name.substr(colon + 1);
    if (starts_with_ignoring_case(local, "svg") && local.size() == 3)
      return structure(MediaType::kSvg, "svg root element");
    if (is_html_tag(name)) return structure(MediaType::kHtml, "HTML tag");
    // `<a@b.c>` and `<word> said` are not markup: an element is closed somewhere.
    const bool has_close = text.find("</") != std::string_view::npos || text.find("/>") != std::string_view::npos;
    if (is_xml || has_close) return structure(MediaType::kXml, "XML element");
  }
  if (is_xml) return structure(MediaType::kXml, "XML declaration");
  return std::nullopt;
}

}  // namespace sluice::media
