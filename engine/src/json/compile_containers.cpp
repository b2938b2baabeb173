// Keywords about arrays and objects, and those that lead to other schemas.
#include <algorithm>

#include "core/checked.h"
#include "json/schema_compile.h"
#include "json/uri_reference.h"

namespace sluice::json {

bool SchemaCompiler::schema_at(const Draft& draft, const Value& value, NodeId& out) {
  if (!value.is_object() && value.kind() != Kind::kBool) {
    return wrong_kind(draft, value, "a schema, an object or a boolean");
  }
  out = schedule(sources_.inside(draft.place, value));
  return true;
}

bool SchemaCompiler::schema_list(const Draft& draft, const Value& value, std::vector<NodeId>& out) {
  if (!value.is_array() || value.size() == 0) return wrong_kind(draft, value, "an array of at least one schema");
  for (const Value element : value.elements()) {
    NodeId node = kNoNode;
    if (!schema_at(draft, element, node)) return false;
    out.push_back(node);
  }
  return true;
}

bool SchemaCompiler::compile_unique(const Value& value, Draft& draft) {
  if (value.kind() != Kind::kBool) return wrong_kind(draft, value, "true or false");
  arrays(draft).has_unique_items = value.as_bool();
  return true;
}

bool SchemaCompiler::compile_items(const Value& value, Draft& draft) {
  if (!value.is_array()) return schema_at(draft, value, arrays(draft).rest);
  if (draft.dialect == Dialect::kDraft202012) {
    return fail(ErrorCode::kSchemaInvalid, draft, value,
                "\"items\" is an array, as before 2020-12; use \"prefixItems\", or name the dialect with \"$schema\"");
  }
  draft.has_item_list = true;
  (void)arrays(draft);
  for (const Value element : value.elements()) {
    NodeId node = kNoNode;
    if (!schema_at(draft, element, node)) return false;
    arrays(draft).prefix.push_back(node);
  }
  return true;
}

Property& SchemaCompiler::property(Draft& draft, std::string_view key) {
  const auto [entry, is_new] = draft.properties.try_emplace(key, objects(draft).properties.size());
  if (is_new) {
    Property fresh;
    fresh.key = key;
    objects(draft).properties.push_back(fresh);
  }
  return objects(draft).properties[entry->second];
}

bool SchemaCompiler::compile_properties(const Value& value, Draft& draft) {
  if (!value.is_object()) return wrong_kind(draft, value, "an object of schemas");
  objects(draft).describes_members = true;
  for (const Member member : value.members()) {
    NodeId node = kNoNode;
    if (!schema_at(draft, member.value, node)) return false;
    Property& entry = property(draft, member.key.text());
    entry.node = node;
    entry.declared = node;
    entry.is_declared = true;
  }
  return true;
}

bool SchemaCompiler::compile_required(const Value& value, Draft& draft) {
  if (!value.is_array()) return wrong_kind(draft, value, "an array of strings");
  (void)objects(draft);
  for (const Value name : value.elements()) {
    if (!name.is_string()) return wrong_kind(draft, name, "a string");
    Property& entry = property(draft, name.text());
    if (entry.required_index == kNoIndex) entry.required_index = objects(draft).required_count++;
  }
  return true;
}

bool SchemaCompiler::compile_pattern_properties(const Value& value, Draft& draft) {
  if (!value.is_object()) return wrong_kind(draft, value, "an object of schemas");
  objects(draft).describes_members = true;
  for (const Member member : value.members()) {
    PatternProperty entry;
    if (!schema_at(draft, member.value, entry.node) || !compile_pattern(draft, member.key, entry.pattern)) return false;
    objects(draft).patterns.push_back(entry);
  }
  return true;
}

bool SchemaCompiler::compile_dependencies(const Value& value, Draft& draft, bool with_names, bool with_schemas) {
  if (!value.is_object()) return wrong_kind(draft, value, "an object");
  for (const Member member : value.members()) {
    Dependency entry;
    entry.key = member.key.text();
    if (member.value.is_array() && with_names) {
      for (const Value name : member.value.elements()) {
        if (!name.is_string()) return wrong_kind(draft, name, "a string");
        entry.required.push_back(name.text());
      }
    } else if (!with_schemas) {
      return wrong_kind(draft, member.value, "an array of strings");
    } else if (!schema_at(draft, member.value, entry.node)) {
      return false;
    }
    objects(draft).dependencies.push_back(std::move(entry));
  }
  return true;
}

bool SchemaCompiler::compile_all_of(const Value& value, Draft& draft) {
  std::vector<NodeId> list;
  if (!schema_list(draft, value, list)) return false;
  std::vector<NodeId>& all = applicators(draft).all;
  all.insert(all.end(), list.begin(), list.end());
  return true;
}

bool SchemaCompiler::compile_ref(const Value& value, Draft& draft) {
  if (!value.is_string()) return wrong_kind(draft, value, "a string");
  const SchemaPlace at{draft.place.source, value.id(), draft.place.scope};
  Result<SchemaPlace> target = sources_.resolve(at, value.text());
  if (!target) {
    error_ = std::move(target).error();
    return false;
  }
  const Value schema = sources_.value_at(*target);
  if (!schema.is_object() && schema.kind() != Kind::kBool) {
    return fail(ErrorCode::kSchemaRefUnresolved, draft, value,
                '"' + std::string(value.text()) + "\" points to " + std::string(kind_name(schema.kind())) +
                    ", which is no schema");
  }
  std::vector<NodeId>& all = applicators(draft).all;
  all.insert(all.begin(), schedule(*target));
  return true;
}

bool SchemaCompiler::compile_dynamic_ref(const Value& value, Draft& draft, bool is_recursive) {
  if (!value.is_string()) return wrong_kind(draft, value, "a string");
  const SchemaPlace at{draft.place.source, value.id(), draft.place.scope};
  Result<SchemaPlace> target = sources_.resolve(at, value.text());
  if (!target) {
    error_ = std::move(target).error();
    return false;
  }
  const SchemaScope& scope = sources_.scope(target->scope);
  // Only a name that stands there as a dynamic anchor makes the reference a dynamic one.
  bool is_dynamic = false;
  std::string_view name;
  if (is_recursive) {
    is_dynamic = target->id == scope.root_id && scope.is_recursive_anchor;
  } else {
    const auto anchor = scope.dynamic_anchors.find(split_fragment(value.text()).fragment);
    is_dynamic = anchor != scope.dynamic_anchors.end() && anchor->second == target->id;
    if (is_dynamic) name = anchor->first;
  }
  const NodeId fallback = schedule(*target);
  if (!is_dynamic) {
    applicators(draft).all.push_back(fallback);
    return true;
  }
  const auto [entry, is_new] = dynamic_names_.try_emplace(name, narrow<std::uint32_t>(plan_.dynamic_targets.size()));
  if (is_new) plan_.dynamic_targets.emplace_back();
  applicators(draft).dynamic.push_back(narrow<std::uint32_t>(plan_.dynamic_refs.size()));
  plan_.dynamic_refs.push_back({fallback, entry->second});
  return true;
}

// Every scope that a node stands in may be one that leads to a dynamic reference; its anchors are compiled too, which
// may bring in further scopes.
void SchemaCompiler::link_dynamic_refs() {
  if (plan_.dynamic_refs.empty()) return;
  std::vector<bool> is_used(sources_.scope_count(), false);
  for (const Node& node : plan_.nodes) is_used[node.scope] = true;
  for (auto& targets : plan_.dynamic_targets) targets.clear();
  for (std::uint32_t i = 0; i < is_used.size(); ++i) {
    if (!is_used[i]) continue;
    const SchemaScope& scope = sources_.scope(i);
    const auto add = [&](std::string_view name, std::uint32_t id) {
      const auto wanted = dynamic_names_.find(name);
      if (wanted == dynamic_names_.end()) return;
      plan_.dynamic_targets[wanted->second].emplace_back(i, schedule({scope.source, id, i}));
    };
    if (scope.is_recursive_anchor) add({}, scope.root_id);
    for (const auto& [name, id] : scope.dynamic_anchors) add(name, id);
  }
}

}  // namespace sluice::json
