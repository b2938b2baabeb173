// Keywords about one scalar: type, enum, bounds, lengths, pattern, format.
#include <algorithm>
#include <array>

#include "core/checked.h"
#include "json/schema_compile.h"

namespace sluice::json {

namespace {

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

}  // namespace

bool SchemaCompiler::count(const Draft& draft, const Value& value, std::uint64_t& out) {
  constexpr std::string_view kExpected = "an integer of at least 0";
  if (!value.is_number() || !is_integer(value)) return wrong_kind(draft, value, kExpected);
  switch (value.kind()) {
    case Kind::kInt:
      if (value.as_int() < 0) return wrong_kind(draft, value, kExpected);
      out = static_cast<std::uint64_t>(value.as_int());
      return true;
    case Kind::kDouble:
      if (value.as_double() < 0) return wrong_kind(draft, value, kExpected);
      out = value.as_double() >= 1e18 ? UINT64_MAX : static_cast<std::uint64_t>(value.as_double());
      return true;
    default:
      if (Decimal::of_value(value).is_negative()) return wrong_kind(draft, value, kExpected);
      out = UINT64_MAX;
      return true;
  }
}

bool SchemaCompiler::number(const Draft& draft, const Value& value, std::optional<Value>& out) {
  if (!value.is_number()) return wrong_kind(draft, value, "a number");
  out = value;
  return true;
}

bool SchemaCompiler::compile_bound(Word word, const Value& value, Draft& draft) {
  NumberRules& rules = numbers(draft);
  const bool is_flag =
      draft.dialect == Dialect::kDraft4 && (word == Word::kExclusiveMinimum || word == Word::kExclusiveMaximum);
  if (is_flag) {
    if (value.kind() != Kind::kBool) return wrong_kind(draft, value, "true or false");
    (word == Word::kExclusiveMinimum ? draft.is_minimum_exclusive : draft.is_maximum_exclusive) = value.as_bool();
    return true;
  }
  switch (word) {
    case Word::kMinimum: return number(draft, value, rules.minimum);
    case Word::kMaximum: return number(draft, value, rules.maximum);
    case Word::kExclusiveMinimum: return number(draft, value, rules.exclusive_minimum);
    default: return number(draft, value, rules.exclusive_maximum);
  }
}

bool SchemaCompiler::multiple_of(const Value& value, Draft& draft) {
  if (!value.is_number()) return wrong_kind(draft, value, "a number above 0");
  Divisor divisor;
  if (!make_divisor(Decimal::of_value(value), divisor)) {
    return fail(ErrorCode::kSchemaInvalid, draft, value, "must be a number above 0 of at most 18 digits");
  }
  numbers(draft).multiple_of = divisor;
  return true;
}

bool SchemaCompiler::compile_type(Node& node, const Draft& draft, const Value& value) {
  const auto bits_of = [&](const Value& name, std::uint8_t& bits) {
    if (name.is_string()) {
      for (const NamedType& type : kTypes) {
        if (type.name == name.text()) {
          bits = static_cast<std::uint8_t>(bits | type.bits);
          return true;
        }
      }
    }
    return fail(ErrorCode::kSchemaInvalid, draft, name,
                "a type must be one of null, boolean, integer, number, string, array, object");
  };
  std::uint8_t bits = 0;
  if (value.is_array()) {
    if (value.size() == 0) return wrong_kind(draft, value, "a type or an array of at least one type");
    for (const Value name : value.elements()) {
      if (!bits_of(name, bits)) return false;
    }
  } else if (!bits_of(value, bits)) {
    return false;
  }
  node.types = bits;
  return true;
}

bool SchemaCompiler::compile_enum(Node& node, const Draft& draft, const Value& value, bool is_const) {
  Enumeration list;
  if (is_const) {
    list.values.push_back(value);
  } else {
    if (!value.is_array()) return wrong_kind(draft, value, "an array");
    for (const Value element : value.elements()) list.values.push_back(element);
  }
  list.has_only_strings =
      std::all_of(list.values.begin(), list.values.end(), [](const Value& item) { return item.is_string(); });
  if (list.has_only_strings) {
    std::vector<PackedKey> keys;
    for (const Value& item : list.values) keys.push_back(PackedKey::of_tape(item.text()));
    list.strings.build(std::move(keys));
  }
  plan_.enumerations.push_back(std::move(list));
  (is_const ? node.constant : node.enumeration) = narrow<std::uint32_t>(plan_.enumerations.size() - 1);
  return true;
}

bool SchemaCompiler::compile_pattern(const Draft& draft, const Value& value, std::uint32_t& index) {
  const std::string_view source = value.text();
  if (source.size() > options_.max_pattern_bytes) {
    return fail(ErrorCode::kSchemaTooLarge, draft, value,
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
    return fail(is_large ? ErrorCode::kSchemaTooLarge : ErrorCode::kSchemaInvalid, draft, value,
                "the pattern cannot be used: " + compiled.error().message);
  }
  pattern_memory_bytes_ += compiled->memory_bytes();
  if (pattern_memory_bytes_ > options_.max_pattern_memory_bytes) {
    return fail(ErrorCode::kSchemaTooLarge, draft, value,
                "the patterns up to this one take more than " + std::to_string(options_.max_pattern_memory_bytes) +
                    " bytes of memory");
  }
  index = narrow<std::uint32_t>(plan_.patterns.size());
  plan_.patterns.push_back(std::move(compiled).value());
  plan_.pattern_sources.push_back(source);
  pattern_memo_.emplace(source, index);
  return true;
}

bool SchemaCompiler::compile_string_pattern(const Value& value, Draft& draft) {
  std::uint32_t index = 0;
  if (!value.is_string()) return wrong_kind(draft, value, "a string");
  if (!compile_pattern(draft, value, index)) return false;
  strings(draft).patterns.push_back(index);
  return true;
}

bool SchemaCompiler::compile_format(const Value& value, Draft& draft) {
  if (!value.is_string()) return wrong_kind(draft, value, "a string");
  if (!options_.assert_formats && !sources_.scope(draft.place.scope).language.has_format_assertion) return true;
  const Format format = format_named(value.text());
  if (format == Format::kNone) {
    warn(draft, value,
         "the format \"" + std::string(value.text().substr(0, 100)) + "\" is a comment: it is not checked");
    return true;
  }
  strings(draft).format = format;
  return true;
}

}  // namespace sluice::json
