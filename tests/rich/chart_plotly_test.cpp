// Plotly figures: traces and layouts that draw from their own data.
#include <fstream>

#include "codec/base64.h"
#include "rich/charts.h"
#include "sanitize/png_builder.h"
#include "support/golden.h"

namespace sluice::testing {
namespace {

constexpr const char* kType = "application/vnd.plotly.v1+json";

struct Case {
  const char* name;
  std::string chart;
  std::string clean;  // "=": as it came
  bool is_active = false;
};

std::vector<Case> cases() {
  return {
      {"scatter",
       R"({"data":[{"type":"scatter","x":[1,2],"y":[3,4],"mode":"lines","line":{"color":"red"},"name":"a"}],)"
       R"("layout":{"title":{"text":"T <b>b</b>"},"xaxis":{"type":"log"},"yaxis2":{"overlaying":"y"}}})",
       "="},
      {"packed numbers", R"({"data":[{"y":{"dtype":"f8","bdata":"AAAAAAAA8D8=","shape":"1"}}]})", "="},
      {"flows are numbers", R"({"data":[{"type":"sankey","link":{"source":[0],"target":[1],"value":[8]}}]})", "="},
      {"comparison in a text", R"({"data":[],"layout":{"title":"a < b, c<5"}})", "="},
      {"config goes", R"({"data":[],"config":{"plotlyServerURL":"https://a.example"}})", R"({"data":[]})", true},
      {"transforms go", R"({"data":[{"x":[1],"transforms":[{"type":"filter"}]}]})", R"({"data":[{"x":[1]}]})", true},
      {"unknown members go", R"({"data":[{"x":[1],"onclick":"x"}],"extra":1})", R"({"data":[{"x":[1]}]})"},
      {"pictures of others go", R"({"data":[],"layout":{"images":[{"source":"https://a.example/t.png"}]}})",
       R"({"data":[],"layout":{}})", true},
      {"SVG in a picture goes", R"({"data":[],"layout":{"images":[{"source":"data:image/svg+xml;base64,PHN2Zz4="}]}})",
       R"({"data":[],"layout":{}})", true},
      {"source of a picture trace", R"({"data":[{"type":"image","source":"http://a","z":[[[1,2,3]]]}]})",
       R"({"data":[{"type":"image","z":[[[1,2,3]]]}]})", true},
      {"map settings go", R"({"data":[],"layout":{"mapbox":{"style":"https://a"},"geo":{"scope":"usa"}}})",
       R"({"data":[],"layout":{}})", true},
      {"buttons that set by name",
       R"({"data":[],"layout":{"updatemenus":[{"buttons":[{"method":"relayout","args":["images[0].source","http://a"]}]}]}})",
       R"({"data":[],"layout":{"updatemenus":[{"buttons":[{"method":"relayout"}]}]}})", true},
      {"buttons that set members",
       R"({"data":[],"layout":{"updatemenus":[{"buttons":[{"method":"update","args":[{"visible":[true]},{"images":[]}],"label":"a"}]}]}})",
       R"({"data":[],"layout":{"updatemenus":[{"buttons":[{"method":"update","args":[{"visible":[true]},{"images":[]}],"label":"a"}]}]}})"},
      {"script in a title", R"({"data":[],"layout":{"title":"<script>alert(1)</script>x"}})",
       R"({"data":[],"layout":{"title":"alert(1)x"}})", true},
      {"tag made by removing one", R"({"data":[],"layout":{"title":"<<x>script>"}})",
       R"({"data":[],"layout":{"title":"&lt;script>"}})", true},
      {"javascript link", R"({"data":[{"x":[1],"text":["<a href='javascript:alert(1)'>x</a>"]}]})",
       R"({"data":[{"x":[1],"text":["x</a>"]}]})", true},
      {"link", R"({"data":[{"hovertemplate":"<a href='https://a.example/q' target=_top onclick=x>x</a>"}]})",
       R"({"data":[{"hovertemplate":"<a href=\"https://a.example/q\">x</a>"}]})", true},
      {"maps", R"({"data":[{"type":"choropleth","locations":["USA"]}]})", "<withheld>", true},
      {"tiles", R"({"data":[{"type":"scattermapbox","lat":[1]}]})", "<withheld>", true},
      {"unknown trace", R"({"data":[{"type":"applet"}]})", "<withheld>"},
      {"a trace is an object", R"({"data":["x"]})", "<withheld>"},
      {"no figure", R"([1])", "<withheld>"},
  };
}

TEST(Plotly, Cases) {
  Harness harness;
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const ChartRun run = clean_chart_text(harness, c.chart, kType);
    EXPECT_EQ(run.text, c.clean == "=" ? c.chart : c.clean) << codes_of(run.verdict);
    EXPECT_EQ(has_code(run.verdict, FindingCode::kChartActive), c.is_active) << codes_of(run.verdict);
  }
}

// CVE-2023-46308
TEST(Plotly, PrototypeKeysNeverStay) {
  for (const char* what : {"reject", "drop", "keep"}) {
    SCOPED_TRACE(what);
    Harness harness(
        "format = 1\nname = \"t\"\n[results]\ntypes = [\"application/json\", "
        "\"application/vnd.plotly.v1+json\"]\nproto_keys = \"" +
        std::string(what) + "\"\nrebuild = true\n");
    for (const char* key : {"__proto__", "constructor", "prototype"}) {
      const std::string chart = R"({"data":[{"x":[1],")" + std::string(key) + R"(":{"polluted":1}}]})";
      const ChartRun run = clean_chart_text(harness, chart, kType);
      EXPECT_EQ(run.text.find(key), std::string::npos) << run.text;
      EXPECT_EQ(run.text.find("polluted"), std::string::npos) << run.text;
    }
  }
}

TEST(Plotly, PicturesAreCheckedAsImages) {
  Harness harness;
  const std::string png = sanitize::testing::Builder{}.build();
  const auto figure = [](const std::string& bytes) {
    return R"({"data":[],"layout":{"images":[{"source":"data:image/png;base64,)" +
           codec::encode_base64(as_bytes(bytes)) + R"(","x":0}]}})";
  };
  EXPECT_EQ(clean_chart_text(harness, figure(png), kType).text, figure(png));
  const ChartRun trailing = clean_chart_text(harness, figure(png + "MZ trailing bytes"), kType);
  EXPECT_EQ(trailing.text, figure(png)) << codes_of(trailing.verdict);
  const ChartRun broken = clean_chart_text(harness, figure(png.substr(0, 40)), kType);
  EXPECT_EQ(broken.text, R"({"data":[],"layout":{}})") << codes_of(broken.verdict);
}

TEST(Plotly, AFigureOfItsPythonLibraryPasses) {
  Harness harness;
  for (const char* name : {"plotly_express_scatter.json", "plotly_express_animation.json"}) {
    SCOPED_TRACE(name);
    const std::string figure = read_file(source_path(std::string("tests/data/charts/") + name));
    const ChartRun run = clean_chart_text(harness, figure, kType);
    EXPECT_NE(run.text, "<withheld>") << codes_of(run.verdict);
    EXPECT_NE(run.text.find("\"hovertemplate\""), std::string::npos);
    EXPECT_NE(run.text.find("\"colorway\""), std::string::npos);
  }
}

}  // namespace
}  // namespace sluice::testing
