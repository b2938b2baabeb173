#include "json/document.h"

#include <algorithm>

namespace sluice::json {

namespace {

bool is_scalar_end(char c) noexcept {
  return c == ',' || c == ']' || c == '}' || c == ':' || c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// Walks a text that is known to be JSON, one token for each word group of its tape.
class TokenWalker {
 public:
  explicit TokenWalker(std::string_view text) noexcept : text_(text) {}

  // Offset of the next token, or the end of the text.
  std::size_t next() noexcept {
    while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == ',' || text_[at_] == ':')) ++at_;
    const std::size_t begin = at_;
    if (at_ == text_.size()) return begin;
    const char c = text_[at_++];
    if (c == '"') {
      while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? std::size_t{2} : std::size_t{1};
      at_ = std::min(at_ + 1, text_.size());
    } else if (c != '{' && c != '}' && c != '[' && c != ']') {
      while (at_ < text_.size() && !is_scalar_end(text_[at_])) ++at_;
    }
    return begin;
  }

 private:
  static bool is_space(char c) noexcept { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  std::string_view text_;
  std::size_t at_ = 0;
};

// Counts lines up to ascending offsets.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) noexcept : text_(text) {}
  Position at(std::size_t offset) noexcept {
    offset = std::min(offset, text_.size());
    while (true) {
      const std::size_t newline = text_.find('\n', at_);
      if (newline == std::string_view::npos || newline >= offset) break;
      ++line_;
      at_ = newline + 1;
    }
    return {offset, line_, static_cast<std::uint32_t>(std::min<std::size_t>(offset - at_ + 1, UINT32_MAX))};
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

void append_pointer_token(std::string& pointer, std::string_view key) {
  pointer += '/';
  for (const char c : key) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

std::string_view kind_name(Kind kind) noexcept {
  switch (kind) {
    case Kind::kNull: return "null";
    case Kind::kBool: return "boolean";
    case Kind::kInt:
    case Kind::kUint: return "integer";
    case Kind::kDouble:
    case Kind::kBig: return "number";
    case Kind::kString: return "string";
    case Kind::kArray: return "array";
    case Kind::kObject: return "object";
  }
  return "unknown";
}

std::uint64_t Value::counted_size() const noexcept {
  std::uint64_t exact = 0;
  if (is_object()) {
    const Members range = members();
    for (auto it = range.begin(); it != range.end(); ++it) ++exact;
  } else {
    const Elements range = elements();
    for (auto it = range.begin(); it != range.end(); ++it) ++exact;
  }
  return exact;
}

bool Value::find(std::string_view key, Value& out) const noexcept {
  for (const Member member : members()) {
    if (member.key.text() == key) {
      out = member.value;
      return true;
    }
  }
  return false;
}

Position position_at(ByteView text, std::uint64_t offset) noexcept {
  return LineCounter(as_chars(text)).at(static_cast<std::size_t>(offset));
}

std::vector<Position> Document::positions_of(std::span<const std::uint32_t> ids) const {
  std::vector<Position> positions;
  positions.reserve(ids.size());
  LineCounter lines(as_chars(source_));
  if (offsets_ != nullptr) {
    for (const std::uint32_t id : ids) positions.push_back(lines.at(static_cast<std::size_t>(offsets_[id])));
    return positions;
  }
  TokenWalker tokens(as_chars(source_));
  std::uint32_t at = 1;
  std::size_t offset = tokens.next();
  for (const std::uint32_t id : ids) {
    while (at < id) {
      const char letter = Value(tape_, at).letter();
      at += letter == 'l' || letter == 'u' || letter == 'd' ? 2U : 1U;
      offset = tokens.next();
    }
    positions.push_back(lines.at(offset));
  }
  return positions;
}

Position Document::position_of(std::uint32_t id) const noexcept {
  LineCounter lines(as_chars(source_));
  if (offsets_ != nullptr) return lines.at(static_cast<std::size_t>(offsets_[id]));
  TokenWalker tokens(as_chars(source_));
  std::size_t offset = tokens.next();
  for (std::uint32_t at = 1; at < id; offset = tokens.next()) {
    const char letter = Value(tape_, at).letter();
    at += letter == 'l' || letter == 'u' || letter == 'd' ? 2U : 1U;
  }
  return lines.at(offset);
}

std::string Document::pointer_of(std::uint32_t id) const {
  std::string pointer;
  Value at = root();
  bool is_found = false;
  while (!is_found && at.id() != id) {
    bool descended = false;
    if (at.is_object()) {
      for (const Member member : at.members()) {
        if (id >= member.value.next_id()) continue;
        append_pointer_token(pointer, member.key.text());
        is_found = id == member.key.id();
        at = member.value;
        descended = true;
        break;
      }
    } else if (at.is_array()) {
      std::uint64_t index = 0;
      for (const Value element : at.elements()) {
        if (id < element.next_id()) {
          pointer += '/';
          pointer += std::to_string(index);
          at = element;
          descended = true;
          break;
        }
        ++index;
      }
    }
    if (!descended) break;
  }
  return pointer;
}

}  // namespace sluice::json
