// A sealed file is opened by the key and for the id it was sealed with, and not after any change.
#include "scan/sealed_rules.h"

#include <gtest/gtest.h>

#include "crypto/digest.h"

namespace sluice::testing {
namespace {

using scan::kSealedHeaderBytes;
using scan::seal_rules;
using scan::unseal_rules;

const std::string kPayload = "sixty bytes or so that stand for what the rule compiler wrote";
const Bytes kKey = to_bytes("a fixed key, for tests only");
const Sha256Digest kId = sha256(as_bytes("an id"));

bool is_refused(std::string_view file, ByteView key = kKey, const Sha256Digest& id = kId) {
  const Result<ByteView> payload = unseal_rules(as_bytes(file), id, key);
  return !payload && payload.error().code == ErrorCode::kInvalidArgument;
}

TEST(SealedRules, GivesItsPayloadBack) {
  for (const std::string& text : {std::string(), std::string("x"), kPayload, std::string(100'000, '\0')}) {
    const std::string file = seal_rules(text, kId, kKey);
    EXPECT_EQ(file.size(), kSealedHeaderBytes + text.size());
    const Result<ByteView> payload = unseal_rules(as_bytes(file), kId, kKey);
    ASSERT_TRUE(payload.ok()) << payload.error().message;
    EXPECT_EQ(as_chars(*payload), text);
  }
}

TEST(SealedRules, EveryChangeIsRefused) {
  const std::string file = seal_rules(kPayload, kId, kKey);
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = file;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      EXPECT_TRUE(is_refused(changed)) << "bit " << bit << " of byte " << at;
    }
    EXPECT_TRUE(is_refused(file.substr(0, at))) << "the first " << at;
    EXPECT_TRUE(is_refused(file.substr(0, at) + '\0' + file.substr(at))) << "a byte more at " << at;
    EXPECT_TRUE(is_refused(file.substr(0, at) + file.substr(at + 1))) << "without byte " << at;
  }
  EXPECT_TRUE(is_refused(file + '\0'));
  EXPECT_TRUE(is_refused(file + file));
}

TEST(SealedRules, AnotherKeyOrIdIsRefused) {
  const std::string file = seal_rules(kPayload, kId, kKey);
  EXPECT_TRUE(is_refused(file, to_bytes("a fixed key, for tests onlY")));
  EXPECT_TRUE(is_refused(file, {}));
  EXPECT_TRUE(is_refused(file, kKey, sha256(as_bytes("another id"))));
  EXPECT_FALSE(is_refused(file));
}

}  // namespace
}  // namespace sluice::testing
