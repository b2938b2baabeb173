// The charts of E2B's code interpreter: e2b_charts writes them, one object a figure, of seven types.
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "sanitize/chart/forms.h"

namespace sluice::sanitize {

namespace {

enum class Rule : std::uint8_t { kText, kNumber, kCoordinate, kCoordinates, kTexts, kPoints, kElements };

struct MemberRule {
  std::string_view name;
  Rule rule;
};

constexpr MemberRule kAxes[] = {
    {"x_label", Rule::kText}, {"y_label", Rule::kText}, {"x_unit", Rule::kText}, {"y_unit", Rule::kText}};
constexpr MemberRule kTicks[] = {{"x_ticks", Rule::kCoordinates}, {"x_tick_labels", Rule::kTexts},
                                 {"x_scale", Rule::kText},        {"y_ticks", Rule::kCoordinates},
                                 {"y_tick_labels", Rule::kTexts}, {"y_scale", Rule::kText}};
constexpr MemberRule kLineElement[] = {{"label", Rule::kText}, {"points", Rule::kPoints}};
constexpr MemberRule kBarElement[] = {
    {"label", Rule::kCoordinate}, {"group", Rule::kText}, {"value", Rule::kCoordinate}};
constexpr MemberRule kPieElement[] = {{"label", Rule::kText}, {"angle", Rule::kNumber}, {"radius", Rule::kNumber}};
constexpr MemberRule kBoxElement[] = {{"label", Rule::kText},
                                      {"min", Rule::kNumber},
                                      {"first_quartile", Rule::kNumber},
                                      {"median", Rule::kNumber},
                                      {"third_quartile", Rule::kNumber},
                                      {"max", Rule::kNumber},
                                      {"outliers", Rule::kCoordinates}};

struct ChartType {
  std::string_view name;
  bool has_axes;
  bool has_ticks;
  std::span<const MemberRule> element;
};

constexpr ChartType kTypes[] = {
    {"line", true, true, kLineElement},
    {"scatter", true, true, kLineElement},
    {"bar", true, false, kBarElement},
    {"pie", false, false, kPieElement},
    {"box_and_whisker", true, false, kBoxElement},
    {"superchart", false, false, {}},
    {"unknown", false, false, {}},
};

const MemberRule* find_rule(std::span<const MemberRule> rules, std::string_view name) noexcept {
  const auto found = std::find_if(rules.begin(), rules.end(), [&](const MemberRule& r) { return r.name == name; });
  return found == rules.end() ? nullptr : &*found;
}

class E2bJudge {
 public:
  E2bJudge(const ChartOptions& options, ChartEdits& edits) : options_(options), edits_(edits) {}

  void run(const json::Value& root) {
    if (!root.is_object()) return edits_.withhold_shape(root.id(), "a chart is an object");
    if (root.size() == 0) return;  // what the server writes where it could not read a figure
    json::Value type;
    const bool is_super = root.find("type", type) && type.is_string() && type.text() == "superchart";
    judge_chart(root, false);
    json::Value elements;
    if (!is_super || edits_.is_withheld() || !root.find("elements", elements)) return;
    for (const json::Value chart : elements.elements()) {
      if (!chart.is_object()) return edits_.withhold_shape(chart.id(), "a chart is an object");
      judge_chart(chart, true);
      if (edits_.is_withheld()) return;
    }
  }

 private:
  void judge_chart(const json::Value& chart, bool is_inner) {
    json::Value name;
    const ChartType* type = nullptr;
    if (chart.find("type", name) && name.is_string()) {
      const auto found =
          std::find_if(std::begin(kTypes), std::end(kTypes), [&](const ChartType& t) { return t.name == name.text(); });
      if (found != std::end(kTypes)) type = &*found;
    }
    const bool is_super = type != nullptr && type->name == "superchart";
    if (type == nullptr || (is_inner && is_super)) {
      return edits_.withhold_shape(chart.id(), "no type of chart that is known here");
    }
    for (const json::Member member : chart.members()) {
      const std::string_view key = member.key.text();
      if (key == "type") continue;
      if (key == "title") {
        judge_value(member.value, Rule::kText);
      } else if (key == "elements" && is_super) {
        if (!member.value.is_array()) edits_.withhold_shape(member.value.id(), "elements are an array");
      } else if (key == "elements" && !type->element.empty()) {
        judge_elements(member.value, type->element);
      } else if (key == "elements" && member.value.is_array() && member.value.size() == 0) {
        continue;
      } else if (const MemberRule* axis = find_rule(kAxes, key); axis != nullptr && type->has_axes) {
        judge_value(member.value, axis->rule);
      } else if (const MemberRule* tick = find_rule(kTicks, key); tick != nullptr && type->has_ticks) {
        judge_value(member.value, tick->rule);
      } else {
        edits_.drop_unknown(member.key.id());
      }
      if (edits_.is_withheld()) return;
    }
  }

  void judge_elements(const json::Value& list, std::span<const MemberRule> rules) {
    if (!list.is_array()) return edits_.withhold_shape(list.id(), "elements are an array");
    for (const json::Value element : list.elements()) {
      if (!element.is_object()) return edits_.withhold_shape(element.id(), "an element is an object");
      count_points(1, element);
      for (const json::Member member : element.members()) {
        const MemberRule* rule = find_rule(rules, member.key.text());
        if (rule == nullptr) {
          edits_.drop_unknown(member.key.id());
        } else {
          judge_value(member.value, rule->rule);
        }
      }
      if (edits_.is_withheld()) return;
    }
  }

  void judge_value(const json::Value& value, Rule rule) {
    bool is_good = true;
    switch (rule) {
      case Rule::kText: is_good = value.is_string() || value.is_null(); break;
      case Rule::kNumber: is_good = is_finite_number(value) || value.is_null(); break;
      case Rule::kCoordinate: is_good = is_coordinate(value); break;
      case Rule::kTexts:
      case Rule::kCoordinates: is_good = is_list(value, rule == Rule::kTexts); break;
      case Rule::kPoints: is_good = are_points(value); break;
      case Rule::kElements: break;
    }
    if (!is_good) edits_.withhold_shape(value.id(), "a value of another kind than the chart has here");
  }

  // Dates and categories are strings; a gap is null.
  static bool is_coordinate(const json::Value& value) noexcept {
    return value.is_string() || value.is_null() || is_finite_number(value);
  }

  bool is_list(const json::Value& value, bool is_text) {
    if (!value.is_array()) return value.is_null();
    count_points(value.size(), value);
    for (const json::Value item : value.elements()) {
      if (is_text ? !(item.is_string() || item.is_null()) : !is_coordinate(item)) return false;
    }
    return true;
  }

  bool are_points(const json::Value& value) {
    if (!value.is_array()) return false;
    count_points(value.size(), value);
    for (const json::Value point : value.elements()) {
      if (!point.is_array() || point.size() != 2) return false;
      for (const json::Value coordinate : point.elements()) {
        if (!is_coordinate(coordinate)) return false;
      }
    }
    return true;
  }

  void count_points(std::uint64_t count, const json::Value& where) {
    points_ += count;
    if (points_ > options_.max_points) edits_.withhold_shape(where.id(), "more points than the limit");
  }

  const ChartOptions& options_;
  ChartEdits& edits_;
  std::uint64_t points_ = 0;
};

}  // namespace

void judge_e2b_chart(const json::Value& root, const ChartOptions& options, ChartEdits& edits) {
  E2bJudge(options, edits).run(root);
}

}  // namespace sluice::sanitize
