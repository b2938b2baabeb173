#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::json {

/// Versions of JSON Schema, in their order.
enum class Dialect : std::uint8_t { kDraft4, kDraft6, kDraft7, kDraft201909, kDraft202012 };

/// "draft-07", "2020-12" ...
[[nodiscard]] std::string_view dialect_name(Dialect dialect) noexcept;
/// The dialect that a `$schema` names, with or without an empty fragment, http or https.
[[nodiscard]] std::optional<Dialect> dialect_of_uri(std::string_view uri) noexcept;

/// What a keyword means to the compiler.
enum class Word : std::uint8_t {
  kAnnotation,
  kUncheckedContent,  ///< contentEncoding and its kin: comments that one may take for conditions
  kSchema,
  kId,
  kAnchor,
  kDynamicAnchor,
  kRecursiveAnchor,
  kVocabulary,
  kDefinitions,
  kRef,
  kDynamicRef,
  kRecursiveRef,
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
  kItems,
  kPrefixItems,
  kAdditionalItems,
  kContains,
  kMinContains,
  kMaxContains,
  kProperties,
  kRequired,
  kAdditionalProperties,
  kPatternProperties,
  kPropertyNames,
  kMinProperties,
  kMaxProperties,
  kDependencies,
  kDependentRequired,
  kDependentSchemas,
  kAllOf,
  kAnyOf,
  kOneOf,
  kNot,
  kIf,
  kThen,
  kElse,
  kUnevaluatedProperties,
  kUnevaluatedItems,
};

/// Where subschemas stand in a keyword's value.
enum class Subschemas : std::uint8_t {
  kNone,
  kValue,         ///< the value is one
  kList,          ///< an array of them
  kMembers,       ///< an object of them
  kValueOrList,   ///< `items` before 2020-12
  kMembersMixed,  ///< `dependencies`: an object of schemas and arrays of names
};

struct KnownWord {
  std::string_view name;
  Word word;
  std::uint8_t dialects;       ///< one bit each
  bool is_validation = false;  ///< of the validation vocabulary, which a dialect of one's own may leave out
  Subschemas subschemas = Subschemas::kNone;

  [[nodiscard]] bool is_in(Dialect dialect) const noexcept {
    return ((dialects >> static_cast<unsigned>(dialect)) & 1U) != 0;
  }
  /// Whether it can make a value invalid, alone or with another one.
  [[nodiscard]] bool is_condition() const noexcept { return word > Word::kDefinitions; }
};

/// The keyword of that name, whichever its dialects; null where none has it.
[[nodiscard]] const KnownWord* find_word(std::string_view name) noexcept;
/// The keyword that a misspelled name was meant to be, or nothing.
[[nodiscard]] std::string nearest_word(std::string_view name);

}  // namespace sluice::json
