// Property: what is released is a fixed point, begins its data at a multiple of 64, holds the data of the input byte
// for byte, and its header names no object type. Input: the file. Cap: 16 KiB (npy.options).
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "data_host.h"
#include "sanitize/data/npy.h"
#include "sanitize/data/npy_header.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sluice;           // NOLINT: one small function
  using namespace sluice::fuzzing;  // NOLINT
  const ByteView file{reinterpret_cast<const std::byte*>(data), size};
  const auto cleaner = [](ByteView bytes, sanitize::Job& job) {
    return sanitize::clean_npy(bytes, sanitize::NpyLimits{}, job);
  };
  const Cleaned once = clean(file, cleaner);
  if (!once.is_released) return 0;
  const std::string_view out = as_chars(once.bytes);
  require(out.starts_with(std::string_view("\x93NUMPY\x01\0", 8)) ||
          out.starts_with(std::string_view("\x93NUMPY\x03\0", 8)));
  const std::size_t end = out.find('\n');
  require(end != std::string_view::npos && (end + 1) % 64 == 0);
  const std::size_t begin = out[6] == 1 ? 10 : 12;
  sanitize::NpyHeader header;
  const char* why = "";
  require(sanitize::read_npy_header(out.substr(begin, end - begin), header, why) && !header.has_objects);
  require(header.descr.find('O') == std::string::npos || !header.names.empty());
  require(header.data_bytes == out.size() - end - 1 && header.data_bytes <= file.size());
  require(out.substr(end + 1) == as_chars(file.last(static_cast<std::size_t>(header.data_bytes))));
  require_fixed_point(once, cleaner);
  return 0;
}
