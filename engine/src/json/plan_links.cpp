#include "json/plan_links.h"

#include <algorithm>

#include "json/discriminators.h"

namespace sluice::json {

namespace {

// Calls `visit` for every schema that applies to the same value. Dynamic references are left to the evaluator's own
// bound: where they lead is not known before.
template <typename Visit>
void for_each_in_place(const CompiledSchema::Plan& plan, const Node& node, Visit&& visit) {
  const auto call = [&](NodeId child) {
    if (child != kNoNode) visit(child);
  };
  if (node.applicators != kNoIndex) {
    const Applicators& rules = plan.applicators[node.applicators];
    for (const NodeId child : rules.all) call(child);
    for (const auto* lists : {&rules.any, &rules.one}) {
      for (const Branches& list : *lists) std::for_each(list.nodes.begin(), list.nodes.end(), call);
    }
    call(rules.not_node);
    call(rules.if_node);
    call(rules.then_node);
    call(rules.else_node);
  }
  if (node.objects != kNoIndex) {
    for (const Dependency& entry : plan.objects[node.objects].dependencies) call(entry.node);
  }
}

class LoopCheck {
 public:
  LoopCheck(const CompiledSchema::Plan& plan, const SchemaOptions& options, const SchemaSources& sources)
      : plan_(plan), options_(options), sources_(sources), heights_(plan.nodes.size(), kUnseen) {}

  Result<void> run() {
    for (NodeId start = 0; start < plan_.nodes.size(); ++start) {
      if (heights_[start] != kUnseen) continue;
      Result<void> walked = walk(start);
      if (!walked) return walked;
    }
    return {};
  }

 private:
  static constexpr std::uint32_t kUnseen = UINT32_MAX;
  static constexpr std::uint32_t kOpen = UINT32_MAX - 1;
  struct Visit {
    NodeId id = 0;
    std::vector<NodeId> next;
    std::size_t at = 0;
  };

  Visit open(NodeId id) {
    heights_[id] = kOpen;
    Visit visit;
    visit.id = id;
    for_each_in_place(plan_, plan_.nodes[id], [&](NodeId child) { visit.next.push_back(child); });
    return visit;
  }

  Error error(ErrorCode code, NodeId id, const std::string& message) const {
    const Node& node = plan_.nodes[id];
    return sources_.error_at(code, node.source, sources_.value_at({node.source, node.schema_id, node.scope}), message);
  }

  Result<void> walk(NodeId start) {
    std::vector<Visit> stack;
    stack.push_back(open(start));
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.at < top.next.size()) {
        const NodeId child = top.next[top.at++];
        if (heights_[child] == kOpen) {
          return error(
              ErrorCode::kSchemaInvalid, child,
              "the schema leads back to itself without looking at a part of the value; such a check never ends");
        }
        if (heights_[child] == kUnseen) stack.push_back(open(child));
        continue;
      }
      std::uint32_t height = 0;
      for (const NodeId child : top.next) height = std::max(height, heights_[child] + 1);
      if (height > options_.max_in_place_depth) {
        return error(ErrorCode::kSchemaTooLarge, top.id,
                     "more than " + std::to_string(options_.max_in_place_depth) + " schemas stacked on one value");
      }
      heights_[top.id] = height;
      stack.pop_back();
    }
    return {};
  }

  const CompiledSchema::Plan& plan_;
  const SchemaOptions& options_;
  const SchemaSources& sources_;
  std::vector<std::uint32_t> heights_;
};

// Whether a node has no section but perhaps applicators.
bool has_no_section(const Node& node) {
  return node.enumeration == kNoIndex && node.constant == kNoIndex && node.strings == kNoIndex &&
         node.numbers == kNoIndex && node.arrays == kNoIndex && node.objects == kNoIndex &&
         node.unevaluated == kNoIndex;
}

NodeShape shape_of(const Node& node) {
  if (node.types == 0) return NodeShape::kTypes;
  if (node.applicators != kNoIndex) return NodeShape::kMixed;
  if (has_no_section(node)) return NodeShape::kTypes;
  Node rest = node;
  rest.numbers = kNoIndex;
  if (has_no_section(rest)) return NodeShape::kNumbers;
  rest = node;
  rest.strings = kNoIndex;
  return has_no_section(rest) ? NodeShape::kStrings : NodeShape::kMixed;
}

// The schema that a node refers to and says nothing else; the node itself where it says more.
NodeId referred(const CompiledSchema::Plan& plan, NodeId id) {
  while (id != kNoNode) {
    const Node& node = plan.nodes[id];
    if (node.applicators == kNoIndex || node.types != kAllTypes || !has_no_section(node)) break;
    const Applicators& rules = plan.applicators[node.applicators];
    const bool is_plain = rules.all.size() == 1 && rules.dynamic.empty() && rules.any.empty() && rules.one.empty() &&
                          rules.not_node == kNoNode && rules.if_node == kNoNode;
    if (!is_plain) break;
    id = rules.all[0];
  }
  return id;
}

void take_out_references(CompiledSchema::Plan& plan) {
  const auto follow = [&](NodeId& id) { id = referred(plan, id); };
  const auto follow_all = [&](std::vector<NodeId>& ids) { std::for_each(ids.begin(), ids.end(), follow); };
  follow(plan.root);
  for (ArrayRules& rules : plan.arrays) {
    follow_all(rules.prefix);
    follow(rules.rest);
    follow(rules.contains);
  }
  for (ObjectRules& rules : plan.objects) {
    for (Property& item : rules.properties) follow(item.node);
    for (PatternProperty& item : rules.patterns) follow(item.node);
    for (Dependency& item : rules.dependencies) follow(item.node);
    follow(rules.additional);
    follow(rules.names);
  }
  for (Unevaluated& rules : plan.unevaluated) {
    follow(rules.properties);
    follow(rules.items);
  }
  for (Applicators& rules : plan.applicators) {
    follow_all(rules.all);
    for (auto* lists : {&rules.any, &rules.one}) {
      for (Branches& list : *lists) follow_all(list.nodes);
    }
    for (NodeId* id : {&rules.not_node, &rules.if_node, &rules.then_node, &rules.else_node}) follow(*id);
  }
}

}  // namespace

Result<void> link_plan(CompiledSchema::Plan& plan, const SchemaOptions& options, const SchemaSources& sources) {
  Result<void> checked = LoopCheck(plan, options, sources).run();
  if (!checked) return checked;
  // A reference into another scope counts among those that a dynamic one looks through.
  if (options.use_shortcuts && plan.dynamic_refs.empty()) take_out_references(plan);
  for (Node& node : plan.nodes) node.shape = shape_of(node);
  if (options.use_shortcuts) find_discriminators(plan);
  return {};
}

}  // namespace sluice::json
