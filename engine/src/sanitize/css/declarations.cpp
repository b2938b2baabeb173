#include "sanitize/css/declarations.h"

#include "core/ascii.h"

namespace sluice::sanitize::css {

namespace {

constexpr std::size_t kMaxNameBytes = 64;

bool loads(const Token& token) noexcept {
  return token.is_external || (token.kind == TokenKind::kFunction && (equals_ignoring_case(token.text, "image") ||
                                                                      equals_ignoring_case(token.text, "image-set") ||
                                                                      equals_ignoring_case(token.text, "src")));
}

// To the `;` that ends the declaration; brackets hold theirs.
bool skip_declaration(Tokenizer& tokens, Token& token) noexcept {
  bool has_external = false;
  std::size_t depth = 0;
  for (; token.kind != TokenKind::kEnd; token = tokens.next()) {
    has_external = has_external || loads(token);
    switch (token.kind) {
      case TokenKind::kFunction:
      case TokenKind::kOpenRound:
      case TokenKind::kOpenSquare:
      case TokenKind::kOpenCurly: ++depth; break;
      case TokenKind::kCloseRound:
      case TokenKind::kCloseSquare:
      case TokenKind::kCloseCurly: depth -= depth > 0 ? 1 : 0; break;
      case TokenKind::kSemicolon:
        if (depth == 0) return has_external;
        break;
      default: break;
    }
  }
  return has_external;
}

bool write_declaration(Profile profile, Tokenizer& tokens, Token& token, std::string& out, Report& report) {
  if (token.kind != TokenKind::kIdent || token.text.size() > kMaxNameBytes) return false;
  const Property* const property = find_property(ascii_lower(token.text), profile);
  if (property == nullptr) return false;
  token = tokens.next();
  while (token.kind == TokenKind::kBlank) token = tokens.next();
  if (token.kind != TokenKind::kColon) return false;
  token = tokens.next();
  out += property->name;
  out += ": ";
  return write_value(*property, profile, tokens, token, out, report) && token.kind != TokenKind::kCloseCurly;
}

}  // namespace

bool clean_declarations(std::string_view style, Profile profile, Budget& budget, std::string& out, Report& report) {
  if (!budget.charge(Budget::Kind::kSteps, style.size())) return false;
  const std::size_t first = out.size();
  Tokenizer tokens(style);
  for (Token token = tokens.next(); token.kind != TokenKind::kEnd; token = tokens.next()) {
    // A comment between declarations says nothing.
    if (token.kind == TokenKind::kBlank || token.kind == TokenKind::kSemicolon || token.kind == TokenKind::kComment)
      continue;
    const std::size_t begin = out.size();
    const std::size_t references = report.references.size();
    if (begin != first) out += "; ";
    if (write_declaration(profile, tokens, token, out, report)) {
      ++report.kept;
    } else {
      out.resize(begin);
      report.references.resize(references);
      ++report.dropped;
      if (skip_declaration(tokens, token)) ++report.external;
    }
    if (token.kind == TokenKind::kEnd) break;
  }
  return true;
}

}  // namespace sluice::sanitize::css
