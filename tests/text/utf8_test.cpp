#include "text/utf8.h"

#include <random>

#include "text/ascii.h"
#include "text_reference.h"

namespace sluice::text {
namespace {

using testing::reference_decode;

struct DecodeCase {
  const char* name;
  std::string bytes;
  char32_t code_point;
  int length;
  DecodeStatus status;
};

TEST(Utf8, DecodesOneCodePoint) {
  const DecodeCase cases[] = {
      {"ascii", "A", 'A', 1, DecodeStatus::kValid},
      {"nul", std::string(1, '\0'), 0, 1, DecodeStatus::kValid},
      {"two bytes", "\xC3\xA9", 0xE9, 2, DecodeStatus::kValid},
      {"three bytes", "\xE2\x82\xAC", 0x20AC, 3, DecodeStatus::kValid},
      {"four bytes", "\xF0\x9F\x98\x80", 0x1F600, 4, DecodeStatus::kValid},
      {"last code point", "\xF4\x8F\xBF\xBF", 0x10FFFF, 4, DecodeStatus::kValid},
      {"past the last", "\xF4\x90\x80\x80", 0xFFFD, 1, DecodeStatus::kInvalid},
      {"overlong slash", "\xC0\xAF", 0xFFFD, 1, DecodeStatus::kInvalid},
      {"overlong in three", "\xE0\x80\xAF", 0xFFFD, 1, DecodeStatus::kInvalid},
      {"overlong in four", "\xF0\x80\x80\xAF", 0xFFFD, 1, DecodeStatus::kInvalid},
      {"surrogate", "\xED\xA0\x80", 0xFFFD, 1, DecodeStatus::kInvalid},
      {"last before surrogates", "\xED\x9F\xBF", 0xD7FF, 3, DecodeStatus::kValid},
      {"lone continuation", "\x80", 0xFFFD, 1, DecodeStatus::kInvalid},
      {"never a byte", "\xFF", 0xFFFD, 1, DecodeStatus::kInvalid},
      {"subpart of two",
       "\xE2\x82"
       "A",
       0xFFFD, 2, DecodeStatus::kInvalid},
      {"subpart of three",
       "\xF0\x9F\x98"
       "A",
       0xFFFD, 3, DecodeStatus::kInvalid},
      {"cut after one", "\xE2", 0xFFFD, 1, DecodeStatus::kIncomplete},
      {"cut after two", "\xE2\x82", 0xFFFD, 2, DecodeStatus::kIncomplete},
      {"cut after three", "\xF0\x9F\x98", 0xFFFD, 3, DecodeStatus::kIncomplete},
  };
  for (const DecodeCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Decoded decoded = decode_utf8(as_bytes(c.bytes).data(), c.bytes.size());
    EXPECT_EQ(decoded.code_point, c.code_point);
    EXPECT_EQ(decoded.length, c.length);
    EXPECT_EQ(decoded.status, c.status);
  }
}

TEST(Utf8, EncodesWhatItDecodes) {
  for (std::uint32_t c = 0; c <= 0x10FFFF; c += c < 0x11000 ? 1 : 0x7F) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::byte bytes[4];
    const std::size_t length = encode_utf8(static_cast<char32_t>(c), bytes);
    const Decoded decoded = decode_utf8(bytes, length);
    ASSERT_EQ(decoded.code_point, static_cast<char32_t>(c));
    ASSERT_EQ(decoded.length, length);
  }
  std::byte bytes[4];
  EXPECT_EQ(encode_utf8(0xD800, bytes), 3U);
  EXPECT_EQ(decode_utf8(bytes, 3).code_point, 0xFFFDU);
  EXPECT_EQ(encode_utf8(0x110000, bytes), 3U);
}

TEST(Utf8, AgreesWithTheReferenceOnEverySequenceOfTwoBytesAndEdgesOfMore) {
  const unsigned char edges[] = {0x41, 0x7F, 0x80, 0xBF, 0xC2, 0xFF};
  std::string text(4, '\0');
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      for (const unsigned char third : edges) {
        for (const unsigned char fourth : edges) {
          text[0] = static_cast<char>(first);
          text[1] = static_cast<char>(second);
          text[2] = static_cast<char>(third);
          text[3] = static_cast<char>(fourth);
          const Decoded ours = decode_utf8(as_bytes(text).data(), 4);
          const testing::ReferenceDecoded theirs = reference_decode(text, 0);
          ASSERT_EQ(ours.status == DecodeStatus::kValid, theirs.is_valid) << first << ' ' << second;
          ASSERT_EQ(ours.length, theirs.length) << first << ' ' << second << ' ' << int{third} << ' ' << int{fourth};
          ASSERT_EQ(ours.code_point, theirs.code_point);
        }
      }
    }
  }
}

TEST(Utf8, FindsTheExactFirstBadByteAtEveryAlignment) {
  for (std::size_t before = 0; before < 70; ++before) {
    for (const char* bad : {"\xFF", "\xC0\xAF", "\xE2\x82", "\xF0\x9F\x98"}) {
      const std::string text = std::string(before, 'a') + bad + std::string(40, 'b');
      ASSERT_EQ(validate_utf8(as_bytes(text)), before);
    }
    EXPECT_EQ(validate_utf8(as_bytes(std::string(before, 'a') + "\xC3\xA9" + std::string(40, 'b'))), std::nullopt);
  }
  EXPECT_EQ(validate_utf8({}), std::nullopt);
  const auto error = find_invalid_utf8(as_bytes("ab\xF0\x9F\x98"));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->offset, 2U);
  EXPECT_EQ(error->length, 3U);
}

TEST(Utf8, ValidatesRandomMixturesAsTheReference) {
  std::mt19937 random(7);
  const std::string parts[] = {"a",    "plain words ", "\xC3\xA9",     "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
                               "\xFF", "\xE2\x82",     "\xED\xA0\x80", "\xC0\x80",     "\x80",
                               "\n"};
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const std::size_t count = random() % 12;
    for (std::size_t i = 0; i < count; ++i) text += parts[random() % std::size(parts)];
    ASSERT_EQ(validate_utf8(as_bytes(text)), testing::reference_validate(text));
  }
}

TEST(Ascii, PrefixesAgreeWithALoopAtEveryAlignment) {
  for (int byte = 0; byte < 256; ++byte) {
    for (const std::size_t at : std::initializer_list<std::size_t>{0, 1, 7, 8, 15, 16, 17, 47, 63, 64, 65, 100}) {
      std::string text(130, 'x');
      text[3 + at % 3] = '\t';
      text[at] = static_cast<char>(byte);
      const bool is_plain = (byte >= 0x20 && byte < 0x7F) || byte == '\t' || byte == '\n';
      ASSERT_EQ(plain_ascii_prefix(as_bytes(text)), is_plain ? text.size() : at) << byte << " at " << at;
      ASSERT_EQ(ascii_prefix(as_bytes(text)), byte < 0x80 ? text.size() : at) << byte << " at " << at;
    }
  }
}

}  // namespace
}  // namespace sluice::text
