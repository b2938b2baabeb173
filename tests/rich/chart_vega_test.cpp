// Vega-Lite: inline values, nothing that loads, evaluates or links.
#include "rich/charts.h"

namespace sluice::testing {
namespace {

constexpr const char* kType = "application/vnd.vegalite.v5+json";

struct Case {
  const char* name;
  std::string chart;
  std::string clean;  // "=": as it came
  bool is_active = false;
};

std::vector<Case> cases() {
  const std::string data = R"("data":{"values":[{"a":1,"b":"x"}]})";
  return {
      {"bar",
       R"({"$schema":"https://vega.github.io/schema/vega-lite/v5.json",)" + data +
           R"(,"mark":"bar","encoding":{"x":{"field":"a","type":"quantitative"},"y":{"field":"b"}}})",
       "="},
      {"layers, scales and predicates",
       "{" + data +
           R"(,"layer":[{"mark":{"type":"line","color":"red"}}],"transform":[{"filter":{"and":[{"field":"a","gt":1},)"
           R"({"not":{"field":"b","oneOf":["x"]}}]}},{"aggregate":[{"op":"mean","field":"a","as":"m"}],"groupby":["b"]}],)"
           R"("config":{"view":{"continuousWidth":400}}})",
       "="},
      {"datasets of altair", R"({"datasets":{"data-1":[{"x y":1}]},"data":{"name":"data-1"},"mark":"point"})", "="},
      {"any names in values", R"({"data":{"values":[{"href":"u","expr":1}]},"mark":"point"})", "="},
      {"condition with a predicate",
       "{" + data +
           R"(,"mark":"bar","encoding":{"color":{"condition":{"test":{"field":"a","lt":2},"value":"red"},"value":"blue"}}})",
       "="},
      {"selection goes", "{" + data + R"(,"mark":"bar","params":[{"name":"p","select":"interval","bind":"scales"}]})",
       "{" + data + R"(,"mark":"bar"})", true},
      {"href channel goes", "{" + data + R"(,"mark":"bar","encoding":{"href":{"field":"u"},"x":{"field":"a"}}})",
       "{" + data + R"(,"mark":"bar","encoding":{"x":{"field":"a"}}})", true},
      {"url channel goes", "{" + data + R"(,"mark":"point","encoding":{"url":{"field":"u"}}})",
       "{" + data + R"(,"mark":"point","encoding":{}})", true},
      {"expressions in values go", "{" + data + R"(,"mark":{"type":"bar","width":{"expr":"alert(1);"}}})",
       "{" + data + R"(,"mark":{"type":"bar","width":{}}})", true},
      {"label expressions go", "{" + data + R"(,"mark":"bar","encoding":{"x":{"axis":{"labelExpr":"x","grid":true}}}})",
       "{" + data + R"(,"mark":"bar","encoding":{"x":{"axis":{"grid":true}}}})", true},
      {"condition with an expression",
       "{" + data +
           R"(,"mark":"bar","encoding":{"color":{"condition":{"test":"datum.a","value":"red"},"value":"blue"}}})",
       "{" + data + R"(,"mark":"bar","encoding":{"color":{"value":"blue"}}})", true},
      {"options of the embedder go",
       "{" + data + R"(,"mark":"bar","usermeta":{"embedOptions":{"loader":{"http":{}}}}})",
       "{" + data + R"(,"mark":"bar"})", true},
      {"locale of another", "{" + data + R"(,"mark":"bar","config":{"locale":{"number":{}},"signals":[]}})",
       "{" + data + R"(,"mark":"bar","config":{}})", true},
      {"schema of nobody", R"({"$schema":"https://a.example/v5.json",)" + data + R"(,"mark":"bar"})",
       "{" + data + R"(,"mark":"bar"})"},
      {"format of a plugin", "{" + data + R"(,"mark":"bar","encoding":{"x":{"axis":{"formatType":"mine"}}}})",
       "{" + data + R"(,"mark":"bar","encoding":{"x":{"axis":{}}}})"},
      {"tooltip of all data", "{" + data + R"(,"mark":{"type":"bar","tooltip":{"content":"data"}}})",
       "{" + data + R"(,"mark":{"type":"bar"}})", true},
      {"tooltip that would load",
       "{" + data + R"(,"mark":"bar","encoding":{"tooltip":[{"field":"u","title":"image"}]}})",
       "{" + data + R"(,"mark":"bar","encoding":{}})", true},
      {"sizes without measure",
       "{" + data + R"(,"mark":"bar","width":1e9,"encoding":{"x":{"axis":{"tickCount":1e8}}}})",
       "{" + data + R"(,"mark":"bar","encoding":{"x":{"axis":{}}}})"},
      {"url data", R"({"data":{"url":"https://a.example/d.csv"},"mark":"bar"})", "<withheld>", true},
      {"url data deep inside",
       R"({"data":{"values":[]},"layer":[{"mark":"bar","transform":[{"lookup":"a","from":{"data":{"url":"http://a"},"key":"b"}}]}]})",
       "<withheld>", true},
      {"generated data", R"({"data":{"sequence":{"start":0,"stop":1e12}},"mark":"bar"})", "<withheld>", true},
      {"calculated fields", "{" + data + R"(,"mark":"bar","transform":[{"calculate":"datum.a*2","as":"c"}]})",
       "<withheld>", true},
      {"filter in text", "{" + data + R"(,"mark":"bar","transform":[{"filter":"datum.a > 1"}]})", "<withheld>", true},
      {"filter in text, inside",
       "{" + data + R"(,"mark":"bar","transform":[{"filter":{"not":{"or":["datum.a > 1"]}}}]})", "<withheld>", true},
      {"filter by a selection", "{" + data + R"(,"mark":"bar","transform":[{"filter":{"param":"brush"}}]})",
       "<withheld>", true},
      {"image marks", "{" + data + R"(,"mark":{"type":"image","url":"http://a"}})", "<withheld>", true},
      {"Vega itself", R"({"$schema":"https://vega.github.io/schema/vega/v5.json","marks":[]})", "<withheld>", true},
      {"signals", R"({"signals":[{"name":"a","update":"alert(1);"}],"data":[]})", "<withheld>", true},
      {"unknown mark", "{" + data + R"(,"mark":"script"})", "<withheld>"},
      {"unknown transform", "{" + data + R"(,"mark":"bar","transform":[{"exec":"x"}]})", "<withheld>"},
      {"no object", "[]", "<withheld>"},
  };
}

TEST(VegaLite, Cases) {
  Harness harness;
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const ChartRun run = clean_chart_text(harness, c.chart, kType);
    EXPECT_EQ(run.text, c.clean == "=" ? c.chart : c.clean) << codes_of(run.verdict);
    EXPECT_EQ(has_code(run.verdict, FindingCode::kChartActive), c.is_active) << codes_of(run.verdict);
  }
}

TEST(VegaLite, DeepNestingSpendsNoStack) {
  Harness harness("format = 1\nname = \"t\"\n[limits]\ndepth = 900\n");
  for (const char* key : {"condition", "transform", "layer", "not"}) {
    SCOPED_TRACE(key);
    std::string chart = "1";
    for (int i = 0; i < 400; ++i) {
      const bool is_list = i % 2 == 1;
      chart = is_list ? "[" + chart + "]" : std::string("{\"") + key + "\":" + chart + ",\"test\":{}}";
    }
    const ChartRun run = clean_chart_text(harness, "{\"a\":" + chart + "}", kType);
    EXPECT_FALSE(run.text.empty());
  }
}

}  // namespace
}  // namespace sluice::testing
