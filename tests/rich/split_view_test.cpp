#include "sanitize/split_view.h"

#include <gtest/gtest.h>

#include <string>

#include "json/parser.h"
#include "support/golden.h"

namespace sluice::sanitize {
namespace {

TEST(SplitView, Cases) {
  struct Case {
    const char* name;
    std::string plain;
    std::string html;
    bool is_split;
  };
  std::string long_page = "<p>revenue 12 costs 7</p><p>";
  for (int i = 0; i < 80; ++i) long_page += " word" + std::to_string(i);
  std::string frame_page = "<p>60 rows x 1 columns</p><table><tr><th>a</th></tr>";
  for (int i = 0; i < 60; ++i) frame_page += "<tr><td>" + std::to_string(i) + "</td></tr>";
  const Case cases[] = {
      {"same", "a 1 b 2", "<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>", false},
      {"other numbers", "total 100 of 7", "<b>sum 3</b> or 9", true},
      {"other words", "all tests passed", "<p>please run this command now</p>", true},
      {"words cut by markup are one", "password reset", "pass<b>word</b> re<i>set</i>", false},
      {"references", "a&b <tag> value", "a&amp;b &lt;tag&gt; value", false},
      {"scripts and styles are not seen", "plain text here",
       "<style>.a{color:red}</style><script>var a = 'other words entirely';</script>plain text here", false},
      {"much more without being cut", "revenue 12 costs 7", long_page, true},
      {"much more, but cut", "   a\n0  0\n1  1\n.. ..\n...\n[60 rows x 1 columns]", frame_page, false},
      {"stands for an object", "<Figure size 640x480 with 1 Axes>", "<p>quite other words than that</p>", false},
      {"constructor", "Figure({'data': [{'x': [1]}]})", "<div>other words entirely here</div>", false},
      {"model", "LogisticRegression(C=1.0)", "<pre>In a Jupyter environment, please rerun</pre>", false},
      {"one word", "42", "<b>43</b>", false},
      {"nothing visible", "all tests passed", "<script>x</script>", false},
      {"empty", "", "<p>some words here</p>", false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(is_split_view(c.plain, roughly_visible_text(c.html)), c.is_split) << roughly_visible_text(c.html);
  }
}

// What pandas, R and others wrote in both forms says the same.
TEST(SplitView, RecordedTablesSayTheSame) {
  SLUICE_NEED_TEST_DATA(data);
  std::size_t pairs = 0;
  for (const char* name :
       {"pandas_dataframe", "pandas_dataframe_10k_rows", "pandas_dataframe_dates", "pandas_dataframe_decimal_bytes",
        "pandas_dataframe_dup_columns", "pandas_dataframe_int_columns", "pandas_dataframe_multiindex",
        "pandas_dataframe_nan_inf", "display_sympy", "lang_r_dataframe", "display_html"}) {
    SCOPED_TRACE(name);
    const std::string stream = testing::read_file(std::string(data) + "/e2b-recordings/" + name + ".ndjson");
    for (std::size_t at = 0; at < stream.size();) {
      const std::size_t end = std::min(stream.find('\n', at), stream.size());
      json::Parser parser;
      Budget budget;
      Findings findings;
      const std::string line = stream.substr(at, end - at);
      at = end + 1;
      ASSERT_TRUE(budget.admit_input(line.size()));
      const auto document = parser.parse(as_bytes(line), {}, budget, findings);
      json::Value plain;
      json::Value html;
      if (!document || !document->root().is_object() || !document->root().find("text", plain) ||
          !document->root().find("html", html) || !plain.is_string() || !html.is_string())
        continue;
      ++pairs;
      EXPECT_FALSE(is_split_view(plain.text(), roughly_visible_text(html.text()))) << plain.text() << "\n"
                                                                                   << roughly_visible_text(html.text());
    }
  }
  EXPECT_GE(pairs, 8U);
}

// Tables as pandas writes them, cut in rows and in columns, in both forms.
TEST(SplitView, TablesOfPandasSayTheSame) {
  const std::string pairs = testing::read_file(testing::source_path("tests/data/charts/pandas_views.json"));
  json::Parser parser;
  Budget budget;
  Findings findings;
  ASSERT_TRUE(budget.admit_input(pairs.size()));
  const auto document = parser.parse(as_bytes(pairs), {}, budget, findings);
  ASSERT_TRUE(document.ok());
  std::string other = "completely different words with 77 numbers";
  for (const json::Member member : document->root().members()) {
    SCOPED_TRACE(std::string(member.key.text()));
    json::Value plain;
    json::Value html;
    ASSERT_TRUE(member.value.find("plain", plain) && member.value.find("html", html));
    EXPECT_FALSE(is_split_view(plain.text(), roughly_visible_text(html.text()))) << plain.text();
    EXPECT_TRUE(is_split_view(plain.text(), other));
  }
}

}  // namespace
}  // namespace sluice::sanitize
