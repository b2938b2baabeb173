#pragma once

#include <string>
#include <string_view>

#include "codecs/image_codecs.h"
#include "core/findings.h"
#include "sanitize/alone_host.h"
#include "sanitize/image/image.h"
#include "sluice/bytes.h"

namespace sluice::codecs {

/// One run of a cleaner by itself.
struct ImageRun {
  sanitize::Output output;
  sanitize::ImageSize size;
  Findings findings;
};

inline ImageRun run_cleaner(media::MediaType type, std::string_view bytes, const sanitize::ImageLimits& limits = {},
                            const Limits& work = {}) {
  ImageRun run;
  Budget budget(work);
  if (!budget.admit_input(bytes.size())) return run;
  sanitize::AloneHost host;
  sanitize::Job job{run.findings, budget, host};
  run.output = sanitize::clean_image(type, as_bytes(bytes), limits, job, &run.size);
  return run;
}

/// The library that reads a type; null where there is none.
using Decode = Decoded (*)(std::string_view);
inline Decode decoder_of(media::MediaType type) {
  switch (type) {
    case media::MediaType::kPng: return decode_png;
    case media::MediaType::kJpeg: return decode_jpeg;
    case media::MediaType::kGif: return decode_gif;
    case media::MediaType::kWebp: return decode_webp;
    default: return nullptr;
  }
}

struct ImageCheck {
  bool is_released = false;
  std::string clean;        ///< where released
  std::string_view broken;  ///< which part of the property does not hold; empty: it holds
};

/// The property of an image cleaner. Withheld: no bytes and at least quarantine. Released: cleaning again changes and
/// finds nothing; the library that readers use decodes it, with the size and the frames that the cleaner saw, to the
/// pixels that it makes of the input, where it takes that. The cleaners of PNG, JPEG and GIF decode all codes
/// themselves: the library must take what they release, without a warning. A WebP must decode where its input does.
inline ImageCheck check_cleaner(media::MediaType type, std::string_view bytes,
                                const sanitize::ImageLimits& limits = {}) {
  ImageCheck check;
  const ImageRun run = run_cleaner(type, bytes, limits);
  const auto require = [&](bool holds, std::string_view what) {
    if (!holds && check.broken.empty()) check.broken = what;
  };
  if (!run.output.is_released) {
    require(run.output.bytes.empty(), "withheld, and there are bytes");
    require(run.findings.decision() >= Decision::kQuarantine, "withheld without a finding");
    return check;
  }
  check.is_released = true;
  check.clean = run.output.is_unchanged ? std::string(bytes) : to_string(run.output.bytes);
  require(run.findings.decision() <= Decision::kSanitize, "released in spite of a finding");
  require(run.output.is_unchanged == (run.findings.decision() == Decision::kAllow), "changed without a finding");
  require(run.output.is_unchanged == run.output.bytes.empty(), "unchanged, and there are bytes");

  const ImageRun again = run_cleaner(type, check.clean, limits);
  require(again.output.is_released && again.output.is_unchanged && again.findings.listed().empty(), "no fixed point");
  require(again.size.width == run.size.width && again.size.height == run.size.height, "another size");

  const Decoded before = decoder_of(type)(bytes);
  const Decoded after = decoder_of(type)(check.clean);
  const bool is_decoded_by_us = type != media::MediaType::kWebp;
  const bool is_small = std::uint64_t{run.size.width} * run.size.height <= kMaxDecodedPixels;
  if (is_small && (is_decoded_by_us || before.is_decoded)) {
    require(after.is_decoded, "a reader does not decode it");
    require(!is_decoded_by_us || after.warnings == 0, "a reader is not content with it");
    require(after.width == run.size.width && after.height == run.size.height, "a reader sees another size");
    require(after.frames == run.size.frames, "a reader sees other frames");
    if (before.is_decoded) require(after.pixels == before.pixels, "other pixels");
  }
  return check;
}

}  // namespace sluice::codecs
