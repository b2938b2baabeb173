#include "codec/byte_search.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "codec/base64.h"
#include "codec/base64_chars.h"

namespace sluice::codec {
namespace {

bool is_base64(char c) { return sextet_of(static_cast<std::byte>(c)) != kNoSextet; }

// Where the first run of at least `length` begins, or one that reaches the end.
std::size_t naive_run(std::string_view text, std::size_t from, std::size_t length) {
  for (std::size_t at = from; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_base64(text[end])) ++end;
    if (end - at >= length || (end == text.size() && end > at)) return at;
    at = end + 1;
  }
  return text.size();
}

// Four groups that decode to ASCII, or twelve pairs of hex digits.
bool is_decodable_at(std::string_view text, std::size_t at) {
  const auto value = [&](std::size_t i) { return kSextets[static_cast<unsigned char>(text[at + i])]; };
  bool groups = text.size() - at >= 4 * (kMinGroups - 1) + 3;
  for (std::size_t i = 0; groups && i < 4 * (kMinGroups - 1) + 3; ++i) groups = is_base64(text[at + i]);
  for (std::size_t g = 0; groups && g < kMinGroups; ++g) {
    groups = (value(4 * g) & 32U) == 0 && (value(4 * g + 1) & 8U) == 0 && (value(4 * g + 2) & 2U) == 0;
  }
  bool pairs = text.size() - at >= 2 * kMinPairs;
  for (std::size_t i = 0; pairs && i < 2 * kMinPairs; ++i) {
    const char c = text[at + i];
    const bool is_hex = std::string_view("0123456789abcdefABCDEF").find(c) != std::string_view::npos;
    pairs = is_hex && (i % 2 == 1 || (c >= '0' && c <= '7'));
  }
  return groups || pairs;
}

// Text with runs of every length, between separators that stand on both sides of the alphabet.
std::string random_text(std::mt19937& random, std::size_t size) {
  static constexpr std::string_view kBetween = " \n.,:=\"<~\x7f\x80\xff";
  static constexpr std::string_view kInside = "ABCDEFabcdef0123456789+/-_ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ";
  std::string text;
  while (text.size() < size) {
    text += kBetween[random() % kBetween.size()];
    const std::size_t length = random() % 70;
    const std::size_t alphabet = random() % 3 == 0 ? 22 : kInside.size();
    for (std::size_t i = 0; i < length; ++i) text += kInside[random() % alphabet];
  }
  return text;
}

TEST(ByteSearch, FindsEveryLongRun) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const std::string text = random_text(random, random() % 400);
    for (std::size_t from = 0; from <= text.size(); ++from) {
      if (from > 0 && is_base64(text[from - 1])) continue;
      const std::size_t found = find_base64_run(as_bytes(text), from);
      // Shorter runs may be found too, but none that is long may be passed over.
      ASSERT_LE(found, naive_run(text, from, kMinBase64Run)) << text << " from " << from;
      ASSERT_GE(found, from);
      if (found < text.size()) {
        ASSERT_TRUE(is_base64(text[found]));
        ASSERT_TRUE(found == from || !is_base64(text[found - 1]));
      }
    }
  }
}

TEST(ByteSearch, RunsAtEveryPlaceAndLength) {
  for (std::size_t before = 0; before < 70; ++before) {
    for (const std::size_t length : {23U, 24U, 25U, 63U, 64U, 65U, 130U}) {
      const std::string text = std::string(before, '.') + std::string(length, 'x') + std::string(90, '.');
      const std::size_t found = find_base64_run(as_bytes(text), 0);
      if (length >= kMinBase64Run) {
        ASSERT_EQ(found, before) << length;
      }
      ASSERT_TRUE(found == before || found == text.size());
    }
  }
}

TEST(ByteSearch, FindsTheFirstDecodablePart) {
  std::mt19937 random(2);
  int parts = 0;
  for (int round = 0; round < 4'000; ++round) {
    std::string text;
    for (std::size_t left = random() % 120; left > 0; --left) text += "gxyz89QZ_-"[random() % 10];
    if (random() % 2 == 0)
      text += encode_base64(as_bytes("user token and more text").subspan(random() % 12), {}, false);
    if (random() % 3 == 0) text += "6768705f31323334353637383930";
    for (std::size_t left = random() % 120; left > 0; --left) text += "gxyz89QZ_-"[random() % 10];
    const std::size_t run_end = text.size();
    if (random() % 2 == 0) text += ". and more";
    std::size_t first = 0;
    while (first < run_end && !is_decodable_at(std::string_view(text).substr(0, run_end), first)) ++first;
    const Decodable found = find_decodable(as_bytes(text), 0);
    if (first < run_end) {
      ++parts;
      ASSERT_EQ(found.what, Decodable::What::kText) << text;
      ASSERT_EQ(found.at, first) << text;
    } else {
      ASSERT_EQ(found.what, run_end < text.size() ? Decodable::What::kRunEnd : Decodable::What::kEnd) << text;
      ASSERT_EQ(found.at, run_end) << text;
    }
  }
  EXPECT_GT(parts, 1'000);
}

TEST(ByteSearch, FindsGzip) {
  for (std::size_t before = 0; before < 130; ++before) {
    const std::string base64 = std::string(before, 'x') + "H4sI" + std::string(40, 'x');
    EXPECT_EQ(find_decodable(as_bytes(base64), 0).at, before);
    const std::string hex = std::string(before, 'e') + "1F8b08" + std::string(40, 'e');
    EXPECT_EQ(find_decodable(as_bytes(hex), 0).at, before);
  }
}

TEST(ByteSearch, FindsEveryEscapeStart) {
  for (std::size_t before = 0; before < 150; ++before) {
    for (const char c : {'%', '\\', '&'}) {
      std::string text = std::string(before, '$') + c + "%\\&";
      ASSERT_EQ(find_escape_start(as_bytes(text), 0), before);
      ASSERT_EQ(find_escape_start(as_bytes(text), before + 1), before + 1);
      text.resize(before);
      ASSERT_EQ(find_escape_start(as_bytes(text), 0), before);
    }
  }
}

}  // namespace
}  // namespace sluice::codec
