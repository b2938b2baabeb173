#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "json/pattern_parser.h"
#include "json/pattern_set.h"

namespace sluice::json {

/// What a backslash and what follows it stand for.
struct PatternEscape {
  enum class Kind : std::uint8_t { kCharacter, kClass, kWordBoundary, kNotWordBoundary };
  Kind kind = Kind::kCharacter;
  std::uint32_t code_point = 0;  ///< of kCharacter; a surrogate where the pattern names one
  PatternSet set;                ///< of kClass
};

/// Reads characters and escapes of a pattern.
class PatternEscapes {
 public:
  explicit PatternEscapes(std::string_view source) : source_(source) {}

  /// Reads the character at `at` and moves behind it; false where it is not UTF-8.
  bool read_character(std::size_t& at, std::uint32_t& code_point) const;
  /// Reads the escape whose backslash is at `at` and moves behind it; false with a reason, `at` then anywhere in it.
  bool read(std::size_t& at, bool in_class, PatternEscape& out);
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }

 private:
  bool fail(std::string reason);
  bool read_hex(std::size_t at, std::size_t count, std::uint32_t& value) const;
  bool unicode(std::size_t& at, PatternEscape& out);
  bool property(std::size_t& at, bool is_negated, PatternEscape& out);
  bool other(char c, bool in_class, PatternEscape& out);

  std::string_view source_;
  std::string reason_;
};

/// ECMA-262's LineTerminator: what `.` does not match.
[[nodiscard]] const CodePointSet& line_end_set();

}  // namespace sluice::json
