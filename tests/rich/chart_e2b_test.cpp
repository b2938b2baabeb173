// E2B's charts: a closed schema for each of the seven types.
#include "rich/charts.h"

namespace sluice::testing {
namespace {

constexpr const char* kType = "application/vnd.e2b.chart.v1+json";

struct Case {
  const char* name;
  std::string chart;
  std::string clean;  // "=": as it came
};

const std::string kLine =
    R"({"type":"line","title":"T","elements":[{"label":"a","points":[[1.0,4.0],["2024-01-01",null]]}],)"
    R"("x_label":"x in s","y_label":null,"x_unit":"s","y_unit":null,"x_ticks":[0.75,"b"],)"
    R"("x_tick_labels":["0.75"],"x_scale":"linear","y_ticks":[],"y_tick_labels":[],"y_scale":"log"})";

std::vector<Case> cases() {
  return {
      {"line", kLine, "="},
      {"bar", R"({"type":"bar","title":null,"elements":[{"label":"a","group":"G","value":1.5}]})", "="},
      {"pie", R"({"type":"pie","title":null,"elements":[{"label":"a","angle":36.0,"radius":1.0}]})", "="},
      {"box",
       R"({"type":"box_and_whisker","title":"","elements":[{"label":"a","min":1,"first_quartile":2,"median":3,)"
       R"("third_quartile":4,"max":5,"outliers":[9]}]})",
       "="},
      {"superchart", R"({"type":"superchart","title":"","elements":[{"type":"pie","title":null,"elements":[]}]})", "="},
      {"unknown", R"({"type":"unknown","title":null,"elements":[]})", "="},
      {"nothing extracted", "{}", "="},
      {"member that is not its type's", R"({"type":"pie","elements":[],"x_label":"x","href":"http://a.example"})",
       R"({"type":"pie","elements":[]})"},
      {"member of an element", R"({"type":"pie","elements":[{"label":"a","angle":1,"radius":1,"onclick":"x"}]})",
       R"({"type":"pie","elements":[{"label":"a","angle":1,"radius":1}]})"},
      {"member of an inner chart", R"({"type":"superchart","elements":[{"type":"pie","elements":[],"y_scale":"log"}]})",
       R"({"type":"superchart","elements":[{"type":"pie","elements":[]}]})"},
      {"elements of an unknown one", R"({"type":"unknown","elements":[{"html":"<b>"}]})", R"({"type":"unknown"})"},
      {"a list", R"(["not","dict"])", "<withheld>"},
      {"no type", R"({"title":"x"})", "<withheld>"},
      {"type of another's", R"({"type":"radar","elements":[]})", "<withheld>"},
      {"superchart in a superchart", R"({"type":"superchart","elements":[{"type":"superchart","elements":[]}]})",
       "<withheld>"},
      {"points are numbers", R"({"type":"line","elements":[{"label":"a","points":[[1,{"a":1}]]}]})", "<withheld>"},
      {"points are pairs", R"({"type":"line","elements":[{"label":"a","points":[[1,2,3]]}]})", "<withheld>"},
      {"an element is an object", R"({"type":"bar","elements":["a"]})", "<withheld>"},
      {"title is text", R"({"type":"bar","title":{"a":1},"elements":[]})", "<withheld>"},
      {"finite numbers only", R"({"type":"bar","elements":[{"label":"a","value":1e999}]})", "<withheld>"},
      {"NaN is no JSON", R"({"type":"bar","elements":[{"label":"a","value":NaN}]})", "<withheld>"},
      {"cut", R"({"type":"bar","elements":[)", "<withheld>"},
  };
}

TEST(E2bCharts, Cases) {
  Harness harness;
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const ChartRun run = clean_chart_text(harness, c.chart, kType);
    EXPECT_EQ(run.text, c.clean == "=" ? c.chart : c.clean) << codes_of(run.verdict);
    if (c.clean == "=") {
      EXPECT_EQ(run.verdict.decision, Decision::kAllow) << codes_of(run.verdict);
    } else if (c.clean != "<withheld>") {
      EXPECT_TRUE(has_code(run.verdict, FindingCode::kChartMember));
    }
    EXPECT_EQ(run.verdict.media_type, kType);
  }
}

TEST(E2bCharts, LabelsAreTextsToTheScan) {
  Harness harness;
  const std::string secret = github_token();
  const ChartRun run = clean_chart_text(harness, R"({"type":"pie","title":")" + secret + R"(","elements":[]})", kType);
  EXPECT_EQ(run.text.find(secret), std::string::npos);
  EXPECT_NE(run.text.find("[redacted:"), std::string::npos) << run.text;
  EXPECT_TRUE(has_code(run.verdict, FindingCode::kSecret));
}

TEST(E2bCharts, PrototypeKeysNeverStay) {
  for (const char* key : {"reject", "drop", "keep"}) {
    SCOPED_TRACE(key);
    Harness harness(
        "format = 1\nname = \"t\"\n[results]\ntypes = [\"application/json\", "
        "\"application/vnd.plotly.v1+json\"]\nproto_keys = \"" +
        std::string(key) + "\"\nrebuild = true\n");
    const ChartRun run = clean_chart_text(harness, R"({"type":"pie","elements":[],"__proto__":{"x":1}})", kType);
    EXPECT_EQ(run.text.find("__proto__"), std::string::npos) << run.text;
  }
}

TEST(E2bCharts, MorePointsThanTheLimitAreWithheld) {
  Harness harness;
  const auto chart_of = [](std::size_t points) {
    std::string chart = R"({"type":"line","elements":[{"label":"a","points":[)";
    for (std::size_t i = 0; i < points; ++i) chart += i == 0 ? "[0,1]" : ",[0,1]";
    return chart + "]}]}";
  };
  EXPECT_NE(clean_chart_text(harness, chart_of(99'000), kType).text, "<withheld>");
  EXPECT_EQ(clean_chart_text(harness, chart_of(100'001), kType).text, "<withheld>");
}

TEST(E2bCharts, EveryTruncationIsWithheld) {
  Harness harness;
  for (std::size_t size = 1; size < kLine.size(); ++size) {
    EXPECT_EQ(clean_chart_text(harness, kLine.substr(0, size), kType).text, "<withheld>") << size;
  }
}

TEST(E2bCharts, APolicyThatNamesJsonTakesThem) {
  Harness json("format = 1\nname = \"t\"\n[results]\ntypes = [\"application/json\"]\n");
  EXPECT_NE(clean_chart_text(json, kLine, kType).text, "<withheld>");
  Harness image("format = 1\nname = \"t\"\n[results]\ntypes = [\"image/png\"]\n");
  EXPECT_EQ(clean_chart_text(image, kLine, kType).text, "<withheld>");
}

}  // namespace
}  // namespace sluice::testing
