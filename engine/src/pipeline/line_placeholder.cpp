#include "pipeline/line_placeholder.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "scan/notes.h"

namespace sluice::pipeline {

namespace {

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Letter case does not matter to a person or a model that reads the line.
bool begins_with(std::string_view text, std::string_view prefix) noexcept {
  return text.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

}  // namespace

std::string line_placeholder(std::uint64_t number) {
  return std::string(scan::kPlaceholderLine) + ",\"line\":" + std::to_string(number) + "}\n";
}

void rewrite_forged_placeholders(const json::Document& document, const JsonHazards& hazards, LeafEdits& edits,
                                 CheckContext& context) {
  const auto is_as = [&hazards](const json::Leaf& leaf, std::string_view prefix) {
    return hazards.is_in(leaf.id) ? begins_with(hazards.clean(leaf.text), prefix) : begins_with(leaf.text, prefix);
  };
  std::uint32_t value_id = 0;  // of the member whose key is ours; the root is no member
  std::vector<std::uint32_t> forged;
  document.for_each_string([&](const json::Leaf& leaf) {
    if (leaf.is_key) {
      value_id = is_as(leaf, scan::kPlaceholderKey) ? leaf.id + 1 : 0;
    } else if (leaf.id == value_id && is_as(leaf, scan::kPlaceholderValue)) {
      forged.push_back(leaf.id);
    }
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
