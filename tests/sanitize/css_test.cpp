#include "sanitize/css/declarations.h"
#include "sanitize/css/rules.h"

namespace sluice::sanitize::css {
namespace {

struct Cleaned {
  std::string style;
  Report report;
};

Cleaned clean(const std::string& style, Profile profile) {
  Budget budget;
  EXPECT_TRUE(budget.admit_input(style.size()));
  Cleaned cleaned;
  EXPECT_TRUE(clean_declarations(style, profile, budget, cleaned.style, cleaned.report));
  cleaned.report.references.clear();  // views into a string that goes
  return cleaned;
}

TEST(CssDeclarations, AreKeptByTheirGrammarAndWrittenAnew) {
  struct Case {
    const char* style;
    const char* html;  // null: as it was
    const char* svg;
  };
  const char* const gone = "";
  const Case cases[] = {
      {"color: red", nullptr, nullptr},
      {"  COLOR :RED;;", "color: red", "color: red"},
      {"color:#FfF;background-color:#00000080", "color: #fff; background-color: #00000080",
       "color: #fff; background-color: #00000080"},
      {"color: #12345", gone, gone},
      {"color: rgb(1,2,3)", "color: rgb(1, 2, 3)", "color: rgb(1, 2, 3)"},
      {"color: rgb(100%,0%,12.5%)", "color: rgb(100%, 0%, 12.5%)", "color: rgb(100%, 0%, 12.5%)"},
      {"color: rgb( 1 2  3 / 50% )", "color: rgb(1 2 3 / 50%)", "color: rgb(1 2 3 / 50%)"},
      {"color: hsla(120deg, 10%, 20%, .5)", nullptr, nullptr},
      {"color: rgb(1,2)", gone, gone},
      {"color: rgb(1,2,3,4,5)", gone, gone},
      {"color: rgb(1,,3)", gone, gone},
      {"color: rgb(1 2,3)", gone, gone},
      {"color: rgb(1,2,3", gone, gone},
      {"color: rgb(var(--x))", gone, gone},
      {"color: rgb(1); background: red", "background: red", "background: red"},
      {"color: color(display-p3 1 0 0)", gone, gone},
      {"color: red blue", gone, gone},
      {"color: inherit", nullptr, nullptr},
      {"color: inherit red", gone, gone},
      {"color: red !IMPORTANT", "color: red !important", "color: red !important"},
      {"color: red ! important x", gone, gone},
      {"color: red; /* note */ opacity: .5", "color: red; opacity: .5", "color: red; opacity: .5"},
      {"color: /* x */ red", gone, gone},
      {"color: r\\65 d", gone, gone},
      {"c\\6flor: red", gone, gone},
      {"color: red; \\63olor: blue; opacity: 1", "color: red; opacity: 1", "color: red; opacity: 1"},
      {"color: red } body { opacity: 1", gone, gone},
      {"font-size: 12px", nullptr, nullptr},
      {"font-size: 12pt", nullptr, nullptr},
      {"font-size: 12", gone, "font-size: 12"},
      {"font-size: 480px", "font-size: 48px", "font-size: 480px"},
      {"font-size: 5px", gone, "font-size: 5px"},
      {"font-size: 120%", nullptr, nullptr},
      {"font-size: 1e0em", nullptr, nullptr},
      {"font-size: +1.5E0em", "font-size: 1.5e0em", "font-size: 1.5e0em"},
      {"font-size: 1e999px", gone, gone},
      {"font-size: calc(1px + 2px)", gone, gone},
      {"font-family: \"DejaVu Sans\", Arial , sans-serif", "font-family: 'DejaVu Sans', Arial, sans-serif",
       "font-family: 'DejaVu Sans', Arial, sans-serif"},
      {"font-family: Courier  New", "font-family: Courier New", "font-family: Courier New"},
      {"font-family: 'a<b'", gone, gone},
      {"font-family: Arial,", gone, gone},
      {"font: italic bold 12px/1.5 'DejaVu Sans', sans-serif", nullptr, nullptr},
      {"font: 400 12px Arial", nullptr, nullptr},
      {"font: 12px", gone, gone},
      {"font: bold", gone, gone},
      {"width: 50%; padding: 1px 2em 0 3pt", nullptr, "width: 50%"},
      {"width: 101%", gone, gone},
      {"margin: -5px", gone, gone},
      {"margin: 0 auto", nullptr, gone},
      {"padding: 1px 2px 3px 4px 5px", gone, gone},
      {"border: 1px solid #ccc; border-collapse:collapse", "border: 1px solid #ccc; border-collapse: collapse", gone},
      {"display: inline-block", nullptr, nullptr},
      {"display: flex", gone, gone},
      {"position: fixed; z-index: 9; top: 0; left: 0; float: left; transform: scale(9)", gone, gone},
      {"behavior: url(x.htc); -moz-binding: url(x#y); content: 'x'", gone, gone},
      {"width: expression(alert(1))", gone, gone},
      {"background: url(https://example.org/x.png) red", gone, gone},
      {"background-image: url(x)", gone, gone},
      {"background: image-set('x' 1x)", gone, gone},
      {"fill: url(#a)", gone, nullptr},
      {"fill: URL( '#a' )", gone, "fill: url(#a)"},
      {"fill: url(#cpMC4wMHw3MjA=) none", gone, nullptr},
      {"fill: url(\"#a\") red", gone, "fill: url(#a) red"},
      {"fill: url(other.svg#a)", gone, gone},
      {"fill: url(#a b)", gone, gone},
      {"fill: url('#a' x)", gone, gone},
      {"fill: url(\\23 a)", gone, gone},
      {"fill: url(/*x*/#a)", gone, gone},
      {"fill: url(#)", gone, gone},
      {"color: url(#a)", gone, gone},
      {"fill: none; stroke: #1f77b4; stroke-width: 1.5; stroke-linecap: square", gone, nullptr},
      {"stroke-dasharray: 5.55,2.4", gone, "stroke-dasharray: 5.55, 2.4"},
      {"stroke-dasharray: 5 2, 1", gone, nullptr},
      {"stroke-dasharray: 5,,2", gone, gone},
      {"stroke-dasharray: 5,", gone, gone},
      {"stroke-miterlimit:100000", gone, "stroke-miterlimit: 100000"},
      {"stroke-linejoin: ROUND", gone, "stroke-linejoin: round"},
      {"text-rendering: geometricPrecision", gone, "text-rendering: geometricprecision"},
      {"filter: url(#f); mask: none", gone, nullptr},
      {"filter: blur(99999px)", gone, gone},
      {"paint-order: stroke fill", gone, nullptr},
      {"animation: x 1s infinite; transition: all 1s; cursor: url(x), auto", gone, gone},
      {"--x: red; color: var(--x)", gone, gone},
      {"color: attr(title); color: env(x)", gone, gone},
      {"text-decoration: underline wavy red", nullptr, nullptr},
      {"text-align:center;vertical-align:-2px", "text-align: center; vertical-align: -2px", "text-align: center"},
      {"unicode-bidi: bidi-override; direction: rtl", gone, gone},
      {"color", gone, gone},
      {"color:", gone, gone},
      {": red", gone, gone},
      {"'color: red'", gone, gone},
      {"color: red; ( ; opacity: 1 ) ; opacity: 0.5", "color: red; opacity: 0.5", "color: red; opacity: 0.5"},
      {"", gone, gone},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.style);
    const std::string style = c.style;
    const std::string html = clean(style, Profile::kHtml).style;
    const std::string svg = clean(style, Profile::kSvg).style;
    EXPECT_EQ(html, c.html == nullptr ? style : c.html);
    EXPECT_EQ(svg, c.svg == nullptr ? style : c.svg);
    const Cleaned again = clean(html, Profile::kHtml);
    EXPECT_EQ(again.style, html) << "a fixed point";
    EXPECT_EQ(again.report.dropped, 0U);
    EXPECT_EQ(clean(svg, Profile::kSvg).style, svg);
  }
}

TEST(CssDeclarations, ControlsAndOtherBytesAreRefused) {
  for (const std::string& style :
       {std::string("color: re\0d", 11),
        std::string("color: re\x01"
                    "d"),
        std::string("font-family: '\xE2\x80\xAE'"), std::string("color: r\xC3\xA9"), std::string("color\x0B: red")}) {
    EXPECT_EQ(clean(style, Profile::kHtml).style, "");
    EXPECT_EQ(clean(style, Profile::kHtml).report.dropped, 1U);
  }
}

TEST(CssDeclarations, TellWhatIsHidden) {
  struct Case {
    const char* style;
    bool html;
    bool svg;
  };
  const Case cases[] = {
      {"display: none", true, true},
      {"display: block", false, false},
      {"visibility: hidden", true, true},
      {"opacity: 0", true, true},
      {"opacity: 0.05", true, true},
      {"opacity: 3%", true, true},
      {"opacity: .2", false, false},
      {"font-size: 0", true, false},
      {"font-size: 1px", true, false},
      {"font-size: 0.1em", true, false},
      {"font-size: 10%", true, false},
      {"font-size: 6px", false, false},
      {"color: transparent", true, false},
      {"color: rgba(0,0,0,0)", true, false},
      {"color: #00000000", true, false},
      {"color: #000", false, false},
      {"display: none !important", true, true},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.style);
    EXPECT_EQ(clean(c.style, Profile::kHtml).report.is_hidden, c.html);
    EXPECT_EQ(clean(c.style, Profile::kSvg).report.is_hidden, c.svg);
  }
}

TEST(CssDeclarations, TellColorsSizesAndPaints) {
  Report report = clean("color: #fff; background-color: white; font-size: 50%", Profile::kHtml).report;
  EXPECT_EQ(report.color, (Color{255, 255, 255, 1, false}));
  EXPECT_EQ(report.color, report.background);
  EXPECT_EQ(report.font_scale, 0.5);
  EXPECT_EQ(report.kept, 3U);
  report = clean("color: hsl(120, 100%, 25%); background: transparent; font: 12pt Arial", Profile::kHtml).report;
  EXPECT_EQ(report.color, (Color{0, 128, 0, 1, false}));
  EXPECT_FALSE(report.background);
  EXPECT_EQ(report.font_px, 16);
  report = clean("fill: none; stroke: red; fill-opacity: 50%; opacity: .5", Profile::kSvg).report;
  EXPECT_EQ(report.fill->kind, Paint::Kind::kNone);
  EXPECT_EQ(report.stroke->color, (Color{255, 0, 0, 1, false}));
  EXPECT_EQ(report.fill_opacity, 0.5);
  EXPECT_EQ(report.opacity, 0.5);
  report = clean("fill: url(#a) none; stroke: rgb(100%, 0%, 0%)", Profile::kSvg).report;
  EXPECT_EQ(report.fill->kind, Paint::Kind::kOther);
  EXPECT_EQ(report.stroke->color, (Color{255, 0, 0, 1, false}));
}

TEST(CssDeclarations, TellWhatWouldHaveLoaded) {
  for (const char* style : {"background: url(https://example.org/x)", "background: red url( 'x' )",
                            "color: red; x: URL(x", "background-image: image-set('x')", "cursor: url(x)"}) {
    EXPECT_EQ(clean(style, Profile::kHtml).report.external, 1U) << style;
  }
  EXPECT_EQ(clean("fill: url(#a); x: url(#b)", Profile::kHtml).report.external, 0U);
}

TEST(CssDeclarations, TellTheirReferences) {
  const std::string style = "fill: url(#a); stroke: url(#b) red; color: url(#c); clip-path: url(#d) x; mask: url(#e)";
  Budget budget;
  std::string out;
  Report report;
  ASSERT_TRUE(clean_declarations(style, Profile::kSvg, budget, out, report));
  EXPECT_EQ(report.references, (std::vector<std::string_view>{"a", "b", "e"}));
}

TEST(CssDeclarations, HostileShapesCostAStepAByte) {
  const std::string parts[] = {"(", "a(", "url(",  "rgb(",        "'", "/*", "color:rgb(1,",        "fill:url(#a",
                               "{", "-",  "font:", "color: red;", "1", "a:", "stroke-dasharray:1,", "\\"};
  for (const std::string& part : parts) {
    SCOPED_TRACE(part);
    std::string style;
    while (style.size() < 200'000) style += part;
    Budget budget;
    std::string out;
    Report report;
    const std::uint64_t before = budget.left(Budget::Kind::kSteps);
    ASSERT_TRUE(budget.admit_input(style.size()));
    const std::uint64_t given = budget.left(Budget::Kind::kSteps);
    ASSERT_TRUE(clean_declarations(style, Profile::kSvg, budget, out, report));
    EXPECT_EQ(given - budget.left(Budget::Kind::kSteps), style.size());
    EXPECT_GT(given, before);
    EXPECT_LE(out.size(), 2 * style.size());
  }
  Budget poor;
  std::string out;
  Report report;
  EXPECT_FALSE(clean_declarations(std::string(100'000, 'a'), Profile::kHtml, poor, out, report));
}

std::string sheet_text(const std::string& sheet, StyleSheet* seen = nullptr) {
  Budget budget;
  EXPECT_TRUE(budget.admit_input(sheet.size()));
  StyleSheet parsed;
  EXPECT_TRUE(parse_sheet(sheet, budget, parsed));
  std::string out;
  for (const Rule& rule : parsed.rules) {
    for (const Selector& selector : rule.selectors) {
      if (&selector != &rule.selectors.front()) out += ", ";
      write_selector(selector, out);
    }
    Report report;
    out += " { ";
    EXPECT_TRUE(clean_declarations(rule.declarations, Profile::kSvg, budget, out, report));
    out += " }\n";
  }
  if (seen != nullptr) {
    *seen = parsed;
    seen->rules.clear();
  }
  return out;
}

TEST(CssRules, PlainRulesStay) {
  struct Case {
    const char* sheet;
    const char* expected;
    std::uint32_t rules;      // dropped
    std::uint32_t selectors;  // dropped
    std::uint32_t at_rules;   // dropped
  };
  const Case cases[] = {
      {"*{stroke-linejoin: round; stroke-linecap: butt}", "* { stroke-linejoin: round; stroke-linecap: butt }\n", 0, 0,
       0},
      {".a.b, g#c > text  tspan , *.d { fill : RED }", ".a.b, g#c > text tspan, *.d { fill: red }\n", 0, 0, 0},
      {"/* x */ a { fill: red } /* y */ b { fill: blue }", "a { fill: red }\nb { fill: blue }\n", 0, 0, 0},
      {"a:hover { fill: red }", "", 1, 0, 0},
      {"a:hover, b { fill: red }", "b { fill: red }\n", 0, 1, 0},
      {"a[href^='x'] { fill: red } b{fill:red}", "b { fill: red }\n", 1, 0, 0},
      {":not(a) { fill: red }", "", 1, 0, 0},
      {"a + b, a ~ b, a | b, > a, a >, a > > b { fill: red }", "", 1, 0, 0},
      {"a, , b { fill: red }", "a, b { fill: red }\n", 0, 1, 0},
      {"@import url(https://example.org/x.css); a { fill: red }", "a { fill: red }\n", 0, 0, 1},
      {"@import 'x'; a { fill: red }", "a { fill: red }\n", 0, 0, 1},
      {"@font-face { font-family: x; src: url(x) } a{fill:red}", "a { fill: red }\n", 0, 0, 1},
      {"@media print { a { fill: red } b { } } c { fill: red }", "c { fill: red }\n", 0, 0, 1},
      {"@charset \"utf-8\"; a{fill:red}", "a { fill: red }\n", 0, 0, 1},
      {"@keyframes x { from { fill: red } }", "", 0, 0, 1},
      {"\\61 { fill: red }", "", 1, 0, 0},
      {"a { fill: red", "", 1, 0, 0},
      {"a } b { fill: red }", "b { fill: red }\n", 1, 0, 0},
      {"{ fill: red }", "", 1, 0, 0},
      {"a { fill: red; & b { fill: blue } }", "a { fill: red }\n", 0, 0, 0},
      {"a { fill: url(x); stroke: red }", "a { stroke: red }\n", 0, 0, 0},
      {"<!-- a { fill: red } -->", "", 2, 0, 0},
      {"", "", 0, 0, 0},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.sheet);
    StyleSheet seen;
    const std::string text = sheet_text(c.sheet, &seen);
    EXPECT_EQ(text, c.expected);
    EXPECT_EQ(seen.dropped_rules, c.rules);
    EXPECT_EQ(seen.dropped_selectors, c.selectors);
    EXPECT_EQ(seen.dropped_at_rules, c.at_rules);
    EXPECT_EQ(sheet_text(text), text) << "a fixed point";
  }
  StyleSheet seen;
  sheet_text("@import 'x';", &seen);
  EXPECT_TRUE(seen.is_external);
  sheet_text("@media print { a { fill: red } }", &seen);
  EXPECT_FALSE(seen.is_external);
}

TEST(CssRules, EveryPieceOfASheetIsHandled) {
  const std::string sheet = "/* c */ @import url(x); .a > b#c, d:hover { fill: url(#x) red; font: 1px 'A B' } e{}";
  for (std::size_t size = 0; size <= sheet.size(); ++size) {
    const std::string text = sheet_text(sheet.substr(0, size));
    EXPECT_EQ(sheet_text(text), text);
  }
}

TEST(CssRules, HaveLimits) {
  std::string sheet;
  for (int i = 0; i < 20'000; ++i) sheet += "a{fill:red}";
  StyleSheet seen;
  sheet_text(sheet, &seen);
  EXPECT_EQ(seen.dropped_rules, 10'000U);
  std::string selector = "a";
  for (int i = 0; i < 100; ++i) selector += " a";
  EXPECT_EQ(sheet_text(selector + "{fill:red}"), "");
  selector = "a";
  for (int i = 0; i < 100; ++i) selector += ".a";
  EXPECT_EQ(sheet_text(selector + "{fill:red}"), "");
}

}  // namespace
}  // namespace sluice::sanitize::css
