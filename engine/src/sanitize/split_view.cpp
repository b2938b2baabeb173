#include "sanitize/split_view.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/ascii.h"

namespace sluice::sanitize {

namespace {

constexpr std::string_view kInline[] = {"a", "b",     "bdi",  "bdo",    "big", "code", "em", "font", "i",  "mark",
                                        "s", "small", "span", "strong", "sub", "sup",  "tt", "u",    "wbr"};
constexpr std::string_view kUnseen[] = {"script", "style", "template", "title", "noscript"};
constexpr std::size_t kMinWords = 2;
// Half of the words in common is what two spellings of one table have at least.
constexpr std::size_t kMinCommonPercent = 50;
constexpr std::size_t kManyMore = 4;
constexpr std::size_t kMinSurplus = 40;

bool is_word_char(char c) noexcept {
  const char l = ascii_lower(c);
  return (l >= 'a' && l <= 'z') || (l >= '0' && l <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view trimmed(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
}

// Distinct words and numbers, in small letters, sorted.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word_char(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_word_char(text[end])) ++end;
    words.push_back(ascii_lower(text.substr(at, end - at)));
    at = end;
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

// `<Figure size 640x480 with 1 Axes>`, `Figure({...})`, `LogisticRegression(C=1)`.
bool stands_for_object(std::string_view plain) noexcept {
  const std::string_view text = trimmed(plain);
  if (text.empty()) return true;
  if (text.front() == '<' && text.back() == '>') return true;
  std::size_t at = 0;
  while (at < text.size() && (is_word_char(text[at]) || text[at] == '_' || text[at] == '.')) ++at;
  return at > 0 && at < text.size() && text[at] == '(' && text.back() == ')';
}

bool is_cut(std::string_view text) noexcept {
  return text.find("...") != std::string_view::npos || text.find("\xE2\x80\xA6") != std::string_view::npos ||
         text.find("\xE2\x8B\xAE") != std::string_view::npos;
}

struct Reference {
  std::string_view name;
  std::string_view text;
};
constexpr Reference kReferences[] = {{"amp;", "&"},   {"lt;", "<"},   {"gt;", ">"},
                                     {"quot;", "\""}, {"nbsp;", " "}, {"apos;", "'"}};

// Decodes the reference after `&`. @return how many bytes it has, 0 where there is none
std::size_t decode(std::string_view text, std::string& out) {
  for (const Reference& reference : kReferences) {
    if (text.starts_with(reference.name)) {
      out += reference.text;
      return reference.name.size();
    }
  }
  if (!text.starts_with('#')) return 0;
  const bool is_hex = text.size() > 1 && ascii_lower(text[1]) == 'x';
  std::uint32_t code = 0;
  std::size_t at = is_hex ? 2 : 1;
  const std::size_t first = at;
  for (; at < text.size() && at < first + 7; ++at) {
    const int digit = hex_digit_value(text[at]);
    if (digit < 0 || (!is_hex && digit > 9)) break;
    code = code * (is_hex ? 16U : 10U) + static_cast<std::uint32_t>(digit);
  }
  if (at == first) return 0;
  // Other letters only have to be the same on both sides, which they are not then: rare, and only for comparing.
  out += code > 0x20 && code < 0x7F ? static_cast<char>(code) : ' ';
  return at < text.size() && text[at] == ';' ? at + 1 : at;
}

std::string tag_name(std::string_view tag) {
  std::size_t at = tag.starts_with('/') ? 1 : 0;
  const std::size_t first = at;
  while (at < tag.size() && is_word_char(tag[at])) ++at;
  return ascii_lower(tag.substr(first, at - first));
}

template <typename List>
bool is_one_of(const List& list, std::string_view name) noexcept {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

// The end of the tag that begins at `at`, quotes respected.
std::size_t tag_end(std::string_view html, std::size_t at) noexcept {
  char quote = 0;
  for (; at < html.size(); ++at) {
    const char c = html[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at;
    }
  }
  return html.size();
}

}  // namespace

std::string roughly_visible_text(std::string_view html) {
  std::string out;
  std::string unseen;  // the element whose content is skipped
  for (std::size_t at = 0; at < html.size();) {
    const char c = html[at];
    if (c == '<' && html.substr(at).starts_with("<!--")) {
      const std::size_t end = html.find("-->", at + 4);
      at = end == std::string_view::npos ? html.size() : end + 3;
      continue;
    }
    const bool opens =
        c == '<' && at + 1 < html.size() &&
        (is_word_char(html[at + 1]) || html[at + 1] == '/' || html[at + 1] == '!' || html[at + 1] == '?');
    if (opens) {
      const std::string name = tag_name(html.substr(at + 1, 24));
      const bool is_end = html[at + 1] == '/';
      if (!unseen.empty() && !(is_end && name == unseen)) {
        ++at;
        continue;
      }
      at = std::min(tag_end(html, at + 1) + 1, html.size());
      if (!is_end && is_one_of(kUnseen, name)) unseen = name;
      if (is_end) unseen.clear();
      if (!is_one_of(kInline, name)) out += ' ';
      continue;
    }
    ++at;
    if (!unseen.empty()) continue;
    const std::size_t length = c == '&' ? decode(html.substr(at, 16), out) : 0;
    if (length == 0) out += c;
    at += length;
  }
  return out;
}

bool is_split_view(std::string_view plain, std::string_view visible) {
  if (stands_for_object(plain)) return false;
  const std::vector<std::string> left = words_of(plain);
  const std::vector<std::string> right = words_of(visible);
  const std::size_t less = std::min(left.size(), right.size());
  const std::size_t more = std::max(left.size(), right.size());
  if (less < kMinWords) return less > 0 && more >= kMinSurplus;
  std::vector<std::string> common;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(common));
  if (common.size() * 100 < less * kMinCommonPercent) return true;
  const std::string_view shorter = left.size() < right.size() ? plain : visible;
  return more > less * kManyMore && more - less > kMinSurplus && !is_cut(shorter);
}

}  // namespace sluice::sanitize
