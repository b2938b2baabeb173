// Microsoft's identifiable secrets. Facts (layout, seeds, signatures) from microsoft/security-utilities, MIT; the
// algorithms were recomputed on synthetic vectors.

#include <array>

#include "scan/checks/encodings.h"
#include "scan/checks/internal.h"

namespace sluice::scan::checks {
namespace {

/// A seed is eight ASCII characters read as a big-endian number.
constexpr std::uint64_t seed(std::string_view text) {
  std::uint64_t value = 0;
  for (const char c : text) value = (value << 8U) | static_cast<unsigned char>(c);
  return value;
}

struct Signature {
  std::string_view text;
  std::array<std::uint64_t, 7> seeds;  // 0 ends the list
};

constexpr std::array<std::uint64_t, 7> kMessagingSeeds = {seed("Send0000"), seed("Manage00"), seed("Listen00"),
                                                          seed("System00"), seed("Unknown0")};

constexpr std::array kSignatures = {
    Signature{"+ASt", {seed("Default0")}},
    Signature{"+ABa", {seed("AbAcct00")}},
    Signature{"AzFu", {seed("Functi00"), seed("System00"), seed("Master00")}},
    Signature{"ACDb",
              {seed("MastRW00"), seed("MastRO00"), seed("SystRW00"), seed("SystRO00"), seed("SysAll00"),
               seed("Resour00"), seed("Encryp00")}},
    Signature{"AzCa", {seed("Access00")}},
    Signature{"AzSe", {seed("PAdmin00"), seed("Query000")}},
    Signature{"+AMC", {seed("Classic0")}},
    Signature{"+ACR", {seed("ACRDflt0")}},
    Signature{"+ASb", kMessagingSeeds},
    Signature{"+AEh", kMessagingSeeds},
    Signature{"+ARm", kMessagingSeeds},
    Signature{"AIoT", {seed("IoTHub00"), seed("DpsKey00"), seed("Device00")}},
    Signature{"APIM", {seed("Tenant00"), seed("IoTHub00"), seed("Gatewy00"), seed("GitKey00")}},
};

const Signature* find_signature(std::string_view text) noexcept {
  for (const Signature& signature : kSignatures) {
    if (signature.text == text) return &signature;
  }
  return nullptr;
}

constexpr std::uint64_t kCaskSeed = seed("Default0");
constexpr std::uint64_t kEntraSeed = seed("AadPwd00");
constexpr std::string_view kEntraAlphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890.-_~";
constexpr std::size_t kCaskBody = 80;

std::uint32_t byte_swap(std::uint32_t v) noexcept {
  return (v >> 24U) | ((v >> 8U) & 0xFF00U) | ((v << 8U) & 0xFF0000U) | (v << 24U);
}

/// Six digits of base 62, zeros on the right.
std::string cask_digits(std::uint32_t sum) {
  std::string digits = to_base(byte_swap(sum), kBase62);
  digits.resize(6, '0');
  return digits;
}

}  // namespace

CheckResult check_azure_his(std::string_view secret) {
  std::string_view digits = secret;
  while (!digits.empty() && digits.back() == '=') digits.remove_suffix(1);
  if (digits.size() < 20) return CheckResult::kNotApplicable;
  const Signature* signature = find_signature(digits.substr(digits.size() - 10, 4));
  if (signature == nullptr) return CheckResult::kNotApplicable;
  const std::optional<std::string> bytes = decode_base64(digits);
  if (!bytes || bytes->size() < 8) return CheckResult::kFail;
  const std::string_view body = std::string_view(*bytes).substr(0, bytes->size() - 4);
  const std::string_view found = std::string_view(*bytes).substr(bytes->size() - 4);
  for (const std::uint64_t candidate : signature->seeds) {
    if (candidate != 0 && little_endian(marvin32(body, candidate)) == found) return CheckResult::kPass;
  }
  return CheckResult::kFail;
}

std::optional<std::string> complete_azure_his(std::string_view head) {
  if (head.size() < 14) return std::nullopt;
  const Signature* signature = find_signature(head.substr(head.size() - 4));
  if (signature == nullptr) return std::nullopt;
  const std::size_t body_bytes = (head.size() * 6 + 7) / 8;
  std::string padded(head);
  while (padded.size() * 6 < body_bytes * 8) padded.push_back('A');
  std::optional<std::string> bytes = decode_base64(padded.size() % 4 == 1 ? padded + 'A' : padded);
  if (!bytes || bytes->size() < body_bytes) return std::nullopt;
  bytes->resize(body_bytes);
  *bytes += little_endian(marvin32(*bytes, signature->seeds[0]));
  std::string tail = encode_base64(*bytes).substr(head.size());
  if (signature->text == "AzFu") {  // Functions write their keys in the URL alphabet
    for (char& c : tail) c = c == '+' ? '-' : c == '/' ? '_' : c;
  }
  return tail;
}

std::optional<std::string> complete_azure_cask(std::string_view head) {
  if (head.size() != kCaskBody) return std::nullopt;
  const std::optional<std::string> bytes = decode_base64(head);
  if (!bytes) return std::nullopt;
  return cask_digits(marvin32(*bytes, kCaskSeed)).substr(0, 4);
}

CheckResult check_azure_cask(std::string_view secret) {
  // Four digits, or all six and the padding that makes the length one of base 64.
  const bool is_long = secret.size() == kCaskBody + 8 && secret.ends_with("==");
  if (!is_long && secret.size() != kCaskBody + 4) return CheckResult::kNotApplicable;
  const std::optional<std::string> bytes = decode_base64(secret.substr(0, kCaskBody));
  if (!bytes) return CheckResult::kFail;
  const std::uint32_t sum = marvin32(*bytes, kCaskSeed);
  const std::string_view tail = secret.substr(kCaskBody, is_long ? 6 : 4);
  // Older keys end in plain base 64 of the same four bytes.
  const bool is_right = cask_digits(sum).starts_with(tail) || encode_base64(little_endian(sum)).starts_with(tail);
  return is_right ? CheckResult::kPass : CheckResult::kFail;
}

std::optional<std::string> complete_entra(std::string_view head) {
  constexpr std::size_t kHead = 37;
  if (head.size() != kHead || head.substr(3, 3) != "8Q~") return std::nullopt;
  const std::string digits = to_base(marvin32(head, kEntraSeed), kEntraAlphabet);
  return digits.size() < 3 ? std::nullopt : std::optional(digits.substr(0, 3));
}

CheckResult check_entra(std::string_view secret) {
  if (secret.size() != 40) return CheckResult::kNotApplicable;
  const std::optional<std::string> expected = complete_entra(secret.substr(0, 37));
  if (!expected) return CheckResult::kNotApplicable;
  return secret.substr(37) == *expected ? CheckResult::kPass : CheckResult::kFail;
}

CheckResult check_azure_devops(std::string_view secret) {
  if (secret.size() != 52) return CheckResult::kNotApplicable;
  const std::optional<std::string> bytes = decode_base32(secret);
  if (!bytes || bytes->size() != 32) return CheckResult::kFail;
  constexpr std::array<std::size_t, 4> kHidden = {22, 8, 7, 2};
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < kHidden.size(); ++i) {
    found |= static_cast<std::uint32_t>(static_cast<unsigned char>((*bytes)[kHidden[i]])) << (8 * i);
  }
  std::string body;
  for (std::size_t i = 0; i < bytes->size(); ++i) {
    if (i != 22 && i != 8 && i != 7 && i != 2) body.push_back((*bytes)[i]);
  }
  const std::uint32_t masked = crc32(body) ^ found;
  constexpr std::uint32_t kUserMask = 0xE0B9692DU;
  constexpr std::uint32_t kApplicationMask = 0x1019F92EU;
  return masked == kUserMask || masked == kApplicationMask ? CheckResult::kPass : CheckResult::kFail;
}

}  // namespace sluice::scan::checks
