#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "json/plan.h"
#include "json/schema_sources.h"

namespace sluice::json {

/// One compilation: a work list of subschemas, so nesting and references need no stack.
class SchemaCompiler {
 public:
  SchemaCompiler(CompiledSchema::Plan& plan, const SchemaOptions& options)
      : plan_(plan), options_(options), sources_(options) {}
  [[nodiscard]] Result<void> run(std::string_view text, std::string_view path);

 private:
  // Sections of the node at work; moved into the plan when it is complete.
  struct Draft {
    SchemaPlace place;
    Dialect dialect = Dialect::kDraft202012;
    std::optional<StringRules> strings;
    std::optional<NumberRules> numbers;
    std::optional<ArrayRules> arrays;
    std::optional<ObjectRules> objects;
    std::optional<Applicators> applicators;
    std::optional<Unevaluated> unevaluated;
    std::map<std::string_view, std::size_t> properties;
    std::optional<Value> additional_items;
    bool has_item_list = false;
    bool is_minimum_exclusive = false;  // draft 4
    bool is_maximum_exclusive = false;
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

  // Each returns false where `error_` was set. Those of values are in compile_values.cpp, those of arrays, objects and
  // references in compile_containers.cpp.
  bool compile_node(NodeId id);
  bool compile_member(NodeId id, const Member& member, bool is_beside_ref, Draft& draft);
  bool compile_keyword(NodeId id, const KnownWord& word, const Member& member, Draft& draft);
  bool check_word(const KnownWord* word, const Member& member, const Draft& draft, bool is_beside_ref, bool& is_taken);
  bool finish_node(NodeId id, Draft& draft);
  bool compile_type(Node& node, const Draft& draft, const Value& value);
  bool compile_enum(Node& node, const Draft& draft, const Value& value, bool is_const);
  bool compile_pattern(const Draft& draft, const Value& value, std::uint32_t& index);
  bool compile_string_pattern(const Value& value, Draft& draft);
  bool compile_format(const Value& value, Draft& draft);
  bool compile_bound(Word word, const Value& value, Draft& draft);
  bool compile_items(const Value& value, Draft& draft);
  bool compile_unique(const Value& value, Draft& draft);
  bool compile_properties(const Value& value, Draft& draft);
  bool compile_required(const Value& value, Draft& draft);
  bool compile_pattern_properties(const Value& value, Draft& draft);
  bool compile_dependencies(const Value& value, Draft& draft, bool with_names, bool with_schemas);
  bool compile_all_of(const Value& value, Draft& draft);
  bool compile_ref(const Value& value, Draft& draft);
  bool compile_dynamic_ref(const Value& value, Draft& draft, bool is_recursive);
  bool schema_at(const Draft& draft, const Value& value, NodeId& out);
  bool schema_list(const Draft& draft, const Value& value, std::vector<NodeId>& out);
  bool count(const Draft& draft, const Value& value, std::uint64_t& out);
  bool number(const Draft& draft, const Value& value, std::optional<Value>& out);
  bool multiple_of(const Value& value, Draft& draft);
  bool wrong_kind(const Draft& draft, const Value& value, std::string_view expected);
  void link_dynamic_refs();

  NodeId schedule(const SchemaPlace& place);
  bool fail(ErrorCode code, const Draft& draft, const Value& at, const std::string& message);
  void warn(const Draft& draft, const Value& at, const std::string& message);

  CompiledSchema::Plan& plan_;
  const SchemaOptions& options_;
  SchemaSources sources_;
  std::unordered_map<std::uint64_t, NodeId> memo_;  // by source and value id
  std::map<std::string_view, std::uint32_t> pattern_memo_;
  std::map<std::string_view, std::uint32_t> dynamic_names_;  // index of Plan::dynamic_targets; "" for $recursiveRef
  std::uint64_t pattern_memory_bytes_ = 0;
  Error error_;
};

}  // namespace sluice::json
