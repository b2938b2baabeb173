#include "sanitize/data/pickle_walk.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sanitize/data/pickle_opcodes.h"
#include "sanitize/data/pickle_text.h"

namespace sluice::sanitize {

namespace {

constexpr std::uint64_t kBytesPerStep = 16;
constexpr std::uint64_t kPollOpcodes = 4096;
constexpr std::uint64_t kMaxProtocol = 5;
constexpr std::size_t kMaxDigits = 9;  // of a memo index in text; more than any memo that the budget allows

// What is known of an object on the stack.
enum class Known : std::uint8_t {
  kNothing,
  kNone,
  kInt,
  kText,        // `text` is the whole str
  kListed,      // a name of the allow-list
  kUnlisted,    // a name that is not on it
  kStorageId,   // the tuple by which torch names a storage
  kLatin1Args,  // the tuple (text, "latin1")
};

struct Value {
  Known known = Known::kNothing;
  const PickleName* name = nullptr;
  std::string_view text;

  [[nodiscard]] bool is_name() const noexcept { return known == Known::kListed || known == Known::kUnlisted; }
};

// The memo: dense from 0 as all writers number it, and a map for what a hand-made pickle puts elsewhere.
class Memo {
 public:
  void put(std::uint64_t index, const Value& value) {
    if (index < dense_.size()) {
      dense_[static_cast<std::size_t>(index)] = value;
    } else if (index == dense_.size()) {
      dense_.push_back(value);
      sparse_.erase(index);
    } else {
      sparse_.insert_or_assign(index, value);
    }
  }
  [[nodiscard]] const Value* get(std::uint64_t index) const noexcept {
    if (index < dense_.size()) return &dense_[static_cast<std::size_t>(index)];
    const auto found = sparse_.find(index);
    return found == sparse_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return dense_.size() + sparse_.size(); }

 private:
  std::vector<Value> dense_;
  std::map<std::uint64_t, Value> sparse_;
};

bool all_of(std::string_view text, std::string_view allowed) noexcept {
  return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

std::optional<std::uint64_t> memo_index(std::string_view line) noexcept {
  if (line.size() > kMaxDigits || !all_of(line, "0123456789")) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : line) value = value * 10 + static_cast<std::uint64_t>(c - '0');
  return value;
}

class Walker {
 public:
  Walker(ByteView bytes, PickleDialect dialect, PickleVisitor& visitor, std::deque<std::string>& decoded,
         Budget& budget)
      : bytes_(bytes), dialect_(dialect), visitor_(visitor), decoded_(decoded), budget_(budget) {}

  PickleWalk run() {
    std::uint64_t at = 0;
    while (!is_done_) {
      if (at >= bytes_.size()) {
        not_pickle("the bytes end before a STOP");
        break;
      }
      const PickleReadStatus status = read_instruction(bytes_, at, now_);
      if (!budget_.charge(Budget::Kind::kNodes, 1) ||
          !budget_.charge(Budget::Kind::kSteps, 1 + (now_.end - at) / kBytesPerStep) ||
          (walk_.opcodes % kPollOpcodes == 0 && !budget_.poll())) {
        end_with(PickleFault::kBudget, "the budget ran out");
        break;
      }
      if (!take(status)) break;
      ++walk_.opcodes;
      at = now_.end;
    }
    walk_.end = walk_.fault == PickleFault::kNone ? now_.end : at;
    return walk_;
  }

 private:
  bool end_with(PickleFault fault, const char* why) {
    walk_.fault = fault;
    walk_.why = why;
    return false;
  }
  bool not_pickle(const char* why) { return end_with(PickleFault::kNotPickle, why); }
  bool refuse(const char* why) { return end_with(PickleFault::kRefused, why); }
  bool underflow() { return not_pickle("an opcode needs more objects than the stack holds"); }

  // Objects above the last mark.
  [[nodiscard]] std::size_t depth() const noexcept { return stack_.size() - (marks_.empty() ? 0 : marks_.back()); }
  [[nodiscard]] Value& top(std::size_t below = 0) noexcept { return stack_[stack_.size() - 1 - below]; }

  bool push(const Value& value = {}) {
    stack_.push_back(value);
    return true;
  }
  bool push_text(std::string_view text) {
    visitor_.on_text(text, now_.begin, now_.end);
    return push({Known::kText, nullptr, text});
  }
  bool push_bytes(std::string_view bytes) {
    visitor_.on_text(bytes, now_.begin, now_.end);
    return push();
  }
  bool push_decoded(std::optional<std::string> text) {
    if (!text) return not_pickle("a string is not written as its opcode asks");
    decoded_.push_back(std::move(*text));
    return push_text(decoded_.back());
  }
  // Takes `count` objects away and puts `value` in their place.
  bool replace(std::size_t count, const Value& value = {}) {
    if (depth() < count) return underflow();
    stack_.resize(stack_.size() - count);
    return push(value);
  }
  // Takes away what lies above the last mark, and the mark.
  bool pop_mark(std::size_t& count) {
    if (marks_.empty()) return not_pickle("an opcode needs a mark and there is none");
    count = depth();
    stack_.resize(marks_.back());
    marks_.pop_back();
    return true;
  }
  bool collect(const Value& value = {}) {
    std::size_t count = 0;
    return pop_mark(count) && push(value);
  }
  // Something is put into the object at the top: a list, a dict, a set, or what a listed name made.
  bool put_into_top() {
    if (depth() == 0) return underflow();
    if (top().is_name()) return refuse("a name itself would be changed");
    return true;
  }

  bool take(PickleReadStatus status) {
    switch (status) {
      case PickleReadStatus::kOk: break;
      case PickleReadStatus::kUnknown: return not_pickle("no protocol has this opcode");
      case PickleReadStatus::kCut: return not_pickle("the bytes end inside of an opcode's argument");
      case PickleReadStatus::kLength: return not_pickle("a length is negative");
    }
    using enum PickleOp;
    switch (now_.op) {
      case kProto: return now_.number <= kMaxProtocol || not_pickle("the protocol is past 5");
      case kFrame: return now_.number <= bytes_.size() - now_.end || not_pickle("a frame is longer than the bytes");
      case kStop:
        if (depth() == 0) return underflow();
        is_done_ = true;
        return true;
      case kMark: marks_.push_back(stack_.size()); return true;
      case kPop:
        if (depth() > 0) {
          stack_.pop_back();
        } else if (!marks_.empty()) {
          marks_.pop_back();
        } else {
          return underflow();
        }
        return true;
      case kPopMark: {
        std::size_t count = 0;
        return pop_mark(count);
      }
      case kDup: {
        if (depth() == 0) return underflow();
        const Value copy = top();
        return push(copy);
      }
      case kInt: return all_of(now_.text, "-0123456789") ? push({Known::kInt, nullptr, {}}) : bad_number();
      case kLong: return all_of(now_.text, "-0123456789L") ? push({Known::kInt, nullptr, {}}) : bad_number();
      case kFloat: return all_of(now_.text, "-+.0123456789eEinfaNty") ? push() : bad_number();
      case kBinInt:
      case kBinInt1:
      case kBinInt2:
      case kLong1:
      case kLong4: return push({Known::kInt, nullptr, {}});
      case kNone: return push({Known::kNone, nullptr, {}});
      case kNewTrue:
      case kNewFalse:
      case kBinFloat:
      case kEmptyList:
      case kEmptyDict:
      case kEmptyTuple:
      case kEmptySet: return push();
      case kString: return push_decoded(decode_string_line(now_.text));
      case kUnicode: return push_decoded(decode_unicode_line(now_.text));
      case kBinString:
      case kShortBinString:
      case kBinUnicode:
      case kShortBinUnicode:
      case kBinUnicode8: return push_text(now_.text);
      case kBinBytes:
      case kShortBinBytes:
      case kBinBytes8:
      case kByteArray8: return push_bytes(now_.text);
      case kList:
      case kFrozenSet: return collect();
      case kDict: return take_dict();
      case kTuple: return take_tuple(marks_.empty() ? 0 : depth(), true);
      case kTuple1: return take_tuple(1, false);
      case kTuple2: return take_tuple(2, false);
      case kTuple3: return take_tuple(3, false);
      case kAppend: return pop_into(1);
      case kSetItem: return pop_into(2);
      case kAppends:
      case kAddItems: return collect_into(1);
      case kSetItems: return collect_into(2);
      case kPut: return put_memo(memo_index(now_.text));
      case kBinPut:
      case kLongBinPut: return put_memo(now_.number);
      case kMemoize: return put_memo(memo_.size());
      case kGet: return get_memo(memo_index(now_.text));
      case kBinGet:
      case kLongBinGet: return get_memo(now_.number);
      case kGlobal: return push(import(now_.text, now_.second));
      case kStackGlobal: return stack_global();
      case kReduce: return call(1);
      case kNewObj: return call(1);
      case kNewObjEx: return call(2);
      case kObj: return call_marked();
      case kInst: {
        const Value name = import(now_.text, now_.second);
        std::size_t count = 0;
        return may_call(name, {}) && pop_mark(count) && push();
      }
      case kBuild: return pop_into(1);
      case kExt1:
      case kExt2:
      case kExt4: return refuse("an extension code stands for a name that only the reader knows");
      case kPersId: return refuse("a persistent id is given to the reader's own code");
      case kBinPersId: return persistent_id();
      case kNextBuffer:
      case kReadOnlyBuffer: return refuse("a buffer comes from outside of the stream");
    }
    return not_pickle("no protocol has this opcode");
  }

  bool bad_number() { return not_pickle("a number is not one"); }

  bool pop_into(std::size_t count) {
    if (depth() < count) return underflow();
    stack_.resize(stack_.size() - count);
    return put_into_top();
  }
  bool collect_into(std::size_t group) {
    std::size_t count = 0;
    if (!pop_mark(count)) return false;
    if (count % group != 0) return not_pickle("a key has no value");
    return put_into_top();
  }
  bool take_dict() {
    std::size_t count = 0;
    if (!pop_mark(count)) return false;
    return count % 2 == 0 ? push() : not_pickle("a key has no value");
  }

  // The tuples that later opcodes ask for are known by what they hold; all others are nothing.
  [[nodiscard]] Value judge_tuple(std::size_t count) noexcept {
    const auto item = [&](std::size_t index) -> const Value& { return top(count - 1 - index); };
    if (count == 2 && item(0).known == Known::kText && item(1).known == Known::kText &&
        (item(1).text == "latin1" || item(1).text == "latin-1")) {
      return {Known::kLatin1Args, nullptr, {}};
    }
    const bool is_storage = (count == 5 || (count == 6 && item(5).known == Known::kNone)) &&
                            item(0).known == Known::kText && item(0).text == "storage" &&
                            item(1).known == Known::kListed && item(1).name->module.starts_with("torch") &&
                            item(1).name->name.ends_with("Storage") && item(2).known == Known::kText &&
                            item(3).known == Known::kText && item(4).known == Known::kInt;
    return is_storage ? Value{Known::kStorageId, nullptr, {}} : Value{};
  }
  bool take_tuple(std::size_t count, bool is_marked) {
    if (depth() < count) return underflow();
    const Value tuple = judge_tuple(count);
    return is_marked ? collect(tuple) : replace(count, tuple);
  }

  bool put_memo(std::optional<std::uint64_t> index) {
    if (!index) return not_pickle("a memo index is not a number");
    if (depth() == 0) return underflow();
    memo_.put(*index, top());
    return true;
  }
  bool get_memo(std::optional<std::uint64_t> index) {
    const Value* const value = index ? memo_.get(*index) : nullptr;
    return value != nullptr ? push(Value(*value)) : not_pickle("the memo has nothing at this index");
  }

  Value import(std::string_view module, std::string_view name) {
    const PickleName* const listed = find_pickle_name(module, name);
    visitor_.on_global(module, name, listed, now_.begin);
    return {listed != nullptr ? Known::kListed : Known::kUnlisted, listed, {}};
  }
  bool stack_global() {
    if (depth() < 2) return underflow();
    const Value name = top(0);
    const Value module = top(1);
    if (name.known != Known::kText || module.known != Known::kText) return refuse("a name is not two plain texts");
    return replace(2, import(module.text, name.text));
  }

  bool may_call(const Value& callee, const Value& arguments) {
    // A name off the list was told already; what it would return is nothing that is known.
    if (callee.known == Known::kUnlisted) return true;
    if (callee.known != Known::kListed) return refuse("what is called is not a name");
    switch (callee.name->use) {
      case PickleUse::kCall: return true;
      case PickleUse::kValue: return refuse("a name is called that stands for a value");
      case PickleUse::kEncode:
        return arguments.known == Known::kLatin1Args || refuse("text is encoded with a codec other than latin1");
    }
    return false;
  }
  // REDUCE and NEWOBJ with one object of arguments, NEWOBJ_EX with two.
  bool call(std::size_t arguments) {
    if (depth() < arguments + 1) return underflow();
    return may_call(top(arguments), top(0)) && replace(arguments + 1);
  }
  bool call_marked() {
    if (marks_.empty()) return not_pickle("an opcode needs a mark and there is none");
    if (depth() == 0) return underflow();
    return may_call(top(depth() - 1), {}) && collect();
  }

  bool persistent_id() {
    if (dialect_ != PickleDialect::kTorch) return refuse("a persistent id is given to the reader's own code");
    if (depth() == 0) return underflow();
    if (top().known != Known::kStorageId) return refuse("a persistent id is not one of torch's storages");
    return replace(1);
  }

  ByteView bytes_;
  PickleDialect dialect_;
  PickleVisitor& visitor_;
  std::deque<std::string>& decoded_;
  Budget& budget_;

  PickleInstruction now_;
  PickleWalk walk_;
  bool is_done_ = false;
  std::vector<Value> stack_;
  std::vector<std::size_t> marks_;  // heights of the stack
  Memo memo_;
};

}  // namespace

PickleWalk walk_pickle(ByteView bytes, PickleDialect dialect, PickleVisitor& visitor, std::deque<std::string>& decoded,
                       Budget& budget) {
  return Walker(bytes, dialect, visitor, decoded, budget).run();
}

}  // namespace sluice::sanitize
