#include <algorithm>
#include <new>

#include "core/guard.h"
#include "json/evaluator.h"
#include "json/keys.h"
#include "json/plan.h"
#include "json/violations.h"

namespace sluice::json {

struct Validator::State {
  // Reserved for scratch that outlives one document.
  std::vector<RawViolation> raw;
};

Validator::Validator() : state_(std::make_unique<State>()) {}
Validator::~Validator() = default;
Validator::Validator(Validator&&) noexcept = default;
Validator& Validator::operator=(Validator&&) noexcept = default;

Outcome Validator::validate(const Document& document, const CompiledSchema& schema, Budget& budget,
                            std::vector<Violation>* violations, std::size_t max_violations) noexcept {
  try {
    const CompiledSchema::Plan& plan = schema.plan();
    Evaluator fast(plan, budget, 0);
    const bool is_valid = fast.evaluate<false>(0, document.root());
    if (violations != nullptr) violations->clear();
    if (fast.is_exhausted() || !fast.settle()) {
      if (violations != nullptr && fast.is_pattern_exhausted()) {
        describe_violations(document, plan, {fast.pattern_violation()}, *violations);
        violations->back().is_pattern_budget = true;
      }
      return Outcome::kExhausted;
    }
    if (is_valid) return Outcome::kValid;
    if (violations == nullptr || max_violations == 0) return Outcome::kInvalid;
    Evaluator slow(plan, budget, max_violations);
    (void)slow.evaluate<true>(0, document.root());
    (void)slow.settle();
    describe_violations(document, plan, slow.violations(), *violations);
    return Outcome::kInvalid;
  } catch (const std::bad_alloc&) {
    return Outcome::kExhausted;
  }
}

namespace {

// Walks a valid document with the schemas that apply to each value.
class UnknownMembers {
 public:
  UnknownMembers(const CompiledSchema::Plan& plan, Budget& budget) : plan_(plan), evaluator_(plan, budget, 0) {}

  bool run(const Value& root) {
    walk(root, {0});
    return !evaluator_.is_exhausted() && evaluator_.settle();
  }
  std::vector<std::uint32_t>& unknown() noexcept { return unknown_; }

 private:
  // Recursion is bounded by the parser's depth cap.
  void walk(const Value& value, std::vector<NodeId> applied) {
    if (evaluator_.is_exhausted() || applied.empty() || (!value.is_object() && !value.is_array())) return;
    expand(value, applied);
    if (value.is_object()) {
      members(value, applied);
    } else {
      elements(value, applied);
    }
  }

  void members(const Value& object, const std::vector<NodeId>& applied) {
    const bool is_described = std::any_of(applied.begin(), applied.end(), [&](NodeId id) {
      const std::uint32_t rules = plan_.nodes[id].objects;
      return rules != kNoIndex && plan_.objects[rules].describes_members;
    });
    if (!is_described) return;
    for (const Member member : object.members()) {
      std::vector<NodeId> inner;
      bool is_known = false;
      for (const NodeId id : applied) {
        if (plan_.nodes[id].objects == kNoIndex) continue;
        const ObjectRules& rules = plan_.objects[plan_.nodes[id].objects];
        bool is_own = false;
        const Property* entry = rules.find(member.key.text());
        if (entry != nullptr) {  // named by `properties`, or at least by `required`
          is_own = true;
          if (entry->node != kNoNode) inner.push_back(entry->node);
        }
        for (const PatternProperty& pattern : rules.patterns) {
          if (!evaluator_.search(pattern.pattern, id, member.key)) continue;
          is_own = true;
          inner.push_back(pattern.node);
        }
        if (!is_own && rules.additional != kNoNode) {
          is_own = true;
          inner.push_back(rules.additional);
        }
        is_known = is_known || is_own;
      }
      if (is_known) {
        walk(member.value, std::move(inner));
      } else {
        unknown_.push_back(member.key.id());
      }
    }
  }

  void elements(const Value& array, const std::vector<NodeId>& applied) {
    std::size_t index = 0;
    for (const Value element : array.elements()) {
      std::vector<NodeId> inner;
      for (const NodeId id : applied) {
        if (plan_.nodes[id].arrays == kNoIndex) continue;
        const ArrayRules& rules = plan_.arrays[plan_.nodes[id].arrays];
        const NodeId item = index < rules.prefix.size() ? rules.prefix[index] : rules.rest;
        if (item != kNoNode) inner.push_back(item);
        if (rules.contains != kNoNode && evaluator_.evaluate<false>(rules.contains, element)) {
          inner.push_back(rules.contains);
        }
      }
      ++index;
      walk(element, std::move(inner));
    }
  }

  // Adds the schemas that apply in place and succeed.
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
        for (const std::vector<NodeId>& list : *lists) {
          for (const NodeId id : list) {
            if (evaluator_.evaluate<false>(id, value)) add(id);
          }
        }
      }
      if (rules.if_node != kNoNode) {
        if (evaluator_.evaluate<false>(rules.if_node, value)) {
          add(rules.if_node);
          add(rules.then_node);
        } else {
          add(rules.else_node);
        }
      }
    }
  }

  const CompiledSchema::Plan& plan_;
  Evaluator evaluator_;
  std::vector<std::uint32_t> unknown_;
};

}  // namespace

Result<std::vector<std::uint32_t>> Validator::unknown_members(const Document& document, const CompiledSchema& schema,
                                                              Budget& budget) noexcept {
  try {
    UnknownMembers walker(schema.plan(), budget);
    if (!walker.run(document.root())) {
      return Error{ErrorCode::kBudgetExhausted,
                   "the budget ran out while looking for members that the schema does not name", 0};
    }
    return std::move(walker.unknown());
  } catch (const std::bad_alloc&) {
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while looking for unknown members");
  }
}

}  // namespace sluice::json
