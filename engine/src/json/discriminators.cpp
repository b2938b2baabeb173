#include "json/discriminators.h"

#include <algorithm>
#include <set>

#include "core/checked.h"

namespace sluice::json {

namespace {

constexpr std::size_t kMaxCandidates = 8;

// The strings that a schema allows, where it allows nothing else.
const Enumeration* only_strings(const CompiledSchema::Plan& plan, NodeId id) {
  if (id == kNoNode) return nullptr;
  const Node& node = plan.nodes[id];
  for (const std::uint32_t index : {node.constant, node.enumeration}) {
    if (index != kNoIndex && plan.enumerations[index].has_only_strings) return &plan.enumerations[index];
  }
  return nullptr;
}

const Property* required_member(const CompiledSchema::Plan& plan, NodeId branch, std::string_view key) {
  const Node& node = plan.nodes[branch];
  if (node.types != kObjectBit || node.objects == kNoIndex) return nullptr;
  const Property* found = plan.objects[node.objects].find(key);
  return found != nullptr && found->required_index != kNoIndex ? found : nullptr;
}

// Fills `out` where each branch requires `key` and no two share a value of it.
bool tells_apart(const CompiledSchema::Plan& plan, const Branches& list, std::string_view key, Discriminator& out) {
  std::vector<PackedKey> values;
  std::set<std::string_view> seen;
  out.branches.clear();
  for (std::size_t i = 0; i < list.nodes.size(); ++i) {
    const Property* member = required_member(plan, list.nodes[i], key);
    const Enumeration* strings = member == nullptr ? nullptr : only_strings(plan, member->node);
    if (strings == nullptr) return false;
    for (std::size_t j = 0; j < strings->strings.size(); ++j) {
      const PackedKey& value = strings->strings.key(j);
      if (!seen.insert(value.view()).second) return false;
      values.push_back(value);
      out.branches.push_back(narrow<std::uint32_t>(i));
    }
  }
  out.key = PackedKey::of_tape(key);
  out.values.build(std::move(values));
  return true;
}

void find_in(CompiledSchema::Plan& plan, Branches& list) {
  if (list.nodes.size() < 2) return;
  const Node& first = plan.nodes[list.nodes[0]];
  if (first.types != kObjectBit || first.objects == kNoIndex) return;
  std::size_t candidates = 0;
  for (const Property& item : plan.objects[first.objects].properties) {
    if (item.required_index == kNoIndex || only_strings(plan, item.node) == nullptr) continue;
    if (++candidates > kMaxCandidates) return;
    Discriminator found;
    if (!tells_apart(plan, list, item.key, found)) continue;
    list.discriminator = narrow<std::uint32_t>(plan.discriminators.size());
    plan.discriminators.push_back(std::move(found));
    return;
  }
}

}  // namespace

void find_discriminators(CompiledSchema::Plan& plan) {
  for (Applicators& rules : plan.applicators) {
    for (auto* lists : {&rules.any, &rules.one}) {
      for (Branches& list : *lists) find_in(plan, list);
    }
  }
}

}  // namespace sluice::json
