#include "text/offset_map.h"

namespace sluice::text {
namespace {

OffsetMap sample() {
  OffsetMap map;
  map.append_copied(0, 4);       // clean 0-4 from raw 0-4
  map.append_copied(9, 3);       // clean 4-7 from raw 9-12, raw 4-9 removed
  map.append_written(12, 1, 3);  // clean 7-10 for raw 12-13
  map.append_copied(13, 2);      // clean 10-12 from raw 13-15
  return map;
}

TEST(OffsetMap, MapsCopiedRunsByteByByteAndWrittenRunsAsAWhole) {
  const OffsetMap map = sample();
  EXPECT_EQ(map.clean_size(), 12U);
  EXPECT_EQ(map.run_count(), 4U);
  EXPECT_FALSE(map.is_identity());
  struct Row {
    std::uint64_t clean;
    RawSpan raw;
  };
  const Row rows[] = {{0, {0, 1}},   {3, {3, 4}},    {4, {9, 10}},   {6, {11, 12}},  {7, {12, 13}},
                      {9, {12, 13}}, {10, {13, 14}}, {11, {14, 15}}, {12, {15, 15}}, {99, {15, 15}}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.clean);
    EXPECT_EQ(map.raw_of(row.clean), row.raw);
    EXPECT_EQ(map.raw_begin(row.clean), row.raw.begin);
    EXPECT_EQ(map.raw_end(row.clean), row.raw.end);
  }
}

TEST(OffsetMap, HullCoversWhatWasRemovedInside) {
  const OffsetMap map = sample();
  EXPECT_EQ(map.hull(1, 3), (RawSpan{1, 3}));
  EXPECT_EQ(map.hull(3, 5), (RawSpan{3, 10}));
  EXPECT_EQ(map.hull(8, 9), (RawSpan{12, 13}));
  EXPECT_EQ(map.hull(0, 12), (RawSpan{0, 15}));
  EXPECT_EQ(map.hull(0, 99), (RawSpan{0, 15}));
  EXPECT_EQ(map.hull(4, 4), (RawSpan{9, 9}));
}

TEST(OffsetMap, HullOfAnOverwrittenLineLooksAtEveryRun) {
  OffsetMap map;
  map.append_copied(4, 1);
  map.append_copied(1, 2);
  EXPECT_EQ(map.hull(0, 3), (RawSpan{1, 5}));
  EXPECT_EQ(map.hull(1, 3), (RawSpan{1, 3}));
}

TEST(OffsetMap, MergesOnlyWhatContinues) {
  OffsetMap map;
  map.append_copied(0, 3);
  map.append_copied(3, 3);
  EXPECT_EQ(map.run_count(), 1U);
  EXPECT_TRUE(map.is_identity());
  map.append_written(6, 1, 3);
  map.append_written(6, 1, 3);
  EXPECT_EQ(map.run_count(), 2U);
  map.append_written(7, 1, 3);
  EXPECT_EQ(map.run_count(), 3U);
  map.append_copied(8, 0);
  EXPECT_EQ(map.run_count(), 3U);
  EXPECT_FALSE(map.is_identity());
}

TEST(OffsetMap, DiscardKeepsMemorySmallAndAnswersRight) {
  OffsetMap map;
  OffsetMap whole;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    map.append_copied(i * 10, 5);
    whole.append_copied(i * 10, 5);
    if (i % 100 == 99) map.discard_before((i - 10) * 5);
    ASSERT_LE(map.run_count(), 120U);
  }
  for (std::uint64_t clean = 49'950; clean < 50'000; ++clean) ASSERT_EQ(map.raw_of(clean), whole.raw_of(clean));
  EXPECT_EQ(map.clean_size(), 50'000U);
}

TEST(OffsetMap, CopiesAPartOfAnother) {
  const OffsetMap map = sample();
  for (std::uint64_t begin = 0; begin <= 12; ++begin) {
    for (std::uint64_t end = begin; end <= 12; ++end) {
      OffsetMap part;
      part.append_from(map, begin, end);
      ASSERT_EQ(part.clean_size(), end - begin);
      for (std::uint64_t i = begin; i < end; ++i) ASSERT_EQ(part.raw_of(i - begin), map.raw_of(i));
    }
  }
}

TEST(OffsetMap, TooManyRunsBecomeCoarseHullsWhateverThePieces) {
  OffsetMap map;
  OffsetMap pieces;
  std::uint64_t raw = 0;
  const auto add = [&](std::uint64_t length, std::uint64_t gap) {
    map.append_copied(raw, length);
    for (std::uint64_t i = 0; i < length; i += 700)
      pieces.append_copied(raw + i, std::min<std::uint64_t>(700, length - i));
    raw += length + gap;
  };
  for (std::size_t i = 0; i < OffsetMap::kMaxExactRuns; ++i) add(1, 1);
  EXPECT_FALSE(map.is_coarse());
  for (int i = 0; i < 300; ++i) add(1000, 3);
  EXPECT_TRUE(map.is_coarse());
  EXPECT_TRUE(map == pieces);
  EXPECT_LE(map.run_count(), OffsetMap::kMaxExactRuns + 300'000 / OffsetMap::kCoarseBytes + 2);
  EXPECT_EQ(map.raw_begin(7), 14U) << "what was exact stays exact";
  for (std::uint64_t i = 0; i < 300; ++i) {
    const std::uint64_t clean = OffsetMap::kMaxExactRuns + i * 1000 + 500;
    const std::uint64_t exact = OffsetMap::kMaxExactRuns * 2 + i * 1003 + 500;
    ASSERT_LE(map.raw_begin(clean), exact);
    ASSERT_GT(map.raw_end(clean), exact);
    ASSERT_LE(map.raw_end(clean) - map.raw_begin(clean), OffsetMap::kCoarseBytes + 5 * 3);
  }
}

TEST(OffsetMap, EmptyMapAnswersWithZero) {
  const OffsetMap map;
  EXPECT_EQ(map.raw_of(5), (RawSpan{0, 0}));
  EXPECT_EQ(map.hull(0, 5), (RawSpan{0, 0}));
  EXPECT_TRUE(map.is_identity());
}

}  // namespace
}  // namespace sluice::text
