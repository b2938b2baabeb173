#include "sanitize/image_strict/dimensions.h"

#include <gtest/gtest.h>

#include <string>

#include "png_builder.h"

namespace sluice::sanitize {
namespace {

using media::MediaType;

TEST(ImageDimensions, HeadersAreRead) {
  testing::Builder png;
  png.width = 300;
  png.height = 7;
  const std::string jpeg("\xFF\xD8\xFF\xE0\x00\x04xx\xFF\xC2\x00\x0B\x08\x00\x07\x01\x2C\x01\x01\x11\x00\xFF\xD9", 23);
  const std::string lossy("RIFF\0\0\0\0WEBPVP8 \0\0\0\0\x10\0\0\x9D\x01\x2A\x2C\x01\x07\x00", 30);
  const std::string lossless("RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2F\x2B\x81\x01\x00", 25);
  const std::string extended("RIFF\0\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x2B\x01\x00\x06\x00\x00", 30);
  EXPECT_EQ(image_dimensions(MediaType::kPng, as_bytes(png.build())), (Dimensions{300, 7}));
  EXPECT_EQ(image_dimensions(MediaType::kJpeg, as_bytes(jpeg)), (Dimensions{300, 7}));
  for (const std::string& webp : {lossy, lossless, extended}) {
    EXPECT_EQ(image_dimensions(MediaType::kWebp, as_bytes(webp)), (Dimensions{300, 7}));
    for (std::size_t n = 0; n < webp.size(); ++n) {
      static_cast<void>(image_dimensions(MediaType::kWebp, as_bytes(webp.substr(0, n))));
    }
  }
  for (std::size_t n = 0; n < 16; ++n) EXPECT_FALSE(image_dimensions(MediaType::kJpeg, as_bytes(jpeg.substr(0, n))));
  EXPECT_FALSE(image_dimensions(MediaType::kGif, as_bytes(jpeg)));
}

}  // namespace
}  // namespace sluice::sanitize
