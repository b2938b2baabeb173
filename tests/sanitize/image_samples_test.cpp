// The images of tests/data/images, which Pillow, cjpeg and jpegtran made (make.py says how), and all their neighbors.
#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

#include "codecs/image_check.h"
#include "media/sniff.h"
#include "support/golden.h"

namespace sluice::sanitize {
namespace {

struct Sample {
  std::string name;
  std::string bytes;
  media::MediaType type = media::MediaType::kUnknown;
};

std::vector<Sample> samples() {
  std::vector<Sample> all;
  for (const auto& entry : std::filesystem::directory_iterator(sluice::testing::source_path("tests/data/images"))) {
    Sample sample{entry.path().filename().string(), sluice::testing::read_file(entry.path()), {}};
    sample.type = media::sniff(as_bytes(sample.bytes)).type;
    if (codecs::decoder_of(sample.type) != nullptr) all.push_back(std::move(sample));
  }
  std::sort(all.begin(), all.end(), [](const Sample& a, const Sample& b) { return a.name < b.name; });
  return all;
}

std::string codes(const Findings& findings) {
  std::vector<std::string> names;
  for (const Finding& finding : findings.listed()) names.emplace_back(finding_name(finding.code));
  std::sort(names.begin(), names.end());
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : " ") + name;
  return out;
}

TEST(ImageSamples, EachIsReleasedWithTheSamePixels) {
  // All others are clean as they stand.
  const std::map<std::string, std::string> changed = {
      {"arithmetic.jpg", "image.unsupported"},
      {"comment.jpg", "image.metadata"},
      {"profile.jpg", "image.metadata"},
      {"thumb.jpg", "image.metadata"},
      {"turned_1.jpg", "image.metadata"},
      {"turned_2.jpg", "image.metadata image.orientation"},
      {"turned_3.jpg", "image.metadata image.orientation"},
      {"turned_4.jpg", "image.metadata image.orientation"},
      {"turned_5.jpg", "image.metadata image.orientation"},
      {"turned_6.jpg", "image.metadata image.orientation"},
      {"turned_7.jpg", "image.metadata image.orientation"},
      {"turned_8.jpg", "image.metadata image.orientation"},
      {"xmp.jpg", "image.metadata"},
      {"comment.gif", "image.metadata"},
      {"profile.webp", "image.metadata"},
      {"xmp.webp", "image.metadata"},
      {"turned_1.webp", "image.metadata"},
      {"turned_3.webp", "image.metadata image.orientation"},
      {"turned_6.webp", "image.metadata image.orientation"},
      {"profile.png", "image.metadata"},
      {"turned.png", "image.metadata"},
      {"animated.png", "image.animation image.animation image.animation"},
  };
  const std::vector<Sample> all = samples();
  EXPECT_GE(all.size(), 40U);
  for (const Sample& sample : all) {
    SCOPED_TRACE(sample.name);
    const codecs::ImageCheck check = codecs::check_cleaner(sample.type, sample.bytes);
    const codecs::ImageRun run = codecs::run_cleaner(sample.type, sample.bytes);
    EXPECT_EQ(check.broken, "");
    EXPECT_EQ(check.is_released, sample.name != "arithmetic.jpg");
    const auto expected = changed.find(sample.name);
    EXPECT_EQ(codes(run.findings), expected == changed.end() ? "" : expected->second);
    for (const char* secret : {"Camera maker", "who made it", "said in passing", "ICC_PROFILE", "JFXX"}) {
      EXPECT_EQ(check.clean.find(secret), std::string::npos) << secret;
    }
  }
}

TEST(ImageSamples, EveryTruncationIsWithheld) {
  for (const Sample& sample : samples()) {
    SCOPED_TRACE(sample.name);
    for (std::size_t n = 0; n < sample.bytes.size(); ++n) {
      const codecs::ImageRun run = codecs::run_cleaner(sample.type, std::string_view(sample.bytes).substr(0, n));
      ASSERT_FALSE(run.output.is_released) << "cut to " << n;
      ASSERT_GE(run.findings.decision(), Decision::kQuarantine) << "cut to " << n;
    }
  }
}

TEST(ImageSamples, EveryChangedByteIsWithheldOrHarmless) {
  std::size_t released = 0;
  std::size_t withheld = 0;
  for (const Sample& sample : samples()) {
    SCOPED_TRACE(sample.name);
    for (std::size_t i = 0; i < sample.bytes.size(); ++i) {
      for (const unsigned change : {0x01U, 0xF0U}) {
        std::string changed = sample.bytes;
        changed[i] = static_cast<char>(static_cast<unsigned char>(changed[i]) ^ change);
        const codecs::ImageCheck check = codecs::check_cleaner(sample.type, changed);
        ASSERT_EQ(check.broken, "") << "byte " << i << " ^ " << change;
        ++(check.is_released ? released : withheld);
      }
    }
  }
  EXPECT_GT(released, 1000U);
  EXPECT_GT(withheld, 1000U);
}

TEST(ImageSamples, SmallerLimitsReleaseNoMore) {
  for (const Sample& sample : samples()) {
    SCOPED_TRACE(sample.name);
    if (sample.name == "arithmetic.jpg") continue;  // refused before its size is read
    const codecs::ImageRun whole = codecs::run_cleaner(sample.type, sample.bytes);
    const std::uint64_t pixels = std::uint64_t{whole.size.width} * whole.size.height;
    ImageLimits limits;
    limits.max_pixels = pixels - 1;
    EXPECT_TRUE(codecs::run_cleaner(sample.type, sample.bytes, limits).findings.has(FindingCode::kImageDimensions));
    limits = {};
    limits.max_side = std::max(whole.size.width, whole.size.height) - 1;
    EXPECT_TRUE(codecs::run_cleaner(sample.type, sample.bytes, limits).findings.has(FindingCode::kImageDimensions));
    limits = {};
    limits.max_pixels = pixels;
    limits.max_side = std::max(whole.size.width, whole.size.height);
    EXPECT_TRUE(codecs::run_cleaner(sample.type, sample.bytes, limits).output.is_released);
    if (whole.size.frames > 1) {
      limits.max_frames = whole.size.frames - 1;
      EXPECT_TRUE(codecs::run_cleaner(sample.type, sample.bytes, limits).findings.has(FindingCode::kImageFrames));
    }
    Limits work;
    work.max_nodes = 0;
    const codecs::ImageRun poor = codecs::run_cleaner(sample.type, sample.bytes, {}, work);
    EXPECT_FALSE(poor.output.is_released);
    EXPECT_FALSE(poor.findings.is_complete());
    work = {};
    work.max_output_bytes = 10;
    EXPECT_EQ(codecs::run_cleaner(sample.type, sample.bytes, {}, work).output.is_released, whole.output.is_unchanged);
  }
}

}  // namespace
}  // namespace sluice::sanitize
