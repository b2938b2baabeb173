#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "json/number.h"
#include "json/strict_parser.h"

namespace sluice::json {

namespace {

constexpr std::size_t kMaxExponentDigits = 9;
constexpr std::size_t kExactDigits = 17;  // what the shortest form of a double may have

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

}  // namespace

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
  return unexpected("a value");
}

}  // namespace sluice::json
