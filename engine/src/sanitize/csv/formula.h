#pragma once

#include <string>
#include <string_view>

namespace sluice::sanitize {

/// True for what spreadsheets show as a number, whatever its sign: digits with `.` and `,`, an exponent, a percent
/// sign, a currency sign; also `-inf` and dashes alone, as tables write what is missing. Blanks around it do not count.
/// O(n)
[[nodiscard]] bool is_plain_number(std::string_view text) noexcept;

/// Writes `cell` so that no spreadsheet takes it, or a part that it cuts out with another separator, for a formula: an
/// apostrophe goes before what begins, after blanks and quotes, with `= + - @`, a full-width form of them, TAB, CR, LF,
/// NUL or `|`, or with a DDE call, and is not a plain number. The same goes for what follows a line end or one of the
/// separators `, ; TAB |` other than `separator`.
/// @param cell  UTF-8
/// @return true where something was put in; `out` is set either way. Fixed point. O(n); throws std::bad_alloc
bool neutralize_formula(std::string_view cell, char separator, std::string& out);

}  // namespace sluice::sanitize
