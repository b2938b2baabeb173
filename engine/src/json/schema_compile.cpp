#include "json/schema_compile.h"

#include <new>

#include "core/checked.h"
#include "core/guard.h"
#include "json/plan_links.h"

namespace sluice::json {

namespace {

constexpr std::size_t kMaxWarnings = 100;
constexpr std::uint32_t kMaxRounds = 64;

template <typename T>
std::uint32_t append(std::vector<T>& table, T item) {
  table.push_back(std::move(item));
  return narrow<std::uint32_t>(table.size() - 1);
}

template <typename T>
void take_section(std::optional<T>& section, std::vector<T>& table, std::uint32_t& index) {
  if (section) index = append(table, std::move(*section));
}

}  // namespace

Result<void> SchemaCompiler::run(std::string_view text, std::string_view path) {
  Result<SchemaPlace> root = sources_.add_root(text, path);
  if (!root) return std::move(root).error();
  plan_.dialect = sources_.scope(root->scope).language.dialect;
  schedule(*root);
  std::uint32_t rounds = 0;
  for (std::size_t done = 0; done < plan_.nodes.size();) {
    if (++rounds > kMaxRounds) {
      return Error{ErrorCode::kSchemaTooLarge,
                   std::string(path) + ": dynamic references lead through more than " + std::to_string(kMaxRounds) +
                       " layers of schemas",
                   0};
    }
    for (; done < plan_.nodes.size(); ++done) {  // grows while it runs
      if (plan_.nodes.size() > options_.max_nodes) {
        return Error{
            ErrorCode::kSchemaTooLarge,
            std::string(path) + ": the schema has more than " + std::to_string(options_.max_nodes) + " subschemas", 0};
      }
      if (!compile_node(narrow<NodeId>(done))) return error_;
    }
    link_dynamic_refs();
  }
  plan_.scope_count = narrow<std::uint32_t>(sources_.scope_count());
  Result<void> linked = link_plan(plan_, options_, sources_);
  if (!linked) return linked;
  plan_.sources = std::move(sources_).take();
  return {};
}

NodeId SchemaCompiler::schedule(const SchemaPlace& place) {
  const std::uint64_t key = (std::uint64_t{place.source} << 32U) | place.id;
  const auto [entry, is_new] = memo_.try_emplace(key, narrow<NodeId>(plan_.nodes.size()));
  if (is_new) {
    Node node;
    node.source = place.source;
    node.schema_id = place.id;
    node.scope = place.scope;
    plan_.nodes.push_back(node);
  }
  return entry->second;
}

bool SchemaCompiler::fail(ErrorCode code, const Draft& draft, const Value& at, const std::string& message) {
  error_ = sources_.error_at(code, draft.place.source, at, message);
  return false;
}

void SchemaCompiler::warn(const Draft& draft, const Value& at, const std::string& message) {
  if (plan_.warnings.size() >= kMaxWarnings) return;
  plan_.warnings.push_back(sources_.position_of(draft.place.source, at) + ": " + message);
}

bool SchemaCompiler::wrong_kind(const Draft& draft, const Value& value, std::string_view expected) {
  return fail(ErrorCode::kSchemaInvalid, draft, value,
              "must be " + std::string(expected) + ", found " + std::string(kind_name(value.kind())));
}

bool SchemaCompiler::compile_node(NodeId id) {
  Draft draft;
  draft.place = {plan_.nodes[id].source, plan_.nodes[id].schema_id, plan_.nodes[id].scope};
  draft.dialect = sources_.scope(draft.place.scope).language.dialect;
  plan_.nodes[id].takes_whole_floats = draft.dialect != Dialect::kDraft4;
  const Value schema = sources_.value_at(draft.place);
  if (schema.kind() == Kind::kBool) {
    plan_.nodes[id].is_false = !schema.as_bool();
    if (plan_.nodes[id].is_false) plan_.nodes[id].types = 0;
    return true;
  }
  if (!schema.is_object()) return wrong_kind(draft, schema, "a schema, an object or a boolean");
  Value ref;
  const bool has_only_ref = draft.dialect <= Dialect::kDraft7 && schema.find("$ref", ref);
  for (const Member member : schema.members()) {
    const bool is_beside_ref = has_only_ref && member.key.text() != "$ref";
    if (is_beside_ref && options_.ignore_ref_siblings) continue;
    if (!compile_member(id, member, is_beside_ref, draft)) return false;
  }
  return finish_node(id, draft);
}

// Whether the keyword means something here; false where it must not stand here.
bool SchemaCompiler::check_word(const KnownWord* word, const Member& member, const Draft& draft, bool is_beside_ref,
                                bool& is_taken) {
  const std::string name(member.key.text().substr(0, 100));
  is_taken = false;
  if (word == nullptr) {
    if (options_.ignore_unknown_keywords) return true;
    const std::string near = nearest_word(name);
    if (!near.empty()) {
      return fail(ErrorCode::kSchemaUnsupported, draft, member.key,
                  "unknown keyword \"" + name + "\"; did you mean \"" + near + "\"?");
    }
    warn(draft, member.key, "unknown keyword \"" + name + "\": it is not checked");
    return true;
  }
  if (!word->is_in(draft.dialect)) {
    if (options_.ignore_unknown_keywords) return true;
    return fail(ErrorCode::kSchemaUnsupported, draft, member.key,
                "the keyword \"" + name + "\" is not part of " + std::string(dialect_name(draft.dialect)) +
                    "; name its dialect with \"$schema\"");
  }
  if (is_beside_ref && word->is_condition()) {
    return fail(
        ErrorCode::kSchemaUnsupported, draft, member.key,
        std::string(dialect_name(draft.dialect)) + " ignores \"" + name + "\" beside $ref; put both into \"allOf\"");
  }
  is_taken = !word->is_validation || sources_.scope(draft.place.scope).language.has_validation;
  return true;
}

bool SchemaCompiler::compile_member(NodeId id, const Member& member, bool is_beside_ref, Draft& draft) {
  const KnownWord* word = find_word(member.key.text());
  bool is_taken = false;
  if (!check_word(word, member, draft, is_beside_ref, is_taken)) return false;
  return !is_taken || compile_keyword(id, *word, member, draft);
}

bool SchemaCompiler::compile_keyword(NodeId id, const KnownWord& word, const Member& member, Draft& draft) {
  const Value& value = member.value;
  switch (word.word) {
    case Word::kAnnotation:
    case Word::kDefinitions:
    case Word::kSchema:  // read with the sources
    case Word::kId:
    case Word::kAnchor:
    case Word::kDynamicAnchor:
    case Word::kRecursiveAnchor:
    case Word::kVocabulary: return true;
    case Word::kUncheckedContent:
      warn(draft, member.key,
           '"' + std::string(word.name) + "\" is a comment: the content of the string is not checked");
      return true;
    case Word::kRef: return compile_ref(value, draft);
    case Word::kDynamicRef:
    case Word::kRecursiveRef: return compile_dynamic_ref(value, draft, word.word == Word::kRecursiveRef);
    case Word::kType: return compile_type(plan_.nodes[id], draft, value);
    case Word::kEnum:
    case Word::kConst: return compile_enum(plan_.nodes[id], draft, value, word.word == Word::kConst);
    case Word::kMinimum:
    case Word::kMaximum:
    case Word::kExclusiveMinimum:
    case Word::kExclusiveMaximum: return compile_bound(word.word, value, draft);
    case Word::kMultipleOf: return multiple_of(value, draft);
    case Word::kMinLength: return count(draft, value, strings(draft).min_length);
    case Word::kMaxLength: return count(draft, value, strings(draft).max_length);
    case Word::kPattern: return compile_string_pattern(value, draft);
    case Word::kFormat: return compile_format(value, draft);
    case Word::kMinItems: return count(draft, value, arrays(draft).min_items);
    case Word::kMaxItems: return count(draft, value, arrays(draft).max_items);
    case Word::kUniqueItems: return compile_unique(value, draft);
    case Word::kItems: return compile_items(value, draft);
    case Word::kPrefixItems: return schema_list(draft, value, arrays(draft).prefix);
    case Word::kAdditionalItems: draft.additional_items = value; return true;
    case Word::kContains:
      arrays(draft).contains_evaluates = draft.dialect == Dialect::kDraft202012;
      return schema_at(draft, value, arrays(draft).contains);
    case Word::kMinContains: return count(draft, value, arrays(draft).min_contains);
    case Word::kMaxContains: return count(draft, value, arrays(draft).max_contains);
    case Word::kProperties: return compile_properties(value, draft);
    case Word::kRequired: return compile_required(value, draft);
    case Word::kAdditionalProperties:
      objects(draft).describes_members = true;
      return schema_at(draft, value, objects(draft).additional);
    case Word::kPatternProperties: return compile_pattern_properties(value, draft);
    case Word::kPropertyNames: return schema_at(draft, value, objects(draft).names);
    case Word::kMinProperties: return count(draft, value, objects(draft).min_properties);
    case Word::kMaxProperties: return count(draft, value, objects(draft).max_properties);
    case Word::kDependencies: return compile_dependencies(value, draft, true, true);
    case Word::kDependentRequired: return compile_dependencies(value, draft, true, false);
    case Word::kDependentSchemas: return compile_dependencies(value, draft, false, true);
    case Word::kAllOf: return compile_all_of(value, draft);
    case Word::kAnyOf: return schema_list(draft, value, applicators(draft).any.emplace_back().nodes);
    case Word::kOneOf: return schema_list(draft, value, applicators(draft).one.emplace_back().nodes);
    case Word::kNot: return schema_at(draft, value, applicators(draft).not_node);
    case Word::kIf: return schema_at(draft, value, applicators(draft).if_node);
    case Word::kThen: return schema_at(draft, value, applicators(draft).then_node);
    case Word::kElse: return schema_at(draft, value, applicators(draft).else_node);
    case Word::kUnevaluatedProperties: return schema_at(draft, value, ensure(draft.unevaluated).properties);
    case Word::kUnevaluatedItems: return schema_at(draft, value, ensure(draft.unevaluated).items);
  }
  return true;
}

bool SchemaCompiler::finish_node(NodeId id, Draft& draft) {
  if (draft.additional_items && draft.has_item_list && !schema_at(draft, *draft.additional_items, arrays(draft).rest)) {
    return false;
  }
  Node& node = plan_.nodes[id];
  if (draft.arrays && draft.arrays->contains == kNoNode) {
    draft.arrays->min_contains = 0;
    draft.arrays->max_contains = UINT64_MAX;
  }
  if (draft.objects) {
    ObjectRules& rules = *draft.objects;
    std::vector<PackedKey> keys;
    for (const Property& item : rules.properties) keys.push_back(PackedKey::of_tape(item.key));
    rules.keys.build(std::move(keys));
    rules.is_simple = rules.patterns.empty() && rules.names == kNoNode && rules.dependencies.empty() &&
                      rules.min_properties == 0 && rules.max_properties == UINT64_MAX;
  }
  if (draft.numbers && draft.is_minimum_exclusive) std::swap(draft.numbers->minimum, draft.numbers->exclusive_minimum);
  if (draft.numbers && draft.is_maximum_exclusive) std::swap(draft.numbers->maximum, draft.numbers->exclusive_maximum);
  if (draft.numbers) {
    NumberRules& rules = *draft.numbers;
    if (rules.minimum) rules.range.add_minimum(*rules.minimum, false);
    if (rules.exclusive_minimum) rules.range.add_minimum(*rules.exclusive_minimum, true);
    if (rules.maximum) rules.range.add_maximum(*rules.maximum, false);
    if (rules.exclusive_maximum) rules.range.add_maximum(*rules.exclusive_maximum, true);
  }
  if (draft.applicators && draft.applicators->if_node == kNoNode) {  // `then` and `else` alone say nothing
    draft.applicators->then_node = kNoNode;
    draft.applicators->else_node = kNoNode;
  }
  take_section(draft.strings, plan_.strings, node.strings);
  take_section(draft.numbers, plan_.numbers, node.numbers);
  take_section(draft.arrays, plan_.arrays, node.arrays);
  take_section(draft.objects, plan_.objects, node.objects);
  take_section(draft.applicators, plan_.applicators, node.applicators);
  take_section(draft.unevaluated, plan_.unevaluated, node.unevaluated);
  return true;
}

CompiledSchema::CompiledSchema(std::unique_ptr<const Plan> plan) : plan_(std::move(plan)) {}
CompiledSchema::~CompiledSchema() = default;
const std::vector<std::string>& CompiledSchema::warnings() const noexcept { return plan_->warnings; }
Dialect CompiledSchema::dialect() const noexcept { return plan_->dialect; }
std::size_t CompiledSchema::node_count() const noexcept { return plan_->nodes.size(); }

Result<std::shared_ptr<const CompiledSchema>> CompiledSchema::compile(std::string_view text, std::string_view path,
                                                                      const SchemaOptions& options) noexcept {
  try {
    auto plan = std::make_unique<Plan>();
    Result<void> compiled = SchemaCompiler(*plan, options).run(text, path);
    if (!compiled) return std::move(compiled).error();
    return std::shared_ptr<const CompiledSchema>(new CompiledSchema(std::move(plan)));
  } catch (const std::bad_alloc&) {
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while compiling a schema");
  }
}

}  // namespace sluice::json
