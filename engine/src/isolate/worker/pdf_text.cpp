#include "isolate/worker/pdf_text.h"

// This must come first of qpdf.
#include "isolate/worker/qpdf_types.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <qpdf/BufferInputSource.hh>
#include <qpdf/QPDFTokenizer.hh>
#include <vector>

#include "isolate/pdf_schema.h"

namespace sluice::isolate {

namespace {

using Token = QPDFTokenizer::Token;
using TokenType = QPDFTokenizer::token_type_e;

constexpr std::size_t kMaxOperands = 4096;  // Differences of a dash or a TJ line
constexpr std::size_t kMaxArrayDepth = 16;
constexpr double kWordGap = -180;  // thousandths of an em; a wider one reads as a blank
constexpr std::size_t kMaxMappedCodes = 65'536;

// Tokens of a text, one after the other.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : source_(std::make_shared<BufferInputSource>("content", std::string(text))) {
    tokenizer_.allowEOF();
    tokenizer_.includeIgnorable();
  }
  // The next token that says something.
  Token next() {
    while (true) {
      Token token = tokenizer_.readToken(source_, "content", true);
      if (token.getType() != TokenType::tt_space && token.getType() != TokenType::tt_comment) return token;
    }
  }
  // Call it after ID, which one blank follows.
  void expect_inline_image() {
    char blank = 0;
    static_cast<void>(source_->read(&blank, 1));
    tokenizer_.expectInlineImage(source_);
  }

 private:
  std::shared_ptr<InputSource> source_;
  QPDFTokenizer tokenizer_;
};

void append_utf8(std::string& out, std::uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6U));
    out += static_cast<char>(0x80 | (c & 0x3FU));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12U));
    out += static_cast<char>(0x80 | ((c >> 6U) & 0x3FU));
    out += static_cast<char>(0x80 | (c & 0x3FU));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18U));
    out += static_cast<char>(0x80 | ((c >> 12U) & 0x3FU));
    out += static_cast<char>(0x80 | ((c >> 6U) & 0x3FU));
    out += static_cast<char>(0x80 | (c & 0x3FU));
  }
}

std::string from_utf16(std::string_view bytes, std::uint32_t add) {
  std::vector<std::uint32_t> units;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    units.push_back((static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << 8U) |
                    static_cast<unsigned char>(bytes[i + 1]));
  }
  if (!units.empty()) units.back() = (units.back() + add) & 0xFFFFU;
  std::string out;
  for (std::size_t i = 0; i < units.size(); ++i) {
    std::uint32_t c = units[i];
    if (c >= 0xD800 && c < 0xDC00 && i + 1 < units.size() && units[i + 1] >= 0xDC00 && units[i + 1] < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10U) + (units[++i] - 0xDC00);
    } else if (c >= 0xD800 && c < 0xE000) {
      c = 0xFFFD;
    }
    append_utf8(out, c);
  }
  return out;
}

std::uint32_t code_of(std::string_view bytes) {
  std::uint32_t code = 0;
  for (const char c : bytes.substr(0, 4)) code = (code << 8U) | static_cast<unsigned char>(c);
  return code;
}

// The one spelling of a string that we write: literal where it is plain, else hexadecimal.
std::string spell_string(std::string_view value) {
  const bool is_plain = std::all_of(value.begin(), value.end(), [](char c) { return c >= ' ' && c <= '~'; });
  std::string out;
  if (is_plain) {
    out = "(";
    for (const char c : value) {
      if (c == '(' || c == ')' || c == '\\') out += '\\';
      out += c;
    }
    return out + ")";
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  out = "<";
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out + ">";
}

// A string, or a distance between two of them.
struct Piece {
  std::string text;
  double gap = 0;
};

class Rewriter {
 public:
  Rewriter(std::string_view content, const std::map<std::string, FontReading>& fonts, PdfJob& job)
      : tokens_(content), fonts_(fonts), job_(job) {}

  std::string run() {
    while (true) {
      const Token token = tokens_.next();
      switch (token.getType()) {
        case TokenType::tt_eof: end_line(); return std::move(out_);
        case TokenType::tt_word: take_operator(token.getValue()); break;
        case TokenType::tt_inline_image: take_inline_image(token.getValue()); break;
        default: take_operand(token); break;
      }
    }
  }

 private:
  void take_operand(const Token& token) {
    if (operand_count_ >= kMaxOperands) {
      is_overlong_ = true;
      return;
    }
    std::string spelled;
    switch (token.getType()) {
      case TokenType::tt_array_open: open('[', spelled); break;
      case TokenType::tt_dict_open: open('<', spelled); break;
      case TokenType::tt_array_close: close('[', spelled); break;
      case TokenType::tt_dict_close: close('<', spelled); break;
      case TokenType::tt_string:
        spelled = spell_string(token.getValue());
        pieces_.push_back({token.getValue(), 0});
        break;
      case TokenType::tt_name:
        spelled = QPDFObjectHandle::newName(token.getValue()).unparse();
        last_name_ = token.getValue();
        // A stray number sign.
        if (last_name_.find('\0') != std::string::npos) is_overlong_ = true;
        break;
      case TokenType::tt_integer:
      case TokenType::tt_real:
        spelled = token.getValue();
        pieces_.push_back({{}, std::strtod(spelled.c_str(), nullptr)});
        break;
      case TokenType::tt_bool:
      case TokenType::tt_null: spelled = token.getValue(); break;
      default: is_overlong_ = true; return;  // braces and what is broken: the operator goes
    }
    if (!operands_.empty()) operands_ += ' ';
    operands_ += spelled;
    ++operand_count_;
  }

  void open(char kind, std::string& spelled) {
    nesting_ += kind;
    if (nesting_.size() > kMaxArrayDepth) is_overlong_ = true;
    spelled = kind == '[' ? "[" : "<<";
  }
  void close(char kind, std::string& spelled) {
    if (nesting_.empty() || nesting_.back() != kind) {
      is_overlong_ = true;
    } else {
      nesting_.pop_back();
    }
    spelled = kind == '[' ? "]" : ">>";
  }

  void take_operator(const std::string& word) {
    const bool is_good = is_pdf_operator(word) && !is_overlong_ && nesting_.empty() && word != "ID" && word != "EI";
    if (word == "ID" && is_in_image_ && !is_overlong_ && nesting_.empty()) {
      // The data follows one blank; qpdf finds its end.
      image_head_ = operands_;
      forget_operands();
      tokens_.expect_inline_image();
      return;
    }
    if (word == "EI") {
      is_in_image_ = false;
      forget_operands();
      return;
    }
    if (!is_good) {
      job_.note(Note::kOther);
      forget_operands();
      return;
    }
    if (word == "BI") {
      is_in_image_ = true;
      forget_operands();
      return;
    }
    is_in_image_ = false;
    show(word);
    out_ += operands_;
    if (!operands_.empty()) out_ += ' ';
    out_ += word;
    out_ += '\n';
    forget_operands();
  }

  void take_inline_image(const std::string& data) {
    if (image_head_.find("/JBIG2") != std::string::npos || image_head_.find("/JPX") != std::string::npos) {
      throw Refused{Status::kUnsupported, Note::kCoding};
    }
    // qpdf's token ends before EI, with the blank that stands there.
    std::string_view bytes = data;
    if (!bytes.empty() && (bytes.back() == '\n' || bytes.back() == ' ' || bytes.back() == '\r')) bytes.remove_suffix(1);
    out_ += "BI\n";
    out_ += image_head_;
    out_ += "\nID ";
    out_ += bytes;
    out_ += "\nEI\n";
    image_head_.clear();
  }

  void forget_operands() {
    operands_.clear();
    operand_count_ = 0;
    is_overlong_ = false;
    nesting_.clear();
    pieces_.clear();
    last_name_.clear();
  }

  // Keeps what a text operator shows.
  void show(const std::string& word) {
    if (word == "Tf") {
      const auto found = fonts_.find(last_name_.empty() ? last_name_ : last_name_.substr(1));
      font_ = found == fonts_.end() ? nullptr : &found->second;
    } else if (word == "Tj" || word == "'" || word == "\"") {
      if (word != "Tj") end_line();
      for (const Piece& piece : pieces_) read(piece.text);
    } else if (word == "TJ") {
      for (const Piece& piece : pieces_) {
        if (piece.text.empty() && piece.gap < kWordGap) {
          if (!line_.empty()) line_ += ' ';
          if (!raw_.empty()) raw_ += ' ';
        }
        read(piece.text);
      }
    } else if (word == "Td" || word == "TD" || word == "T*" || word == "Tm" || word == "ET") {
      end_line();
    } else {
      // Strings of marked content: alternate texts and the like.
      for (const Piece& piece : pieces_) job_.add_text(piece.text);
    }
  }

  void read(std::string_view codes) {
    if (font_ == nullptr || font_->characters.empty()) {
      line_ += codes;
      return;
    }
    for (std::size_t i = 0; i + font_->code_bytes <= codes.size(); i += font_->code_bytes) {
      const auto found = font_->characters.find(code_of(codes.substr(i, font_->code_bytes)));
      line_ += found == font_->characters.end() ? std::string("\xEF\xBF\xBD") : found->second;
    }
    // The map may lie about codes that a reader without it shows as they are.
    if (font_->code_bytes == 1) raw_ += codes;
  }

  void end_line() {
    if (raw_ != line_) job_.add_text(std::move(raw_));
    job_.add_text(std::move(line_));
    line_.clear();
    raw_.clear();
  }

  Tokens tokens_;
  const std::map<std::string, FontReading>& fonts_;
  PdfJob& job_;
  std::string out_;
  std::string operands_;
  std::size_t operand_count_ = 0;
  bool is_overlong_ = false;
  std::string nesting_;
  std::vector<Piece> pieces_;
  std::string last_name_;
  bool is_in_image_ = false;
  std::string image_head_;
  const FontReading* font_ = nullptr;
  std::string line_;
  std::string raw_;
};

}  // namespace

std::map<std::uint32_t, std::string> read_to_unicode(std::string_view cmap) {
  std::map<std::uint32_t, std::string> characters;
  Tokens tokens(cmap);
  std::vector<Token> held;
  while (true) {
    const Token token = tokens.next();
    if (token.getType() == TokenType::tt_eof || characters.size() > kMaxMappedCodes) return characters;
    if (token.getType() != TokenType::tt_word) {
      if (held.size() < 3 * kMaxOperands) held.push_back(token);
      continue;
    }
    const auto is_string = [&](std::size_t i) { return i < held.size() && held[i].getType() == TokenType::tt_string; };
    if (token.getValue() == "endbfchar") {
      for (std::size_t i = 0; is_string(i) && is_string(i + 1); i += 2) {
        characters[code_of(held[i].getValue())] = from_utf16(held[i + 1].getValue(), 0);
      }
    } else if (token.getValue() == "endbfrange") {
      std::size_t i = 0;
      while (is_string(i) && is_string(i + 1) && i + 2 < held.size()) {
        const std::uint32_t first = code_of(held[i].getValue());
        const std::uint32_t last = std::min(code_of(held[i + 1].getValue()), first + 0xFFFF);
        i += 2;
        if (is_string(i)) {
          for (std::uint32_t code = first; code <= last && characters.size() <= kMaxMappedCodes; ++code) {
            characters[code] = from_utf16(held[i].getValue(), code - first);
          }
          ++i;
        } else if (held[i].getType() == TokenType::tt_array_open) {
          std::uint32_t code = first;
          for (++i; is_string(i); ++i) characters[code++] = from_utf16(held[i].getValue(), 0);
          if (i < held.size()) ++i;  // the closing bracket
        } else {
          break;
        }
      }
    }
    held.clear();
  }
}

std::string rewrite_content(std::string_view content, const std::map<std::string, FontReading>& fonts, PdfJob& job) {
  return Rewriter(content, fonts, job).run();
}

}  // namespace sluice::isolate
