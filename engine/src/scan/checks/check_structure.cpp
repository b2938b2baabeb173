// Tokens without a checksum, but with an inner form that can be decoded offline.

#include <algorithm>
#include <array>

#include "scan/checks/encodings.h"
#include "scan/checks/internal.h"

namespace sluice::scan::checks {
namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }

bool all_digits(std::string_view text) noexcept { return std::all_of(text.begin(), text.end(), is_digit); }

/// Whether the decoded form is one JSON object, by its ends, that names every key.
bool is_object_with(std::string_view decoded, std::initializer_list<std::string_view> keys) {
  if (decoded.size() < 2 || decoded.front() != '{' || decoded.back() != '}') return false;
  return std::all_of(keys.begin(), keys.end(), [&](std::string_view key) {
    return decoded.find("\"" + std::string(key) + "\"") != std::string_view::npos;
  });
}

/// Runs of base 64 decoded; a cut tail of one character is ignored.
std::optional<std::string> decode_cut(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) text.remove_suffix(1);
  return decode_base64(text);
}

CheckResult pass_if(bool condition) noexcept { return condition ? CheckResult::kPass : CheckResult::kFail; }

}  // namespace

CheckResult check_aws_key_id(std::string_view secret) {
  constexpr std::size_t kType = 4;
  if (secret.size() != 20) return CheckResult::kNotApplicable;
  // Ids whose fifth character is I or J are of the older form, which holds no account.
  if (secret[kType] == 'I' || secret[kType] == 'J') return CheckResult::kNotApplicable;
  const std::optional<std::string> bytes = decode_base32(secret.substr(kType));
  if (!bytes || bytes->size() < 6) return CheckResult::kFail;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 6; ++i) value = (value << 8U) | static_cast<unsigned char>((*bytes)[i]);
  constexpr std::uint64_t kMask = 0x7fffffffff80U;
  constexpr std::uint64_t kAccounts = 1'000'000'000'000U;
  return pass_if(((value & kMask) >> 7U) < kAccounts);
}

CheckResult check_pypi(std::string_view secret) {
  constexpr std::string_view kPrefix = "pypi-";
  if (!secret.starts_with(kPrefix)) return CheckResult::kNotApplicable;
  const std::optional<std::string> bytes = decode_cut(secret.substr(kPrefix.size()));
  if (!bytes) return CheckResult::kFail;
  using namespace std::string_view_literals;
  // Version 2, field "location", its length, its text.
  return pass_if(bytes->starts_with("\x02\x01\x08pypi.org"sv) || bytes->starts_with("\x02\x01\x0dtest.pypi.org"sv));
}

CheckResult check_jwt(std::string_view secret) {
  const std::size_t first = secret.find('.');
  if (first == std::string_view::npos || secret.find('.', first + 1) == std::string_view::npos) {
    return CheckResult::kFail;
  }
  const std::optional<std::string> header = decode_base64(secret.substr(0, first));
  return pass_if(header && (is_object_with(*header, {"alg"}) || is_object_with(*header, {"enc"})));
}

CheckResult check_github_app_jwt(std::string_view secret) {
  constexpr std::string_view kPrefix = "ghs_";
  if (!secret.starts_with(kPrefix)) return CheckResult::kNotApplicable;
  const std::string_view rest = secret.substr(kPrefix.size());
  const std::size_t end = rest.find('_');
  if (end == std::string_view::npos || end == 0 || !all_digits(rest.substr(0, end))) return CheckResult::kNotApplicable;
  return check_jwt(rest.substr(end + 1));
}

CheckResult check_grafana_cloud(std::string_view secret) {
  constexpr std::string_view kPrefix = "glc_";
  if (!secret.starts_with(kPrefix)) return CheckResult::kNotApplicable;
  const std::optional<std::string> json = decode_cut(secret.substr(kPrefix.size()));
  return pass_if(json && is_object_with(*json, {"n", "k"}));
}

CheckResult check_sentry(std::string_view secret) {
  constexpr std::string_view kPrefix = "sntrys_";
  if (!secret.starts_with(kPrefix)) return CheckResult::kNotApplicable;
  const std::string_view rest = secret.substr(kPrefix.size());
  const std::optional<std::string> json = decode_cut(rest.substr(0, rest.find('_')));
  return pass_if(json && is_object_with(*json, {"iat", "region_url"}));
}

CheckResult check_discord(std::string_view secret) {
  const std::size_t dot = secret.find('.');
  if (dot == std::string_view::npos) return CheckResult::kFail;
  const std::optional<std::string> user = decode_cut(secret.substr(0, dot));
  // A snowflake has 17 to 20 digits today; 15 existed at the very start of the service.
  return pass_if(user && user->size() >= 15 && user->size() <= 20 && all_digits(*user) && user->front() != '0');
}

CheckResult check_telegram(std::string_view secret) {
  const std::size_t colon = secret.find(':');
  if (colon == std::string_view::npos) return CheckResult::kFail;
  const std::string_view id = secret.substr(0, colon);
  const std::string_view token = secret.substr(colon + 1);
  const bool has_id = !id.empty() && all_digits(id) && id.front() != '0';
  const bool is_varied = token.size() > 1 && token.find_first_not_of(token.front()) != std::string_view::npos;
  return pass_if(has_id && is_varied);
}

CheckResult check_nuget(std::string_view secret) {
  constexpr std::string_view kPrefix = "oy2";
  if (!secret.starts_with(kPrefix)) return CheckResult::kNotApplicable;
  const std::string_view rest = secret.substr(kPrefix.size());
  const bool has_upper = std::any_of(rest.begin(), rest.end(), is_upper);
  const bool has_lower = std::any_of(rest.begin(), rest.end(), is_lower);
  return pass_if(has_upper != has_lower);
}

CheckResult check_basic_auth(std::string_view secret) {
  const std::optional<std::string> text = decode_cut(secret);
  if (!text || text->find(':') == std::string::npos) return CheckResult::kFail;
  // User names and passwords may be any UTF-8, but hold no control characters (RFC 7617 section 2).
  return pass_if(std::none_of(text->begin(), text->end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  }));
}

}  // namespace sluice::scan::checks
