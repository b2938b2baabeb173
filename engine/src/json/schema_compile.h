#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "json/plan.h"

namespace sluice::json {

/// One compilation: a work list of subschemas, so nesting and references need no stack.
class SchemaCompiler {
 public:
  SchemaCompiler(CompiledSchema::Plan& plan, const SchemaOptions& options) : plan_(plan), options_(options) {}
  [[nodiscard]] Result<void> run(std::string_view text, std::string_view path);

 private:
  // Sections of the node at work; moved into the plan when it is complete.
  struct Draft {
    std::optional<StringRules> strings;
    std::optional<NumberRules> numbers;
    std::optional<ArrayRules> arrays;
    std::optional<ObjectRules> objects;
    std::optional<Applicators> applicators;
    std::map<std::string_view, std::size_t> properties;
    std::optional<Value> additional_items;
    bool has_item_list = false;
    Value key;
  };
  template <typename T>
  static T& ensure(std::optional<T>& section) {
    if (!section) section.emplace();
    return *section;
  }
  static StringRules& strings(Draft& draft) { return ensure(draft.strings); }
  static NumberRules& numbers(Draft& draft) { return ensure(draft.numbers); }
  static ArrayRules& arrays(Draft& draft) { return ensure(draft.arrays); }
  static ObjectRules& objects(Draft& draft) { return ensure(draft.objects); }
  static Applicators& applicators(Draft& draft) { return ensure(draft.applicators); }
  static Property& property(Draft& draft, std::string_view key);

  // Each returns false where `error_` was set.
  bool parse();
  bool choose_dialect(const Value& root);
  bool compile_node(NodeId id);
  bool compile_member(NodeId id, const Member& member, bool only_ref, Draft& draft);
  bool finish_node(NodeId id, Draft& draft);
  bool compile_type(Node& node, const Value& value);
  bool compile_enum(Node& node, const Value& value, bool is_const);
  bool compile_pattern(const Value& value, std::uint32_t& index);
  bool compile_format(const Value& value, Draft& draft);
  bool compile_items(const Value& value, Draft& draft);
  bool compile_properties(const Value& value, Draft& draft);
  bool compile_required(const Value& value, Draft& draft);
  bool compile_pattern_properties(const Value& value, Draft& draft);
  bool compile_dependencies(const Value& value, Draft& draft, bool with_names, bool with_schemas);
  bool compile_ref(const Value& value, Draft& draft);
  bool resolve_pointer(const Value& at, std::string_view fragment, Value& target);
  bool schema_at(const Value& value, NodeId& out);
  bool schema_list(const Value& value, std::vector<NodeId>& out);
  bool count(const Value& value, std::uint64_t& out);
  bool number(const Value& value, std::optional<Value>& out);
  bool multiple_of(const Value& value, NumberRules& rules);
  bool wrong_kind(const Value& value, std::string_view expected);
  bool check_loops();

  NodeId schedule(const Value& schema);
  bool fail(ErrorCode code, const Value& at, const std::string& message);
  void warn(const Value& at, const std::string& message);

  CompiledSchema::Plan& plan_;
  const SchemaOptions& options_;
  std::unordered_map<std::uint32_t, NodeId> memo_;
  std::map<std::string_view, std::uint32_t> pattern_memo_;
  std::uint64_t pattern_memory_bytes_ = 0;
  std::string_view schema_uri_;
  Error error_;
};

}  // namespace sluice::json
