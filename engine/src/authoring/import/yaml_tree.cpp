#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <charconv>
#include <exception>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "authoring/import/foreign_rule.h"
#include "config/build.h"
#include "config/input.h"
#include "config/reader.h"

namespace sluice::authoring::importing {
namespace {

using config::Node;
using config::NodeBuilder;
using config::NodeKind;
using config::Position;

/// Leaves the parser, which goes on until it is thrown out of.
struct Refusal final : std::exception {
  Refusal(Position where, std::string why) : position(where), text(std::move(why)) {}
  Position position;
  std::string text;
};

Position position_at(const YAML::Mark& mark) noexcept {
  return {static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
}

template <typename T>
bool reads_whole(const std::string& text, T& value) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc{} && end == text.data() + text.size();
}

// A plain scalar is a number or a boolean where it reads as one.
Node plain_scalar(const std::string& text, Position position) {
  if (text == "true" || text == "True") return NodeBuilder::boolean(true, position);
  if (text == "false" || text == "False") return NodeBuilder::boolean(false, position);
  std::int64_t integer = 0;
  if (reads_whole(text, integer)) return NodeBuilder::integer(integer, position);
  const bool may_be_number = !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string::npos;
  double number = 0;
  if (may_be_number && reads_whole(text, number)) return NodeBuilder::number(number, position);
  return NodeBuilder::string(text, position);
}

/// Builds the tree from the parser's events, on a stack of its own.
class Builder final : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    add(NodeBuilder::make(NodeKind::kNull, position_at(mark)), {}, false);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refusal(position_at(mark), "found an alias, expected the value itself");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    check_tag(mark, tag);
    const bool is_plain = tag == "?";
    const Position position = position_at(mark);
    add(is_plain ? plain_scalar(value, position) : NodeBuilder::string(value, position), value, true);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(NodeKind::kArray, mark, tag);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(NodeKind::kTable, mark, tag);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

  [[nodiscard]] bool has_root() const noexcept { return has_root_; }
  [[nodiscard]] Node take() { return std::move(root_); }

 private:
  struct Level {
    Node node;
    bool has_key = false;
    std::string key;
    Position key_position;
    std::set<std::string, std::less<>> keys;
  };

  static void check_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    throw Refusal(position_at(mark), "found a tag, expected a plain value");
  }

  void open(NodeKind kind, const YAML::Mark& mark, const std::string& tag) {
    check_tag(mark, tag);
    if (stack_.size() >= config::kMaxConfigDepth) {
      throw Refusal(position_at(mark), "found values nested more than " + std::to_string(config::kMaxConfigDepth) +
                                           " deep, expected fewer levels");
    }
    count(position_at(mark));
    if (!stack_.empty() && stack_.back().node.is_table() && !stack_.back().has_key) {
      throw Refusal(position_at(mark), "found a list or map as a key, expected a string");
    }
    stack_.push_back({NodeBuilder::make(kind, position_at(mark)), false, {}, {}, {}});
  }

  void close() {
    Node node = std::move(stack_.back().node);
    stack_.pop_back();
    attach(std::move(node));
  }

  void count(Position position) {
    if (++nodes_ > config::kMaxConfigNodes) {
      throw Refusal(position,
                    "found more than " + std::to_string(config::kMaxConfigNodes) + " values, expected a smaller file");
    }
  }

  void add(Node node, const std::string& text, bool is_scalar) {
    count(node.position());
    if (!stack_.empty() && stack_.back().node.is_table() && !stack_.back().has_key) {
      Level& level = stack_.back();
      if (!is_scalar) throw Refusal(node.position(), "found an empty key, expected a string");
      if (!level.keys.insert(text).second) throw Refusal(node.position(), "found a key twice, expected it once");
      level.has_key = true;
      level.key = text;
      level.key_position = node.position();
      return;
    }
    attach(std::move(node));
  }

  void attach(Node node) {
    if (stack_.empty()) {
      root_ = std::move(node);
      has_root_ = true;
      return;
    }
    Level& level = stack_.back();
    if (level.node.is_table()) {
      NodeBuilder::set_key(node, std::move(level.key), level.key_position);
      level.has_key = false;
      level.key.clear();
    }
    NodeBuilder::items(level.node).push_back(std::move(node));
  }

  std::vector<Level> stack_;
  Node root_ = NodeBuilder::make(NodeKind::kNull, {1, 1});
  std::size_t nodes_ = 0;
  bool has_root_ = false;
};

}  // namespace

Result<config::Tree> parse_yaml(std::string_view text, std::string_view path) {
  const Result<std::string_view> checked = config::check_input(text, path);
  if (!checked) return checked.error();
  try {
    std::istringstream stream{std::string(*checked)};
    YAML::Parser parser(stream);
    Builder builder;
    if (!parser.HandleNextDocument(builder) || !builder.has_root()) {
      return config::syntax_error(path, {1, 1}, "found no document, expected rules");
    }
    Builder second;
    if (parser.HandleNextDocument(second)) {
      return config::syntax_error(path, {1, 1}, "found a second document, expected one");
    }
    return config::Tree(builder.take(), std::string(path));
  } catch (const Refusal& refusal) {
    return config::syntax_error(path, refusal.position, refusal.text);
  } catch (const YAML::Exception& error) {
    const Position position = error.mark.is_null() ? Position{1, 1} : position_at(error.mark);
    return config::syntax_error(path, position, "not valid YAML: " + config::quote(error.msg));
  } catch (const std::exception&) {
    return config::syntax_error(path, {1, 1}, "not valid YAML");
  }
}

}  // namespace sluice::authoring::importing
