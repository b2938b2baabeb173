#include "sanitize/css/tokenizer.h"

#include <algorithm>
#include <charconv>

#include "core/ascii.h"

namespace sluice::sanitize::css {

namespace {

constexpr std::size_t kMaxNumberBytes = 32;
constexpr std::size_t kMaxIdBytes = 256;

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_name_start(char c) noexcept { return is_letter(c) || c == '_'; }
constexpr bool is_name(char c) noexcept { return is_name_start(c) || is_digit(c) || c == '-'; }
constexpr bool is_id(char c) noexcept { return is_name(c) || c == '.' || c == ':' || c == '+' || c == '/' || c == '='; }

}  // namespace

bool is_plain_id(std::string_view id) noexcept {
  return !id.empty() && id.size() <= kMaxIdBytes && (is_name_start(id.front()) || is_digit(id.front())) &&
         std::all_of(id.begin(), id.end(), is_id);
}

void Tokenizer::skip_name() noexcept {
  while (at_ < text_.size() && is_name(text_[at_])) ++at_;
}

void Tokenizer::skip_blanks() noexcept {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

Token& Tokenizer::finish(Token& token, TokenKind kind) noexcept {
  token.kind = kind;
  token.end = at_;
  return token;
}

bool Tokenizer::starts_number() const noexcept {
  const std::size_t sign = peek(0) == '+' || peek(0) == '-' ? 1 : 0;
  return is_digit(peek(sign)) || (peek(sign) == '.' && is_digit(peek(sign + 1)));
}

bool Tokenizer::starts_ident() const noexcept {
  if (peek(0) != '-') return is_name_start(peek(0));
  return is_name_start(peek(1)) || peek(1) == '-';
}

Token& Tokenizer::read_number(Token& token) noexcept {
  if (peek(0) == '+') ++at_;  // means nothing, and from_chars does not take it
  const std::size_t first = at_;
  if (peek(0) == '-') ++at_;
  while (is_digit(peek(0))) ++at_;
  if (peek(0) == '.' && is_digit(peek(1))) {
    ++at_;
    while (is_digit(peek(0))) ++at_;
  }
  if (peek(0) == 'e' || peek(0) == 'E') {
    const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if (is_digit(peek(1 + sign))) {
      at_ += 1 + sign;
      while (is_digit(peek(0))) ++at_;
    }
  }
  token.text = text_.substr(first, at_ - first);
  const auto parsed = std::from_chars(token.text.data(), token.text.data() + token.text.size(), token.number);
  const bool is_number = parsed.ec == std::errc{} && parsed.ptr == token.text.data() + token.text.size();
  TokenKind kind = TokenKind::kNumber;
  if (peek(0) == '%') {
    ++at_;
    kind = TokenKind::kPercent;
  } else if (starts_ident()) {
    const std::size_t unit = at_;
    skip_name();
    token.unit = text_.substr(unit, at_ - unit);
    kind = TokenKind::kDimension;
  }
  if (!is_number || token.text.size() > kMaxNumberBytes) kind = TokenKind::kRefused;
  return finish(token, kind);
}

// After `url(`: the whole of it to its `)`, or to the end.
Token& Tokenizer::read_url(Token& token) noexcept {
  skip_blanks();
  const char quote = peek(0) == '"' || peek(0) == '\'' ? peek(0) : '\0';
  if (quote != '\0') ++at_;
  bool is_reference = peek(0) == '#';
  const std::size_t first = is_reference ? at_ + 1 : at_;
  const std::size_t stop = quote != '\0' ? text_.find(quote, at_) : text_.find_first_of(" \t\r\n\f)", at_);
  if (stop == std::string_view::npos) {
    at_ = text_.size();
    token.is_external = !is_reference;
    return finish(token, TokenKind::kRefused);
  }
  if (is_reference) token.text = text_.substr(first, stop - first);
  at_ = quote != '\0' ? stop + 1 : stop;
  skip_blanks();
  token.is_external = !is_reference;
  is_reference = is_reference && is_plain_id(token.text) && peek(0) == ')';
  if (peek(0) == ')') {
    ++at_;
  } else {
    // What follows is no URL; all up to the bracket belongs to it.
    const std::size_t close = text_.find(')', at_);
    at_ = close == std::string_view::npos ? text_.size() : close + 1;
  }
  return finish(token, is_reference ? TokenKind::kReference : TokenKind::kRefused);
}

Token& Tokenizer::read_ident(Token& token) noexcept {
  skip_name();
  token.text = text_.substr(token.begin, at_ - token.begin);
  if (peek(0) != '(') return finish(token, TokenKind::kIdent);
  ++at_;
  if (equals_ignoring_case(token.text, "url")) return read_url(token);
  return finish(token, TokenKind::kFunction);
}

Token& Tokenizer::read_string(Token& token) noexcept {
  const char quote = text_[at_++];
  const std::size_t first = at_;
  while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n' && text_[at_] != '\\') ++at_;
  token.text = text_.substr(first, at_ - first);
  if (peek(0) != quote) return finish(token, TokenKind::kRefused);
  ++at_;
  return finish(token, TokenKind::kString);
}

Token& Tokenizer::read_comment(Token& token) noexcept {
  const std::size_t close = text_.find("*/", at_ + 2);
  at_ = close == std::string_view::npos ? text_.size() : close + 2;
  return finish(token, close == std::string_view::npos ? TokenKind::kRefused : TokenKind::kComment);
}

Token Tokenizer::next() noexcept {
  Token token;
  token.begin = at_;
  token.end = at_;
  if (at_ >= text_.size()) return token;
  const char c = text_[at_];
  if (is_blank(c)) {
    skip_blanks();
    return finish(token, TokenKind::kBlank);
  }
  if (starts_number()) return read_number(token);
  if (starts_ident()) return read_ident(token);
  if (c == '"' || c == '\'') return read_string(token);
  if (c == '/' && peek(1) == '*') return read_comment(token);
  if (c == '#' && is_name(peek(1))) {
    ++at_;
    skip_name();
    token.text = text_.substr(token.begin + 1, at_ - token.begin - 1);
    return finish(token, TokenKind::kHash);
  }
  ++at_;
  token.text = text_.substr(token.begin, 1);
  switch (c) {
    case ':': return finish(token, TokenKind::kColon);
    case ';': return finish(token, TokenKind::kSemicolon);
    case ',': return finish(token, TokenKind::kComma);
    case '(': return finish(token, TokenKind::kOpenRound);
    case ')': return finish(token, TokenKind::kCloseRound);
    case '[': return finish(token, TokenKind::kOpenSquare);
    case ']': return finish(token, TokenKind::kCloseSquare);
    case '{': return finish(token, TokenKind::kOpenCurly);
    case '}': return finish(token, TokenKind::kCloseCurly);
    default: return finish(token, c > ' ' && c < '\x7F' && c != '\\' ? TokenKind::kDelimiter : TokenKind::kRefused);
  }
}

}  // namespace sluice::sanitize::css
