#include "json/dialect.h"

#include <algorithm>
#include <array>
#include <vector>

namespace sluice::json {

namespace {

constexpr std::uint8_t k4 = 1;
constexpr std::uint8_t k6 = 2;
constexpr std::uint8_t k7 = 4;
constexpr std::uint8_t k2019 = 8;
constexpr std::uint8_t k2020 = 16;
constexpr std::uint8_t kAll = 31;
constexpr std::uint8_t kSince6 = kAll & ~k4;
constexpr std::uint8_t kSince7 = kSince6 & ~k6;
constexpr std::uint8_t kSince2019 = k2019 | k2020;

constexpr auto kValue = Subschemas::kValue;
constexpr auto kList = Subschemas::kList;
constexpr auto kMembers = Subschemas::kMembers;

// Every keyword of the five dialects, and the comments that Pydantic, Zod and OpenAPI add. Sorted by name.
constexpr std::array kWords{
    KnownWord{"$anchor", Word::kAnchor, kSince2019},
    KnownWord{"$comment", Word::kAnnotation, kAll},
    KnownWord{"$defs", Word::kDefinitions, kAll, false, kMembers},
    KnownWord{"$dynamicAnchor", Word::kDynamicAnchor, k2020},
    KnownWord{"$dynamicRef", Word::kDynamicRef, k2020},
    KnownWord{"$id", Word::kId, kSince6},
    KnownWord{"$recursiveAnchor", Word::kRecursiveAnchor, k2019},
    KnownWord{"$recursiveRef", Word::kRecursiveRef, k2019},
    KnownWord{"$ref", Word::kRef, kAll},
    KnownWord{"$schema", Word::kSchema, kAll},
    KnownWord{"$vocabulary", Word::kVocabulary, kSince2019},
    KnownWord{"additionalItems", Word::kAdditionalItems, k4 | k6 | k7 | k2019, false, kValue},
    KnownWord{"additionalProperties", Word::kAdditionalProperties, kAll, false, kValue},
    KnownWord{"allOf", Word::kAllOf, kAll, false, kList},
    KnownWord{"anyOf", Word::kAnyOf, kAll, false, kList},
    KnownWord{"const", Word::kConst, kSince6, true},
    KnownWord{"contains", Word::kContains, kSince6, false, kValue},
    KnownWord{"contentEncoding", Word::kUncheckedContent, kAll},
    KnownWord{"contentMediaType", Word::kUncheckedContent, kAll},
    KnownWord{"contentSchema", Word::kUncheckedContent, kSince2019, false, kValue},
    KnownWord{"default", Word::kAnnotation, kAll},
    KnownWord{"definitions", Word::kDefinitions, kAll, false, kMembers},
    KnownWord{"dependencies", Word::kDependencies, kAll, false, Subschemas::kMembersMixed},
    KnownWord{"dependentRequired", Word::kDependentRequired, kSince2019, true},
    KnownWord{"dependentSchemas", Word::kDependentSchemas, kSince2019, false, kMembers},
    KnownWord{"deprecated", Word::kAnnotation, kAll},
    KnownWord{"description", Word::kAnnotation, kAll},
    KnownWord{"discriminator", Word::kAnnotation, kAll},
    KnownWord{"else", Word::kElse, kSince7, false, kValue},
    KnownWord{"enum", Word::kEnum, kAll, true},
    KnownWord{"example", Word::kAnnotation, kAll},
    KnownWord{"examples", Word::kAnnotation, kAll},
    KnownWord{"exclusiveMaximum", Word::kExclusiveMaximum, kAll, true},
    KnownWord{"exclusiveMinimum", Word::kExclusiveMinimum, kAll, true},
    KnownWord{"format", Word::kFormat, kAll},
    KnownWord{"id", Word::kId, k4},
    KnownWord{"if", Word::kIf, kSince7, false, kValue},
    KnownWord{"items", Word::kItems, kAll, false, Subschemas::kValueOrList},
    KnownWord{"maxContains", Word::kMaxContains, kSince2019, true},
    KnownWord{"maxItems", Word::kMaxItems, kAll, true},
    KnownWord{"maxLength", Word::kMaxLength, kAll, true},
    KnownWord{"maxProperties", Word::kMaxProperties, kAll, true},
    KnownWord{"maximum", Word::kMaximum, kAll, true},
    KnownWord{"minContains", Word::kMinContains, kSince2019, true},
    KnownWord{"minItems", Word::kMinItems, kAll, true},
    KnownWord{"minLength", Word::kMinLength, kAll, true},
    KnownWord{"minProperties", Word::kMinProperties, kAll, true},
    KnownWord{"minimum", Word::kMinimum, kAll, true},
    KnownWord{"multipleOf", Word::kMultipleOf, kAll, true},
    KnownWord{"not", Word::kNot, kAll, false, kValue},
    KnownWord{"oneOf", Word::kOneOf, kAll, false, kList},
    KnownWord{"pattern", Word::kPattern, kAll, true},
    KnownWord{"patternProperties", Word::kPatternProperties, kAll, false, kMembers},
    KnownWord{"prefixItems", Word::kPrefixItems, k2020, false, kList},
    KnownWord{"properties", Word::kProperties, kAll, false, kMembers},
    KnownWord{"propertyNames", Word::kPropertyNames, kSince6, false, kValue},
    KnownWord{"readOnly", Word::kAnnotation, kAll},
    KnownWord{"required", Word::kRequired, kAll, true},
    KnownWord{"then", Word::kThen, kSince7, false, kValue},
    KnownWord{"title", Word::kAnnotation, kAll},
    KnownWord{"type", Word::kType, kAll, true},
    KnownWord{"unevaluatedItems", Word::kUnevaluatedItems, kSince2019, false, kValue},
    KnownWord{"unevaluatedProperties", Word::kUnevaluatedProperties, kSince2019, false, kValue},
    KnownWord{"uniqueItems", Word::kUniqueItems, kAll, true},
    KnownWord{"writeOnly", Word::kAnnotation, kAll},
};

constexpr bool by_name(const KnownWord& a, const KnownWord& b) noexcept { return a.name < b.name; }
static_assert(std::is_sorted(kWords.begin(), kWords.end(), by_name));

struct NamedDialect {
  Dialect dialect;
  std::string_view name;
  std::string_view uri;  // without scheme
};
constexpr std::array<NamedDialect, 5> kDialects{{
    {Dialect::kDraft4, "draft-04", "://json-schema.org/draft-04/schema"},
    {Dialect::kDraft6, "draft-06", "://json-schema.org/draft-06/schema"},
    {Dialect::kDraft7, "draft-07", "://json-schema.org/draft-07/schema"},
    {Dialect::kDraft201909, "2019-09", "://json-schema.org/draft/2019-09/schema"},
    {Dialect::kDraft202012, "2020-12", "://json-schema.org/draft/2020-12/schema"},
}};

// Edits between two short names.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view dialect_name(Dialect dialect) noexcept { return kDialects[static_cast<std::size_t>(dialect)].name; }

std::optional<Dialect> dialect_of_uri(std::string_view uri) noexcept {
  if (!uri.empty() && uri.back() == '#') uri.remove_suffix(1);
  for (const NamedDialect& item : kDialects) {
    for (const std::string_view scheme : {"http", "https"}) {
      if (uri.size() == scheme.size() + item.uri.size() && uri.substr(0, scheme.size()) == scheme &&
          uri.substr(scheme.size()) == item.uri) {
        return item.dialect;
      }
    }
  }
  return std::nullopt;
}

const KnownWord* find_word(std::string_view name) noexcept {
  const auto at = std::lower_bound(kWords.begin(), kWords.end(), name,
                                   [](const KnownWord& word, std::string_view key) { return word.name < key; });
  return at != kWords.end() && at->name == name ? &*at : nullptr;
}

std::string nearest_word(std::string_view name) {
  if (name.size() > 40) return {};
  std::string_view best;
  // Short names are near everything.
  std::size_t best_distance = std::min<std::size_t>(4, name.size() / 2 + 1);
  for (const KnownWord& word : kWords) {
    const std::size_t distance = edit_distance(name, word.name);
    if (distance < best_distance) {
      best_distance = distance;
      best = word.name;
    }
  }
  return std::string(best);
}

}  // namespace sluice::json
