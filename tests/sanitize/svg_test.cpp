#include "sanitize/svg/svg.h"

#include "svg_host.h"

namespace sluice::sanitize {
namespace {

using testing::clean_svg_text;
using testing::FakeHost;
using testing::SvgOutcome;

const std::string kOpen = "<svg xmlns=\"http://www.w3.org/2000/svg\">";

std::string in_svg(const std::string& inside) { return kOpen + inside + "</svg>"; }

// What is inside of the one svg element, without its line breaks.
std::string inside_of(const std::string& svg) {
  if (svg == "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n") return "";
  std::string inside = svg.substr(kOpen.size());
  inside.resize(inside.rfind("</svg>"));
  std::erase(inside, '\n');
  return inside;
}

std::string codes(const Findings& findings) {
  std::string out;
  for (const Finding& finding : findings.listed()) {
    out += std::string(finding_name(finding.code)) + " (" + finding.detail.str() + ") ";
  }
  return out;
}

struct Case {
  const char* inside;
  const char* expected;  // null: as it was
  std::vector<FindingCode> codes = {};
};

void expect_cases(const std::vector<Case>& cases, Consumer consumer = Consumer::kBrowser) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.inside);
    const SvgOutcome outcome = clean_svg_text(in_svg(c.inside), consumer);
    ASSERT_TRUE(outcome.output.is_released) << codes(outcome.findings);
    EXPECT_EQ(inside_of(outcome.svg), c.expected == nullptr ? c.inside : c.expected);
    for (const FindingCode code : c.codes) EXPECT_TRUE(outcome.findings.has(code)) << codes(outcome.findings);
    if (c.codes.empty()) {
      EXPECT_TRUE(outcome.findings.listed().empty()) << codes(outcome.findings);
    }
    const SvgOutcome again = clean_svg_text(outcome.svg, consumer);
    EXPECT_TRUE(again.output.is_unchanged) << again.svg;
    EXPECT_LE(again.findings.decision(), Decision::kAllow) << codes(again.findings);
  }
}

TEST(Svg, DrawingsStay) {
  expect_cases({
      {"", nullptr},
      {"<g id=\"a\" class=\"x y\" transform=\"translate(1 2)\"><path d=\"M0,0L1-2z\"/></g>", nullptr},
      {"<rect x='1' y='2%' width='3px' height=' 4em '/>", "<rect x=\"1\" y=\"2%\" width=\"3px\" height=\"4em\"/>"},
      {"<g transform='translate(1,2)rotate( 3 )'/>", "<g transform=\"translate(1 2) rotate(3)\"/>"},
      {"<g style='fill:none;stroke:#000'/>", "<g style=\"fill: none; stroke: #000\"/>"},
      {"<g fill='RED' stroke-width='2'/>", "<g fill=\"red\" stroke-width=\"2\"/>"},
      {"<text x=\"1 2\">a &amp; b <tspan dy=\"1\">c&lt;</tspan> d</text>", nullptr},
      {"<text>a<![CDATA[<b>]]>&#65;</text>", "<text>a&lt;b&gt;A</text>"},
      {"<text xml:space=\"preserve\">  a  </text>", nullptr},
      {"<title>x</title><desc>y</desc>", nullptr},
      {"<defs><linearGradient id=\"g\" x1=\"0\"><stop offset=\"5%\" stop-color=\"red\"/></linearGradient></defs>"
       "<rect fill=\"url(#g)\"/>",
       nullptr},
      {"<path id=\"p\" d=\"M0 0\"/><use href=\"#p\" x=\"1\"/>",
       "<path id=\"p\" d=\"M0 0\"/><use x=\"1\" href=\"#p\"/>"},
      {"<path id='p' d='M0 0'/><use l:href='#p' xmlns:l='http://www.w3.org/1999/xlink'/>",
       "<path id=\"p\" d=\"M0 0\"/><use href=\"#p\"/>"},
      {"<style>.a{fill:red}</style>", "<style>.a { fill: red }</style>"},
      {"<style><![CDATA[g > .a , b{fill:red;}]]></style>", "<style>g &gt; .a, b { fill: red }</style>"},
      {"<filter id=\"f\"><feGaussianBlur in=\"SourceAlpha\" stdDeviation=\"2\" result=\"b\"/></filter>", nullptr},
      {"<svg viewBox=\"0 0 1 1\" preserveAspectRatio=\"xMidYMid meet\"/>", nullptr},
      {"<text x=\"1\"/>", "<text x=\"1\"></text>"},
  });
}

TEST(Svg, OtherThingsGo) {
  using enum FindingCode;
  expect_cases({
      {"<script>x</script><g/>", "<g/>", {kMarkupScript}},
      {"<g onload='x'/>", "<g/>", {kMarkupScript}},
      {"<foreignObject><g/></foreignObject>", "", {kMarkupElement}},
      {"<set attributeName='href'/>", "", {kMarkupElement}},
      {"<a href='https://example.org/' fill='red'><rect/></a>", "<g fill=\"red\"><rect/></g>", {kMarkupUnwrapped}},
      {"<a href='java&#10;script:x'><rect/></a>", "<g><rect/></g>", {kMarkupUnwrapped, kMarkupScript}},
      {"<text>a<a href='#x'>b</a></text>", "<text>a<tspan>b</tspan></text>", {kMarkupUnwrapped}},
      {"<use href='x.svg#a'/>", "", {kMarkupExternal}},
      {"<image href='https://example.org/x.png'/>", "", {kMarkupExternal}},
      {"<image href='data:image/svg+xml;base64,PHN2Zy8+'/>", "", {kMarkupUrl}},
      {"<feImage href='x'/>", "", {kMarkupExternal}},
      {"<!-- x --><?y z?>", "", {kMarkupComment}},
      {"<?xml-stylesheet href='x'?>", "", {kMarkupExternal}},
      {"<g style='fill:url(x)'/>", "<g/>", {kMarkupExternal}},
      {"<g style='position:fixed'/>", "<g/>", {kMarkupStyle}},
      {"<g fill='url(x#y)'/>", "<g/>", {kMarkupExternal}},
      {"<g id='a b'/>", "<g/>", {kMarkupAttribute}},
      {"<g data-x='1' foo='2'/>", "<g/>", {kMarkupAttribute}},
      {"<path d='HELLO'/>", "<path/>", {kMarkupAttribute}},
      {"<feGaussianBlur stdDeviation='101'/>", "<feGaussianBlur/>", {kMarkupGeometry}},
      {"<svg width='99999'/>", "<svg/>", {kMarkupGeometry}},
      {"text", "", {kMarkupHidden}},
      {"<g requiredExtensions='x'/>", "", {kMarkupElement}},
      {"<style media='print'>a{fill:red}</style>", "", {kMarkupStyle}},
      {"<style>@import 'x';a{fill:red}</style>", "<style>a { fill: red }</style>", {kMarkupExternal, kMarkupStyle}},
      {"<g xml:base='x'/>", "<g/>", {kMarkupUrl}},
      {"<G/>", "", {kMarkupElement}},
      {"<use href='#x'/>", "<use href=\"#x\"/>", {kMarkupReference}},
  });
}

TEST(Svg, WithheldAreWhatCannotBeRead) {
  using enum FindingCode;
  std::string deep = in_svg("");
  for (int i = 0; i < 128; ++i) deep.insert(kOpen.size(), "<g>");
  const std::string doctype =
      "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\"";
  const std::vector<std::pair<std::string, FindingCode>> cases = {
      {"", kMalformed},
      {"<html/>", kMalformed},
      {"<svg xmlns='http://www.w3.org/1999/xhtml'/>", kMalformed},
      {"<svg>", kMalformed},
      {deep, kMarkupDepth},
      {"<!DOCTYPE svg SYSTEM 'x'>" + in_svg(""), kMarkupDoctype},
      {doctype + " []>" + in_svg(""), kMarkupDoctype},
      {"<!DOCTYPE html>" + in_svg(""), kMarkupDoctype},
      {doctype + ">" + in_svg("&nbsp;"), kMalformed},
      {"<svg xmlns='http://www.w3.org/2000/svg' width='16385'/>", kMarkupGeometry},
      {"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1e9'/>", kMarkupGeometry},
      {in_svg("<g id='a'><use href='#a'/></g>"), kMarkupReference},
  };
  for (const auto& [svg, code] : cases) {
    SCOPED_TRACE(svg.substr(0, 200));
    const SvgOutcome outcome = clean_svg_text(svg);
    EXPECT_FALSE(outcome.output.is_released);
    EXPECT_TRUE(outcome.output.bytes.empty());
    EXPECT_TRUE(outcome.findings.has(code)) << codes(outcome.findings);
    EXPECT_GE(outcome.findings.decision(), Decision::kQuarantine);
  }
  const SvgOutcome known = clean_svg_text(doctype + ">" + in_svg("<g/>"));
  EXPECT_TRUE(known.output.is_released);
  EXPECT_TRUE(known.findings.has(kMarkupDoctype));
  EXPECT_TRUE(clean_svg_text("<!DOCTYPE svg>" + in_svg("<g/>")).output.is_released);
}

TEST(Svg, ADrawingWithoutItsNamespaceGetsIt) {
  const SvgOutcome outcome = clean_svg_text("<svg><g/><script>x</script></svg>");
  EXPECT_EQ(outcome.svg, in_svg("\n<g/>\n") + "\n");
  EXPECT_TRUE(outcome.findings.has(FindingCode::kMarkupRepaired));
  EXPECT_TRUE(outcome.findings.has(FindingCode::kMarkupScript));
}

TEST(Svg, ReferencesMayNotMultiply) {
  const auto chain = [](int levels, int uses, const std::string& leaf) {
    std::string inside = "<g id='a0'>" + leaf + "</g>";
    for (int i = 1; i <= levels; ++i) {
      inside += "<g id='a" + std::to_string(i) + "'>";
      for (int j = 0; j < uses; ++j) inside += "<use href='#a" + std::to_string(i - 1) + "'/>";
      inside += "</g>";
    }
    return in_svg(inside + "<use href='#a" + std::to_string(levels) + "'/>");
  };
  EXPECT_TRUE(clean_svg_text(chain(14, 1, "")).output.is_released);
  EXPECT_FALSE(clean_svg_text(chain(15, 1, "")).output.is_released) << "nesting";
  EXPECT_TRUE(clean_svg_text(chain(2, 20, "")).output.is_released);
  EXPECT_FALSE(clean_svg_text(chain(3, 20, "")).output.is_released) << "8,000 uses";
  std::string many = "<path id='p' d='M0 0'/>";
  for (int i = 0; i < 20'000; ++i) many += "<use href='#p'/>";
  EXPECT_TRUE(clean_svg_text(in_svg(many)).output.is_released) << "the points of a plot";
  std::string heavy = "<g id='p'>";
  for (int i = 0; i < 500; ++i) heavy += "<path/>";
  heavy += "</g>";
  for (int i = 0; i < 5'000; ++i) heavy += "<use href='#p'/>";
  EXPECT_FALSE(clean_svg_text(in_svg(heavy)).output.is_released) << "2.5 million elements";
  std::string filters = "<filter id='f'>";
  for (int i = 0; i < 20; ++i) filters += "<feGaussianBlur stdDeviation='100'/>";
  filters += "</filter>";
  for (int i = 0; i < 600; ++i) filters += "<g filter='url(#f)'/>";
  EXPECT_FALSE(clean_svg_text(in_svg(filters)).output.is_released);
  std::string line = "<marker id='m'>";
  for (int i = 0; i < 100; ++i) line += "<path/>";
  line += "</marker><path style='marker-mid:url(#m)' d='M0 0";
  for (int i = 0; i < 50'000; ++i) line += "L1 2";
  EXPECT_FALSE(clean_svg_text(in_svg(line + "'/>")).output.is_released);
  EXPECT_FALSE(
      clean_svg_text(in_svg("<style>.a{fill:url(#p)}.b{fill:url(#q)}.c{mask:url(#r)}</style><pattern id='p'>" +
                            std::string("<g/><g/><g/><g/><g/><g/><g/><g/><g/><g/><g/><g/></pattern><pattern id='q'>") +
                            "<g/><g/><g/><g/><g/><g/><g/><g/><g/><g/><g/><g/></pattern><mask id='r'>" +
                            [] {
                              std::string g;
                              for (int i = 0; i < 99; ++i) g += "<g/>";
                              return g;
                            }() +
                            "</mask>"))
          .output.is_released);
}

TEST(Svg, WordsAreOneProjectionAndComeBack) {
  FakeHost host;
  host.secret = "AKIA";
  const SvgOutcome outcome = clean_svg_text(
      in_svg("<title>T</title><text>AK<tspan>IA</tspan></text><text>b AKIA &amp; c</text><g aria-label='AKIA \"x\"' "
             "id='AKIA-123' class='short'/>"),
      Consumer::kBrowser, {}, &host);
  EXPECT_EQ(host.scans, 1);
  EXPECT_EQ(host.text, "T\nAKIA\nb AKIA & c\nAKIA \"x\"\nAKIA-123");
  EXPECT_EQ(host.joined, "AKIAb AKIA & c");
  EXPECT_EQ(inside_of(outcome.svg),
            "<title>T</title><text>AK<tspan>IA</tspan></text><text>b [gone] &amp; c</text>"
            "<g aria-label=\"[gone] &quot;x&quot;\" class=\"short\"/>");
}

TEST(Svg, PicturesAreMembers) {
  FakeHost host;
  const SvgOutcome outcome = clean_svg_text(
      in_svg("<image x='1' href='data:image/png;base64,iVBO\nRw0K Ggo='/><image href='data:image/jpeg;base64,AAAA'/>"
             "<image href='data:image/png;base64,iVBORw0KGgp='/><image href='data:image/png;base64,iVBORw0KGg'/>"),
      Consumer::kBrowser, {}, &host);
  EXPECT_EQ(inside_of(outcome.svg), "<image x=\"1\" href=\"data:image/png;base64,iVBORw0KGgo=\"/>");
  EXPECT_EQ(host.names, (std::vector<std::string>{"image[0]", "image[1]"}));
}

TEST(Svg, TextThatIsNotSeenIsToldAndKeptFromAgents) {
  const char* const hidden[] = {
      "<text display='none'>x</text>",
      "<text visibility='hidden'>x</text>",
      "<text opacity='0'>x</text>",
      "<g opacity='.2'><g opacity='.2'><text>x</text></g></g>",
      "<text style='font-size:0.1px'>x</text>",
      "<g transform='scale(0.01)'><text>x</text></g>",
      "<text fill='none'>x</text>",
      "<text style='fill:transparent'>x</text>",
      "<text fill='#fff0'>x</text>",
      "<text fill-opacity='0'>x</text>",
      "<g display='none'><g><text>x</text></g></g>",
      "<style>.h{display:none}</style><text class='a h'>x</text>",
      "<style>#h{fill:none}</style><text id='h'>x</text>",
      "<style>text{opacity:0}</style><text>x</text>",
      "<defs><text>x</text></defs>",
      "<symbol id='s'><text>x</text></symbol>",
  };
  for (const char* inside : hidden) {
    SCOPED_TRACE(inside);
    const SvgOutcome person = clean_svg_text(in_svg(inside));
    EXPECT_TRUE(person.findings.has(FindingCode::kMarkupHidden)) << codes(person.findings);
    EXPECT_NE(person.svg.find(">x<"), std::string::npos);
    const SvgOutcome agent = clean_svg_text(in_svg(inside), Consumer::kAgent);
    EXPECT_TRUE(agent.findings.has(FindingCode::kMarkupHidden));
    EXPECT_EQ(agent.svg.find(">x<"), std::string::npos);
    const SvgOutcome again = clean_svg_text(agent.svg, Consumer::kAgent);
    EXPECT_TRUE(again.output.is_unchanged) << again.svg;
    EXPECT_FALSE(again.findings.has(FindingCode::kMarkupHidden));
  }
  for (const char* inside : {"<text>x</text>", "<text fill='none' stroke='red'>x</text>", "<text opacity='.5'>x</text>",
                             "<g fill='none'><text fill='red'>x</text></g>", "<text style='font-size:8px'>x</text>",
                             "<symbol id='s'><text>x</text></symbol><use href='#s'/>",
                             "<style>.h{display:none}</style><text class='hh h-x'>x</text>"}) {
    SCOPED_TRACE(inside);
    EXPECT_FALSE(clean_svg_text(in_svg(inside), Consumer::kAgent).findings.has(FindingCode::kMarkupHidden));
  }
  // A rule that comes behind the text it hides goes: for an agent the text has left already.
  const SvgOutcome late = clean_svg_text(in_svg("<text class='h'>x</text><style>.h{opacity:0}</style>"));
  EXPECT_EQ(inside_of(late.svg), "<text class=\"h\">x</text>");
}

TEST(Svg, EveryTruncationIsWithheld) {
  const std::string svg =
      "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' width='9'><style>a{fill:red}</style>"
      "<g style='fill:url(#a)'><text>a&amp;b</text></g><!-- c --></svg>";
  ASSERT_TRUE(clean_svg_text(svg).output.is_released);
  for (std::size_t size = 0; size < svg.size(); ++size) {
    const SvgOutcome outcome = clean_svg_text(svg.substr(0, size));
    EXPECT_FALSE(outcome.output.is_released) << size;
    EXPECT_GE(outcome.findings.decision(), Decision::kQuarantine);
  }
}

TEST(Svg, SmallerLimitsReleaseNothingMore) {
  const std::string svg = in_svg("<g><g><path d='M0 0L1 1'/></g></g><text>x</text>");
  ASSERT_TRUE(clean_svg_text(svg).output.is_released);
  SvgLimits limits;
  const auto is_withheld = [&] { return !clean_svg_text(svg, Consumer::kBrowser, limits).output.is_released; };
  limits.max_bytes = svg.size() - 1;
  EXPECT_TRUE(is_withheld());
  limits = {};
  limits.max_depth = 3;
  EXPECT_TRUE(is_withheld());
  limits = {};
  limits.max_elements = 4;
  EXPECT_TRUE(is_withheld());
  limits = {};
  limits.max_path_bytes = 7;
  EXPECT_TRUE(is_withheld());
  for (std::uint64_t nodes = 0; nodes < 5; ++nodes) {
    Limits work;
    work.max_nodes = nodes;
    const SvgOutcome outcome = clean_svg_text(svg, Consumer::kBrowser, {}, nullptr, work);
    EXPECT_FALSE(outcome.output.is_released);
    EXPECT_GE(outcome.findings.decision(), Decision::kQuarantine);
  }
  Limits work;
  work.max_output_bytes = 20;
  EXPECT_FALSE(clean_svg_text(svg, Consumer::kBrowser, {}, nullptr, work).output.is_released);
}

TEST(Svg, HostileShapesCostAFewStepsAByte) {
  const auto repeated = [](const std::string& part, std::size_t bytes) {
    std::string out;
    while (out.size() < bytes) out += part;
    return out;
  };
  std::string nested;
  for (int i = 0; i < 2000; ++i) nested += repeated("<g>", 300) + repeated("</g>", 400);
  std::string used;
  for (int i = 0; i < 100; ++i) used += "<g id='n" + std::to_string(i) + "'>";
  used += repeated("<use href='#x'/>", 500'000) + repeated("</g>", 400);
  for (int i = 0; i < 100; ++i) used += "<use href='#n" + std::to_string(i) + "'/>";
  const std::string shapes[] = {
      nested,
      used,
      repeated("<!---->", 500'000),
      repeated("<x/>", 500'000),
      repeated("<g a='1' b='2' c='3'/>", 500'000),
      "<path d='" + repeated("1", 2'000'000) + "'/>",
      "<g style='" + repeated("a:b;", 500'000) + "'/>",
      "<style>" + repeated("a{fill:red}", 500'000) + "</style>" + repeated("<g/>", 100'000),
      "<text>" + repeated("&amp;\n", 500'000) + "</text>",
      repeated("<text>a</text>", 500'000),
      "<g transform='" + repeated("scale(1)", 500'000) + "'/>",
      "<g class='" + repeated("a ", 500'000) + "'/>",
  };
  for (const std::string& shape : shapes) {
    SCOPED_TRACE(shape.substr(0, 40));
    const std::string svg = in_svg(shape);
    const SvgOutcome outcome = clean_svg_text(svg);
    EXPECT_LE(outcome.steps, 64 * svg.size() + 65'536);
    EXPECT_LE(outcome.findings.listed().size(), 64U);
  }
}

}  // namespace
}  // namespace sluice::sanitize
