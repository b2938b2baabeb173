#include "sanitize/projection.h"

#include "core/ascii.h"

namespace sluice::sanitize {

namespace {

void append(Bytes& out, std::string_view text) {
  const ByteView bytes = as_bytes(text);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace

std::uint32_t TextProjection::add(Join join, std::string_view text, std::uint64_t source_begin,
                                  std::uint64_t source_end, Flow flow) {
  const bool is_aside = flow == Flow::kAside || (!flows_.empty() && flows_.back() == Flow::kAside);
  if (!leaves_.empty()) {
    if (is_aside || join == Join::kBreak) {
      text_.push_back(std::byte{'\n'});
    } else if (join == Join::kSpace) {
      text_.push_back(std::byte{' '});
    }
  }
  if (!leaves_.empty() && (join != Join::kAdjacent || is_aside) && flow == Flow::kText) has_apart_ = true;
  const auto id = static_cast<std::uint32_t>(leaves_.size());
  const std::uint64_t begin = text_.size();
  append(text_, text);
  leaves_.push_back({begin, text_.size(), id});
  sources_.push_back({source_begin, source_end});
  flows_.push_back(flow);
  return id;
}

TextProjection::Joined TextProjection::joined() const {
  Joined joined;
  if (!has_apart_) return joined;
  for (const LeafSpan& leaf : leaves_) {
    if (flows_[leaf.id] == Flow::kAside) continue;
    const std::string_view text = leaf_text(leaf.id);
    const std::size_t first = text.find_first_not_of(" \t\r\n\f");
    if (first == std::string_view::npos) continue;
    const std::size_t last = text.find_last_not_of(" \t\r\n\f");
    const std::uint64_t begin = joined.text.size();
    append(joined.text, text.substr(first, last + 1 - first));
    joined.leaves.push_back({begin, joined.text.size(), leaf.id});
    joined.trimmed.push_back(first);
  }
  return joined;
}

}  // namespace sluice::sanitize
