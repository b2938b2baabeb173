// The attack corpus, and the seeds of the fuzz target, against another parser.
#include <filesystem>
#include <set>
#include <string>

#include "support/attack_lines.h"
#include "support/html_host.h"
#include "support/html_oracle.h"

namespace sluice::sanitize {
namespace {

using namespace sluice::testing;  // NOLINT

constexpr const char* kFiles[] = {"html/clobbering.txt", "html/mutation.txt", "html/script_attributes.txt",
                                  "html/scripts.txt",    "html/style.txt",    "html/urls.txt"};

HtmlOptions every_option() {
  using html::Element;
  HtmlOptions options;
  options.added = {Element::kBig,    Element::kCenter,  Element::kDetails,
                   Element::kStrike, Element::kSummary, Element::kTt};
  return options;
}

// What no released document may hold outside of text, in small letters.
std::string forbidden_in(std::string_view clean) {
  std::string markup;
  for (std::size_t at = 0; (at = clean.find('<', at)) != std::string_view::npos;) {
    const std::size_t end = clean.find('>', at);
    markup += ascii_lower(clean.substr(at, end == std::string_view::npos ? end : end + 1 - at));
    at = end == std::string_view::npos ? clean.size() : end + 1;
  }
  for (const char* const word : {"<script",   "<style", "<svg",       "<math",          "<iframe",        "<form",
                                 "<input",    "<meta",  "<base",      "<link",          "<object",        "<embed",
                                 "<template", "<!",     "<?",         "javascript:",    "vbscript:",      "data:text",
                                 "svg+xml",   " id=",   " name=",     "srcdoc",         "srcset",         "formaction",
                                 "position",  "url(",   "expression", "evil.example\"", "refused.example"}) {
    if (markup.find(word) != std::string::npos) return word;
  }
  return {};
}

void expect_clean(const std::string& place, std::string_view bytes, Consumer consumer, const HtmlOptions& options) {
  SCOPED_TRACE(place + ": " + std::string(bytes));
  const HtmlOutcome outcome = clean_page(bytes, consumer, options);
  ASSERT_TRUE(outcome.output.is_released);
  EXPECT_LE(outcome.findings.decision(), Decision::kSanitize);
  EXPECT_EQ(forbidden_in(outcome.html), "") << outcome.html;
  for (const char* const doctype : {"<!DOCTYPE html>", ""}) {
    const HtmlReading reading = read_with_gumbo(outcome.html, doctype);
    EXPECT_EQ(reading.problem, "") << outcome.html;
    EXPECT_EQ(reading.serialized, outcome.html);
  }
  const HtmlOutcome again = clean_page(outcome.html, consumer, options);
  ASSERT_TRUE(again.output.is_released);
  EXPECT_EQ(again.html, outcome.html);
  // A parse of the text as if it was markup again must find nothing either: bug 31, "after two parses".
  const HtmlReading twice = read_with_gumbo(read_with_gumbo(outcome.html).serialized);
  EXPECT_EQ(twice.problem, "");
}

TEST(HtmlAttacks, NoneIsLeft) {
  std::size_t count = 0;
  for (const char* const file : kFiles) {
    for (const Attack& attack : read_attacks(file)) {
      ++count;
      for (const Consumer consumer : {Consumer::kAgent, Consumer::kBrowser}) {
        expect_clean(attack.place, attack.bytes, consumer, {});
        expect_clean(attack.place, attack.bytes, consumer, every_option());
        // After text, inside of a table, and with all of it in one attribute.
        expect_clean(attack.place, "<table><tr><td>x" + attack.bytes, consumer, {});
        expect_clean(attack.place, "<p><b>x" + attack.bytes + "</b>", consumer, {});
        expect_clean(attack.place, "<svg>" + attack.bytes, consumer, {});
      }
    }
  }
  EXPECT_GE(count, 450U);
}

TEST(HtmlAttacks, EveryChangeHasAFinding) {
  for (const char* const file : kFiles) {
    for (const Attack& attack : read_attacks(file)) {
      SCOPED_TRACE(attack.place + ": " + attack.bytes);
      const HtmlOutcome outcome = clean_page(attack.bytes);
      EXPECT_EQ(outcome.output.is_unchanged, outcome.findings.decision() == Decision::kAllow);
      EXPECT_LE(outcome.findings.listed().size(), 24U);
    }
  }
}

TEST(HtmlAttacks, HiddenTextIsDroppedForAgentsAndShownToOthers) {
  for (const Attack& attack : read_attacks("html/style.txt")) {
    if (attack.bytes.find("hidden<") == std::string::npos) continue;
    SCOPED_TRACE(attack.place + ": " + attack.bytes);
    const HtmlOutcome agent = clean_page(attack.bytes);
    EXPECT_EQ(read_with_gumbo(agent.html).text.find("hidden"), std::string::npos) << agent.html;
    EXPECT_TRUE(agent.findings.has(FindingCode::kMarkupHidden));
    EXPECT_NE(agent.asked.text.find("hidden"), std::string::npos);  // it is scanned all the same
    const HtmlOutcome browser = clean_page(attack.bytes, Consumer::kBrowser);
    EXPECT_NE(read_with_gumbo(browser.html).text.find("hidden"), std::string::npos) << browser.html;
    EXPECT_EQ(browser.html.find("style="), std::string::npos) << browser.html;
    EXPECT_TRUE(browser.findings.has(FindingCode::kMarkupHidden));
  }
}

// Every truncation of every attack: a document that breaks off anywhere.
TEST(HtmlAttacks, TruncationsAreClean) {
  for (const char* const file : kFiles) {
    for (const Attack& attack : read_attacks(file)) {
      for (std::size_t size = 0; size < attack.bytes.size(); size += 3) {
        const std::string_view part = std::string_view(attack.bytes).substr(0, size);
        const HtmlOutcome outcome = clean_page(part);
        ASSERT_TRUE(outcome.output.is_released) << attack.place << " " << size;
        const HtmlReading reading = read_with_gumbo(outcome.html);
        ASSERT_EQ(reading.problem, "") << attack.place << " " << size;
        ASSERT_EQ(reading.serialized, outcome.html) << attack.place << " " << size;
      }
    }
  }
}

TEST(HtmlAttacks, PagesOfThisSystemReadBackAsTheSameTree) {
  std::size_t count = 0;
  std::error_code error;
  for (const char* const root : {"/usr/share/doc", "/usr/share/unicode", "/usr/share/perl", "/usr/share/python-odf"}) {
    for (std::filesystem::recursive_directory_iterator it(root, error), end; !error && it != end; it.increment(error)) {
      if (count >= 300 || it->path().extension() != ".html" || !it->is_regular_file()) continue;
      if (it->file_size() > 300'000) continue;
      SCOPED_TRACE(it->path().string());
      const HtmlOutcome outcome = clean_page(read_file(it->path().string()), Consumer::kBrowser);
      ++count;
      ASSERT_TRUE(outcome.output.is_released);
      const HtmlReading reading = read_with_gumbo(outcome.html);
      ASSERT_EQ(reading.problem, "");
      ASSERT_EQ(reading.serialized, outcome.html);
      ASSERT_EQ(clean_page(outcome.html, Consumer::kBrowser).html, outcome.html);
    }
  }
  if (count == 0) GTEST_SKIP() << "no HTML files under /usr/share";
}

}  // namespace
}  // namespace sluice::sanitize
