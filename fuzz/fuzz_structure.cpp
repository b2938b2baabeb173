// Property: walking a structure never crashes; what it says lies inside the bytes; it needs nothing after the end it
// found (cutting there gives the same extent), and formats that are read from their start do not care what follows.
// Bytes outside the extent are always a finding. The default steps suffice.
// Input: one byte that chooses the kind, then the content. Cap: 128 KiB (structure.options).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "core/findings.h"
#include "media/structure.h"
#include "sluice/bytes.h"

namespace {

using namespace sluice;         // NOLINT: one small file
using namespace sluice::media;  // NOLINT

constexpr MediaType kKinds[] = {
    MediaType::kPng, MediaType::kJpeg, MediaType::kGif,      MediaType::kWebp, MediaType::kBmp,  MediaType::kPdf,
    MediaType::kZip, MediaType::kDocx, MediaType::kSevenZip, MediaType::kTar,  MediaType::kText, MediaType::kElf,
};

void require(bool holds) {
  if (!holds) __builtin_trap();
}

Extent extent_of(MediaType type, ByteView bytes) {
  Budget budget;
  require(budget.admit_input(bytes.size()));
  const Extent extent = find_extent(type, bytes, budget);
  require(budget.ok());
  return extent;
}

bool is_read_from_start(MediaType type) {
  return type == MediaType::kPng || type == MediaType::kJpeg || type == MediaType::kGif || type == MediaType::kBmp ||
         type == MediaType::kSevenZip;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const MediaType type = kKinds[data[0] % std::size(kKinds)];
  const ByteView bytes{reinterpret_cast<const std::byte*>(data) + 1, size - 1};
  const Extent extent = extent_of(type, bytes);
  require(extent.begin <= extent.end && extent.end <= bytes.size());
  require(extent.is_known || !extent.is_complete);

  if (extent.is_complete) {
    const Extent cut = extent_of(type, bytes.first(static_cast<std::size_t>(extent.end)));
    require(cut.is_complete && cut.begin == extent.begin && cut.end == extent.end);
    if (is_read_from_start(type)) {
      Bytes longer(bytes.begin(), bytes.end());
      longer.insert(longer.end(), 16, std::byte{'x'});
      require(extent_of(type, longer).end == extent.end);
    }
  }
  for (const bool cleaner_trims : {false, true}) {
    Findings findings;
    Budget budget;
    require(budget.admit_input(bytes.size()));
    (void)check_structure(type, bytes, {cleaner_trims}, findings, budget);
    require(budget.ok());
    require(findings.decision() == Decision::kAllow || findings.decision() == Decision::kQuarantine);
    const bool is_outside = extent.is_complete && (extent.begin > 0 || extent.end < bytes.size());
    require(cleaner_trims || !is_outside || findings.decision() == Decision::kQuarantine);
  }
  return 0;
}
