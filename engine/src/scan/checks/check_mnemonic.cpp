// Mnemonic phrases of wallets (BIP-39, English list): 12 to 24 words, of 11 bits each; the last bits are the first ones
// of the SHA-256 of the others.

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "crypto/digest.h"
#include "scan/checks/internal.h"

namespace sluice::scan::checks {
namespace {

constexpr std::size_t kWordCount = 2048;
constexpr std::size_t kLongestWord = 8;
constexpr unsigned kWordBits = 11;
constexpr std::size_t kMostWords = 24;
constexpr std::size_t kLeastWords = 12;
constexpr std::size_t kStep = 3;  // phrases grow by 32 bits and one bit of checksum

// Rows of one length need no pointers, so the table is read-only data of the library.
constexpr char kWords[kWordCount][kLongestWord + 1] = {
#include "scan/checks/mnemonic_words.inc"
};

std::string_view word_at(std::size_t index) { return kWords[index]; }

std::optional<std::uint32_t> index_of(std::string_view word) {
  std::size_t from = 0;
  std::size_t to = kWordCount;
  while (from < to) {
    const std::size_t middle = (from + to) / 2;
    if (word_at(middle) < word) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  if (from == kWordCount || word_at(from) != word) return std::nullopt;
  return static_cast<std::uint32_t>(from);
}

bool is_letter(char c) noexcept { return c >= 'a' && c <= 'z'; }

/// The numbers of the first words, at most as many as a phrase has, up to one that is not of the list.
std::vector<std::uint32_t> leading_words(std::string_view text) {
  std::vector<std::uint32_t> words;
  for (std::size_t at = 0; at < text.size() && words.size() < kMostWords;) {
    if (!is_letter(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    const std::optional<std::uint32_t> index = index_of(text.substr(at, end - at));
    if (!index) break;
    words.push_back(*index);
    at = end;
  }
  return words;
}

/// The checksum of a phrase of `count` words, by all its bits but the last `count / 3`.
std::uint32_t checksum(const std::vector<std::uint32_t>& words, std::size_t count) {
  std::array<std::byte, kMostWords * kWordBits / 8> bytes{};
  for (std::size_t bit = 0; bit < count * kWordBits - count / kStep; ++bit) {
    const std::uint32_t word = words[bit / kWordBits];
    const bool is_set = ((word >> (kWordBits - 1 - bit % kWordBits)) & 1U) != 0;
    if (is_set) bytes[bit / 8] |= std::byte{0x80} >> (bit % 8);
  }
  const Sha256Digest digest = sha256(ByteView(bytes).first(count / kStep * 4));
  return static_cast<std::uint32_t>(digest[0]) >> (8 - count / kStep);
}

bool is_phrase(const std::vector<std::uint32_t>& words, std::size_t count) {
  const std::uint32_t mask = (1U << (count / kStep)) - 1;
  return (words[count - 1] & mask) == checksum(words, count);
}

}  // namespace

CheckResult check_mnemonic(std::string_view text) {
  const std::vector<std::uint32_t> words = leading_words(text);
  // Words of the sentence around it may follow a phrase.
  for (std::size_t count = kLeastWords; count <= words.size(); count += kStep) {
    if (is_phrase(words, count)) return CheckResult::kPass;
  }
  return CheckResult::kFail;
}

std::optional<std::string> complete_mnemonic(std::string_view head) {
  if (head.empty() || is_letter(head.back())) return std::nullopt;
  std::vector<std::uint32_t> words = leading_words(head);
  const std::size_t count = words.size() + 1;
  if (count < kLeastWords || count > kMostWords || count % kStep != 0) return std::nullopt;
  words.push_back(0);  // of the bits that may be chosen, none is set
  std::string last(word_at(checksum(words, count)));
  // Behind a word that is not of the list no other counts.
  if (leading_words(std::string(head) + last).size() != count) return std::nullopt;
  return last;
}

}  // namespace sluice::scan::checks
