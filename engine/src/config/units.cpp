#include <array>
#include <limits>

#include "config/reader.h"
#include "core/checked.h"

namespace sluice::config {

namespace {

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

constexpr std::array<Unit, 8> kByteUnits{{{"B", 1},
                                          {"kB", 1'000},
                                          {"KB", 1'000},
                                          {"MB", 1'000'000},
                                          {"GB", 1'000'000'000},
                                          {"KiB", 1'024},
                                          {"MiB", 1'048'576},
                                          {"GiB", 1'073'741'824}}};
constexpr std::array<Unit, 4> kTimeUnits{{{"ms", 1}, {"s", 1'000}, {"min", 60'000}, {"h", 3'600'000}}};

constexpr std::uint64_t kMaxQuantity = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// Reads "<digits>[.<digits>][ ]<unit>"; the product must be whole.
std::optional<std::uint64_t> parse_quantity(std::string_view text, std::span<const Unit> units) noexcept {
  constexpr std::size_t kMaxWholeDigits = 19;
  constexpr std::size_t kMaxFractionDigits = 9;  // times the largest unit this stays below 2^63
  std::size_t i = 0;
  std::uint64_t whole = 0;
  for (; i < text.size() && is_digit(text[i]); ++i) {
    if (i == kMaxWholeDigits) return std::nullopt;
    whole = whole * 10 + static_cast<std::uint64_t>(text[i] - '0');
  }
  if (i == 0) return std::nullopt;
  std::uint64_t fraction = 0;
  std::uint64_t scale = 1;
  if (i < text.size() && text[i] == '.') {
    const std::size_t begin = ++i;
    for (; i < text.size() && is_digit(text[i]); ++i) {
      if (i - begin == kMaxFractionDigits) return std::nullopt;
      fraction = fraction * 10 + static_cast<std::uint64_t>(text[i] - '0');
      scale *= 10;
    }
    if (i == begin) return std::nullopt;
  }
  if (i < text.size() && text[i] == ' ') ++i;
  for (const Unit& unit : units) {
    if (text.substr(i) != unit.name) continue;
    const std::uint64_t part = fraction * unit.factor;
    if (part % scale != 0) return std::nullopt;
    const std::uint64_t value = saturating_add(saturating_mul(whole, unit.factor), part / scale);
    if (value > kMaxQuantity) return std::nullopt;
    return value;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_byte_size(std::string_view text) noexcept {
  return parse_quantity(text, kByteUnits);
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) noexcept {
  const std::optional<std::uint64_t> value = parse_quantity(text, kTimeUnits);
  if (!value) return std::nullopt;
  return std::chrono::milliseconds(narrow<std::int64_t>(*value));
}

std::string format_byte_size(std::uint64_t bytes) {
  constexpr std::array<Unit, 6> kLargestFirst{{{"GiB", 1'073'741'824},
                                               {"GB", 1'000'000'000},
                                               {"MiB", 1'048'576},
                                               {"MB", 1'000'000},
                                               {"KiB", 1'024},
                                               {"kB", 1'000}}};
  std::string best = std::to_string(bytes) + " B";
  if (bytes == 0) return best;
  for (const Unit& unit : kLargestFirst) {
    if (bytes % unit.factor != 0) continue;
    std::string text = std::to_string(bytes / unit.factor) + " " + std::string(unit.name);
    if (text.size() < best.size()) best = std::move(text);
  }
  return best;
}

std::string format_duration(std::chrono::milliseconds duration) {
  const auto ms = static_cast<std::uint64_t>(duration.count() < 0 ? 0 : duration.count());
  if (ms != 0 && ms % 3'600'000 == 0) return std::to_string(ms / 3'600'000) + " h";
  if (ms != 0 && ms % 60'000 == 0) return std::to_string(ms / 60'000) + " min";
  if (ms != 0 && ms % 1'000 == 0) return std::to_string(ms / 1'000) + " s";
  return std::to_string(ms) + " ms";
}

}  // namespace sluice::config
