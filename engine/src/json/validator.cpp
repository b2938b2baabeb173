#include <algorithm>
#include <new>

#include "core/guard.h"
#include "json/evaluator.h"
#include "json/plan.h"
#include "json/violations.h"

namespace sluice::json {

Outcome Validator::validate(const Document& document, const CompiledSchema& schema, Budget& budget,
                            std::vector<Violation>* violations, std::size_t max_violations) noexcept {
  try {
    const CompiledSchema::Plan& plan = schema.plan();
    Evaluator fast(plan, budget, 0);
    const bool is_valid = fast.evaluate<false>(plan.root, document.root());
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
    (void)slow.evaluate<true>(plan.root, document.root());
    (void)slow.settle();
    describe_violations(document, plan, slow.violations(), *violations);
    return Outcome::kInvalid;
  } catch (const std::bad_alloc&) {
    return Outcome::kExhausted;
  }
}

namespace {

// The keys of a valid document that nothing describes, in objects that something does.
std::vector<std::uint32_t> not_described(const Document& document, const DescribedMembers& described) {
  std::vector<std::uint32_t> unknown;
  const auto end = static_cast<std::uint32_t>(document.tape().words[0] & 0xFFFFFFFFU) - 1;
  for (std::uint32_t id = 1; id < end;) {
    const Value value = document.at(id);
    if (value.is_object() && described.is_described(id)) {
      for (const Member member : value.members()) {
        if (!described.is_known(member.key.id())) unknown.push_back(member.key.id());
      }
    }
    // Word by word into containers; what stands inside a member that goes is gone with it.
    const char letter = value.letter();
    id += letter == 'l' || letter == 'u' || letter == 'd' ? 2U : 1U;
  }
  std::sort(unknown.begin(), unknown.end());
  return unknown;
}

// Drops the keys inside members that are dropped whole.
void keep_outermost(const Document& document, std::vector<std::uint32_t>& keys) {
  std::uint32_t dropped_until = 0;
  std::erase_if(keys, [&](std::uint32_t key) {
    if (key < dropped_until) return true;
    dropped_until = document.at(key + 1).next_id();
    return false;
  });
}

}  // namespace

Result<std::vector<std::uint32_t>> Validator::unknown_members(const Document& document, const CompiledSchema& schema,
                                                              Budget& budget) noexcept {
  try {
    Evaluator evaluator(schema.plan(), budget, 0);
    DescribedMembers described(static_cast<std::uint32_t>(document.tape().words[0] & 0xFFFFFFFFU) + 1);
    (void)evaluator.describe(schema.plan().root, document.root(), described);
    if (evaluator.is_exhausted() || !evaluator.settle()) {
      return Error{ErrorCode::kBudgetExhausted,
                   "the budget ran out while looking for members that the schema does not name", 0};
    }
    std::vector<std::uint32_t> unknown = not_described(document, described);
    keep_outermost(document, unknown);
    return unknown;
  } catch (const std::bad_alloc&) {
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while looking for unknown members");
  }
}

}  // namespace sluice::json
