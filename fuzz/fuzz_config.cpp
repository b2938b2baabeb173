// Property: parsing a configuration file never crashes; an error names the file; what was parsed, written as JSON and
// parsed again is the same tree; every value can be found again by its pointer, at its own position.
// Input: the file. Cap: 64 KiB (config.options).
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/tree.h"

namespace {

using sluice::config::Node;
using sluice::config::Part;
using sluice::config::Tree;

void require(bool holds) {
  if (!holds) __builtin_trap();
}

std::string escape_token(std::string_view key) {
  std::string out;
  for (const char c : key) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

// Visits at most `kMaxVisits` values: looking each up again costs the length of its path.
void check_positions(const Tree& tree) {
  constexpr int kMaxVisits = 200;
  std::vector<std::pair<const Node*, std::string>> open{{&tree.root(), ""}};
  for (int visits = 0; !open.empty() && visits < kMaxVisits; ++visits) {
    const auto [node, pointer] = open.back();
    open.pop_back();
    require(tree.resolve(pointer) == node);
    require(tree.locate(pointer) == node->position() && tree.locate(pointer, Part::kKey) == node->key_position());
    require(node->position().line != 0 && node->position().column != 0);
    std::size_t index = 0;
    for (const Node& item : node->items()) {
      open.emplace_back(&item, pointer + "/" + (node->is_table() ? escape_token(item.key()) : std::to_string(index)));
      ++index;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto tree = sluice::config::parse(text, "f");
  if (!tree) {
    require(tree.error().message.starts_with("f:"));
    for (const char c : tree.error().message) require(c >= 0x20 && c < 0x7F);
    return 0;
  }
  check_positions(*tree);
  const std::string json = sluice::config::to_json(tree->root());
  const auto again = sluice::config::parse(json, "f");
  require(again.ok());
  require(again->root() == tree->root());
  require(sluice::config::to_json(again->root()) == json);
  return 0;
}
