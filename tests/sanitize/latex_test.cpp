#include "sanitize/latex/latex.h"

#include "support/plain_host.h"

namespace sluice::sanitize {
namespace {

using testing::Cleaning;
using testing::PlainHost;

Cleaning clean(std::string_view text, const std::string& secret = {}) {
  PlainHost host;
  host.secret = secret;
  return testing::clean_with(text, host, {}, [](ByteView bytes, Job& job) { return clean_latex(bytes, {}, job); });
}

TEST(Latex, FormulasPassAsTheyAre) {
  for (const std::string_view text :
       {"$\\frac{1}{2}$", "$\\displaystyle e^{i\\pi}$", "$\\displaystyle \\frac{\\sqrt{x}}{2}$",
        "$\\displaystyle \\left[\\begin{matrix}1 & 2\\\\3 & 4\\end{matrix}\\right]$",
        "\\begin{cases} x & \\text{for}\\: x > 0 \\\\ 0 & \\text{otherwise} \\end{cases}",
        "$\\displaystyle \\int\\limits_{0}^{\\infty} e^{- x}\\, dx$", "a\\_b\\%\\$\\{\\}", "\\mathbb{R}^{n}", ""}) {
    SCOPED_TRACE(std::string(text));
    const Cleaning cleaning = clean(text);
    ASSERT_TRUE(cleaning.is_released) << cleaning.codes();
    EXPECT_EQ(cleaning.text, text);
    EXPECT_EQ(cleaning.findings.decision(), Decision::kAllow);
  }
}

TEST(Latex, WhatIsNotOnTheListIsWithheld) {
  struct Case {
    std::string text;
    FindingCode code;
  };
  using enum FindingCode;
  const Case cases[] = {
      {"\\href{javascript:alert(1)}{x}", kLatexCommand},
      {"\\href{JAVASCRIPT:alert(1)}{x}", kLatexCommand},
      {"\\url{http://evil.example}", kLatexCommand},
      {"\\includegraphics{http://evil.example/x}", kLatexCommand},
      {"\\htmlData{onclick=x}{y}", kLatexCommand},
      {"\\htmlClass{a}{b}", kLatexCommand},
      {"\\def\\a{\\a\\a}", kLatexCommand},
      {"\\edef\\a{x}", kLatexCommand},
      {"\\gdef\\a{x}", kLatexCommand},
      {"\\let\\a\\b", kLatexCommand},
      {"\\newcommand{\\a}{b}", kLatexCommand},
      {"\\renewcommand{\\frac}{b}", kLatexCommand},
      {"\\catcode`\\%=12", kLatexCommand},
      {"\\input{/etc/passwd}", kLatexCommand},
      {"\\include{x}", kLatexCommand},
      {"\\openin5=x", kLatexCommand},
      {"\\write18{id}", kLatexCommand},
      {"\\immediate\\write18{id}", kLatexCommand},
      {"\\csname input\\endcsname", kLatexCommand},
      {"\\special{x}", kLatexCommand},
      {"\\rule{1000em}{1000em}", kLatexCommand},
      {"\\kern99999em", kLatexCommand},
      {"\\Frac{1}{2}", kLatexCommand},
      {"\\begin{verbatim}x\\end{verbatim}", kLatexCommand},
      {"\\begin{filecontents}x\\end{filecontents}", kLatexCommand},
      {"\\begin {matrix}", kLatexCommand},
      {"^^5chref", kLatexCommand},
      {"#1", kLatexCommand},
      {"x\xE2\x82\x81", kLatexCommand},
      {"\\\x01", kLatexCommand},
      {"{", kMalformed},
      {"}", kMalformed},
      {"\\begin{matrix}", kMalformed},
      {"\\end{matrix}", kMalformed},
      {"\\begin{matrix}\\end{pmatrix}", kMalformed},
      {"\\begin{matrix}}{\\end{matrix}", kMalformed},
      {"{\\begin{matrix}}\\end{matrix}", kMalformed},
      {"a\\", kMalformed},
      {std::string(101, '{') + std::string(101, '}'), kMarkupDepth},
      {std::string(8193, 'x'), kMarkupSize},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text.substr(0, 60));
    const Cleaning cleaning = clean(c.text);
    EXPECT_FALSE(cleaning.is_released);
    EXPECT_TRUE(cleaning.findings.has(c.code)) << cleaning.codes();
    EXPECT_EQ(cleaning.findings.decision(), Decision::kQuarantine);
  }
  EXPECT_TRUE(clean(std::string(100, '{') + std::string(100, '}')).is_released);
  EXPECT_TRUE(clean(std::string(8192, 'x')).is_released);
}

TEST(Latex, CommentsGoAndSecretsAreFoundAcrossCommands) {
  EXPECT_EQ(clean("a % hidden\nb").text, "a \nb");
  EXPECT_EQ(clean("a \\% shown").text, "a \\% shown");
  EXPECT_EQ(clean("\\text{hunter2}\\mathrm{hunter2}", "hunter2hunter2").text, "\\text{[gone]}\\mathrm{[gone]}");
  const Cleaning again = clean(clean("\\alpha% x").text);
  EXPECT_EQ(again.text, "\\alpha");
}

TEST(Latex, EveryTruncationIsHandledAndIsAFixedPoint) {
  const std::string whole = "$\\left[\\begin{matrix}1 & {2}\\\\\\frac{a_b^2}{c} % d\n\\end{matrix}\\right]$ \xCE\xB1";
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const Cleaning cleaning = clean(std::string_view(whole).substr(0, size));
    if (!cleaning.is_released) {
      EXPECT_GE(cleaning.findings.decision(), Decision::kQuarantine);
      continue;
    }
    EXPECT_EQ(clean(cleaning.text).text, cleaning.text);
  }
}

}  // namespace
}  // namespace sluice::sanitize
