// What stands inside the armor of a private key, by its lengths: PKCS #1, PKCS #8 and SEC 1 as DER (X.690), and
// OpenSSH's own form (PROTOCOL.key of OpenSSH). No number of a key is looked at.

#include <array>

#include "scan/checks/internal.h"

namespace sluice::scan::checks {
namespace {

using namespace std::string_view_literals;

constexpr std::uint8_t kInteger = 0x02;
constexpr std::uint8_t kSequence = 0x30;

std::uint8_t byte_at(std::string_view bytes, std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); }

/// Takes one element off the front of `bytes`: its tag and what it holds.
struct Element {
  std::uint8_t tag = 0;
  std::string_view content;
};
std::optional<Element> take_element(std::string_view& bytes) {
  if (bytes.size() < 2) return std::nullopt;
  Element element;
  element.tag = byte_at(bytes, 0);
  std::size_t length = byte_at(bytes, 1);
  std::size_t header = 2;
  if (length >= 0x80) {
    constexpr std::size_t kMostLengthBytes = 3;
    const std::size_t count = length & 0x7FU;
    if (count == 0 || count > kMostLengthBytes || bytes.size() < header + count) return std::nullopt;
    length = 0;
    for (std::size_t i = 0; i < count; ++i) length = length << 8U | byte_at(bytes, header + i);
    header += count;
  }
  if (bytes.size() - header < length) return std::nullopt;
  element.content = bytes.substr(header, length);
  bytes.remove_prefix(header + length);
  return element;
}

/// One sequence and nothing behind it, of elements that fill it, the first one of `first_tag`.
bool is_der_key(std::string_view bytes, std::uint8_t first_tag) {
  const std::optional<Element> whole = take_element(bytes);
  if (!whole || whole->tag != kSequence || !bytes.empty()) return false;
  std::string_view rest = whole->content;
  std::size_t count = 0;
  for (; !rest.empty(); ++count) {
    const std::optional<Element> element = take_element(rest);
    if (!element || (count == 0 && element->tag != first_tag)) return false;
  }
  return count >= 2;
}

/// Takes a length of four bytes and as many bytes off the front.
bool take_string(std::string_view& bytes) {
  if (bytes.size() < 4) return false;
  std::size_t length = 0;
  for (std::size_t i = 0; i < 4; ++i) length = length << 8U | byte_at(bytes, i);
  if (bytes.size() - 4 < length) return false;
  bytes.remove_prefix(4 + length);
  return true;
}

bool is_openssh_key(std::string_view bytes) {
  constexpr std::string_view kMagic = "openssh-key-v1\0"sv;
  if (!bytes.starts_with(kMagic)) return false;
  bytes.remove_prefix(kMagic.size());
  for (int i = 0; i < 3; ++i) {  // cipher, key derivation and its options
    if (!take_string(bytes)) return false;
  }
  constexpr std::string_view kOneKey = "\0\0\0\1"sv;
  if (!bytes.starts_with(kOneKey)) return false;
  bytes.remove_prefix(kOneKey.size());
  // The public key and the private one; some ciphers leave a tag behind it.
  constexpr std::size_t kLongestTag = 16;
  return take_string(bytes) && take_string(bytes) && bytes.size() <= kLongestTag;
}

}  // namespace

bool is_key_body(std::string_view label, std::string_view bytes) {
  if (label == "OPENSSH PRIVATE KEY") return is_openssh_key(bytes);
  if (label == "ENCRYPTED PRIVATE KEY") return is_der_key(bytes, kSequence);
  // The forms of PGP and of SSH.com are not looked into.
  if (label.starts_with("PGP ") || label.starts_with("SSH2 ")) return true;
  return is_der_key(bytes, kInteger);
}

}  // namespace sluice::scan::checks
