#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/bytes.h"

namespace sluice::json {

enum class Kind : std::uint8_t {
  kNull,
  kBool,
  kInt,     ///< fits int64_t
  kUint,    ///< integer above the int64_t range that fits uint64_t
  kDouble,  ///< a number written with fraction or exponent that a double holds to 17 digits
  kBig,     ///< any other number: only its text is kept
  kString,
  kArray,
  kObject,
};

[[nodiscard]] std::string_view kind_name(Kind kind) noexcept;

/// A document's memory: simdjson's DOM tape, which our own strict parser writes too. One 64-bit word a value, its type
/// letter in the top byte; `l u d` are followed by a word of payload; `{ [` hold the index after their end and a
/// saturated count; `"` and `Z` (a number kept as text) the offset of a length-prefixed string.
struct Tape {
  const std::uint64_t* words = nullptr;
  const std::uint8_t* strings = nullptr;  // readable for 8 bytes past the last string
};

class Members;
class Elements;

/// One value of a document: a cheap handle, valid as long as the document.
class Value {
 public:
  Value() = default;
  Value(Tape tape, std::uint32_t id) noexcept : tape_(tape), id_(id) {}

  /// Index of the value on the tape: names a value or key of one document, ascending in reading order.
  [[nodiscard]] std::uint32_t id() const noexcept { return id_; }
  [[nodiscard]] char letter() const noexcept { return static_cast<char>(tape_.words[id_] >> 56U); }
  [[nodiscard]] Kind kind() const noexcept {
    switch (letter()) {
      case 'n': return Kind::kNull;
      case 't':
      case 'f': return Kind::kBool;
      case 'l': return Kind::kInt;
      case 'u': return Kind::kUint;
      case 'd': return Kind::kDouble;
      case 'Z': return Kind::kBig;
      case '"': return Kind::kString;
      case '[': return Kind::kArray;
      default: return Kind::kObject;
    }
  }
  [[nodiscard]] bool is_null() const noexcept { return letter() == 'n'; }
  [[nodiscard]] bool is_string() const noexcept { return letter() == '"'; }
  [[nodiscard]] bool is_array() const noexcept { return letter() == '['; }
  [[nodiscard]] bool is_object() const noexcept { return letter() == '{'; }
  [[nodiscard]] bool is_number() const noexcept {
    const char c = letter();
    return c == 'l' || c == 'u' || c == 'd' || c == 'Z';
  }

  [[nodiscard]] bool as_bool() const noexcept { return letter() == 't'; }  ///< kBool
  [[nodiscard]] std::int64_t as_int() const noexcept { return std::bit_cast<std::int64_t>(tape_.words[id_ + 1]); }
  [[nodiscard]] std::uint64_t as_uint() const noexcept { return tape_.words[id_ + 1]; }  ///< kUint
  [[nodiscard]] double as_double() const noexcept { return std::bit_cast<double>(tape_.words[id_ + 1]); }
  /// kString: the decoded text, UTF-8, may hold NUL. kBig: the number as it was written.
  [[nodiscard]] std::string_view text() const noexcept {
    const std::uint8_t* at = tape_.strings + payload();
    std::uint32_t length = 0;
    std::memcpy(&length, at, sizeof(length));
    return {reinterpret_cast<const char*>(at + sizeof(length)), length};
  }

  /// kArray: elements; kObject: members. O(1) below 16 million, else O(n).
  [[nodiscard]] std::uint64_t size() const noexcept {
    const std::uint64_t count = (tape_.words[id_] >> 32U) & kSaturatedCount;
    return count < kSaturatedCount ? count : counted_size();
  }
  [[nodiscard]] inline Members members() const noexcept;    ///< kObject
  [[nodiscard]] inline Elements elements() const noexcept;  ///< kArray
  /// kObject: the first member of that name, or nullptr-like (`!found`). O(members).
  [[nodiscard]] bool find(std::string_view key, Value& out) const noexcept;

  /// Index one past this value, everything inside included. O(1).
  [[nodiscard]] std::uint32_t next_id() const noexcept {
    switch (letter()) {
      case '{':
      case '[': return static_cast<std::uint32_t>(tape_.words[id_]);
      case 'l':
      case 'u':
      case 'd': return id_ + 2;
      default: return id_ + 1;
    }
  }
  [[nodiscard]] const Tape& tape() const noexcept { return tape_; }
  [[nodiscard]] std::uint64_t payload() const noexcept { return tape_.words[id_] & 0x00FFFFFFFFFFFFFFULL; }

 private:
  static constexpr std::uint64_t kSaturatedCount = 0xFFFFFF;
  [[nodiscard]] std::uint64_t counted_size() const noexcept;
  Tape tape_;
  std::uint32_t id_ = 0;
};

struct Member {
  Value key;  ///< always kString
  Value value;
};

/// Range over the members of an object in their order.
class Members {
 public:
  class Iterator {
   public:
    Iterator(Tape tape, std::uint32_t id) noexcept : tape_(tape), id_(id) {}
    [[nodiscard]] Member operator*() const noexcept { return {Value(tape_, id_), Value(tape_, id_ + 1)}; }
    Iterator& operator++() noexcept {
      id_ = Value(tape_, id_ + 1).next_id();
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) noexcept { return a.id_ == b.id_; }

   private:
    Tape tape_;
    std::uint32_t id_;
  };
  explicit Members(Value object) noexcept : object_(object) {}
  [[nodiscard]] Iterator begin() const noexcept { return {object_.tape(), object_.id() + 1}; }
  [[nodiscard]] Iterator end() const noexcept { return {object_.tape(), object_.next_id() - 1}; }

 private:
  Value object_;
};

/// Range over the elements of an array.
class Elements {
 public:
  class Iterator {
   public:
    Iterator(Tape tape, std::uint32_t id) noexcept : tape_(tape), id_(id) {}
    [[nodiscard]] Value operator*() const noexcept { return {tape_, id_}; }
    Iterator& operator++() noexcept {
      id_ = Value(tape_, id_).next_id();
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) noexcept { return a.id_ == b.id_; }

   private:
    Tape tape_;
    std::uint32_t id_;
  };
  explicit Elements(Value array) noexcept : array_(array) {}
  [[nodiscard]] Iterator begin() const noexcept { return {array_.tape(), array_.id() + 1}; }
  [[nodiscard]] Iterator end() const noexcept { return {array_.tape(), array_.next_id() - 1}; }

 private:
  Value array_;
};

inline Members Value::members() const noexcept { return Members(*this); }
inline Elements Value::elements() const noexcept { return Elements(*this); }

/// Appends `/key` to a JSON pointer, escaped as RFC 6901 wants.
void append_pointer_token(std::string& pointer, std::string_view key);

/// Where something stands in the text. Lines and columns count from 1, columns in bytes.
struct Position {
  std::uint64_t offset = 0;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  friend bool operator==(const Position&, const Position&) = default;
};

/// Line and column of a byte offset. O(offset).
[[nodiscard]] Position position_at(ByteView text, std::uint64_t offset) noexcept;

/// How a string continues the one before it for a reader who looks at the text alone.
enum class Join : std::uint8_t {
  kBreak,     ///< it stands apart
  kAdjacent,  ///< it follows the string before it in one array, so a value may be split over both
};

/// One string or key in reading order.
struct Leaf {
  std::string_view text;  ///< decoded
  bool is_key = false;
  Join join = Join::kBreak;
  std::uint32_t id = 0;  ///< Value::id of the string or key
};

/// A parsed text. It belongs to the Parser that made it and is valid until that one parses again or dies; the text too
/// must be alive where positions are asked for.
class Document {
 public:
  Document() = default;
  /// @param offsets  for each word of the tape its place in `source`, or null where the text and the tape run in step
  Document(Tape tape, ByteView source, const std::uint64_t* offsets, bool was_changed, std::uint64_t nodes) noexcept
      : tape_(tape), source_(source), offsets_(offsets), was_changed_(was_changed), nodes_(nodes) {}

  [[nodiscard]] Value root() const noexcept { return {tape_, 1}; }
  [[nodiscard]] Value at(std::uint32_t id) const noexcept { return {tape_, id}; }
  [[nodiscard]] const Tape& tape() const noexcept { return tape_; }
  [[nodiscard]] ByteView source() const noexcept { return source_; }
  /// True where the value differs from the text (a member dropped, NaN made null, a BOM stripped): the text as it came
  /// must not be released, only what `rebuild` writes.
  [[nodiscard]] bool was_changed() const noexcept { return was_changed_; }
  /// How many values it has; keys are not counted.
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

  /// Where the value or key stands in the text. O(n).
  [[nodiscard]] Position position_of(std::uint32_t id) const noexcept;
  /// Positions of many, which must be ascending. One pass, O(n).
  [[nodiscard]] std::vector<Position> positions_of(std::span<const std::uint32_t> ids) const;

  /// JSON pointer (RFC 6901) of a value or key; holds raw keys of the artifact. O(n).
  [[nodiscard]] std::string pointer_of(std::uint32_t id) const;

  /// Calls `visitor(const Leaf&)` for every key and string in reading order. Needs no stack. O(n).
  template <typename Visitor>
  void for_each_string(Visitor&& visitor) const;

 private:
  Tape tape_;
  ByteView source_;
  const std::uint64_t* offsets_ = nullptr;
  bool was_changed_ = false;
  std::uint64_t nodes_ = 0;
};

template <typename Visitor>
void Document::for_each_string(Visitor&& visitor) const {
  const auto end = static_cast<std::uint32_t>(tape_.words[0] & 0xFFFFFFFFU) - 1;
  // One bit a level, 1 in an object: the parser caps the depth at kMaxDepth, far below 64 * 64.
  std::vector<std::uint64_t> levels(1, 0);
  std::size_t depth = 0;
  bool expects_key = false;     // the next string is a key
  bool follows_string = false;  // the value before, in the same array, is a string
  const auto in_object = [&] { return ((levels[depth / 64] >> (depth % 64)) & 1U) != 0; };
  for (std::uint32_t id = 1; id < end;) {
    const Value value(tape_, id);
    switch (value.letter()) {
      case '{':
      case '[': {
        const bool is_object = value.letter() == '{';
        ++depth;
        if (depth / 64 >= levels.size()) levels.push_back(0);
        const std::uint64_t bit = std::uint64_t{1} << (depth % 64);
        levels[depth / 64] = is_object ? levels[depth / 64] | bit : levels[depth / 64] & ~bit;
        expects_key = is_object;
        follows_string = false;
        ++id;
        continue;
      }
      case '}':
      case ']':
        --depth;
        expects_key = depth > 0 && in_object();
        follows_string = false;
        ++id;
        continue;
      case '"':
        if (depth > 0 && in_object() && expects_key) {
          visitor(Leaf{value.text(), true, Join::kBreak, id});
          expects_key = false;
          ++id;
          continue;
        }
        visitor(Leaf{value.text(), false, follows_string ? Join::kAdjacent : Join::kBreak, id});
        follows_string = depth > 0 && !in_object();
        break;
      default: follows_string = false;
    }
    expects_key = depth > 0 && in_object();
    id = value.next_id();
  }
}

}  // namespace sluice::json
