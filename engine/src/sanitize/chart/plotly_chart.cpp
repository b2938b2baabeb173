// Plotly figures: data and layout that draw from what stands in the figure. Plotly trusts its input, so whatever could
// load (images, maps), link or send it elsewhere has to go before.
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "codec/base64.h"
#include "sanitize/chart/forms.h"
#include "sanitize/chart/names.h"
#include "sanitize/chart/rich_text.h"

namespace sluice::sanitize {

namespace {

constexpr std::string_view kTraces[] = {"bar",
                                        "barpolar",
                                        "box",
                                        "candlestick",
                                        "carpet",
                                        "cone",
                                        "contour",
                                        "contourcarpet",
                                        "funnel",
                                        "funnelarea",
                                        "heatmap",
                                        "histogram",
                                        "histogram2d",
                                        "histogram2dcontour",
                                        "icicle",
                                        "image",
                                        "indicator",
                                        "isosurface",
                                        "mesh3d",
                                        "ohlc",
                                        "parcats",
                                        "parcoords",
                                        "pie",
                                        "sankey",
                                        "scatter",
                                        "scatter3d",
                                        "scattercarpet",
                                        "scattergl",
                                        "scatterpolar",
                                        "scatterpolargl",
                                        "scatterternary",
                                        "splom",
                                        "streamtube",
                                        "sunburst",
                                        "surface",
                                        "table",
                                        "treemap",
                                        "violin",
                                        "volume",
                                        "waterfall"};
// They load tiles, fonts or outlines of countries from a server.
constexpr std::string_view kMaps[] = {"choropleth",    "choroplethmap", "choroplethmapbox", "densitymap",
                                      "densitymapbox", "scattergeo",    "scattermap",       "scattermapbox"};
constexpr std::string_view kActive[] = {"config",  "images",     "geo",  "mapbox",       "map",
                                        "geojson", "topojson",   "href", "url",          "links",
                                        "source",  "transforms", "meta", "customdatasrc"};
constexpr std::string_view kImageTypes[] = {"image/png", "image/jpeg", "image/gif", "image/webp"};

template <typename List>
bool is_one_of(const List& list, std::string_view name) noexcept {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

class PlotlyJudge {
 public:
  PlotlyJudge(const ChartOptions& options, ChartEdits& edits, Job& job) : options_(options), edits_(edits), job_(job) {}

  void run(const json::Value& root) {
    if (!root.is_object()) return edits_.withhold_shape(root.id(), "a figure is an object");
    for (const json::Member member : root.members()) {
      const std::string_view key = member.key.text();
      if (key == "data") {
        judge_traces(member.value);
      } else if (key == "layout") {
        if (!member.value.is_object()) return edits_.withhold_shape(member.value.id(), "a layout is an object");
        push(member.value, member.key.id());
      } else if (key == "frames") {
        judge_frames(member.value, member.key.id());
      } else {
        drop(member.key.id(), key);
      }
    }
    std::uint64_t steps = 0;
    while (!work_.empty() && !edits_.is_withheld()) {
      if (++steps % 4096 == 0 && !job_.budget.poll()) return;
      const Item item = work_.back();
      work_.pop_back();
      if (item.value.is_object()) {
        for (const json::Member member : item.value.members()) judge_member(item.value, member);
      } else {
        judge_elements(item.value, item.owner);
      }
    }
  }

 private:
  struct Item {
    json::Value value;
    std::uint32_t owner;  // key of the member around it
  };

  void push(const json::Value& value, std::uint32_t owner) { work_.push_back({value, owner}); }

  void drop(std::uint32_t key_id, std::string_view key) {
    if (is_one_of(kActive, key)) {
      edits_.drop_active(key_id);
    } else {
      edits_.drop_unknown(key_id);
    }
  }

  void judge_traces(const json::Value& traces) {
    if (!traces.is_array()) return edits_.withhold_shape(traces.id(), "data are an array");
    for (const json::Value trace : traces.elements()) {
      if (!trace.is_object()) return edits_.withhold_shape(trace.id(), "a trace is an object");
      json::Value type;
      if (trace.find("type", type)) {
        const std::string_view name = type.is_string() ? type.text() : std::string_view();
        if (is_one_of(kMaps, name)) return edits_.withhold_active(type.id(), "maps load from a server");
        if (!is_one_of(kTraces, name)) return edits_.withhold_shape(type.id(), "no type of trace that is known here");
      }
      count_points(trace);
      push(trace, 0);
    }
  }

  void judge_frames(const json::Value& frames, std::uint32_t id) {
    if (frames.is_null()) return;
    if (!frames.is_array() || frames.size() > options_.max_frames) return edits_.drop_unknown(id);
    for (const json::Value frame : frames.elements()) {
      json::Value data;
      if (frame.is_object() && frame.find("data", data) && data.is_array()) {
        for (const json::Value trace : data.elements()) {
          if (trace.is_object()) count_points(trace);
        }
      }
    }
    push(frames, id);
  }

  // The points of a trace are the scalars of its longest member.
  void count_points(const json::Value& trace) {
    std::uint64_t longest = 0;
    for (const json::Member member : trace.members()) {
      if (member.value.is_array()) longest = std::max(longest, count_scalars(member.value));
      json::Value packed;
      if (member.value.is_object() && member.value.find("bdata", packed) && packed.is_string()) {
        longest = std::max<std::uint64_t>(longest, packed.text().size() / 4 * 3 / 8);
      }
    }
    points_ += longest;
    if (points_ > options_.max_points) edits_.withhold_shape(trace.id(), "more points than the limit");
  }

  void judge_member(const json::Value& object, const json::Member& member) {
    const std::string_view key = member.key.text();
    const json::Value& value = member.value;
    const std::uint32_t id = member.key.id();
    if (key == "images") return judge_images(value, id);
    if (key == "source") {
      // Of a flow: numbers of nodes. Anything else is an address.
      const bool is_numbers =
          value.is_array() && all_elements(value, [](const json::Value& v) { return v.is_number(); });
      if (!is_numbers) edits_.drop_active(id);
      return;
    }
    if (key == "type") return judge_type(value, id);
    if (key == "args" || key == "args2") {
      if (sets_by_name(object, value)) return edits_.drop_active(id);
    }
    if (key == "bdata") {
      if (!value.is_string() || !is_base64(value.text())) edits_.drop_unknown(id);
      return;
    }
    // The parts of a template are named by types of traces.
    if (!is_plotly_name(key) && !is_one_of(kTraces, key)) return drop(id, key);
    if (value.is_string()) return judge_text(value);
    if (!is_scalar(value)) push(value, id);
  }

  void judge_elements(const json::Value& array, std::uint32_t owner) {
    for (const json::Value element : array.elements()) {
      if (element.is_string()) {
        judge_text(element);
      } else if (!is_scalar(element)) {
        push(element, owner);
      }
    }
  }

  // Of an axis, a trace in a frame or a template, or what a button sets.
  void judge_type(const json::Value& type, std::uint32_t id) {
    if (!type.is_string()) {
      if (!type.is_null()) edits_.drop_unknown(id);
      return;
    }
    if (is_one_of(kMaps, type.text())) {
      edits_.drop_active(id);
    } else {
      judge_text(type);
    }
  }

  // What a button does to the figure may be given as the name of a property, which no list of members judges. An
  // animation is named by its frames.
  static bool sets_by_name(const json::Value& button, const json::Value& args) {
    if (!args.is_array() || args.size() == 0) return !args.is_null() && !args.is_array();
    json::Value method;
    if (button.find("method", method) && method.is_string() && method.text() == "animate") return false;
    return (*args.elements().begin()).is_string();
  }

  bool is_base64(std::string_view text) { return codec::decode_base64(as_bytes(text), {}, job_.budget).ok(); }

  void judge_text(const json::Value& value) {
    std::string written;
    if (clean_rich_text(value.text(), job_.host, written)) edits_.replace(value.id(), std::move(written));
  }

  // Pictures of a layout: each must be a raster image that stands in the figure and passes as one.
  void judge_images(const json::Value& images, std::uint32_t id) {
    if (!images.is_array()) return edits_.drop_active(id);
    std::size_t number = 0;
    for (const json::Value image : images.elements()) {
      json::Value source;
      const bool has_source = image.is_object() && image.find("source", source);
      if (!has_source || !source.is_string() || !take_image(source, number++)) return edits_.drop_active(id);
      for (const json::Member member : image.members()) {
        const std::string_view key = member.key.text();
        if (key == "source") continue;
        if (!is_plotly_name(key) || !is_scalar(member.value)) edits_.drop_unknown(member.key.id());
        if (member.value.is_string()) judge_text(member.value);
      }
    }
  }

  bool take_image(const json::Value& source, std::size_t number) {
    constexpr std::string_view kBase64 = ";base64,";
    std::string_view text = source.text();
    if (!text.starts_with("data:")) return false;
    text.remove_prefix(5);
    const std::size_t comma = text.find(kBase64);
    if (comma == std::string_view::npos || !is_one_of(kImageTypes, text.substr(0, comma))) return false;
    const std::string type(text.substr(0, comma));
    const Result<Bytes> bytes = codec::decode_base64(as_bytes(text.substr(comma + kBase64.size())), {}, job_.budget);
    if (!bytes) return false;
    const std::string name = "layout/images/" + std::to_string(number);
    MemberInfo info;
    info.name = name;
    info.declared_type = type;
    info.can_be_left_out = true;
    const Member member = job_.host.check_member(info, *bytes);
    const std::string_view found = media::type_name(member.type);
    if (!member.is_released || !is_one_of(kImageTypes, found)) return false;
    if (member.is_unchanged && found == type) return true;
    edits_.replace(source.id(),
                   "data:" + std::string(found) + std::string(kBase64) +
                       codec::encode_base64(member.is_unchanged ? ByteView(*bytes) : ByteView(member.bytes)));
    return true;
  }

  const ChartOptions& options_;
  ChartEdits& edits_;
  Job& job_;
  std::vector<Item> work_;
  std::uint64_t points_ = 0;
};

}  // namespace

void judge_plotly(const json::Value& root, const ChartOptions& options, ChartEdits& edits, Job& job) {
  PlotlyJudge(options, edits, job).run(root);
}

}  // namespace sluice::sanitize
