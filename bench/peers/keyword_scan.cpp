#include "peers/keyword_scan.h"

#include <algorithm>
#include <map>

#include "subject.h"

namespace sluice::bench {

namespace {

std::string lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace

std::size_t fragment_end(std::string_view text, std::size_t begin) {
  constexpr std::size_t kFragmentBytes = 100'000;
  constexpr std::size_t kMostMoreBytes = 25'000;
  const std::size_t least = begin + kFragmentBytes;
  if (least >= text.size()) return text.size();
  const std::size_t blank = text.substr(least, kMostMoreBytes).find("\n\n");
  return blank == std::string_view::npos ? least : least + blank + 2;
}

KeywordScan::KeywordScan(const RuleList& rules) : is_wanted_(rules.size(), 0) {
  std::map<std::string, std::vector<std::uint32_t>> rules_of;
  for (std::uint32_t r = 0; r < rules.size(); ++r) {
    patterns_.push_back(std::make_unique<re2::RE2>(rules[r]->pattern, peer_options()));
    if (!patterns_.back()->ok()) fail(rules[r]->id + ": " + patterns_.back()->error());
    if (rules[r]->anchors.empty()) always_.push_back(r);
    for (const rules::Anchor& anchor : rules[r]->anchors) {
      std::vector<std::uint32_t>& list = rules_of[lower_case(anchor.bytes)];
      if (list.empty() || list.back() != r) list.push_back(r);
    }
  }
  std::vector<std::string> keywords;
  for (auto& [keyword, list] : rules_of) {
    keywords.push_back(keyword);
    rules_of_keyword_.push_back(std::move(list));
  }
  automaton_ = std::make_unique<const KeywordAutomaton>(keywords);
  seen_.resize(keywords.size());
}

void KeywordScan::scan(std::string_view text, std::vector<Found>& out) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = fragment_end(text, at);
    scan_fragment(text.substr(at, end - at), at, out);
    at = end;
  }
}

void KeywordScan::scan_fragment(std::string_view fragment, std::size_t offset, std::vector<Found>& out) {
  std::fill(seen_.begin(), seen_.end(), 0);
  std::fill(is_wanted_.begin(), is_wanted_.end(), 0);
  automaton_->find(fragment, seen_);
  for (const std::uint32_t rule : always_) is_wanted_[rule] = 1;
  for (std::size_t k = 0; k < seen_.size(); ++k) {
    if (seen_[k] == 0) continue;
    for (const std::uint32_t rule : rules_of_keyword_[k]) is_wanted_[rule] = 1;
  }
  const re2::StringPiece subject(fragment.data(), fragment.size());
  for (std::uint32_t rule = 0; rule < patterns_.size(); ++rule) {
    if (is_wanted_[rule] == 0) continue;
    re2::StringPiece match;
    for (std::size_t at = 0; at < subject.size();) {
      if (!patterns_[rule]->Match(subject, at, subject.size(), re2::RE2::UNANCHORED, &match, 1)) break;
      const auto begin = static_cast<std::size_t>(match.data() - subject.data());
      out.push_back({offset + begin, offset + begin + match.size(), rule});
      at = begin + std::max<std::size_t>(match.size(), 1);
    }
  }
}

}  // namespace sluice::bench
