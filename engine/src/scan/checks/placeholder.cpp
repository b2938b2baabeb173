#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "core/ascii.h"
#include "scan/checks/filters.h"

namespace sluice::scan {
namespace {

// Nobody writes a longer placeholder, and the work for each match stays bounded.
constexpr std::size_t kLongest = 256;

// Words that stand for a value. Longer ones first, so that "password" is not left as "word".
constexpr std::array<std::string_view, 58> kMarkers = {
    "placeholder", "credentials", "changethis", "undefined", "redacted", "changeme", "password", "passphrase",
    "mysecret",    "username",    "example",    "examples",  "samples",  "enter",    "provide",  "replace",
    "hunter2",     "default",     "account",    "private",   "client",   "secret",   "passwd",   "sample",
    "insert",      "bearer",      "access",     "string",    "public",   "number",   "hidden",   "change",
    "dummy",       "token",       "value",      "empty",     "basic",    "false",    "admin",    "apikey",
    "your",        "here",        "test",       "fake",      "todo",     "none",     "null",     "with",
    "this",        "user",        "real",       "true",      "pass",     "key",      "api",      "foo",
    "bar",         "my",
};

bool is_letter(char c) noexcept { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_word(char c) noexcept { return is_letter(c) || is_digit(c) || c == '_'; }

/// `${X}`, `{{ x }}`, `$(cmd)`, `<%= x %>`, `<your-key>`, `%X%`, `$X`, `[x]`: a reference, not a value.
bool is_reference(std::string_view text) noexcept {
  constexpr std::array<std::string_view, 8> kOpen = {"${", "$(", "{{", "<%", "#{", "%(", "@{", "[redacted"};
  for (const std::string_view open : kOpen) {
    if (starts_with_ignoring_case(text, open)) return true;
  }
  const char first = text.front();
  const char last = text.back();
  if (text.size() > 2 && ((first == '<' && last == '>') || (first == '%' && last == '%') ||
                          (first == '[' && last == ']') || (first == '{' && last == '}'))) {
    const std::string_view inner = text.substr(1, text.size() - 2);
    return std::all_of(inner.begin(), inner.end(),
                       [](char c) { return is_word(c) || c == '-' || c == ' ' || c == '.'; });
  }
  if (first == '$' && text.size() > 1 && !is_digit(text[1])) {
    // A shell variable in capitals; `$tr0ngPass` is a password.
    return std::all_of(text.begin() + 1, text.end(),
                       [](char c) { return c == '_' || is_digit(c) || ascii_lower(c) != c; });
  }
  return false;
}

/// `os.environ["X"]`, `process.env.X`, `config.password`, `getpass()`: code that fetches a value.
bool is_expression(std::string_view text) noexcept {
  constexpr std::array<std::string_view, 11> kSources = {
      "os.environ", "os.getenv", "process.env", "getenv(",       "env.", "env(",
      "secrets.",   "vault:",    "import.meta", "system.getenv", "data."};
  for (const std::string_view source : kSources) {
    if (starts_with_ignoring_case(text, source)) return true;
  }
  // A dotted path of names: letters and underscores only, as in `self.settings.api_key`.
  std::size_t dots = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.') {
      if (i == 0 || i + 1 == text.size() || text[i - 1] == '.') return false;
      ++dots;
    } else if (!is_letter(c) && c != '_' && c != '-') {
      return false;
    }
  }
  return dots > 0;
}

/// `xxxxxxxx`, `********`, `XXXX-XXXX`, `0000000000`, `........`
bool is_mask(std::string_view text) noexcept {
  char only = '\0';
  for (const char raw : text) {
    const char c = ascii_lower(raw);
    if (c == '-' || c == ' ' || c == '_') continue;
    if (only == '\0') only = c;
    if (c != only) return false;
  }
  return true;
}

bool is_run_of_neighbors(std::string_view text) noexcept {
  for (std::size_t i = 1; i < text.size(); ++i) {
    const int step = ascii_lower(text[i]) - ascii_lower(text[i - 1]);
    const bool wraps = (text[i] == '0' && text[i - 1] == '9') || (text[i] == '1' && text[i - 1] == '9');
    if (step != 1 && !wraps) return false;
  }
  return true;
}

/// Takes marker words and separators away and looks at what is left.
bool is_marker_text(std::string_view text) noexcept {
  constexpr std::size_t kLeftOver = 5;  // "dev", "prod", "1234": an ending, not a value
  std::size_t left = 0;
  std::size_t left_begin = 0;
  std::size_t left_end = 0;
  bool found = false;
  for (std::size_t i = 0; i < text.size();) {
    const auto* marker = std::find_if(kMarkers.begin(), kMarkers.end(), [&](std::string_view word) {
      return starts_with_ignoring_case(text.substr(i), word);
    });
    if (marker != kMarkers.end()) {
      found = true;
      i += marker->size();
      continue;
    }
    const char c = text[i];
    const bool is_filler = !is_word(c) || c == '_' || ascii_lower(c) == 'x' || c == '*';
    if (!is_filler) {
      if (left == 0) left_begin = i;
      left_end = i + 1;
      ++left;
    }
    ++i;
  }
  if (left == 0) return true;
  if (!found) return left == text.size() && is_run_of_neighbors(text);
  return left <= kLeftOver || (left == left_end - left_begin && is_run_of_neighbors(text.substr(left_begin, left)));
}

}  // namespace

bool is_placeholder(ByteView secret) noexcept {
  std::string_view text = as_chars(secret);
  constexpr std::string_view kQuotes = "\"'` \t";
  while (!text.empty() && kQuotes.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  while (!text.empty() && kQuotes.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  if (text.empty()) return true;
  if (text.size() > kLongest) return false;
  return is_reference(text) || is_expression(text) || is_mask(text) || is_marker_text(text);
}

}  // namespace sluice::scan
