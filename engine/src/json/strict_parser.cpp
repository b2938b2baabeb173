#include "json/strict_parser.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/checked.h"
#include "json/number.h"
#include "json/writer.h"

namespace sluice::json {

namespace {

constexpr std::uint64_t kMaxReported = 32;  // findings of one code; the rest is counted
constexpr std::uint64_t kPollEvery = 4096;
constexpr std::size_t kStringPadding = 16;
constexpr std::size_t kMaxExponentDigits = 9;
constexpr std::size_t kExactDigits = 17;  // what the shortest form of a double may have
constexpr std::uint64_t kCountMask = 0xFFFFFF;

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

int hex_value(char c) noexcept {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::uint64_t make_word(char letter, std::uint64_t payload) noexcept {
  return (static_cast<std::uint64_t>(static_cast<unsigned char>(letter)) << 56U) | payload;
}

bool is_container_letter(char c) noexcept { return c == '{' || c == '['; }

}  // namespace

Result<void> StrictParser::run() {
  tree_.words.clear();
  tree_.offsets.clear();
  tree_.string_bytes = 0;
  tree_.nodes = 0;
  tree_.was_changed = false;
  reserve_string(0);
  const bool is_parsed = document();
  report_uncounted();
  if (!is_parsed) return error_;
  if (is_rejected_) return error_;
  return {};
}

bool StrictParser::document() {
  if (!budget_.charge(Budget::Kind::kSteps, text_.size())) {
    findings_.add_exhausted(budget_);
    error_ = {ErrorCode::kBudgetExhausted, "the step budget does not allow to parse this JSON text", 0};
    return false;
  }
  push('r', 0, 0);
  if (text_.substr(0, 3) == "\xEF\xBB\xBF") {
    const OnAnomaly action = policy_.byte_order_mark == OnAnomaly::kReject ? OnAnomaly::kReject : OnAnomaly::kDrop;
    report(FindingCode::kJsonBom, action, 0, 3, "a byte order mark before the JSON value");
    at_ = 3;
  }
  skip_space();
  if (at_end()) return syntax(at_, "expected a JSON value, found nothing: the text is empty");
  if (!value()) return false;
  for (bool is_done = false; !is_done;) {
    if (!end_of_value(is_done)) return false;
  }
  skip_space();
  if (!at_end()) {
    return fail(FindingCode::kJsonTrailing, ErrorCode::kJsonInvalid, at_,
                "content after the JSON value, beginning with " + found_here() + "; one value is expected");
  }
  const std::uint64_t end = tree_.words.size();
  push('r', 0, text_.size());
  tree_.words[0] = make_word('r', end + 1);
  return true;
}

// Deals with everything between two values: closes containers, reads the next key, begins the next value.
bool StrictParser::end_of_value(bool& is_done) {
  if (stack_.empty()) {
    is_done = true;
    return true;
  }
  Frame& frame = stack_.back();
  const char closer = frame.is_object ? '}' : ']';
  skip_space();
  if (frame.key_id == 0) {  // right behind the opening bracket
    if (!at_end() && text_[at_] == closer) return close();
    if (at_end())
      return syntax(at_, frame.is_object ? "expected a key or '}', found the end of the text"
                                         : "expected a value or ']', found the end of the text");
    frame.key_id = 1;
    return frame.is_object ? key() : value();
  }
  if (frame.is_dropping) {
    tree_.words.resize(frame.key_id);
    tree_.offsets.resize(frame.key_id);
    tree_.string_bytes = frame.key_string_bytes;
    frame.is_dropping = false;
  } else {
    ++frame.count;
  }
  if (at_end()) {
    return syntax(at_, std::string("expected ',' or '") + closer + "', found the end of the text");
  }
  if (text_[at_] == closer) return close();
  if (text_[at_] != ',') return syntax(at_, std::string("expected ',' or '") + closer + "', found " + found_here());
  const std::size_t comma = at_++;
  skip_space();
  if (!at_end() && text_[at_] == closer) {
    return syntax(comma, std::string("expected another ") + (frame.is_object ? "member" : "value") +
                             " after ',', found '" + closer + "': JSON has no trailing commas");
  }
  return frame.is_object ? key() : value();
}

bool StrictParser::key() {
  if (at_end() || text_[at_] != '"') return syntax(at_, "expected a key in double quotes, found " + found_here());
  const std::size_t begin = at_;
  Frame& frame = stack_.back();
  frame.key_id = narrow<std::uint32_t>(tree_.words.size());
  frame.key_string_bytes = tree_.string_bytes;
  if (!string()) return false;
  const std::string_view name = Value(tree_.tape(), frame.key_id).text();
  frame.proto = proto_key(name);
  if (frame.proto == ProtoKey::kAlways) {
    frame.is_dropping = !report(FindingCode::kJsonProtoKey, policy_.proto_key, begin, at_,
                                "the key \"__proto__\", which changes a JavaScript prototype");
    frame.proto = ProtoKey::kNo;
  }
  skip_space();
  if (at_end() || text_[at_] != ':') return syntax(at_, "expected ':' after a key, found " + found_here());
  ++at_;
  return value();
}

bool StrictParser::value() {
  skip_space();
  if (at_end()) return syntax(at_, "expected a value, found the end of the text");
  if (!count_node()) return false;
  const char c = text_[at_];
  switch (c) {
    case '{': return open(true);
    case '[': return open(false);
    case '"': return string();
    case 't':
    case 'f':
    case 'n':
    case 'N':
    case 'I': return literal();
    default: break;
  }
  if (c == '-' || is_digit(c)) return number();
  if (c == '/' || c == '#') return syntax(at_, "expected a value, found " + found_here() + ": JSON has no comments");
  if (c == '\'') return syntax(at_, "expected a value, found \"'\": JSON strings stand in double quotes");
  return syntax(at_, "expected a value, found " + found_here());
}

bool StrictParser::count_node() {
  ++tree_.nodes;
  if (!budget_.charge(Budget::Kind::kNodes, 1)) {
    return fail(FindingCode::kJsonNodes, ErrorCode::kBudgetExhausted, at_,
                "more JSON values than the budget has left (at most " + std::to_string(budget_.limits().max_nodes) +
                    " in all)");
  }
  if (tree_.nodes % kPollEvery == 0 && !budget_.poll()) {
    findings_.add_exhausted(budget_);
    error_ = {ErrorCode::kBudgetExhausted, "the JSON text was not parsed to its end: deadline or stop request", at_};
    return false;
  }
  return true;
}

bool StrictParser::open(bool is_object) {
  const std::uint64_t max_depth = std::min(budget_.limits().max_depth, kMaxDepth);
  if (stack_.size() >= max_depth) {
    return fail(FindingCode::kJsonDepth, ErrorCode::kBudgetExhausted, at_,
                "nested deeper than " + std::to_string(max_depth) + " levels");
  }
  if (!stack_.empty() && is_object) {
    Frame& parent = stack_.back();
    if (parent.is_object && parent.proto == ProtoKey::kWithObject) {
      parent.proto = ProtoKey::kNo;
      const std::string name = quote(Value(tree_.tape(), parent.key_id).text());
      parent.is_dropping =
          !report(FindingCode::kJsonProtoKey, policy_.proto_key, static_cast<std::size_t>(tree_.offsets[parent.key_id]),
                  at_, "the key " + name + " holding an object, which can change a JavaScript prototype");
    }
  }
  Frame frame;
  frame.is_object = is_object;
  frame.id = narrow<std::uint32_t>(tree_.words.size());
  push(is_object ? '{' : '[', 0, at_);
  stack_.push_back(frame);
  ++at_;
  return true;
}

bool StrictParser::close() {
  const Frame frame = stack_.back();
  stack_.pop_back();
  push(frame.is_object ? '}' : ']', frame.id, at_);
  ++at_;
  const std::uint64_t after = tree_.words.size();
  if (after > std::numeric_limits<std::uint32_t>::max()) {
    return fail(FindingCode::kJsonNodes, ErrorCode::kBudgetExhausted, at_, "more values than one document may have");
  }
  tree_.words[frame.id] = make_word(frame.is_object ? '{' : '[', (std::min(frame.count, kCountMask) << 32U) | after);
  if (frame.is_object && frame.count > 1 && keys_.has_duplicates(Value(tree_.tape(), frame.id))) {
    settle_duplicates(frame);
  }
  return true;
}

void StrictParser::settle_duplicates(const Frame& frame) {
  const Value object(tree_.tape(), frame.id);
  const std::vector<std::uint32_t> repeated = KeyChecker::duplicates(object);
  for (const std::uint32_t id : repeated) {
    const std::string_view name = Value(tree_.tape(), id).text();
    const auto offset = static_cast<std::size_t>(tree_.offsets[id]);
    report(FindingCode::kJsonDuplicateKey, policy_.duplicate_key, offset, offset + 1,
           "the key " + (reported_[FindingCode::kJsonDuplicateKey] < kMaxReported ? quote(name) : std::string()) +
               " again in the same object");
  }
  if (policy_.duplicate_key == OnAnomaly::kDrop) remove_members(frame.id, repeated);
}

// Moves the members that stay over those that go; what moves holds absolute indexes, which move with it.
void StrictParser::remove_members(std::uint32_t object_id, const std::vector<std::uint32_t>& keys) {
  const Value object(tree_.tape(), object_id);
  const std::uint64_t count = object.size() - keys.size();
  const std::uint32_t end = object.next_id() - 1;
  auto next = keys.begin();
  std::uint32_t to = object_id + 1;
  for (std::uint32_t from = object_id + 1; from < end;) {
    const std::uint32_t after = Value(tree_.tape(), from + 1).next_id();
    if (next != keys.end() && *next == from) {
      ++next;
      from = after;
      continue;
    }
    const std::uint32_t shift = from - to;
    while (from < after) {
      const Value moved(tree_.tape(), from);
      const char letter = moved.letter();
      std::uint64_t word = tree_.words[from];
      if (is_container_letter(letter) || letter == '}' || letter == ']') word -= shift;
      const bool is_wide = letter == 'l' || letter == 'u' || letter == 'd';
      tree_.offsets[to] = tree_.offsets[from];
      if (is_wide) {
        tree_.words[to + 1] = tree_.words[from + 1];
        tree_.offsets[to + 1] = tree_.offsets[from + 1];
      }
      tree_.words[to] = word;
      from += is_wide ? 2 : 1;
      to += is_wide ? 2 : 1;
    }
  }
  tree_.offsets[to] = tree_.offsets[end];
  tree_.words[to] = make_word('}', object_id);
  tree_.words.resize(to + 1);
  tree_.offsets.resize(to + 1);
  tree_.words[object_id] = make_word('{', (std::min(count, kCountMask) << 32U) | (to + 1));
}

bool StrictParser::string() {
  const std::size_t quote_at = at_++;
  push('"', tree_.string_bytes, quote_at);
  const std::size_t begin = begin_string();
  const std::size_t content = tree_.string_bytes;
  while (true) {
    const std::size_t run = at_;
    while (!at_end()) {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c < 0x20 || c == '"' || c == '\\' || c >= 0x80) break;
      ++at_;
    }
    reserve_string(at_ - run + 4);
    std::copy_n(text_.data() + run, at_ - run, reinterpret_cast<char*>(tree_.strings.data()) + tree_.string_bytes);
    tree_.string_bytes += at_ - run;
    if (tree_.string_bytes - content > budget_.limits().max_string_bytes) {
      return fail(FindingCode::kJsonStringLength, ErrorCode::kBudgetExhausted, quote_at,
                  "a string or key longer than " + std::to_string(budget_.limits().max_string_bytes) + " bytes");
    }
    if (at_end()) return syntax(quote_at, "the string that begins here has no end");
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (c == '"') break;
    if (c == '\\') {
      if (!escape()) return false;
    } else if (c >= 0x80) {
      if (!multibyte()) return false;
    } else {
      std::string message = "a raw control character, byte ";
      message += std::to_string(static_cast<unsigned>(c));
      message += ", in a string; JSON wants it escaped";
      if (report(FindingCode::kJsonControl, policy_.control, at_, at_ + 1, std::move(message))) put(text_[at_]);
      tree_.was_changed = true;
      ++at_;
    }
  }
  ++at_;
  end_string(begin);
  return true;
}

bool StrictParser::escape() {
  const std::size_t begin = at_++;
  if (at_end()) return syntax(begin, "an escape without its character at the end of the text");
  const char c = text_[at_++];
  switch (c) {
    case '"':
    case '\\':
    case '/': put(c); return true;
    case 'b': put('\b'); return true;
    case 'f': put('\f'); return true;
    case 'n': put('\n'); return true;
    case 'r': put('\r'); return true;
    case 't': put('\t'); return true;
    case 'u': at_ = begin; return unicode_escape();
    default: return syntax(begin, "an escape that JSON does not have: \\" + quote(text_.substr(at_ - 1, 1)));
  }
}

bool StrictParser::unicode_escape() {
  const auto read_unit = [&](std::size_t at, std::uint32_t& unit) {
    if (at + 6 > text_.size() || text_[at] != '\\' || text_[at + 1] != 'u') return false;
    unit = 0;
    for (std::size_t i = 2; i < 6; ++i) {
      const int digit = hex_value(text_[at + i]);
      if (digit < 0) return false;
      unit = unit * 16 + static_cast<std::uint32_t>(digit);
    }
    return true;
  };
  const std::size_t begin = at_;
  std::uint32_t unit = 0;
  if (!read_unit(begin, unit)) return syntax(begin, "expected four hexadecimal digits after \\u");
  at_ += 6;
  if (unit >= 0xD800 && unit <= 0xDBFF) {
    std::uint32_t low = 0;
    if (read_unit(at_, low) && low >= 0xDC00 && low <= 0xDFFF) {
      at_ += 6;
      put_utf8(0x10000U + ((unit - 0xD800U) << 10U) + (low - 0xDC00U));
      return true;
    }
  }
  if (unit >= 0xD800 && unit <= 0xDFFF) {
    const OnAnomaly action = policy_.surrogate == OnAnomaly::kDrop ? OnAnomaly::kDrop : OnAnomaly::kReject;
    report(FindingCode::kJsonSurrogate, action, begin, at_, "half of a surrogate pair, which is no character");
    unit = 0xFFFD;
  }
  put_utf8(unit);
  return true;
}

bool StrictParser::multibyte() {
  std::uint32_t code_point = 0;
  const std::size_t length = detail::utf8_length(text_.substr(at_), code_point);
  if (length == 0) {
    const OnAnomaly action = policy_.invalid_utf8 == OnAnomaly::kDrop ? OnAnomaly::kDrop : OnAnomaly::kReject;
    report(FindingCode::kInvalidUtf8, action, at_, at_ + 1, "a byte that is not UTF-8 in a string");
    put_utf8(0xFFFD);
    ++at_;
    return true;
  }
  for (std::size_t i = 0; i < length; ++i) put(text_[at_ + i]);
  at_ += length;
  return true;
}

bool StrictParser::number() {
  const std::size_t begin = at_;
  const auto digits = [&] {
    const std::size_t start = at_;
    while (!at_end() && is_digit(text_[at_])) ++at_;
    return at_ - start;
  };
  if (text_[at_] == '-') {
    ++at_;
    if (text_.substr(at_, 8) == "Infinity") {
      at_ = begin;
      return literal();
    }
  }
  const std::size_t first = at_;
  if (digits() == 0) return syntax(at_, "expected a digit after '-', found " + found_here());
  if (text_[first] == '0' && at_ - first > 1)
    return syntax(first, "a number with a leading zero, which JSON does not have");
  bool is_integer_text = true;
  if (!at_end() && text_[at_] == '.') {
    is_integer_text = false;
    ++at_;
    if (digits() == 0) return syntax(at_, "expected a digit after '.', found " + found_here());
  }
  if (!at_end() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    is_integer_text = false;
    ++at_;
    if (!at_end() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
    const std::size_t exponent = at_;
    if (digits() == 0) return syntax(at_, "expected a digit of the exponent, found " + found_here());
    const std::size_t zeros = std::min(text_.find_first_not_of('0', exponent), at_) - exponent;
    const bool is_zero = text_.substr(begin, exponent - begin).find_first_of("123456789") == std::string_view::npos;
    if (!is_zero && at_ - exponent - zeros > kMaxExponentDigits) {
      return syntax(begin, "a number with an exponent of more than 9 digits");
    }
  }
  const std::string_view lexeme = text_.substr(begin, at_ - begin);
  const char* const last = lexeme.data() + lexeme.size();
  if (is_integer_text) {
    std::int64_t small = 0;
    if (std::from_chars(lexeme.data(), last, small).ec == std::errc{}) {
      push('l', 0, begin);
      push_raw(static_cast<std::uint64_t>(small), begin);
      return true;
    }
    std::uint64_t large = 0;
    if (lexeme[0] != '-' && std::from_chars(lexeme.data(), last, large).ec == std::errc{}) {
      push('u', 0, begin);
      push_raw(large, begin);
      return true;
    }
  } else {
    double approximate = 0;
    const bool is_in_range = std::from_chars(lexeme.data(), last, approximate).ec == std::errc{};
    const Decimal exact = Decimal::of_text(lexeme);
    if (exact.is_zero()) approximate = lexeme[0] == '-' ? -0.0 : 0.0;
    const bool is_normal = is_in_range && std::fpclassify(approximate) == FP_NORMAL;
    if (exact.is_zero() || (is_normal && exact.digits().size() <= kExactDigits) ||
        (is_in_range && std::isfinite(approximate) && Decimal::of_double(approximate) == exact)) {
      push('d', 0, begin);
      push_raw(std::bit_cast<std::uint64_t>(approximate), begin);
      return true;
    }
  }
  if (!report(FindingCode::kJsonBigNumber, policy_.big_number, begin, at_,
              "a number of " + std::to_string(lexeme.size()) +
                  " characters that 64 bits or a double cannot hold exactly") &&
      policy_.big_number == OnAnomaly::kDrop) {
    push('n', 0, begin);
    return true;
  }
  if (lexeme.size() > budget_.limits().max_string_bytes) {
    return fail(FindingCode::kJsonStringLength, ErrorCode::kBudgetExhausted, begin,
                "a number longer than " + std::to_string(budget_.limits().max_string_bytes) + " bytes");
  }
  push('Z', tree_.string_bytes, begin);
  const std::size_t start = begin_string();
  reserve_string(lexeme.size());
  std::copy(lexeme.begin(), lexeme.end(), reinterpret_cast<char*>(tree_.strings.data()) + tree_.string_bytes);
  tree_.string_bytes += lexeme.size();
  end_string(start);
  return true;
}

bool StrictParser::literal() {
  struct Word {
    std::string_view text;
    char letter;
  };
  constexpr Word kWords[] = {{"true", 't'}, {"false", 'f'},  {"null", 'n'},
                             {"NaN", 0},    {"Infinity", 0}, {"-Infinity", 0}};
  for (const Word& word : kWords) {
    if (text_.substr(at_, word.text.size()) != word.text) continue;
    const std::size_t begin = at_;
    at_ += word.text.size();
    if (word.letter != 0) {
      push(word.letter, 0, begin);
      return true;
    }
    const OnAnomaly action = policy_.non_finite == OnAnomaly::kDrop ? OnAnomaly::kDrop : OnAnomaly::kReject;
    report(FindingCode::kJsonNonFinite, action, begin, at_, std::string(word.text) + ", which JSON does not have");
    push('n', 0, begin);
    return true;
  }
  return syntax(at_, "expected a value, found " + found_here());
}

void StrictParser::skip_space() noexcept {
  while (!at_end()) {
    const char c = text_[at_];
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return;
    ++at_;
  }
}

void StrictParser::push(char letter, std::uint64_t payload, std::size_t offset) {
  push_raw(make_word(letter, payload), offset);
}

void StrictParser::push_raw(std::uint64_t word, std::size_t offset) {
  tree_.words.push_back(word);
  tree_.offsets.push_back(offset);
}

void StrictParser::reserve_string(std::size_t bytes) {
  const std::size_t needed = tree_.string_bytes + bytes + kStringPadding;
  if (needed > tree_.strings.size()) tree_.strings.resize(std::max(needed, tree_.strings.size() * 2));
}

std::size_t StrictParser::begin_string() {
  reserve_string(sizeof(std::uint32_t));
  const std::size_t begin = tree_.string_bytes;
  tree_.string_bytes += sizeof(std::uint32_t);
  return begin;
}

void StrictParser::end_string(std::size_t begin) {
  const auto length = narrow<std::uint32_t>(tree_.string_bytes - begin - sizeof(std::uint32_t));
  std::memcpy(tree_.strings.data() + begin, &length, sizeof(length));
  reserve_string(1);
  put('\0');
}

void StrictParser::put_utf8(std::uint32_t code_point) {
  reserve_string(4);
  const auto tail = [](std::uint32_t bits) { return static_cast<char>(0x80U | (bits & 0x3FU)); };
  if (code_point < 0x80) {
    put(static_cast<char>(code_point));
  } else if (code_point < 0x800) {
    put(static_cast<char>(0xC0U | (code_point >> 6U)));
    put(tail(code_point));
  } else if (code_point < 0x10000) {
    put(static_cast<char>(0xE0U | (code_point >> 12U)));
    put(tail(code_point >> 6U));
    put(tail(code_point));
  } else {
    put(static_cast<char>(0xF0U | (code_point >> 18U)));
    put(tail(code_point >> 12U));
    put(tail(code_point >> 6U));
    put(tail(code_point));
  }
}

std::string StrictParser::quote(std::string_view raw) const {
  return '"' + report_text(as_bytes(raw), policy_.scrubber).str() + '"';
}

std::string StrictParser::found_here() const {
  if (at_end()) return "the end of the text";
  std::uint32_t code_point = 0;
  const bool is_ascii = static_cast<unsigned char>(text_[at_]) < 0x80;
  const std::size_t length =
      is_ascii ? 1 : std::max<std::size_t>(detail::utf8_length(text_.substr(at_), code_point), 1);
  return quote(text_.substr(at_, length));
}

bool StrictParser::syntax(std::size_t offset, std::string message) {
  return fail(FindingCode::kJsonSyntax, ErrorCode::kJsonInvalid, offset, std::move(message));
}

bool StrictParser::fail(FindingCode code, ErrorCode error, std::size_t offset, std::string message) {
  const Position position = position_at(source_, offset);
  Finding finding;
  finding.code = code;
  finding.severity = Severity::kMedium;
  finding.effect = Decision::kQuarantine;
  finding.is_complete = false;
  finding.where = {offset, offset, position.line, position.column, Layer::kRaw, {}};
  finding.detail = engine_text(message);
  findings_.add(std::move(finding));
  if (!is_rejected_) {
    error_ = {error,
              "line " + std::to_string(position.line) + ", column " + std::to_string(position.column) + ": " + message,
              offset};
  }
  return false;
}

bool StrictParser::report(FindingCode code, OnAnomaly action, std::size_t offset, std::size_t end,
                          std::string message) {
  const bool is_rejected = action == OnAnomaly::kReject;
  if (action == OnAnomaly::kDrop) tree_.was_changed = true;
  std::uint64_t& count = reported_[code];
  if (++count > kMaxReported && !(is_rejected && !is_rejected_)) return action == OnAnomaly::kKeep;
  const Position position = position_at(source_, offset);
  Finding finding;
  finding.code = code;
  finding.severity = is_rejected ? Severity::kMedium : Severity::kLow;
  finding.effect =
      is_rejected ? Decision::kReject : (action == OnAnomaly::kDrop ? Decision::kSanitize : Decision::kAllow);
  finding.where = {offset, end, position.line, position.column, Layer::kRaw, {}};
  finding.detail = engine_text(message);
  findings_.add(std::move(finding));
  if (is_rejected && !is_rejected_) {
    is_rejected_ = true;
    error_ = {ErrorCode::kJsonInvalid,
              "line " + std::to_string(position.line) + ", column " + std::to_string(position.column) + ": " + message,
              offset};
  }
  return action == OnAnomaly::kKeep;
}

void StrictParser::report_uncounted() {
  for (const auto& [code, count] : reported_) {
    if (count <= kMaxReported) continue;
    Finding finding;
    finding.code = code;
    finding.severity = Severity::kLow;
    finding.count = count - kMaxReported;
    finding.detail = "more of the same, counted only";
    findings_.add(std::move(finding));
  }
}

}  // namespace sluice::json
