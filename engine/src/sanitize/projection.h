#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/bytes.h"

namespace sluice::sanitize {

/// How a reader sees a leaf beside the one before it.
enum class Join : std::uint8_t {
  kAdjacent,  ///< without anything between: `<b>AK</b>IA`, tspans, emphasis
  kSpace,     ///< on the same line: cells of a row
  kBreak,     ///< on a line of its own: paragraphs, list items
};

/// Whether a leaf is read in the flow of the text.
enum class Flow : std::uint8_t {
  kText,   ///< part of the text: leaves that follow one another are read without their joins, too
  kAside,  ///< read by itself: attributes, links, names
};

/// A piece of a projection: where it lies, and which leaf of the format it came from.
struct LeafSpan {
  std::uint64_t begin = 0;  ///< in the text
  std::uint64_t end = 0;
  std::uint32_t id = 0;
};

/// What a reader of one format sees as one text, with the way back to the leaves it came from. Its leaves are numbered
/// from 0 in the order they are added. Grows by what is added; throws std::bad_alloc.
class TextProjection {
 public:
  /// @param text          checked UTF-8, decoded: no entities, no escapes
  /// @param source_begin  where it stands in the artifact, for reports
  /// @return the number of the leaf
  std::uint32_t add(Join join, std::string_view text, std::uint64_t source_begin, std::uint64_t source_end,
                    Flow flow = Flow::kText);

  /// All leaves with their joins.
  [[nodiscard]] ByteView text() const noexcept { return text_; }
  [[nodiscard]] const std::vector<LeafSpan>& leaves() const noexcept { return leaves_; }
  [[nodiscard]] std::string_view leaf_text(std::uint32_t id) const noexcept {
    return as_chars(ByteView(text_)).substr(leaves_[id].begin, leaves_[id].end - leaves_[id].begin);
  }

  struct Source {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  [[nodiscard]] Source source_of(std::uint32_t id) const noexcept { return sources_[id]; }

  /// A reading of the leaves as if nothing stood between those of the flow, so that a text cut over list items or cells
  /// is whole again. Empty where no two leaves of the flow are apart.
  struct Joined {
    Bytes text;
    std::vector<LeafSpan> leaves;        ///< without the blanks at their edges
    std::vector<std::uint64_t> trimmed;  ///< of each leaf: how many bytes were left out at its begin
  };
  [[nodiscard]] Joined joined() const;

 private:
  Bytes text_;
  std::vector<LeafSpan> leaves_;
  std::vector<Source> sources_;
  std::vector<Flow> flows_;
  bool has_apart_ = false;
};

/// What to write in place of leaves. Leaves without an entry stay as they are.
class LeafTexts {
 public:
  void set(std::uint32_t id, std::string text) { texts_[id] = std::move(text); }
  /// The text to write for a leaf, or null where it stays. O(log changed leaves)
  [[nodiscard]] const std::string* changed(std::uint32_t id) const noexcept {
    const auto found = texts_.find(id);
    return found == texts_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] bool empty() const noexcept { return texts_.empty(); }

 private:
  std::map<std::uint32_t, std::string> texts_;
};

}  // namespace sluice::sanitize
