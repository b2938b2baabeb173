// Property: a notebook that is released is JSON of nbformat 4.5, cleaning it again changes nothing, its cells and
// outputs have only the members of the format, and its bundles only types that may be shown: told by a walk of its own.
// Input: the notebook. Cap: 64 KiB (notebook.options).
#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "rich_fixture.h"

namespace {

using sluice::fuzz::require;
using sluice::json::Value;

void require_members(const Value& object, const std::set<std::string_view>& allowed) {
  require(object.is_object());
  for (const sluice::json::Member member : object.members()) require(allowed.count(member.key.text()) == 1);
}

void check_bundle(const Value& data) {
  require(data.is_object());
  for (const sluice::json::Member member : data.members()) {
    const std::string_view type = member.key.text();
    require(type.find("javascript") == std::string_view::npos && type.find("widget") == std::string_view::npos);
    require(type.find(';') == std::string_view::npos);
  }
}

void check_cell(const Value& cell, std::set<std::string>& ids) {
  require_members(cell, {"attachments", "cell_type", "execution_count", "id", "metadata", "outputs", "source"});
  Value part;
  require(cell.find("id", part) && part.is_string() && !part.text().empty() && part.text().size() <= 64);
  require(ids.insert(std::string(part.text())).second);
  require(cell.find("source", part) && part.is_array());
  require(cell.find("metadata", part));
  require_members(part, {"format", "raw_mimetype"});
  if (cell.find("attachments", part)) {
    for (const sluice::json::Member file : part.members()) check_bundle(file.value);
  }
  if (!cell.find("outputs", part)) return;
  for (const Value output : part.elements()) {
    require_members(
        output, {"data", "ename", "evalue", "execution_count", "metadata", "name", "output_type", "text", "traceback"});
    Value inner;
    if (output.find("data", inner)) check_bundle(inner);
    if (output.find("metadata", inner)) require(inner.size() == 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sluice;  // NOLINT: one small file
  const auto clean = fuzz::clean_twice(data, size, "application/x-ipynb+json", Consumer::kBrowser);
  if (!clean) return 0;
  json::Parser parser;
  Limits limits;
  limits.max_string_bytes = limits.max_input_bytes;
  Budget budget(limits);
  Findings findings;
  require(budget.admit_input(clean->size()));
  const auto document = parser.parse(as_bytes(*clean), {}, budget, findings);
  require(document.ok());
  require_members(document->root(), {"cells", "metadata", "nbformat", "nbformat_minor"});
  json::Value part;
  require(document->root().find("nbformat", part) && part.as_int() == 4);
  require(document->root().find("metadata", part));
  require_members(part, {"kernelspec", "language_info"});
  require(document->root().find("cells", part));
  std::set<std::string> ids;
  for (const json::Value cell : part.elements()) check_cell(cell, ids);
  return 0;
}
