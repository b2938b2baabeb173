#include "sanitize/chart/rich_text.h"

#include <algorithm>
#include <iterator>

#include "core/ascii.h"

namespace sluice::sanitize {

namespace {

constexpr std::string_view kTags[] = {"b", "br", "em", "i", "span", "sub", "sup"};
constexpr std::size_t kMaxUrlBytes = 2048;

bool is_letter(char c) noexcept {
  const char l = ascii_lower(c);
  return l >= 'a' && l <= 'z';
}

bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

// Where `text[at]`, a '<', begins what some reader takes for a tag or a comment.
bool opens_tag(std::string_view text, std::size_t at) noexcept {
  if (at + 1 >= text.size()) return false;
  const char next = text[at + 1];
  return is_letter(next) || next == '/' || next == '!' || next == '?';
}

// The address of a link; empty where it has none that may stay.
std::string_view link_of(std::string_view tag) noexcept {
  std::size_t at = 0;
  while (at < tag.size()) {
    const std::size_t found = tag.find('=', at);
    if (found == std::string_view::npos) return {};
    std::size_t name_end = found;
    while (name_end > at && is_blank(tag[name_end - 1])) --name_end;
    std::size_t name_begin = name_end;
    while (name_begin > at && !is_blank(tag[name_begin - 1]) && tag[name_begin - 1] != '/') --name_begin;
    std::size_t value = found + 1;
    while (value < tag.size() && is_blank(tag[value])) ++value;
    if (value == tag.size()) return {};
    const char quote = tag[value];
    const bool is_quoted = quote == '"' || quote == '\'';
    if (is_quoted) ++value;
    std::size_t end = value;
    while (end < tag.size() && (is_quoted ? tag[end] != quote : !is_blank(tag[end]))) ++end;
    const std::string_view name = tag.substr(name_begin, name_end - name_begin);
    if (name.size() == 4 && starts_with_ignoring_case(name, "href")) return tag.substr(value, end - value);
    at = std::min(end + 1, tag.size());
  }
  return {};
}

bool may_link(std::string_view url, MemberHost& host) {
  if (url.empty() || url.size() > kMaxUrlBytes) return false;
  if (!starts_with_ignoring_case(url, "http://") && !starts_with_ignoring_case(url, "https://")) return false;
  const bool is_plain = std::all_of(url.begin(), url.end(), [](char c) {
    return c > 0x20 && c < 0x7F && c != '"' && c != '\'' && c != '<' && c != '>' && c != '\\' && c != '`' && c != '&';
  });
  return is_plain && host.allows_url(UrlUse::kLink, url);
}

// What is written for the tag between `<` and `>`.
std::string written_tag(std::string_view tag, MemberHost& host) {
  const bool is_end = tag.starts_with('/');
  if (is_end) tag.remove_prefix(1);
  std::size_t length = 0;
  while (length < tag.size() && (is_letter(tag[length]) || (tag[length] >= '0' && tag[length] <= '9'))) ++length;
  const bool is_closed = length == tag.size() || is_blank(tag[length]) || tag[length] == '/';
  const std::string name = ascii_lower(tag.substr(0, length));
  if (!is_closed) return {};
  if (name == "a") {
    if (is_end) return "</a>";
    const std::string_view url = link_of(tag.substr(length));
    return may_link(url, host) ? "<a href=\"" + std::string(url) + "\">" : std::string();
  }
  if (std::find(std::begin(kTags), std::end(kTags), name) == std::end(kTags)) return {};
  return (is_end ? "</" : "<") + name + ">";
}

}  // namespace

bool clean_rich_text(std::string_view text, MemberHost& host, std::string& out) {
  if (text.find('<') == std::string_view::npos) return false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('<', at), text.size());
    out += text.substr(at, open - at);
    if (open == text.size()) break;
    if (!opens_tag(text, open)) {
      // What follows may begin with a tag that goes: then it must not make a new one with what comes after.
      out += open + 1 < text.size() && text[open + 1] == '<' ? "&lt;" : "<";
      at = open + 1;
      continue;
    }
    // A tag never holds another one's begin.
    const std::size_t end = std::min(text.find_first_of("<>", open + 1), text.size());
    if (end == text.size() || text[end] == '<') {
      out += "&lt;";
      at = open + 1;
      continue;
    }
    out += written_tag(text.substr(open + 1, end - open - 1), host);
    at = end + 1;
  }
  return out != text;
}

}  // namespace sluice::sanitize
