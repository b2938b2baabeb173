#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/document.h"
#include "json/formats.h"
#include "json/number.h"
#include "json/parser.h"
#include "json/pattern.h"
#include "json/schema.h"

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
  kItems,
  kAnyOf,
  kOneOf,
  kNot,
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
};

struct ArrayRules {
  std::vector<NodeId> prefix;
  NodeId rest = kNoNode;  // items, or additionalItems of draft 7
  NodeId contains = kNoNode;
  std::uint64_t min_contains = 1;
  std::uint64_t max_contains = UINT64_MAX;
  std::uint64_t min_items = 0;
  std::uint64_t max_items = UINT64_MAX;
  bool has_unique_items = false;
};

struct Property {
  std::string_view key;  // memory of the schema's document
  std::uint64_t hash = 0;
  NodeId node = kNoNode;                    // kNoNode: named by `required` or a dependency only
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
  std::vector<std::uint32_t> table;  // open addressing, power of two: index + 1 into `properties`
  std::uint32_t required_count = 0;
  std::vector<PatternProperty> patterns;
  NodeId additional = kNoNode;
  NodeId names = kNoNode;
  std::uint64_t min_properties = 0;
  std::uint64_t max_properties = UINT64_MAX;
  std::vector<Dependency> dependencies;
  bool describes_members = false;

  [[nodiscard]] const Property* find(std::string_view key) const noexcept;
};

struct Enumeration {
  std::vector<Value> values;
  std::vector<std::uint64_t> hashes;  // of strings only, in step with `values`; empty where some value is no string
  bool is_const = false;
};

/// Schemas applied to the same value.
struct Applicators {
  std::vector<NodeId> all;  // $ref and allOf
  std::vector<std::vector<NodeId>> any;
  std::vector<std::vector<NodeId>> one;
  NodeId not_node = kNoNode;
  NodeId if_node = kNoNode;
  NodeId then_node = kNoNode;
  NodeId else_node = kNoNode;
};

/// One subschema. Sections are indexes into the plan's tables, kNoIndex where the schema says nothing of that kind.
struct Node {
  std::uint8_t types = kAllTypes;
  bool is_false = false;
  std::uint32_t schema_id = 0;  // Value::id in the schema's document
  std::uint32_t enumeration = kNoIndex;
  std::uint32_t constant = kNoIndex;
  std::uint32_t strings = kNoIndex;
  std::uint32_t numbers = kNoIndex;
  std::uint32_t arrays = kNoIndex;
  std::uint32_t objects = kNoIndex;
  std::uint32_t applicators = kNoIndex;
};

struct CompiledSchema::Plan {
  std::string text;
  std::string path;
  Parser parser;  // owns the memory of `document`
  Document document;
  Dialect dialect = Dialect::kDraft202012;
  std::vector<std::string> warnings;
  std::vector<Node> nodes;  // the first is the root
  std::vector<StringRules> strings;
  std::vector<NumberRules> numbers;
  std::vector<ArrayRules> arrays;
  std::vector<ObjectRules> objects;
  std::vector<Enumeration> enumerations;
  std::vector<Applicators> applicators;
  std::vector<SchemaPattern> patterns;
  std::vector<std::string_view> pattern_sources;
};

}  // namespace sluice::json
