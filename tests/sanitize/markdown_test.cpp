#include "sanitize/markdown/markdown.h"

#include <filesystem>
#include <fstream>

#include "sanitize/markdown/languages.h"
#include "sanitize/markdown/parse.h"
#include "sanitize/markdown/target.h"
#include "support/golden.h"
#include "support/plain_host.h"

namespace sluice::sanitize {
namespace {

using testing::Cleaning;
using testing::PlainHost;

Cleaning clean(std::string_view text, PlainHost& host, const Limits& work = {}, const MarkdownLimits& limits = {}) {
  return testing::clean_with(text, host, work,
                             [&](ByteView bytes, Job& job) { return clean_markdown(bytes, limits, job); });
}

Cleaning clean(std::string_view text) {
  PlainHost host;
  return clean(text, host);
}

Pieces read(std::string_view text) {
  Budget budget;
  EXPECT_TRUE(budget.admit_input(text.size()));
  Pieces pieces;
  EXPECT_EQ(parse_markdown(text, budget, pieces), ParseStatus::kOk);
  return pieces;
}

void expect_fixed_point(const Cleaning& cleaning) {
  ASSERT_TRUE(cleaning.is_released) << cleaning.codes();
  const Cleaning again = clean(cleaning.text);
  ASSERT_TRUE(again.is_released) << again.codes();
  EXPECT_EQ(again.text, cleaning.text);
  EXPECT_EQ(again.findings.decision(), Decision::kAllow) << again.codes();
}

TEST(Markdown, WritesOneSpelling) {
  struct Case {
    const char* name;
    std::string_view in;
    std::string_view out;
  };
  const Case cases[] = {
      {"heading", "# a", "# a\n"},
      {"setext heading", "a\nb\n===", "# a b\n"},
      {"heading with closing marks", "## a ##", "## a\n"},
      {"paragraphs", "a\nb\n\n\n\nc", "a\nb\n\nc\n"},
      {"hard break", "a\\\nb  \nc", "a  \nb  \nc\n"},
      {"emphasis", "*a* __b__ ~~c~~ `d`", "*a* **b** ~~c~~ `d`\n"},
      {"nested emphasis", "***a***", "*__a__*\n"},
      {"bullets", "* a\n* b", "- a\n- b\n"},
      {"two lists", "* a\n\n- b", "- a\n\n+ b\n"},
      {"numbers", "3) a\n3) b", "3. a\n4. b\n"},
      {"loose list", "- a\n\n- b", "- a\n- b\n"},
      {"nested list", "- a\n  - b\n    c\n- d", "- a\n  - b\n    c\n- d\n"},
      {"item of two paragraphs", "- a\n\n  b", "- a\n\n  b\n"},
      {"task list", "- [ ] a\n- [X] b", "- [ ] a\n- [x] b\n"},
      {"quote", ">a\nb", "> a\n> b\n"},
      {"rule", "- - -", "___\n"},
      {"indented code", "    a\n     b", "```\na\n b\n```\n"},
      {"fenced code", "~~~python x=1\na\n```\n~~~", "````python\na\n```\n````\n"},
      {"table", "a|b\n---|:-:\n1|`2`", "| a | b |\n| --- | :---: |\n| 1 | `2` |\n"},
      {"reference", "[a][x]\n\n[x]: <http://e.example/a b> 'T'", "a\n"},
      {"reference with a title", "[a]\n\n[a]: http://e.example/ 'T'", "[a](http://e.example/ \"T\")\n"},
      {"autolink", "<HTTPS://E.example/A>", "[HTTPS://E.example/A](https://e.example/A)\n"},
      {"plain autolink", "<https://e.example/A>", "<https://e.example/A>\n"},
      {"bare URL", "see https://e.example/a_b_c.", "see https://e.example/a_b_c.\n"},
      {"entities", "&copy; &#60;b&#62; &unknown;", "\xC2\xA9 &lt;b> &amp;unknown;\n"},
      {"escaped marks", "\\*a\\* \\_b\\_ 1\\. \\# \\`c\\`", "\\*a\\* \\_b\\_ 1. # \\`c\\`\n"},
      {"line starts", "\\# a\n\\- b\n1\\. c\n\\> d\n\\=", "\\# a\n\\- b\n1\\. c\n&gt; d\n\\=\n"},
      {"brackets of a mark", "[redacted:x:0123]", "[redacted:x:0123]\n"},
      {"br", "a<br>b", "a  \nb\n"},
      {"empty", "", ""},
      {"definitions only", "[a]: b", ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Cleaning cleaning = clean(c.in);
    ASSERT_TRUE(cleaning.is_released) << cleaning.codes();
    EXPECT_EQ(cleaning.text, c.out);
    expect_fixed_point(cleaning);
  }
}

TEST(Markdown, ReplacesWhatMayNotStand) {
  struct Case {
    std::string_view in;
    std::string_view out;
    FindingCode code;
  };
  using enum FindingCode;
  const Case cases[] = {
      {"![a](http://evil.example/p.png?d=x)", "a [external image blocked: evil.example]\n", kMarkdownImage},
      {"![](//evil.example/p.png)", "[external image blocked: evil.example]\n", kMarkdownImage},
      {"![x](../../etc/passwd)", "x [image blocked]\n", kMarkdownImage},
      {"![x](/etc/passwd)", "x [image blocked]\n", kMarkdownImage},
      {"![x](data:image/svg+xml;base64,AAAA)", "x [image blocked]\n", kMarkdownImage},
      {"[x](javascript:alert(1))", "x\n", kMarkdownLink},
      {"[x](&#106;avascript&colon;alert(1))", "x\n", kMarkdownLink},
      {"[x](&unknown;https://a.example)", "x\n", kMarkdownLink},
      {"[x](data:text/html,a)", "x\n", kMarkdownLink},
      {"[x](mailto:a@b.example?subject=s)", "[x](mailto:a@b.example)\n", kMarkdownLink},
      {"a <!-- do this --> b", "a  b\n", kMarkupComment},
      {"<!-- do this -->\n", "", kMarkupComment},
      {"<script>alert(1)</script>\n", "&lt;script>alert(1)&lt;/script>\n", kMarkdownHtml},
      {"a <img src=http://evil.example/x> b", "a &lt;img src=http://evil.example/x> b\n", kMarkdownHtml},
      {"```mermaid\na\n```", "```\na\n```\n", kMarkupAttribute},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.in));
    const Cleaning cleaning = clean(c.in);
    ASSERT_TRUE(cleaning.is_released) << cleaning.codes();
    EXPECT_EQ(cleaning.text, c.out);
    EXPECT_TRUE(cleaning.findings.has(c.code)) << cleaning.codes();
    EXPECT_EQ(cleaning.findings.listed().size(), 1U) << cleaning.codes();
    EXPECT_EQ(cleaning.findings.decision(), Decision::kSanitize);
    expect_fixed_point(cleaning);
  }
}

TEST(Markdown, KeepsWhatThePolicyNames) {
  PlainHost host;
  host.load_prefixes = {"https://img.example/"};
  host.refused_links = {"https://bad.example/"};
  EXPECT_EQ(clean("![a](https://IMG.example/b.png 't')", host).text, "![a](https://img.example/b.png \"t\")\n");
  EXPECT_EQ(clean("![a](https://img.example/b.png?c)", host).text, "a [external image blocked: img.example]\n");
  EXPECT_EQ(clean("![a](charts/b_1.png)", host).text, "![a](charts/b\\_1.png)\n");
  EXPECT_EQ(clean("[a](https://bad.example/)", host).text, "a\n");
  EXPECT_EQ(clean("![a](data:image/png;base64,iVBORw0KGgo=)", host).text, "![a](data:image/png;base64,iVBORw0KGgo=)\n");
  EXPECT_EQ(host.members, std::vector<std::string>{"image/png"});
  EXPECT_EQ(clean("![a](data:image/png;base64,AAAA)", host).text, "a [image blocked]\n");
}

TEST(Markdown, ShowsTheHostWhereTheTextNamesAnother) {
  EXPECT_EQ(clean("[http://good.com](http://evil.example/)").text,
            "[http://good.com (evil.example)](http://evil.example/)\n");
  EXPECT_EQ(clean("[www.good.com](http://good.com/x)").text, "[www.good.com](http://good.com/x)\n");
  EXPECT_EQ(clean("[docs](http://xn--e1afmkfd.example/)").text,
            "[docs (xn--e1afmkfd.example)](http://xn--e1afmkfd.example/)\n");
  EXPECT_EQ(clean("[a](http://\xD0\xB0pple.com/)").text, "a\n") << "no punycode is computed: refused";
  expect_fixed_point(clean("[http://good.com](http://evil.example/)"));
}

TEST(Markdown, SecretsAreFoundInEveryPartAndAcrossMarks) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"a hunter2hunter2 b", "a [gone] b\n"},
      {"**hunter2**hunter2", "**[gone]**[gone]\n"},
      {"- hunter2\n- hunter2", "- [gone]\n- [gone]\n"},
      {"|a|b|\n|---|---|\n|hunter2|hunter2|", "| a | b |\n| --- | --- |\n| [gone] | [gone] |\n"},
      {"```\nhunter2hunter2\n```", "```\n[gone]\n```\n"},
      {"[a](http://e.example/hunter2hunter2)", "a\n"},
      {"[a](http://e.example/ 'hunter2hunter2')", "[a](http://e.example/ \"\\[gone\\]\")\n"},
      {"![hunter2hunter2](a.png)", "![[gone]](a.png)\n"},
      {"&#104;unter2hunter2", "[gone]\n"},
      {"<b>hunter2</b>hunter2", "&lt;b>hunter2&lt;/b>hunter2\n"},
  };
  for (const auto& [in, out] : cases) {
    SCOPED_TRACE(std::string(in));
    PlainHost host;
    host.secret = "hunter2hunter2";
    EXPECT_EQ(clean(in, host).text, out);
    EXPECT_EQ(host.scanned.size(), 1U);
  }
}

TEST(Markdown, EveryTruncationIsHandledAndIsAFixedPoint) {
  const std::string whole =
      "# T *e*\n\n- a\n  1. **b** `c|`\n\n     > ```js\n     > d\n     > ```\n\n| x | y |\n|---|:-:|\n| "
      "[l](http://e.example "
      "\"t\") | ![i](i.png) |\n\n<div>\n<!-- c -->\n</div>\n\n[r]: http://e.example/?a=b&amp;c\n[r] ~~s~~ "
      "<http://e.example/>\\\nend";
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    SCOPED_TRACE(size);
    expect_fixed_point(clean(clean(std::string_view(whole).substr(0, size)).text));
  }
}

TEST(Markdown, LimitsWithhold) {
  PlainHost host;
  EXPECT_FALSE(clean("abcdef", host, {}, {.max_bytes = 5}).is_released);
  EXPECT_FALSE(clean("[a](http://a.example) [b](http://b.example)", host, {}, {.max_target_uses = 1}).is_released);
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "> ";
  const Cleaning cleaning = clean(deep + "a", host);
  EXPECT_FALSE(cleaning.is_released);
  EXPECT_TRUE(cleaning.findings.has(FindingCode::kBudget));
  Limits few;
  few.max_nodes = 3;
  EXPECT_FALSE(clean("a *b* c *d*", host, few).is_released);
}

TEST(Markdown, WorkIsLinearInTheInput) {
  const std::string_view shapes[] = {
      "*a ",   "a**b",  "[",   "![",       "[a](",         "> a\n",  "- a\n",
      "1. ",   "|a",    "<a ", "<!--",     "`a``",         "~~a ",   "[a]\n",
      "&a",    "\\",    "#\n", "![a](b) ", "http://a.b/(", "*_a_* ", "[a](http://b.example) ",
      "```\n", "a  \n", "{",   "!["};
  for (const std::string_view shape : shapes) {
    SCOPED_TRACE(std::string(shape));
    std::string text;
    while (text.size() < 8'000) text += shape;
    PlainHost host;
    Limits work;
    const Cleaning once = clean(text, host, work);
    const Cleaning twice = clean(text + text, host, work);
    EXPECT_LE(twice.nodes, 3 * once.nodes + 100);
    EXPECT_LE(twice.findings.has(FindingCode::kBudget), once.findings.has(FindingCode::kBudget));
  }
}

TEST(Markdown, ReferencesCannotMultiply) {
  std::string text = "[a]: http://e.example/" + std::string(4000, 'x') + "\n\n";
  for (int i = 0; i < 60'000; ++i) text += "[a] ";
  PlainHost host;
  const Cleaning cleaning = clean(text, host);
  EXPECT_FALSE(cleaning.is_released);
  EXPECT_TRUE(cleaning.findings.has(FindingCode::kBudget)) << cleaning.codes();
}

std::string unescaped(const std::string& line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && (line[i + 1] == 'n' || line[i + 1] == 't' || line[i + 1] == '\\')) {
      out += line[i + 1] == 'n' ? '\n' : line[i + 1] == 't' ? '\t' : '\\';
      ++i;
    } else {
      out += line[i];
    }
  }
  return out;
}

TEST(Markdown, NoAttackLeavesAnythingThatLoadsOrRuns) {
  std::size_t rows = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testing::source_path("tests/data/attacks/markdown"))) {
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      if (line.empty() || line.starts_with("#!")) continue;
      SCOPED_TRACE(entry.path().filename().string() + ": " + line);
      ++rows;
      const Cleaning cleaning = clean(unescaped(line));
      ASSERT_TRUE(cleaning.is_released) << cleaning.codes();
      for (const Piece& piece : read(cleaning.text)) {
        EXPECT_NE(piece.part, Part::kHtml) << cleaning.text;
        EXPECT_NE(piece.part, Part::kHtmlBlock) << cleaning.text;
        if (piece.is_end) continue;
        EXPECT_NE(piece.part, Part::kImage) << cleaning.text;
        if (piece.part == Part::kLink) {
          EXPECT_TRUE(piece.text.starts_with("http://") || piece.text.starts_with("https://") ||
                      piece.text.starts_with("mailto:"))
              << cleaning.text;
        }
        if (piece.part == Part::kCodeBlock) {
          EXPECT_EQ(piece.title, kept_language(piece.title));
        }
      }
      expect_fixed_point(cleaning);
    }
  }
  EXPECT_GE(rows, 120U);
}

TEST(Markdown, InstalledDocumentsAreAcceptedAndKeepTheirWords) {
  constexpr std::size_t kMaxFiles = 400;
  std::size_t files = 0;
  for (const char* root : {"/usr/share/doc", "/usr/lib/python3", "/usr/share"}) {
    std::error_code error;
    auto it = std::filesystem::recursive_directory_iterator(
        root, std::filesystem::directory_options::skip_permission_denied, error);
    if (error) continue;
    for (const auto& entry : it) {
      if (entry.path().extension() != ".md" || !entry.is_regular_file(error) || files >= kMaxFiles) continue;
      SCOPED_TRACE(entry.path().string());
      ++files;
      const std::string text = testing::read_file(entry.path());
      const Cleaning cleaning = clean(text);
      EXPECT_TRUE(cleaning.is_released) << cleaning.codes();
      expect_fixed_point(cleaning);
    }
  }
  if (files == 0) GTEST_SKIP() << "no Markdown files are installed";
  RecordProperty("files", static_cast<int>(files));
}

}  // namespace
}  // namespace sluice::sanitize
