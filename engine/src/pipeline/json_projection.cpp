#include "pipeline/json_projection.h"

#include <algorithm>
#include <utility>

namespace sluice::pipeline {

namespace {

void append(Bytes& out, std::string_view text) {
  const ByteView bytes = as_bytes(text);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

// A text that grows ahead of what is written, so that short strings cost a copy and no more.
class GrowingText {
 public:
  explicit GrowingText(std::size_t expected) : text_(expected) {}
  void reserve(std::size_t bytes) {
    if (text_.size() - size_ < bytes) text_.resize(std::max(text_.size() * 2, size_ + bytes));
  }
  void put(char c) noexcept { text_[size_++] = static_cast<std::byte>(c); }  // reserved before
  void put(std::string_view text) noexcept {                                 // reserved before
    std::copy(text.begin(), text.end(), reinterpret_cast<char*>(text_.data()) + size_);
    size_ += text.size();
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] Bytes take() {
    text_.resize(size_);
    return std::move(text_);
  }

 private:
  Bytes text_;
  std::size_t size_ = 0;
};

}  // namespace

JsonProjection::JsonProjection(const json::Document& document, Reading reading) {
  if (reading == Reading::kApart) {
    constexpr std::size_t kAround = 4;  // quotes, and what follows them
    GrowingText text(document.source().size() + kAround);
    leaves_.reserve(static_cast<std::size_t>(document.nodes()));
    document.for_each_string([&](const json::Leaf& leaf) {
      text.reserve(leaf.text.size() + kAround);
      has_runs_ = has_runs_ || leaf.join == json::Join::kAdjacent;
      text.put('"');
      const std::uint64_t begin = text.size();
      text.put(leaf.text);
      leaves_.push_back({begin, text.size(), leaf.id});
      text.put(leaf.is_key ? std::string_view("\": ") : std::string_view("\"\n"));
    });
    text_ = text.take();
    return;
  }
  // A run begins with a string that another one follows; its first member is only known to be one afterwards.
  json::Leaf before;
  bool has_before = false;
  bool is_run = false;
  const auto add = [this](const json::Leaf& leaf) {
    const std::uint64_t begin = text_.size();
    append(text_, leaf.text);
    leaves_.push_back({begin, text_.size(), leaf.id});
  };
  document.for_each_string([&](const json::Leaf& leaf) {
    if (leaf.join == json::Join::kAdjacent && has_before) {
      has_runs_ = true;
      if (!is_run) add(before);
      add(leaf);
      is_run = true;
    } else {
      if (is_run) append(text_, "\n");
      is_run = false;
    }
    before = leaf;
    has_before = !leaf.is_key;
  });
}

std::uint32_t JsonProjection::leaf_at(std::uint64_t offset) const noexcept {
  const auto at = std::upper_bound(leaves_.begin(), leaves_.end(), offset,
                                   [](std::uint64_t value, const Leaf& leaf) { return value < leaf.end; });
  return at == leaves_.end() ? (leaves_.empty() ? 0 : leaves_.back().id) : at->id;
}

void LeafEdits::add(const JsonProjection& projection, const std::vector<scan::Edit>& edits) {
  const std::vector<JsonProjection::Leaf>& leaves = projection.leaves();
  std::size_t first = 0;
  for (const scan::Edit& edit : edits) {
    while (first < leaves.size() && leaves[first].end <= edit.begin) ++first;
    for (std::size_t i = first; i < leaves.size() && leaves[i].begin < edit.end; ++i) {
      const JsonProjection::Leaf& leaf = leaves[i];
      if (leaf.end <= edit.begin || leaf.begin == leaf.end) continue;
      Piece piece;
      piece.begin = static_cast<std::size_t>(std::max(edit.begin, leaf.begin) - leaf.begin);
      piece.end = static_cast<std::size_t>(std::min(edit.end, leaf.end) - leaf.begin);
      piece.replacement = edit.replacement;
      by_leaf_[leaf.id].push_back(std::move(piece));
    }
  }
}

void LeafEdits::insert_before(std::uint32_t id, std::string text) { by_leaf_[id].push_back({0, 0, std::move(text)}); }

bool LeafEdits::edit(const json::Leaf& leaf, std::string& out) {
  const bool is_redacted = redact(leaf, out);
  if (hazards_ == nullptr || !hazards_->is_in(leaf.id)) return is_redacted;
  out = hazards_->clean(is_redacted ? std::string_view(out) : leaf.text);
  return true;
}

bool LeafEdits::redact(const json::Leaf& leaf, std::string& out) {
  const auto found = by_leaf_.find(leaf.id);
  if (found == by_leaf_.end()) return false;
  std::vector<Piece>& pieces = found->second;
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  std::size_t at = 0;
  for (const Piece& piece : pieces) {
    // Two readings may have found overlapping parts: the first mark stands for both.
    if (piece.begin >= at) {
      out.append(leaf.text.substr(at, piece.begin - at));
      out.append(piece.replacement);
    }
    at = std::max(at, piece.end);
  }
  out.append(leaf.text.substr(at));
  return true;
}

}  // namespace sluice::pipeline
