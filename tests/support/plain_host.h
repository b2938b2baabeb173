#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::testing {

/// A pipeline for tests of one cleaner: looks for `secret` in every reading of a projection and puts "[gone]" in its
/// place, allows the hosts it is given, and passes the members that begin with `member_prefix`.
class PlainHost final : public sanitize::MemberHost {
 public:
  std::string secret;
  std::vector<std::string> load_prefixes;  ///< URLs that may load begin with one of these
  std::vector<std::string> refused_links;  ///< links that begin with one of these are refused
  std::string member_prefix = "\x89PNG";
  std::vector<std::string> scanned;  ///< the text of each projection
  std::vector<std::string> members;  ///< declared types of the members

  [[nodiscard]] sanitize::LeafTexts scan(const sanitize::TextProjection& projection) override {
    scanned.emplace_back(as_chars(projection.text()));
    sanitize::LeafTexts texts;
    if (secret.empty() || projection.leaves().empty()) return texts;
    std::vector<std::vector<bool>> gone(projection.leaves().size());
    for (const sanitize::LeafSpan& leaf : projection.leaves()) gone[leaf.id].assign(leaf.end - leaf.begin, false);
    mark(as_chars(projection.text()), projection.leaves(), {}, gone);
    const sanitize::TextProjection::Joined joined = projection.joined();
    mark(as_chars(joined.text), joined.leaves, joined.trimmed, gone);
    for (const sanitize::LeafSpan& leaf : projection.leaves()) {
      const std::string_view text = projection.leaf_text(leaf.id);
      std::string out;
      bool is_changed = false;
      for (std::size_t i = 0; i < text.size(); ++i) {
        if (!gone[leaf.id][i]) {
          out += text[i];
        } else if (i == 0 || !gone[leaf.id][i - 1]) {
          out += "[gone]";
        }
        is_changed = is_changed || gone[leaf.id][i];
      }
      if (is_changed) texts.set(leaf.id, out);
    }
    return texts;
  }

  [[nodiscard]] sanitize::Member check_member(const sanitize::MemberInfo& info, ByteView bytes) override {
    members.emplace_back(info.declared_type);
    sanitize::Member member;
    member.is_released = as_chars(bytes).starts_with(member_prefix);
    member.is_unchanged = member.is_released;
    member.type = media::parse_media_type(std::string(info.declared_type)).type;
    return member;
  }

  [[nodiscard]] bool allows_url(sanitize::UrlUse use, std::string_view url) override {
    const auto begins = [url](const std::string& prefix) { return url.starts_with(prefix); };
    if (use == sanitize::UrlUse::kLoad) return std::any_of(load_prefixes.begin(), load_prefixes.end(), begins);
    return std::none_of(refused_links.begin(), refused_links.end(), begins);
  }

  [[nodiscard]] const SecretScrubber* scrubber() const noexcept override { return nullptr; }

 private:
  void mark(std::string_view text, const std::vector<sanitize::LeafSpan>& leaves,
            const std::vector<std::uint64_t>& trimmed, std::vector<std::vector<bool>>& gone) const {
    for (std::size_t at = text.find(secret); at != std::string_view::npos; at = text.find(secret, at + 1)) {
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        const std::uint64_t shift = trimmed.empty() ? 0 : trimmed[i];
        for (std::uint64_t k = leaves[i].begin; k < leaves[i].end; ++k) {
          if (k >= at && k < at + secret.size()) gone[leaves[i].id][k - leaves[i].begin + shift] = true;
        }
      }
    }
  }
};

/// A cleaner's result and what it found.
struct Cleaning {
  bool is_released = false;
  std::string text;  ///< where released
  Findings findings;
  std::uint64_t steps = 0;
  std::uint64_t nodes = 0;
  [[nodiscard]] std::string codes() const {
    std::string out;
    for (const Finding& finding : findings.listed()) {
      out += std::string(finding_name(finding.code)) + "(" + finding.detail.str() + ") ";
    }
    return out;
  }
};

/// Runs a cleaner over `input` with a budget of its own.
inline Cleaning clean_with(std::string_view input, PlainHost& host, const Limits& limits,
                           const std::function<sanitize::Output(ByteView, sanitize::Job&)>& clean) {
  Cleaning result;
  Budget budget(limits);
  if (!budget.admit_input(input.size())) return result;
  const std::uint64_t steps = budget.left(Budget::Kind::kSteps);
  const std::uint64_t nodes = budget.left(Budget::Kind::kNodes);
  sanitize::Job job{result.findings, budget, host};
  const sanitize::Output output = clean(as_bytes(input), job);
  result.is_released = output.is_released && !job.is_withheld();
  if (result.is_released) result.text = output.is_unchanged ? std::string(input) : to_string(output.bytes);
  result.steps = steps - budget.left(Budget::Kind::kSteps);
  result.nodes = nodes - budget.left(Budget::Kind::kNodes);
  return result;
}

}  // namespace sluice::testing
