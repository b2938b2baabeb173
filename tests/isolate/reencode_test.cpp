// Images through the functions that the worker runs.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "isolate/worker/images.h"
#include "support/golden.h"

namespace sluice::isolate {
namespace {

struct Case {
  const char* extension;
  JobKind kind;
  bool is_fixed_point;
};

TEST(Reencode, FilesOfThisMachineComeBackWithTheirPixels) {
  std::size_t seen = 0;
  for (const Case& c :
       {Case{".png", JobKind::kPng, true}, Case{".jpg", JobKind::kJpeg, false}, Case{".webp", JobKind::kWebp, false}}) {
    std::size_t count = 0;
    std::error_code error;
    std::filesystem::recursive_directory_iterator walk(
        "/usr/share", std::filesystem::directory_options::skip_permission_denied, error);
    for (; !error && count < 40 && walk != std::filesystem::recursive_directory_iterator(); walk.increment(error)) {
      if (walk->path().extension() != c.extension || !walk->is_regular_file(error)) continue;
      if (walk->file_size(error) > 1'000'000) continue;
      SCOPED_TRACE(walk->path().string());
      const std::string bytes = sluice::testing::read_file(walk->path().string());
      const Response once = reencode(c.kind, as_bytes(bytes), {});
      if (once.status != Status::kDone) continue;
      ++count;
      const Response twice = reencode(c.kind, once.payload, {});
      EXPECT_EQ(twice.status, Status::kDone);
      if (c.is_fixed_point) {
        EXPECT_TRUE(twice.payload == once.payload);
      }
    }
    seen += count;
  }
  if (seen == 0) GTEST_SKIP() << "no package with images is installed here";
}

TEST(Reencode, WhatDoesNotDecodeIsRefused) {
  for (const JobKind kind : {JobKind::kPng, JobKind::kJpeg, JobKind::kWebp}) {
    for (const char* bytes : {"", "x", "\x89PNG\r\n\x1a\n", "\xFF\xD8\xFF\xD9", "RIFF\4\0\0\0WEBP"}) {
      const Response response = reencode(kind, as_bytes(bytes), {});
      EXPECT_NE(response.status, Status::kDone);
      EXPECT_TRUE(response.payload.empty());
    }
  }
}

}  // namespace
}  // namespace sluice::isolate
