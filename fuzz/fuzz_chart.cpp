// Property: a chart that is released is JSON, cleaning it again changes nothing, and no member in it could load, run,
// link or change a prototype: told by a walk of its own.
// Input: first byte chooses the grammar, the rest is the chart. Cap: 64 KiB (chart.options).
#include <string_view>
#include <vector>

#include "rich_fixture.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sluice;  // NOLINT: one small file
  if (size < 2) return 0;
  static constexpr const char* kTypes[] = {"application/vnd.e2b.chart.v1+json", "application/vnd.vegalite.v5+json",
                                           "application/vnd.plotly.v1+json"};
  const std::size_t form = data[0] % 3U;
  const auto clean = fuzz::clean_twice(data + 1, size - 1, kTypes[form], Consumer::kAgent);
  if (!clean) return 0;
  fuzz::for_each_member(*clean, [&](std::string_view key, const json::Value& value) {
    fuzz::require(key != "__proto__");
    // What stands in inline values is data, whatever it is called.
    if (form == 1 && (key == "values" || key == "datasets" || key == "parse")) return false;
    for (const std::string_view never : {"url", "href", "expr", "signal", "signals", "calculate", "usermeta", "params",
                                         "labelExpr", "onclick", "config.locale", "transforms", "mapbox", "geojson"}) {
      fuzz::require(key != never);
    }
    if (form == 2 && value.is_string()) {
      const std::string_view text = value.text();
      for (const std::string_view never : {"<script", "<img", "<svg", "<iframe", "javascript:\""}) {
        fuzz::require(text.find(never) == std::string_view::npos);
      }
      if (key == "source") fuzz::require(text.starts_with("data:image/"));
    }
    if (form == 1 && key == "filter") fuzz::require(!value.is_string());
    if (form == 0) fuzz::require(key != "html" && key != "script");
    return true;
  });
  return 0;
}
