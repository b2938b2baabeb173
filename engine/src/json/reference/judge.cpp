#include "json/reference/judge.h"

#include <exception>
#include <stdexcept>

#include "json/reference/lowering.h"
#include "json/reference/rapidjson.h"

// Without it valijson aborts where it could throw.
#define VALIJSON_USE_EXCEPTIONS 1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wcpp"  // it warns that rapidjson's assertions are ours
#include <valijson/adapters/rapidjson_adapter.hpp>
#pragma GCC diagnostic pop
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace sluice::json::reference {

namespace {

constexpr unsigned kParseFlags =
    rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag | rapidjson::kParseFullPrecisionFlag;

}  // namespace

struct Judge::State {
  valijson::Schema schema;
  valijson::Validator validator;  // keeps compiled patterns
};

Judge::Judge() = default;
Judge::~Judge() = default;

Result<void> Judge::load(std::string_view schema) {
  state_.reset();
  Result<LoweredSchema> lowered = lower_schema(schema);
  if (!lowered) return std::move(lowered).error();
  rapidjson::Document document;
  document.Parse<kParseFlags>(lowered->text.data(), lowered->text.size());
  auto state = std::make_unique<State>();
  try {
    valijson::SchemaParser parser(lowered->is_draft4 ? valijson::SchemaParser::kDraft4
                                                     : valijson::SchemaParser::kDraft7);
    parser.populateSchema(valijson::adapters::RapidJsonAdapter(document), state->schema);
  } catch (const std::exception& error) {
    return Error{ErrorCode::kSchemaUnsupported, std::string("valijson refuses the schema: ") + error.what()};
  }
  state_ = std::move(state);
  return {};
}

Judgment Judge::judge(std::string_view instance) {
  if (!state_) return {Judgment::Kind::kError, "no schema was given"};
  rapidjson::Document document;
  document.Parse<kParseFlags>(instance.data(), instance.size());
  if (document.HasParseError()) {
    return {Judgment::Kind::kError, std::string("not JSON: ") + rapidjson::GetParseError_En(document.GetParseError())};
  }
  try {
    const valijson::adapters::RapidJsonAdapter adapter(document);
    const bool is_valid = state_->validator.validate(state_->schema, adapter, nullptr);
    return {is_valid ? Judgment::Kind::kValid : Judgment::Kind::kInvalid, ""};
  } catch (const std::exception& error) {
    return {Judgment::Kind::kError, error.what()};
  }
}

}  // namespace sluice::json::reference
