#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sanitize/css/color.h"
#include "sanitize/html/elements.h"
#include "sanitize/html/writer.h"
#include "sanitize/projection.h"

namespace sluice::sanitize::html {

/// How an open element looks, as far as rules ask.
struct Look {
  css::Color color;
  css::Color background{255, 255, 255, 1, false};  // the page
  std::int32_t sheet = -1;                         ///< of a table: its place among the rules for tables
};

/// White on white, or so near that nobody reads it. O(1)
[[nodiscard]] bool is_camouflaged(const Look& look) noexcept;

/// An open element.
struct OpenElement {
  Element element = Element::kUnknown;
  bool is_ending = false;  ///< its end tag came while blocks inside were open: it ends with the innermost of them
  bool is_hidden = false;  ///< written nowhere, with all it holds
  std::uint16_t previous_same = 0;
  // The nearest element, itself included, that bounds what end tags and implied ends can reach; 0 where there is none.
  std::uint16_t scope = 0;      ///< table, td, th, caption
  std::uint16_t marker = 0;     ///< td, th, caption
  std::uint16_t special = 0;    ///< any special element
  std::uint16_t list_stop = 0;  ///< any special element but address, div and p
  Look look;
};

/// Writes elements so that a browser, in any mode and wherever the fragment stands, reads the same tree back: it closes
/// first what a browser would close by itself, wraps what stands loose in a table in rows and cells as CSS does, and
/// lets no element end inside another. All searches are O(1). Not thread-safe.
class Fragment {
 public:
  Fragment(Writer& out, std::uint32_t max_depth) : out_(out), max_depth_(max_depth) { stack_.emplace_back(); }

  /// Makes room for a text: in a table, a cell. @return false where it has to go
  bool place_text(bool is_blank);

  /// Makes room for an element: closes and opens what has to be. Its tag is not written.
  /// @return false where its tags have to go: a part of a table without a table
  bool place(Element element);
  /// Puts the placed element on the stack, unless it is void. @return false past the allowed depth
  bool push(Element element, bool is_hidden, const Look& look);

  /// An end tag. O(1), and what it closes.
  void close(Element element);
  void close_all();

  [[nodiscard]] bool is_open(Element element) const noexcept { return last_of(element) != 0; }
  [[nodiscard]] std::uint16_t last_of(Element element) const noexcept {
    return last_[static_cast<std::size_t>(element)];
  }
  [[nodiscard]] const OpenElement& top() const noexcept { return stack_.back(); }
  [[nodiscard]] OpenElement& top() noexcept { return stack_.back(); }
  [[nodiscard]] const OpenElement& at(std::uint16_t index) const noexcept { return stack_[index]; }
  /// Nothing is written now: an element that is open is hidden.
  [[nodiscard]] bool is_suppressed() const noexcept { return hidden_ != 0; }
  /// True where wrappers were written, or ends that the input did not have.
  [[nodiscard]] bool was_repaired() const noexcept { return was_repaired_; }
  [[nodiscard]] bool is_too_deep() const noexcept { return is_too_deep_; }

  /// How the next text stands beside the one before.
  [[nodiscard]] Join join() const noexcept { return join_; }
  void widen(Join join) noexcept {
    if (join > join_) join_ = join;
  }
  void reset_join() noexcept { join_ = Join::kAdjacent; }

 private:
  [[nodiscard]] std::uint16_t depth() const noexcept { return static_cast<std::uint16_t>(stack_.size() - 1); }
  [[nodiscard]] bool is_gap() const noexcept;
  [[nodiscard]] bool place_part(Element element);
  bool open_implied(Element element);
  bool open_cell();
  void close_from(std::uint16_t index, bool is_asked);
  void pop();
  void drop_ending();

  Writer& out_;
  std::uint32_t max_depth_;
  std::vector<OpenElement> stack_;  // the first is the fragment itself
  std::array<std::uint16_t, kElementCount> last_{};
  std::uint16_t hidden_ = 0;
  Join join_ = Join::kBreak;
  bool was_repaired_ = false;
  bool is_too_deep_ = false;
};

}  // namespace sluice::sanitize::html
