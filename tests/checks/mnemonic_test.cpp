// BIP-39: the list is the published one, phrases of each length pass, and changed ones fail as often as their checksum
// says.

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "codec/hex.h"
#include "crypto/digest.h"
#include "scan/checks/check.h"

namespace sluice::scan {
namespace {

const std::vector<std::string>& words() {
  static const std::vector<std::string> list = {
#include "scan/checks/mnemonic_words.inc"
  };
  return list;
}

CheckResult check(const std::string& text) { return run_check(CheckKind::kMnemonic, as_bytes(text), as_bytes(text)); }

/// `count` words of the list, the last of which makes them a phrase.
std::vector<std::string> phrase(std::size_t count, std::size_t seed) {
  std::vector<std::string> out;
  std::string head;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    out.push_back(words()[(seed * 977 + i * 613) % words().size()]);
    head += out.back() + " ";
  }
  out.push_back(complete_check(CheckKind::kMnemonic, head).value_or("?"));
  return out;
}

std::string joined(const std::vector<std::string>& parts, const std::string& separator = " ") {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : separator) + part;
  return out;
}

TEST(Mnemonic, TheListIsThatOfTheStandard) {
  ASSERT_EQ(words().size(), 2048U);
  std::string text;
  std::set<std::string> beginnings;
  for (const std::string& word : words()) {
    text += word + "\n";
    beginnings.insert(word.substr(0, 4));
  }
  EXPECT_EQ(beginnings.size(), words().size()) << "four letters tell the words apart";
  const Sha256Digest digest = sha256(as_bytes(text));
  EXPECT_EQ(codec::encode_hex(std::as_bytes(std::span(digest))),
            "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda");
}

TEST(Mnemonic, PhrasesOfEachLengthPassAndOthersFail) {
  for (const std::size_t count : {12U, 15U, 18U, 21U, 24U}) {
    SCOPED_TRACE(count);
    const std::vector<std::string> good = phrase(count, count);
    ASSERT_EQ(check(joined(good)), CheckResult::kPass);
    EXPECT_EQ(check(joined(good, "\", \"")), CheckResult::kPass);
    EXPECT_EQ(check(joined(good) + " and more words"), CheckResult::kPass) << "a sentence may go on";
    std::vector<std::string> bad = good;
    bad[3] += "s";
    EXPECT_EQ(check(joined(bad)), CheckResult::kFail) << "a word that is not of the list";
  }
  EXPECT_EQ(check(joined(std::vector<std::string>(11, "zoo"))), CheckResult::kFail) << "too few words";
  EXPECT_EQ(check(""), CheckResult::kFail);
  // The phrase of zeros is in the standard's own vectors; its checksum is 3, the word at that place "about".
  std::vector<std::string> zeros(12, "abandon");
  EXPECT_EQ(check(joined(zeros)), CheckResult::kFail);
  zeros.back() = "about";
  EXPECT_EQ(check(joined(zeros)), CheckResult::kPass);
}

// Four bits of checksum let one changed word in sixteen pass.
TEST(Mnemonic, ChangedWordsFailAsOftenAsTheChecksumSays) {
  const std::vector<std::string> good = phrase(12, 5);
  std::size_t passed = 0;
  std::size_t tried = 0;
  for (std::size_t at = 0; at < 4; ++at) {
    for (const std::string& word : words()) {
      std::vector<std::string> changed = good;
      if (changed[at] == word) continue;
      changed[at] = word;
      ++tried;
      if (check(joined(changed)) == CheckResult::kPass) ++passed;
    }
  }
  EXPECT_GT(passed, tried / 20);
  EXPECT_LT(passed, tried / 13);
}

}  // namespace
}  // namespace sluice::scan
