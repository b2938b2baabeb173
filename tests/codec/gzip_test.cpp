#include "codec/gzip.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace sluice::codec {
namespace {

Budget ample() {
  Budget budget;
  EXPECT_TRUE(budget.admit_input(10'000'000));
  return budget;
}

TEST(Gzip, RoundTrips) {
  std::mt19937 random(3);
  for (const std::size_t size : {1U, 2U, 100U, 16'384U, 16'385U, 300'000U}) {
    Bytes bytes(size);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() % 7);
    Budget budget = ample();
    Bytes stream = deflate_gzip(bytes);
    const std::size_t length = stream.size();
    stream.push_back(std::byte{'x'});
    const Result<Inflated> back = inflate_gzip(stream, size, budget);
    ASSERT_TRUE(back.ok()) << size;
    EXPECT_EQ(back->bytes, bytes);
    EXPECT_EQ(back->consumed, length);
  }
}

TEST(Gzip, YieldsWhatPrecedesDamage) {
  Bytes stream = deflate_gzip(as_bytes(std::string(50'000, 'a') + "the end"));
  Budget budget = ample();
  stream.resize(stream.size() - 12);
  const Result<Inflated> cut = inflate_gzip(stream, 100'000, budget);
  ASSERT_TRUE(cut.ok());
  EXPECT_GT(cut->bytes.size(), 40'000U);
  EXPECT_EQ(cut->consumed, stream.size());
}

TEST(Gzip, RefusesWithACode) {
  Budget budget = ample();
  EXPECT_EQ(inflate_gzip(as_bytes("no gzip at all"), 100, budget).error().code, ErrorCode::kEncodingInvalid);
  EXPECT_EQ(inflate_gzip({}, 100, budget).error().code, ErrorCode::kEncodingInvalid);
  const Bytes bomb = deflate_gzip(Bytes(10'000'000));
  EXPECT_LT(bomb.size(), 20'000U);
  EXPECT_EQ(inflate_gzip(bomb, 9'999'999, budget).error().code, ErrorCode::kBudgetExhausted);
  EXPECT_TRUE(inflate_gzip(bomb, 10'000'000, budget).ok());
  Budget spent;
  while (spent.charge(Budget::Kind::kSteps, 1'000)) {
  }
  EXPECT_EQ(inflate_gzip(bomb, 10'000'000, spent).error().code, ErrorCode::kBudgetExhausted);
}

}  // namespace
}  // namespace sluice::codec
