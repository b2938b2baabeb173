#include "media/second_opinion.h"

#include <filesystem>

#include "media/sniff.h"
#include "samples.h"

namespace sluice::media {
namespace {

TEST(SecondOpinion, MissingDatabaseIsAnError) {
  for (const char* path : {"", "/nowhere/magic.mgc", "/dev/null"}) {
    SCOPED_TRACE(path);
    const auto opened = SecondOpinion::open(path);
    ASSERT_FALSE(opened.ok());
    EXPECT_FALSE(opened.error().message.empty());
  }
}

class WithDatabase : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(SecondOpinion::kDefaultDatabase)) GTEST_SKIP() << "no magic database installed";
    auto opened = SecondOpinion::open();
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    opinion_ = std::make_unique<SecondOpinion>(std::move(*opened));
  }
  std::unique_ptr<SecondOpinion> opinion_;
};

TEST_F(WithDatabase, KnowsTheCommonKinds) {
  using enum MediaType;
  for (const MediaType type : {kPng, kGif, kJpeg, kPdf, kGzip, kElf, kZip}) {
    for (const auto& sample : testing::samples()) {
      if (sample.type != type) continue;
      SCOPED_TRACE(sample.name);
      const auto answer = opinion_->ask(as_bytes(sample.bytes));
      ASSERT_TRUE(answer.ok()) << answer.error().message;
      if (answer->is_definite) {
        EXPECT_EQ(type_name(answer->type), type_name(type));
      }
    }
  }
  const auto png = opinion_->ask(as_bytes(testing::samples().front().bytes));
  ASSERT_TRUE(png.ok());
  EXPECT_TRUE(png->is_definite);
}

TEST_F(WithDatabase, FallbacksAreNotDefinite) {
  for (const std::string& bytes : {std::string("just words\n"), std::string(), std::string("\x01\x02\0\x7f", 4)}) {
    const auto answer = opinion_->ask(as_bytes(bytes));
    ASSERT_TRUE(answer.ok());
    EXPECT_FALSE(answer->is_definite);
  }
}

TEST_F(WithDatabase, SeesOnlyTheHead) {
  std::string bytes(SecondOpinion::kMaxBytes, ' ');
  const auto before = opinion_->ask(as_bytes(bytes));
  const auto after = opinion_->ask(as_bytes(bytes + std::string(1000, '\x01')));
  ASSERT_TRUE(before.ok() && after.ok());
  EXPECT_EQ(before->type, after->type);
}

// Neither is an oracle for the other, but on samples where libmagic is definite they rarely differ.
TEST_F(WithDatabase, MostlyAgreesWithOurSignatures) {
  std::size_t definite = 0;
  std::size_t differ = 0;
  std::string names;
  for (const auto& sample : testing::samples()) {
    const auto answer = opinion_->ask(as_bytes(sample.bytes));
    ASSERT_TRUE(answer.ok()) << sample.name;
    if (!answer->is_definite) continue;
    ++definite;
    if (is_reading_of(answer->type, sample.type) || is_reading_of(sample.type, answer->type)) continue;
    ++differ;
    names += sample.name + " (" + std::string(type_name(answer->type)) + ") ";
  }
  EXPECT_GT(definite, 40U);
  EXPECT_LE(differ * 10, definite) << names;
}

}  // namespace
}  // namespace sluice::media
