#include "peers/keyword_automaton.h"

#include <deque>

namespace sluice::bench {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

unsigned char lower(unsigned char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<unsigned char>(byte - 'A' + 'a') : byte;
}

}  // namespace

KeywordAutomaton::KeywordAutomaton(std::span<const std::string> keywords) {
  for (const std::string& keyword : keywords) {
    for (const char c : keyword) {
      std::uint16_t& number = class_of_[lower(static_cast<unsigned char>(c))];
      if (number == 0) number = static_cast<std::uint16_t>(classes_++);
    }
  }
  for (unsigned byte = 'A'; byte <= 'Z'; ++byte) class_of_[byte] = class_of_[byte - 'A' + 'a'];

  const auto add_state = [this] {
    next_.resize(next_.size() + classes_, kNone);
    keywords_.emplace_back();
    return static_cast<std::uint32_t>(keywords_.size() - 1);
  };
  add_state();
  for (std::uint32_t k = 0; k < keywords.size(); ++k) {
    std::uint32_t state = 0;
    for (const char c : keywords[k]) {
      const std::size_t slot = state * classes_ + class_of_[static_cast<unsigned char>(c)];
      if (next_[slot] == kNone) {
        const std::uint32_t fresh = add_state();
        next_[slot] = fresh;
      }
      state = next_[slot];
    }
    keywords_[state].push_back(k);
  }

  // Breadth first: the state that a failure leads to is complete before it is needed.
  std::vector<std::uint32_t> failure(keywords_.size(), 0);
  std::deque<std::uint32_t> queue = {0};
  while (!queue.empty()) {
    const std::uint32_t state = queue.front();
    queue.pop_front();
    for (std::size_t c = 0; c < classes_; ++c) {
      std::uint32_t& to = next_[state * classes_ + c];
      const std::uint32_t fallback = state == 0 ? 0 : next_[failure[state] * classes_ + c];
      if (to == kNone) {
        to = fallback;
        continue;
      }
      failure[to] = fallback;
      keywords_[to].insert(keywords_[to].end(), keywords_[fallback].begin(), keywords_[fallback].end());
      queue.push_back(to);
    }
  }
  for (const std::vector<std::uint32_t>& own : keywords_) ends_any_.push_back(own.empty() ? 0 : 1);
}

void KeywordAutomaton::find(std::string_view text, std::span<char> seen) const {
  std::uint32_t state = 0;
  for (const char c : text) {
    state = next_[state * classes_ + class_of_[static_cast<unsigned char>(c)]];
    if (ends_any_[state] == 0) continue;
    for (const std::uint32_t keyword : keywords_[state]) seen[keyword] = 1;
  }
}

}  // namespace sluice::bench
