#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::rules {

/// What a part of an example is made of. No file of ours holds a whole token: parts are joined when a test runs.
enum class PartKind : std::uint8_t {
  kLiteral,
  kDigits,        ///< `{digits:10}`, first one not 0
  kHex,           ///< `{hex:32}`, lower case
  kHexUpper,      ///< `{hex_upper:32}`
  kLower,         ///< `{lower:8}`, a-z
  kUpper,         ///< `{upper:8}`, A-Z
  kBase32,        ///< `{base32:26}`, A-Z2-7
  kBase32Lower,   ///< `{base32_lower:52}`, a-z2-7
  kBase36,        ///< `{base36:25}`, a-z0-9
  kBase36Upper,   ///< `{base36_upper:25}`, A-Z0-9
  kBase62,        ///< `{base62:30}`, A-Za-z0-9
  kBase64,        ///< `{base64:86}`, A-Za-z0-9+/
  kBase64Url,     ///< `{base64url:43}`, A-Za-z0-9-_
  kBech32,        ///< `{bech32:52}`, the digits of Bech32 in upper case
  kBase64Digits,  ///< `{base64_digits:18}`, the base-64 form of that many digits, no padding
  kUuid,          ///< `{uuid:36}`
  kSame,          ///< `{same:20}`, one character repeated: fails every entropy filter
  kPemBody,  ///< `{pem:4}`, that many lines of 64 base-64 characters, joined by line feeds: a key in DER, by its form
  kOpensshBody,  ///< `{openssh:4}`, the same in OpenSSH's form; at least 3
  kBase64Of,     ///< `{base64_of:text}`, the base-64 form of `text`, no padding
  kAwsKeyId,     ///< `{aws_key_id:16}`, 16 base-32 characters that decode to an account number
  kCheck,        ///< `{check:6}`, the characters that make the rule's check pass over what precedes in the secret
  kBadCheck,     ///< `{bad_check:6}`, the same with its last character changed
};

struct TestPart {
  PartKind kind = PartKind::kLiteral;
  std::string text;         ///< of a literal or kBase64Of
  std::uint32_t count = 0;  ///< of a generator
  friend bool operator==(const TestPart&, const TestPart&) = default;
};

/// An example as written: parts, of which `[secret_begin, secret_end)` are the secret. In a pack the secret is a list
/// inside the list; where there is none, all parts are the secret.
struct TestText {
  std::vector<TestPart> parts;
  std::uint32_t secret_begin = 0;
  std::uint32_t secret_end = 0;
  friend bool operator==(const TestText&, const TestText&) = default;
};

/// Reads one part as written in a pack: `{name:count}` is a generator, anything else a literal.
/// @return nothing where the text has the shape of a generator but names none, or its count is not 1 to 4096
[[nodiscard]] std::optional<TestPart> parse_part(std::string_view written);

}  // namespace sluice::rules
