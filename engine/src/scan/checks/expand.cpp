#include "scan/checks/expand.h"

#include <algorithm>

#include "scan/checks/check.h"
#include "scan/checks/encodings.h"

namespace sluice::scan {
namespace {

using rules::PartKind;

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kHexUpperDigits = "0123456789ABCDEF";
constexpr std::string_view kLowerLetters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kUpperLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kBase36Upper = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kBase32Lower = "abcdefghijklmnopqrstuvwxyz234567";
constexpr std::string_view kBase64Url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kBech32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";

/// splitmix64: small, and the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() noexcept {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  char pick(std::string_view alphabet) noexcept { return alphabet[next() % alphabet.size()]; }

 private:
  std::uint64_t state_;
};

std::string_view alphabet_of(PartKind kind) noexcept {
  switch (kind) {
    case PartKind::kDigits: return kDigits;
    case PartKind::kHex: return kHexDigits;
    case PartKind::kHexUpper: return kHexUpperDigits;
    case PartKind::kLower: return kLowerLetters;
    case PartKind::kUpper: return kUpperLetters;
    case PartKind::kBase32: return checks::kBase32;
    case PartKind::kBase32Lower: return kBase32Lower;
    case PartKind::kBase36: return checks::kBase36Lower;
    case PartKind::kBase36Upper: return kBase36Upper;
    case PartKind::kBase62: return checks::kBase62;
    case PartKind::kBase64: return checks::kBase64;
    case PartKind::kBase64Url: return kBase64Url;
    case PartKind::kBech32: return kBech32;
    default: return {};
  }
}

bool has_any(std::string_view text, std::string_view set) noexcept {
  return text.find_first_of(set) != std::string_view::npos;
}

/// Random characters that begin and end with a letter or digit and, where there is room, hold one of each class the
/// alphabet has: real tokens do, nearly always, and the examples must not fail a filter by chance.
std::string random_text(std::string_view alphabet, std::uint32_t count, Random& random) {
  constexpr std::uint32_t kRoomForAll = 12;
  constexpr int kTries = 64;
  std::string out;
  for (int i = 0; i < kTries; ++i) {
    out.clear();
    while (out.size() < count) {
      const char c = random.pick(alphabet);
      const bool is_edge = out.empty() || out.size() + 1 == count;
      if (is_edge && !has_any(std::string_view(&c, 1), checks::kBase62)) continue;
      if (!out.empty() && out.back() == c) continue;
      out.push_back(c);
    }
    const auto has = [&](std::string_view set) { return !has_any(alphabet, set) || has_any(out, set); };
    if (count < kRoomForAll || (has(kDigits) && has(kUpperLetters) && has(kLowerLetters))) break;
  }
  return out;
}

std::string uuid(Random& random) {
  std::string out;
  for (int i = 0; i < 36; ++i) {
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      out.push_back('-');
    } else if (i == 14) {
      out.push_back('4');
    } else if (i == 19) {
      out.push_back(random.pick("89ab"));
    } else {
      out.push_back(random.pick(kHexDigits));
    }
  }
  return out;
}

constexpr std::size_t kLineDigits = 64;
constexpr std::size_t kLineBytes = kLineDigits / 4 * 3;

std::string in_lines(std::string_view bytes) {
  std::string out = checks::encode_base64(bytes);
  for (std::size_t at = kLineDigits; at < out.size(); at += kLineDigits + 1) out.insert(at, 1, '\n');
  return out;
}

void add_random(std::string& out, std::size_t size, Random& random) {
  while (out.size() < size) out.push_back(static_cast<char>(random.next() & 0xFFU));
}

/// The tag and the length of a DER element that has `room` bytes for itself.
std::string der_header(char tag, std::size_t room) {
  if (room < 130) return {tag, static_cast<char>(room - 2)};
  if (room < 259) return {tag, '\x81', static_cast<char>(room - 3)};
  const std::string length = checks::little_endian(static_cast<std::uint32_t>(room - 5));
  return {tag, '\x83', length[2], length[1], length[0]};
}

/// A sequence of a version and a string of random bytes, as long as the lines.
std::string pem_body(std::uint32_t lines, Random& random) {
  const std::size_t size = lines * kLineBytes;
  std::string bytes = der_header('\x30', size) + std::string("\x02\x01\x00", 3);
  bytes += der_header('\x04', size - bytes.size());
  add_random(bytes, size, random);
  return in_lines(bytes);
}

/// No cipher, one key: lengths and random bytes.
std::string openssh_body(std::uint32_t lines, Random& random) {
  constexpr std::size_t kPublicBytes = 51;
  constexpr std::uint32_t kLeastLines = 3;
  const std::size_t size = std::max(lines, kLeastLines) * kLineBytes;
  const auto length = [](std::size_t value) {
    const std::string bytes = checks::little_endian(static_cast<std::uint32_t>(value));
    return std::string(bytes.rbegin(), bytes.rend());
  };
  const std::string none = length(4) + "none";
  std::string bytes = std::string("openssh-key-v1") + '\0' + none + none + length(0) + length(1) + length(kPublicBytes);
  add_random(bytes, bytes.size() + kPublicBytes, random);
  bytes += length(size - bytes.size() - 4);
  add_random(bytes, size, random);
  return in_lines(bytes);
}

/// The last check character exchanged with another one, so that the text stays inside its alphabet.
std::string spoil(std::string check) {
  const std::size_t end = check.find_last_not_of('=') + 1;
  if (end < 2) {
    for (char& c : check) c = c == '9' ? '0' : static_cast<char>(c + 1);
    return check;
  }
  // The last digit of a padded form has bits that must stay zero.
  const std::size_t last = end < check.size() ? end - 2 : end - 1;
  for (std::size_t i = last; i-- > (end < check.size() ? 1U : 0U);) {
    if (check[i] == check[last]) continue;
    std::swap(check[i], check[last]);
    return check;
  }
  check[last] = check[last] == '1' ? '2' : '1';
  return check;
}

}  // namespace

Result<ExpandedTest> expand(const rules::TestText& text, rules::CheckKind check, std::uint64_t seed) {
  Random random(seed);
  ExpandedTest out;
  for (std::size_t i = 0; i < text.parts.size(); ++i) {
    if (i == text.secret_begin) out.secret_begin = out.text.size();
    const rules::TestPart& part = text.parts[i];
    switch (part.kind) {
      case PartKind::kLiteral: out.text += part.text; break;
      case PartKind::kUuid: out.text += uuid(random); break;
      case PartKind::kSame: out.text.append(part.count, 'a'); break;
      case PartKind::kPemBody: out.text += pem_body(part.count, random); break;
      case PartKind::kOpensshBody: out.text += openssh_body(part.count, random); break;
      case PartKind::kBase64Of: {
        const std::string encoded = checks::encode_base64(part.text);
        out.text += encoded.substr(0, encoded.find('='));
        break;
      }
      case PartKind::kDigits: {
        std::string digits = random_text(kDigits, part.count, random);
        if (digits.front() == '0') digits.front() = digits.size() > 1 && digits[1] == '1' ? '2' : '1';
        out.text += digits;
        break;
      }
      case PartKind::kBase64Digits: {
        std::string digits = random_text(kDigits, part.count, random);
        if (digits.front() == '0') digits.front() = '1';
        const std::string encoded = checks::encode_base64(digits);
        out.text += encoded.substr(0, encoded.find('='));
        break;
      }
      case PartKind::kAwsKeyId: {
        // The first character A to P keeps the first bit 0, the second A keeps the account below 10^12.
        std::string id = random_text(checks::kBase32, part.count, random);
        if (id.size() > 1) {
          id[0] = random.pick("ABCDEFGH");
          id[1] = 'A';
        }
        out.text += id;
        break;
      }
      case PartKind::kCheck:
      case PartKind::kBadCheck: {
        const std::size_t from = text.secret_begin <= i ? out.secret_begin : 0;
        const std::optional<std::string> digits = complete_check(check, std::string_view(out.text).substr(from));
        if (!digits || digits->size() != part.count) {
          return Error{
              ErrorCode::kRuleInvalid,
              "the check part cannot be computed: what precedes it is not the beginning of such a secret, or " +
                  std::to_string(digits ? digits->size() : 0) + " characters are needed instead of " +
                  std::to_string(part.count),
              out.text.size()};
        }
        out.text += part.kind == PartKind::kCheck ? *digits : spoil(*digits);
        break;
      }
      default: out.text += random_text(alphabet_of(part.kind), part.count, random); break;
    }
    if (i + 1 == text.secret_end) out.secret_end = out.text.size();
  }
  return out;
}

}  // namespace sluice::scan
