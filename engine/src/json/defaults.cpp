#include "json/defaults.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/guard.h"
#include "json/evaluator.h"
#include "json/plan.h"

namespace sluice::json {

namespace {

// A value that is still to be looked at, with the schemas that apply to it.
struct Task {
  Value value;
  std::vector<NodeId> applied;
};

class MissingDefaults {
 public:
  MissingDefaults(const CompiledSchema::Plan& plan, Budget& budget)
      : plan_(plan), budget_(budget), evaluator_(plan, budget, 0) {}

  bool run(const Value& root) {
    push(root, {plan_.root});
    while (!tasks_.empty()) {
      Task task = std::move(tasks_.back());
      tasks_.pop_back();
      expand(task.value, task.applied);
      if (evaluator_.is_exhausted()) return false;
      if (!(task.value.is_object() ? members(task) : elements(task))) return false;
    }
    std::stable_sort(added_.begin(), added_.end(),
                     [](const AddedMember& a, const AddedMember& b) { return a.object < b.object; });
    return evaluator_.settle();
  }
  std::vector<AddedMember>& added() noexcept { return added_; }

 private:
  void push(const Value& value, std::vector<NodeId> applied) {
    if (applied.empty() || (!value.is_object() && !value.is_array())) return;
    tasks_.push_back({value, std::move(applied)});
  }

  // Adds the schemas that apply in place and hold.
  void expand(const Value& value, std::vector<NodeId>& applied) {
    for (std::size_t i = 0; i < applied.size(); ++i) {
      const Node& node = plan_.nodes[applied[i]];
      const auto add = [&](NodeId id) {
        if (id != kNoNode && std::find(applied.begin(), applied.end(), id) == applied.end()) applied.push_back(id);
      };
      if (node.objects != kNoIndex && value.is_object()) {
        for (const Dependency& entry : plan_.objects[node.objects].dependencies) {
          Value ignored;
          if (entry.node != kNoNode && value.find(entry.key, ignored)) add(entry.node);
        }
      }
      if (node.applicators == kNoIndex) continue;
      const Applicators& rules = plan_.applicators[node.applicators];
      for (const NodeId id : rules.all) add(id);
      for (const auto* lists : {&rules.any, &rules.one}) {
        for (const Branches& branches : *lists) {
          for (const NodeId id : branches.nodes) {
            if (evaluator_.evaluate<false>(id, value)) add(id);
          }
        }
      }
      if (rules.if_node == kNoNode) continue;
      add(evaluator_.evaluate<false>(rules.if_node, value) ? rules.then_node : rules.else_node);
    }
  }

  bool members(const Task& task) {
    const std::size_t first_added = added_.size();
    std::vector<std::vector<NodeId>> inner(static_cast<std::size_t>(task.value.size()));
    for (const NodeId id : task.applied) {
      if (plan_.nodes[id].objects == kNoIndex) continue;
      const ObjectRules& rules = plan_.objects[plan_.nodes[id].objects];
      if (!budget_.charge(Budget::Kind::kSteps, inner.size() + rules.properties.size())) return false;
      has_.assign(rules.properties.size(), false);
      std::size_t index = 0;
      for (const Member member : task.value.members()) {
        apply(id, rules, member.key, inner[index++]);
        if (evaluator_.is_exhausted()) return false;
      }
      for (std::size_t i = 0; i < rules.properties.size(); ++i) {
        const Property& property = rules.properties[i];
        if (property.is_declared && property.node != kNoNode && !has_[i])
          add_default(task.value, property, first_added);
      }
    }
    std::size_t index = 0;
    for (const Member member : task.value.members()) push(member.value, std::move(inner[index++]));
    return true;
  }

  // Collects the schemas that the rules of one node have for a member.
  void apply(NodeId id, const ObjectRules& rules, const Value& key, std::vector<NodeId>& inner) {
    const Property* property = rules.find(key.text());
    bool is_own = property != nullptr;
    if (property != nullptr) {
      has_[static_cast<std::size_t>(property - rules.properties.data())] = true;
      if (property->node != kNoNode) inner.push_back(property->node);
    }
    for (const PatternProperty& pattern : rules.patterns) {
      if (!evaluator_.search(pattern.pattern, id, key)) continue;
      is_own = true;
      inner.push_back(pattern.node);
    }
    if (!is_own && rules.additional != kNoNode) inner.push_back(rules.additional);
  }

  void add_default(const Value& object, const Property& property, std::size_t first_added) {
    const auto is_same = [&](const AddedMember& member) { return member.key == property.key; };
    if (std::any_of(added_.begin() + static_cast<std::ptrdiff_t>(first_added), added_.end(), is_same)) return;
    // The property's own schema, then what it refers to.
    std::vector<NodeId> schemas = {property.declared};
    for (std::size_t i = 0; i < schemas.size(); ++i) {
      const Node& node = plan_.nodes[schemas[i]];
      const Value schema = plan_.schema_of(node);
      Value value;
      if (schema.is_object() && schema.find("default", value)) {
        added_.push_back({object.id(), property.key, value});
        return;
      }
      if (node.applicators == kNoIndex) continue;
      for (const NodeId id : plan_.applicators[node.applicators].all) {
        if (std::find(schemas.begin(), schemas.end(), id) == schemas.end()) schemas.push_back(id);
      }
    }
  }

  bool elements(const Task& task) {
    std::size_t index = 0;
    for (const Value element : task.value.elements()) {
      if (!budget_.charge(Budget::Kind::kSteps, task.applied.size())) return false;
      std::vector<NodeId> inner;
      for (const NodeId id : task.applied) {
        if (plan_.nodes[id].arrays == kNoIndex) continue;
        const ArrayRules& rules = plan_.arrays[plan_.nodes[id].arrays];
        const NodeId item = index < rules.prefix.size() ? rules.prefix[index] : rules.rest;
        if (item != kNoNode) inner.push_back(item);
        if (rules.contains != kNoNode && evaluator_.evaluate<false>(rules.contains, element)) {
          inner.push_back(rules.contains);
        }
      }
      if (evaluator_.is_exhausted()) return false;
      ++index;
      push(element, std::move(inner));
    }
    return true;
  }

  const CompiledSchema::Plan& plan_;
  Budget& budget_;
  Evaluator evaluator_;
  std::vector<Task> tasks_;
  std::vector<bool> has_;  // which properties of the rules at hand the object has
  std::vector<AddedMember> added_;
};

}  // namespace

Result<std::vector<AddedMember>> missing_defaults(const Document& document, const CompiledSchema& schema,
                                                  Budget& budget) noexcept {
  try {
    MissingDefaults search(schema.plan(), budget);
    if (!search.run(document.root())) {
      return Error{ErrorCode::kBudgetExhausted, "the budget ran out while looking for members with defaults", 0};
    }
    return std::move(search.added());
  } catch (const std::bad_alloc&) {
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while looking for members with defaults");
  }
}

}  // namespace sluice::json
