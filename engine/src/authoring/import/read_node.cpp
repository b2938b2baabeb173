#include "authoring/import/read_node.h"

namespace sluice::authoring::importing {

using config::Node;

std::string text_at(const Node& table, std::string_view key) {
  const Node* node = table.find(key);
  if (node == nullptr) return {};
  if (node->is_integer()) return std::to_string(node->as_integer());
  return node->as_string();
}

std::optional<double> number_at(const Node& table, std::string_view key) {
  const Node* node = table.find(key);
  if (node == nullptr || (!node->is_integer() && !node->is_double())) return std::nullopt;
  return node->as_double();
}

std::optional<std::uint32_t> count_at(const Node& table, std::string_view key, std::uint32_t limit) {
  const Node* node = table.find(key);
  if (node == nullptr || !node->is_integer() || node->as_integer() < 0 || node->as_integer() > limit) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(node->as_integer());
}

bool flag_at(const Node& table, std::string_view key) {
  const Node* node = table.find(key);
  return node != nullptr && node->as_bool();
}

std::vector<std::string> texts_at(const Node& table, std::string_view key) {
  std::vector<std::string> out;
  const Node* node = table.find(key);
  if (node == nullptr) return out;
  if (node->is_string()) out.push_back(node->as_string());
  for (const Node& item : node->items()) {
    if (node->is_array() && item.is_string()) out.push_back(item.as_string());
  }
  return out;
}

}  // namespace sluice::authoring::importing
