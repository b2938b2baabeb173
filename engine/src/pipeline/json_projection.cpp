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

bool LeafEdits::edit(const json::Leaf& leaf, std::string& out) {
  const bool is_redacted = pieces_.apply(leaf.id, leaf.text, out);
  if (hazards_ == nullptr || !hazards_->is_in(leaf.id)) return is_redacted;
  out = hazards_->clean(is_redacted ? std::string_view(out) : leaf.text);
  return true;
}

}  // namespace sluice::pipeline
