#include "config/tree.h"

#include <algorithm>
#include <charconv>

#include "json/json_pointer.h"

namespace sluice::config {

namespace {

const Node* step(const Node& node, std::string_view token) {
  if (node.is_table()) return node.find(json::unescape_pointer_token(token));
  if (!node.is_array() || token.empty() || (token.size() > 1 && token.front() == '0')) return nullptr;
  std::size_t index = 0;
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (code != std::errc{} || end != token.data() + token.size() || index >= node.items().size()) return nullptr;
  return &node.items()[index];
}

// Walks a pointer as far as it exists; `is_whole` says whether that was all of it.
const Node& walk(const Node& root, std::string_view pointer, bool& is_whole) {
  const Node* node = &root;
  is_whole = true;
  while (!pointer.empty()) {
    if (pointer.front() != '/') {
      is_whole = false;
      break;
    }
    pointer.remove_prefix(1);
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    const Node* next = step(*node, pointer.substr(0, end));
    if (next == nullptr) {
      is_whole = false;
      break;
    }
    node = next;
    pointer.remove_prefix(end);
  }
  return *node;
}

}  // namespace

std::string_view kind_name(NodeKind kind) noexcept {
  switch (kind) {
    case NodeKind::kNull: return "null";
    case NodeKind::kBool: return "a boolean";
    case NodeKind::kInteger: return "an integer";
    case NodeKind::kDouble: return "a number";
    case NodeKind::kString: return "a string";
    case NodeKind::kArray: return "an array";
    case NodeKind::kTable: return "a table";
  }
  return "unknown";
}

const Node* Node::find(std::string_view key) const noexcept {
  if (!is_table()) return nullptr;
  const auto it = std::find_if(items_.begin(), items_.end(), [key](const Node& n) { return n.key_ == key; });
  return it == items_.end() ? nullptr : &*it;
}

bool operator==(const Node& a, const Node& b) noexcept {
  return a.kind_ == b.kind_ && a.integer_ == b.integer_ && a.double_ == b.double_ && a.key_ == b.key_ &&
         a.string_ == b.string_ && a.items_ == b.items_;
}

const Node* Tree::resolve(std::string_view json_pointer) const {
  bool is_whole = false;
  const Node& node = walk(root_, json_pointer, is_whole);
  return is_whole ? &node : nullptr;
}

Position Tree::locate(std::string_view json_pointer, Part part) const {
  bool is_whole = false;
  const Node& node = walk(root_, json_pointer, is_whole);
  return part == Part::kKey ? node.key_position() : node.position();
}

}  // namespace sluice::config
