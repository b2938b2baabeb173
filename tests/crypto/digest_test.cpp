#include "crypto/digest.h"

#include <algorithm>
#include <set>

#include "crypto/fingerprint.h"

namespace sluice {
namespace {

std::string hex(const Sha256Digest& digest) { return to_hex(std::span<const std::uint8_t>(digest)); }

struct DigestCase {
  const char* name;
  std::string input;
  const char* digest;
};

// FIPS 180-4 examples and the NIST long-message vectors; the lengths around one block guard the padding.
std::vector<DigestCase> digest_cases() {
  return {
      {"empty", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"two blocks", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {"112 bytes",
       "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrst"
       "u",
       "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
      {"million a", std::string(1'000'000, 'a'), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
  };
}

TEST(Sha256, KnownAnswers) {
  for (const DigestCase& c : digest_cases()) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(hex(sha256(as_bytes(c.input))), c.digest);
  }
}

TEST(Sha256, PiecesGiveWhatTheWholeGives) {
  Sha256 hash;  // one object for all cases: it starts anew after each finish
  for (const DigestCase& c : digest_cases()) {
    SCOPED_TRACE(c.name);
    for (const std::size_t piece : {1U, 7U, 63U, 64U, 65U, 4096U}) {
      if (piece < 63 && c.input.size() > 4096) continue;
      for (std::size_t at = 0; at < c.input.size(); at += piece) {
        hash.update(as_bytes(std::string_view(c.input).substr(at, piece)));
      }
      EXPECT_EQ(hex(hash.finish()), c.digest) << "pieces of " << piece;
    }
  }
}

TEST(Sha256, ResetForgets) {
  Sha256 hash;
  hash.update(as_bytes("not this"));
  hash.reset();
  hash.update(as_bytes("abc"));
  EXPECT_EQ(hash.finish(), sha256(as_bytes("abc")));
}

TEST(Sha256, OneChangedBitChangesTheDigest) {
  EXPECT_NE(sha256(as_bytes("abc")), sha256(as_bytes("abb")));
  EXPECT_NE(sha256(as_bytes("")), sha256(as_bytes(std::string_view("\0", 1))));
}

struct MacCase {
  const char* name;
  std::string key;
  std::string data;
  const char* mac;  // test case 5 gives the first 128 bits only
};

TEST(Hmac, KnownAnswersOfRfc4231) {
  std::string counting;
  for (char c = 1; c <= 25; ++c) counting += c;
  const std::string long_key(131, '\xaa');
  const std::vector<MacCase> cases = {
      {"case 1", std::string(20, '\x0b'), "Hi There",
       "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
      {"case 2", "Jefe", "what do ya want for nothing?",
       "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
      {"case 3", std::string(20, '\xaa'), std::string(50, '\xdd'),
       "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
      {"case 4", counting, std::string(50, '\xcd'), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
      {"case 5", std::string(20, '\x0c'), "Test With Truncation", "a3b6167473100ee06e0c796c2955552b"},
      {"case 6", long_key, "Test Using Larger Than Block-Size Key - Hash Key First",
       "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
      {"case 7", long_key,
       "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
       "hashed before being used by the HMAC algorithm.",
       "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
  };
  for (const MacCase& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string expected = c.mac;
    EXPECT_EQ(hex(hmac_sha256(as_bytes(c.key), as_bytes(c.data))).substr(0, expected.size()), expected);
    Hmac hmac(as_bytes(c.key));
    for (int round = 0; round < 3; ++round) {  // the same key serves again after each finish
      for (const char byte : c.data) hmac.update(as_bytes(std::string_view(&byte, 1)));
      EXPECT_EQ(hex(hmac.finish()).substr(0, expected.size()), expected) << "round " << round;
    }
  }
}

TEST(Hmac, EmptyKeyAndEmptyData) {
  EXPECT_EQ(hex(hmac_sha256({}, {})), "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

TEST(Hmac, KeyAndDataBothMatter) {
  const Sha256Digest mac = hmac_sha256(as_bytes("key"), as_bytes("data"));
  EXPECT_NE(mac, hmac_sha256(as_bytes("kez"), as_bytes("data")));
  EXPECT_NE(mac, hmac_sha256(as_bytes("key"), as_bytes("datb")));
}

TEST(RandomBytes, HaveTheLengthAndDiffer) {
  std::set<Bytes> seen;
  for (int i = 0; i < 32; ++i) {
    const Result<Bytes> bytes = random_bytes(16);
    ASSERT_TRUE(bytes.ok());
    EXPECT_EQ(bytes->size(), 16U);
    seen.insert(*bytes);
  }
  EXPECT_EQ(seen.size(), 32U);
  ASSERT_TRUE(random_bytes(0).ok());
  EXPECT_TRUE(random_bytes(0)->empty());
}

TEST(ConstantTimeEqual, Table) {
  struct Case {
    const char* name;
    std::string_view a;
    std::string_view b;
    bool is_equal;
  };
  const std::vector<Case> cases = {
      {"both empty", "", "", true},
      {"same", "abcd", "abcd", true},
      {"first differs", "abcd", "xbcd", false},
      {"last differs", "abcd", "abcx", false},
      {"prefix", "abc", "abcd", false},
      {"one empty", "", "a", false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(constant_time_equal(as_bytes(c.a), as_bytes(c.b)), c.is_equal);
  }
}

TEST(ToHex, CoversAllNibbles) {
  Bytes all;
  for (int i = 0; i < 256; ++i) all.push_back(static_cast<std::byte>(i));
  const std::string text = to_hex(ByteView(all));
  EXPECT_EQ(text.size(), 512U);
  EXPECT_EQ(text.substr(0, 8), "00010203");
  EXPECT_EQ(text.substr(504), "fcfdfeff");
  EXPECT_EQ(to_hex(ByteView{}), "");
}

TEST(Fingerprinter, IsTheHeadOfTheHmac) {
  Fingerprinter fingerprinter(as_bytes("run key"));
  const Fingerprint first = fingerprinter.of(as_bytes("value"));
  EXPECT_EQ(fingerprinter.of(as_bytes("value")), first);
  EXPECT_NE(fingerprinter.of(as_bytes("valuf")), first);
  EXPECT_NE(Fingerprinter(as_bytes("other key")).of(as_bytes("value")), first);
  const std::string mac = hex(hmac_sha256(as_bytes("run key"), as_bytes("value")));
  EXPECT_EQ(fingerprint_hex(first), mac.substr(0, 32));
  EXPECT_EQ(fingerprint_mark(first), mac.substr(0, 8));
}

}  // namespace
}  // namespace sluice
