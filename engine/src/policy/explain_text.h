#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/reader.h"

/// Small parts of sentences, and lines of at most 100 columns.
namespace sluice::policy {

/// Collects wrapped lines.
class Page {
 public:
  /// A line at the left edge, after an empty line where it is not the first.
  void title(std::string_view text);
  /// A sentence, indented by two.
  void say(std::string_view text) { wrap(text, "  ", "  "); }
  /// One entry of a list.
  void bullet(std::string_view text) { wrap(text, "  - ", "    "); }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void wrap(std::string_view text, std::string_view first, std::string_view next);
  std::string out_;
};

/// "a, b and c", with `last` before the last one.
[[nodiscard]] std::string join(const std::vector<std::string>& words, std::string_view last = "and");

/// A file name, pattern or schema name of the policy: printable ASCII, at most 128 bytes.
[[nodiscard]] std::string printable(std::string_view text);
[[nodiscard]] std::vector<std::string> printable(const std::vector<std::string>& texts);

/// The word that means `value` in a policy file.
template <typename T, std::size_t N>
[[nodiscard]] std::string word_of(const std::array<config::Choice<T>, N>& choices, T value) {
  for (const config::Choice<T>& choice : choices) {
    if (choice.value == value) return std::string(choice.word);
  }
  return "unknown";
}

}  // namespace sluice::policy
