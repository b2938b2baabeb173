// The SVG cleaner against what any cleaner needs: expat reading the same drawing, with handlers that do nothing.
#include <benchmark/benchmark.h>
#include <expat.h>

#include <memory>
#include <string>

#include "core/findings.h"
#include "corpus.h"
#include "inputs.h"
#include "sanitize/svg/svg.h"
#include "subject.h"

namespace sluice::bench {

namespace {

// The pipeline around a cleaner, which is measured elsewhere.
class NoHost final : public sanitize::MemberHost {
 public:
  sanitize::LeafTexts scan(const sanitize::TextProjection&) override { return {}; }
  sanitize::Member check_member(const sanitize::MemberInfo&, ByteView) override { return {}; }
  bool allows_url(sanitize::UrlUse, std::string_view) override { return false; }
  const SecretScrubber* scrubber() const noexcept override { return nullptr; }
};

// A scatter plot as matplotlib writes it: a mark that is used at each point.
std::string scatter() {
  std::string svg =
      "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n<svg xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      "width=\"460pt\" viewBox=\"0 0 460 345\" xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\">\n <defs>\n  "
      "<style "
      "type=\"text/css\">*{stroke-linejoin: round; stroke-linecap: butt}</style>\n </defs>\n <g "
      "id=\"PathCollection_1\">\n"
      "  <defs>\n   <path id=\"m1f77b4\" d=\"M 0 3 C 0.79 3 1.55 2.68 2.12 2.12 z\" style=\"stroke: #1f77b4\"/>\n  "
      "</defs>\n"
      "  <g clip-path=\"url(#p2f3)\">\n";
  for (int i = 0; i < 10'000; ++i) {
    svg += "   <use xlink:href=\"#m1f77b4\" x=\"" + std::to_string(i * 7919 % 460) + "." + std::to_string(i) +
           "\" y=\"" + std::to_string(i * 104'729 % 345) + ".125\" style=\"fill: #1f77b4; stroke: #1f77b4\"/>\n";
  }
  return svg + "  </g>\n </g>\n</svg>\n";
}

// Lines of a plot, and labels.
std::string lines() {
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 460 345\">\n";
  for (int line = 0; line < 20; ++line) {
    svg += "<path d=\"M 0 0";
    for (int i = 0; i < 2'000; ++i) {
      svg +=
          "\nL " + std::to_string(i * 7919 % 460) + "." + std::to_string(i) + " " + std::to_string(i * 31 % 345) + ".5";
    }
    svg +=
        "\" clip-path=\"url(#c)\" style=\"fill: none; stroke: #ff7f0e; stroke-width: 1.5; stroke-linecap: square\"/>\n";
  }
  return svg + "</svg>\n";
}

// A drawing of nodes and edges, as graphviz writes it.
std::string graph() {
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400pt\" height=\"900pt\">\n";
  for (int i = 0; i < 3'000; ++i) {
    const std::string n = std::to_string(i);
    svg += "<!-- node" + n + " -->\n<g id=\"node" + n + "\" class=\"node\">\n<title>node" + n +
           "</title>\n<ellipse fill=\"none\" stroke=\"black\" cx=\"27\" cy=\"-" + n +
           "\" rx=\"27\" ry=\"18\"/>\n<text text-anchor=\"middle\" x=\"27\" y=\"-86.3\" font-family=\"Times,serif\" "
           "font-size=\"14.00\">label " +
           n + "</text>\n</g>\n";
  }
  return svg + "</svg>\n";
}

void run_expat(benchmark::State& state, const std::string& svg) {
  for (auto _ : state) {
    XML_Parser parser = XML_ParserCreateNS("UTF-8", '\x01');
    XML_SetElementHandler(
        parser, [](void*, const XML_Char*, const XML_Char**) {}, [](void*, const XML_Char*) {});
    XML_SetCharacterDataHandler(parser, [](void*, const XML_Char*, int) {});
    if (XML_Parse(parser, svg.data(), static_cast<int>(svg.size()), XML_TRUE) != XML_STATUS_OK) fail("expat");
    XML_ParserFree(parser);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(svg.size()));
}

void run_clean(benchmark::State& state, const std::string& svg) {
  for (auto _ : state) {
    Budget budget;
    static_cast<void>(budget.admit_input(svg.size()));
    Findings findings;
    NoHost host;
    sanitize::Job job{findings, budget, host, Consumer::kBrowser};
    if (!sanitize::clean_svg(as_bytes(svg), {}, job).is_released) state.SkipWithError("withheld");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(svg.size()));
}

}  // namespace

void register_svg() {
  const auto add = [](const std::string& name, std::string text) {
    const auto svg = std::make_shared<const std::string>(std::move(text));
    benchmark::RegisterBenchmark(("svg/expat/" + name).c_str(),
                                 [svg](benchmark::State& state) { run_expat(state, *svg); });
    benchmark::RegisterBenchmark(("svg/clean/" + name).c_str(),
                                 [svg](benchmark::State& state) { run_clean(state, *svg); });
  };
  add("scatter", scatter());
  add("lines", lines());
  add("graph", graph());
}

}  // namespace sluice::bench
