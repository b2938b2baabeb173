#include "json/schema_compile.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <new>

#include "core/checked.h"
#include "core/guard.h"
#include "json/keys.h"

namespace sluice::json {

namespace {

enum class Word : std::uint8_t {
  kUnsupported,
  kAnnotation,
  kUncheckedContent,
  kSchema,
  kId,
  kDefinitions,
  kRef,
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
};

constexpr std::uint8_t k7 = 1;
constexpr std::uint8_t k2020 = 2;
constexpr std::uint8_t kBoth = 3;

struct KnownWord {
  std::string_view name;
  Word word;
  std::uint8_t dialects;
};

// Every keyword of the two dialects, and the comments that Pydantic, Zod and OpenAPI add.
constexpr std::array kWords{
    KnownWord{"$schema", Word::kSchema, kBoth},
    KnownWord{"$id", Word::kId, kBoth},
    KnownWord{"$comment", Word::kAnnotation, kBoth},
    KnownWord{"$defs", Word::kDefinitions, kBoth},
    KnownWord{"definitions", Word::kDefinitions, kBoth},
    KnownWord{"$ref", Word::kRef, kBoth},
    KnownWord{"$anchor", Word::kUnsupported, k2020},
    KnownWord{"$dynamicRef", Word::kUnsupported, k2020},
    KnownWord{"$dynamicAnchor", Word::kUnsupported, k2020},
    KnownWord{"$recursiveRef", Word::kUnsupported, k2020},
    KnownWord{"$recursiveAnchor", Word::kUnsupported, k2020},
    KnownWord{"$vocabulary", Word::kUnsupported, k2020},
    KnownWord{"unevaluatedProperties", Word::kUnsupported, k2020},
    KnownWord{"unevaluatedItems", Word::kUnsupported, k2020},
    KnownWord{"title", Word::kAnnotation, kBoth},
    KnownWord{"description", Word::kAnnotation, kBoth},
    KnownWord{"default", Word::kAnnotation, kBoth},
    KnownWord{"examples", Word::kAnnotation, kBoth},
    KnownWord{"example", Word::kAnnotation, kBoth},
    KnownWord{"deprecated", Word::kAnnotation, kBoth},
    KnownWord{"readOnly", Word::kAnnotation, kBoth},
    KnownWord{"writeOnly", Word::kAnnotation, kBoth},
    KnownWord{"discriminator", Word::kAnnotation, kBoth},
    KnownWord{"contentEncoding", Word::kUncheckedContent, kBoth},
    KnownWord{"contentMediaType", Word::kUncheckedContent, kBoth},
    KnownWord{"contentSchema", Word::kUncheckedContent, k2020},
    KnownWord{"type", Word::kType, kBoth},
    KnownWord{"enum", Word::kEnum, kBoth},
    KnownWord{"const", Word::kConst, kBoth},
    KnownWord{"minimum", Word::kMinimum, kBoth},
    KnownWord{"maximum", Word::kMaximum, kBoth},
    KnownWord{"exclusiveMinimum", Word::kExclusiveMinimum, kBoth},
    KnownWord{"exclusiveMaximum", Word::kExclusiveMaximum, kBoth},
    KnownWord{"multipleOf", Word::kMultipleOf, kBoth},
    KnownWord{"minLength", Word::kMinLength, kBoth},
    KnownWord{"maxLength", Word::kMaxLength, kBoth},
    KnownWord{"pattern", Word::kPattern, kBoth},
    KnownWord{"format", Word::kFormat, kBoth},
    KnownWord{"minItems", Word::kMinItems, kBoth},
    KnownWord{"maxItems", Word::kMaxItems, kBoth},
    KnownWord{"uniqueItems", Word::kUniqueItems, kBoth},
    KnownWord{"items", Word::kItems, kBoth},
    KnownWord{"prefixItems", Word::kPrefixItems, k2020},
    KnownWord{"additionalItems", Word::kAdditionalItems, k7},
    KnownWord{"contains", Word::kContains, kBoth},
    KnownWord{"minContains", Word::kMinContains, k2020},
    KnownWord{"maxContains", Word::kMaxContains, k2020},
    KnownWord{"properties", Word::kProperties, kBoth},
    KnownWord{"required", Word::kRequired, kBoth},
    KnownWord{"additionalProperties", Word::kAdditionalProperties, kBoth},
    KnownWord{"patternProperties", Word::kPatternProperties, kBoth},
    KnownWord{"propertyNames", Word::kPropertyNames, kBoth},
    KnownWord{"minProperties", Word::kMinProperties, kBoth},
    KnownWord{"maxProperties", Word::kMaxProperties, kBoth},
    KnownWord{"dependencies", Word::kDependencies, k7},
    KnownWord{"dependentRequired", Word::kDependentRequired, k2020},
    KnownWord{"dependentSchemas", Word::kDependentSchemas, k2020},
    KnownWord{"allOf", Word::kAllOf, kBoth},
    KnownWord{"anyOf", Word::kAnyOf, kBoth},
    KnownWord{"oneOf", Word::kOneOf, kBoth},
    KnownWord{"not", Word::kNot, kBoth},
    KnownWord{"if", Word::kIf, kBoth},
    KnownWord{"then", Word::kThen, kBoth},
    KnownWord{"else", Word::kElse, kBoth},
};

struct NamedType {
  std::string_view name;
  std::uint8_t bits;
};
constexpr std::array<NamedType, 7> kTypes{{{"null", kNullBit},
                                           {"boolean", kBoolBit},
                                           {"integer", kIntegerBit},
                                           {"number", kIntegerBit | kNumberBit},
                                           {"string", kStringBit},
                                           {"array", kArrayBit},
                                           {"object", kObjectBit}}};

std::uint8_t dialect_bit(Dialect dialect) noexcept { return dialect == Dialect::kDraft7 ? k7 : k2020; }

const KnownWord* find_word(std::string_view name) noexcept {
  for (const KnownWord& word : kWords) {
    if (word.name == name) return &word;
  }
  return nullptr;
}

// Edits between two short names; counts beyond 3 do not matter.
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

std::string nearest_word(std::string_view name) {
  if (name.size() > 40) return {};
  std::string_view best;
  std::size_t best_distance = 4;
  for (const KnownWord& word : kWords) {
    const std::size_t distance = edit_distance(name, word.name);
    if (distance < best_distance) {
      best_distance = distance;
      best = word.name;
    }
  }
  return std::string(best);
}

// Member names that a list of `properties` may repeat.
template <typename T>
std::uint32_t append(std::vector<T>& table, T item) {
  table.push_back(std::move(item));
  return narrow<std::uint32_t>(table.size() - 1);
}

std::string describe(const Value& value) { return std::string(kind_name(value.kind())); }

}  // namespace

Result<void> SchemaCompiler::run(std::string_view text, std::string_view path) {
  plan_.text = std::string(text);
  plan_.path = std::string(path);
  if (text.size() > options_.max_bytes) {
    return Error{ErrorCode::kSchemaTooLarge,
                 plan_.path + ": the schema has " + std::to_string(text.size()) + " bytes; at most " +
                     std::to_string(options_.max_bytes) + " are allowed",
                 0};
  }
  if (!parse()) return error_;
  const Value root = plan_.document.root();
  if (!choose_dialect(root)) return error_;
  schedule(root);
  for (std::size_t i = 0; i < plan_.nodes.size(); ++i) {  // grows while it runs
    if (plan_.nodes.size() > options_.max_nodes) {
      return Error{ErrorCode::kSchemaTooLarge,
                   plan_.path + ": the schema has more than " + std::to_string(options_.max_nodes) + " subschemas", 0};
    }
    if (!compile_node(narrow<NodeId>(i))) return error_;
  }
  if (!check_loops()) return error_;
  return {};
}

bool SchemaCompiler::parse() {
  Limits limits;
  limits.max_input_bytes = options_.max_bytes;
  limits.max_depth = 512;
  limits.max_nodes = options_.max_bytes;
  Budget budget(limits);
  Findings findings;
  ParsePolicy policy;
  policy.proto_key = OnAnomaly::kKeep;  // a schema may describe such members
  const ByteView bytes = as_bytes(plan_.text);
  (void)budget.admit_input(bytes.size());
  Result<Document> parsed = plan_.parser.parse_strict(bytes, policy, budget, findings);
  if (!parsed) {
    const Position at = position_at(bytes, parsed.error().offset);
    std::string message = parsed.error().message;
    const std::size_t colon = message.find(": ");
    if (message.substr(0, 5) == "line " && colon != std::string::npos) message.erase(0, colon + 2);
    error_ = {ErrorCode::kSchemaInvalid,
              plan_.path + ':' + std::to_string(at.line) + ':' + std::to_string(at.column) + ": " + message,
              parsed.error().offset};
    return false;
  }
  plan_.document = *parsed;
  return true;
}

bool SchemaCompiler::choose_dialect(const Value& root) {
  plan_.dialect = options_.default_dialect;
  Value named;
  if (!root.is_object() || !root.find("$schema", named)) return true;
  if (!named.is_string()) return fail(ErrorCode::kSchemaInvalid, named, "$schema must be a string");
  std::string_view uri = named.text();
  if (!uri.empty() && uri.back() == '#') uri.remove_suffix(1);
  if (uri == "https://json-schema.org/draft/2020-12/schema") {
    plan_.dialect = Dialect::kDraft202012;
  } else if (uri == "http://json-schema.org/draft-07/schema" || uri == "https://json-schema.org/draft-07/schema") {
    plan_.dialect = Dialect::kDraft7;
  } else {
    return fail(ErrorCode::kSchemaUnsupported, named,
                "the dialect \"" + std::string(named.text()) + "\" is not supported; 2020-12 and draft-07 are");
  }
  schema_uri_ = named.text();
  return true;
}

NodeId SchemaCompiler::schedule(const Value& schema) {
  const auto [entry, is_new] = memo_.try_emplace(schema.id(), narrow<NodeId>(plan_.nodes.size()));
  if (is_new) {
    Node node;
    node.schema_id = schema.id();
    plan_.nodes.push_back(node);
  }
  return entry->second;
}

bool SchemaCompiler::fail(ErrorCode code, const Value& at, const std::string& message) {
  const Position position = plan_.document.position_of(at.id());
  error_ = {code,
            plan_.path + ':' + std::to_string(position.line) + ':' + std::to_string(position.column) + ": at \"#" +
                plan_.document.pointer_of(at.id()) + "\": " + message,
            position.offset};
  return false;
}

void SchemaCompiler::warn(const Value& at, const std::string& message) {
  if (plan_.warnings.size() >= 100) return;
  const Position position = plan_.document.position_of(at.id());
  plan_.warnings.push_back(plan_.path + ':' + std::to_string(position.line) + ':' + std::to_string(position.column) +
                           ": " + message);
}

bool SchemaCompiler::compile_node(NodeId id) {
  const Value schema = plan_.document.at(plan_.nodes[id].schema_id);
  if (schema.kind() == Kind::kBool) {
    plan_.nodes[id].is_false = !schema.as_bool();
    return true;
  }
  if (!schema.is_object()) {
    return fail(ErrorCode::kSchemaInvalid, schema,
                "a schema must be an object or a boolean, found " + describe(schema));
  }
  Value ref;
  const bool only_ref = plan_.dialect == Dialect::kDraft7 && schema.find("$ref", ref);
  Draft draft;
  for (const Member member : schema.members()) {
    if (only_ref && options_.ignore_ref_siblings && member.key.text() != "$ref") continue;
    if (!compile_member(id, member, only_ref, draft)) return false;
  }
  return finish_node(id, draft);
}

bool SchemaCompiler::compile_member(NodeId id, const Member& member, bool only_ref, Draft& draft) {
  const std::string_view name = member.key.text();
  const KnownWord* known = find_word(name);
  if (known == nullptr) {
    const std::string near = nearest_word(name);
    return fail(ErrorCode::kSchemaUnsupported, member.key,
                "unknown keyword \"" + std::string(name) + "\"" +
                    (near.empty() ? std::string() : "; did you mean \"" + near + "\"?"));
  }
  if (known->word == Word::kUnsupported) {
    return fail(ErrorCode::kSchemaUnsupported, member.key,
                "the keyword \"" + std::string(name) + "\" is not supported yet, so it cannot be left unchecked");
  }
  if ((known->dialects & dialect_bit(plan_.dialect)) == 0) {
    return fail(ErrorCode::kSchemaUnsupported, member.key,
                "the keyword \"" + std::string(name) + "\" is not part of " +
                    (plan_.dialect == Dialect::kDraft7 ? "draft-07" : "2020-12") +
                    "; name its dialect with \"$schema\"");
  }
  const bool is_condition = known->word > Word::kRef;
  if (only_ref && is_condition) {
    return fail(ErrorCode::kSchemaUnsupported, member.key,
                "draft-07 ignores \"" + std::string(name) + "\" beside $ref; put both into \"allOf\"");
  }
  const Value& value = member.value;
  draft.key = member.key;
  switch (known->word) {
    case Word::kUnsupported:
    case Word::kAnnotation:
    case Word::kDefinitions: return true;
    case Word::kUncheckedContent:
      warn(member.key, "\"" + std::string(name) + "\" is a comment: the content of the string is not checked");
      return true;
    case Word::kSchema:
      if (id == 0 || (value.is_string() && value.text() == schema_uri_)) return true;
      return fail(ErrorCode::kSchemaUnsupported, member.key, "a \"$schema\" inside a schema is not supported");
    case Word::kId:
      if (id == 0 && value.is_string()) return true;
      return fail(ErrorCode::kSchemaUnsupported, member.key, "a \"$id\" inside a schema is not supported yet");
    case Word::kRef: return compile_ref(value, draft);
    case Word::kType: return compile_type(plan_.nodes[id], value);
    case Word::kEnum:
    case Word::kConst: return compile_enum(plan_.nodes[id], value, known->word == Word::kConst);
    case Word::kMinimum: return number(value, numbers(draft).minimum);
    case Word::kMaximum: return number(value, numbers(draft).maximum);
    case Word::kExclusiveMinimum: return number(value, numbers(draft).exclusive_minimum);
    case Word::kExclusiveMaximum: return number(value, numbers(draft).exclusive_maximum);
    case Word::kMultipleOf: return multiple_of(value, numbers(draft));
    case Word::kMinLength: return count(value, strings(draft).min_length);
    case Word::kMaxLength: return count(value, strings(draft).max_length);
    case Word::kPattern: {
      std::uint32_t index = 0;
      if (!value.is_string()) return wrong_kind(value, "a string");
      if (!compile_pattern(value, index)) return false;
      strings(draft).patterns.push_back(index);
      return true;
    }
    case Word::kFormat: return compile_format(value, draft);
    case Word::kMinItems: return count(value, arrays(draft).min_items);
    case Word::kMaxItems: return count(value, arrays(draft).max_items);
    case Word::kUniqueItems:
      if (value.kind() != Kind::kBool) return wrong_kind(value, "true or false");
      arrays(draft).has_unique_items = value.as_bool();
      return true;
    case Word::kItems: return compile_items(value, draft);
    case Word::kPrefixItems: return schema_list(value, arrays(draft).prefix);
    case Word::kAdditionalItems: draft.additional_items = value; return true;
    case Word::kContains: return schema_at(value, arrays(draft).contains);
    case Word::kMinContains: return count(value, arrays(draft).min_contains);
    case Word::kMaxContains: return count(value, arrays(draft).max_contains);
    case Word::kProperties: return compile_properties(value, draft);
    case Word::kRequired: return compile_required(value, draft);
    case Word::kAdditionalProperties:
      objects(draft).describes_members = true;
      return schema_at(value, objects(draft).additional);
    case Word::kPatternProperties: return compile_pattern_properties(value, draft);
    case Word::kPropertyNames: return schema_at(value, objects(draft).names);
    case Word::kMinProperties: return count(value, objects(draft).min_properties);
    case Word::kMaxProperties: return count(value, objects(draft).max_properties);
    case Word::kDependencies:
    case Word::kDependentRequired:
    case Word::kDependentSchemas:
      return compile_dependencies(value, draft, known->word != Word::kDependentSchemas,
                                  known->word != Word::kDependentRequired);
    case Word::kAllOf: {
      std::vector<NodeId> list;
      if (!schema_list(value, list)) return false;
      std::vector<NodeId>& all = applicators(draft).all;
      all.insert(all.end(), list.begin(), list.end());
      return true;
    }
    case Word::kAnyOf: return schema_list(value, applicators(draft).any.emplace_back());
    case Word::kOneOf: return schema_list(value, applicators(draft).one.emplace_back());
    case Word::kNot: return schema_at(value, applicators(draft).not_node);
    case Word::kIf: return schema_at(value, applicators(draft).if_node);
    case Word::kThen: return schema_at(value, applicators(draft).then_node);
    case Word::kElse: return schema_at(value, applicators(draft).else_node);
  }
  return true;
}

bool SchemaCompiler::wrong_kind(const Value& value, std::string_view expected) {
  return fail(ErrorCode::kSchemaInvalid, value, "must be " + std::string(expected) + ", found " + describe(value));
}

bool SchemaCompiler::schema_at(const Value& value, NodeId& out) {
  if (!value.is_object() && value.kind() != Kind::kBool) return wrong_kind(value, "a schema (object or boolean)");
  out = schedule(value);
  return true;
}

bool SchemaCompiler::schema_list(const Value& value, std::vector<NodeId>& out) {
  if (!value.is_array() || value.size() == 0) return wrong_kind(value, "an array of at least one schema");
  for (const Value element : value.elements()) {
    NodeId node = kNoNode;
    if (!schema_at(element, node)) return false;
    out.push_back(node);
  }
  return true;
}

bool SchemaCompiler::count(const Value& value, std::uint64_t& out) {
  if (!value.is_number() || !is_integer(value)) return wrong_kind(value, "an integer of at least 0");
  switch (value.kind()) {
    case Kind::kInt:
      if (value.as_int() < 0) return wrong_kind(value, "an integer of at least 0");
      out = static_cast<std::uint64_t>(value.as_int());
      return true;
    case Kind::kDouble:
      if (value.as_double() < 0) return wrong_kind(value, "an integer of at least 0");
      out = value.as_double() >= 1e18 ? UINT64_MAX : static_cast<std::uint64_t>(value.as_double());
      return true;
    default:
      if (Decimal::of_value(value).is_negative()) return wrong_kind(value, "an integer of at least 0");
      out = UINT64_MAX;
      return true;
  }
}

bool SchemaCompiler::number(const Value& value, std::optional<Value>& out) {
  if (!value.is_number()) return wrong_kind(value, "a number");
  out = value;
  return true;
}

bool SchemaCompiler::multiple_of(const Value& value, NumberRules& rules) {
  if (!value.is_number()) return wrong_kind(value, "a number above 0");
  Divisor divisor;
  if (!make_divisor(Decimal::of_value(value), divisor)) {
    return fail(ErrorCode::kSchemaInvalid, value, "must be a number above 0 of at most 18 digits");
  }
  rules.multiple_of = divisor;
  return true;
}

bool SchemaCompiler::compile_type(Node& node, const Value& value) {
  const auto bits_of = [&](const Value& name, std::uint8_t& bits) {
    if (name.is_string()) {
      for (const NamedType& type : kTypes) {
        if (type.name == name.text()) {
          bits = static_cast<std::uint8_t>(bits | type.bits);
          return true;
        }
      }
    }
    return fail(ErrorCode::kSchemaInvalid, name,
                "a type must be one of null, boolean, integer, number, string, array, object");
  };
  std::uint8_t bits = 0;
  if (value.is_array()) {
    if (value.size() == 0) return wrong_kind(value, "a type or an array of at least one type");
    for (const Value name : value.elements()) {
      if (!bits_of(name, bits)) return false;
    }
  } else if (!bits_of(value, bits)) {
    return false;
  }
  node.types = bits;
  return true;
}

bool SchemaCompiler::compile_enum(Node& node, const Value& value, bool is_const) {
  Enumeration list;
  list.is_const = is_const;
  if (is_const) {
    list.values.push_back(value);
  } else {
    if (!value.is_array()) return wrong_kind(value, "an array");
    for (const Value element : value.elements()) list.values.push_back(element);
  }
  const bool are_strings =
      std::all_of(list.values.begin(), list.values.end(), [](const Value& item) { return item.is_string(); });
  if (are_strings) {
    for (const Value& item : list.values) list.hashes.push_back(hash_key(item.text()));
  }
  (is_const ? node.constant : node.enumeration) = append(plan_.enumerations, std::move(list));
  return true;
}

bool SchemaCompiler::compile_pattern(const Value& value, std::uint32_t& index) {
  const std::string_view source = value.text();
  if (source.size() > options_.max_pattern_bytes) {
    return fail(ErrorCode::kSchemaTooLarge, value,
                "the pattern has " + std::to_string(source.size()) + " bytes; at most " +
                    std::to_string(options_.max_pattern_bytes) + " are allowed");
  }
  const auto known = pattern_memo_.find(source);
  if (known != pattern_memo_.end()) {
    index = known->second;
    return true;
  }
  Result<SchemaPattern> compiled = SchemaPattern::compile(source);
  if (!compiled) {
    const bool is_large = compiled.error().code == ErrorCode::kPatternTooLarge;
    return fail(is_large ? ErrorCode::kSchemaTooLarge : ErrorCode::kSchemaInvalid, value,
                "the pattern cannot be used: " + compiled.error().message);
  }
  pattern_memory_bytes_ += compiled->memory_bytes();
  if (pattern_memory_bytes_ > options_.max_pattern_memory_bytes) {
    return fail(ErrorCode::kSchemaTooLarge, value,
                "the patterns up to this one take more than " + std::to_string(options_.max_pattern_memory_bytes) +
                    " bytes of memory");
  }
  index = append(plan_.patterns, std::move(compiled).value());
  plan_.pattern_sources.push_back(source);
  pattern_memo_.emplace(source, index);
  return true;
}

bool SchemaCompiler::compile_format(const Value& value, Draft& draft) {
  if (!value.is_string()) return wrong_kind(value, "a string");
  if (!options_.assert_formats) return true;
  const Format format = format_named(value.text());
  if (format == Format::kNone) {
    warn(value, "the format \"" + std::string(value.text()) + "\" is a comment: it is not checked");
    return true;
  }
  strings(draft).format = format;
  return true;
}

bool SchemaCompiler::compile_items(const Value& value, Draft& draft) {
  if (!value.is_array()) return schema_at(value, arrays(draft).rest);
  if (plan_.dialect != Dialect::kDraft7) {
    return fail(ErrorCode::kSchemaInvalid, value,
                "\"items\" is an array, as in draft-07; use \"prefixItems\", or name the dialect with \"$schema\"");
  }
  draft.has_item_list = true;
  (void)arrays(draft);
  for (const Value element : value.elements()) {
    NodeId node = kNoNode;
    if (!schema_at(element, node)) return false;
    arrays(draft).prefix.push_back(node);
  }
  return true;
}

Property& SchemaCompiler::property(Draft& draft, std::string_view key) {
  const auto [entry, is_new] = draft.properties.try_emplace(key, objects(draft).properties.size());
  if (is_new) {
    Property fresh;
    fresh.key = key;
    fresh.hash = hash_key(key);
    objects(draft).properties.push_back(fresh);
  }
  return objects(draft).properties[entry->second];
}

bool SchemaCompiler::compile_properties(const Value& value, Draft& draft) {
  if (!value.is_object()) return wrong_kind(value, "an object of schemas");
  objects(draft).describes_members = true;
  for (const Member member : value.members()) {
    NodeId node = kNoNode;
    if (!schema_at(member.value, node)) return false;
    Property& entry = property(draft, member.key.text());
    entry.node = node;
    entry.is_declared = true;
  }
  return true;
}

bool SchemaCompiler::compile_required(const Value& value, Draft& draft) {
  if (!value.is_array()) return wrong_kind(value, "an array of strings");
  (void)objects(draft);
  for (const Value name : value.elements()) {
    if (!name.is_string()) return wrong_kind(name, "a string");
    Property& entry = property(draft, name.text());
    if (entry.required_index == kNoIndex) entry.required_index = objects(draft).required_count++;
  }
  return true;
}

bool SchemaCompiler::compile_pattern_properties(const Value& value, Draft& draft) {
  if (!value.is_object()) return wrong_kind(value, "an object of schemas");
  objects(draft).describes_members = true;
  for (const Member member : value.members()) {
    PatternProperty entry;
    if (!schema_at(member.value, entry.node) || !compile_pattern(member.key, entry.pattern)) return false;
    objects(draft).patterns.push_back(entry);
  }
  return true;
}

bool SchemaCompiler::compile_dependencies(const Value& value, Draft& draft, bool with_names, bool with_schemas) {
  if (!value.is_object()) return wrong_kind(value, "an object");
  for (const Member member : value.members()) {
    Dependency entry;
    entry.key = member.key.text();
    if (member.value.is_array() && with_names) {
      for (const Value name : member.value.elements()) {
        if (!name.is_string()) return wrong_kind(name, "a string");
        entry.required.push_back(name.text());
      }
    } else if (!with_schemas) {
      return wrong_kind(member.value, "an array of strings");
    } else if (!schema_at(member.value, entry.node)) {
      return false;
    }
    objects(draft).dependencies.push_back(std::move(entry));
  }
  return true;
}

bool SchemaCompiler::compile_ref(const Value& value, Draft& draft) {
  if (!value.is_string()) return wrong_kind(value, "a string");
  std::string_view ref = value.text();
  Value root_id;
  const Value root = plan_.document.root();
  // A reference by the document's own name is local too.
  if (root.is_object() && root.find("$id", root_id) && root_id.is_string()) {
    std::string_view base = root_id.text();
    if (!base.empty() && base.back() == '#') base.remove_suffix(1);
    if (!base.empty() && ref.substr(0, base.size()) == base && (ref.size() == base.size() || ref[base.size()] == '#')) {
      ref.remove_prefix(base.size());
    }
  }
  if (!ref.empty() && ref[0] != '#') {
    return fail(
        ErrorCode::kSchemaRefUnresolved, value,
        "\"" + std::string(ref) + "\" points to another document; only references inside the schema are followed");
  }
  if (!ref.empty()) ref.remove_prefix(1);
  Value target;
  if (!resolve_pointer(value, ref, target)) return false;
  NodeId node = kNoNode;
  if (!schema_at(target, node)) return false;
  std::vector<NodeId>& all = applicators(draft).all;
  all.insert(all.begin(), node);
  return true;
}

bool SchemaCompiler::resolve_pointer(const Value& at, std::string_view fragment, Value& target) {
  const auto unresolved = [&](const std::string& reason) {
    return fail(ErrorCode::kSchemaRefUnresolved, at, "\"#" + std::string(fragment) + "\" points to nothing: " + reason);
  };
  // Percent escapes first, then the pointer's own.
  std::string pointer;
  for (std::size_t i = 0; i < fragment.size(); ++i) {
    if (fragment[i] != '%') {
      pointer += fragment[i];
      continue;
    }
    const auto hex = [&](std::size_t j) {
      const char c = j < fragment.size() ? fragment[j] : 'x';
      return c >= '0' && c <= '9' ? c - '0' : ((c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : -1);
    };
    if (hex(i + 1) < 0 || hex(i + 2) < 0) return unresolved("a broken percent escape");
    pointer += static_cast<char>(hex(i + 1) * 16 + hex(i + 2));
    i += 2;
  }
  if (!pointer.empty() && pointer[0] != '/') {
    return fail(ErrorCode::kSchemaUnsupported, at,
                "\"#" + pointer + "\" names an anchor, which is not supported yet; use a JSON pointer");
  }
  Value current = plan_.document.root();
  std::size_t begin = 0;
  while (begin < pointer.size()) {
    const std::size_t end = std::min(pointer.find('/', begin + 1), pointer.size());
    std::string token;
    for (std::size_t i = begin + 1; i < end; ++i) {
      if (pointer[i] == '~' && i + 1 < end && (pointer[i + 1] == '0' || pointer[i + 1] == '1')) {
        token += pointer[++i] == '0' ? '~' : '/';
      } else {
        token += pointer[i];
      }
    }
    begin = end;
    if (current.is_object()) {
      if (!current.find(token, current)) return unresolved("there is no member \"" + token + "\"");
      Value inner;
      if (current.is_object() && current.find("$id", inner) && inner.is_string()) {
        return fail(ErrorCode::kSchemaUnsupported, at,
                    "it leads into a schema with its own \"$id\", which is not supported yet");
      }
      continue;
    }
    std::uint64_t index = 0;
    const bool is_index =
        !token.empty() && token.size() < 10 && token.find_first_not_of("0123456789") == std::string::npos;
    if (!current.is_array() || !is_index) return unresolved("\"" + token + "\" is not there");
    bool is_found = false;
    for (const Value element : current.elements()) {
      if (index++ == std::stoul(token)) {
        current = element;
        is_found = true;
        break;
      }
    }
    if (!is_found) return unresolved("the array has no element " + token);
  }
  target = current;
  return true;
}

bool SchemaCompiler::finish_node(NodeId id, Draft& draft) {
  Node& node = plan_.nodes[id];
  if (draft.additional_items && draft.has_item_list) {
    NodeId rest = kNoNode;
    if (!schema_at(*draft.additional_items, rest)) return false;
    arrays(draft).rest = rest;
  }
  Node& done = plan_.nodes[id];  // schema_at may have moved the table
  (void)node;
  if (draft.arrays && draft.arrays->contains == kNoNode) {
    draft.arrays->min_contains = 0;
    draft.arrays->max_contains = UINT64_MAX;
  }
  if (draft.objects) {
    ObjectRules& rules = *draft.objects;
    if (rules.properties.size() > 0) {
      rules.table.assign(std::bit_ceil(rules.properties.size() * 2), 0);
      for (std::size_t i = 0; i < rules.properties.size(); ++i) {
        std::size_t slot = static_cast<std::size_t>(rules.properties[i].hash) & (rules.table.size() - 1);
        while (rules.table[slot] != 0) slot = (slot + 1) & (rules.table.size() - 1);
        rules.table[slot] = narrow<std::uint32_t>(i + 1);
      }
    }
    done.objects = append(plan_.objects, std::move(rules));
  }
  if (draft.strings) done.strings = append(plan_.strings, std::move(*draft.strings));
  if (draft.numbers) done.numbers = append(plan_.numbers, std::move(*draft.numbers));
  if (draft.arrays) done.arrays = append(plan_.arrays, std::move(*draft.arrays));
  if (draft.applicators) {
    if (draft.applicators->if_node == kNoNode) {  // `then` and `else` alone say nothing
      draft.applicators->then_node = kNoNode;
      draft.applicators->else_node = kNoNode;
    }
    done.applicators = append(plan_.applicators, std::move(*draft.applicators));
  }
  return true;
}

// Schemas applied to the same value must not lead back to themselves, nor stack up without bound.
bool SchemaCompiler::check_loops() {
  const auto children = [&](NodeId id) {
    std::vector<NodeId> next;
    const Node& node = plan_.nodes[id];
    const auto add = [&](NodeId child) {
      if (child != kNoNode) next.push_back(child);
    };
    if (node.applicators != kNoIndex) {
      const Applicators& rules = plan_.applicators[node.applicators];
      for (const NodeId child : rules.all) add(child);
      for (const auto& list : rules.any) std::for_each(list.begin(), list.end(), add);
      for (const auto& list : rules.one) std::for_each(list.begin(), list.end(), add);
      add(rules.not_node);
      add(rules.if_node);
      add(rules.then_node);
      add(rules.else_node);
    }
    if (node.objects != kNoIndex) {
      for (const Dependency& entry : plan_.objects[node.objects].dependencies) add(entry.node);
    }
    return next;
  };
  struct Visit {
    NodeId id = 0;
    std::vector<NodeId> next;
    std::size_t at = 0;
  };
  constexpr std::uint32_t kUnseen = UINT32_MAX;
  constexpr std::uint32_t kOpen = UINT32_MAX - 1;
  std::vector<std::uint32_t> heights(plan_.nodes.size(), kUnseen);
  for (NodeId start = 0; start < plan_.nodes.size(); ++start) {
    if (heights[start] != kUnseen) continue;
    std::vector<Visit> stack;
    stack.push_back({start, children(start), 0});
    heights[start] = kOpen;
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.at < top.next.size()) {
        const NodeId child = top.next[top.at++];
        if (heights[child] == kOpen) {
          return fail(
              ErrorCode::kSchemaInvalid, plan_.document.at(plan_.nodes[child].schema_id),
              "the schema leads back to itself without looking at a part of the value; such a check never ends");
        }
        if (heights[child] == kUnseen) {
          heights[child] = kOpen;
          stack.push_back({child, children(child), 0});
        }
        continue;
      }
      std::uint32_t height = 0;
      for (const NodeId child : top.next) height = std::max(height, heights[child] + 1);
      if (height > options_.max_in_place_depth) {
        return fail(ErrorCode::kSchemaTooLarge, plan_.document.at(plan_.nodes[top.id].schema_id),
                    "more than " + std::to_string(options_.max_in_place_depth) + " schemas stacked on one value");
      }
      heights[top.id] = height;
      stack.pop_back();
    }
  }
  return true;
}

const Property* ObjectRules::find(std::string_view key) const noexcept {
  if (table.empty()) return nullptr;
  const std::uint64_t hash = hash_key(key);
  for (std::size_t slot = static_cast<std::size_t>(hash) & (table.size() - 1); table[slot] != 0;
       slot = (slot + 1) & (table.size() - 1)) {
    const Property& entry = properties[table[slot] - 1];
    if (entry.hash == hash && entry.key == key) return &entry;
  }
  return nullptr;
}

CompiledSchema::CompiledSchema(std::unique_ptr<const Plan> plan) : plan_(std::move(plan)) {}
CompiledSchema::~CompiledSchema() = default;
const std::vector<std::string>& CompiledSchema::warnings() const noexcept { return plan_->warnings; }
Dialect CompiledSchema::dialect() const noexcept { return plan_->dialect; }
std::size_t CompiledSchema::node_count() const noexcept { return plan_->nodes.size(); }

Result<std::shared_ptr<const CompiledSchema>> CompiledSchema::compile(std::string_view text, std::string_view path,
                                                                      const SchemaOptions& options) noexcept {
  try {
    auto plan = std::make_unique<Plan>();
    Result<void> compiled = SchemaCompiler(*plan, options).run(text, path);
    if (!compiled) return std::move(compiled).error();
    return std::shared_ptr<const CompiledSchema>(new CompiledSchema(std::move(plan)));
  } catch (const std::bad_alloc&) {
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while compiling a schema");
  }
}

}  // namespace sluice::json
