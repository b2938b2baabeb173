#include "json/pattern_parser.h"

#include <algorithm>
#include <utility>

#include "json/pattern_class.h"
#include "json/pattern_escape.h"

namespace sluice::json {

namespace {

constexpr std::size_t kMaxNesting = 100;
// A property is hundreds of ranges, thousands of instructions of RE2 for each copy.
constexpr std::uint32_t kMaxPropertyCopies = 16;

using Kind = PatternTokenKind;

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) noexcept {
  return a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

class PatternParser {
 public:
  explicit PatternParser(std::string_view source) : source_(source), escapes_(source) {}

  Result<ParsedPattern> run() {
    while (at_ < source_.size()) {
      if (!term()) return Error{code_, reason_ + " at byte " + std::to_string(at_), at_};
    }
    if (!open_.empty()) {
      return Error{ErrorCode::kPatternInvalid, "a group without its ')' at byte " + std::to_string(open_.back().at),
                   open_.back().at};
    }
    out_.written_out = sum_;
    return std::move(out_);
  }

 private:
  struct Group {
    std::size_t at = 0;
    std::uint64_t sum_before = 0;
    bool is_look_around = false;
  };

  bool fail(std::string reason) {
    reason_ = std::move(reason);
    return false;
  }

  void put(Kind kind, std::uint32_t value = 0) {
    PatternToken token;
    token.kind = kind;
    token.value = value;
    out_.tokens.push_back(token);
  }

  bool put_assertion(Kind kind) {
    put(kind);
    can_repeat_ = false;
    return true;
  }

  bool put_character(std::uint32_t code_point) {
    if (code_point >= 0xD800 && code_point <= 0xDFFF) return put_set({});  // legal, and in no text
    put(Kind::kCharacter, code_point);
    return put_size(1);
  }

  bool put_set(PatternSet set) {
    for (const PropertyUse& use : set.properties) {
      out_.has_properties = true;
      out_.has_backtracking_property = out_.has_backtracking_property || use.property.linear.empty();
    }
    const auto known = std::find(out_.sets.begin(), out_.sets.end(), set);
    const auto index = static_cast<std::uint32_t>(known - out_.sets.begin());
    if (known == out_.sets.end()) out_.sets.push_back(std::move(set));
    put(Kind::kSet, index);
    return put_size(1);
  }

  // What a following quantifier repeats.
  bool put_size(std::uint64_t size) {
    last_size_ = size;
    sum_ = sum_ > UINT64_MAX - size ? UINT64_MAX : sum_ + size;
    can_repeat_ = true;
    return true;
  }

  bool term() {
    const char c = source_[at_];
    switch (c) {
      case '^': ++at_; return put_assertion(Kind::kBegin);
      case '$': ++at_; return put_assertion(Kind::kEnd);
      case '|': ++at_; return put_assertion(Kind::kOr);
      case '.': ++at_; return put_set({line_end_set().complement(), {}, false});
      case '(': return group();
      case ')': return close();
      case '[': return char_class();
      case '\\': return escape();
      case '*':
      case '+':
      case '?':
      case '{': return quantifier();
      case ']':
      case '}': return fail(std::string("a '") + c + "' that closes nothing; the character is written \\" + c);
      default: return literal();
    }
  }

  bool literal() {
    std::uint32_t code_point = 0;
    if (!escapes_.read_character(at_, code_point)) return fail("text that is not UTF-8");
    return put_character(code_point);
  }

  bool group() {
    struct Opening {
      std::string_view text;
      Kind kind;
    };
    static constexpr Opening kOpenings[] = {{"(?:", Kind::kOpen},
                                            {"(?=", Kind::kLookAhead},
                                            {"(?!", Kind::kNotLookAhead},
                                            {"(?<=", Kind::kLookBehind},
                                            {"(?<!", Kind::kNotLookBehind}};
    if (open_.size() >= kMaxNesting) {
      code_ = ErrorCode::kPatternTooLarge;
      return fail("groups nested more than " + std::to_string(kMaxNesting) + " deep");
    }
    const std::size_t begin = at_;
    const std::string_view rest = source_.substr(at_);
    Kind kind = Kind::kOpen;
    const auto* const opening = std::find_if(std::begin(kOpenings), std::end(kOpenings), [&](const Opening& entry) {
      return rest.substr(0, entry.text.size()) == entry.text;
    });
    if (opening != std::end(kOpenings)) {
      kind = opening->kind;
      at_ += opening->text.size();
    } else if (rest.substr(0, 3) == "(?<") {
      if (!group_name()) return false;
    } else if (rest.substr(0, 2) == "(?") {
      return fail("a kind of group that ECMA-262 does not have, or flags inside a pattern");
    } else {
      ++at_;
    }
    put(kind);
    open_.push_back({begin, sum_, kind != Kind::kOpen});
    out_.has_look_around = out_.has_look_around || kind != Kind::kOpen;
    sum_ = 0;
    can_repeat_ = false;
    return true;
  }

  bool group_name() {
    const std::size_t begin = at_ + 3;
    const std::size_t end = source_.find('>', begin);
    const auto is_name_byte = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
             static_cast<unsigned char>(c) >= 0x80;
    };
    if (end == std::string_view::npos || end == begin || (source_[begin] >= '0' && source_[begin] <= '9') ||
        !std::all_of(source_.begin() + static_cast<std::ptrdiff_t>(begin),
                     source_.begin() + static_cast<std::ptrdiff_t>(end), is_name_byte)) {
      return fail("a group name that is no identifier");
    }
    const std::string_view name = source_.substr(begin, end - begin);
    if (std::find(names_.begin(), names_.end(), name) != names_.end()) return fail("a second group of the same name");
    names_.push_back(name);
    at_ = end + 1;
    return true;
  }

  bool close() {
    if (open_.empty()) return fail("a ')' that closes nothing; the character is written \\)");
    ++at_;
    const Group group = open_.back();
    open_.pop_back();
    put(Kind::kClose);
    const std::uint64_t inside = sum_;
    sum_ = group.sum_before;
    put_size(std::max<std::uint64_t>(inside, 1));
    can_repeat_ = !group.is_look_around;
    return true;
  }

  // Digits of a count; beyond 32 bits they say "very many" alike.
  bool read_count(std::uint32_t& count) {
    const std::size_t begin = at_;
    std::uint64_t value = 0;
    for (; at_ < source_.size() && source_[at_] >= '0' && source_[at_] <= '9'; ++at_) {
      value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(source_[at_] - '0'),
                                      PatternToken::kUnlimited - 1);
    }
    count = static_cast<std::uint32_t>(value);
    return at_ > begin;
  }

  bool quantifier() {
    const char c = source_[at_];
    if (!can_repeat_) {
      return fail(std::string("nothing to repeat before '") + c + "'; the character is written \\" + c);
    }
    PatternToken token;
    token.kind = Kind::kRepeat;
    token.min = c == '+' ? 1 : 0;
    token.max = c == '?' ? 1 : PatternToken::kUnlimited;
    ++at_;
    if (c == '{') {
      const std::size_t brace = at_ - 1;
      bool is_ok = read_count(token.min);
      token.max = token.min;
      if (is_ok && at_ < source_.size() && source_[at_] == ',') {
        ++at_;
        if (!read_count(token.max)) token.max = PatternToken::kUnlimited;
      }
      is_ok = is_ok && at_ < source_.size() && source_[at_] == '}';
      if (!is_ok) {
        at_ = brace;
        return fail("a '{' that begins no {n}, {n,} or {n,m}; the character is written \\{");
      }
      if (token.max < token.min) {
        at_ = brace;
        return fail("a repetition whose least count is above its greatest");
      }
      ++at_;
    }
    if (at_ < source_.size() && source_[at_] == '?') {
      token.is_lazy = true;
      ++at_;
    }
    const std::uint32_t copies = token.max == PatternToken::kUnlimited ? token.min : token.max;
    const PatternToken& repeated = out_.tokens.back();
    if (copies > kMaxPropertyCopies && repeated.kind == Kind::kSet && !out_.sets[repeated.value].properties.empty()) {
      out_.has_repeated_property = true;
    }
    sum_ -= std::min(sum_, last_size_);
    put_size(saturating_product(last_size_, std::max(copies, 1U)));
    out_.tokens.push_back(token);
    can_repeat_ = false;
    return true;
  }

  bool escape() {
    PatternEscape found;
    if (!escapes_.read(at_, false, found)) return fail(escapes_.reason());
    switch (found.kind) {
      case PatternEscape::Kind::kCharacter: return put_character(found.code_point);
      case PatternEscape::Kind::kClass: return put_set(std::move(found.set));
      case PatternEscape::Kind::kWordBoundary:
      case PatternEscape::Kind::kNotWordBoundary: break;
    }
    const bool is_negated = found.kind == PatternEscape::Kind::kNotWordBoundary;
    out_.has_word_boundary = true;
    out_.has_not_word_boundary = out_.has_not_word_boundary || is_negated;
    return put_assertion(is_negated ? Kind::kNotWordBoundary : Kind::kWordBoundary);
  }

  bool char_class() {
    PatternSet set;
    if (!read_character_class(escapes_, source_, at_, set, reason_)) return false;
    return put_set(std::move(set));
  }

  std::string_view source_;
  PatternEscapes escapes_;
  std::size_t at_ = 0;
  ErrorCode code_ = ErrorCode::kPatternInvalid;
  std::string reason_;
  ParsedPattern out_;
  std::vector<Group> open_;
  std::vector<std::string_view> names_;
  std::uint64_t sum_ = 0;  // written_out of the group being read
  std::uint64_t last_size_ = 0;
  bool can_repeat_ = false;
};

}  // namespace

Result<ParsedPattern> parse_pattern(std::string_view source) { return PatternParser(source).run(); }

}  // namespace sluice::json
