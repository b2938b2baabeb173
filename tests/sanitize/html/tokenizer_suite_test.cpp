// html5lib's tokenizer tests. Not compared: lists of parse errors, which we do not make, and what a DOCTYPE says, of
// which only the extent is kept. Skipped by name: xmlViolation.test (how an XML tree takes what it cannot hold; our
// reader is no XML tree) and inputs with lone surrogates (our input is UTF-8, which has none).
#include <array>
#include <map>
#include <string>
#include <vector>

#include "json/parser.h"
#include "sanitize/html/tokenizer.h"
#include "support/golden.h"
#include "text/utf8.h"

namespace sluice::sanitize::html {
namespace {

using ::sluice::testing::read_file;

constexpr const char* kFiles[] = {
    "contentModelFlags",      "domjs", "entities", "escapeFlag", "namedEntities", "numericEntities",
    "pendingSpecChanges",     "test1", "test2",    "test3",      "test4",         "unicodeChars",
    "unicodeCharsProblematic"};

std::string lower(std::string_view name) {
  std::string scratch;
  return ascii_lower(decode_raw(name, scratch));
}

std::string decoded(std::string_view raw) {
  std::string scratch;
  return std::string(decode_raw(raw, scratch));
}

std::string start_tag_line(const Token& token) {
  std::map<std::string, std::string> attributes;
  std::string scratch;
  for (const Attribute& attribute : token.attributes) {
    attributes.try_emplace(lower(attribute.name), decode_attribute(attribute.value, scratch));
  }
  std::string line = "StartTag " + lower(token.name);
  for (const auto& [name, value] : attributes) line += " [" + name + "]=[" + value + "]";
  return line + (token.is_self_closing ? " /" : "");
}

// Every token on a line; character tokens that follow one another are one.
std::vector<std::string> tokens_of(std::string_view input, TextMode mode, std::string_view last_start_tag) {
  Budget budget;
  EXPECT_TRUE(budget.admit_input(input.size() + 1024));
  Tokenizer tokenizer(input, budget);
  tokenizer.set_mode(mode, last_start_tag);
  std::vector<std::string> lines;
  bool was_text = false;
  for (const Token* token = &tokenizer.next(); token->kind != TokenKind::kEnd; token = &tokenizer.next()) {
    switch (token->kind) {
      case TokenKind::kText:
        if (token->text.empty()) break;
        if (was_text) {
          lines.back() += std::string(token->text);
        } else {
          lines.push_back("Text " + std::string(token->text));
        }
        was_text = true;
        continue;
      case TokenKind::kStartTag: lines.push_back(start_tag_line(*token)); break;
      case TokenKind::kEndTag: lines.push_back("EndTag " + lower(token->name)); break;
      case TokenKind::kComment: lines.push_back("Comment " + decoded(token->text)); break;
      case TokenKind::kDoctype: lines.emplace_back("Doctype"); break;
      case TokenKind::kEnd: break;
    }
    was_text = was_text && token->kind == TokenKind::kText;
  }
  return lines;
}

void append_code_point(std::string& out, std::uint32_t code_point) {
  std::array<std::byte, 4> bytes{};
  const std::size_t length = text::encode_utf8(static_cast<char32_t>(code_point), bytes.data());
  out.append(reinterpret_cast<const char*>(bytes.data()), length);
}

// Decodes the second layer of \uXXXX of "doubleEscaped" tests. Nothing where it has a lone surrogate.
std::optional<std::string> unescape(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at, 2) != "\\u" || text.size() - at < 6) {
      out.push_back(text[at++]);
      continue;
    }
    const std::uint32_t unit = static_cast<std::uint32_t>(std::stoul(std::string(text.substr(at + 2, 4)), nullptr, 16));
    at += 6;
    if (unit >= 0xD800 && unit <= 0xDFFF) return std::nullopt;
    append_code_point(out, unit);
  }
  return out;
}

struct Expected {
  std::vector<std::string> lines;
  bool has_lone_surrogate = false;
};

Expected expected_of(json::Value output, bool is_escaped) {
  Expected expected;
  bool was_text = false;
  const auto text_of = [&](json::Value value) -> std::string {
    if (!is_escaped) return std::string(value.text());
    std::optional<std::string> text = unescape(value.text());
    if (!text) expected.has_lone_surrogate = true;
    return text.value_or("");
  };
  for (const json::Value token : output.elements()) {
    std::vector<json::Value> parts;
    for (const json::Value part : token.elements()) parts.push_back(part);
    const std::string_view kind = parts[0].text();
    if (kind == "Character") {
      if (was_text) {
        expected.lines.back() += text_of(parts[1]);
      } else {
        expected.lines.push_back("Text " + text_of(parts[1]));
      }
      was_text = true;
      continue;
    }
    was_text = false;
    if (kind == "DOCTYPE") {
      expected.lines.emplace_back("Doctype");
    } else if (kind == "Comment") {
      expected.lines.push_back("Comment " + text_of(parts[1]));
    } else if (kind == "EndTag") {
      expected.lines.push_back("EndTag " + text_of(parts[1]));
    } else {
      std::map<std::string, std::string> attributes;
      for (const auto member : parts[2].members()) attributes[text_of(member.key)] = text_of(member.value);
      std::string line = "StartTag " + text_of(parts[1]);
      for (const auto& [name, value] : attributes) line += " [" + name + "]=[" + value + "]";
      expected.lines.push_back(line + (parts.size() > 3 && parts[3].as_bool() ? " /" : ""));
    }
  }
  return expected;
}

TextMode mode_of(std::string_view state) {
  if (state == "PLAINTEXT state") return TextMode::kPlaintext;
  if (state == "RCDATA state") return TextMode::kRcdata;
  if (state == "RAWTEXT state") return TextMode::kRawtext;
  if (state == "Script data state") return TextMode::kScript;
  if (state == "CDATA section state") return TextMode::kCdata;
  EXPECT_EQ(state, "Data state");
  return TextMode::kData;
}

TEST(HtmlTokenizerSuite, EveryTestOfHtml5libPasses) {
  SLUICE_NEED_TEST_DATA(data);
  std::size_t run = 0;
  std::size_t with_surrogates = 0;
  for (const char* name : kFiles) {
    const std::string file = read_file(data + "/html5lib-tests/tokenizer/" + name + ".test");
    ASSERT_FALSE(file.empty()) << name;
    json::Parser parser;
    Budget budget;
    Findings findings;
    ASSERT_TRUE(budget.admit_input(file.size()));
    json::ParsePolicy policy;
    policy.surrogate = json::OnAnomaly::kDrop;
    const auto document = parser.parse(as_bytes(file), policy, budget, findings);
    ASSERT_TRUE(document.ok()) << name << ": " << document.error().message;
    json::Value tests;
    ASSERT_TRUE(document->root().find("tests", tests)) << name;
    for (const json::Value test : tests.elements()) {
      json::Value field;
      const bool is_escaped = test.find("doubleEscaped", field) && field.as_bool();
      ASSERT_TRUE(test.find("input", field));
      const std::optional<std::string> input =
          is_escaped ? unescape(field.text()) : std::optional<std::string>(field.text());
      ASSERT_TRUE(test.find("output", field));
      const Expected expected = expected_of(field, is_escaped);
      if (!input || expected.has_lone_surrogate) {
        ++with_surrogates;
        continue;
      }
      std::string last_start_tag;
      if (test.find("lastStartTag", field)) last_start_tag = field.text();
      std::vector<std::string> states;
      if (test.find("initialStates", field)) {
        for (const json::Value state : field.elements()) states.emplace_back(state.text());
      } else {
        states.emplace_back("Data state");
      }
      static_cast<void>(test.find("description", field));
      for (const std::string& state : states) {
        SCOPED_TRACE(std::string(name) + ": " + std::string(field.text()) + " in " + state + ": " + *input);
        EXPECT_EQ(tokens_of(*input, mode_of(state), last_start_tag), expected.lines);
        ++run;
      }
    }
  }
  RecordProperty("run", static_cast<int>(run));
  EXPECT_GE(run, 7'000U);
  EXPECT_LE(with_surrogates, 5U);
}

}  // namespace
}  // namespace sluice::sanitize::html
