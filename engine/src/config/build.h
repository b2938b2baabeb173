#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "config/tree.h"

namespace sluice::config {

/// Makes nodes; only for the readers of this folder and the YAML reader of authoring/.
class NodeBuilder {
 public:
  [[nodiscard]] static Node make(NodeKind kind, Position position) {
    Node node;
    node.kind_ = kind;
    node.position_ = position;
    node.key_position_ = position;
    return node;
  }
  [[nodiscard]] static Node boolean(bool value, Position position) {
    Node node = make(NodeKind::kBool, position);
    node.integer_ = value ? 1 : 0;
    return node;
  }
  [[nodiscard]] static Node integer(std::int64_t value, Position position) {
    Node node = make(NodeKind::kInteger, position);
    node.integer_ = value;
    return node;
  }
  [[nodiscard]] static Node number(double value, Position position) {
    Node node = make(NodeKind::kDouble, position);
    node.double_ = value;
    return node;
  }
  [[nodiscard]] static Node string(std::string value, Position position) {
    Node node = make(NodeKind::kString, position);
    node.string_ = std::move(value);
    return node;
  }
  static void set_key(Node& node, std::string key, Position position) {
    node.key_ = std::move(key);
    node.key_position_ = position;
  }
  [[nodiscard]] static std::vector<Node>& items(Node& node) noexcept { return node.items_; }
};

}  // namespace sluice::config
