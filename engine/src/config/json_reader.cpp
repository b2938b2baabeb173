#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_set>
#include <utility>

#include "config/build.h"
#include "config/input.h"
#include "sluice/report_text.h"

namespace sluice::config {

namespace {

void append_utf8(std::string& out, std::uint32_t cp) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (cp < 0x80) {
    put(cp);
  } else if (cp < 0x800) {
    put(0xC0U | (cp >> 6U));
    put(0x80U | (cp & 0x3FU));
  } else if (cp < 0x10000) {
    put(0xE0U | (cp >> 12U));
    put(0x80U | ((cp >> 6U) & 0x3FU));
    put(0x80U | (cp & 0x3FU));
  } else {
    put(0xF0U | (cp >> 18U));
    put(0x80U | ((cp >> 12U) & 0x3FU));
    put(0x80U | ((cp >> 6U) & 0x3FU));
    put(0x80U | (cp & 0x3FU));
  }
}

// A strict reader of RFC 8259 that knows the line and column of every key and value. Open tables and arrays are on a
// stack of its own. simdjson, which the engine parses artifacts with, gives no positions of keys.
class Reader {
 public:
  Reader(std::string_view text, std::string_view path) : text_(text), path_(path) {}

  Result<Tree> read() {
    while (!is_done_) {
      if (!read_one()) return std::move(*error_);
    }
    skip_space();
    if (at_ < text_.size()) {
      expected("the end of the file");
      return std::move(*error_);
    }
    return Tree(std::move(*root_), std::string(path_));
  }

 private:
  struct Open {
    Node node;
    std::unordered_set<std::string> keys;
  };

  // Reads one value with the key before it, or closes one table or array. False after an error.
  bool read_one();
  bool read_key();
  bool read_value(Position position);
  bool read_number(Position position);
  bool read_string(std::string& out);
  bool read_escape(std::string& out);
  std::optional<std::uint32_t> read_hex4();
  bool place_value(Node node);
  bool open(NodeKind kind, Position position);
  bool close();

  // Moves over `count` bytes that hold no newline.
  void skip(std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i, ++at_) {
      if ((static_cast<unsigned char>(text_[at_]) & 0xC0U) != 0x80U) ++here_.column;
    }
  }
  void skip_space() noexcept {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++at_;
        ++here_.line;
        here_.column = 1;
      } else if (c == ' ' || c == '\t' || c == '\r') {
        skip(1);
      } else {
        return;
      }
    }
  }
  [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool fail(Position position, std::string_view what) {
    if (!error_) error_ = syntax_error(path_, position, "not valid JSON: " + std::string(what));
    return false;
  }
  bool expected(std::string_view what) {
    return fail(here_, "found " + what_stands_at(text_, at_) + ", expected " + std::string(what));
  }

  std::string_view text_;
  std::string_view path_;
  std::size_t at_ = 0;
  Position here_{1, 1};
  std::size_t nodes_ = 0;
  std::vector<Open> stack_;
  std::string key_;
  Position key_position_;
  bool is_done_ = false;
  std::optional<Node> root_;
  std::optional<Error> error_;
};

bool Reader::read_one() {
  skip_space();
  if (stack_.empty()) return read_value(here_);
  Node& parent = stack_.back().node;
  const bool is_table = parent.is_table();
  const char closing = is_table ? '}' : ']';
  if (peek() == closing) return close();
  if (!parent.items().empty()) {
    if (peek() != ',') return expected(is_table ? "`,` or `}`" : "`,` or `]`");
    skip(1);
    skip_space();
  }
  if (is_table && !read_key()) return false;
  return read_value(here_);
}

bool Reader::read_key() {
  if (peek() != '"') return expected("a key in double quotes");
  key_.clear();
  key_position_ = here_;
  if (!read_string(key_)) return false;
  if (!stack_.back().keys.insert(key_).second) {
    const Node* first = stack_.back().node.find(key_);
    std::string what = "found the key `" + report_text(as_bytes(key_), nullptr).str() + "` twice";
    if (first != nullptr) what += " (first in line " + std::to_string(first->key_position().line) + ")";
    return fail(key_position_, what + ", expected each key once");
  }
  skip_space();
  if (peek() != ':') return expected("`:`");
  skip(1);
  skip_space();
  return true;
}

bool Reader::read_value(Position position) {
  if (++nodes_ > kMaxConfigNodes) {
    return fail(position, "found more than " + std::to_string(kMaxConfigNodes) + " values, expected a smaller file");
  }
  const char c = peek();
  if (c == '{') return open(NodeKind::kTable, position);
  if (c == '[') return open(NodeKind::kArray, position);
  if (c == '"') {
    std::string value;
    return read_string(value) && place_value(NodeBuilder::string(std::move(value), position));
  }
  if (c == '-' || (c >= '0' && c <= '9')) return read_number(position);
  const std::string_view rest = text_.substr(at_);
  for (const std::string_view word : {"true", "false", "null"}) {
    if (!rest.starts_with(word)) continue;
    skip(word.size());
    if (word == "null") return place_value(NodeBuilder::make(NodeKind::kNull, position));
    return place_value(NodeBuilder::boolean(word == "true", position));
  }
  return expected("a value");
}

bool Reader::read_number(Position position) {
  const std::size_t begin = at_;
  const auto digits = [this] {
    const std::size_t from = at_;
    while (peek() >= '0' && peek() <= '9') skip(1);
    return at_ - from;
  };
  if (peek() == '-') skip(1);
  const bool has_zero = peek() == '0';
  const std::size_t whole = digits();
  if (whole == 0) return expected("a digit");
  if (has_zero && whole > 1)
    return fail(position, "found a number that begins with 0, expected none before its digits");
  bool is_integer = true;
  if (peek() == '.') {
    is_integer = false;
    skip(1);
    if (digits() == 0) return expected("a digit");
  }
  if (peek() == 'e' || peek() == 'E') {
    is_integer = false;
    skip(1);
    if (peek() == '+' || peek() == '-') skip(1);
    if (digits() == 0) return expected("a digit");
  }
  const char* first = text_.data() + begin;
  const char* last = text_.data() + at_;
  if (is_integer) {
    std::int64_t value = 0;
    if (std::from_chars(first, last, value).ec != std::errc{}) {
      return fail(position, "found an integer beyond 64 bits, expected a smaller one");
    }
    return place_value(NodeBuilder::integer(value, position));
  }
  double value = 0;
  if (std::from_chars(first, last, value).ec != std::errc{} || !std::isfinite(value)) {
    return fail(position, "found a number that no double can hold, expected a smaller one");
  }
  return place_value(NodeBuilder::number(value, position));
}

bool Reader::read_string(std::string& out) {
  const Position begin = here_;
  skip(1);
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '"') {
      skip(1);
      return true;
    }
    if (c == '\n') return fail(begin, "found a string without its closing quote, expected `\"` in the same line");
    if (static_cast<unsigned char>(c) < 0x20) return expected("control characters escaped, as in \\u0009");
    if (c == '\\') {
      if (!read_escape(out)) return false;
      continue;
    }
    out += c;
    skip(1);
  }
  return fail(begin, "found a string without its closing quote, expected `\"`");
}

bool Reader::read_escape(std::string& out) {
  const Position begin = here_;
  skip(1);
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const char letter = peek();
  const std::size_t index = letter == '\0' ? std::string_view::npos : kLetters.find(letter);
  if (index != std::string_view::npos) {
    out += kMeanings[index];
    skip(1);
    return true;
  }
  if (letter != 'u') return expected("one of \" \\ / b f n r t u after a backslash");
  skip(1);
  std::optional<std::uint32_t> unit = read_hex4();
  if (!unit) return false;
  if (*unit >= 0xD800 && *unit <= 0xDBFF && text_.substr(at_).starts_with("\\u")) {
    skip(2);
    const std::optional<std::uint32_t> low = read_hex4();
    if (!low) return false;
    if (*low < 0xDC00 || *low > 0xDFFF) return fail(begin, "found half a surrogate pair, expected both halves");
    unit = 0x10000U + ((*unit - 0xD800U) << 10U) + (*low - 0xDC00U);
  }
  if (*unit >= 0xD800 && *unit <= 0xDFFF) return fail(begin, "found half a surrogate pair, expected both halves");
  append_utf8(out, *unit);
  return true;
}

std::optional<std::uint32_t> Reader::read_hex4() {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = peek();
    const bool is_digit = c >= '0' && c <= '9';
    const bool is_letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (!is_digit && !is_letter) {
      expected("four hexadecimal digits after \\u");
      return std::nullopt;
    }
    const int digit = is_digit ? c - '0' : (c | 0x20) - 'a' + 10;
    value = value * 16U + static_cast<std::uint32_t>(digit);
    skip(1);
  }
  return value;
}

bool Reader::place_value(Node node) {
  if (stack_.empty()) {
    root_ = std::move(node);
    is_done_ = true;
    return true;
  }
  Node& parent = stack_.back().node;
  if (parent.is_table()) NodeBuilder::set_key(node, key_, key_position_);
  NodeBuilder::items(parent).push_back(std::move(node));
  return true;
}

bool Reader::open(NodeKind kind, Position position) {
  // The root is level 0.
  if (stack_.size() > kMaxConfigDepth) {
    return fail(position,
                "found values nested more than " + std::to_string(kMaxConfigDepth) + " deep, expected fewer levels");
  }
  Open opened;
  opened.node = NodeBuilder::make(kind, position);
  if (!stack_.empty() && stack_.back().node.is_table()) NodeBuilder::set_key(opened.node, key_, key_position_);
  stack_.push_back(std::move(opened));
  skip(1);
  return true;
}

bool Reader::close() {
  skip(1);
  Node node = std::move(stack_.back().node);
  stack_.pop_back();
  if (stack_.empty()) {
    root_ = std::move(node);
    is_done_ = true;
    return true;
  }
  NodeBuilder::items(stack_.back().node).push_back(std::move(node));
  return true;
}

}  // namespace

Result<Tree> parse_json(std::string_view text, std::string_view path) { return Reader(text, path).read(); }

}  // namespace sluice::config
