#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sluice::json::reference {

enum class Draft : std::uint8_t { k4, k6, k7, k2019, k2020 };

/// What lowering does with a keyword; one that is not in the table is a comment and left out.
enum class Action : std::uint8_t {
  kCopy,
  kCount,  ///< a number of things: 2.0 is 2
  kSchema,
  kDefinition,  ///< a schema that valijson judges rightly only behind a $ref
  kSchemaList,
  kSchemaMap,
  kItems,
  kAdditionalItems,
  kPrefixItems,
  kDependencies,
  kContains,
  kRef,
  kRecursiveRef,
  kUnevaluatedProperties,
  kUnevaluatedItems,
  kRefused,
};

struct Keyword {
  std::string_view name;
  Action action;
  Draft first;
  Draft last;
};

inline constexpr std::array kKeywords{
    Keyword{"type", Action::kCopy, Draft::k4, Draft::k2020},
    Keyword{"enum", Action::kCopy, Draft::k4, Draft::k2020},
    Keyword{"const", Action::kCopy, Draft::k6, Draft::k2020},
    Keyword{"minimum", Action::kCopy, Draft::k4, Draft::k2020},
    Keyword{"maximum", Action::kCopy, Draft::k4, Draft::k2020},
    Keyword{"exclusiveMinimum", Action::kCopy, Draft::k4, Draft::k2020},
    Keyword{"exclusiveMaximum", Action::kCopy, Draft::k4, Draft::k2020},
    Keyword{"multipleOf", Action::kCopy, Draft::k4, Draft::k2020},
    Keyword{"pattern", Action::kCopy, Draft::k4, Draft::k2020},
    Keyword{"required", Action::kCopy, Draft::k4, Draft::k2020},
    Keyword{"uniqueItems", Action::kCopy, Draft::k4, Draft::k2020},
    Keyword{"minLength", Action::kCount, Draft::k4, Draft::k2020},
    Keyword{"maxLength", Action::kCount, Draft::k4, Draft::k2020},
    Keyword{"minItems", Action::kCount, Draft::k4, Draft::k2020},
    Keyword{"maxItems", Action::kCount, Draft::k4, Draft::k2020},
    Keyword{"minProperties", Action::kCount, Draft::k4, Draft::k2020},
    Keyword{"maxProperties", Action::kCount, Draft::k4, Draft::k2020},
    Keyword{"properties", Action::kSchemaMap, Draft::k4, Draft::k2020},
    Keyword{"patternProperties", Action::kSchemaMap, Draft::k4, Draft::k2020},
    Keyword{"additionalProperties", Action::kSchema, Draft::k4, Draft::k2020},
    Keyword{"propertyNames", Action::kDefinition, Draft::k6, Draft::k2020},
    Keyword{"contains", Action::kContains, Draft::k6, Draft::k2020},
    Keyword{"not", Action::kSchema, Draft::k4, Draft::k2020},
    Keyword{"if", Action::kSchema, Draft::k7, Draft::k2020},
    Keyword{"then", Action::kSchema, Draft::k7, Draft::k2020},
    Keyword{"else", Action::kSchema, Draft::k7, Draft::k2020},
    Keyword{"allOf", Action::kSchemaList, Draft::k4, Draft::k2020},
    Keyword{"anyOf", Action::kSchemaList, Draft::k4, Draft::k2020},
    Keyword{"oneOf", Action::kSchemaList, Draft::k4, Draft::k2020},
    Keyword{"items", Action::kItems, Draft::k4, Draft::k2020},
    Keyword{"additionalItems", Action::kAdditionalItems, Draft::k4, Draft::k2019},
    Keyword{"prefixItems", Action::kPrefixItems, Draft::k2020, Draft::k2020},
    Keyword{"dependencies", Action::kDependencies, Draft::k4, Draft::k7},
    Keyword{"dependentRequired", Action::kDependencies, Draft::k2019, Draft::k2020},
    Keyword{"dependentSchemas", Action::kDependencies, Draft::k2019, Draft::k2020},
    Keyword{"$ref", Action::kRef, Draft::k4, Draft::k2020},
    Keyword{"$recursiveRef", Action::kRecursiveRef, Draft::k2019, Draft::k2019},
    Keyword{"$dynamicRef", Action::kRefused, Draft::k2020, Draft::k2020},
    Keyword{"$vocabulary", Action::kRefused, Draft::k2019, Draft::k2020},
    Keyword{"unevaluatedProperties", Action::kUnevaluatedProperties, Draft::k2019, Draft::k2020},
    Keyword{"unevaluatedItems", Action::kUnevaluatedItems, Draft::k2019, Draft::k2020},
};

/// The keyword of that name in that draft, or null.
[[nodiscard]] constexpr const Keyword* find_keyword(std::string_view name, Draft draft) noexcept {
  for (const Keyword& keyword : kKeywords) {
    if (keyword.name == name) return draft >= keyword.first && draft <= keyword.last ? &keyword : nullptr;
  }
  return nullptr;
}

/// Keywords that apply schemas to the value itself, whose annotations unevaluated* would count.
inline constexpr std::array<std::string_view, 9> kInPlaceApplicators{
    "$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "not"};

}  // namespace sluice::json::reference
