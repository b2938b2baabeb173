// Every positive example of every shipped rule, cut at its bytes by what a format puts between two pieces of text: the
// secret must not be readable in what leaves.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "authoring/rule_tests.h"
#include "rules/load.h"
#include "scan/checks/expand.h"
#include "sluice/engine.h"
#include "support/golden.h"

namespace sluice::authoring {
namespace {

constexpr std::string_view kPolicy =
    "format = 1\nname = \"splits\"\nconsumer = \"browser\"\n[pii]\naction = \"redact\"\n";
// A long key is cut at so many places, spread over it and at its ends.
constexpr std::size_t kMaxCuts = 48;
// Examples side by side in one document: more would be a density that the budget withholds.
constexpr std::size_t kCutsInDocument = 8;
// Where a break may stand between two pieces, what is before the first sticks to it in the reading without breaks, so
// that a rule without a prefix of its own may not take it: such pieces stand alone.

// Emphasis opens and closes beside letters and digits; elsewhere the stars may be text.
bool is_beside_words(std::string_view text, std::size_t at) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  return is_word(text[at - 1]) && is_word(text[at]) && is_word(text.back());
}

bool is_anywhere(std::string_view, std::size_t) { return true; }

struct Format {
  const char* name;
  const char* media_type;
  const char* file_name;
  std::string (*piece)(const std::string& before, const std::string& after);  // one cut example
  std::string (*document)(const std::string& pieces);
  std::string (*visible)(std::string_view released);
  bool (*can_cut)(std::string_view text, std::size_t at);
  std::size_t cuts_in_document;
  std::size_t missed_percent;  // of the examples at most: what stands around an item sticks to it in the joined reading
  bool takes_lines;            // false: an example of several lines cannot be written in it
};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string escaped(const std::string& text) {
  return replaced(replaced(replaced(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
}

// Without tags and entities.
std::string markup_text(std::string_view markup) {
  std::string out;
  bool is_tag = false;
  for (const char c : markup) {
    if (c == '<') is_tag = true;
    if (!is_tag) out += c;
    if (c == '>') is_tag = false;
  }
  return replaced(replaced(replaced(replaced(out, "&lt;", "<"), "&gt;", ">"), "&quot;", "\""), "&amp;", "&");
}

std::string with_backslashes(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::ispunct(static_cast<unsigned char>(c)) != 0) out += '\\';
    out += c;
  }
  return out;
}

// Without the signs of emphasis, lists and escapes: what is left of both sides is compared so.
std::string plain_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != '\\' && c != '*' && c != '\n' && c != ' ') out += c;
  }
  return replaced(replaced(replaced(out, "&lt;", "<"), "&gt;", ">"), "&amp;", "&");
}

std::string json_string(const std::string& text) {
  return '"' + replaced(replaced(replaced(replaced(text, "\\", "\\\\"), "\"", "\\\""), "\n", "\\n"), "\t", "\\t") + '"';
}

std::string json_text(std::string_view json) {
  const std::string joined = replaced(replaced(std::string(json), "\", \"", ""), "\",\"", "");
  return replaced(replaced(replaced(replaced(joined, "\\n", "\n"), "\\t", "\t"), "\\\"", "\""), "\\\\", "\\");
}

constexpr Format kFormats[] = {
    {"inline elements", "text/html", "page.html",
     [](const std::string& a, const std::string& b) { return "<p>" + escaped(a) + "<b>" + escaped(b) + "</b></p>"; },
     [](const std::string& pieces) { return pieces; }, markup_text, is_anywhere, kCutsInDocument, 0, true},
    {"list items", "text/html", "page.html",
     [](const std::string& a, const std::string& b) {
       return "<ul><li>" + escaped(a) + "</li><li>" + escaped(b) + "</li></ul><hr><p>and then</p>";
     },
     [](const std::string& pieces) { return pieces; }, markup_text, is_anywhere, 1, 8, true},
    {"tspans", "image/svg+xml", "figure.svg",
     [](const std::string& a, const std::string& b) {
       return "<text>" + escaped(a) + "<tspan>" + escaped(b) + "</tspan></text>";
     },
     [](const std::string& pieces) { return "<svg xmlns=\"http://www.w3.org/2000/svg\">" + pieces + "</svg>"; },
     markup_text, is_anywhere, kCutsInDocument, 0, true},
    {"emphasis", "text/markdown", "page.md",
     [](const std::string& a, const std::string& b) {
       return with_backslashes(a) + "**" + with_backslashes(b) + "**\n\n";
     },
     [](const std::string& pieces) { return pieces; }, plain_text, is_beside_words, kCutsInDocument, 0, false},
    {"items of Markdown", "text/markdown", "page.md",
     [](const std::string& a, const std::string& b) {
       return "- " + with_backslashes(a) + "\n- " + with_backslashes(b) + "\n\nand then\n\n";
     },
     [](const std::string& pieces) { return pieces; }, plain_text, is_anywhere, 1, 5, false},
    {"strings of JSON", "application/json", "report.json",
     [](const std::string& a, const std::string& b) {
       return "[" + json_string(a) + "," + json_string(b) + "],{\"then\":0},";
     },
     [](const std::string& pieces) { return "[" + pieces + "0]"; }, json_text, is_anywhere, kCutsInDocument, 0, true},
};

struct Example {
  std::string rule;
  scan::ExpandedTest made;
};

std::vector<Example> shipped_examples() {
  std::vector<Example> examples;
  for (const auto& entry : std::filesystem::directory_iterator(testing::source_path("rules"))) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".toml") || path.ends_with("sets.toml")) continue;
    auto pack = rules::load_pack(testing::read_file(path), entry.path().filename().string());
    if (!pack) continue;  // another test says so
    for (const rules::Rule& rule : pack->rules) {
      if (rule.kind == rules::RuleKind::kInjection || rule.kind == rules::RuleKind::kUrl || !rule.is_reported) continue;
      for (std::size_t i = 0; i < rule.tests.positive.size(); ++i) {
        auto made = scan::expand(rule.tests.positive[i].text, rule.check.kind,
                                 example_seed(rule.id, ExampleList::kPositive, i));
        if (made) examples.push_back({rule.id, std::move(*made)});
      }
    }
  }
  return examples;
}

class FormatSplits : public ::testing::TestWithParam<Format> {
 protected:
  void SetUp() override {
    LoadOptions options;
    options.policy = kPolicy;
    options.rules_dir = testing::source_path("rules");
    options.with_digests = false;
    Result<std::shared_ptr<const Engine>> engine = Engine::load(options);
    ASSERT_TRUE(engine.ok()) << engine.error().message;
    engine_ = *engine;
  }

  /// The visible text of what leaves; empty where it is withheld.
  [[nodiscard]] std::string visible_after(const std::string& document) {
    Result<sluice::Run> run = sluice::Run::start(engine_, {"splits"});
    EXPECT_TRUE(run.ok());
    Checker checker(*run);
    Artifact artifact;
    artifact.info = {Channel::kFile, GetParam().file_name, GetParam().media_type, {}};
    artifact.bytes = as_bytes(document);
    const Verdict verdict = checker.check(artifact);
    const std::optional<ByteView> released = verdict.released(Consumer::kBrowser);
    ++documents_;
    withheld_ += released ? 0U : 1U;
    return released ? GetParam().visible(as_chars(*released)) : std::string();
  }

  std::shared_ptr<const Engine> engine_;
  std::size_t documents_ = 0;
  std::size_t withheld_ = 0;
};

TEST_P(FormatSplits, HideNoSecret) {
  const Format& format = GetParam();
  std::size_t examples = 0;
  std::size_t failures = 0;
  for (const Example& example : shipped_examples()) {
    const std::string& text = example.made.text;
    if (!format.takes_lines && text.find_first_of("\n\r\t") != std::string::npos) continue;
    if (std::any_of(text.begin(), text.end(), [](char c) { return c != '\n' && c != '\t' && (c < ' ' || c > '~'); }))
      continue;
    const std::string secret =
        text.substr(example.made.secret_begin, example.made.secret_end - example.made.secret_begin);
    const std::string hidden = format.visible(format.visible == markup_text ? escaped(secret) : secret);
    if (secret.size() < 2) continue;
    // A rule that the whole text does not meet in this format (a key at the begin of a line, say) proves nothing.
    if (visible_after(format.document(format.piece(text, ""))).find(hidden) != std::string::npos) continue;
    ++examples;
    const std::size_t cuts = std::min(secret.size() - 1, kMaxCuts);
    std::string pieces;
    std::size_t cut = 0;
    for (std::size_t i = 0; i < cuts; ++i) {
      const std::size_t at = example.made.secret_begin + 1 + i * (secret.size() - 1) / cuts;
      if (!format.can_cut(text, at)) continue;
      pieces += format.piece(text.substr(0, at), text.substr(at));
      if (++cut % format.cuts_in_document != 0 && i + 1 != cuts) continue;
      const std::string visible = visible_after(format.document(pieces));
      pieces.clear();
      if (visible.find(hidden) == std::string::npos) continue;
      ++failures;
      if (format.missed_percent == 0 && failures <= 20)
        ADD_FAILURE() << example.rule << ", cut near byte " << at << " of its example";
      break;
    }
  }
  EXPECT_LE(failures * 100, examples * format.missed_percent) << failures << " of " << examples;
  EXPECT_GT(examples, 500U);
  // Withheld is safe, and would prove little.
  EXPECT_LT(withheld_ * 20, documents_) << withheld_ << " of " << documents_;
}

INSTANTIATE_TEST_SUITE_P(All, FormatSplits, ::testing::ValuesIn(kFormats),
                         [](const auto& each) { return replaced(each.param.name, " ", "_"); });

}  // namespace
}  // namespace sluice::authoring
