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

constexpr std::uint64_t kShortestRun = 8;

bool holds_blank(const rules::ByteSet& bytes) {
  return bytes.contains(' ') || bytes.contains('\t') || bytes.contains('\n') || bytes.contains('\r');
}

// The longest run that every match holds. `open_` is the run that what has been seen so far ends with.
class RunSearch {
 public:
  void add(const RegexNode& node) {
    switch (node.kind) {
      case Kind::kEmpty: return;
      case Kind::kClass: add_bytes(node.bytes, 1); return;
      case Kind::kSecret: add(node.children[0]); return;
      case Kind::kConcat:
        for (const RegexNode& child : node.children) add(child);
        return;
      case Kind::kRepeat:
        if (node.children[0].kind == Kind::kClass && node.min > 0) {
          add_bytes(node.children[0].bytes, node.min);
          return;
        }
        if (node.min > 0) offer(longest(node.children[0]));
        open_ = {};
        return;
      case Kind::kAlternate: add_alternatives(node); return;
    }
  }
  [[nodiscard]] static ByteRun longest(const RegexNode& node) {
    RunSearch search;
    search.add(node);
    return search.longest_;
  }

 private:
  void add_bytes(const rules::ByteSet& bytes, std::uint64_t count) {
    if (holds_blank(bytes)) {
      open_ = {};
      return;
    }
    open_.bytes.add(bytes);
    open_.min += count;
    offer(open_);
  }
  void add_alternatives(const RegexNode& node) {
    ByteRun least{{}, kUnbounded, kUnbounded};
    for (const RegexNode& child : node.children) {
      const ByteRun run = longest(child);
      least.bytes.add(run.bytes);
      least.min = std::min(least.min, run.min);
    }
    offer(least);
    open_ = {};
  }
  void offer(const ByteRun& run) {
    if (run.min > longest_.min) longest_ = run;
  }
  ByteRun open_;
  ByteRun longest_;
};

}  // namespace

std::optional<ByteRun> required_run(const RegexNode& node) {
  ByteRun run = RunSearch::longest(node);
  if (run.min < kShortestRun) return std::nullopt;
  run.max = kUnbounded;
  return run;
}

bool holds_run(const ByteRun& run, ByteView text) noexcept {
  const auto fits = [&run, text](std::size_t at) {
    return run.bytes.contains(std::to_integer<std::uint8_t>(text[at]));
  };
  const auto min = static_cast<std::size_t>(run.min);
  std::size_t begin = 0;  // no run begins before it
  while (min <= text.size() - begin) {
    std::size_t at = begin + min;
    while (at > begin && fits(at - 1)) --at;
    if (at == begin) return true;
    begin = at;
  }
  return false;
}

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
