#pragma once

#include <cstdint>
#include <vector>

#include "core/budget.h"
#include "json/equality.h"
#include "json/plan.h"

namespace sluice::json {

/// A failed condition before it is put into words.
struct RawViolation {
  NodeId node = 0;
  Keyword keyword = Keyword::kFalse;
  std::uint32_t value_id = 0;  // of the value or key
  std::uint64_t detail = 0;    // required: index of the property; pattern: index; oneOf: how many matched
};

/// Evaluates a plan over a document. `evaluate<false>` stops at the first failure and says nothing; `evaluate<true>`
/// goes on and collects. Both run the same code, so they cannot disagree.
///
/// Recursion is bounded twice: by the document's depth times the schema's in-place height, and by kMaxEvaluationDepth.
class Evaluator {
 public:
  Evaluator(const CompiledSchema::Plan& plan, Budget& budget, std::size_t max_violations)
      : plan_(plan), budget_(budget), max_violations_(max_violations) {}

  template <bool kExplain>
  bool evaluate(NodeId id, const Value& value);

  [[nodiscard]] bool is_exhausted() const noexcept { return is_exhausted_; }
  [[nodiscard]] bool is_pattern_exhausted() const noexcept { return is_pattern_exhausted_; }
  [[nodiscard]] const RawViolation& pattern_violation() const noexcept { return pattern_violation_; }
  [[nodiscard]] std::vector<RawViolation>& violations() noexcept { return violations_; }
  /// Charges what was not charged yet.
  bool settle() { return charge(0); }
  bool search(std::uint32_t pattern, NodeId id, const Value& text);

 private:
  static constexpr std::uint32_t kMaxEvaluationDepth = 1024;
  static constexpr std::uint64_t kBatch = 4096;

  template <bool kExplain>
  bool strings(NodeId id, const StringRules& rules, const Value& value);
  template <bool kExplain>
  bool numbers(NodeId id, const NumberRules& rules, const Value& value);
  template <bool kExplain>
  bool arrays(NodeId id, const ArrayRules& rules, const Value& value);
  template <bool kExplain>
  bool objects(NodeId id, const ObjectRules& rules, const Value& value);
  template <bool kExplain>
  bool applicators(NodeId id, const Applicators& rules, const Value& value);
  template <bool kExplain>
  bool any_of(NodeId id, const std::vector<NodeId>& list, const Value& value);
  template <bool kExplain>
  bool one_of(NodeId id, const std::vector<NodeId>& list, const Value& value);
  bool matches(const Enumeration& list, const Value& value);
  bool has_unique_elements(const Value& array);

  // Records where asked to; always false.
  template <bool kExplain>
  bool fail(NodeId id, Keyword keyword, std::uint32_t value_id, std::uint64_t detail = 0);
  bool take(std::uint64_t steps) {
    pending_ += steps;
    return pending_ < kBatch || charge(0);
  }
  bool charge(std::uint64_t steps);

  const CompiledSchema::Plan& plan_;
  Budget& budget_;
  std::size_t max_violations_;
  std::vector<RawViolation> violations_;
  std::vector<std::vector<std::uint64_t>> bit_sets_;  // free sets for objects with many required members
  std::uint64_t pending_ = 0;
  std::uint32_t depth_ = 0;
  bool is_exhausted_ = false;
  bool is_pattern_exhausted_ = false;
  RawViolation pattern_violation_;
};

}  // namespace sluice::json
