#include "codec/hex.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sluice::codec {
namespace {

TEST(Hex, RoundTripsEveryByte) {
  Bytes all(256);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::byte>(i);
  const std::string text = encode_hex(all);
  EXPECT_EQ(text.substr(0, 8), "00010203");
  EXPECT_EQ(text.substr(504), "fcfdfeff");
  Budget budget;
  const Result<Bytes> back = decode_hex(as_bytes(text), budget);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, all);
  EXPECT_EQ(to_string(*decode_hex(as_bytes("4A4b"), budget)), "JK");
  EXPECT_TRUE(decode_hex({}, budget)->empty());
}

TEST(Hex, RefusesWithTheOffset) {
  struct Case {
    const char* name;
    std::string text;
    std::uint64_t offset;
  };
  const std::vector<Case> cases = {
      {"half", "abc", 3},    {"one", "a", 1},          {"letter", "abcg", 3},   {"prefix", "0x41", 1},
      {"space", "41 42", 2}, {"newline", "4142\n", 4}, {"at", "4@", 1},         {"backtick", "`a", 0},
      {"slash", "4/", 1},    {"colon", "41:42", 2},    {"high", "\xC1\xC2", 0},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Budget budget;
    const Result<Bytes> result = decode_hex(as_bytes(c.text), budget);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::kEncodingInvalid);
    EXPECT_EQ(result.error().offset, c.offset);
  }
}

TEST(Hex, ChargesTheBudget) {
  Limits limits;
  limits.max_output_bytes = 1;
  Budget budget(limits);
  EXPECT_TRUE(decode_hex(as_bytes("00"), budget).ok());
  const Result<Bytes> refused = decode_hex(as_bytes("00"), budget);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kBudgetExhausted);
}

}  // namespace
}  // namespace sluice::codec
