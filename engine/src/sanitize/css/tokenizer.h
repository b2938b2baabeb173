#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice::sanitize::css {

/// The tokens that any value here is made of. What has another form (escapes, bad strings, URLs that leave the
/// document, control characters) is kRefused and never decoded.
enum class TokenKind : std::uint8_t {
  kEnd,
  kBlank,      ///< a run of blanks
  kComment,    ///< a whole comment
  kIdent,      ///< letters, digits, `-`, `_`; ASCII
  kFunction,   ///< an ident with its `(`; the text is the ident
  kHash,       ///< `#` and name characters; the text is without the `#`
  kNumber,     ///< the text is the number
  kPercent,    ///< the text is the number
  kDimension,  ///< the text is the number
  kString,     ///< the text is what stands between the quotes
  kReference,  ///< `url(#id)`, quoted or not; the text is the id
  kColon,
  kSemicolon,
  kComma,
  kOpenRound,
  kCloseRound,
  kOpenSquare,
  kCloseSquare,
  kOpenCurly,
  kCloseCurly,
  kDelimiter,  ///< any other printable ASCII character
  kRefused,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;     ///< inside the input
  std::string_view unit;     ///< of a dimension, as it was written
  double number = 0;         ///< of kNumber, kPercent, kDimension
  bool is_external = false;  ///< kRefused: a `url(` that leads out of the document, or a function that loads
  std::size_t begin = 0;     ///< in the input
  std::size_t end = 0;
};

/// A subset of CSS Syntax 3, section 4, without escapes: who reads the output never sees a token that was not one here.
///
/// Each byte is read a fixed number of times whatever the input; no allocation; never fails.
/// @param text  checked UTF-8, kept alive by the caller
class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text, std::size_t at = 0) noexcept : text_(text), at_(at) {}

  [[nodiscard]] Token next() noexcept;
  [[nodiscard]] std::size_t at() const noexcept { return at_; }

 private:
  [[nodiscard]] char peek(std::size_t ahead) const noexcept {
    return ahead < text_.size() - at_ ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool starts_number() const noexcept;
  [[nodiscard]] bool starts_ident() const noexcept;
  Token& finish(Token& token, TokenKind kind) noexcept;
  Token& read_number(Token& token) noexcept;
  Token& read_ident(Token& token) noexcept;
  Token& read_url(Token& token) noexcept;
  Token& read_string(Token& token) noexcept;
  Token& read_comment(Token& token) noexcept;
  void skip_name() noexcept;
  void skip_blanks() noexcept;

  std::string_view text_;
  std::size_t at_;
};

[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/// True for what may name an element of the document: `[A-Za-z0-9_][A-Za-z0-9_.:+/=-]*` of at most 256 bytes. Chart
/// libraries write base64 into their ids; nothing of it has a meaning inside `url(#...)` or an attribute. O(n)
[[nodiscard]] bool is_plain_id(std::string_view id) noexcept;

}  // namespace sluice::sanitize::css
