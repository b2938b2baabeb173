#include "json/number_text.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace sluice::json::testing {
namespace {

std::string own(double value) {
  std::array<char, kMaxNumberBytes> buffer{};
  return std::string(buffer.data(), write_double(buffer.data(), value));
}

std::string ecmascript(double value) {
  std::array<char, kMaxNumberBytes> buffer{};
  return std::string(buffer.data(), write_ecmascript_number(buffer.data(), value));
}

// What write_double stands for, said with the standard library alone.
std::string plain_own(double value) {
  std::array<char, 64> buffer{};
  const auto end =
      std::fabs(value) < 9007199254740992.0
          ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr
          : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
  std::string text(buffer.data(), end);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

// Number::toString read off ECMA-262 with digits from printf: the fewest that strtod reads as the same value.
std::string plain_ecmascript(double value) {
  if (value == 0) return "0";
  if (value < 0) return "-" + plain_ecmascript(-value);
  std::array<char, 64> buffer{};
  for (int precision = 0;; ++precision) {
    std::snprintf(buffer.data(), buffer.size(), "%.*e", precision, value);
    if (std::strtod(buffer.data(), nullptr) == value) break;
  }
  const std::string text = buffer.data();
  const std::size_t mark = text.find('e');
  const int n = std::atoi(text.c_str() + mark + 1) + 1;
  std::string digits = text.substr(0, 1) + (mark > 2 ? text.substr(2, mark - 2) : "");
  const int k = static_cast<int>(digits.size());
  if (k <= n && n <= 21) return digits + std::string(static_cast<std::size_t>(n - k), '0');
  if (0 < n && n <= 21) return digits.insert(static_cast<std::size_t>(n), ".");
  if (-6 < n && n <= 0) return "0." + std::string(static_cast<std::size_t>(-n), '0') + digits;
  const std::string exponent = (n > 0 ? "e+" : "e-") + std::to_string(std::abs(n - 1));
  return digits.substr(0, 1) + (k > 1 ? "." + digits.substr(1) : "") + exponent;
}

TEST(JsonNumberText, TheVectorsOfRfc8785) {
  struct Row {
    std::uint64_t bits;
    const char* text;
  };
  const std::vector<Row> table = {
      {0x0000000000000000, "0"},
      {0x8000000000000000, "0"},
      {0x0000000000000001, "5e-324"},
      {0x8000000000000001, "-5e-324"},
      {0x7fefffffffffffff, "1.7976931348623157e+308"},
      {0xffefffffffffffff, "-1.7976931348623157e+308"},
      {0x4340000000000000, "9007199254740992"},
      {0xc340000000000000, "-9007199254740992"},
      {0x4430000000000000, "295147905179352830000"},
      {0x44b52d02c7e14af5, "9.999999999999997e+22"},
      {0x44b52d02c7e14af6, "1e+23"},
      {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
      {0x444b1ae4d6e2ef4e, "999999999999999700000"},
      {0x444b1ae4d6e2ef4f, "999999999999999900000"},
      {0x444b1ae4d6e2ef50, "1e+21"},
      {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
      {0x3eb0c6f7a0b5ed8d, "0.000001"},
      {0x41b3de4355555553, "333333333.3333332"},
      {0x41b3de4355555554, "333333333.33333325"},
      {0x41b3de4355555555, "333333333.3333333"},
      {0x41b3de4355555556, "333333333.3333334"},
      {0x41b3de4355555557, "333333333.33333343"},
      {0xbecbf647612f3696, "-0.0000033333333333333333"},
      {0x43143ff3c1cb0959, "1424953923781206.2"},
  };
  for (const Row& row : table) EXPECT_EQ(ecmascript(std::bit_cast<double>(row.bits)), row.text);
}

// Doubles of every size, and decimals as people write them.
std::vector<double> many_doubles(std::size_t count) {
  std::vector<double> values = {0.001,
                                0.0001,
                                0.00099999999,
                                1e5,
                                1e4,
                                120'000.0,
                                99'999.0,
                                100'001.0,
                                1e7,
                                9'999'999.99999999,
                                1e11,
                                99'999'999'999.9999,
                                123'456.0,
                                123'450.0,
                                9007199254740991.0,
                                9007199254740992.0,
                                0.1,
                                0.3,
                                1.1,
                                2.675,
                                1e21,
                                1e-6,
                                1e-7,
                                std::numeric_limits<double>::min(),
                                std::numeric_limits<double>::denorm_min()};
  std::mt19937_64 random(11);
  while (values.size() < count) {
    const double any = std::bit_cast<double>(random());
    if (std::isfinite(any)) values.push_back(any);
    static constexpr std::array<double, 10> kScales = {1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e8, 1e9, 1e12};
    const double whole = static_cast<double>(random() % (std::uint64_t{1} << (random() % 54)));
    values.push_back(whole / kScales[random() % kScales.size()]);
    values.push_back(-std::nextafter(values.back(), 1e300));
  }
  return values;
}

TEST(JsonNumberText, OwnFormIsTheShortest) {
  for (const double value : many_doubles(600'000)) {
    ASSERT_EQ(own(value), plain_own(value));
    ASSERT_EQ(own(-value), plain_own(-value));
  }
  EXPECT_EQ(own(-0.0), "-0.0");
  EXPECT_EQ(own(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(own(-std::numeric_limits<double>::infinity()), "null");
}

TEST(JsonNumberText, EcmascriptFormFollowsItsStandard) {
  for (const double value : many_doubles(100'000)) {
    // At a power of two the doubles below stand closer, and printf's digits need not be the fewest.
    if ((std::bit_cast<std::uint64_t>(value) & 0xFFFFFFFFFFFFFULL) == 0) continue;
    ASSERT_EQ(ecmascript(value), plain_ecmascript(value));
    ASSERT_EQ(std::strtod(ecmascript(value).c_str(), nullptr), value);
  }
}

}  // namespace
}  // namespace sluice::json::testing
