// Property: what is released is a fixed point, its header ends at a multiple of 8, and the data after it is that of the
// input byte for byte.
// Input: the file. Cap: 32 KiB (safetensors.options).
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "data_host.h"
#include "media/bytes_at.h"
#include "sanitize/data/safetensors.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sluice;           // NOLINT: one small function
  using namespace sluice::fuzzing;  // NOLINT
  const ByteView file{reinterpret_cast<const std::byte*>(data), size};
  const auto cleaner = [](ByteView bytes, sanitize::Job& job) {
    return sanitize::clean_safetensors(bytes, sanitize::SafetensorsLimits{}, job);
  };
  const Cleaned once = clean(file, cleaner);
  if (!once.is_released) return 0;
  const ByteView out = once.bytes;
  const std::uint64_t header = media::le_at(out, 0, 8);
  require(header % 8 == 0 && media::has_room(out, 8, header));
  const std::uint64_t input_header = media::le_at(file, 0, 8);
  require(media::has_room(file, 8, input_header));
  require(as_chars(out.subspan(static_cast<std::size_t>(8 + header))) ==
          as_chars(file.subspan(static_cast<std::size_t>(8 + input_header))));
  require_fixed_point(once, cleaner);
  return 0;
}
