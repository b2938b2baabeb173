#include "json/rebuild.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <new>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/guard.h"
#include "json/parser.h"
#include "json/writer.h"

namespace sluice::json {

namespace {

constexpr std::size_t kFlushBytes = 65'536;

// Whether eight bytes can stand in a JSON string as they are: printable ASCII without quote and backslash, and with
// `html` without < > &.
bool is_plain_block(std::uint64_t block, bool html) noexcept {
  constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
  constexpr std::uint64_t kHigh = 0x8080808080808080ULL;
  // The high bit of a byte of has_zero(x) is set where that byte is 0 (bytes below 0x80 are exact, which is asked
  // first).
  const auto has_zero = [](std::uint64_t x) { return (x - kOnes) & ~x & kHigh; };
  std::uint64_t special =
      block | (block - kOnes * 0x20) | has_zero(block ^ (kOnes * '"')) | has_zero(block ^ (kOnes * '\\'));
  if (html) {
    special |= has_zero(block ^ (kOnes * '<')) | has_zero(block ^ (kOnes * '>')) | has_zero(block ^ (kOnes * '&'));
  }
  return (special & kHigh) == 0;
}

// Most strings need no escape at all.
void append_string(std::string& out, std::string_view text, const EscapeOptions& escapes) {
  std::size_t i = 0;
  for (; i + sizeof(std::uint64_t) <= text.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t block = 0;
    std::memcpy(&block, text.data() + i, sizeof(block));
    if (!is_plain_block(block, escapes.html)) break;
  }
  out += '"';
  out.append(text.substr(0, i));
  append_escaped(out, text.substr(i), escapes);
  out += '"';
}

class Rebuilder {
 public:
  Rebuilder(const Document& document, const RebuildOptions& options, Budget& budget)
      : document_(document), options_(options), budget_(budget), escapes_{options.escape_html, false} {}

  Result<Bytes> run() {
    // A guess that is right for most; what is charged is what is written.
    out_.reserve(document_.source().size() + 16);
    bool is_ok = write_all();
    if (is_ok && options_.end_with_newline) out_ += '\n';
    is_ok = is_ok && charge();
    if (!is_ok) {
      return Error{ErrorCode::kBudgetExhausted,
                   "the rebuilt JSON exceeds the budget of " +
                       std::string(Budget::kind_name(budget_.exhausted().value_or(Budget::Kind::kOutputBytes))),
                   0};
    }
    return to_bytes(out_);
  }

 private:
  struct Frame {
    Value container;
    std::uint32_t next = 0;  // id of the next key or element
    std::uint32_t end = 0;
    bool is_first = true;
    bool follows_string = false;
    // Only where an editor may make keys equal:
    std::unordered_set<std::string> keys;                          // written already
    std::unordered_map<std::string_view, std::uint32_t> first_of;  // the first member of each name, as it came
    std::unordered_map<std::string, std::uint64_t> next_number;    // by edited name
  };

  bool write_all() {
    begin_value(document_.root(), Join::kBreak);
    while (!stack_.empty()) {
      if (out_.size() - charged_ > kFlushBytes && !(charge() && budget_.poll())) return false;
      Frame& frame = stack_.back();
      if (frame.next == frame.end) {
        const bool is_object = frame.container.is_object();
        const bool is_empty = frame.is_first;
        stack_.pop_back();
        if (!is_empty) new_line();
        out_ += is_object ? '}' : ']';
        continue;
      }
      if (frame.container.is_object()) {
        member(frame);
      } else {
        const Value element = document_.at(frame.next);
        frame.next = element.next_id();
        separate(frame);
        const Join join = frame.follows_string ? Join::kAdjacent : Join::kBreak;
        frame.follows_string = element.is_string();
        begin_value(element, join);  // may move the stack
      }
    }
    return true;
  }

  void member(Frame& frame) {
    const Value key = document_.at(frame.next);
    const Value value = document_.at(frame.next + 1);
    frame.next = value.next_id();
    while (next_dropped_ < options_.dropped_members.size() && options_.dropped_members[next_dropped_] < key.id()) {
      ++next_dropped_;
    }
    if (next_dropped_ < options_.dropped_members.size() && options_.dropped_members[next_dropped_] == key.id()) return;
    separate(frame);
    std::string_view name = key.text();
    std::string unique;
    if (options_.editor != nullptr) {
      edited_.clear();
      const bool is_edited = options_.editor->edit(Leaf{name, true, Join::kBreak, key.id()}, edited_);
      if (is_edited) name = edited_;
      if (options_.disambiguate_edited_keys) {
        unique = name;
        if (is_edited || is_taken(frame, unique, key)) unique = make_unique(frame, unique, key);
        frame.keys.insert(unique);
        name = unique;
      }
    }
    append_string(out_, name, escapes_);
    out_ += options_.indent == 0 ? ":" : ": ";
    begin_value(value, Join::kBreak);
  }

  [[nodiscard]] static bool is_taken(const Frame& frame, const std::string& name, const Value&) {
    return frame.keys.count(name) != 0;
  }

  // An edited key must not meet a key written already, nor one that is still to come.
  // Linear in all keys of the object together: a sandbox may send thousands that all become one mark.
  [[nodiscard]] static std::string make_unique(Frame& frame, const std::string& name, const Value& key) {
    if (frame.first_of.empty()) {
      for (const Member member : frame.container.members()) {
        frame.first_of.try_emplace(member.key.text(), member.key.id());
      }
    }
    std::uint64_t& number = frame.next_number.try_emplace(name, 1).first->second;
    for (;; ++number) {
      std::string candidate = number == 1 ? name : name + '#' + std::to_string(number);
      if (frame.keys.count(candidate) != 0) continue;
      const auto other = frame.first_of.find(candidate);
      if (other == frame.first_of.end() || other->second == key.id()) return candidate;
    }
  }

  void begin_value(const Value& value, Join join) {
    switch (value.letter()) {
      case '{':
      case '[': {
        out_ += value.letter();
        Frame frame;
        frame.container = value;
        frame.next = value.id() + 1;
        frame.end = value.next_id() - 1;
        stack_.push_back(std::move(frame));
        return;
      }
      case '"': {
        std::string_view text = value.text();
        if (options_.editor != nullptr) {
          edited_.clear();
          if (options_.editor->edit(Leaf{text, false, join, value.id()}, edited_)) text = edited_;
        }
        append_string(out_, text, escapes_);
        return;
      }
      case 'l': append_integer(value.as_int()); return;
      case 'u': append_integer(value.as_uint()); return;
      case 'd': append_number(out_, value.as_double()); return;
      case 'Z': out_ += value.text(); return;
      case 't': out_ += "true"; return;
      case 'f': out_ += "false"; return;
      default: out_ += "null"; return;
    }
  }

  template <typename T>
  void append_integer(T number) {
    std::array<char, 24> buffer{};
    out_.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr);
  }

  void separate(Frame& frame) {
    if (!frame.is_first) out_ += ',';
    frame.is_first = false;
    new_line();
  }
  void new_line() {
    if (options_.indent == 0) return;
    out_ += '\n';
    out_.append(stack_.size() * options_.indent, ' ');
  }
  bool charge() {
    const std::uint64_t amount = out_.size() - charged_;
    charged_ = out_.size();
    return budget_.charge(Budget::Kind::kOutputBytes, amount) && budget_.charge(Budget::Kind::kSteps, amount);
  }

  const Document& document_;
  const RebuildOptions& options_;
  Budget& budget_;
  EscapeOptions escapes_;
  std::string out_;
  std::string edited_;
  std::size_t charged_ = 0;
  std::size_t next_dropped_ = 0;
  std::vector<Frame> stack_;
};

}  // namespace

Result<Bytes> rebuild(const Document& document, const RebuildOptions& options, Budget& budget) noexcept {
  try {
    return Rebuilder(document, options, budget).run();
  } catch (const std::bad_alloc&) {
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while writing JSON");
  }
}

}  // namespace sluice::json
