// HTML through the whole pipeline: secrets in every reading, images, the policy, and what sandboxes really send.
#include <filesystem>

#include "fixture.h"
#include "json/parser.h"
#include "support/golden.h"

namespace sluice {
namespace {

using ::sluice::testing::aws_key_id;
using ::sluice::testing::github_token;
using ::sluice::testing::Harness;
using ::sluice::testing::has_code;

std::string clean_result(Harness& harness, const std::string& html) {
  return harness.clean(html, Channel::kResult, {}, "text/html");
}

TEST(HtmlPipeline, SecretsAreFoundAsAReaderSeesThem) {
  Harness harness;
  const std::string key = aws_key_id();
  const std::string token = github_token();
  const std::string pages[] = {
      "<p>" + key.substr(0, 4) + "<b>" + key.substr(4, 6) + "</b>" + key.substr(10) + "</p>",
      "<table><tr><td>" + key.substr(0, 9) + "</td><td>" + key.substr(9) + "</td></tr></table>",
      "<ul><li>" + key.substr(0, 9) + "<li>" + key.substr(9) + "</ul>",
      "<p title=\"" + key + "\">a</p>",
      "<p>&#65;" + key.substr(1) + "</p>",
      "<a href=\"https://example.com/?t=" + token + "\">a</a>",
      "<p>" + token.substr(0, 10) + "<script></script><!-- -->" + token.substr(10) + "</p>",
      "<div hidden>" + token + "</div>b",
  };
  for (const std::string& page : pages) {
    SCOPED_TRACE(page.substr(0, 20));
    const Verdict verdict = harness.check(page, Channel::kResult, {}, "text/html");
    EXPECT_TRUE(has_code(verdict, FindingCode::kSecret));
    EXPECT_EQ(verdict.decision, Decision::kSanitize);
    const std::string clean = clean_result(harness, page);
    EXPECT_EQ(clean.find(key.substr(4, 6)), std::string::npos) << clean;
    EXPECT_EQ(clean.find(token.substr(10)), std::string::npos) << clean;
  }
}

TEST(HtmlPipeline, PolicyNamesElementsAndHosts) {
  const std::string page = "<details><summary>a</summary>b</details><img src=https://example.com/a.png>";
  Harness plain;
  EXPECT_EQ(clean_result(plain, page), "ab[external image blocked: example.com]");
  Harness more(
      "format = 1\nname = \"t\"\n[html]\nadd_tags = [\"details\", \"summary\"]\n[urls]\ndomains = [\"example.com\"]\n");
  EXPECT_EQ(clean_result(more, page),
            "<details><summary>a</summary>b</details><img src=\"https://example.com/a.png\">");
}

TEST(HtmlPipeline, HostileCharactersGo) {
  Harness harness;
  EXPECT_EQ(clean_result(harness,
                         "<p title=\"a\xE2\x80\xAE"
                         "b\">c\x1B[31md\xE2\x80\x8B</p>"),
            "<p title=\"ab\">c[31md</p>");
}

TEST(HtmlPipeline, RecordedTablesPass) {
  SLUICE_NEED_TEST_DATA(data);
  Harness harness;
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(data + "/e2b-recordings")) {
    if (file.path().extension() != ".ndjson" || file.path().stem().string().rfind("pandas_", 0) != 0) continue;
    const std::string lines = ::sluice::testing::read_file(file.path().string());
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t end = std::min(lines.find('\n', at), lines.size());
      const std::string line = lines.substr(at, end - at);
      at = end + 1;
      json::Parser parser;
      Budget budget;
      Findings findings;
      if (!budget.admit_input(line.size())) continue;
      const auto document = parser.parse(as_bytes(line), {}, budget, findings);
      json::Value html;
      if (!document.ok() || !document->root().is_object() || !document->root().find("html", html) ||
          !html.is_string()) {
        continue;
      }
      ++count;
      SCOPED_TRACE(file.path().filename().string());
      const std::string clean = clean_result(harness, std::string(html.text()));
      EXPECT_NE(clean.find("<table border=\"1\" class=\"dataframe\">"), std::string::npos);
      EXPECT_EQ(clean.find("<style"), std::string::npos);
      EXPECT_EQ(clean_result(harness, clean), clean);
    }
  }
  EXPECT_GE(count, 5U);
}

}  // namespace
}  // namespace sluice
