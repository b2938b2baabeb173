#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "fixture.h"
#include "rules/test_text.h"
#include "scan/checks/expand.h"
#include "sluice/audit.h"
#include "sluice/render.h"

// Reports against other projects as cases of ours: text with secrets in it, what is left of it, and what no output
// holds.
namespace sluice::testing {

/// Joins parts, of which those in braces are generated as in the examples of a rule pack.
inline std::string join_parts(const std::vector<std::string>& parts, std::uint64_t seed) {
  rules::TestText text;
  for (const std::string& part : parts) text.parts.push_back(rules::parse_part(part).value());
  text.secret_end = static_cast<std::uint32_t>(text.parts.size());
  return scan::expand(text, rules::CheckKind::kNone, seed).value().text;
}

/// A piece of a case: text that stays, or a secret that goes.
struct Piece {
  bool is_secret = false;
  std::vector<std::string> parts;
};
inline Piece stays(std::string text) { return {false, {std::move(text)}}; }
inline Piece stays(std::initializer_list<std::string> parts) { return {false, parts}; }
inline Piece goes(std::initializer_list<std::string> parts) { return {true, parts}; }

struct ReportedText {
  std::string input;
  std::string left;  ///< `#` for each secret
  std::vector<std::string> secrets;
};

inline ReportedText assemble(const std::vector<Piece>& pieces, std::uint64_t seed) {
  ReportedText out;
  for (const Piece& piece : pieces) {
    const std::string text = join_parts(piece.parts, seed++);
    out.input += text;
    out.left += piece.is_secret ? "#" : text;
    if (piece.is_secret) out.secrets.push_back(text);
  }
  return out;
}

/// Puts `#` in the place of every mark.
inline std::string without_marks(std::string text) {
  constexpr std::string_view kOpen = "[redacted:";
  for (std::size_t at = text.find(kOpen); at != std::string::npos; at = text.find(kOpen, at)) {
    const std::size_t close = text.find(']', at);
    if (close == std::string::npos) break;
    text.replace(at, close + 1 - at, "#");
  }
  return text;
}

/// Every form in which a verdict is written down.
inline std::string every_form(const Verdict& verdict) {
  std::string text;
  for (const ReportFormat format :
       {ReportFormat::kText, ReportFormat::kJson, ReportFormat::kJsonl, ReportFormat::kSarif}) {
    RenderOptions options;
    options.format = format;
    text += render(verdict, options);
  }
  if (auto chain = AuditChain::start(as_bytes("an audit key of 32 bytes for test"))) {
    text += chain->append(verdict, 1'700'000'000'000);
  }
  return text;
}

/// Fails where `text` holds any `window` bytes of `secret` in a row.
inline void expect_nothing_of(std::string_view secret, std::string_view text, std::size_t window = 8) {
  for (std::size_t at = 0; at + window <= secret.size(); ++at) {
    ASSERT_EQ(text.find(secret.substr(at, window)), std::string_view::npos) << "byte " << at << " of a secret";
  }
}

/// The text is cleaned to `left`, whole and in a stream cut at every place and after every byte, and no report of it
/// holds a part of its secrets.
inline void expect_left(Harness& harness, const ReportedText& text) {
  const std::string whole = harness.clean(text.input);
  ASSERT_EQ(without_marks(whole), text.left);
  for (std::size_t at = 0; at <= text.input.size(); ++at) {
    ASSERT_EQ(harness.stream(text.input, {at}).text, whole) << "cut at " << at;
  }
  ASSERT_EQ(harness.stream(text.input, std::vector<std::size_t>(text.input.size(), 1)).text, whole) << "byte by byte";
  const std::string reports = every_form(harness.check(text.input));
  for (const std::string& secret : text.secrets) expect_nothing_of(secret, reports);
}

}  // namespace sluice::testing
