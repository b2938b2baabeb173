#include "sanitize/css/color.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/ascii.h"

namespace sluice::sanitize::css {

namespace {

struct Named {
  std::string_view name;
  std::uint32_t rgb;
};

constexpr Named kNamed[] = {
#include "sanitize/css/named_colors.inc"
};

constexpr double kMaxComponent = 1000;  // what is past 255 or 100 % is white anyway

std::uint8_t channel(double value) noexcept {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
}

Color from_rgb(std::uint32_t rgb) noexcept {
  return {static_cast<std::uint8_t>(rgb >> 16U), static_cast<std::uint8_t>(rgb >> 8U), static_cast<std::uint8_t>(rgb),
          1, false};
}

struct Component {
  double value = 0;
  bool is_percent = false;
};

// CSS Color 4, section 7: hue in degrees, the others from 0 to 1.
Color from_hsl(double hue, double saturation, double lightness) noexcept {
  hue = std::fmod(std::fmod(hue, 360.0) + 360.0, 360.0);
  const auto at = [&](double n) {
    const double k = std::fmod(n + hue / 30.0, 12.0);
    const double a = saturation * std::min(lightness, 1 - lightness);
    return channel(255 * (lightness - a * std::clamp(std::min(k - 3, 9 - k), -1.0, 1.0)));
  };
  return {at(0), at(8), at(4), 1, false};
}

Color to_color(bool is_hsl, const std::array<Component, 4>& c, std::size_t count) noexcept {
  Color color;
  if (is_hsl) {
    color = from_hsl(c[0].value, std::clamp(c[1].value / 100, 0.0, 1.0), std::clamp(c[2].value / 100, 0.0, 1.0));
  } else {
    const auto value = [&](std::size_t i) { return channel(c[i].is_percent ? c[i].value * 2.55 : c[i].value); };
    color = {value(0), value(1), value(2), 1, false};
  }
  if (count == 4) color.alpha = std::clamp(c[3].is_percent ? c[3].value / 100 : c[3].value, 0.0, 1.0);
  return color;
}

}  // namespace

std::optional<Color> named_color(std::string_view name) noexcept {
  const auto* const found =
      std::lower_bound(std::begin(kNamed), std::end(kNamed), name,
                       [](const Named& named, std::string_view wanted) { return named.name < wanted; });
  if (found != std::end(kNamed) && found->name == name) return from_rgb(found->rgb);
  if (name == "transparent") return Color{0, 0, 0, 0, false};
  if (name == "currentcolor") return Color{0, 0, 0, 1, true};
  return std::nullopt;
}

std::optional<Color> hex_color(std::string_view digits) noexcept {
  const std::size_t size = digits.size();
  if (size != 3 && size != 4 && size != 6 && size != 8) return std::nullopt;
  std::array<std::uint8_t, 8> values{};
  for (std::size_t i = 0; i < size; ++i) {
    const int value = hex_digit_value(digits[i]);
    if (value < 0) return std::nullopt;
    values[i] = static_cast<std::uint8_t>(value);
  }
  const bool is_short = size < 6;
  const auto at = [&](std::size_t i) {
    return static_cast<std::uint8_t>(is_short ? values[i] * 17 : values[2 * i] * 16 + values[2 * i + 1]);
  };
  Color color{at(0), at(1), at(2), 1, false};
  if (size == 4 || size == 8) color.alpha = at(3) / 255.0;
  return color;
}

bool is_color_function(std::string_view name) noexcept {
  return name == "rgb" || name == "rgba" || name == "hsl" || name == "hsla";
}

std::optional<Color> write_color_function(std::string_view name, Tokenizer& tokens, std::string& out) {
  const bool is_hsl = name.starts_with("hsl");
  out += name;
  out += '(';
  std::array<Component, 4> components{};
  std::size_t count = 0;
  bool has_commas = false;
  bool is_separated = true;  // a component may come now
  for (Token token = tokens.next();; token = tokens.next()) {
    switch (token.kind) {
      case TokenKind::kBlank: is_separated = is_separated || (count > 0 && !has_commas); continue;
      case TokenKind::kComma:
        if (count == 0 || count > 3 || (count > 1 && !has_commas) || (has_commas && is_separated)) return std::nullopt;
        has_commas = true;
        is_separated = true;
        out += ", ";
        continue;
      case TokenKind::kDelimiter:
        if (token.text != "/" || count != 3 || has_commas) return std::nullopt;
        out += " / ";
        is_separated = true;
        has_commas = true;  // no further separator fits
        continue;
      case TokenKind::kNumber:
      case TokenKind::kPercent:
      case TokenKind::kDimension: {
        if (!is_separated || count == 4 || !(std::abs(token.number) <= kMaxComponent)) return std::nullopt;
        if (token.kind == TokenKind::kDimension && (!is_hsl || count > 0 || token.unit != "deg")) return std::nullopt;
        const bool has_blank = count > 0 && !has_commas;
        if (has_blank && count == 3) return std::nullopt;
        if (has_blank) out += ' ';
        components[count++] = {token.number, token.kind == TokenKind::kPercent};
        out += ascii_lower(token.text);
        if (token.kind == TokenKind::kPercent) out += '%';
        if (token.kind == TokenKind::kDimension) out += "deg";
        is_separated = false;
        continue;
      }
      case TokenKind::kCloseRound:
        if (count < 3 || (has_commas && is_separated)) return std::nullopt;
        out += ')';
        return to_color(is_hsl, components, count);
      default: return std::nullopt;
    }
  }
}

}  // namespace sluice::sanitize::css
