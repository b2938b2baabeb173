#include "codec/base64.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace sluice::codec {
namespace {

constexpr Base64Alphabet kStd = Base64Alphabet::kStandard;
constexpr Base64Alphabet kUrl = Base64Alphabet::kUrl;
constexpr Base64Padding kNeed = Base64Padding::kRequired;
constexpr Base64Padding kMay = Base64Padding::kOptional;
constexpr Base64Padding kNo = Base64Padding::kForbidden;
constexpr Base64Whitespace kTight = Base64Whitespace::kRefuse;
constexpr Base64Whitespace kLines = Base64Whitespace::kLineBreaks;

struct GoodCase {
  const char* name;
  std::string text;
  Base64Options options;
  std::string bytes;
};

TEST(Base64, Decodes) {
  const std::vector<GoodCase> cases = {
      // RFC 4648 section 10
      {"rfc 0", "", {kStd, kNeed, kTight}, ""},
      {"rfc 1", "Zg==", {kStd, kNeed, kTight}, "f"},
      {"rfc 2", "Zm8=", {kStd, kNeed, kTight}, "fo"},
      {"rfc 3", "Zm9v", {kStd, kNeed, kTight}, "foo"},
      {"rfc 4", "Zm9vYg==", {kStd, kNeed, kTight}, "foob"},
      {"rfc 5", "Zm9vYmE=", {kStd, kNeed, kTight}, "fooba"},
      {"rfc 6", "Zm9vYmFy", {kStd, kNeed, kTight}, "foobar"},
      {"62 and 63", "+/+/", {kStd, kNeed, kTight}, "\xFB\xFF\xBF"},
      {"url 62 and 63", "-_-_", {kUrl, kNeed, kTight}, "\xFB\xFF\xBF"},
      {"optional padding there", "Zg==", {kStd, kMay, kTight}, "f"},
      {"optional padding absent", "Zg", {kStd, kMay, kTight}, "f"},
      {"optional padding absent, two", "Zm8", {kUrl, kMay, kTight}, "fo"},
      {"forbidden padding absent", "Zm8", {kUrl, kNo, kTight}, "fo"},
      {"trailing newline", "Zm9v\n", {kStd, kNeed, kLines}, "foo"},
      {"trailing newline after padding", "Zg==\n", {kStd, kNeed, kLines}, "f"},
      {"CR LF", "Zm9v\r\nYmFy\r\n", {kStd, kNeed, kLines}, "foobar"},
      {"break inside a group", "Zm\n9vYm\nFy", {kStd, kNeed, kLines}, "foobar"},
      {"break inside padding", "Zg=\n=\n\n", {kStd, kNeed, kLines}, "f"},
      {"only line breaks", "\n\r\n\n", {kStd, kNeed, kLines}, ""},
      {"short group before a break", "Zg\n", {kStd, kMay, kLines}, "f"},
  };
  for (const GoodCase& c : cases) {
    SCOPED_TRACE(c.name);
    Budget budget;
    const Result<Bytes> result = decode_base64(as_bytes(c.text), c.options, budget);
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(to_string(*result), c.bytes);
  }
}

struct BadCase {
  const char* name;
  std::string text;
  Base64Options options;
  std::uint64_t offset;
};

TEST(Base64, RefusesWithTheOffset) {
  const std::vector<BadCase> cases = {
      {"space", "Zm9v YmFy", {kStd, kNeed, kTight}, 4},
      {"newline", "Zm9v\n", {kStd, kNeed, kTight}, 4},
      {"space with line breaks", "Zm9v\n YmFy", {kStd, kNeed, kLines}, 5},
      {"lone CR", "Zm9v\rYmFy", {kStd, kNeed, kLines}, 4},
      {"CR at the end", "Zm9v\r", {kStd, kNeed, kLines}, 4},
      {"tab", "Zm\t9v", {kStd, kNeed, kLines}, 2},
      {"url in standard", "Zm9v-_==", {kStd, kNeed, kTight}, 4},
      {"standard in url", "ab+/", {kUrl, kNeed, kTight}, 2},
      {"high byte", "Zm9\xC3", {kStd, kNeed, kTight}, 3},
      {"NUL", std::string("Zm\0v", 4), {kStd, kNeed, kTight}, 2},
      {"one character", "Z", {kStd, kMay, kTight}, 1},
      {"five characters", "Zm9vY", {kStd, kMay, kTight}, 5},
      {"missing padding", "Zg", {kStd, kNeed, kTight}, 2},
      {"half padding", "Zg=", {kStd, kNeed, kTight}, 3},
      {"half padding, optional", "Zg=", {kStd, kMay, kTight}, 3},
      {"padding forbidden", "Zg==", {kStd, kNo, kTight}, 2},
      {"padding only", "====", {kStd, kNeed, kTight}, 0},
      {"one char and padding", "Z===", {kStd, kNeed, kTight}, 1},
      {"padding after a full group", "Zm9v=", {kStd, kNeed, kTight}, 4},
      {"too much padding", "Zg===", {kStd, kNeed, kTight}, 4},
      {"data after padding", "Zg==Zg==", {kStd, kNeed, kTight}, 4},
      {"data after a break after padding", "Zg==\nZg==", {kStd, kNeed, kLines}, 5},
      {"unused bits of one byte", "Zh==", {kStd, kNeed, kTight}, 1},
      {"unused bits of two bytes", "Zm9=", {kStd, kNeed, kTight}, 2},
      {"unused bits without padding", "Zh", {kStd, kMay, kTight}, 1},
      {"padding in the middle", "Zg==Zm9v", {kStd, kNeed, kTight}, 4},
      {"data URI", "data:image/png;base64,Zg==", {kStd, kNeed, kTight}, 4},
      {"text", "not base64!!", {kStd, kNeed, kLines}, 3},
  };
  for (const BadCase& c : cases) {
    SCOPED_TRACE(c.name);
    Budget budget;
    const Result<Bytes> result = decode_base64(as_bytes(c.text), c.options, budget);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::kEncodingInvalid);
    EXPECT_EQ(result.error().offset, c.offset) << result.error().message;
  }
}

TEST(Base64, RoundTripsEveryLengthAlphabetAndWrap) {
  std::mt19937 random(20260801);
  for (std::size_t length = 0; length < 200; ++length) {
    Bytes bytes(length);
    for (std::byte& b : bytes) b = static_cast<std::byte>(random() & 0xFFU);
    for (const Base64Alphabet alphabet : {kStd, kUrl}) {
      for (const bool padded : {true, false}) {
        const std::string text = encode_base64(bytes, alphabet, padded);
        Budget budget;
        const Base64Options exact{alphabet, padded ? kNeed : kNo, kTight};
        const Result<Bytes> back = decode_base64(as_bytes(text), exact, budget);
        ASSERT_TRUE(back.ok()) << length << back.error().message;
        ASSERT_EQ(*back, bytes) << length;
        std::string wrapped;
        const std::size_t width = 1 + random() % 80;
        for (std::size_t i = 0; i < text.size(); i += width) wrapped += text.substr(i, width) + "\n";
        const Result<Bytes> unwrapped = decode_base64(as_bytes(wrapped), {alphabet, kMay, kLines}, budget);
        ASSERT_TRUE(unwrapped.ok()) << length << " " << width << unwrapped.error().message;
        ASSERT_EQ(*unwrapped, bytes) << length;
      }
    }
  }
}

TEST(Base64, EachSingleByteChangeIsSeen) {
  const std::string text = encode_base64(as_bytes("exactly sixteen!"));
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (int c = 0; c < 256; ++c) {
      std::string changed = text;
      changed[i] = static_cast<char>(c);
      if (changed == text) continue;
      Budget budget;
      const Result<Bytes> result = decode_base64(as_bytes(changed), {}, budget);
      if (result.ok()) {
        EXPECT_EQ(encode_base64(*result), changed);
      }
    }
  }
}

TEST(Base64, ChargesTheBudget) {
  const std::string text = encode_base64(Bytes(3000));
  Limits limits;
  limits.max_output_bytes = 2999;
  Budget small(limits);
  const Result<Bytes> refused = decode_base64(as_bytes(text), {}, small);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kBudgetExhausted);
  limits.max_output_bytes = 3000;
  Budget enough(limits);
  EXPECT_TRUE(decode_base64(as_bytes(text), {}, enough).ok());
  EXPECT_FALSE(enough.charge(Budget::Kind::kOutputBytes, 1));
}

}  // namespace
}  // namespace sluice::codec
