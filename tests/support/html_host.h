#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sanitize/html/clean_html.h"
#include "sanitize/member_host.h"
#include "text/utf8.h"
#include "url/agreed_host.h"

namespace sluice::testing {

/// What a cleaner asked its host.
struct HtmlAsked {
  std::string text;    ///< of the projection
  std::string joined;  ///< the same without what is between the leaves
  std::vector<std::string> members;
  int scans = 0;
};

/// Without controls and noncharacters, which gumbo replaces where browsers do not; the pipeline strips most of them.
inline std::string without_controls(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const ByteView rest = as_bytes(text.substr(at));
    const text::Decoded decoded = text::decode_utf8(rest.data(), rest.size());
    const char32_t c = decoded.code_point;
    const bool is_control = (c < 0x20 && c != '\t' && c != '\n' && c != '\f') || (c >= 0x7F && c <= 0x9F);
    const bool is_noncharacter = (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFEU) == 0xFFFE;
    if (!is_control && !is_noncharacter) out += text.substr(at, decoded.length);
    at += decoded.length;
  }
  return out;
}

/// A pipeline for cleaners of markup alone: keeps what it is asked, strips controls, redacts one word, takes PNGs, lets
/// one host load.
class HtmlHost final : public sanitize::MemberHost {
 public:
  sanitize::LeafTexts scan(const sanitize::TextProjection& projection) override {
    ++asked.scans;
    asked.text = std::string(as_chars(projection.text()));
    asked.joined = to_string(projection.joined().text);
    sanitize::LeafTexts texts;
    for (std::uint32_t id = 0; id < projection.leaves().size(); ++id) {
      std::string leaf = without_controls(projection.leaf_text(id));
      bool is_changed = leaf.size() != projection.leaf_text(id).size();
      for (std::size_t at = 0; !secret.empty() && (at = leaf.find(secret, at)) != std::string::npos;) {
        constexpr std::string_view kMark = "[redacted]";
        leaf.replace(at, secret.size(), kMark);
        at += kMark.size();
        is_changed = true;
      }
      if (is_changed) texts.set(id, leaf);
    }
    return texts;
  }

  sanitize::Member check_member(const sanitize::MemberInfo& info, ByteView bytes) override {
    asked.members.emplace_back(info.name);
    sanitize::Member member;
    constexpr std::string_view kPng = "\x89PNG\r\n\x1a\n";
    member.is_released = as_chars(bytes).substr(0, kPng.size()) == kPng;
    member.is_unchanged = true;
    if (member.is_released) member.type = media::MediaType::kPng;
    return member;
  }

  bool allows_url(sanitize::UrlUse use, std::string_view url) override {
    const std::string host = url::agreed_host(as_bytes(url));
    return use == sanitize::UrlUse::kLink ? host != refused_host : host == "images.example";
  }

  [[nodiscard]] const SecretScrubber* scrubber() const noexcept override { return nullptr; }

  std::string secret;
  std::string refused_host = "refused.example";
  HtmlAsked asked;
};

/// One cleaning of a document.
struct HtmlOutcome {
  sanitize::Output output;
  Findings findings;
  HtmlAsked asked;
  std::string html;  ///< what is released
};

inline HtmlOutcome clean_page(std::string_view html, Consumer consumer = Consumer::kAgent,
                              const sanitize::HtmlOptions& options = {}, std::string_view secret = {},
                              const Limits& limits = {}) {
  HtmlOutcome outcome;
  HtmlHost host;
  host.secret = secret;
  Budget budget(limits);
  static_cast<void>(budget.admit_input(html.size()));
  sanitize::Job job{outcome.findings, budget, host, consumer};
  outcome.output = sanitize::clean_html(as_bytes(html), options, job);
  outcome.asked = std::move(host.asked);
  if (outcome.output.is_released) {
    outcome.html = outcome.output.is_unchanged ? std::string(html) : to_string(outcome.output.bytes);
  }
  return outcome;
}

}  // namespace sluice::testing
