#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sanitize/projection.h"
#include "scan/redact.h"

namespace sluice::pipeline {

/// What is written in place of parts of leaves: the edits of all readings of one document, cut into its leaves. Not
/// thread-safe.
class LeafPieces {
 public:
  /// Where the mark of an edit stands that covers several leaves.
  enum class Marks : std::uint8_t {
    kEverywhere,  ///< in each of them: strings of JSON are values of their own
    kFirst,       ///< in the first one: the leaves are one text
  };

  /// Cuts each edit of a view into the leaves it touches. @param edits  ordered
  void add(std::span<const sanitize::LeafSpan> leaves, std::span<const scan::Edit> edits, Marks marks);
  /// Puts `text` before what the leaf holds.
  void insert_before(std::uint32_t id, std::string text) { by_leaf_[id].push_back({0, 0, std::move(text)}); }

  [[nodiscard]] bool empty() const noexcept { return by_leaf_.empty(); }
  /// Appends the text of a leaf with its pieces to `out`. @return false where it has none; nothing is appended then
  [[nodiscard]] bool apply(std::uint32_t id, std::string_view text, std::string& out);
  /// Calls `each` with the id of every leaf that has pieces, ascending.
  template <typename Each>
  void for_each_leaf(Each&& each) const {
    for (const auto& [id, pieces] : by_leaf_) each(id);
  }

 private:
  struct Piece {
    std::size_t begin = 0;  // in the text of the leaf
    std::size_t end = 0;
    std::string replacement;
  };
  std::map<std::uint32_t, std::vector<Piece>> by_leaf_;
};

}  // namespace sluice::pipeline
