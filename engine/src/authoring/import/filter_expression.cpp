#include "authoring/import/filter_expression.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace sluice::authoring::importing {
namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool take(std::string_view& text, std::string_view what) {
  text = trim(text);
  if (!text.starts_with(what)) return false;
  text = trim(text.substr(what.size()));
  return true;
}

std::optional<double> entropy_limit(std::string_view term) {
  take(term, "filter.");
  if (!take(term, "entropy") || !take(term, "(") || !take(term, "finding[\"secret\"]") || !take(term, ")")) {
    return std::nullopt;
  }
  if (!take(term, "<=") && !take(term, "<")) return std::nullopt;
  double limit = 0;
  const auto [end, code] = std::from_chars(term.data(), term.data() + term.size(), limit);
  if (code != std::errc{} || end != term.data() + term.size()) return std::nullopt;
  return limit;
}

// Splits at `||` outside quotes and brackets.
std::vector<std::string_view> terms_of(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t from = 0;
  std::size_t depth = 0;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == '\\' && quote != '`') {
        ++i;
      } else if (c == quote) {
        quote = '\0';
      }
    } else if (c == '"' || c == '\'' || c == '`') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      depth -= depth > 0 ? 1 : 0;
    } else if (depth == 0 && text.substr(i).starts_with("||")) {
      out.push_back(text.substr(from, i - from));
      from = ++i + 1;
    }
  }
  out.push_back(text.substr(std::min(from, text.size())));
  return out;
}

}  // namespace

FilterReading read_filter(std::string_view expression) {
  FilterReading out;
  for (std::string_view term : terms_of(expression)) {
    term = trim(term);
    if (term.starts_with("(") && term.ends_with(")") && term.find('(', 1) == term.rfind('(')) {
      term = trim(term.substr(1, term.size() - 2));
    }
    const std::optional<double> limit = entropy_limit(term);
    if (!limit) {
      out.has_more = out.has_more || !term.empty();
    } else {
      out.min_entropy = std::max(out.min_entropy.value_or(0.0), *limit);
    }
  }
  return out;
}

}  // namespace sluice::authoring::importing
