#include "authoring/bar_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace sluice::authoring {

namespace {

constexpr int kLabelWidth = 260;
constexpr int kBarWidth = 420;
constexpr int kNoteWidth = 260;
constexpr int kTop = 64;
constexpr int kStep = 22;
constexpr int kBarHeight = 15;
constexpr int kBottom = 34;
constexpr int kTicks = 5;

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

std::string number(double value, const char* form = "%.1f") {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), form, value);
  return text.data();
}

// The least of 1, 2 and 5 times a power of ten that spans `largest` in kTicks steps.
double tick_for(double largest) {
  if (largest <= 0.0) return 1.0;
  const double least = largest / kTicks;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least) return factor * power;
  }
  return 10.0 * power;
}

std::string text_at(double x, double y, const char* anchor, std::string_view text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">" + escaped(text) +
         "</text>\n";
}

}  // namespace

std::string draw_svg(const BarChart& chart) {
  const int height = kTop + kStep * static_cast<int>(chart.bars.size()) + kBottom;
  double largest = 0.0;
  for (const Bar& bar : chart.bars) largest = std::max(largest, bar.value);
  const double tick = tick_for(largest);
  const double scale = kBarWidth / (tick * kTicks);
  std::string out =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(kLabelWidth + kBarWidth + kNoteWidth) +
      "\" height=\"" + std::to_string(height) +
      "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  out += "<text x=\"12\" y=\"24\" font-size=\"15\">" + escaped(chart.title) + "</text>\n";
  out += "<text x=\"12\" y=\"43\" fill=\"#555\">" + escaped(chart.axis) + "</text>\n";
  for (int i = 0; i <= kTicks; ++i) {
    const double x = kLabelWidth + scale * tick * i;
    out += "<line x1=\"" + number(x) + "\" y1=\"" + std::to_string(kTop - 6) + "\" x2=\"" + number(x) + "\" y2=\"" +
           std::to_string(height - kBottom + 4) + "\" stroke=\"#ddd\"/>\n";
    out += text_at(x, height - kBottom + 20, "middle", number(tick * i, "%g"));
  }
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const Bar& bar = chart.bars[i];
    const double y = kTop + kStep * static_cast<double>(i);
    const double width = bar.value * scale;
    out += text_at(kLabelWidth - 8, y + 12, "end", bar.label);
    out += "<rect x=\"" + std::to_string(kLabelWidth) + "\" y=\"" + number(y) + "\" width=\"" + number(width) +
           "\" height=\"" + std::to_string(kBarHeight) + "\" fill=\"#2a6fb0\"/>\n";
    out += text_at(kLabelWidth + width + 6, y + 12, "start", bar.note);
  }
  return out + "</svg>\n";
}

}  // namespace sluice::authoring
