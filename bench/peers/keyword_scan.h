#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "peers/found.h"
#include "peers/keyword_automaton.h"
#include "peers/peer_pattern.h"

namespace sluice::bench {

/// The design of gitleaks and betterleaks: the text is cut into fragments of 100 kB, the keywords of all rules are
/// looked for in one pass over a fragment, and the expression of each rule that has a keyword there runs over all of
/// the fragment. Our anchors are the keywords, without regard to case; rules without one always run.
/// Not thread-safe: one thread has one.
class KeywordScan {
 public:
  /// @param rules  kept alive by the caller while this is constructed; a pattern that RE2 refuses ends the program
  explicit KeywordScan(const RuleList& rules);

  /// Adds the matches in `text`. As in those scanners, one that crosses the border of two fragments is lost.
  void scan(std::string_view text, std::vector<Found>& out);

  /// Rules that run on every fragment.
  [[nodiscard]] std::size_t rules_without_keyword() const noexcept { return always_.size(); }

 private:
  void scan_fragment(std::string_view fragment, std::size_t offset, std::vector<Found>& out);

  std::vector<std::unique_ptr<re2::RE2>> patterns_;
  std::vector<std::uint32_t> always_;
  std::vector<std::vector<std::uint32_t>> rules_of_keyword_;
  std::unique_ptr<const KeywordAutomaton> automaton_;
  std::vector<char> seen_;       ///< by keyword
  std::vector<char> is_wanted_;  ///< by rule
};

/// Where the fragment that begins at `begin` ends: after 100 kB, and then at the next empty line, if one comes within
/// 25 kB.
[[nodiscard]] std::size_t fragment_end(std::string_view text, std::size_t begin);

}  // namespace sluice::bench
