#include "json/strict_parser.h"

#include <algorithm>
#include <limits>

#include "core/checked.h"

namespace sluice::json {

namespace {

constexpr std::uint64_t kPollEvery = 4096;

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
    if (is_comment_here()) return unexpected({});
    return fail(FindingCode::kJsonTrailing, ErrorCode::kJsonInvalid, at_,
                "content after the JSON value, beginning with " + found_here() + "; one value is expected");
  }
  const std::uint64_t end = tree_.words.size();
  push('r', 0, text_.size());
  tree_.words[0] = make_tape_word('r', end + 1);
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
    if (at_end()) return unexpected(frame.is_object ? "a key or '}'" : "a value or ']'");
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
  if (!at_end() && text_[at_] == closer) return close();
  if (at_end() || text_[at_] != ',') return unexpected(std::string("',' or '") + closer + '\'');
  const std::size_t comma = at_++;
  skip_space();
  if (!at_end() && text_[at_] == closer) {
    return syntax(comma, std::string("expected another ") + (frame.is_object ? "member" : "value") +
                             " after ',', found '" + closer + "': a trailing comma; JSON has none: remove it");
  }
  return frame.is_object ? key() : value();
}

bool StrictParser::key() {
  if (at_end() || text_[at_] != '"') return unexpected("a key in double quotes");
  const std::size_t begin = at_;
  Frame& frame = stack_.back();
  const auto id = narrow<std::uint32_t>(tree_.words.size());
  frame.key_id = 1;
  frame.key_string_bytes = tree_.string_bytes;
  const Limits& limits = budget_.limits();
  const bool is_key_shorter = limits.max_key_bytes < limits.max_string_bytes;
  if (!string(std::min(limits.max_key_bytes, limits.max_string_bytes),
              is_key_shorter ? FindingCode::kJsonKeyLength : FindingCode::kJsonStringLength)) {
    return false;
  }
  frame.key_id = id;
  const std::string_view name = Value(tree_.tape(), frame.key_id).text();
  frame.proto = proto_key(name);
  if (frame.proto == ProtoKey::kAlways) {
    frame.is_dropping = !report(FindingCode::kJsonProtoKey, policy_.proto_key, begin, at_,
                                "the key \"__proto__\", which changes a JavaScript prototype");
    frame.proto = ProtoKey::kNo;
  }
  skip_space();
  if (at_end() || text_[at_] != ':') return unexpected("':' after a key");
  ++at_;
  return value();
}

bool StrictParser::value() {
  skip_space();
  if (at_end()) return unexpected("a value");
  if (!count_node()) return false;
  const char c = text_[at_];
  switch (c) {
    case '{': return open(true);
    case '[': return open(false);
    case '"': return string(budget_.limits().max_string_bytes, FindingCode::kJsonStringLength);
    case 't':
    case 'f':
    case 'n':
    case 'N':
    case 'I': return literal();
    default: break;
  }
  if (c == '-' || (c >= '0' && c <= '9')) return number();
  if (c == '\'') return syntax(at_, "expected a value, found \"'\": JSON strings stand in double quotes");
  return unexpected("a value");
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
  tree_.words[frame.id] =
      make_tape_word(frame.is_object ? '{' : '[', (std::min(frame.count, kTapeCountMask) << 32U) | after);
  if (frame.is_object && frame.count > 1 && keys_.has_duplicates(Value(tree_.tape(), frame.id))) {
    return settle_duplicates(frame);
  }
  return true;
}

void StrictParser::skip_space() noexcept {
  while (!at_end()) {
    const char c = text_[at_];
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return;
    ++at_;
  }
}

void StrictParser::push(char letter, std::uint64_t payload, std::size_t offset) {
  push_raw(make_tape_word(letter, payload), offset);
}

void StrictParser::push_raw(std::uint64_t word, std::size_t offset) {
  tree_.words.push_back(word);
  tree_.offsets.push_back(offset);
}

}  // namespace sluice::json
