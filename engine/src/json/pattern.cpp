#include "json/pattern.h"

#include <array>
#include <utility>

namespace sluice::json {

namespace {

// ECMA-262 WhiteSpace and LineTerminator, and all that is not, as class bodies.
constexpr std::string_view kSpace =
    R"(\t\n\x0b\x0c\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff})";
constexpr std::string_view kNotSpace =
    R"(\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e})"
    R"(\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{d7ff}\x{e000}-\x{fefe}\x{ff00}-\x{10ffff})";
// ASCII classes spelled out, since PCRE2's own follow Unicode here.
constexpr std::string_view kDigit = "0-9";
constexpr std::string_view kNotDigit = R"(\x{0}-\x{2f}\x{3a}-\x{d7ff}\x{e000}-\x{10ffff})";
constexpr std::string_view kWord = "0-9A-Za-z_";
constexpr std::string_view kNotWord =
    R"(\x{0}-\x{2f}\x{3a}-\x{40}\x{5b}-\x{5e}\x{60}\x{7b}-\x{d7ff}\x{e000}-\x{10ffff})";
constexpr std::string_view kWordBoundary = "(?:(?<=[0-9A-Za-z_])(?![0-9A-Za-z_])|(?<![0-9A-Za-z_])(?=[0-9A-Za-z_]))";
constexpr std::string_view kNoWordBoundary = "(?:(?<=[0-9A-Za-z_])(?=[0-9A-Za-z_])|(?<![0-9A-Za-z_])(?![0-9A-Za-z_]))";
constexpr std::string_view kNoLineEnd = R"([^\n\r\x{2028}\x{2029}])";

using Name = std::pair<std::string_view, std::string_view>;
// Long names of general categories; RE2 has the short ones only.
constexpr std::array<Name, 13> kCategories{{{"Letter", "L"},
                                            {"Lowercase_Letter", "Ll"},
                                            {"Uppercase_Letter", "Lu"},
                                            {"Mark", "M"},
                                            {"Number", "N"},
                                            {"Decimal_Number", "Nd"},
                                            {"digit", "Nd"},  // no name of ECMA-262's, but the suite's
                                            {"Punctuation", "P"},
                                            {"Symbol", "S"},
                                            {"Separator", "Z"},
                                            {"Space_Separator", "Zs"},
                                            {"Other", "C"},
                                            {"Control", "Cc"}}};

bool is_hex(char c) noexcept { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

class Translator {
 public:
  Translator(std::string_view source, bool for_backtracking) : source_(source), for_backtracking_(for_backtracking) {}

  Result<TranslatedPattern> run() {
    while (at_ < source_.size()) {
      const char c = source_[at_];
      bool is_ok = true;
      switch (c) {
        case '\\': is_ok = escape(false); break;
        case '[': is_ok = char_class(); break;
        case '(': is_ok = group(); break;
        case '.':
          out_.text += kNoLineEnd;
          ++at_;
          break;
        case '$':
          out_.text += "\\z";
          ++at_;
          break;
        case '*':
        case '+':
        case '?':
        case '}':
          out_.text += c;
          ++at_;
          // A second + is a possessive quantifier elsewhere; ECMA-262 has none.
          if (at_ < source_.size() && source_[at_] == '+') is_ok = fail("nothing to repeat before '+'");
          break;
        default: out_.text += c; ++at_;
      }
      if (!is_ok) {
        return Error{ErrorCode::kPatternInvalid, reason_ + " at byte " + std::to_string(at_), at_};
      }
    }
    return std::move(out_);
  }

 private:
  bool fail(std::string reason) {
    reason_ = std::move(reason);
    return false;
  }

  bool group() {
    ++at_;
    out_.text += '(';
    if (at_ >= source_.size() || source_[at_] != '?') return true;
    const std::string_view rest = source_.substr(at_);
    for (const std::string_view look : {"?=", "?!", "?<=", "?<!"}) {
      if (rest.substr(0, look.size()) != look) continue;
      out_.has_look_around = true;
      out_.text += look;
      at_ += look.size();
      return true;
    }
    if (rest.substr(0, 2) == "?:") {
      out_.text += "?:";
      at_ += 2;
      return true;
    }
    if (rest.substr(0, 2) == "?<") {
      out_.text += "?P<";  // RE2 of 2022 has this spelling only; PCRE2 has both
      at_ += 2;
      return true;
    }
    return fail("a group kind that JSON schemas do not have");
  }

  bool char_class() {
    ++at_;
    bool is_negated = false;
    if (at_ < source_.size() && source_[at_] == '^') {
      is_negated = true;
      ++at_;
    }
    if (at_ < source_.size() && source_[at_] == ']') {  // empty: matches nothing, negated anything
      ++at_;
      out_.text += is_negated ? R"([\x{0}-\x{10ffff}])" : R"([^\x{0}-\x{10ffff}])";
      return true;
    }
    out_.text += is_negated ? "[^" : "[";
    while (at_ < source_.size() && source_[at_] != ']') {
      const char c = source_[at_];
      if (c == '\\') {
        if (!escape(true)) return false;
        continue;
      }
      // `[` begins a POSIX class elsewhere; `&`, `~`, `|` repeated are set operations in newer engines.
      if (c == '[') out_.text += '\\';
      out_.text += c;
      ++at_;
    }
    if (at_ >= source_.size()) return fail("a character class without its ']'");
    out_.text += ']';
    ++at_;
    return true;
  }

  // Inside a class the ranges stand alone, negated ones written out.
  void put_class(bool in_class, std::string_view outside, std::string_view inside, bool is_negated) {
    if (in_class) {
      out_.text += inside;
      return;
    }
    out_.text += is_negated ? "[^" : "[";
    out_.text += outside;
    out_.text += ']';
  }

  void put_code_point(std::uint32_t value) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string digits;
    do {
      digits.insert(digits.begin(), kHex[value & 0xFU]);
      value >>= 4U;
    } while (value != 0);
    out_.text += "\\x{" + digits + '}';
  }

  bool read_hex(std::size_t at, std::size_t count, std::uint32_t& value) const {
    if (at + count > source_.size()) return false;
    value = 0;
    for (std::size_t i = at; i < at + count; ++i) {
      const char c = source_[i];
      if (!is_hex(c)) return false;
      value = value * 16 + static_cast<std::uint32_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return true;
  }

  bool unicode_escape() {
    std::uint32_t value = 0;
    if (at_ < source_.size() && source_[at_] == '{') {
      const std::size_t end = source_.find('}', at_);
      if (end == std::string_view::npos || end - at_ < 2 || end - at_ > 9 || !read_hex(at_ + 1, end - at_ - 1, value)) {
        return fail("a broken \\u{...}");
      }
      at_ = end + 1;
    } else {
      if (!read_hex(at_, 4, value)) return fail("\\u without four hexadecimal digits");
      at_ += 4;
      std::uint32_t low = 0;
      if (value >= 0xD800 && value <= 0xDBFF && source_.substr(at_, 2) == "\\u" && read_hex(at_ + 2, 4, low) &&
          low >= 0xDC00 && low <= 0xDFFF) {
        value = 0x10000U + ((value - 0xD800U) << 10U) + (low - 0xDC00U);
        at_ += 6;
      }
    }
    if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return fail("\\u of something that is no character");
    put_code_point(value);
    return true;
  }

  bool property(char letter) {
    if (at_ >= source_.size() || source_[at_] != '{') return fail("\\p without its {name}");
    const std::size_t end = source_.find('}', at_);
    if (end == std::string_view::npos) return fail("\\p without its {name}");
    std::string_view name = source_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    const std::size_t equals = name.find('=');
    if (equals != std::string_view::npos) {
      const std::string_view kind = name.substr(0, equals);
      if (kind != "Script" && kind != "sc" && kind != "General_Category" && kind != "gc") {
        return fail("a property that is not supported: " + std::string(name));
      }
      name.remove_prefix(equals + 1);
    }
    for (const Name& category : kCategories) {
      if (category.first == name) name = category.second;
    }
    for (const char c : name) {
      if (c != '_' && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z')) return fail("a broken property name");
    }
    // PCRE2 alone knows these.
    if (name == "Extended_Pictographic" || name.substr(0, 5) == "Emoji") out_.has_look_around = true;
    out_.text += std::string("\\") + letter + '{' + std::string(name) + '}';
    return true;
  }

  bool escape(bool in_class) {
    if (at_ + 1 >= source_.size()) return fail("a backslash at the end");
    const char c = source_[at_ + 1];
    at_ += 2;
    switch (c) {
      case 's': put_class(in_class, kSpace, kSpace, false); return true;
      case 'S': put_class(in_class, kSpace, kNotSpace, true); return true;
      case 'b': out_.text += in_class ? "\\x08" : (for_backtracking_ ? kWordBoundary : "\\b"); return true;
      case 'B':
        if (in_class) return fail("\\B in a character class");
        out_.text += for_backtracking_ ? kNoWordBoundary : "\\B";
        return true;
      case 'd': put_class(in_class, kDigit, kDigit, false); return true;
      case 'D': put_class(in_class, kDigit, kNotDigit, true); return true;
      case 'w': put_class(in_class, kWord, kWord, false); return true;
      case 'W': put_class(in_class, kWord, kNotWord, true); return true;
      case 't':
      case 'n':
      case 'r':
      case 'f':
        out_.text += '\\';
        out_.text += c;
        return true;
      case 'v': out_.text += "\\x0b"; return true;
      case '0':
        if (at_ < source_.size() && source_[at_] >= '0' && source_[at_] <= '9') return fail("an octal escape");
        out_.text += "\\x00";
        return true;
      case 'c': {
        if (at_ >= source_.size()) return fail("\\c without its letter");
        const char letter = static_cast<char>(source_[at_] | 0x20);
        if (letter < 'a' || letter > 'z') return fail("\\c without its letter");
        ++at_;
        put_code_point(static_cast<std::uint32_t>(letter - 'a' + 1));
        return true;
      }
      case 'x': {
        std::uint32_t value = 0;
        if (!read_hex(at_, 2, value)) return fail("\\x without two hexadecimal digits");
        at_ += 2;
        put_code_point(value);
        return true;
      }
      case 'u': return unicode_escape();
      case 'p':
      case 'P': return property(c);
      default: break;
    }
    if (c >= '1' && c <= '9') return fail("a back-reference, which needs a backtracking engine without bounds");
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (is_letter || static_cast<unsigned char>(c) >= 0x80) {
      return fail(std::string("an escape that ECMA-262 does not have: \\") + (is_letter ? std::string(1, c) : "?"));
    }
    out_.text += '\\';
    out_.text += c;
    return true;
  }

  std::string_view source_;
  bool for_backtracking_;
  std::size_t at_ = 0;
  std::string reason_;
  TranslatedPattern out_;
};

}  // namespace

Result<TranslatedPattern> translate_pattern(std::string_view source) {
  Result<TranslatedPattern> translated = Translator(source, false).run();
  if (!translated || !translated->has_look_around) return translated;
  return Translator(source, true).run();
}

Result<SchemaPattern> SchemaPattern::compile(std::string_view source) {
  Result<TranslatedPattern> translated = translate_pattern(source);
  if (!translated) return std::move(translated).error();
  SchemaPattern pattern;
  if (translated->has_look_around) {
    Result<regex::BacktrackingRegex> compiled = regex::BacktrackingRegex::compile(translated->text);
    if (!compiled) return std::move(compiled).error();
    pattern.backtracking_ = std::move(compiled).value();
    return pattern;
  }
  regex::RegexOptions options;
  options.is_utf8 = true;
  Result<regex::Regex> compiled = regex::Regex::compile(translated->text, options);
  if (!compiled) return std::move(compiled).error();
  pattern.linear_ = std::move(compiled).value();
  return pattern;
}

regex::BacktrackOutcome SchemaPattern::search(std::string_view text) const {
  if (backtracking_) return backtracking_->search(text);
  return linear_->search(as_bytes(text)) ? regex::BacktrackOutcome::kMatch : regex::BacktrackOutcome::kNoMatch;
}

}  // namespace sluice::json
