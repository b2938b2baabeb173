#include "json/pattern_automaton.h"

#include <algorithm>
#include <map>
#include <utility>

#include "json/pattern_program.h"
#include "sluice/bytes.h"
#include "text/utf8.h"

namespace sluice::json {

namespace {

constexpr std::size_t kMaxInstructions = 1024;
constexpr std::size_t kMaxStates = 512;
constexpr std::size_t kMaxCells = 32'768;  // 64 KB
constexpr std::size_t kMaxWork = 400'000;  // instructions visited; about 2 ms

using Op = PatternInstruction::Op;
using Positions = std::vector<std::uint16_t>;

}  // namespace

/// Builds the automaton from the sets of instructions that may be reached at once.
class AutomatonMaker {
 public:
  explicit AutomatonMaker(const PatternProgram& program)
      : program_(program), seen_(program.code.size(), 0), symbol_masks_() {}

  bool run(AutomatonPattern& out) {
    out_ = &out;
    make_symbols();
    if (!begin_closure({0}, true)) return false;
    const Positions start = take();
    if (!begin_closure({0}, false)) return false;
    restart_ = take();
    add_row({}, false);
    add_row({}, true);
    std::uint32_t start_row = 0;
    if (!row_of(start, true, start_row)) return false;
    out.start_ = static_cast<AutomatonPattern::Row>(start_row);
    for (std::size_t done = 0; done < pending_.size(); ++done) {
      if (!expand(done)) return false;
    }
    return true;
  }

 private:
  // Code points that no atom tells apart become one symbol.
  void make_symbols() {
    std::vector<std::uint32_t> starts{0, 0x80};
    for (const CodePointSet& atom : program_.atoms) {
      for (const CodePointRange& range : atom.ranges()) {
        starts.push_back(range.first);
        starts.push_back(range.last + 1);
      }
    }
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    std::vector<std::uint64_t> masks(starts.size(), 0);
    for (std::size_t atom = 0; atom < program_.atoms.size(); ++atom) {
      for (const CodePointRange& range : program_.atoms[atom].ranges()) {
        auto at =
            static_cast<std::size_t>(std::lower_bound(starts.begin(), starts.end(), range.first) - starts.begin());
        for (; at < starts.size() && starts[at] <= range.last; ++at) masks[at] |= std::uint64_t{1} << atom;
      }
    }
    symbol_masks_ = masks;
    std::sort(symbol_masks_.begin(), symbol_masks_.end());
    symbol_masks_.erase(std::unique(symbol_masks_.begin(), symbol_masks_.end()), symbol_masks_.end());
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const auto symbol = static_cast<std::uint8_t>(
          std::lower_bound(symbol_masks_.begin(), symbol_masks_.end(), masks[i]) - symbol_masks_.begin());
      const std::uint32_t end = i + 1 < starts.size() ? starts[i + 1] : kLastCodePoint + 1;
      if (starts[i] >= 0x80) {
        out_->starts_.push_back(starts[i]);
        out_->wide_.push_back(symbol);
      } else {
        for (std::uint32_t c = starts[i]; c < end; ++c) out_->ascii_[c] = symbol;
      }
    }
    out_->symbols_ = symbol_masks_.size();
  }

  // Everything reachable from `from` without a character; `$` stays in the set, to be followed at the end of the text.
  bool begin_closure(const Positions& from, bool at_begin) {
    ++generation_;
    found_.clear();
    for (const std::uint16_t position : from) {
      if (!visit(position, at_begin, false)) return false;
    }
    return true;
  }

  Positions take() {
    std::sort(found_.begin(), found_.end());
    return found_;
  }

  bool visit(std::uint16_t from, bool at_begin, bool at_end) {
    stack_.push_back(from);
    while (!stack_.empty()) {
      const std::uint16_t at = stack_.back();
      stack_.pop_back();
      if (seen_[at] == generation_) continue;
      seen_[at] = generation_;
      if (++work_ > kMaxWork) return false;
      const PatternInstruction& instruction = program_.code[at];
      const auto behind = static_cast<std::uint16_t>(at + 1);
      const auto target = static_cast<std::uint16_t>(at + instruction.offset);
      switch (instruction.op) {
        case Op::kAtom:
        case Op::kMatch: found_.push_back(at); break;
        case Op::kSplit:
          stack_.push_back(behind);
          stack_.push_back(target);
          break;
        case Op::kJump: stack_.push_back(target); break;
        case Op::kBegin:
          if (at_begin) stack_.push_back(behind);
          break;
        case Op::kEnd:
          if (at_end) {
            stack_.push_back(behind);
          } else {
            found_.push_back(at);
          }
          break;
      }
    }
    return true;
  }

  [[nodiscard]] bool has_match(const Positions& positions) const {
    return std::any_of(positions.begin(), positions.end(),
                       [&](std::uint16_t at) { return program_.code[at].op == Op::kMatch; });
  }

  void add_row(Positions positions, bool accepts_at_end) {
    out_->next_.resize(out_->next_.size() + out_->symbols_,
                       static_cast<AutomatonPattern::Row>(out_->accepts_at_end_.size() * out_->symbols_));
    out_->accepts_at_end_.push_back(accepts_at_end);
    pending_.push_back(std::move(positions));
  }

  bool row_of(const Positions& positions, bool at_begin, std::uint32_t& row) {
    const auto symbols = static_cast<std::uint32_t>(out_->symbols_);
    if (has_match(positions)) {
      row = symbols;
      return true;
    }
    if (positions.empty()) {
      row = 0;
      return true;
    }
    // The first state alone may pass `^` behind `$`, so it is no other state's equal.
    if (!at_begin) {
      const auto known = rows_.find(positions);
      if (known != rows_.end()) {
        row = known->second;
        return true;
      }
    }
    const std::size_t count = out_->accepts_at_end_.size();
    if (count >= kMaxStates || (count + 1) * out_->symbols_ > kMaxCells) return false;
    ++generation_;
    found_.clear();
    for (const std::uint16_t at : positions) {
      if (program_.code[at].op == Op::kEnd && !visit(at, at_begin, true)) return false;
    }
    const bool accepts = has_match(found_);
    row = static_cast<std::uint32_t>(count) * symbols;
    if (!at_begin) rows_.emplace(positions, row);
    add_row(positions, accepts);
    return true;
  }

  bool expand(std::size_t index) {
    const Positions from = pending_[index];
    if (from.empty()) return true;
    for (std::size_t symbol = 0; symbol < out_->symbols_; ++symbol) {
      const std::uint64_t mask = symbol_masks_[symbol];
      Positions moved = restart_;
      for (const std::uint16_t at : from) {
        const PatternInstruction& instruction = program_.code[at];
        if (instruction.op != Op::kAtom || (mask >> instruction.value & 1U) == 0) continue;
        moved.push_back(static_cast<std::uint16_t>(at + 1));
      }
      if (!begin_closure(moved, false)) return false;
      work_ += from.size();
      std::uint32_t row = 0;
      if (!row_of(take(), false, row)) return false;
      out_->next_[index * out_->symbols_ + symbol] = static_cast<AutomatonPattern::Row>(row);
    }
    return true;
  }

  const PatternProgram& program_;
  AutomatonPattern* out_ = nullptr;
  std::vector<std::uint32_t> seen_;
  std::uint32_t generation_ = 0;
  std::vector<std::uint16_t> stack_;
  Positions found_;
  Positions restart_;  // a match may begin at any character
  std::vector<std::uint64_t> symbol_masks_;
  std::vector<Positions> pending_;
  std::map<Positions, std::uint32_t> rows_;
  std::size_t work_ = 0;
};

std::optional<AutomatonPattern> AutomatonPattern::from(const ParsedPattern& pattern) {
  const std::optional<PatternProgram> program = make_program(pattern, kMaxInstructions);
  if (!program) return std::nullopt;
  AutomatonPattern out;
  if (!AutomatonMaker(*program).run(out)) return std::nullopt;
  return out;
}

bool AutomatonPattern::search(std::string_view text) const noexcept {
  std::size_t row = start_;
  const std::size_t matched = symbols_;
  for (std::size_t at = 0; at < text.size();) {
    if (row <= matched) break;
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      row = next_[row + ascii_[byte]];
      ++at;
      continue;
    }
    const ByteView rest = as_bytes(text).subspan(at);
    const text::Decoded decoded = text::decode_utf8(rest.data(), rest.size());
    const auto interval =
        std::upper_bound(starts_.begin(), starts_.end(), static_cast<std::uint32_t>(decoded.code_point));
    row = next_[row + wide_[static_cast<std::size_t>(interval - starts_.begin()) - 1]];
    at += decoded.length;
  }
  return accepts_at_end_[row / symbols_];
}

std::size_t AutomatonPattern::memory_bytes() const noexcept {
  return sizeof(*this) + starts_.size() * (sizeof(std::uint32_t) + 1) + next_.size() * sizeof(Row) +
         accepts_at_end_.size() / 8;
}

}  // namespace sluice::json
