#include "json/canonical.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <new>
#include <string>
#include <vector>

#include "core/guard.h"
#include "json/number_text.h"
#include "json/output_block.h"

namespace sluice::json {

namespace {

constexpr std::int64_t kMaxExact = 9'007'199'254'740'991;  // 2^53 - 1

class Canonicalizer {
 public:
  Canonicalizer(const Document& document, Budget& budget, CanonicalProblem& problem)
      : document_(document), budget_(budget), problem_(problem), block_(budget, document.source().size() + 16) {}

  Result<Bytes> run() {
    char* at = write_all(block_.begin());
    if (at != nullptr) at = block_.flush(at);
    if (at != nullptr) return block_.take();
    if (problem_.fault != CanonicalFault::kNone) {
      return Error{ErrorCode::kJsonInvalid,
                   problem_.fault == CanonicalFault::kNumber
                       ? "a number is no double of ECMAScript, so that RFC 8785 has no form for it alone"
                       : "an object has the same key twice, which RFC 8785 does not allow",
                   0};
    }
    return Error{ErrorCode::kBudgetExhausted,
                 "the canonical JSON exceeds the budget of " +
                     std::string(Budget::kind_name(budget_.exhausted().value_or(Budget::Kind::kOutputBytes))),
                 0};
  }

 private:
  // An open array goes on at `next`; an open object at the key `keys_[next]`, up to the end of `keys_`.
  struct Frame {
    bool is_object;
    std::size_t next;
    std::size_t begin;  // of the object's keys in `keys_`
    std::size_t end;    // id of the array's closing bracket
  };

  char* write_all(char* at) {
    if ((at = write_value(at, document_.root())) == nullptr) return nullptr;
    while (!frames_.empty()) {
      if (block_.is_full(at) && (at = block_.flush(at)) == nullptr) return nullptr;
      Frame& frame = frames_.back();
      if (frame.next == (frame.is_object ? keys_.size() : frame.end)) {
        *at++ = frame.is_object ? '}' : ']';
        if (frame.is_object) keys_.resize(frame.begin);
        frames_.pop_back();
        continue;
      }
      Value value;
      if (frame.is_object) {
        const Value key = document_.at(keys_[frame.next]);
        if (frame.next != frame.begin) *at++ = ',';
        if ((at = write_string<false>(block_, at, key.text())) == nullptr) return nullptr;
        *at++ = ':';
        value = document_.at(key.id() + 1);
        ++frame.next;
      } else {
        value = document_.at(static_cast<std::uint32_t>(frame.next));
        if (frame.next != frame.begin) *at++ = ',';
        frame.next = value.next_id();
      }
      if ((at = write_value(at, value)) == nullptr) return nullptr;  // may move the frames
    }
    return at;
  }

  char* write_value(char* at, const Value& value) {
    switch (value.letter()) {
      case '[':
        *at++ = '[';
        frames_.push_back({false, value.id() + 1U, value.id() + 1U, value.next_id() - 1U});
        return at;
      case '{':
        *at++ = '{';
        frames_.push_back({true, keys_.size(), keys_.size(), 0});
        return push_sorted_keys(value) ? at : nullptr;
      case '"': return write_string<false>(block_, at, value.text());
      case 'l':
        if (value.as_int() > kMaxExact || value.as_int() < -kMaxExact) return fail(CanonicalFault::kNumber, value);
        return std::to_chars(at, at + kMaxNumberBytes, value.as_int()).ptr;
      case 'd': {
        // Written as integers, those that ECMAScript gives no exponent would read back as what is refused above.
        const double size = std::fabs(value.as_double());
        if (size > static_cast<double>(kMaxExact) && size < 1e21) return fail(CanonicalFault::kNumber, value);
        return write_ecmascript_number(at, value.as_double());
      }
      case 'u':
      case 'Z': return fail(CanonicalFault::kNumber, value);
      default: return write_word(at, value.letter());
    }
  }

  // False where a key comes twice or the budget ran out. Each round of a sort looks at each byte of a key once at most.
  bool push_sorted_keys(const Value& object) {
    const std::size_t begin = keys_.size();
    std::uint64_t bytes = 0;
    for (const Member member : object.members()) {
      keys_.push_back(member.key.id());
      bytes += member.key.text().size() + 1;
    }
    const std::size_t count = keys_.size() - begin;
    if (!budget_.charge(Budget::Kind::kSteps, bytes * static_cast<std::uint64_t>(std::bit_width(count)))) return false;
    const auto first = keys_.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(first, keys_.end(), [&](std::uint32_t a, std::uint32_t b) {
      const std::string_view left = document_.at(a).text();
      const std::string_view right = document_.at(b).text();
      if (left == right) return a < b;
      return is_before_in_utf16(left, right);
    });
    const auto twice = std::adjacent_find(first, keys_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return document_.at(a).text() == document_.at(b).text();
    });
    if (twice == keys_.end()) return true;
    fail(CanonicalFault::kDuplicate, document_.at(*(twice + 1)));
    return false;
  }

  char* fail(CanonicalFault fault, const Value& value) noexcept {
    problem_ = {fault, value.id()};
    return nullptr;
  }

  const Document& document_;
  Budget& budget_;
  CanonicalProblem& problem_;
  OutputBlock block_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> keys_;  // ids of the keys of all open objects, each object's sorted
};

}  // namespace

bool is_before_in_utf16(std::string_view a, std::string_view b) noexcept {
  const auto [left, right] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (left == a.end() || right == b.end()) return left == a.end() && right != b.end();
  const auto x = static_cast<unsigned char>(*left);
  const auto y = static_cast<unsigned char>(*right);
  // Characters of four bytes are surrogates there, which come before U+E000 to U+FFFF.
  const bool has_surrogates_x = x >= 0xF0;
  const bool has_surrogates_y = y >= 0xF0;
  if (has_surrogates_x != has_surrogates_y && x >= 0xEE && y >= 0xEE) return has_surrogates_x;
  return x < y;
}

Result<Bytes> canonicalize(const Document& document, Budget& budget, CanonicalProblem& problem) noexcept {
  try {
    problem = {};
    return Canonicalizer(document, budget, problem).run();
  } catch (const std::bad_alloc&) {
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while writing canonical JSON");
  }
}

}  // namespace sluice::json
