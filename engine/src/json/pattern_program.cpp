#include "json/pattern_program.h"

#include <algorithm>
#include <utility>

namespace sluice::json {

namespace {

using Op = PatternInstruction::Op;
using Code = std::vector<PatternInstruction>;

constexpr std::size_t kMaxAtoms = 64;  // one bit each in the automaton

std::int32_t distance(std::size_t instructions) noexcept { return static_cast<std::int32_t>(instructions); }

class ProgramMaker {
 public:
  ProgramMaker(const ParsedPattern& pattern, std::size_t max_instructions)
      : pattern_(pattern), max_instructions_(max_instructions) {}

  std::optional<PatternProgram> run() {
    using Kind = PatternTokenKind;
    frames_.emplace_back();
    for (const PatternToken& token : pattern_.tokens) {
      Frame& frame = frames_.back();
      bool is_ok = true;
      switch (token.kind) {
        case Kind::kCharacter: is_ok = atom(CodePointSet({{token.value, token.value}})); break;
        case Kind::kSet: is_ok = atom(pattern_.sets[token.value].points); break;
        case Kind::kBegin: frame.current.push_back({Op::kBegin, 0, 0}); break;
        case Kind::kEnd: frame.current.push_back({Op::kEnd, 0, 0}); break;
        case Kind::kOpen: frames_.emplace_back(); break;
        case Kind::kClose: close(); break;
        case Kind::kOr: frame.alternatives.push_back(std::exchange(frame.current, {})); break;
        case Kind::kRepeat: is_ok = repeat(token); break;
        default: return std::nullopt;
      }
      if (!is_ok || frames_.back().current.size() > max_instructions_) return std::nullopt;
    }
    out_.code = joined(frames_.back());
    out_.code.push_back({Op::kMatch, 0, 0});
    if (out_.code.size() > max_instructions_) return std::nullopt;
    return std::move(out_);
  }

 private:
  struct Frame {
    std::vector<Code> alternatives;
    Code current;
    std::size_t last = 0;  // where in `current` begins what a quantifier repeats
  };

  bool atom(CodePointSet set) {
    const auto known = std::find(out_.atoms.begin(), out_.atoms.end(), set);
    const auto index = static_cast<std::uint32_t>(known - out_.atoms.begin());
    if (known == out_.atoms.end()) out_.atoms.push_back(std::move(set));
    Frame& frame = frames_.back();
    frame.last = frame.current.size();
    frame.current.push_back({Op::kAtom, index, 0});
    return out_.atoms.size() <= kMaxAtoms;
  }

  static void append(Code& to, const Code& code) { to.insert(to.end(), code.begin(), code.end()); }

  static Code joined(Frame& frame) {
    Code out = std::move(frame.current);
    for (auto code = frame.alternatives.rbegin(); code != frame.alternatives.rend(); ++code) {
      Code both;
      both.reserve(code->size() + out.size() + 2);
      both.push_back({Op::kSplit, 0, distance(code->size() + 2)});
      append(both, *code);
      both.push_back({Op::kJump, 0, distance(out.size() + 1)});
      append(both, out);
      out = std::move(both);
    }
    return out;
  }

  void close() {
    const Code inner = joined(frames_.back());
    frames_.pop_back();
    Frame& frame = frames_.back();
    frame.last = frame.current.size();
    append(frame.current, inner);
  }

  bool repeat(const PatternToken& token) {
    Frame& frame = frames_.back();
    const Code once(frame.current.begin() + static_cast<std::ptrdiff_t>(frame.last), frame.current.end());
    const bool is_unlimited = token.max == PatternToken::kUnlimited;
    const std::uint64_t copies = is_unlimited ? std::uint64_t{token.min} + 1 : token.max;
    if (copies * (once.size() + 2) > max_instructions_) return false;
    frame.current.resize(frame.last);
    for (std::uint32_t i = 0; i < token.min; ++i) append(frame.current, once);
    if (is_unlimited) {
      frame.current.push_back({Op::kSplit, 0, distance(once.size() + 2)});
      append(frame.current, once);
      frame.current.push_back({Op::kJump, 0, -distance(once.size() + 1)});
      return true;
    }
    for (std::uint32_t left = token.max - token.min; left > 0; --left) {
      frame.current.push_back({Op::kSplit, 0, distance(left * (once.size() + 1))});
      append(frame.current, once);
    }
    return true;
  }

  const ParsedPattern& pattern_;
  std::size_t max_instructions_;
  PatternProgram out_;
  std::vector<Frame> frames_;
};

}  // namespace

std::optional<PatternProgram> make_program(const ParsedPattern& pattern, std::size_t max_instructions) {
  if (pattern.has_properties || pattern.has_look_around || pattern.has_word_boundary) return std::nullopt;
  return ProgramMaker(pattern, max_instructions).run();
}

}  // namespace sluice::json
