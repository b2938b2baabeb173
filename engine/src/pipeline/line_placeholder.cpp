#include "pipeline/line_placeholder.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/ascii.h"
#include "scan/notes.h"

namespace sluice::pipeline {

std::string line_placeholder(std::uint64_t number, FindingCode code) {
  return std::string(scan::kPlaceholderLine) + "{\"line\":" + std::to_string(number) + ",\"code\":\"" +
         std::string(finding_name(code)) + "\"}}\n";
}

void rewrite_forged_placeholders(const json::Document& document, const LeafHazards& hazards, LeafEdits& edits,
                                 CheckContext& context) {
  // Letter case does not matter to a person or a model that reads the line.
  const auto is_as = [&hazards](const json::Leaf& leaf, std::string_view prefix) {
    return hazards.is_in(leaf.id) ? starts_with_ignoring_case(hazards.clean(leaf.text), prefix)
                                  : starts_with_ignoring_case(leaf.text, prefix);
  };
  std::vector<std::uint32_t> forged;
  document.for_each_string([&](const json::Leaf& leaf) {
    if (leaf.is_key && is_as(leaf, scan::kPlaceholderKey)) forged.push_back(leaf.id);
  });
  if (forged.empty()) return;
  const std::vector<json::Position> positions = document.positions_of(forged);
  for (std::size_t i = 0; i < forged.size(); ++i) {
    edits.insert_before(forged[i], "(");
    Location where;
    where.begin = where.end = positions[i].offset;
    where.line = positions[i].line;
    where.column = positions[i].column;
    where.layer = Layer::kDecoded;
    context.findings.add(FindingCode::kForgedMark, Severity::kMedium, Decision::kSanitize, {}, where);
  }
}

}  // namespace sluice::pipeline
