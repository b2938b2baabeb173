#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "sanitize/projection.h"

namespace sluice::sanitize::svg {

/// Writes a drawing, and remembers where its words stand, since what may be written of them is known only at the end.
class Writer {
 public:
  /// @param is_inline  it stands in text; else it has a line of its own
  void start(std::string_view element, bool is_inline);
  /// Between start() and anything else. @return where the value begins in text()
  std::size_t begin_attribute(std::string_view name);
  void end_attribute() { text_ += '"'; }
  /// Takes back an attribute whose value was begun at `value`.
  void drop_attribute(std::string_view name, std::size_t value) { text_.resize(value - name.size() - 3); }
  void attribute(std::string_view name, std::string_view plain_value);

  /// A value that is read by people, or a name: on a change the first is written as it then is, the second left out.
  enum class Change : std::uint8_t { kReplace, kLeaveOut };
  void word_attribute(std::string_view name, std::string_view value, Change change, std::uint64_t source_begin,
                      std::uint64_t source_end);
  void text(std::string_view text, Join join, Flow flow, std::uint64_t source_begin, std::uint64_t source_end);
  /// Style, with what XML asks for escaped.
  void plain_text(std::string_view text);
  /// @param may_be_short  `<g/>`, where nothing stands inside; an element for words has both tags, since they may go
  void end(std::string_view element, bool may_be_short, bool is_inline);

  [[nodiscard]] std::string& raw() noexcept { return text_; }
  [[nodiscard]] const TextProjection& projection() const noexcept { return projection_; }
  /// Puts the changed words in. @return false where the budget is exhausted
  [[nodiscard]] bool finish(const LeafTexts& changes, Budget& budget, Bytes& out) const;

 private:
  void close_tag();
  struct Place {
    std::uint32_t leaf = 0;
    bool is_attribute = false;
    Change change = Change::kReplace;
    std::size_t whole_begin = 0;  // of the attribute with its blank and name
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  std::string text_;
  bool is_open_ = false;  // a start tag without its `>`
  TextProjection projection_;
  std::vector<Place> places_;
};

}  // namespace sluice::sanitize::svg
