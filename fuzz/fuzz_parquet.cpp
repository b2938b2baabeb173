// Property: what is released is a fixed point, ends as it should, has the bytes of the input before its footer, and
// never holds key-value metadata; what was withheld without the policy's word stays withheld with a finding.
// Input: the file. Cap: 32 KiB (parquet.options).
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "data_host.h"
#include "media/bytes_at.h"
#include "sanitize/data/parquet.h"
#include "sanitize/data/parquet_footer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sluice;           // NOLINT: one small function
  using namespace sluice::fuzzing;  // NOLINT
  const ByteView file{reinterpret_cast<const std::byte*>(data), size};
  sanitize::ParquetOptions options;
  const auto cleaner = [&options](ByteView bytes, sanitize::Job& job) {
    return sanitize::clean_parquet(bytes, options, job);
  };
  require(!clean(file, cleaner).is_released);
  options.may_release = true;
  const Cleaned once = clean(file, cleaner);
  if (!once.is_released) return 0;
  const ByteView out = once.bytes;
  require(media::has_at(out, 0, "PAR1") && media::has_at(out, out.size() - 4, "PAR1"));
  const std::uint64_t end = out.size() - 8;
  const std::uint64_t begin = end - media::le_at(out, end, 4);
  require(begin <= end && as_chars(out.first(static_cast<std::size_t>(begin))) ==
                              as_chars(file.first(static_cast<std::size_t>(begin))));
  sanitize::ParquetFooter footer;
  Budget budget;
  require(sanitize::read_parquet_footer(out, begin, end, footer, budget).is_whole && footer.metadata.empty());
  require_fixed_point(once, cleaner);
  return 0;
}
