#include <array>
#include <cstddef>

#include "json/char_class.h"
#include "json/format_checks.h"

namespace sluice::json {

namespace {

constexpr unsigned kNoNumber = 1000;  // beyond every limit it is compared with

// The caller guarantees two bytes at `at`.
unsigned two_digits(std::string_view text, std::size_t at) noexcept {
  const unsigned tens = static_cast<unsigned char>(text[at]) - unsigned{'0'};
  const unsigned ones = static_cast<unsigned char>(text[at + 1]) - unsigned{'0'};
  return tens <= 9 && ones <= 9 ? tens * 10 + ones : kNoNumber;
}

// Numbers with a unit each, units in the order given and none left out between two (1H2M, not 1H2S). Moves past them.
bool take_units(std::string_view text, std::size_t& at, std::string_view units) noexcept {
  std::size_t last = std::string_view::npos;
  while (at < text.size() && is_in(text[at], kDigit)) {
    at = skip_class(text, at, kDigit);
    if (at == text.size()) return false;
    const std::size_t unit = units.find(text[at]);
    if (unit == std::string_view::npos || (last != std::string_view::npos && unit != last + 1)) return false;
    last = unit;
    ++at;
  }
  return last != std::string_view::npos;
}

}  // namespace

bool is_date(std::string_view text) noexcept {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const unsigned century = two_digits(text, 0);
  const unsigned year = two_digits(text, 2);
  const unsigned month = two_digits(text, 5);
  const unsigned day = two_digits(text, 8);
  if (century > 99 || year > 99 || month - 1 > 11 || day == 0) return false;
  constexpr std::array<unsigned char, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool is_leap = year != 0 ? year % 4 == 0 : century % 4 == 0;
  return day <= kDays[month - 1] + (month == 2 && is_leap ? 1U : 0U);
}

// full-time: a leap second only where it is 23:59:60 in UTC.
bool is_time(std::string_view text) noexcept {
  if (text.size() < 9 || text[2] != ':' || text[5] != ':') return false;
  const unsigned hour = two_digits(text, 0);
  const unsigned minute = two_digits(text, 3);
  const unsigned second = two_digits(text, 6);
  if (hour > 23 || minute > 59 || second > 60) return false;
  std::size_t at = 8;
  if (text[at] == '.') {
    const std::size_t first = at + 1;
    at = skip_class(text, first, kDigit);
    if (at == first || at == text.size()) return false;
  }
  unsigned utc_minute = hour * 60 + minute;
  const char zone = text[at];
  if (zone == 'Z' || zone == 'z') {
    if (at + 1 != text.size()) return false;
  } else {
    if ((zone != '+' && zone != '-') || at + 6 != text.size() || text[at + 3] != ':') return false;
    const unsigned zone_hour = two_digits(text, at + 1);
    const unsigned zone_minute = two_digits(text, at + 4);
    if (zone_hour > 23 || zone_minute > 59) return false;
    constexpr unsigned kDayMinutes = 24 * 60;
    const unsigned zone_minutes = zone_hour * 60 + zone_minute;
    utc_minute = (utc_minute + (zone == '-' ? zone_minutes : kDayMinutes - zone_minutes)) % kDayMinutes;
  }
  return second < 60 || utc_minute == 23 * 60 + 59;
}

bool is_date_time(std::string_view text) noexcept {
  return text.size() > 11 && (text[10] == 'T' || text[10] == 't') && is_date(text.substr(0, 10)) &&
         is_time(text.substr(11));
}

bool is_duration(std::string_view text) noexcept {
  if (text.size() < 3 || text[0] != 'P') return false;
  std::size_t at = 1;
  if (text.back() == 'W') return take_units(text, at, "W") && at == text.size();
  if (text[at] != 'T' && !take_units(text, at, "YMD")) return false;
  if (at == text.size()) return true;
  if (text[at] != 'T') return false;
  ++at;
  return take_units(text, at, "HMS") && at == text.size();
}

}  // namespace sluice::json
