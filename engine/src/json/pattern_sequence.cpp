#include "json/pattern_sequence.h"

#include <algorithm>

#include "sluice/bytes.h"
#include "text/utf8.h"

namespace sluice::json {

namespace {

constexpr std::size_t kMaxSets = 8;
constexpr std::size_t kMaxSteps = 128;
constexpr std::size_t kMaxFixed = 256;

}  // namespace

bool SequencePattern::add_step(const ParsedPattern& pattern, const PatternToken& atom) {
  CodePointSet set = atom.kind == PatternTokenKind::kCharacter ? CodePointSet({{atom.value, atom.value}})
                                                               : pattern.sets[atom.value].points;
  const auto known = std::find(sets_.begin(), sets_.end(), set);
  const auto index = static_cast<std::size_t>(known - sets_.begin());
  if (known == sets_.end()) sets_.push_back(std::move(set));
  if (sets_.size() > kMaxSets || steps_.size() >= kMaxSteps) return false;
  steps_.push_back({static_cast<std::uint8_t>(1U << index), static_cast<std::uint8_t>(index), 1, 1});
  return true;
}

bool SequencePattern::read(const ParsedPattern& pattern) {
  using Kind = PatternTokenKind;
  std::vector<std::size_t> groups;
  std::size_t last = 0;  // first step of what a quantifier repeats
  for (std::size_t i = 0; i < pattern.tokens.size(); ++i) {
    const PatternToken& token = pattern.tokens[i];
    if (at_end_ && token.kind != Kind::kClose) return false;
    switch (token.kind) {
      case Kind::kBegin:
        if (i != 0) return false;
        at_begin_ = true;
        break;
      case Kind::kEnd: at_end_ = true; break;
      case Kind::kCharacter:
      case Kind::kSet:
        last = steps_.size();
        if (!add_step(pattern, token)) return false;
        break;
      case Kind::kOpen: groups.push_back(steps_.size()); break;
      case Kind::kClose:
        last = groups.back();
        groups.pop_back();
        break;
      case Kind::kRepeat: {
        const std::size_t count = steps_.size() - last;
        if (pattern.tokens[i - 1].is_atom()) {
          steps_.back().min = token.min;
          steps_.back().max = token.max;
          break;
        }
        // A group is written out where it comes so many times and no other.
        if (at_end_ || token.min != token.max || token.min == 0 || token.min > kMaxSteps ||
            count * token.min > kMaxSteps) {
          return false;
        }
        const std::vector<Step> once(steps_.begin() + static_cast<std::ptrdiff_t>(last), steps_.end());
        for (std::uint32_t copy = 1; copy < token.min; ++copy) steps_.insert(steps_.end(), once.begin(), once.end());
        break;
      }
      default: return false;
    }
    if (steps_.size() > kMaxSteps) return false;
  }
  return !steps_.empty();
}

bool SequencePattern::is_deterministic() const {
  if (!at_begin_) return steps_.size() == 1;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].min == steps_[i].max) continue;
    for (std::size_t next = i + 1; next < steps_.size(); ++next) {
      if (steps_[next].max == 0) continue;
      if (sets_[steps_[i].set].intersects(sets_[steps_[next].set])) return false;
      if (steps_[next].min > 0) break;
    }
  }
  return true;
}

void SequencePattern::make_tables() {
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const auto bit = static_cast<std::uint8_t>(1U << i);
    for (const CodePointRange& range : sets_[i].ranges()) {
      for (std::uint32_t c = range.first; c <= std::min<std::uint32_t>(range.last, 0x7F); ++c) table_[c] |= bit;
      if (range.last >= 0x80) wide_ |= bit;
    }
  }
  if (wide_ != 0 || !at_begin_) return;
  for (const Step& step : steps_) {
    if (step.min != step.max || fixed_.size() + step.min > kMaxFixed) {
      fixed_.clear();
      return;
    }
    fixed_.insert(fixed_.end(), step.min, step.bit);
  }
}

std::optional<SequencePattern> SequencePattern::from(const ParsedPattern& pattern) {
  if (pattern.has_look_around || pattern.has_word_boundary || pattern.has_properties) return std::nullopt;
  SequencePattern out;
  if (!out.read(pattern) || !out.is_deterministic()) return std::nullopt;
  out.make_tables();
  return out;
}

std::size_t SequencePattern::member_at(const Step& step, std::string_view text, std::size_t at) const noexcept {
  const auto byte = static_cast<unsigned char>(text[at]);
  if ((table_[byte] & step.bit) != 0) return 1;
  if (byte < 0x80 || (wide_ & step.bit) == 0) return 0;
  const ByteView rest = as_bytes(text).subspan(at);
  const text::Decoded decoded = text::decode_utf8(rest.data(), rest.size());
  const bool is_member = decoded.status == text::DecodeStatus::kValid &&
                         sets_[step.set].contains(static_cast<std::uint32_t>(decoded.code_point));
  return is_member ? decoded.length : 0;
}

// One class, free at its begin: a run of at least `min` members anywhere, or at the end.
bool SequencePattern::search_run(std::string_view text) const noexcept {
  const Step& step = steps_.front();
  if (step.min == 0) return true;
  std::size_t run = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = member_at(step, text, at);
    run = length == 0 ? 0 : run + 1;
    if (!at_end_ && run >= step.min) return true;
    at += std::max<std::size_t>(length, 1);
  }
  return run >= step.min;
}

bool SequencePattern::search(std::string_view text) const noexcept {
  if (!at_begin_) return search_run(text);
  if (!fixed_.empty()) {
    if (at_end_ ? text.size() != fixed_.size() : text.size() < fixed_.size()) return false;
    for (std::size_t i = 0; i < fixed_.size(); ++i) {
      if ((table_[static_cast<unsigned char>(text[i])] & fixed_[i]) == 0) return false;
    }
    return true;
  }
  std::size_t at = 0;
  for (const Step& step : steps_) {
    std::uint32_t count = 0;
    while (count < step.max && at < text.size()) {
      const std::size_t length = member_at(step, text, at);
      if (length == 0) break;
      at += length;
      ++count;
    }
    if (count < step.min) return false;
  }
  return !at_end_ || at == text.size();
}

std::size_t SequencePattern::memory_bytes() const noexcept {
  std::size_t sum = sizeof(*this) + steps_.size() * sizeof(Step) + fixed_.size();
  for (const CodePointSet& set : sets_) sum += sizeof(set) + set.ranges().size() * sizeof(CodePointRange);
  return sum;
}

}  // namespace sluice::json
