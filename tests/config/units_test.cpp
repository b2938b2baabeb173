#include <limits>
#include <random>

#include "config/reader.h"
#include "support/golden.h"

namespace sluice::config {
namespace {

using std::chrono::milliseconds;

TEST(ConfigUnits, ReadsSizes) {
  struct Case {
    const char* text;
    std::optional<std::uint64_t> bytes;
  };
  const Case cases[] = {
      {"0 B", 0},
      {"1 B", 1},
      {"50 MB", 50'000'000},
      {"50MB", 50'000'000},
      {"1 kB", 1'000},
      {"1 KB", 1'000},
      {"1 KiB", 1'024},
      {"1 MiB", 1'048'576},
      {"2 GB", 2'000'000'000},
      {"1 GiB", 1'073'741'824},
      {"1.5 MB", 1'500'000},
      {"0.5 KiB", 512},
      {"9223372036854775807 B", 9'223'372'036'854'775'807},
      {"9223372036854775808 B", std::nullopt},
      {"9999999999999999999 GB", std::nullopt},
      {"10000000000000000000 B", std::nullopt},
      {"8589934592 GiB", std::nullopt},
      {"0.3 B", std::nullopt},
      {"0.0000000001 GB", std::nullopt},
      {"", std::nullopt},
      {"MB", std::nullopt},
      {"50", std::nullopt},
      {"50 mb", std::nullopt},
      {"50 Mb", std::nullopt},
      {"50  MB", std::nullopt},
      {" 50 MB", std::nullopt},
      {"50 MB ", std::nullopt},
      {"-1 MB", std::nullopt},
      {"1e3 B", std::nullopt},
      {".5 MB", std::nullopt},
      {"5. MB", std::nullopt},
      {"1,5 MB", std::nullopt},
      {"5 s", std::nullopt},
  };
  for (const Case& c : cases) EXPECT_EQ(parse_byte_size(c.text), c.bytes) << c.text;
}

TEST(ConfigUnits, ReadsDurations) {
  struct Case {
    const char* text;
    std::optional<milliseconds> duration;
  };
  const Case cases[] = {
      {"60 s", milliseconds(60'000)},
      {"500 ms", milliseconds(500)},
      {"2 min", milliseconds(120'000)},
      {"1 h", milliseconds(3'600'000)},
      {"1.5 s", milliseconds(1'500)},
      {"0 s", milliseconds(0)},
      {"60", std::nullopt},
      {"60 m", std::nullopt},
      {"60 S", std::nullopt},
      {"", std::nullopt},
      {"1.5 ms", std::nullopt},
      {"60 MB", std::nullopt},
  };
  for (const Case& c : cases) EXPECT_EQ(parse_duration(c.text), c.duration) << c.text;
}

TEST(ConfigUnits, WritesWhatItReads) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::uint64_t bytes = (random() >> 1U) >> (random() % 63);
    if (i % 3 == 0) bytes = bytes % 1'000 * 1'000'000;
    if (i % 5 == 0) bytes = bytes % 4'096 * 1'024;
    EXPECT_EQ(parse_byte_size(format_byte_size(bytes)), bytes) << format_byte_size(bytes);
    const milliseconds duration(static_cast<std::int64_t>(bytes >> 12U));
    EXPECT_EQ(parse_duration(format_duration(duration)), duration) << format_duration(duration);
  }
  EXPECT_EQ(format_byte_size(50'000'000), "50 MB");
  EXPECT_EQ(format_byte_size(1'048'576), "1 MiB");
  EXPECT_EQ(format_byte_size(0), "0 B");
  EXPECT_EQ(format_byte_size(123), "123 B");
  EXPECT_EQ(format_duration(milliseconds(60'000)), "1 min");
  EXPECT_EQ(format_duration(milliseconds(1'500)), "1500 ms");
}

}  // namespace
}  // namespace sluice::config
