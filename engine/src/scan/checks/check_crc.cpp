// Tokens that end in a checksum of what precedes it. Sources: GitHub's announcement of its token formats (2021-04-05),
// npm's, Cloudflare's, GitLab's and Grafana's documents; each algorithm was recomputed on synthetic vectors.

#include "crypto/digest.h"
#include "scan/checks/encodings.h"
#include "scan/checks/internal.h"

namespace sluice::scan::checks {
namespace {

constexpr std::string_view kHexLower = "0123456789abcdef";
constexpr std::string_view kHexUpper = "0123456789ABCDEF";
constexpr std::string_view kBase32Upper = kBase32;

/// What follows the first underscore: the body of a prefixed token.
std::optional<std::string_view> body_of(std::string_view head) {
  const std::size_t at = head.find('_');
  if (at == std::string_view::npos || at + 1 >= head.size()) return std::nullopt;
  return head.substr(at + 1);
}

std::optional<std::string_view> without_last_underscore(std::string_view head) {
  if (head.empty() || head.back() != '_') return std::nullopt;
  return head.substr(0, head.size() - 1);
}

std::optional<std::string> gitlab_tail(std::string_view head) {
  // "glpat-" payload "." version "." then the payload's length in two base-36 digits, then the CRC of all of it.
  constexpr std::string_view kVersion = ".01.";
  if (head.size() <= kVersion.size() || !head.ends_with(kVersion)) return std::nullopt;
  const std::size_t prefix_end = head.find('-');
  if (prefix_end == std::string_view::npos || prefix_end + 1 + kVersion.size() >= head.size()) return std::nullopt;
  const std::size_t payload = head.size() - kVersion.size() - (prefix_end + 1);
  const std::string length = to_base(payload, kBase36Lower, 2);
  return length + to_base(crc32(std::string(head) + length), kBase36Lower, 7);
}

std::string hex_of(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out.push_back(kHexLower[byte >> 4U]);
    out.push_back(kHexLower[byte & 15U]);
  }
  return out;
}

}  // namespace

std::size_t crc_tail_length(CheckKind kind) noexcept {
  switch (kind) {
    case CheckKind::kGithubCrc:
    case CheckKind::kNpmCrc:
    case CheckKind::kVercelCrc:
    case CheckKind::kConfluentCrc: return 6;
    case CheckKind::kGitlabRoutable: return 9;
    case CheckKind::kGrafanaServiceAccount:
    case CheckKind::kCloudflareCrc:
    case CheckKind::kZuploCrc:
    case CheckKind::kAtlassianCrc: return 8;
    default: return 0;
  }
}

std::optional<std::string> crc_tail(CheckKind kind, std::string_view head) {
  switch (kind) {
    case CheckKind::kGithubCrc:
    case CheckKind::kNpmCrc:
    case CheckKind::kVercelCrc: {
      const auto body = body_of(head);
      return body ? std::optional(to_base(crc32(*body), kBase62, 6)) : std::nullopt;
    }
    case CheckKind::kCloudflareCrc: {
      const auto body = body_of(head);
      return body ? std::optional(to_base(crc32(*body), kHexLower, 8)) : std::nullopt;
    }
    case CheckKind::kZuploCrc: {
      const auto rest = without_last_underscore(head);
      const auto body = rest ? body_of(*rest) : std::nullopt;
      return body ? std::optional(to_base(crc32(*body), kHexLower, 8)) : std::nullopt;
    }
    case CheckKind::kGrafanaServiceAccount: {
      const auto rest = without_last_underscore(head);
      return rest ? std::optional(hex_of(little_endian(crc32(*rest)))) : std::nullopt;
    }
    case CheckKind::kConfluentCrc:
      if (head.size() <= 4) return std::nullopt;
      return encode_base64(little_endian(crc32(head.substr(4)))).substr(0, 6);
    case CheckKind::kAtlassianCrc:
      if (head.empty()) return std::nullopt;
      return to_base(crc32(head), kHexUpper, 8);
    case CheckKind::kGitlabRoutable: return gitlab_tail(head);
    default: return std::nullopt;
  }
}

CheckResult check_crc(CheckKind kind, std::string_view secret) {
  const std::size_t length = crc_tail_length(kind);
  if (length == 0 || secret.size() <= length) return CheckResult::kNotApplicable;
  const std::optional<std::string> expected = crc_tail(kind, secret.substr(0, secret.size() - length));
  if (!expected) return CheckResult::kNotApplicable;
  return secret.substr(secret.size() - length) == *expected ? CheckResult::kPass : CheckResult::kFail;
}

std::optional<std::string> complete_github_fine_pat(std::string_view head) {
  constexpr std::size_t kHeadLength = 77;  // github_pat_, 22, _, 43
  if (head.size() != kHeadLength) return std::nullopt;
  const Sha256Digest digest = sha256(as_bytes(head));
  std::string out;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 5; ++i) bits = (bits << 8U) | static_cast<std::uint8_t>(digest[i]);
  for (unsigned i = 0; i < 8; ++i) out.push_back(kBase32Upper[(bits >> (35 - 5 * i)) & 31U]);
  return out;
}

CheckResult check_github_fine_pat(std::string_view secret) {
  constexpr std::size_t kLength = 93;
  if (secret.size() != kLength) return CheckResult::kNotApplicable;
  const std::optional<std::string> expected = complete_github_fine_pat(secret.substr(0, 77));
  if (!expected) return CheckResult::kNotApplicable;
  return secret.substr(77, 8) == *expected ? CheckResult::kPass : CheckResult::kFail;
}

}  // namespace sluice::scan::checks
