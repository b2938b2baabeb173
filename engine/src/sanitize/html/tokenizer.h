#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/budget.h"
#include "sanitize/html/elements.h"

namespace sluice::sanitize::html {

enum class TokenKind : std::uint8_t {
  kText,
  kStartTag,
  kEndTag,
  kComment,  ///< bogus ones, too: `<?...>`, `</ ...>`, CDATA outside of foreign content
  kDoctype,
  kEnd,  ///< of the input, or of the budget
};

/// How text is read; the standard leaves it to the tree builder to switch after some start tags.
enum class TextMode : std::uint8_t { kData, kRcdata, kRawtext, kScript, kPlaintext, kCdata };

/// An attribute as it is written.
struct Attribute {
  PackedName packed;
  std::string_view name;   ///< in any case; may hold NUL
  std::string_view value;  ///< not decoded: decode_attribute()
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  Element element = Element::kUnknown;  ///< of tags
  bool is_self_closing = false;
  /// Of text: it holds NUL, or CR from a reference, which only the reader can judge.
  bool has_oddities = false;
  std::string_view name;  ///< of tags, in any case; may hold NUL
  /// Of text: decoded, valid until the next token is read. Of comments: what is between their marks, not decoded.
  std::string_view text;
  std::span<const Attribute> attributes;  ///< the first kStoredAttributes, repeated names among them
  std::size_t attribute_count = 0;        ///< all
  std::size_t begin = 0;                  ///< in the input
  std::size_t end = 0;
};

/// The tokenizer of the HTML standard (section 13.2.5) over UTF-8, one token a call, without parse errors: whatever the
/// bytes are, browsers make the same tokens of them. Of a DOCTYPE only its extent is kept. Text that needs no decoding
/// is a view of the input. Not thread-safe.
class Tokenizer {
 public:
  static constexpr std::size_t kStoredAttributes = 256;

  /// @param input   checked UTF-8; outlives the tokenizer
  /// @param budget  charged a step for each byte read, and polled every 64 KiB; running out ends the input
  Tokenizer(std::string_view input, Budget& budget) noexcept : input_(input), budget_(budget) {}

  /// The next token. Valid until the next call. O(its bytes); throws std::bad_alloc
  const Token& next();

  /// Switches how the text that follows is read, as tree builders do after a start tag. In all modes but kData and
  /// kCdata only the end tag `name` ends the text; kCdata ends at "]]>", PLAINTEXT never.
  void set_mode(TextMode mode, std::string_view name) noexcept {
    mode_ = mode;
    end_name_ = name;
  }
  /// True: "<![CDATA[" begins a CDATA section, as inside of SVG and MathML.
  void set_foreign(bool is_foreign) noexcept { is_foreign_ = is_foreign; }

  [[nodiscard]] std::size_t position() const noexcept { return at_; }

 private:
  [[nodiscard]] bool pay();
  void read_data();
  void read_rcdata();
  void read_cdata();
  void read_raw(std::size_t text_end);
  [[nodiscard]] std::size_t find_script_end() const noexcept;
  [[nodiscard]] std::size_t find_end_tag(std::size_t from) const noexcept;
  [[nodiscard]] bool is_end_tag(std::size_t at, std::string_view name) const noexcept;
  void finish_text(std::size_t begin, std::size_t end);
  void flush(std::size_t from, std::size_t to);
  bool read_markup();
  void read_tag(TokenKind kind, std::size_t name_begin);
  void read_comment(std::size_t content);
  void read_bogus(std::size_t content);
  void set_range(TokenKind kind, std::size_t begin, std::size_t end) noexcept;

  std::string_view input_;
  Budget& budget_;
  std::size_t at_ = 0;
  std::size_t paid_ = 0;
  TextMode mode_ = TextMode::kData;
  bool is_foreign_ = false;
  std::string_view end_name_;
  Token token_;
  std::string scratch_;
  bool uses_scratch_ = false;
  std::size_t copied_ = 0;  // where the text begins that scratch_ does not have yet
  std::array<Attribute, kStoredAttributes> attributes_;
};

/// The value of an attribute: references decoded, line ends as LF, NUL as U+FFFD.
/// @return a view of `raw`, or of `scratch`. O(n); throws std::bad_alloc
[[nodiscard]] std::string_view decode_attribute(std::string_view raw, std::string& scratch);

/// Text without references: line ends as LF, NUL as U+FFFD. As decode_attribute().
[[nodiscard]] std::string_view decode_raw(std::string_view raw, std::string& scratch);

}  // namespace sluice::sanitize::html
