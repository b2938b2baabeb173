#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "json/document.h"
#include "pipeline/execution_reader.h"

namespace sluice::pipeline {

/// How the forms differ in their results.
struct ResultForm {
  bool is_stream = false;            ///< a `type` member is expected, `is_main_result` must be there
  bool is_json_string_text = false;  ///< a string that begins like an object or array in `json` is the text of one
  FindingCode violation = FindingCode::kStreamProtocol;
};

/// Makes one artifact of each representation of a result: text, html, ..., and each member of `extra`.
///
/// @param object  the result
/// @param text    its text
/// @param index   its number in the run
void read_result(ExecutionReader& reader, const json::Value& object, ByteView text, const ResultForm& form,
                 std::uint32_t index, const ExecutionReader::Place& place);

/// Adds an artifact that owns the characters of `text`. @return false where the budget is exhausted
bool add_artifact(ExecutionReader& reader, Channel channel, std::string name, std::string declared_type,
                  std::string_view text, std::uint32_t index, bool is_main_result = false, bool is_decoded = true);

/// Adds an artifact of what the base64 `text` holds; where it is not base64, of the text itself, and reports it.
/// @return false where the budget is exhausted
bool add_base64_artifact(ExecutionReader& reader, Channel channel, std::string name, std::string declared_type,
                         std::string_view text, std::uint32_t index, bool is_main_result,
                         const ExecutionReader::Place& place);

}  // namespace sluice::pipeline
