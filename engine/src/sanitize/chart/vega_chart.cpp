// Vega-Lite: what remains of a specification draws inline values with marks, scales and axes. It loads nothing, links
// nowhere and evaluates nothing: expressions of Vega become JavaScript, and its interpreter had holes, too.
#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "sanitize/chart/forms.h"
#include "sanitize/chart/names.h"

namespace sluice::sanitize {

namespace {

constexpr std::string_view kSchemaPrefix = "https://vega.github.io/schema/vega-lite/v";
constexpr std::string_view kMarks[] = {"arc",      "area",     "bar",  "boxplot", "circle", "errorband",
                                       "errorbar", "geoshape", "line", "point",   "rect",   "rule",
                                       "square",   "text",     "tick", "trail"};
constexpr std::string_view kTransforms[] = {"aggregate", "bin",        "density",       "extent", "filter",   "flatten",
                                            "fold",      "impute",     "joinaggregate", "loess",  "lookup",   "pivot",
                                            "quantile",  "regression", "sample",        "stack",  "timeUnit", "window"};
// Members that would act, load or link; that they went is worth more than a note.
constexpr std::string_view kActive[] = {"url",    "href",   "expr",   "labelExpr", "signal",    "signals",
                                        "on",     "bind",   "params", "param",     "selection", "usermeta",
                                        "loader", "locale", "image",  "init",      "calculate", "customFormatTypes"};
constexpr double kMaxPixels = 20'000;
constexpr double kMaxSteps = 10'000;

template <typename List>
bool is_one_of(const List& list, std::string_view name) noexcept {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

bool is_vega_lite_schema(std::string_view url) noexcept {
  if (!url.starts_with(kSchemaPrefix) || !url.ends_with(".json")) return false;
  const std::string_view version = url.substr(kSchemaPrefix.size(), url.size() - kSchemaPrefix.size() - 5);
  return !version.empty() && version.size() <= 12 && version.find_first_not_of("0123456789.") == version.npos;
}

double number_of(const json::Value& value) noexcept {
  switch (value.kind()) {
    case json::Kind::kInt: return static_cast<double>(value.as_int());
    case json::Kind::kUint: return static_cast<double>(value.as_uint());
    case json::Kind::kDouble: return value.as_double();
    default: return kMaxPixels * kMaxSteps;
  }
}

class VegaJudge {
 public:
  VegaJudge(const ChartOptions& options, ChartEdits& edits, Job& job) : options_(options), edits_(edits), job_(job) {}

  void run(const json::Value& root) {
    if (!root.is_object()) return edits_.withhold_shape(root.id(), "a specification is an object");
    json::Value value;
    const bool is_vega =
        root.find("marks", value) || root.find("signals", value) ||
        (root.find("$schema", value) && value.is_string() && value.text().find("/vega/") != std::string_view::npos);
    if (is_vega) return edits_.withhold_active(root.id(), "Vega itself is a programming language; Vega-Lite is not");
    work_.push_back({root, 0});
    std::uint64_t steps = 0;
    while (!work_.empty() && !edits_.is_withheld()) {
      if (++steps % 4096 == 0 && !job_.budget.poll()) return;
      const Item item = work_.back();
      work_.pop_back();
      if (item.value.is_object()) {
        judge_object(item);
      } else {
        push_elements(item.value, item.owner);
      }
    }
    // A field called "image" makes Vega's tooltip load what it holds.
    if (has_image_field_) {
      for (const std::uint32_t tooltip : tooltips_) edits_.drop_active(tooltip);
    }
  }

 private:
  enum class Role : std::uint8_t { kPlain, kCondition, kTransform };

  struct Item {
    json::Value value;
    std::uint32_t owner;  // key of the member around it; 0 at the root
    Role role = Role::kPlain;
  };

  void push(const json::Value& value, std::uint32_t owner) {
    if (!is_scalar(value)) work_.push_back({value, owner});
  }

  void push_elements(const json::Value& array, std::uint32_t owner) {
    for (const json::Value element : array.elements()) push(element, owner);
  }

  void judge_object(const Item& item) {
    for (const json::Member member : item.value.members()) {
      // Predicates were judged with what they decide about.
      const std::string_view key = member.key.text();
      if (item.role == Role::kCondition && key == "test") continue;
      if (item.role == Role::kTransform && key == "filter") continue;
      if (!judge_special(member)) judge_ordinary(member);
      if (edits_.is_withheld()) return;
    }
  }

  void judge_ordinary(const json::Member& member) {
    const std::string_view key = member.key.text();
    if (!is_vega_lite_name(key)) {
      if (is_one_of(kActive, key)) {
        edits_.drop_active(member.key.id());
      } else {
        edits_.drop_unknown(member.key.id());
      }
      return;
    }
    const bool is_name = (key == "field" || key == "title") && member.value.is_string();
    if (is_name && member.value.text() == "image") has_image_field_ = true;
    push(member.value, member.key.id());
  }

  // @return false for members without a rule of their own
  bool judge_special(const json::Member& member) {
    const std::string_view key = member.key.text();
    const json::Value& value = member.value;
    const std::uint32_t id = member.key.id();
    if (key == "data") {
      judge_data(value);
    } else if (key == "datasets") {
      judge_datasets(value, id);
    } else if (key == "transform") {
      judge_transforms(value, id);
    } else if (key == "$schema") {
      if (!value.is_string() || !is_vega_lite_schema(value.text())) edits_.drop_unknown(id);
    } else if (key == "mark") {
      judge_mark(value, id);
    } else if (key == "condition") {
      judge_condition(value, id);
    } else if (key == "formatType" || key == "timeFormatType" || key == "numberFormatType") {
      if (!value.is_string() || (value.text() != "number" && value.text() != "time")) edits_.drop_unknown(id);
    } else if (key == "tooltip") {
      judge_tooltip(value, id);
    } else if (key == "width" || key == "height" || key == "continuousWidth" || key == "continuousHeight") {
      judge_number(value, kMaxPixels, id);
    } else if (key == "tickCount" || key == "maxbins" || key == "maxsteps" || key == "steps" || key == "symbolLimit") {
      judge_number(value, kMaxSteps, id);
    } else if (key == "filter" || key == "test" || key == "keyvals") {
      // Outside of transforms and conditions nothing filters; a generated series of keys has no end.
      const bool is_series = key == "keyvals" && value.is_array();
      if (!is_series) edits_.drop_active(id);
    } else {
      return false;
    }
    return true;
  }

  void judge_number(const json::Value& value, double max, std::uint32_t id) {
    if (value.is_number() && !(number_of(value) <= max)) {
      edits_.drop_unknown(id);
    } else {
      push(value, id);
    }
  }

  // Only values that stand in the chart itself, or a name of such values.
  void judge_data(const json::Value& data) {
    if (data.is_null()) return;
    if (!data.is_object()) return edits_.withhold_shape(data.id(), "data are an object");
    for (const json::Member member : data.members()) {
      const std::string_view key = member.key.text();
      if (key == "values") {
        count_points(member.value);
      } else if (key == "name") {
        if (!member.value.is_string()) edits_.drop_unknown(member.key.id());
      } else if (key == "format") {
        judge_format(member.value, member.key.id());
      } else if (key == "url") {
        return edits_.withhold_active(member.key.id(), "the data would be loaded from a URL");
      } else if (key == "sequence" || key == "sphere" || key == "graticule") {
        return edits_.withhold_active(member.key.id(), "the data would be generated");
      } else {
        edits_.drop_unknown(member.key.id());
      }
    }
  }

  // How values are read: the names in `parse` are fields.
  void judge_format(const json::Value& format, std::uint32_t id) {
    if (!format.is_object()) return edits_.drop_unknown(id);
    for (const json::Member member : format.members()) {
      const std::string_view key = member.key.text();
      const bool is_parse = key == "parse" && member.value.is_object();
      const bool is_known = key == "type" || key == "feature" || key == "mesh" || key == "property" ||
                            key == "delimiter" || key == "parse";
      if (!is_known || (!is_parse && !is_scalar(member.value))) {
        edits_.drop_unknown(member.key.id());
        continue;
      }
      if (!is_parse) continue;
      for (const json::Member field : member.value.members()) {
        if (!is_scalar(field.value)) edits_.drop_unknown(field.key.id());
      }
    }
  }

  void judge_datasets(const json::Value& sets, std::uint32_t id) {
    if (!sets.is_object()) return edits_.drop_unknown(id);
    for (const json::Member set : sets.members()) count_points(set.value);
  }

  void count_points(const json::Value& values) {
    points_ += values.is_array() ? values.size() : 1;
    if (points_ > options_.max_points) edits_.withhold_shape(values.id(), "more points than the limit");
  }

  void judge_mark(const json::Value& mark, std::uint32_t id) {
    json::Value type = mark;
    // In a configuration the look of all marks, without a type.
    if (mark.is_object() && !mark.find("type", type)) return push(mark, id);
    if (!type.is_string()) return edits_.withhold_shape(mark.id(), "a mark has a type");
    if (type.text() == "image") return edits_.withhold_active(mark.id(), "image marks load from URLs");
    if (!is_one_of(kMarks, type.text())) return edits_.withhold_shape(mark.id(), "no mark that is known here");
    push(mark, id);
  }

  void judge_condition(const json::Value& condition, std::uint32_t id) {
    const auto is_plain = [](const json::Value& one) {
      json::Value test;
      return one.is_object() && one.find("test", test) && is_predicate(test);
    };
    const bool is_good = condition.is_array() ? all_elements(condition, is_plain) : is_plain(condition);
    if (!is_good) return edits_.drop_active(id);
    if (condition.is_object()) {
      work_.push_back({condition, id, Role::kCondition});
      return;
    }
    for (const json::Value one : condition.elements()) work_.push_back({one, id, Role::kCondition});
  }

  // A predicate in members, not in the text of an expression. Compositions are searched without recursion.
  static bool is_predicate(const json::Value& test) {
    if (!test.is_object()) return false;
    const std::uint32_t end = test.next_id();
    std::vector<json::Value> open{test};
    while (!open.empty()) {
      const json::Value at = open.back();
      open.pop_back();
      if (at.is_array()) {
        for (const json::Value element : at.elements()) {
          if (!element.is_object()) return false;
          open.push_back(element);
        }
        continue;
      }
      if (!at.is_object() || at.next_id() > end) return false;
      for (const json::Member member : at.members()) {
        const std::string_view key = member.key.text();
        if (key == "and" || key == "or" || key == "not") {
          if (is_scalar(member.value)) return false;
          open.push_back(member.value);
          continue;
        }
        const bool is_comparison = key == "field" || key == "equal" || key == "lt" || key == "lte" || key == "gt" ||
                                   key == "gte" || key == "range" || key == "oneOf" || key == "valid" ||
                                   key == "timeUnit";
        if (!is_comparison || !is_operand(member.value)) return false;
      }
    }
    return true;
  }

  // A scalar, a date in members, or a list of those.
  static bool is_operand(const json::Value& value) {
    const auto is_date = [](const json::Value& date) {
      for (const json::Member part : date.members()) {
        if (!is_scalar(part.value) || !is_vega_lite_name(part.key.text())) return false;
      }
      return true;
    };
    if (is_scalar(value)) return true;
    if (value.is_object()) return is_date(value);
    for (const json::Value element : value.elements()) {
      if (element.is_array() || (element.is_object() && !is_date(element))) return false;
    }
    return true;
  }

  // Without one of its transforms a chart shows something else, so none is left out by itself.
  void judge_transforms(const json::Value& transforms, std::uint32_t id) {
    if (!transforms.is_array()) return edits_.withhold_shape(transforms.id(), "transforms are an array");
    for (const json::Value transform : transforms.elements()) {
      if (!transform.is_object()) return edits_.withhold_shape(transform.id(), "a transform is an object");
      bool is_known = false;
      for (const json::Member member : transform.members()) {
        const std::string_view key = member.key.text();
        is_known = is_known || is_one_of(kTransforms, key);
        if (key == "filter") {
          if (!is_predicate(member.value)) {
            return edits_.withhold_active(member.key.id(), "a filter in the text of an expression, or by a selection");
          }
          continue;
        }
        if (key == "calculate" || (key == "from" && selects(member.value))) {
          return edits_.withhold_active(member.key.id(), "fields that an expression or a selection makes");
        }
      }
      if (!is_known) return edits_.withhold_shape(transform.id(), "no transform that is known here");
      work_.push_back({transform, id, Role::kTransform});
    }
  }

  static bool selects(const json::Value& from) {
    json::Value unused;
    return !from.is_object() || from.find("param", unused) || from.find("selection", unused);
  }

  void judge_tooltip(const json::Value& tooltip, std::uint32_t id) {
    json::Value content;
    const bool shows_data = tooltip.is_object() && tooltip.find("content", content) &&
                            !(content.is_string() && content.text() == "encoding");
    if (shows_data) return edits_.drop_active(id);
    tooltips_.push_back(id);
    push(tooltip, id);
  }

  const ChartOptions& options_;
  ChartEdits& edits_;
  Job& job_;
  std::vector<Item> work_;
  std::vector<std::uint32_t> tooltips_;
  std::uint64_t points_ = 0;
  bool has_image_field_ = false;
};

}  // namespace

void judge_vega_lite(const json::Value& root, const ChartOptions& options, ChartEdits& edits, Job& job) {
  VegaJudge(options, edits, job).run(root);
}

}  // namespace sluice::sanitize
