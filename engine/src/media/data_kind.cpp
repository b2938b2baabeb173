// Data in text form: JSON told by parsing its head without building anything, tables by counting separators.
#include <algorithm>
#include <array>
#include <bitset>

#include "media/text_kind.h"

namespace sluice::media {

namespace {

constexpr std::size_t kMaxDepth = 256;  // deeper is JSON or an attack on its parser: either way JSON rules apply
constexpr std::size_t kMaxTableLines = 20;
constexpr std::size_t kMaxJsonBytes = 16'384;  // enough to tell; the parser reads all of it

enum class JsonEnd : std::uint8_t { kNot, kWhole, kCut };

// One pass over one JSON value. NaN and Infinity count as JSON here: the parser has a finding for them.
class JsonScan {
 public:
  explicit JsonScan(std::string_view text) noexcept : text_(text) {}

  // @return kWhole with `position()` after the value, kCut where the text ends inside it
  JsonEnd run() noexcept {
    bool wants_value = true;
    while (true) {
      skip_space();
      if (at_ == text_.size()) return JsonEnd::kCut;
      const char c = text_[at_];
      if (wants_value) {
        if (c == '{' || c == '[') {
          if (depth_ + 1 == kMaxDepth) return JsonEnd::kCut;
          is_object_[++depth_] = c == '{';
          ++at_;
          skip_space();
          if (at_ == text_.size()) return JsonEnd::kCut;
          if (text_[at_] == (c == '{' ? '}' : ']')) {
            wants_value = false;
          } else if (c == '{') {
            if (const JsonEnd end = key(); end != JsonEnd::kWhole) return end;
          }
          continue;
        }
        if (const JsonEnd end = scalar(); end != JsonEnd::kWhole) return end;
        wants_value = false;
        if (depth_ == 0) return JsonEnd::kWhole;
        continue;
      }
      ++at_;
      if (c == ',') {
        skip_space();
        if (at_ == text_.size()) return JsonEnd::kCut;
        if (is_object_[depth_]) {
          if (const JsonEnd end = key(); end != JsonEnd::kWhole) return end;
        }
        wants_value = true;
      } else if (c == (is_object_[depth_] ? '}' : ']')) {
        if (--depth_ == 0) return JsonEnd::kWhole;
      } else {
        return JsonEnd::kNot;
      }
    }
  }

  [[nodiscard]] std::size_t position() const noexcept { return at_; }
  [[nodiscard]] bool has_cells() const noexcept { return has_cells_; }
  [[nodiscard]] bool has_nbformat() const noexcept { return has_nbformat_; }

 private:
  void skip_space() noexcept {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
  }

  JsonEnd string() noexcept {
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return JsonEnd::kWhole;
      }
      if (c == '\\') {
        if (++at_ == text_.size()) return JsonEnd::kCut;
        if (std::string_view("\"\\/bfnrtu").find(text_[at_]) == std::string_view::npos) return JsonEnd::kNot;
      }
      if (c == '\n') return JsonEnd::kNot;
    }
    return JsonEnd::kCut;
  }

  JsonEnd key() noexcept {
    if (text_[at_] != '"') return JsonEnd::kNot;
    const std::size_t start = at_ + 1;
    if (const JsonEnd end = string(); end != JsonEnd::kWhole) return end;
    const std::string_view name = text_.substr(start, at_ - 1 - start);
    if (depth_ == 1) {
      has_cells_ |= name == "cells" || name == "worksheets";
      has_nbformat_ |= name == "nbformat";
    }
    skip_space();
    if (at_ == text_.size()) return JsonEnd::kCut;
    return text_[at_++] == ':' ? JsonEnd::kWhole : JsonEnd::kNot;
  }

  JsonEnd scalar() noexcept {
    if (text_[at_] == '"') return string();
    const std::size_t start = at_;
    const auto is_word = [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+' ||
             c == '.';
    };
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    if (at_ == text_.size()) return JsonEnd::kCut;
    std::string_view word = text_.substr(start, at_ - start);
    if (word == "true" || word == "false" || word == "null" || word == "NaN") return JsonEnd::kWhole;
    if (word.starts_with('-')) word.remove_prefix(1);
    if (word == "Infinity") return JsonEnd::kWhole;
    const bool is_number = !word.empty() && word.front() >= '0' && word.front() <= '9' &&
                           word.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
    return is_number ? JsonEnd::kWhole : JsonEnd::kNot;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::bitset<kMaxDepth> is_object_;
  bool has_cells_ = false;
  bool has_nbformat_ = false;
};

std::size_t first_visible(std::string_view text, std::size_t from) noexcept {
  return std::min(text.find_first_not_of(" \t\r\n", from), text.size());
}

// Separators outside quotes in the record that starts at `at`; moves `at` past it. Quoted cells may hold newlines.
std::size_t count_record(std::string_view text, char separator, std::size_t& at, bool& is_open) noexcept {
  std::size_t count = 0;
  bool in_quotes = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') in_quotes = !in_quotes;
    if (in_quotes) continue;
    if (c == separator) ++count;
    if (c == '\n') {
      ++at;
      is_open = false;
      return count;
    }
  }
  is_open = true;
  return count;
}

bool is_table(std::string_view text, char separator, bool is_cut) noexcept {
  std::size_t at = 0;
  std::size_t lines = 0;
  std::size_t columns = 0;
  while (at < text.size() && lines < kMaxTableLines) {
    bool is_open = false;
    const std::size_t count = count_record(text, separator, at, is_open);
    if (is_open && is_cut) break;
    if (lines == 0) columns = count;
    if (count == 0 || count != columns) return false;
    ++lines;
  }
  // One separator a line is what prose and settings have too.
  return columns >= 2 ? lines >= 2 : lines >= 4;
}

}  // namespace

std::optional<TextKind> json_kind(std::string_view text, std::string_view tail, bool is_cut) noexcept {
  if (text.size() > kMaxJsonBytes) {
    text = text.substr(0, kMaxJsonBytes);
    is_cut = true;
  }
  JsonScan scan(text);
  const JsonEnd end = scan.run();
  if (end == JsonEnd::kNot || (end == JsonEnd::kCut && !is_cut)) return std::nullopt;
  if (end == JsonEnd::kWhole) {
    const std::size_t next = first_visible(text, scan.position());
    if (next < text.size()) {
      // A second value on a line of its own.
      const bool is_new_line =
          text.substr(scan.position(), next - scan.position()).find('\n') != std::string_view::npos;
      if (!is_new_line || (text[next] != '{' && text[next] != '[')) return std::nullopt;
      JsonScan second(text.substr(next));
      const JsonEnd second_end = second.run();
      if (second_end == JsonEnd::kNot || (second_end == JsonEnd::kCut && !is_cut)) return std::nullopt;
      return TextKind{MediaType::kNdjson, SniffBasis::kHeuristic, "JSON values on lines of their own"};
    }
  }
  const bool has_nbformat = scan.has_nbformat() || tail.find("\"nbformat\"") != std::string_view::npos;
  if (text.front() == '{' && scan.has_cells() && has_nbformat) {
    return TextKind{MediaType::kNotebook, SniffBasis::kStructure, "JSON object with cells and nbformat"};
  }
  return TextKind{MediaType::kJson, SniffBasis::kStructure, "JSON value"};
}

std::optional<TextKind> table_kind(std::string_view text, bool is_cut) noexcept {
  if (is_table(text, '\t', is_cut)) return TextKind{MediaType::kTsv, SniffBasis::kHeuristic, "equal counts of tabs"};
  for (const char separator : {',', ';'}) {
    if (is_table(text, separator, is_cut)) {
      return TextKind{MediaType::kCsv, SniffBasis::kHeuristic, "equal counts of separators"};
    }
  }
  return std::nullopt;
}

}  // namespace sluice::media
