#include "sanitize/image/exif.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice::sanitize {
namespace {

std::string short_of(bool is_little, unsigned value) {
  const char low = static_cast<char>(value & 0xFFU);
  const char high = static_cast<char>(value >> 8U);
  return is_little ? std::string{low, high} : std::string{high, low};
}
std::string long_of(bool is_little, unsigned value) {
  const std::string low = short_of(is_little, value & 0xFFFFU);
  const std::string high = short_of(is_little, value >> 16U);
  return is_little ? low + high : high + low;
}
std::string entry(bool is_little, unsigned tag, unsigned type, unsigned count, unsigned value) {
  return short_of(is_little, tag) + short_of(is_little, type) + long_of(is_little, count) + short_of(is_little, value) +
         std::string(2, '\0');
}
std::string tiff(bool is_little, const std::string& entries, unsigned count, unsigned folder = 8) {
  return (is_little ? "II" : "MM") + short_of(is_little, 42) + long_of(is_little, folder) +
         std::string(folder - 8, 'x') + short_of(is_little, count) + entries + long_of(is_little, 0);
}

TEST(Exif, TheOrientationIsFoundInBothByteOrders) {
  for (const bool is_little : {false, true}) {
    for (unsigned value = 1; value <= 8; ++value) {
      const std::string other = entry(is_little, 0x010F, 2, 4, 0x4142);
      const std::string wanted = entry(is_little, 0x0112, 3, 1, value);
      EXPECT_EQ(exif_orientation(as_bytes(tiff(is_little, wanted, 1))), value);
      EXPECT_EQ(exif_orientation(as_bytes(tiff(is_little, other + wanted, 2))), value);
      EXPECT_EQ(exif_orientation(as_bytes(tiff(is_little, wanted, 1, 50))), value) << "the folder stands further on";
    }
  }
}

TEST(Exif, WhatCannotBeReadIsNoOrientation) {
  const std::string good = tiff(false, entry(false, 0x0112, 3, 1, 6), 1);
  struct Case {
    const char* name;
    std::string data;
  };
  const std::vector<Case> cases = {
      {"empty", ""},
      {"no byte order", "XX" + good.substr(2)},
      {"not 42", good.substr(0, 3) + "\x2B" + good.substr(4)},
      {"value 0", tiff(false, entry(false, 0x0112, 3, 1, 0), 1)},
      {"value 9", tiff(false, entry(false, 0x0112, 3, 1, 9), 1)},
      {"a long", tiff(false, entry(false, 0x0112, 4, 1, 6), 1)},
      {"two values", tiff(false, entry(false, 0x0112, 3, 2, 6), 1)},
      {"folder outside", good.substr(0, 4) + std::string("\x7F\0\0\0", 4) + good.substr(8)},
      {"folder inside the header", good.substr(0, 4) + std::string("\0\0\0\4", 4) + good.substr(8)},
      {"says no entries", tiff(false, entry(false, 0x0112, 3, 1, 6), 0)},
      {"behind an entry that is cut off", tiff(false, entry(false, 0x010F, 2, 1, 0).substr(0, 6), 9)},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(exif_orientation(as_bytes(c.data)), 1);
  }
  for (std::size_t n = 0; n + 4 < good.size(); ++n) EXPECT_EQ(exif_orientation(as_bytes(good.substr(0, n))), 1) << n;
}

TEST(Exif, TheMinimalFormSaysTheSame) {
  for (std::uint8_t value = 1; value <= 8; ++value) {
    const auto exif = minimal_exif(value);
    EXPECT_EQ(exif_orientation(exif), value);
    EXPECT_EQ(to_string(exif), tiff(false, entry(false, 0x0112, 3, 1, value), 1));
  }
}

}  // namespace
}  // namespace sluice::sanitize
