#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/document.h"
#include "json/formats.h"
#include "json/key_table.h"
#include "json/number.h"
#include "json/number_range.h"
#include "json/pattern.h"
#include "json/schema.h"
#include "json/schema_sources.h"

namespace sluice::json {

/// Index of a node of the plan.
using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;
inline constexpr std::uint32_t kNoIndex = UINT32_MAX;

/// Kinds of values as JSON Schema tells them apart; kNumberBit is a number that is not an integer.
enum TypeBit : std::uint8_t {
  kNullBit = 1,
  kBoolBit = 2,
  kIntegerBit = 4,
  kNumberBit = 8,
  kStringBit = 16,
  kArrayBit = 32,
  kObjectBit = 64,
  kAllTypes = 127,
};

/// Keywords that can fail.
enum class Keyword : std::uint8_t {
  kFalse,  ///< the schema `false`
  kType,
  kEnum,
  kConst,
  kMinimum,
  kMaximum,
  kExclusiveMinimum,
  kExclusiveMaximum,
  kMultipleOf,
  kMinLength,
  kMaxLength,
  kPattern,
  kFormat,
  kMinItems,
  kMaxItems,
  kUniqueItems,
  kContains,
  kMinContains,
  kMaxContains,
  kRequired,
  kDependentRequired,
  kMinProperties,
  kMaxProperties,
  kAdditionalProperties,
  kPropertyNames,
  kAnyOf,
  kOneOf,
  kNot,
  kUnevaluatedProperties,
  kUnevaluatedItems,
};
[[nodiscard]] std::string_view keyword_name(Keyword keyword) noexcept;

struct StringRules {
  std::uint64_t min_length = 0;
  std::uint64_t max_length = UINT64_MAX;
  std::vector<std::uint32_t> patterns;  // indexes of Plan::patterns
  Format format = Format::kNone;
};

struct NumberRules {
  std::optional<Value> minimum;
  std::optional<Value> maximum;
  std::optional<Value> exclusive_minimum;
  std::optional<Value> exclusive_maximum;
  std::optional<Divisor> multiple_of;
  NumberRange range;  // the four bounds again
};

struct ArrayRules {
  std::vector<NodeId> prefix;
  NodeId rest = kNoNode;  // items, or additionalItems before 2020-12
  NodeId contains = kNoNode;
  std::uint64_t min_contains = 1;
  std::uint64_t max_contains = UINT64_MAX;
  std::uint64_t min_items = 0;
  std::uint64_t max_items = UINT64_MAX;
  bool has_unique_items = false;
  bool contains_evaluates = false;  // since 2020-12 unevaluatedItems skips what `contains` matched
};

struct Property {
  std::string_view key;                     // memory of the schema's document
  NodeId node = kNoNode;                    // kNoNode: named by `required` or a dependency only
  NodeId declared = kNoNode;                // the same before references were followed: where its `default` stands
  std::uint32_t required_index = kNoIndex;  // bit of the set of required members
  bool is_declared = false;                 // named by `properties`
};

struct Dependency {
  std::string_view key;
  std::vector<std::string_view> required;
  NodeId node = kNoNode;
};

struct PatternProperty {
  std::uint32_t pattern = 0;
  NodeId node = kNoNode;
};

struct ObjectRules {
  std::vector<Property> properties;  // in the schema's order, which documents mostly follow
  KeyTable keys;                     // of `properties`, by index
  std::uint32_t required_count = 0;
  std::vector<PatternProperty> patterns;
  NodeId additional = kNoNode;
  NodeId names = kNoNode;
  std::uint64_t min_properties = 0;
  std::uint64_t max_properties = UINT64_MAX;
  std::vector<Dependency> dependencies;
  bool describes_members = false;
  bool is_simple = false;  // nothing but properties, required and what additionalProperties says of the rest

  /// @param key  of a tape
  [[nodiscard]] const Property* find(std::string_view key) const noexcept {
    const std::uint32_t index = keys.find(PackedKey::of_tape(key));
    return index == KeyTable::kNone ? nullptr : &properties[index];
  }
};

struct Enumeration {
  std::vector<Value> values;
  KeyTable strings;  // where all of them are strings
  bool has_only_strings = false;
};

/// The member whose value says which branch can match at all: branches are objects that require it, each with strings
/// of its own for it.
struct Discriminator {
  PackedKey key;
  KeyTable values;
  std::vector<std::uint32_t> branches;  // in step with `values`: index of the branch
};

/// The list of an anyOf or oneOf.
struct Branches {
  std::vector<NodeId> nodes;
  std::uint32_t discriminator = kNoIndex;
};

/// Schemas applied to the same value.
struct Applicators {
  std::vector<NodeId> all;             // $ref and allOf
  std::vector<std::uint32_t> dynamic;  // $dynamicRef, $recursiveRef: indexes of Plan::dynamic_refs
  std::vector<Branches> any;
  std::vector<Branches> one;
  NodeId not_node = kNoNode;
  NodeId if_node = kNoNode;
  NodeId then_node = kNoNode;
  NodeId else_node = kNoNode;
};

/// A reference whose target depends on the schemas that led here: the outermost scope that has a target wins.
struct DynamicRef {
  NodeId fallback = kNoNode;
  std::uint32_t targets = 0;  // index of Plan::dynamic_targets
};
/// Targets of one name by scope, ascending.
using DynamicTargets = std::vector<std::pair<std::uint32_t, NodeId>>;

struct Unevaluated {
  NodeId properties = kNoNode;
  NodeId items = kNoNode;
};

/// What a node says beside `types`, for the ways through the evaluator that are taken most.
enum class NodeShape : std::uint8_t {
  kTypes,    ///< nothing
  kNumbers,  ///< bounds of numbers alone
  kStrings,  ///< conditions on strings alone
  kMixed,
};

/// One subschema. Sections are indexes into the plan's tables, kNoIndex where the schema says nothing of that kind.
struct Node {
  std::uint8_t types = kAllTypes;
  bool is_false = false;
  NodeShape shape = NodeShape::kMixed;
  bool takes_whole_floats = true;  // 1.0 is an integer; not in draft 4
  std::uint32_t source = 0;
  std::uint32_t schema_id = 0;  // Value::id in the source's document
  std::uint32_t scope = 0;
  std::uint32_t enumeration = kNoIndex;
  std::uint32_t constant = kNoIndex;
  std::uint32_t strings = kNoIndex;
  std::uint32_t numbers = kNoIndex;
  std::uint32_t arrays = kNoIndex;
  std::uint32_t objects = kNoIndex;
  std::uint32_t applicators = kNoIndex;
  std::uint32_t unevaluated = kNoIndex;
};

struct CompiledSchema::Plan {
  std::deque<SchemaSource> sources;  // the first is the root's; all names and values point into them
  Dialect dialect = Dialect::kDraft202012;
  std::vector<std::string> warnings;
  NodeId root = 0;
  std::vector<Node> nodes;
  std::vector<StringRules> strings;
  std::vector<NumberRules> numbers;
  std::vector<ArrayRules> arrays;
  std::vector<ObjectRules> objects;
  std::vector<Enumeration> enumerations;
  std::vector<Applicators> applicators;
  std::vector<Discriminator> discriminators;
  std::vector<DynamicRef> dynamic_refs;
  std::vector<DynamicTargets> dynamic_targets;
  std::vector<Unevaluated> unevaluated;
  std::vector<SchemaPattern> patterns;
  std::vector<std::string_view> pattern_sources;
  std::uint32_t scope_count = 0;

  [[nodiscard]] Value schema_of(const Node& node) const { return sources[node.source].document.at(node.schema_id); }
};

}  // namespace sluice::json
