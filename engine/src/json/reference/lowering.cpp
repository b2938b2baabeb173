#include "json/reference/lowering.h"

#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "core/checked.h"
#include "json/reference/references.h"

namespace sluice::json::reference {

namespace {

using rapidjson::Value;

constexpr std::size_t kMaxSubschemas = 100'000;

class Lowering {
 public:
  Lowering(const rapidjson::Document& source, Draft draft, const References& references)
      : source_(source), draft_(draft), references_(references) {}

  Result<LoweredSchema> run() {
    Value root(rapidjson::kObjectType);
    add_all_of(root, defined(""));
    Value definitions(rapidjson::kObjectType);
    // Lowering a definition may ask for more of them.
    for (std::size_t i = 0; i < targets_.size() && !error_; ++i) {
      const std::string at = targets_[i];
      const Value* target = rapidjson::Pointer(at.data(), at.size()).Get(source_);
      add(definitions, "r" + std::to_string(i), lower(*target, at, 0));
    }
    if (error_) return *std::move(error_);
    add(root, "definitions", std::move(definitions));
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    root.Accept(writer);
    return LoweredSchema{std::string(buffer.GetString(), buffer.GetSize()), draft_ == Draft::k4};
  }

 private:
  Value fail(ErrorCode code, const std::string& at, const std::string& message) {
    if (!error_) error_ = Error{code, "at \"#" + at + "\": " + message};
    return Value(rapidjson::kObjectType);
  }
  Value text(std::string_view value) { return {value.data(), narrow<rapidjson::SizeType>(value.size()), allocator_}; }
  Value copy(const Value& value) { return Value(value, allocator_); }
  void add(Value& object, std::string_view key, Value value) { object.AddMember(text(key), value, allocator_); }
  // Schemas become conjunctions with what an object holds already under the same keyword.
  void add_all_of(Value& object, Value schema) {
    if (!object.HasMember("allOf")) add(object, "allOf", Value(rapidjson::kArrayType));
    object["allOf"].PushBack(schema, allocator_);
  }
  // A $ref to the definition of what stands at the pointer.
  Value defined(const std::string& pointer) {
    const auto [place, is_new] = numbers_.emplace(pointer, targets_.size());
    if (is_new) targets_.push_back(pointer);
    Value out(rapidjson::kObjectType);
    add(out, "$ref", text("#/definitions/r" + std::to_string(place->second)));
    return out;
  }

  Value reference(std::string_view ref, const std::string& at) {
    Result<std::string> pointer = references_.resolve(ref);
    return pointer ? defined(*pointer) : fail(pointer.error().code, at, pointer.error().message);
  }

  Value lower(const Value& schema, const std::string& at, unsigned depth) {
    if (error_) return Value(rapidjson::kObjectType);
    if (depth > kMaxSchemaDepth || ++subschemas_ > kMaxSubschemas) {
      return fail(ErrorCode::kSchemaTooLarge, at, "the lowered schema is too deep or has too many subschemas");
    }
    Value out(rapidjson::kObjectType);
    if (schema.IsBool()) {
      if (schema.IsFalse()) add(out, "not", Value(rapidjson::kObjectType));
      return out;
    }
    if (!schema.IsObject()) return fail(ErrorCode::kSchemaInvalid, at, "expected a schema");
    if (draft_ <= Draft::k7) {
      const auto ref = schema.FindMember("$ref");
      if (ref != schema.MemberEnd() && ref->value.IsString()) return reference(text_of(ref->value), at);
    }
    for (const auto& member : schema.GetObject()) {
      const Keyword* keyword = find_keyword(text_of(member.name), draft_);
      if (keyword == nullptr) continue;
      lower_keyword(out, schema, *keyword, member.value, at + pointer_step(keyword->name), depth + 1);
    }
    return out;
  }

  void lower_keyword(Value& out, const Value& schema, const Keyword& keyword, const Value& value, const std::string& at,
                     unsigned depth) {
    switch (keyword.action) {
      case Action::kCopy: add(out, keyword.name, copy(value)); return;
      case Action::kCount: add(out, keyword.name, count(value, at)); return;
      case Action::kSchema: add(out, keyword.name, lower(value, at, depth)); return;
      case Action::kSchemaList:
        // "allOf" may be there already, of a $ref with siblings.
        if (keyword.name == "allOf") {
          Value parts = list(value, at, depth);
          for (Value& part : parts.GetArray()) add_all_of(out, std::move(part));
        } else {
          add(out, keyword.name, list(value, at, depth));
        }
        return;
      case Action::kSchemaMap: add(out, keyword.name, map(value, at, depth)); return;
      case Action::kItems: lower_items(out, schema, value, at, depth); return;
      case Action::kAdditionalItems:
        if (schema.HasMember("items") && schema["items"].IsArray()) {
          add(out, "additionalItems", lower(value, at, depth));
        }
        return;
      case Action::kPrefixItems: add(out, "items", list(value, at, depth)); return;
      case Action::kDependencies: lower_dependencies(out, value, at, depth); return;
      case Action::kDefinition: add(out, keyword.name, defined(at)); return;
      case Action::kContains: lower_contains(out, schema, value, at, depth); return;
      case Action::kRef:
        if (!value.IsString()) {
          fail(ErrorCode::kSchemaInvalid, at, "expected a string");
          return;
        }
        add_all_of(out, reference(text_of(value), at));
        return;
      case Action::kRecursiveRef:
        if (references_.has_recursive_anchor()) {
          fail(ErrorCode::kSchemaUnsupported, at, "draft 7 has no $recursiveRef");
          return;
        }
        add_all_of(out, reference("#", at));
        return;
      case Action::kUnevaluatedProperties: lower_unevaluated_properties(out, schema, value, at, depth); return;
      case Action::kUnevaluatedItems: lower_unevaluated_items(out, schema, value, at, depth); return;
      case Action::kRefused:
        fail(ErrorCode::kSchemaUnsupported, at, "draft 7 has no " + std::string(keyword.name));
        return;
    }
  }

  Value count(const Value& value, const std::string& at) {
    if (value.IsUint64()) return copy(value);
    constexpr double kLargest = 9007199254740992.0;
    if (!value.IsDouble() || value.GetDouble() < 0 || value.GetDouble() > kLargest ||
        std::floor(value.GetDouble()) != value.GetDouble()) {
      return fail(ErrorCode::kSchemaInvalid, at, "expected an integer that is not negative");
    }
    return Value(static_cast<std::uint64_t>(value.GetDouble()));
  }

  Value list(const Value& value, const std::string& at, unsigned depth) {
    if (!value.IsArray()) {
      fail(ErrorCode::kSchemaInvalid, at, "expected an array of schemas");
      return Value(rapidjson::kArrayType);
    }
    Value out(rapidjson::kArrayType);
    for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
      Value part = lower(value[i], at + "/" + std::to_string(i), depth + 1);
      out.PushBack(part, allocator_);
    }
    return out;
  }

  Value map(const Value& value, const std::string& at, unsigned depth) {
    if (!value.IsObject()) return fail(ErrorCode::kSchemaInvalid, at, "expected an object of schemas");
    Value out(rapidjson::kObjectType);
    for (const auto& member : value.GetObject()) {
      const std::string_view key = text_of(member.name);
      add(out, key, lower(member.value, at + pointer_step(key), depth + 1));
    }
    return out;
  }

  void lower_items(Value& out, const Value& schema, const Value& value, const std::string& at, unsigned depth) {
    if (draft_ == Draft::k2020) {
      add(out, schema.HasMember("prefixItems") ? "additionalItems" : "items", lower(value, at, depth));
    } else {
      add(out, "items", value.IsArray() ? list(value, at, depth) : lower(value, at, depth));
    }
  }

  // valijson takes the schemas of `dependencies` for one another, so they are said with anyOf.
  void lower_dependencies(Value& out, const Value& value, const std::string& at, unsigned depth) {
    if (!value.IsObject()) {
      fail(ErrorCode::kSchemaInvalid, at, "expected an object");
      return;
    }
    for (const auto& member : value.GetObject()) {
      const std::string_view key = text_of(member.name);
      if (member.value.IsArray()) {
        if (!out.HasMember("dependencies")) add(out, "dependencies", Value(rapidjson::kObjectType));
        add(out["dependencies"], key, copy(member.value));
        continue;
      }
      Value names(rapidjson::kArrayType);
      names.PushBack(text(key), allocator_);
      Value has_key(rapidjson::kObjectType);
      add(has_key, "type", text("object"));
      add(has_key, "required", std::move(names));
      Value has_not(rapidjson::kObjectType);
      add(has_not, "not", std::move(has_key));
      Value either(rapidjson::kArrayType);
      either.PushBack(has_not, allocator_);
      Value schema = lower(member.value, at + pointer_step(key), depth + 1);
      either.PushBack(schema, allocator_);
      Value wrapped(rapidjson::kObjectType);
      add(wrapped, "anyOf", std::move(either));
      add_all_of(out, std::move(wrapped));
    }
  }

  void lower_contains(Value& out, const Value& schema, const Value& value, const std::string& at, unsigned depth) {
    if (draft_ >= Draft::k2019) {
      if (schema.HasMember("maxContains")) {
        fail(ErrorCode::kSchemaUnsupported, at, "draft 7 has no maxContains");
        return;
      }
      const auto least = schema.FindMember("minContains");
      if (least != schema.MemberEnd()) {
        const Value number = count(least->value, at);
        if (number.IsUint64() && number.GetUint64() == 0) return;
        if (!number.IsUint64() || number.GetUint64() != 1) {
          fail(ErrorCode::kSchemaUnsupported, at, "draft 7 has no minContains");
          return;
        }
      }
    }
    add(out, "contains", lower(value, at, depth));
  }

  [[nodiscard]] static bool has_in_place_applicator(const Value& schema) {
    for (const std::string_view name : kInPlaceApplicators) {
      if (schema.HasMember(std::string(name).c_str())) return true;
    }
    return false;
  }

  void lower_unevaluated_properties(Value& out, const Value& schema, const Value& value, const std::string& at,
                                    unsigned depth) {
    if (value.IsTrue() || (schema.HasMember("additionalProperties") && !has_in_place_applicator(schema))) return;
    if (has_in_place_applicator(schema)) {
      fail(ErrorCode::kSchemaUnsupported, at, "draft 7 cannot count what other keywords evaluated");
      return;
    }
    add(out, "additionalProperties", lower(value, at, depth));
  }

  void lower_unevaluated_items(Value& out, const Value& schema, const Value& value, const std::string& at,
                               unsigned depth) {
    if (value.IsTrue()) return;
    if (has_in_place_applicator(schema) || (draft_ == Draft::k2020 && schema.HasMember("contains"))) {
      fail(ErrorCode::kSchemaUnsupported, at, "draft 7 cannot count what other keywords evaluated");
      return;
    }
    const auto items = schema.FindMember("items");
    const bool has_items = items != schema.MemberEnd();
    const bool is_tuple =
        draft_ == Draft::k2020 ? schema.HasMember("prefixItems") : has_items && items->value.IsArray();
    if (draft_ == Draft::k2020 ? has_items : has_items && !is_tuple) return;
    if (is_tuple && draft_ != Draft::k2020 && schema.HasMember("additionalItems")) return;
    add(out, is_tuple ? "additionalItems" : "items", lower(value, at, depth));
  }

  const rapidjson::Document& source_;
  Draft draft_;
  const References& references_;
  rapidjson::MemoryPoolAllocator<> allocator_;
  std::vector<std::string> targets_;  // JSON pointer of each definition
  std::map<std::string, std::size_t> numbers_;
  std::size_t subschemas_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<LoweredSchema> lower_schema(std::string_view text) {
  rapidjson::Document source;
  source.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag |
               rapidjson::kParseFullPrecisionFlag>(text.data(), text.size());
  if (source.HasParseError()) {
    return Error{ErrorCode::kSchemaInvalid,
                 "not JSON: " + std::string(rapidjson::GetParseError_En(source.GetParseError())),
                 source.GetErrorOffset()};
  }
  const std::optional<Draft> draft = draft_of(source);
  if (!draft)
    return Error{ErrorCode::kSchemaUnsupported, "at \"#/$schema\": a dialect that is none of draft 4 to 2020-12"};
  References references;
  Result<void> collected = references.collect(source, *draft);
  if (!collected) return std::move(collected).error();
  return Lowering(source, *draft, references).run();
}

}  // namespace sluice::json::reference
