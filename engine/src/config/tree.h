#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/result.h"

namespace sluice::config {

/// What a configuration file may hold; more is an error with the position where it became too much.
inline constexpr std::size_t kMaxConfigBytes = 1'000'000;  ///< the largest rule pack here is under 200 KB
inline constexpr std::size_t kMaxConfigDepth = 32;         ///< a rule pack nests 4 deep, a JSON policy 3
inline constexpr std::size_t kMaxConfigNodes = 100'000;    ///< 400 rules of 30 values are 12,000

/// A place in a configuration file. 1-based, the column counts characters; {0, 0} means no place.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const Position&, const Position&) = default;
  friend auto operator<=>(const Position&, const Position&) = default;
};

enum class NodeKind : std::uint8_t { kNull, kBool, kInteger, kDouble, kString, kArray, kTable };

/// "a string", "a table" and so on, for error texts.
[[nodiscard]] std::string_view kind_name(NodeKind kind) noexcept;

/// One value of a configuration file, with its key and both positions. Members keep the order of the file.
///
/// Nesting is at most kMaxConfigDepth, so walking a node by recursion is bounded.
class Node {
 public:
  [[nodiscard]] NodeKind kind() const noexcept { return kind_; }
  [[nodiscard]] bool is_null() const noexcept { return kind_ == NodeKind::kNull; }
  [[nodiscard]] bool is_bool() const noexcept { return kind_ == NodeKind::kBool; }
  [[nodiscard]] bool is_integer() const noexcept { return kind_ == NodeKind::kInteger; }
  [[nodiscard]] bool is_double() const noexcept { return kind_ == NodeKind::kDouble; }
  [[nodiscard]] bool is_string() const noexcept { return kind_ == NodeKind::kString; }
  [[nodiscard]] bool is_array() const noexcept { return kind_ == NodeKind::kArray; }
  [[nodiscard]] bool is_table() const noexcept { return kind_ == NodeKind::kTable; }

  /// The key that names this value in its table; empty for elements of an array and for the root.
  [[nodiscard]] const std::string& key() const noexcept { return key_; }
  /// Where the key stands; where there is none, where the value stands.
  [[nodiscard]] Position key_position() const noexcept { return key_position_; }
  /// Where the value begins.
  [[nodiscard]] Position position() const noexcept { return position_; }

  /// The scalar; false, 0 or "" for a node of another kind.
  [[nodiscard]] bool as_bool() const noexcept { return integer_ != 0 && is_bool(); }
  [[nodiscard]] std::int64_t as_integer() const noexcept { return is_integer() ? integer_ : 0; }
  /// The number of an integer or double node.
  [[nodiscard]] double as_double() const noexcept { return is_integer() ? static_cast<double>(integer_) : double_; }
  [[nodiscard]] const std::string& as_string() const noexcept { return string_; }

  /// Elements of an array or members of a table, in the order of the file; empty for a scalar. Valid while the node is.
  [[nodiscard]] std::span<const Node> items() const noexcept { return items_; }
  /// The member called `key`, or null. O(members).
  [[nodiscard]] const Node* find(std::string_view key) const noexcept;

  /// Same kinds, keys and values in the same order; positions do not count.
  friend bool operator==(const Node& a, const Node& b) noexcept;

 private:
  friend class NodeBuilder;
  NodeKind kind_ = NodeKind::kNull;
  Position key_position_;
  Position position_;
  std::int64_t integer_ = 0;  // also the bool
  double double_ = 0;
  std::string key_;
  std::string string_;
  std::vector<Node> items_;
};

/// Which of its two positions of a value is meant.
enum class Part : std::uint8_t { kKey, kValue };

/// A parsed configuration file: a root table and the name that errors call the file by.
class Tree {
 public:
  Tree(Node root, std::string path) : root_(std::move(root)), path_(std::move(path)) {}

  [[nodiscard]] const Node& root() const noexcept { return root_; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// The value at a JSON pointer (RFC 6901), or null.
  [[nodiscard]] const Node* resolve(std::string_view json_pointer) const;
  /// Where the value at a JSON pointer stands; where it does not exist, where the nearest table or array around it
  /// does.
  [[nodiscard]] Position locate(std::string_view json_pointer, Part part = Part::kValue) const;

 private:
  Node root_;
  std::string path_;
};

/// Parses a configuration file: JSON where the first byte after white space is `{`, else TOML 1.0.
///
/// A UTF-8 byte order mark at the start is skipped. Not accepted, each with its own message: bytes that are not UTF-8,
/// duplicate keys, dates and times, inf and nan, integers beyond 64 bits, more than the three limits above.
/// @param text  any bytes; nothing is retained
/// @param path  how errors call the file
/// @return the tree, or kConfigSyntax with "path:line:column: what was found, what was expected"
/// Complexity: O(n log n). Thread-safety: safe to call concurrently.
[[nodiscard]] Result<Tree> parse(std::string_view text, std::string_view path);

/// Writes a node as compact JSON; `parse` of the text of a table gives an equal node. O(n).
[[nodiscard]] std::string to_json(const Node& node);

/// "path:line:column: "; without a position "path: ". Control characters of the path are replaced.
[[nodiscard]] std::string place(std::string_view path, Position position);

}  // namespace sluice::config
