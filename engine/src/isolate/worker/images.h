#pragma once

#include "isolate/frames.h"

namespace sluice::isolate {

/// Decodes an image to pixels and encodes them anew, in the same format: nothing but pixels (8 bits a channel) and, of
/// a JPEG, its orientation survives. A PNG and a lossless WebP keep their pixels and are a fixed point; a JPEG and a
/// lossy WebP lose a little each time.
/// @param kind  kPng, kJpeg or kWebp; an animation is refused
[[nodiscard]] Response reencode(JobKind kind, ByteView image, const JobLimits& limits);

/// Each of them throws Refused. One file a format.
[[nodiscard]] Bytes reencode_png(ByteView image, const JobLimits& limits);
[[nodiscard]] Bytes reencode_jpeg(ByteView image, const JobLimits& limits);
[[nodiscard]] Bytes reencode_webp(ByteView image, const JobLimits& limits);

/// Throws Refused where an image is empty or has more pixels than the limits allow.
void check_pixels(std::uint64_t width, std::uint64_t height, const JobLimits& limits);

void warm_up_images();

}  // namespace sluice::isolate
