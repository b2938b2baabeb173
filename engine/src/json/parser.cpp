#include "json/parser.h"

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <vector>

#include "core/guard.h"
#include "json/keys.h"
#include "json/strict_parser.h"

namespace sluice::json {

namespace {

constexpr std::size_t kMinCapacity = 4096;
constexpr std::size_t kExactDigits = 17;

bool is_digit_or_point(char c) noexcept { return (c >= '0' && c <= '9') || c == '.'; }

// True where the eight bytes are all in `./0123456789`.
bool all_number_bytes(const char* at) noexcept {
  std::uint64_t block = 0;
  std::memcpy(&block, at, sizeof(block));
  constexpr std::uint64_t kHigh = 0x8080808080808080ULL;
  const std::uint64_t too_low = block - 0x2E2E2E2E2E2E2E2EULL;
  const std::uint64_t too_high = block + 0x4646464646464646ULL;
  return ((block | too_low | too_high) & kHigh) == 0;
}

std::size_t significant_digits(std::string_view run) noexcept {
  const std::size_t first = run.find_first_not_of("0.");
  if (first == std::string_view::npos) return 0;
  const std::size_t last = run.find_last_not_of("0.");
  const std::size_t point = run.find('.');
  return last - first + 1 - (point > first && point < last ? 1 : 0);
}

// Whether the text may hold a fraction of more digits than a double keeps: simdjson rounds those without a word.
// Every run of 18 digits and a point covers one of the windows looked at.
bool may_have_long_fraction(std::string_view text) noexcept {
  constexpr std::size_t kWindow = 8;
  constexpr std::size_t kStride = 11;
  for (std::size_t i = 0; i + kWindow <= text.size(); i += kStride) {
    if (!all_number_bytes(text.data() + i)) continue;
    std::size_t begin = i;
    std::size_t end = i + kWindow;
    while (begin > 0 && is_digit_or_point(text[begin - 1])) --begin;
    while (end < text.size() && is_digit_or_point(text[end])) ++end;
    const std::string_view run = text.substr(begin, end - begin);
    const bool is_fraction = run.find('.') != std::string_view::npos;
    const bool has_exponent = end < text.size() && (text[end] == 'e' || text[end] == 'E');
    if ((is_fraction || has_exponent) && significant_digits(run) > kExactDigits) return true;
    while (i + kStride < end) i += kStride;  // the rest of a long run was seen
  }
  return false;
}

// Whether a number may have an exponent that takes it below what a double holds: simdjson makes it zero.
bool may_underflow(std::string_view text) noexcept {
  for (std::size_t i = text.find('-'); i != std::string_view::npos; i = text.find('-', i + 1)) {
    if (i < 2 || i + 3 >= text.size() || (text[i - 1] != 'e' && text[i - 1] != 'E')) continue;
    const auto is_digit = [&](std::size_t at) { return text[at] >= '0' && text[at] <= '9'; };
    if (is_digit(i - 2) && is_digit(i + 1) && is_digit(i + 2) && is_digit(i + 3)) return true;
  }
  return false;
}

// What a walk over simdjson's tape says about a document.
struct TapeCheck {
  bool is_clean = false;
  std::uint64_t nodes = 0;
};

TapeCheck check_tape(const Document& document, const ParsePolicy& policy, const Limits& limits, KeyChecker& keys) {
  const Tape tape = document.tape();
  const auto end = static_cast<std::uint32_t>(tape.words[0]) - 1;
  const std::uint64_t max_depth = std::min(limits.max_depth, kMaxDepth);
  std::uint64_t depth = 0;
  std::uint64_t nodes = 0;
  std::uint64_t key_count = 0;
  bool has_double = false;
  bool has_tiny = false;
  for (std::uint32_t id = 1; id < end;) {
    const Value value(tape, id);
    ++nodes;
    switch (value.letter()) {
      case '{': {
        if (++depth > max_depth) return {};
        std::uint64_t members = 0;
        for (const Member member : value.members()) {
          ++members;
          const ProtoKey proto = proto_key(member.key.text());
          if (proto != ProtoKey::kNo && policy.proto_key != OnAnomaly::kKeep) [[unlikely]] {
            if (proto == ProtoKey::kAlways || member.value.is_object()) return {};
          } else if (proto != ProtoKey::kNo) {
            return {};  // kept, but said: the strict parser writes the finding
          }
        }
        key_count += members;
        if (members > 1 && keys.has_duplicates(value)) return {};
        ++id;
        break;
      }
      case '[':
        if (++depth > max_depth) return {};
        ++id;
        break;
      case '}':
      case ']':
        --depth;
        --nodes;
        ++id;
        break;
      case '"':
        if (value.text().size() > limits.max_string_bytes) return {};
        ++id;
        break;
      case 'd': {
        has_double = true;
        const double number = value.as_double();
        has_tiny = has_tiny || std::fabs(number) < std::numeric_limits<double>::min();
        id += 2;
        break;
      }
      case 'l':
      case 'u': id += 2; break;
      default: ++id;
    }
  }
  const std::string_view text = as_chars(document.source());
  if (has_double && may_have_long_fraction(text)) return {};
  if (has_tiny && may_underflow(text)) return {};
  return {true, nodes - key_count};
}

}  // namespace

struct Parser::State {
  simdjson::dom::parser fast;
  std::uint64_t fast_depth = 0;
  StrictTree tree;
  KeyChecker keys;
  bool used_fast_path = false;

  // True where simdjson read the text and nothing is to be said about it.
  bool parse_fast(ByteView text, const ParsePolicy& policy, Budget& budget, Document& out) {
    const std::uint64_t depth = std::min(budget.limits().max_depth, kMaxDepth) + 2;
    if (text.size() > std::numeric_limits<std::uint32_t>::max()) return false;
    if (fast_depth < depth || fast.capacity() < text.size()) {
      const std::size_t capacity = std::max({text.size(), fast.capacity(), kMinCapacity});
      if (fast.allocate(capacity, static_cast<std::size_t>(depth)) != simdjson::SUCCESS) return false;
      fast_depth = depth;
    }
    simdjson::dom::element root;
    const std::string_view chars = as_chars(text);
    if (fast.parse(chars.data(), chars.size(), true).get(root) != simdjson::SUCCESS) return false;
    const Tape tape{fast.doc.tape.get(), fast.doc.string_buf.get()};
    const Document candidate(tape, text, nullptr, false, 0);
    const TapeCheck check = check_tape(candidate, policy, budget.limits(), keys);
    if (!check.is_clean) return false;
    out = Document(tape, text, nullptr, false, check.nodes);
    return true;
  }
};

Parser::Parser() : state_(std::make_unique<State>()) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

bool Parser::used_fast_path() const noexcept { return state_->used_fast_path; }

Result<Document> Parser::parse(ByteView text, const ParsePolicy& policy, Budget& budget, Findings& findings) noexcept {
  try {
    Document document;
    state_->used_fast_path = false;
    if (!state_->parse_fast(text, policy, budget, document)) return parse_strict(text, policy, budget, findings);
    state_->used_fast_path = true;
    if (!budget.charge(Budget::Kind::kSteps, text.size()) || !budget.charge(Budget::Kind::kNodes, document.nodes()) ||
        !budget.poll()) {
      if (budget.exhausted() == Budget::Kind::kNodes) {
        Finding finding;
        finding.code = FindingCode::kJsonNodes;
        finding.effect = Decision::kQuarantine;
        finding.is_complete = false;
        finding.detail = "more JSON values than the budget has left";
        findings.add(std::move(finding));
      } else {
        findings.add_exhausted(budget);
      }
      return Error{ErrorCode::kBudgetExhausted,
                   "the JSON text was not taken: the budget of " +
                       std::string(Budget::kind_name(budget.exhausted().value_or(Budget::Kind::kNodes))) + " ran out",
                   0};
    }
    return document;
  } catch (const std::bad_alloc&) {
    findings.add_out_of_memory();
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while parsing JSON");
  }
}

Result<Document> Parser::parse_strict(ByteView text, const ParsePolicy& policy, Budget& budget,
                                      Findings& findings) noexcept {
  try {
    state_->used_fast_path = false;
    StrictParser parser(text, policy, budget, findings, state_->keys, state_->tree);
    Result<void> parsed = parser.run();
    if (!parsed) return std::move(parsed).error();
    const StrictTree& tree = state_->tree;
    return Document(tree.tape(), text, tree.offsets.data(), tree.was_changed, tree.nodes);
  } catch (const std::bad_alloc&) {
    findings.add_out_of_memory();
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while parsing JSON");
  }
}

}  // namespace sluice::json
