#include "text/sgr.h"

#include <array>
#include <cstddef>

namespace sluice::text {
namespace {

constexpr std::size_t kMaxParams = 16;
constexpr int kInvalid = -1;

/// The value of one parameter; absent means 0.
int value_of(std::string_view digits) noexcept {
  if (digits.size() > 3) return kInvalid;
  int value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return kInvalid;
    value = value * 10 + (c - '0');
  }
  return value;
}

struct Params {
  std::array<std::string_view, kMaxParams> text;
  std::size_t count = 0;
};

bool split(std::string_view params, Params& to) noexcept {
  for (;;) {
    if (to.count == kMaxParams) return false;
    const std::size_t semicolon = params.find(';');
    to.text[to.count++] = params.substr(0, semicolon);
    if (semicolon == std::string_view::npos) return true;
    params.remove_prefix(semicolon + 1);
  }
}

/// How many parameters the color after 38 or 48 takes: 2 for `5;n`, 4 for `2;r;g;b`, 0 where it is neither.
std::size_t color_params(const Params& params, std::size_t at) noexcept {
  if (at >= params.count) return 0;
  const int space = value_of(params.text[at]);
  const std::size_t count = space == 5 ? 2 : space == 2 ? 4 : 0;
  if (count == 0 || at + count > params.count) return 0;
  for (std::size_t i = at + 1; i < at + count; ++i) {
    const int level = value_of(params.text[i]);
    if (params.text[i].empty() || level < 0 || level > 255) return 0;
  }
  return count;
}

}  // namespace

SgrVerdict filter_sgr(std::string_view params, std::string& sequence) {
  Params all;
  if (!split(params, all)) return SgrVerdict::kDropped;
  std::size_t written = 0;
  sequence = "\x1b[";
  const auto write = [&sequence, &written](std::string_view text) {
    if (written++ > 0) sequence += ';';
    sequence += text;
  };
  for (std::size_t i = 0; i < all.count; ++i) {
    const int value = value_of(all.text[i]);
    if (value < 0 || value > 107 || value == 58) return SgrVerdict::kDropped;
    if (value == 5 || value == 6 || value == 8) continue;
    write(all.text[i]);
    if (value != 38 && value != 48) continue;
    const std::size_t color = color_params(all, i + 1);
    if (color == 0) return SgrVerdict::kDropped;
    for (std::size_t k = 1; k <= color; ++k) write(all.text[i + k]);
    i += color;
  }
  if (written == 0) return SgrVerdict::kDropped;
  sequence += 'm';
  return sequence.size() == params.size() + 3 ? SgrVerdict::kKept : SgrVerdict::kChanged;
}

}  // namespace sluice::text
