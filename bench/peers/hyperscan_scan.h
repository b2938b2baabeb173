#pragma once

#include <hs.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "peers/found.h"
#include "peers/peer_pattern.h"

namespace sluice::bench {

/// The design of Nosey Parker and kingfisher: all expressions in one Hyperscan database, block mode, no start of match;
/// then RE2 tells where the match that ends there begins. It runs backward from the reported end (an expression with an
/// anchored end takes RE2's reverse automaton alone), over no more than the rule's longest match, and only for the last
/// of the ends that lie in one match.
/// Not thread-safe: one thread has one.
class HyperscanScan {
 public:
  /// @param rules  kept alive by the caller while this is constructed. Rules that Hyperscan refuses are left out.
  explicit HyperscanScan(const RuleList& rules);
  HyperscanScan(const HyperscanScan&) = delete;
  HyperscanScan& operator=(const HyperscanScan&) = delete;
  ~HyperscanScan();

  /// Adds the matches in `text`, ordered by rule within each block.
  /// @param block_bytes  blocks are scanned one by one; matches over a border are lost
  void scan(std::string_view text, std::size_t block_bytes, std::vector<Found>& out);

  [[nodiscard]] const std::vector<std::uint32_t>& refused() const noexcept { return refused_; }
  [[nodiscard]] std::size_t database_bytes() const;
  /// Ends that Hyperscan reported in the last scan().
  [[nodiscard]] std::uint64_t reported() const noexcept { return reported_; }

 private:
  using Hit = std::pair<std::uint32_t, std::uint32_t>;  // rule, end
  static int on_hit(unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void* hits);
  void confirm(std::string_view block, std::size_t offset, std::vector<Found>& out);

  struct Backward {
    std::unique_ptr<re2::RE2> pattern;
    std::size_t max_len = 0;
  };
  std::vector<Backward> backward_;
  std::vector<std::uint32_t> refused_;
  std::vector<Hit> hits_;
  std::uint64_t reported_ = 0;
  hs_database_t* database_ = nullptr;
  hs_scratch_t* scratch_ = nullptr;
};

}  // namespace sluice::bench
