// Private keys: age's Bech32 (BIP-173) and PEM armor (RFC 7468, RFC 1421 headers, OpenSSH, PGP).

#include <array>
#include <cstdint>

#include "core/ascii.h"
#include "scan/checks/encodings.h"
#include "scan/checks/internal.h"

namespace sluice::scan::checks {
namespace {

constexpr std::string_view kBech32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";
constexpr std::string_view kAgeHuman = "AGE-SECRET-KEY-";
constexpr std::string_view kAgePrefix = "AGE-SECRET-KEY-1";
constexpr std::size_t kBech32CheckLength = 6;

std::uint32_t polymod_step(std::uint32_t sum, std::uint32_t value) noexcept {
  constexpr std::array<std::uint32_t, 5> kGenerator = {0x3b6a57b2U, 0x26508e6dU, 0x1ea119faU, 0x3d4233ddU, 0x2a1462b3U};
  const std::uint32_t top = sum >> 25U;
  sum = ((sum & 0x1ffffffU) << 5U) ^ value;
  for (unsigned i = 0; i < 5; ++i) {
    if (((top >> i) & 1U) != 0) sum ^= kGenerator[i];
  }
  return sum;
}

/// The checksum state over the human part and the data digits. Bech32 folds case before it computes.
std::optional<std::uint32_t> bech32_sum(std::string_view data) noexcept {
  std::uint32_t sum = 1;
  for (const char c : kAgeHuman) sum = polymod_step(sum, static_cast<std::uint32_t>(ascii_lower(c)) >> 5U);
  sum = polymod_step(sum, 0);
  for (const char c : kAgeHuman) sum = polymod_step(sum, static_cast<std::uint32_t>(ascii_lower(c)) & 31U);
  for (const char c : data) {
    const std::size_t digit = kBech32.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    sum = polymod_step(sum, static_cast<std::uint32_t>(digit));
  }
  return sum;
}

bool is_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// The body of an armored block with line ends, also written as `\n`, and white space taken away, headers skipped.
std::string body_digits(std::string_view body) {
  std::string out;
  std::string line;
  const auto flush = [&] {
    if (line.find(": ") == std::string::npos && !line.starts_with("=")) out += line;
    line.clear();
  };
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if (c == '\\' && i + 1 < body.size() && (body[i + 1] == 'n' || body[i + 1] == 'r')) {
      flush();
      ++i;
    } else if (c == '\n' || c == '\r') {
      flush();
    } else if (c == ' ' && line.ends_with(':')) {
      line.push_back(c);
    } else if (!is_space(c) && c != '"' && c != '\'' && c != ',') {
      line.push_back(c);
    }
  }
  flush();
  return out;
}

}  // namespace

CheckResult check_age(std::string_view secret) {
  if (!secret.starts_with(kAgePrefix) || secret.size() <= kAgePrefix.size() + kBech32CheckLength) {
    return CheckResult::kNotApplicable;
  }
  const std::optional<std::uint32_t> sum = bech32_sum(secret.substr(kAgePrefix.size()));
  return sum && *sum == 1 ? CheckResult::kPass : CheckResult::kFail;
}

std::optional<std::string> complete_age(std::string_view head) {
  if (!head.starts_with(kAgePrefix)) return std::nullopt;
  const std::string zeros(kBech32CheckLength, kBech32.front());
  const std::optional<std::uint32_t> sum = bech32_sum(std::string(head.substr(kAgePrefix.size())) + zeros);
  if (!sum) return std::nullopt;
  std::string out;
  for (unsigned i = 0; i < kBech32CheckLength; ++i) out.push_back(kBech32[((*sum ^ 1U) >> (5 * (5 - i))) & 31U]);
  return out;
}

CheckResult check_pem(std::string_view block) {
  constexpr std::string_view kBegin = "-----BEGIN ";
  constexpr std::string_view kEnd = "-----END ";
  constexpr std::string_view kDashes = "-----";
  const std::size_t begin = block.find(kBegin);
  if (begin == std::string_view::npos) return CheckResult::kFail;
  const std::size_t label_begin = begin + kBegin.size();
  const std::size_t label_end = block.find(kDashes, label_begin);
  if (label_end == std::string_view::npos) return CheckResult::kFail;
  const std::string_view label = block.substr(label_begin, label_end - label_begin);
  const std::size_t body_begin = label_end + kDashes.size();
  const std::size_t end = block.find(kEnd, body_begin);
  // A key cut off before its end line is still a key.
  if (end == std::string_view::npos) return CheckResult::kNotApplicable;
  if (!block.substr(end + kEnd.size()).starts_with(label)) return CheckResult::kFail;
  const std::string digits = body_digits(block.substr(body_begin, end - body_begin));
  // The smallest key in use, Ed25519 in PKCS #8, has 64 digits.
  constexpr std::size_t kLeastDigits = 40;
  if (digits.size() < kLeastDigits) return CheckResult::kFail;
  const std::optional<std::string> bytes = decode_base64(digits);
  if (!bytes) return CheckResult::kFail;
  const bool is_ciphertext = block.find("Proc-Type: 4,ENCRYPTED") != std::string_view::npos;
  return is_ciphertext || is_key_body(label, *bytes) ? CheckResult::kPass : CheckResult::kFail;
}

}  // namespace sluice::scan::checks
