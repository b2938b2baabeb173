#pragma once

#include <string>
#include <string_view>

namespace sluice::sanitize {

/// Writes the text of one block: escapes what could begin markup where it stands. Lines are separated by LF.
class TextWriter {
 public:
  [[nodiscard]] const std::string& text() const noexcept { return out_; }
  [[nodiscard]] std::string take() noexcept { return std::move(out_); }

  /// @param is_at_end  the block ends behind it, or its line
  void put_text(std::string_view text, bool is_at_end);
  /// A code span. In a cell it may hold no pipe.
  void put_code(std::string_view code);
  void put_mark(std::string_view mark) { out_ += mark; }
  void put_break(bool is_hard) { out_ += is_hard ? "  \n" : "\n"; }

 private:
  [[nodiscard]] bool is_line_start() const noexcept { return out_.empty() || out_.back() == '\n'; }
  void put_line_start(std::string_view rest, std::size_t& at);

  std::string out_;
};

/// Text between double quotes, as titles have it. O(n)
[[nodiscard]] std::string quoted_title(std::string_view title);

}  // namespace sluice::sanitize
