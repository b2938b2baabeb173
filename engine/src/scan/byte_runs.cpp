#include "scan/byte_runs.h"

#include <algorithm>

namespace sluice::scan {

namespace {

using Kind = RegexNode::Kind;

bool add_run(const rules::ByteSet& bytes, std::uint64_t min, std::uint64_t max, std::vector<ByteRun>& runs) {
  if (!runs.empty() && runs.back().min != runs.back().max) return false;  // what follows could take its bytes
  if (!runs.empty() && runs.back().bytes == bytes && max != kUnbounded) {
    runs.back().min += min;
    runs.back().max += max;
  } else {
    runs.push_back({bytes, min, max});
  }
  return true;
}

bool add_runs(const RegexNode& node, std::vector<ByteRun>& runs) {
  switch (node.kind) {
    case Kind::kEmpty: return true;
    case Kind::kClass: return add_run(node.bytes, 1, 1, runs);
    case Kind::kSecret: return add_runs(node.children[0], runs);
    case Kind::kConcat:
      return std::all_of(node.children.begin(), node.children.end(),
                         [&runs](const RegexNode& child) { return add_runs(child, runs); });
    case Kind::kRepeat:
      if (node.children[0].kind != Kind::kClass || (node.is_lazy && node.min != node.max)) return false;
      return add_run(node.children[0].bytes, node.min, node.max, runs);
    case Kind::kAlternate: return false;
  }
  return false;
}

}  // namespace

std::optional<std::vector<ByteRun>> as_byte_runs(const RegexNode& node) {
  std::vector<ByteRun> runs;
  if (!add_runs(node, runs)) return std::nullopt;
  return runs;
}

std::optional<std::size_t> match_byte_runs(const std::vector<ByteRun>& runs, ByteView text) noexcept {
  std::size_t at = 0;
  for (const ByteRun& run : runs) {
    const std::size_t limit = run.max < text.size() - at ? at + static_cast<std::size_t>(run.max) : text.size();
    const std::size_t begin = at;
    while (at < limit && run.bytes.contains(std::to_integer<std::uint8_t>(text[at]))) ++at;
    if (at - begin < run.min) return std::nullopt;
  }
  return at;
}

}  // namespace sluice::scan
