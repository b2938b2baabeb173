#include "authoring/import/class_parser.h"

#include "authoring/import/pattern_classes.h"

namespace sluice::authoring::importing {
namespace {

using rules::ByteSet;

constexpr int kMaxClassNesting = 8;
constexpr std::uint32_t kMaxCodePoint = 0x10FFFF;

ClassItem set_item(const ByteSet& set) {
  ClassItem item;
  item.set = set;
  return item;
}

ClassItem character(std::uint32_t code_point) {
  ClassItem item;
  item.is_code_point = true;
  item.code_point = code_point;
  return item;
}

int hex_value(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// `\xHH`, `\uHHHH` or either with braces.
std::optional<ClassItem> parse_hex(PatternCursor& cursor, int digits) {
  const bool is_braced = cursor.accept("{");
  std::uint32_t value = 0;
  int read = 0;
  while (!cursor.at_end() && hex_value(cursor.peek()) >= 0 && (is_braced ? read < 8 : read < digits)) {
    value = value * 16 + static_cast<std::uint32_t>(hex_value(cursor.peek()));
    ++read;
    cursor.next();
  }
  if (read == 0 || (is_braced ? !cursor.accept("}") : read != digits) || value > kMaxCodePoint) {
    cursor.fail("an escape with a wrong number of hex digits");
    return std::nullopt;
  }
  return character(value);
}

std::optional<ClassItem> parse_unicode(PatternCursor& cursor, bool is_negated) {
  std::string name(1, '\0');
  if (cursor.accept("{")) {
    name = cursor.take_until('}');
  } else if (!cursor.at_end()) {
    name[0] = cursor.peek();
    cursor.next();
  }
  if (name.starts_with("^")) {
    is_negated = !is_negated;
    name.erase(0, 1);
  }
  const std::optional<ByteSet> ascii = unicode_class(name);
  if (!ascii) {
    cursor.fail("a Unicode class that is not known here");
    return std::nullopt;
  }
  cursor.approximate("a Unicode class was read as its ASCII part and every byte above 0x7f");
  ByteSet set = is_negated ? intersection(ascii->complement(), range(0, 0x7F)) : *ascii;
  set.add(high_bytes());
  return set_item(set);
}

std::uint32_t take_character(PatternCursor& cursor) {
  const auto lead = static_cast<unsigned char>(cursor.peek());
  cursor.next();
  if (lead < 0xC0) return lead;
  std::uint32_t value = lead >= 0xF0 ? lead & 7U : lead >= 0xE0 ? lead & 15U : lead & 31U;
  while (!cursor.at_end() && (static_cast<unsigned char>(cursor.peek()) & 0xC0U) == 0x80U) {
    value = (value << 6U) | (static_cast<unsigned char>(cursor.peek()) & 0x3FU);
    cursor.next();
  }
  return value;
}

class ClassParser {
 public:
  ClassParser(PatternCursor& cursor, PatternDialect dialect, bool is_caseless, bool is_extended)
      : cursor_(cursor), dialect_(dialect), is_caseless_(is_caseless), skips_blanks_(is_extended) {}

  ByteSet parse(int depth) {
    cursor_.next();  // '['
    const bool is_negated = cursor_.accept("^");
    ByteSet set;
    bool is_first = true;
    while (true) {
      while (skips_blanks_ && !cursor_.at_end() && is_blank(cursor_.peek())) cursor_.next();
      if (cursor_.at_end()) {
        cursor_.fail("'[' without ']'");
        return set;
      }
      if (cursor_.peek() == ']' && !is_first) break;
      if (dialect_ == PatternDialect::kRust && (cursor_.looking_at("&&") || cursor_.looking_at("~~"))) {
        cursor_.fail("an intersection of classes");
        return set;
      }
      add_item(set, depth);
      is_first = false;
    }
    cursor_.next();
    if (is_caseless_) set = fold_case(set);
    if (!is_negated) return set;
    // Of a class that takes some characters above U+007F and not others, no byte of them can be left out.
    ByteSet out = set.complement();
    if (widened_) out.add(high_bytes());
    return out;
  }

 private:
  void add_item(ByteSet& set, int depth) {
    if (cursor_.looking_at("[:")) {
      cursor_.accept("[:");
      const bool is_negated = cursor_.accept("^");
      const std::string name = cursor_.take_until(':');
      const std::optional<ByteSet> named = rules::posix_class(name);
      if (!named || !cursor_.accept("]")) {
        cursor_.fail("a class name that is not known");
        return;
      }
      set.add(is_negated ? named->complement() : *named);
      return;
    }
    if (cursor_.peek() == '[' && dialect_ == PatternDialect::kRust) {
      if (depth >= kMaxClassNesting) {
        cursor_.fail("classes nested more than 8 deep");
        return;
      }
      set.add(parse(depth + 1));
      return;
    }
    const std::optional<ClassItem> low = take();
    if (!low) return;
    if (!cursor_.looking_at("-") || cursor_.looking_at("-]") || !low->is_code_point) {
      add(set, *low);
      return;
    }
    cursor_.next();
    const std::optional<ClassItem> high = take();
    if (!high) return;
    if (!high->is_code_point || high->code_point < low->code_point) {
      cursor_.fail("a range that is not from a lower to a higher character");
      return;
    }
    add_range(set, low->code_point, high->code_point);
  }

  std::optional<ClassItem> take() {
    if (cursor_.at_end()) {
      cursor_.fail("'[' without ']'");
      return std::nullopt;
    }
    if (!cursor_.accept("\\")) return character(take_character(cursor_));
    if (cursor_.accept("b")) return character('\b');
    return parse_class_escape(cursor_, dialect_);
  }

  void add(ByteSet& set, const ClassItem& item) {
    if (item.is_code_point) {
      add_range(set, item.code_point, item.code_point);
    } else {
      set.add(item.set);
    }
  }

  void add_range(ByteSet& set, std::uint32_t first, std::uint32_t last) {
    if (first < 0x80) set.add(range(first, last < 0x80 ? last : 0x7F));
    if (last < 0x80) return;
    if (last > 0xFF || dialect_ == PatternDialect::kGo) {
      set.add(high_bytes());
      // Every character from U+0080 on is every byte above 0x7f, so nothing is lost.
      if (first <= 0x80 && last == kMaxCodePoint) return;
      widened_ = true;
      cursor_.approximate("characters above U+007F in a class were read as every byte above 0x7f");
      return;
    }
    set.add(range(first < 0x80 ? 0x80 : first, last));
  }

  PatternCursor& cursor_;
  PatternDialect dialect_;
  bool is_caseless_;
  bool skips_blanks_;
  bool widened_ = false;
};

}  // namespace

std::string utf8_of(std::uint32_t code_point) {
  std::string out;
  const auto tail = [code_point](unsigned shift) { return static_cast<char>(0x80U | ((code_point >> shift) & 0x3FU)); };
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0U | (code_point >> 6U));
    out += tail(0);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0U | (code_point >> 12U));
    out += tail(6);
    out += tail(0);
  } else {
    out += static_cast<char>(0xF0U | (code_point >> 18U));
    out += tail(12);
    out += tail(6);
    out += tail(0);
  }
  return out;
}

std::optional<ClassItem> parse_class_escape(PatternCursor& cursor, PatternDialect dialect) {
  if (cursor.at_end()) {
    cursor.fail("a backslash at the end");
    return std::nullopt;
  }
  const char c = cursor.peek();
  if (const std::optional<ByteSet> set = perl_class(c, dialect)) {
    cursor.next();
    return set_item(*set);
  }
  const bool is_word = word_bytes().contains(static_cast<std::uint8_t>(c));
  if (!is_word || c == '_') return character(take_character(cursor));
  cursor.next();
  switch (c) {
    case 'a': return character('\a');
    case 'e': return character(0x1B);
    case 'f': return character('\f');
    case 'n': return character('\n');
    case 'r': return character('\r');
    case 't': return character('\t');
    case 'v': return character('\v');
    case 'x': return parse_hex(cursor, 2);
    case 'u': return parse_hex(cursor, 4);
    case 'U': return parse_hex(cursor, 8);
    case 'p': return parse_unicode(cursor, false);
    case 'P': return parse_unicode(cursor, true);
    case 'h': return set_item(*rules::posix_class("blank"));
    case '0': return character(0);
    default: break;
  }
  cursor.fail(c >= '1' && c <= '9' ? "a back-reference" : "an escape that cannot be translated");
  return std::nullopt;
}

ByteSet parse_class(PatternCursor& cursor, PatternDialect dialect, bool is_caseless, bool is_extended) {
  return ClassParser(cursor, dialect, is_caseless, is_extended).parse(0);
}

}  // namespace sluice::authoring::importing
