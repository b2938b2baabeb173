#include "peers/hyperscan_scan.h"

#include <algorithm>
#include <string>

#include "subject.h"

namespace sluice::bench {

HyperscanScan::HyperscanScan(const RuleList& rules) {
  std::vector<const char*> texts;
  std::vector<unsigned> ids;
  for (std::uint32_t r = 0; r < rules.size(); ++r) {
    const std::string backward = "(?:" + rules[r]->pattern + ")\\z";
    backward_.push_back({std::make_unique<re2::RE2>(backward, peer_options()), rules[r]->max_len});
    if (!backward_.back().pattern->ok()) fail(rules[r]->id + ": " + backward_.back().pattern->error());
    texts.push_back(rules[r]->pattern.c_str());
    ids.push_back(r);
  }
  while (database_ == nullptr) {
    const std::vector<unsigned> flags(texts.size(), 0);
    const auto count = static_cast<unsigned>(texts.size());
    hs_compile_error_t* error = nullptr;
    if (hs_compile_multi(texts.data(), flags.data(), ids.data(), count, HS_MODE_BLOCK, nullptr, &database_, &error) ==
        HS_SUCCESS) {
      break;
    }
    const std::string message = error == nullptr ? "no memory" : error->message;
    const std::ptrdiff_t at = error == nullptr ? -1 : error->expression;
    hs_free_compile_error(error);
    if (at < 0) fail("Hyperscan: " + message);
    refused_.push_back(ids[static_cast<std::size_t>(at)]);
    texts.erase(texts.begin() + at);
    ids.erase(ids.begin() + at);
  }
  if (hs_alloc_scratch(database_, &scratch_) != HS_SUCCESS) fail("Hyperscan: no memory");
}

HyperscanScan::~HyperscanScan() {
  hs_free_scratch(scratch_);
  hs_free_database(database_);
}

std::size_t HyperscanScan::database_bytes() const {
  std::size_t bytes = 0;
  hs_database_size(database_, &bytes);
  return bytes;
}

int HyperscanScan::on_hit(unsigned id, unsigned long long, unsigned long long to, unsigned, void* hits) {
  static_cast<std::vector<Hit>*>(hits)->emplace_back(id, static_cast<std::uint32_t>(to));
  return 0;
}

void HyperscanScan::scan(std::string_view text, std::size_t block_bytes, std::vector<Found>& out) {
  reported_ = 0;
  for (std::size_t at = 0; at < text.size(); at += block_bytes) {
    const std::string_view block = text.substr(at, block_bytes);
    hits_.clear();
    if (hs_scan(database_, block.data(), static_cast<unsigned>(block.size()), 0, scratch_, &on_hit, &hits_) !=
        HS_SUCCESS) {
      fail("Hyperscan gave up");
    }
    reported_ += hits_.size();
    confirm(block, at, out);
  }
}

void HyperscanScan::confirm(std::string_view block, std::size_t offset, std::vector<Found>& out) {
  std::sort(hits_.begin(), hits_.end(),
            [](const Hit& a, const Hit& b) { return a.first != b.first ? a.first < b.first : a.second > b.second; });
  std::uint32_t last_rule = ~std::uint32_t{0};
  std::size_t last_begin = 0;
  for (const auto& [rule, end] : hits_) {
    if (rule == last_rule && end > last_begin) continue;
    const std::size_t from = end > backward_[rule].max_len ? end - backward_[rule].max_len : 0;
    const re2::StringPiece window(block.data() + from, end - from);
    re2::StringPiece match;
    if (!backward_[rule].pattern->Match(window, 0, window.size(), re2::RE2::UNANCHORED, &match, 1)) continue;
    last_rule = rule;
    last_begin = static_cast<std::size_t>(match.data() - block.data());
    out.push_back({offset + last_begin, offset + end, rule});
  }
}

}  // namespace sluice::bench
