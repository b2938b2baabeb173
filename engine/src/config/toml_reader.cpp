#include <algorithm>
#include <cmath>
#include <utility>

#include "config/build.h"
#include "config/input.h"
#include "sluice/report_text.h"

#define TOML_HEADER_ONLY 0
#include <toml++/toml.h>

namespace sluice::config {

namespace {

Position to_position(const toml::source_position& position) noexcept { return {position.line, position.column}; }

// The parser's message without its preamble. It quotes the file, with control characters escaped already.
std::string tidy(std::string_view description) {
  constexpr std::string_view kPreamble = "Error while parsing ";
  if (description.starts_with(kPreamble)) description.remove_prefix(kPreamble.size());
  std::string text = report_text(as_bytes(description), nullptr).str();
  for (std::size_t at = text.find("\\\\"); at != std::string::npos; at = text.find("\\\\", at + 1)) text.erase(at, 1);
  return text;
}

// Carries the first error out of the conversion.
struct Converter {
  std::string_view path;
  std::size_t nodes = 0;
  std::optional<Error> error;

  // Recursion is bounded by kMaxConfigDepth.
  Node convert(const toml::node& source, Position fallback, std::size_t depth);

 private:
  Node fail(Position position, std::string_view what) {
    if (!error) error = syntax_error(path, position, what);
    return NodeBuilder::make(NodeKind::kNull, position);
  }
  Node convert_table(const toml::table& table, Position position, std::size_t depth);
  Node convert_array(const toml::array& array, Position position, std::size_t depth);
};

Node Converter::convert_table(const toml::table& table, Position position, std::size_t depth) {
  Node node = NodeBuilder::make(NodeKind::kTable, position);
  std::vector<Node>& items = NodeBuilder::items(node);
  items.reserve(table.size());
  for (const auto& [key, value] : table) {
    const Position key_position = to_position(key.source().begin);
    Node item = convert(value, key_position, depth + 1);
    if (error) return node;
    NodeBuilder::set_key(item, std::string(key.str()), key_position);
    items.push_back(std::move(item));
  }
  // The parser sorts by key.
  std::stable_sort(items.begin(), items.end(),
                   [](const Node& a, const Node& b) { return a.key_position() < b.key_position(); });
  return node;
}

Node Converter::convert_array(const toml::array& array, Position position, std::size_t depth) {
  Node node = NodeBuilder::make(NodeKind::kArray, position);
  std::vector<Node>& items = NodeBuilder::items(node);
  items.reserve(array.size());
  for (const toml::node& value : array) {
    items.push_back(convert(value, position, depth + 1));
    if (error) return node;
  }
  return node;
}

Node Converter::convert(const toml::node& source, Position fallback, std::size_t depth) {
  const Position own = to_position(source.source().begin);
  const Position position = own.line == 0 ? fallback : own;
  if (depth > kMaxConfigDepth) {
    return fail(position,
                "found values nested more than " + std::to_string(kMaxConfigDepth) + " deep, expected fewer levels");
  }
  if (++nodes > kMaxConfigNodes) {
    return fail(position, "found more than " + std::to_string(kMaxConfigNodes) + " values, expected a smaller file");
  }
  switch (source.type()) {
    case toml::node_type::table: return convert_table(*source.as_table(), position, depth);
    case toml::node_type::array: return convert_array(*source.as_array(), position, depth);
    case toml::node_type::string: return NodeBuilder::string(source.as_string()->get(), position);
    case toml::node_type::integer: return NodeBuilder::integer(source.as_integer()->get(), position);
    case toml::node_type::boolean: return NodeBuilder::boolean(source.as_boolean()->get(), position);
    case toml::node_type::floating_point: {
      const double value = source.as_floating_point()->get();
      if (!std::isfinite(value)) return fail(position, "found inf or nan, expected a finite number");
      return NodeBuilder::number(value, position);
    }
    default: return fail(position, "found a date or time, expected a string, number, boolean, array or table");
  }
}

}  // namespace

Result<Tree> parse_toml(std::string_view text, std::string_view path) {
  const std::size_t too_deep = find_too_deep(text);
  if (too_deep != std::string_view::npos) {
    return syntax_error(
        path, position_of(text, too_deep),
        "found keys or brackets nested more than " + std::to_string(kMaxConfigDepth) + " deep, expected fewer levels");
  }
  try {
    const toml::table table = toml::parse(text, std::string_view{});
    Converter converter{path, 0, std::nullopt};
    Node root = converter.convert(table, {1, 1}, 0);
    if (converter.error) return std::move(*converter.error);
    return Tree(std::move(root), std::string(path));
  } catch (const toml::parse_error& error) {
    return syntax_error(path, to_position(error.source().begin), "not valid TOML: " + tidy(error.description()));
  }
}

}  // namespace sluice::config
