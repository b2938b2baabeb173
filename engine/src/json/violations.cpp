#include "json/violations.h"

#include <algorithm>
#include <string>

#include "json/code_points.h"
#include "json/writer.h"
#include "sluice/report_text.h"

namespace sluice::json {

namespace {

constexpr std::size_t kMaxShown = 64;
constexpr std::size_t kMaxListed = 8;

// A scalar as JSON, cut; a container by kind and size.
std::string show(const Value& value) {
  std::string out;
  switch (value.kind()) {
    case Kind::kNull: return "null";
    case Kind::kBool: return value.as_bool() ? "true" : "false";
    case Kind::kInt: return std::to_string(value.as_int());
    case Kind::kUint: return std::to_string(value.as_uint());
    case Kind::kDouble: append_number(out, value.as_double()); return out;
    case Kind::kBig: {
      const std::string_view text = value.text();
      out = text.substr(0, kMaxShown);
      return text.size() > kMaxShown ? out + "..." : out;
    }
    case Kind::kString: {
      std::string_view text = value.text();
      const bool is_cut = text.size() > kMaxShown;
      if (is_cut) {
        std::size_t end = kMaxShown;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
        text = text.substr(0, end);
      }
      append_quoted(out, text);
      return is_cut ? out + "..." : out;
    }
    case Kind::kArray: return "an array of " + std::to_string(value.size()) + " items";
    case Kind::kObject: return "an object of " + std::to_string(value.size()) + " members";
  }
  return out;
}

std::string show_types(std::uint8_t bits) {
  std::string out;
  const auto add = [&](const char* name) {
    if (!out.empty()) out += " or ";
    out += name;
  };
  if ((bits & kNullBit) != 0) add("null");
  if ((bits & kBoolBit) != 0) add("boolean");
  if ((bits & kNumberBit) != 0) {
    add("number");
  } else if ((bits & kIntegerBit) != 0) {
    add("integer");
  }
  if ((bits & kStringBit) != 0) add("string");
  if ((bits & kArrayBit) != 0) add("array");
  if ((bits & kObjectBit) != 0) add("object");
  return out;
}

std::string show_list(const std::vector<Value>& values) {
  std::string out;
  for (std::size_t i = 0; i < std::min(values.size(), kMaxListed); ++i) {
    if (i > 0) out += ", ";
    out += show(values[i]);
  }
  if (values.size() > kMaxListed) out += ", ... (" + std::to_string(values.size()) + " in all)";
  return out;
}

std::string show_names(const KeyTable& names) {
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), kMaxListed); ++i) {
    if (i > 0) out += ", ";
    append_quoted(out, names.key(i).view().substr(0, kMaxShown));
  }
  if (names.size() > kMaxListed) out += ", ... (" + std::to_string(names.size()) + " in all)";
  return out;
}

std::string plural(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::string show_bound(const std::optional<Value>& bound) { return bound ? show(*bound) : std::string(); }

std::string length_of(const Value& value) { return plural(count_code_points(value.text()), "character"); }

class Describer {
 public:
  Describer(const Document& document, const CompiledSchema::Plan& plan) : document_(document), plan_(plan) {}

  Violation describe(const RawViolation& raw) const {
    Violation out;
    const Node& node = plan_.nodes[raw.node];
    const Value value = document_.at(raw.value_id);
    out.id = raw.value_id;
    out.pointer = document_.pointer_of(raw.value_id);
    out.keyword = keyword_name(raw.keyword);
    const SchemaSource& source = plan_.sources[node.source];
    out.schema_pointer = source.document.pointer_of(node.schema_id);
    if (node.source != 0) out.schema_pointer = source.path + '#' + out.schema_pointer;
    out.found = show(value);
    words(raw, node, value, out);
    return out;
  }

 private:
  void words(const RawViolation& raw, const Node& node, const Value& value, Violation& out) const {
    const StringRules* const strings = section(plan_.strings, node.strings);
    const NumberRules* const numbers = section(plan_.numbers, node.numbers);
    const ArrayRules* const arrays = section(plan_.arrays, node.arrays);
    const ObjectRules* const objects = section(plan_.objects, node.objects);
    switch (raw.keyword) {
      case Keyword::kFalse: out.expected = "no value here: the schema allows none"; return;
      case Keyword::kType: out.expected = show_types(node.types); return;
      case Keyword::kEnum: out.expected = "one of " + show_list(plan_.enumerations[node.enumeration].values); return;
      case Keyword::kConst: out.expected = show_list(plan_.enumerations[node.constant].values); return;
      case Keyword::kMinimum: out.expected = "at least " + show_bound(numbers->minimum); return;
      case Keyword::kMaximum: out.expected = "at most " + show_bound(numbers->maximum); return;
      case Keyword::kExclusiveMinimum: out.expected = "more than " + show_bound(numbers->exclusive_minimum); return;
      case Keyword::kExclusiveMaximum: out.expected = "less than " + show_bound(numbers->exclusive_maximum); return;
      case Keyword::kMultipleOf: out.expected = "a multiple of " + divisor(*numbers->multiple_of); return;
      case Keyword::kMinLength:
        out.expected = "at least " + plural(strings->min_length, "character");
        out.found = length_of(value);
        return;
      case Keyword::kMaxLength:
        out.expected = "at most " + plural(strings->max_length, "character");
        out.found = length_of(value);
        return;
      case Keyword::kPattern:
        out.expected = "text that matches " + std::string(plan_.pattern_sources[raw.detail]);
        return;
      case Keyword::kFormat: out.expected = "a " + std::string(format_name(strings->format)); return;
      case Keyword::kMinItems: out.expected = "at least " + plural(arrays->min_items, "item"); return;
      case Keyword::kMaxItems: out.expected = "at most " + plural(arrays->max_items, "item"); return;
      case Keyword::kUniqueItems: out.expected = "items that differ from each other"; return;
      case Keyword::kContains: out.expected = "an item that follows the schema of \"contains\""; return;
      case Keyword::kMinContains:
        out.expected = "at least " + plural(arrays->min_contains, "item") + " that follow \"contains\"";
        out.found = std::to_string(raw.detail);
        return;
      case Keyword::kMaxContains:
        out.expected = "at most " + plural(arrays->max_contains, "item") + " that follow \"contains\"";
        out.found = std::to_string(raw.detail);
        return;
      case Keyword::kRequired:
        out.expected = "the member \"" + std::string(objects->properties[raw.detail].key) + '"';
        return;
      case Keyword::kDependentRequired:
        out.expected = "the members that come with \"" + std::string(objects->dependencies[raw.detail].key) + '"';
        return;
      case Keyword::kMinProperties: out.expected = "at least " + plural(objects->min_properties, "member"); return;
      case Keyword::kMaxProperties: out.expected = "at most " + plural(objects->max_properties, "member"); return;
      case Keyword::kAdditionalProperties: out.expected = "no member of this name"; return;
      case Keyword::kPropertyNames: out.expected = "a key that follows \"propertyNames\""; return;
      case Keyword::kUnevaluatedProperties: out.expected = "no member that no part of the schema describes"; return;
      case Keyword::kUnevaluatedItems: out.expected = "no item that no part of the schema describes"; return;
      case Keyword::kAnyOf:
      case Keyword::kOneOf: out.expected = branches(raw, node); return;
      case Keyword::kNot: out.expected = "a value that does not follow the schema of \"not\""; return;
    }
  }

  std::string branches(const RawViolation& raw, const Node& node) const {
    const Applicators& rules = plan_.applicators[node.applicators];
    if (raw.detail == kNoSuchBranch) {
      for (const Branches& list : raw.keyword == Keyword::kAnyOf ? rules.any : rules.one) {
        if (list.discriminator == kNoIndex) continue;
        return "one of " + show_names(plan_.discriminators[list.discriminator].values);
      }
    }
    if (raw.keyword == Keyword::kAnyOf) return "one of the branches of \"anyOf\"; those above are of the closest";
    return raw.detail == 0 ? "one branch of \"oneOf\"; those above are of the closest"
                           : "one branch of \"oneOf\" only; several match";
  }

  template <typename T>
  static const T* section(const std::vector<T>& table, std::uint32_t index) {
    return index == kNoIndex ? nullptr : &table[index];
  }
  static std::string divisor(const Divisor& value) {
    std::string out = std::to_string(value.digits);
    if (value.exponent != 0) out += 'e' + std::to_string(value.exponent);
    return out;
  }

  const Document& document_;
  const CompiledSchema::Plan& plan_;
};

}  // namespace

std::string_view keyword_name(Keyword keyword) noexcept {
  switch (keyword) {
    case Keyword::kFalse: return "false";
    case Keyword::kType: return "type";
    case Keyword::kEnum: return "enum";
    case Keyword::kConst: return "const";
    case Keyword::kMinimum: return "minimum";
    case Keyword::kMaximum: return "maximum";
    case Keyword::kExclusiveMinimum: return "exclusiveMinimum";
    case Keyword::kExclusiveMaximum: return "exclusiveMaximum";
    case Keyword::kMultipleOf: return "multipleOf";
    case Keyword::kMinLength: return "minLength";
    case Keyword::kMaxLength: return "maxLength";
    case Keyword::kPattern: return "pattern";
    case Keyword::kFormat: return "format";
    case Keyword::kMinItems: return "minItems";
    case Keyword::kMaxItems: return "maxItems";
    case Keyword::kUniqueItems: return "uniqueItems";
    case Keyword::kContains: return "contains";
    case Keyword::kMinContains: return "minContains";
    case Keyword::kMaxContains: return "maxContains";
    case Keyword::kRequired: return "required";
    case Keyword::kDependentRequired: return "dependentRequired";
    case Keyword::kMinProperties: return "minProperties";
    case Keyword::kMaxProperties: return "maxProperties";
    case Keyword::kAdditionalProperties: return "additionalProperties";
    case Keyword::kPropertyNames: return "propertyNames";
    case Keyword::kAnyOf: return "anyOf";
    case Keyword::kOneOf: return "oneOf";
    case Keyword::kNot: return "not";
    case Keyword::kUnevaluatedProperties: return "unevaluatedProperties";
    case Keyword::kUnevaluatedItems: return "unevaluatedItems";
  }
  return "unknown";
}

void describe_violations(const Document& document, const CompiledSchema::Plan& plan,
                         const std::vector<RawViolation>& raw, std::vector<Violation>& out) {
  const Describer describer(document, plan);
  std::vector<std::uint32_t> ids;
  for (const RawViolation& item : raw) {
    out.push_back(describer.describe(item));
    ids.push_back(item.value_id);
  }
  std::sort(ids.begin(), ids.end());
  const std::vector<Position> positions = document.positions_of(ids);
  for (Violation& item : out) {
    const auto at = std::lower_bound(ids.begin(), ids.end(), item.id);
    item.position = positions[static_cast<std::size_t>(at - ids.begin())];
  }
}

void add_violations(const std::vector<Violation>& violations, Decision effect, const SecretScrubber* scrubber,
                    Findings& findings) {
  for (const Violation& item : violations) {
    Finding finding;
    finding.code = item.is_pattern_budget ? FindingCode::kJsonPatternBudget : FindingCode::kJsonSchema;
    finding.severity = Severity::kMedium;
    finding.effect = item.is_pattern_budget ? worse(effect, Decision::kQuarantine) : effect;
    finding.is_complete = !item.is_pattern_budget;
    finding.where.begin = item.position.offset;
    finding.where.end = item.position.offset;
    finding.where.line = item.position.line;
    finding.where.column = item.position.column;
    finding.where.pointer = report_text(as_bytes(item.pointer), scrubber);
    // The schema's words are cut and escaped too: they may hold anything that JSON text can.
    std::string text = item.keyword + ": expected " + report_text(as_bytes(item.expected), scrubber).str();
    text += ", found " + report_text(as_bytes(item.found), scrubber).str();
    finding.detail = engine_text(std::move(text));
    findings.add(std::move(finding));
  }
}

}  // namespace sluice::json
