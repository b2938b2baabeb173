#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/budget.h"
#include "json/equality.h"
#include "json/evaluated.h"
#include "json/plan.h"

namespace sluice::json {

/// A failed condition before it is put into words.
struct RawViolation {
  NodeId node = 0;
  Keyword keyword = Keyword::kFalse;
  std::uint32_t value_id = 0;  // of the value or key
  std::uint64_t detail = 0;    // required: index of the property; pattern: index; oneOf: how many matched
};
/// `detail` of anyOf and oneOf where the value of the member that tells the branches apart is none of theirs.
inline constexpr std::uint64_t kNoSuchBranch = UINT64_MAX;

namespace detail {
constexpr std::array<std::uint8_t, 256> type_bits() {
  std::array<std::uint8_t, 256> bits{};
  bits['n'] = kNullBit;
  bits['t'] = bits['f'] = kBoolBit;
  bits['l'] = bits['u'] = kIntegerBit;
  bits['d'] = bits['Z'] = kNumberBit;
  bits['"'] = kStringBit;
  bits['['] = kArrayBit;
  bits['{'] = kObjectBit;
  return bits;
}
}  // namespace detail
/// The TypeBit of each letter of a tape.
inline constexpr std::array<std::uint8_t, 256> kTypeBits = detail::type_bits();

/// Evaluates a plan over a document. `evaluate<false>` stops at the first failure and says nothing; `evaluate<true>`
/// goes on and collects. Both run the same code, so they cannot disagree.
///
/// Recursion is bounded twice: by the document's depth times the schema's in-place height, and by kMaxEvaluationDepth.
class Evaluator {
 public:
  Evaluator(const CompiledSchema::Plan& plan, Budget& budget, std::size_t max_violations)
      : plan_(plan),
        nodes_(plan.nodes.data()),
        string_rules_(plan.strings.data()),
        number_rules_(plan.numbers.data()),
        array_rules_(plan.arrays.data()),
        object_rules_(plan.objects.data()),
        enumerations_(plan.enumerations.data()),
        applicators_(plan.applicators.data()),
        budget_(budget),
        max_violations_(max_violations),
        has_scopes_(!plan.dynamic_refs.empty()) {
    if (has_scopes_) scope_counts_.assign(plan.scope_count, 0);
  }

  template <bool kExplain>
  bool evaluate(NodeId id, const Value& value);
  /// The same, and says which members are described.
  bool describe(NodeId id, const Value& value, DescribedMembers& described);

  [[nodiscard]] bool is_exhausted() const noexcept { return is_exhausted_; }
  [[nodiscard]] bool is_pattern_exhausted() const noexcept { return is_pattern_exhausted_; }
  [[nodiscard]] const RawViolation& pattern_violation() const noexcept { return pattern_violation_; }
  [[nodiscard]] std::vector<RawViolation>& violations() noexcept { return violations_; }
  /// Charges what was not charged yet.
  bool settle() { return charge(); }
  bool search(std::uint32_t pattern, NodeId id, const Value& text);

 private:
  static constexpr std::uint32_t kMaxEvaluationDepth = 2048;
  static constexpr std::uint64_t kBatch = 4096;
  static constexpr std::uint64_t kSmallSet = 64;  // required members that one word holds

  // kTrack: also notes which members and elements successful subschemas looked at, in `seen` where it is not null and
  // in `described_` where that is not.
  template <bool kExplain, bool kTrack>
  bool check(NodeId id, std::uint32_t at, Evaluated* seen);
  template <bool kExplain, bool kTrack>
  bool check_sections(NodeId id, const Node& node, std::uint32_t at, std::uint8_t bit, Evaluated* seen);
  template <bool kExplain>
  bool check_unevaluated(NodeId id, const Node& node, std::uint32_t at, std::uint8_t bit, Evaluated* outer);
  template <bool kExplain>
  bool unevaluated_members(NodeId id, NodeId rest, std::uint32_t at, const Evaluated& seen);
  template <bool kExplain>
  bool unevaluated_items(NodeId id, NodeId rest, std::uint32_t at, const Evaluated& seen);
  template <bool kExplain>
  bool strings(NodeId id, const StringRules& rules, const Value& value);
  template <bool kExplain>
  bool numbers(NodeId id, const NumberRules& rules, const Value& value) {
    if constexpr (!kExplain) {
      if (const std::optional<bool> is_inside = rules.range.takes(value)) {
        return *is_inside && (!rules.multiple_of || is_multiple(value, *rules.multiple_of));
      }
    }
    return exact_numbers<kExplain>(id, rules, value);
  }
  template <bool kExplain>
  bool exact_numbers(NodeId id, const NumberRules& rules, const Value& value);
  template <bool kExplain, bool kTrack>
  bool arrays(NodeId id, const ArrayRules& rules, std::uint32_t at, Evaluated* seen);
  template <bool kExplain, bool kTrack>
  bool elements(NodeId id, const ArrayRules& rules, std::uint32_t at, Evaluated* seen);
  template <bool kExplain, bool kTrack>
  bool objects(NodeId id, const ObjectRules& rules, std::uint32_t at, Evaluated* seen);
  template <bool kExplain, bool kTrack>
  bool rest_of_member(NodeId id, const ObjectRules& rules, std::uint32_t key, bool is_described, std::uint64_t index,
                      Evaluated* seen);
  template <bool kExplain>
  void missing_members(NodeId id, const ObjectRules& rules, std::uint32_t at, const std::uint64_t* found);
  template <bool kExplain, bool kTrack>
  bool rest_of_object(NodeId id, const ObjectRules& rules, std::uint32_t at, Evaluated* seen);
  template <bool kExplain, bool kTrack>
  bool applicators(NodeId id, const Applicators& rules, std::uint32_t at, Evaluated* seen);
  template <bool kExplain, bool kTrack>
  bool conditions(NodeId id, const Applicators& rules, std::uint32_t at, Evaluated* seen);
  template <bool kExplain, bool kTrack>
  bool dynamic(const DynamicRef& ref, std::uint32_t at, Evaluated* seen);
  template <bool kExplain, bool kTrack>
  bool any_of(NodeId id, const Branches& list, std::uint32_t at, Evaluated* seen);
  template <bool kExplain, bool kTrack>
  bool one_of(NodeId id, const Branches& list, std::uint32_t at, Evaluated* seen);
  void explain_branches(const Branches& list, std::uint32_t at);
  // A schema whose failure fails nothing: what it looked at counts only where it succeeds.
  template <bool kTrack>
  bool branch(NodeId id, std::uint32_t at, Evaluated* seen);
  /// Whether the member that tells the branches apart is a string; then `index` is the one to look at, or
  /// kNoSuchBranch.
  bool discriminate(const Branches& list, std::uint32_t at, std::uint64_t& index, std::uint32_t& told_by);
  bool matches(const Enumeration& list, const Value& value);
  bool has_unique_elements(const Value& array);

  // Records where asked to; always false.
  template <bool kExplain>
  bool fail(NodeId id, Keyword keyword, std::uint32_t value_id, std::uint64_t detail = 0) {
    if constexpr (kExplain) {
      if (violations_.size() < max_violations_) violations_.push_back({id, keyword, value_id, detail});
    }
    return false;
  }
  // Once the budget ran out every call fails.
  bool take(std::uint64_t steps) {
    pending_ += steps;
    return pending_ < kBatch || charge();
  }
  bool charge();
  void exhaust() noexcept {
    is_exhausted_ = true;
    pending_ = kBatch;  // every further step asks, and is refused
  }
  void enter(std::uint32_t scope);
  void leave(std::uint32_t scope);
  // Whether the value passes a schema of the plainest shapes, without a call; false: `check` decides.
  bool passes_at_once(NodeId id, std::uint32_t at) noexcept {
    const Node& node = nodes_[id];
    ++pending_;
    const std::uint8_t bit = bit_at(at);
    if ((node.types & bit) == 0) return false;
    if (node.shape == NodeShape::kTypes) return true;
    if (node.shape != NodeShape::kNumbers || (bit & (kIntegerBit | kNumberBit)) == 0) return false;
    const NumberRules& rules = number_rules_[node.numbers];
    return !rules.multiple_of && rules.range.takes(value_at(at)).value_or(false);
  }
  [[nodiscard]] std::uint8_t bit_at(std::uint32_t id) const noexcept {
    return kTypeBits[static_cast<std::size_t>(tape_.words[id] >> 56U)];
  }
  // Whether a branch fails by the kind of the value alone.
  [[nodiscard]] bool is_other_type(NodeId id, std::uint8_t bit) const noexcept {
    const std::uint8_t types = nodes_[id].types;
    return (types & bit) == 0 && !(bit == kNumberBit && (types & kIntegerBit) != 0);
  }
  [[nodiscard]] Value value_at(std::uint32_t id) const noexcept { return {tape_, id}; }
  [[nodiscard]] std::string_view text_at(std::uint32_t id) const noexcept { return value_at(id).text(); }

  Evaluated* borrow(std::uint64_t size);
  void give_back() noexcept { --borrowed_; }

  const CompiledSchema::Plan& plan_;
  // The plan's tables; the plan holds no index beyond them.
  const Node* nodes_;
  const StringRules* string_rules_;
  const NumberRules* number_rules_;
  const ArrayRules* array_rules_;
  const ObjectRules* object_rules_;
  const Enumeration* enumerations_;
  const Applicators* applicators_;
  Tape tape_;
  Budget& budget_;
  std::size_t max_violations_;
  bool has_scopes_;  // there are dynamic references
  std::uint64_t pending_ = 0;
  std::uint32_t depth_ = 0;
  bool is_exhausted_ = false;
  bool is_pattern_exhausted_ = false;
  DescribedMembers* described_ = nullptr;
  std::vector<RawViolation> violations_;
  std::vector<std::vector<std::uint64_t>> bit_sets_;  // free sets for objects with many required members
  std::vector<std::unique_ptr<Evaluated>> evaluated_;
  std::size_t borrowed_ = 0;
  std::vector<std::uint32_t> scopes_;        // entered, each once, the outermost first
  std::vector<std::uint32_t> scope_counts_;  // how often each is entered now; empty without dynamic references
  RawViolation pattern_violation_;
};

}  // namespace sluice::json
