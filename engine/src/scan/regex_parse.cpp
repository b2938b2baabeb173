#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "scan/regex_tree.h"

namespace sluice::scan {

namespace {

using Kind = RegexNode::Kind;
using rules::ByteSet;

constexpr int kMaxNesting = 50;
constexpr std::uint64_t kMaxRepeat = 1'000;  // RE2's own limit, for nested repetitions together too

ByteSet fold_case(ByteSet set) {
  for (std::uint8_t lower = 'a'; lower <= 'z'; ++lower) {
    const auto upper = static_cast<std::uint8_t>(lower - 'a' + 'A');
    if (set.contains(lower)) set.add(upper);
    if (set.contains(upper)) set.add(lower);
  }
  return set;
}

bool is_word(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

int hex_value(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

struct Flags {
  bool is_caseless = false;
  bool dot_takes_newline = false;
};

std::uint64_t repeat_factor(const RegexNode& node) {
  std::uint64_t inner = 1;
  for (const RegexNode& child : node.children) inner = std::max(inner, repeat_factor(child));
  if (node.kind != Kind::kRepeat) return inner;
  const std::uint64_t count = node.max == kUnbounded ? node.min : node.max;
  return inner * std::max<std::uint64_t>(count, 1);  // at most 1000^2 here: the parser checks at each level
}

class Parser {
 public:
  explicit Parser(std::string_view pattern) : text_(pattern) {}

  Result<RegexNode> run() {
    RegexNode node = parse_alternation(0, Flags{});
    if (!error_ && pos_ < text_.size()) fail("')' without '('");
    if (error_) return *error_;
    return node;
  }

 private:
  bool at_end() const noexcept { return pos_ >= text_.size() || error_.has_value(); }
  char peek() const noexcept { return text_[pos_]; }
  bool looking_at(std::string_view what) const noexcept { return text_.substr(pos_).starts_with(what); }
  bool accept(std::string_view what) noexcept {
    if (!looking_at(what)) return false;
    pos_ += what.size();
    return true;
  }
  void fail(std::string reason) {
    if (error_) return;
    error_ = Error{ErrorCode::kPatternInvalid, "at offset " + std::to_string(pos_) + ": " + std::move(reason), pos_};
  }

  RegexNode class_node(ByteSet set, Flags flags) {
    if (flags.is_caseless) {
      set = fold_case(set);
      unsigned high = 0;
      for (unsigned byte = 128; byte < 256; ++byte) high += set.contains(static_cast<std::uint8_t>(byte)) ? 1U : 0U;
      if (high != 0 && high != 128) fail("bytes above 0x7f have no case; leave the flag i out or take all of them");
    }
    RegexNode node;
    node.kind = Kind::kClass;
    node.bytes = set;
    return node;
  }

  RegexNode parse_alternation(int depth, Flags flags) {
    RegexNode node;
    if (depth > kMaxNesting) {
      fail("nested more than 50 deep");
      return node;
    }
    node.kind = Kind::kAlternate;
    node.children.push_back(parse_concat(depth, flags));
    while (!at_end() && accept("|")) node.children.push_back(parse_concat(depth, flags));
    if (node.children.size() == 1) return std::move(node.children[0]);
    return node;
  }

  // `flags` is changed by `(?i)` for what follows in the group, as in RE2.
  RegexNode parse_concat(int depth, Flags& flags) {
    RegexNode node;
    node.kind = Kind::kConcat;
    while (!at_end() && peek() != '|' && peek() != ')') {
      std::optional<RegexNode> atom = parse_atom(depth, flags);
      if (atom) node.children.push_back(parse_repeat(std::move(*atom)));
    }
    return node;
  }

  std::optional<RegexNode> parse_atom(int depth, Flags& flags) {
    const char c = peek();
    switch (c) {
      case '^':
      case '$': fail("'^' and '$' are not accepted; use the keys before and after"); return std::nullopt;
      case '*':
      case '+':
      case '?': fail("nothing to repeat"); return std::nullopt;
      case '(': return parse_group(depth, flags);
      case '[': return parse_class(flags);
      case '.': {
        ++pos_;
        ByteSet all;
        all.add_range(0, 255);
        if (flags.dot_takes_newline) return class_node(all, Flags{});
        ByteSet newline;
        newline.add('\n');
        return class_node(newline.complement(), Flags{});
      }
      case '\\': {
        const std::optional<ByteSet> set = parse_escape();
        if (!set) return std::nullopt;
        return class_node(*set, flags);
      }
      default: break;
    }
    if (static_cast<unsigned char>(c) >= 0x80) {
      fail("a byte above 0x7f; patterns match bytes, write it as \\xHH");
      return std::nullopt;
    }
    ++pos_;
    ByteSet set;
    set.add(static_cast<std::uint8_t>(c));
    return class_node(set, flags);
  }

  std::optional<RegexNode> parse_group(int depth, Flags& flags) {
    ++pos_;  // '('
    bool is_secret = false;
    Flags inner = flags;
    if (accept("?P<")) {
      if (!accept("secret>")) {
        fail("a named group that is not called secret");
        return std::nullopt;
      }
      if (has_secret_) fail("a second group called secret");
      has_secret_ = true;
      is_secret = true;
    } else if (accept("?")) {
      if (!parse_flags(inner)) return std::nullopt;
      if (accept(")")) {
        flags = inner;
        return std::nullopt;
      }
      if (!accept(":")) {
        fail("an unknown kind of group; (...), (?:...), (?i:...) and (?P<secret>...) are accepted");
        return std::nullopt;
      }
    }
    RegexNode body = parse_alternation(depth + 1, inner);
    if (!error_ && !accept(")")) fail("'(' without ')'");
    if (!is_secret) return body;
    RegexNode node;
    node.kind = Kind::kSecret;
    node.children.push_back(std::move(body));
    return node;
  }

  bool parse_flags(Flags& flags) {
    bool is_on = true;
    while (!at_end() && peek() != ')' && peek() != ':') {
      switch (peek()) {
        case '-': is_on = false; break;
        case 'i': flags.is_caseless = is_on; break;
        case 's': flags.dot_takes_newline = is_on; break;
        default: fail("a flag or group that is not accepted; the flags are i and s"); return false;
      }
      ++pos_;
    }
    return true;
  }

  // Past a backslash: the bytes it stands for.
  std::optional<ByteSet> parse_escape() {
    ++pos_;
    if (at_end()) {
      fail("a backslash at the end");
      return std::nullopt;
    }
    const char c = text_[pos_++];
    ByteSet set;
    switch (c) {
      case 'd': return ByteSet::of_ranges("09");
      case 'D': return ByteSet::of_ranges("09").complement();
      case 'w': return ByteSet::of_ranges("09AZaz__");
      case 'W': return ByteSet::of_ranges("09AZaz__").complement();
      case 's': return ByteSet::of_ranges("\t\n\f\r  ");
      case 'S': return ByteSet::of_ranges("\t\n\f\r  ").complement();
      case 'a': set.add('\a'); return set;
      case 'f': set.add('\f'); return set;
      case 'n': set.add('\n'); return set;
      case 'r': set.add('\r'); return set;
      case 't': set.add('\t'); return set;
      case 'v': set.add('\v'); return set;
      case 'x': return parse_hex();
      default: break;
    }
    if (is_word(c) || static_cast<unsigned char>(c) >= 0x80) {
      --pos_;
      fail("an escape that is not accepted");
      return std::nullopt;
    }
    set.add(static_cast<std::uint8_t>(c));
    return set;
  }

  std::optional<ByteSet> parse_hex() {
    unsigned value = 0;
    int digits = 0;
    const bool is_braced = accept("{");
    while (!at_end() && hex_value(peek()) >= 0 && (is_braced ? value < 0x100 : digits < 2)) {
      value = value * 16 + static_cast<unsigned>(hex_value(peek()));
      ++digits;
      ++pos_;
    }
    if (value > 0xFF || (is_braced ? digits == 0 || !accept("}") : digits != 2)) {
      fail("\\x needs two hex digits, or \\x{..} a value up to ff");
      return std::nullopt;
    }
    ByteSet set;
    set.add(static_cast<std::uint8_t>(value));
    return set;
  }

  std::optional<RegexNode> parse_class(Flags flags) {
    ++pos_;  // '['
    const bool is_negated = accept("^");
    ByteSet set;
    bool is_first = true;
    while (true) {
      if (at_end()) {
        fail("'[' without ']'");
        return std::nullopt;
      }
      if (peek() == ']' && !is_first) break;
      if (!parse_class_item(set, is_first)) return std::nullopt;
      is_first = false;
    }
    ++pos_;
    if (flags.is_caseless) set = class_node(set, flags).bytes;
    return class_node(is_negated ? set.complement() : set, Flags{});
  }

  bool parse_class_item(ByteSet& set, bool is_first) {
    if (looking_at("[:")) return parse_posix(set);
    if (peek() == '-' && !is_first && !text_.substr(pos_ + 1).starts_with("]")) {
      fail("'-' inside a class; write \\-");
      return false;
    }
    std::optional<ByteSet> low = parse_class_byte();
    if (!low) return false;
    const std::string_view rest = text_.substr(std::min(pos_, text_.size()));
    if (rest.size() < 2 || rest[0] != '-' || rest[1] == ']') {
      set.add(*low);
      return true;
    }
    ++pos_;  // '-'
    const std::optional<ByteSet> high = parse_class_byte();
    if (!high) return false;
    const std::optional<std::uint8_t> first = single(*low);
    const std::optional<std::uint8_t> last = single(*high);
    if (!first || !last || *first > *last) {
      fail("a range that is not from a lower to a higher byte");
      return false;
    }
    set.add_range(*first, *last);
    return true;
  }

  std::optional<ByteSet> parse_class_byte() {
    if (at_end()) {
      fail("'[' without ']'");
      return std::nullopt;
    }
    if (peek() == '\\') return parse_escape();
    if (static_cast<unsigned char>(peek()) >= 0x80) {
      fail("a byte above 0x7f; patterns match bytes, write it as \\xHH");
      return std::nullopt;
    }
    ByteSet set;
    set.add(static_cast<std::uint8_t>(text_[pos_++]));
    return set;
  }

  bool parse_posix(ByteSet& set) {
    constexpr std::size_t kMark = 2;  // "[:" and ":]"
    const std::size_t name = pos_ + kMark;
    const std::size_t close = text_.find(":]", name);
    const std::optional<ByteSet> named =
        close == std::string_view::npos ? std::nullopt : rules::posix_class(text_.substr(name, close - name));
    if (named) {
      set.add(*named);
      pos_ = close + kMark;
      return true;
    }
    fail("a class name that is not known");
    return false;
  }

  static std::optional<std::uint8_t> single(const ByteSet& set) {
    std::optional<std::uint8_t> found;
    for (unsigned byte = 0; byte < 256; ++byte) {
      if (!set.contains(static_cast<std::uint8_t>(byte))) continue;
      if (found) return std::nullopt;
      found = static_cast<std::uint8_t>(byte);
    }
    return found;
  }

  RegexNode parse_repeat(RegexNode atom) {
    if (at_end()) return atom;
    std::uint64_t min = 0;
    std::uint64_t max = kUnbounded;
    if (accept("*")) {
    } else if (accept("+")) {
      min = 1;
    } else if (accept("?")) {
      max = 1;
    } else if (!parse_counts(min, max)) {
      return atom;
    }
    RegexNode node;
    node.kind = Kind::kRepeat;
    node.is_lazy = accept("?");
    if (min > kMaxRepeat || (max != kUnbounded && (max > kMaxRepeat || max < min))) {
      fail("a repetition that is not in order or above 1000");
      return atom;
    }
    if (!at_end() && (peek() == '*' || peek() == '+' || peek() == '?')) fail("two repetitions in a row");
    node.min = static_cast<std::uint32_t>(min);
    node.max = max;
    node.children.push_back(std::move(atom));
    if (repeat_factor(node) > kMaxRepeat) fail("nested repetitions of more than 1000 together");
    return node;
  }

  // `{n}`, `{n,}` or `{n,m}`; anything else after `{` would be a literal in RE2 and is refused as a likely mistake.
  bool parse_counts(std::uint64_t& min, std::uint64_t& max) {
    if (peek() != '{') return false;
    const std::size_t start = pos_;
    ++pos_;
    const std::optional<std::uint64_t> first = parse_number();
    std::optional<std::uint64_t> second = first;
    if (first && accept(",")) second = looking_at("}") ? std::optional<std::uint64_t>(kUnbounded) : parse_number();
    if (!first || !second || !accept("}")) {
      pos_ = start;
      fail("'{' that begins no repetition; write \\{");
      return false;
    }
    min = *first;
    max = *second;
    return true;
  }

  std::optional<std::uint64_t> parse_number() {
    std::uint64_t value = 0;
    const std::size_t start = pos_;
    while (!at_end() && peek() >= '0' && peek() <= '9' && value <= kMaxRepeat) {
      value = value * 10 + static_cast<std::uint64_t>(peek() - '0');
      ++pos_;
    }
    if (pos_ == start) return std::nullopt;
    return value;
  }

  std::string_view text_;
  std::size_t pos_ = 0;
  bool has_secret_ = false;
  std::optional<Error> error_;
};

}  // namespace

Result<RegexNode> parse_regex(std::string_view pattern) { return Parser(pattern).run(); }

}  // namespace sluice::scan
