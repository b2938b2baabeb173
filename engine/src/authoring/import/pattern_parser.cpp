#include <algorithm>
#include <optional>
#include <utility>

#include "authoring/import/class_parser.h"
#include "authoring/import/pattern_classes.h"
#include "authoring/import/pattern_tree.h"
#include "scan/regex_tree.h"

namespace sluice::authoring::importing {
namespace {

using rules::ByteSet;
using Kind = PatternNode::Kind;

constexpr std::size_t kMaxPattern = 8192;
constexpr int kMaxNesting = 50;
constexpr std::uint64_t kMaxCount = 1'000'000;

struct Flags {
  bool is_caseless = false;
  bool dot_takes_newline = false;
  bool is_multi_line = false;
  bool is_extended = false;
  bool is_ungreedy = false;
};

class Parser {
 public:
  Parser(std::string_view pattern, PatternDialect dialect) : cursor_(pattern), dialect_(dialect) {
    out_.capture_names.emplace_back();
  }

  Result<ForeignPattern> run() {
    if (cursor_.size() > kMaxPattern) {
      return Error{ErrorCode::kPatternInvalid, "more than 8192 bytes", 0};
    }
    Flags flags;
    out_.root = parse_alternation(0, flags);
    if (!cursor_.failed() && !cursor_.at_end()) cursor_.fail("')' without '('");
    if (cursor_.failed()) return cursor_.error();
    out_.approximations = cursor_.take_approximations();
    return std::move(out_);
  }

 private:
  // `flags` is the caller's copy for this group: `(?i)` inside changes it for the alternatives that follow too.
  PatternNode parse_alternation(int depth, Flags flags) {
    PatternNode node;
    if (depth > kMaxNesting) {
      cursor_.fail("nested more than 50 deep");
      return node;
    }
    node.kind = Kind::kAlternate;
    node.children.push_back(parse_concat(depth, flags));
    while (cursor_.accept("|")) node.children.push_back(parse_concat(depth, flags));
    if (node.children.size() == 1) return std::move(node.children[0]);
    return node;
  }

  PatternNode parse_concat(int depth, Flags& flags) {
    PatternNode node;
    node.kind = Kind::kConcat;
    while (true) {
      skip_blanks(flags);
      if (cursor_.at_end() || cursor_.peek() == '|' || cursor_.peek() == ')') return node;
      std::optional<PatternNode> atom = parse_atom(depth, flags);
      if (cursor_.failed()) return node;
      if (atom) add_repeated(std::move(*atom), flags, node.children);
    }
  }

  void skip_blanks(const Flags& flags) {
    while (!cursor_.at_end()) {
      if (cursor_.looking_at("(?#")) {
        cursor_.skip_past(')');
      } else if (flags.is_extended && is_blank(cursor_.peek())) {
        cursor_.next();
      } else if (flags.is_extended && cursor_.peek() == '#') {
        cursor_.skip_past('\n');
      } else {
        return;
      }
    }
  }

  std::optional<PatternNode> parse_atom(int depth, Flags& flags) {
    switch (cursor_.peek()) {
      case '^':
        cursor_.next();
        return assertion_node(flags.is_multi_line ? Assertion::kLineBegin : Assertion::kTextBegin);
      case '$': cursor_.next(); return assertion_node(flags.is_multi_line ? Assertion::kLineEnd : Assertion::kTextEnd);
      case '*':
      case '+':
      case '?': cursor_.fail("nothing to repeat"); return std::nullopt;
      case '(': return parse_group(depth, flags);
      case '[': {
        ByteSet set = parse_class(cursor_, dialect_, flags.is_caseless, flags.is_extended);
        return class_pattern(set);
      }
      case '.': {
        cursor_.next();
        ByteSet all = range(0, 255);
        return class_pattern(flags.dot_takes_newline ? all : without(all, range('\n', '\n')));
      }
      case '\\': return parse_escape(flags);
      default: return literal(flags);
    }
  }

  // A character above U+007F is the row of its bytes.
  PatternNode literal(const Flags& flags) {
    PatternNode row;
    row.kind = Kind::kConcat;
    do {
      ByteSet set = range(static_cast<std::uint8_t>(cursor_.peek()), static_cast<std::uint8_t>(cursor_.peek()));
      row.children.push_back(class_pattern(flags.is_caseless ? fold_case(set) : set));
      cursor_.next();
    } while (!cursor_.at_end() && (static_cast<unsigned char>(cursor_.peek()) & 0xC0U) == 0x80U);
    if (row.children.size() == 1) return std::move(row.children[0]);
    return row;
  }

  PatternNode code_point(std::uint32_t value, const Flags& flags) {
    if (value < 0x80 || (dialect_ == PatternDialect::kRust && value < 0x100)) {
      const ByteSet set = range(value, value);
      return class_pattern(flags.is_caseless ? fold_case(set) : set);
    }
    PatternNode row;
    row.kind = Kind::kConcat;
    for (const char c : utf8_of(value)) {
      row.children.push_back(class_pattern(range(static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(c))));
    }
    return row;
  }

  std::optional<PatternNode> parse_escape(const Flags& flags) {
    cursor_.next();
    if (cursor_.at_end()) {
      cursor_.fail("a backslash at the end");
      return std::nullopt;
    }
    switch (cursor_.peek()) {
      case 'b': cursor_.next(); return assertion_node(Assertion::kWordBoundary);
      case 'B': cursor_.next(); return assertion_node(Assertion::kNotWordBoundary);
      case 'A': cursor_.next(); return assertion_node(Assertion::kTextBegin);
      case 'z': cursor_.next(); return assertion_node(Assertion::kTextEnd);
      case 'Z': cursor_.next(); return assertion_node(Assertion::kLineEnd);
      case 'Q': return quoted(flags);
      default: break;
    }
    const std::optional<ClassItem> item = parse_class_escape(cursor_, dialect_);
    if (!item) return std::nullopt;
    if (item->is_code_point) return code_point(item->code_point, flags);
    return class_pattern(flags.is_caseless ? fold_case(item->set) : item->set);
  }

  PatternNode quoted(const Flags& flags) {
    cursor_.next();
    PatternNode row;
    row.kind = Kind::kConcat;
    while (!cursor_.at_end() && !cursor_.accept("\\E")) row.children.push_back(literal(flags));
    return row;
  }

  std::optional<PatternNode> parse_group(int depth, Flags& flags) {
    cursor_.next();  // '('
    Flags inner = flags;
    PatternNode node;
    if (cursor_.accept("?<=") || cursor_.accept("?<!") || cursor_.accept("?=") || cursor_.accept("?!")) {
      const char kind = cursor_.previous();
      const bool is_behind = cursor_.previous(2) == '<';
      node = assertion_node(kind == '=' ? (is_behind ? Assertion::kBehind : Assertion::kAhead)
                                        : (is_behind ? Assertion::kNotBehind : Assertion::kNotAhead));
    } else if (cursor_.accept("?P<") || cursor_.accept("?<")) {
      node.kind = Kind::kCapture;
      node.capture = out_.capture_names.size();
      out_.capture_names.push_back(cursor_.take_until('>'));
    } else if (cursor_.accept("?>")) {
      node.kind = Kind::kConcat;
      cursor_.approximate("an atomic group was read as a plain one");
    } else if (cursor_.accept("?")) {
      if (!parse_flags(inner)) return std::nullopt;
      if (cursor_.accept(")")) {
        flags = inner;
        return std::nullopt;
      }
      if (!cursor_.accept(":")) {
        cursor_.fail("a kind of group that cannot be translated");
        return std::nullopt;
      }
      node.kind = Kind::kConcat;
    } else {
      node.kind = Kind::kCapture;
      node.capture = out_.capture_names.size();
      out_.capture_names.emplace_back();
    }
    node.children.push_back(parse_alternation(depth + 1, inner));
    if (!cursor_.failed() && !cursor_.accept(")")) cursor_.fail("'(' without ')'");
    return node;
  }

  bool parse_flags(Flags& flags) {
    bool is_on = true;
    while (!cursor_.at_end() && cursor_.peek() != ')' && cursor_.peek() != ':') {
      switch (cursor_.peek()) {
        case '-': is_on = false; break;
        case 'i': flags.is_caseless = is_on; break;
        case 's': flags.dot_takes_newline = is_on; break;
        case 'm': flags.is_multi_line = is_on; break;
        case 'x': flags.is_extended = is_on; break;
        case 'U': flags.is_ungreedy = is_on; break;
        case 'u': break;  // bytes are matched here either way
        default: cursor_.fail("a flag or group that cannot be translated"); return false;
      }
      cursor_.next();
    }
    return true;
  }

  // A quantifier takes the last byte of a literal only, and none takes an assertion or a flag.
  void add_repeated(PatternNode atom, const Flags& flags, std::vector<PatternNode>& out) {
    int rounds = 0;
    while (true) {
      skip_blanks(flags);
      std::uint64_t min = 0;
      std::uint64_t max = scan::kUnbounded;
      if (cursor_.accept("*")) {
      } else if (cursor_.accept("+")) {
        min = 1;
      } else if (cursor_.accept("?")) {
        max = 1;
      } else if (!parse_counts(min, max, flags)) {
        out.push_back(std::move(atom));
        return;
      }
      if (++rounds > 2 || atom.kind == Kind::kAssertion) {
        cursor_.fail("a repetition of a repetition or of a boundary");
        return;
      }
      PatternNode node;
      node.kind = Kind::kRepeat;
      node.min = min;
      node.max = max;
      node.is_lazy = flags.is_ungreedy;
      if (cursor_.accept("?")) {
        node.is_lazy = !node.is_lazy;
      } else if (cursor_.accept("+")) {
        cursor_.approximate("a possessive repetition was read as a greedy one");
      }
      node.children.push_back(std::move(atom));
      atom = std::move(node);
    }
  }

  // `{n}`, `{n,}`, `{n,m}`; any other brace is itself.
  bool parse_counts(std::uint64_t& min, std::uint64_t& max, const Flags& flags) {
    const std::size_t start = cursor_.offset();
    if (!cursor_.accept("{")) return false;
    skip_blanks(flags);
    const std::optional<std::uint64_t> first = cursor_.take_number(kMaxCount);
    std::optional<std::uint64_t> second = first;
    skip_blanks(flags);
    if (first && cursor_.accept(",")) {
      skip_blanks(flags);
      second =
          cursor_.looking_at("}") ? std::optional<std::uint64_t>(scan::kUnbounded) : cursor_.take_number(kMaxCount);
    }
    skip_blanks(flags);
    if (!first || !second || !cursor_.accept("}")) {
      cursor_.go_to(start);
      return false;
    }
    if (*second < *first) cursor_.fail("a repetition that is not in order");
    min = *first;
    max = *second;
    return true;
  }

  PatternCursor cursor_;
  PatternDialect dialect_;
  ForeignPattern out_;
};

}  // namespace

Result<ForeignPattern> parse_foreign_pattern(std::string_view pattern, PatternDialect dialect) {
  return Parser(pattern, dialect).run();
}

}  // namespace sluice::authoring::importing
