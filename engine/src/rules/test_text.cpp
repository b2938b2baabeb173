#include "rules/test_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace sluice::rules {
namespace {

constexpr std::uint32_t kMaxCount = 4096;

struct Generator {
  std::string_view name;
  PartKind kind;
};

constexpr std::array kGenerators = {
    Generator{"digits", PartKind::kDigits},
    Generator{"hex", PartKind::kHex},
    Generator{"hex_upper", PartKind::kHexUpper},
    Generator{"lower", PartKind::kLower},
    Generator{"upper", PartKind::kUpper},
    Generator{"base32", PartKind::kBase32},
    Generator{"base32_lower", PartKind::kBase32Lower},
    Generator{"base36", PartKind::kBase36},
    Generator{"base36_upper", PartKind::kBase36Upper},
    Generator{"base62", PartKind::kBase62},
    Generator{"base64", PartKind::kBase64},
    Generator{"base64url", PartKind::kBase64Url},
    Generator{"bech32", PartKind::kBech32},
    Generator{"base64_digits", PartKind::kBase64Digits},
    Generator{"uuid", PartKind::kUuid},
    Generator{"same", PartKind::kSame},
    Generator{"pem", PartKind::kPemBody},
    Generator{"openssh", PartKind::kOpensshBody},
    Generator{"aws_key_id", PartKind::kAwsKeyId},
    Generator{"check", PartKind::kCheck},
    Generator{"bad_check", PartKind::kBadCheck},
};

bool is_name_char(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

}  // namespace

std::optional<TestPart> parse_part(std::string_view written) {
  const TestPart literal{PartKind::kLiteral, std::string(written), 0};
  if (written.size() < 4 || written.front() != '{' || written.back() != '}') return literal;
  const std::string_view inner = written.substr(1, written.size() - 2);
  const std::size_t colon = inner.find(':');
  if (colon == std::string_view::npos || colon == 0) return literal;
  const std::string_view name = inner.substr(0, colon);
  const std::string_view argument = inner.substr(colon + 1);
  if (!std::all_of(name.begin(), name.end(), is_name_char)) return literal;
  if (name == "base64_of") return TestPart{PartKind::kBase64Of, std::string(argument), 0};

  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(argument.data(), argument.data() + argument.size(), count);
  if (error != std::errc{} || end != argument.data() + argument.size()) return std::nullopt;
  if (count == 0 || count > kMaxCount) return std::nullopt;
  for (const Generator& generator : kGenerators) {
    if (generator.name == name) return TestPart{generator.kind, {}, count};
  }
  return std::nullopt;
}

}  // namespace sluice::rules
