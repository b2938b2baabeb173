#pragma once

#include <cstdint>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

struct ParquetOptions {
  bool may_release = false;        ///< the consumer is storage and the policy lists the type by its name
  std::uint64_t max_ratio = 1000;  ///< of a page, uncompressed to compressed, after the first 64 KiB
};

/// Cleans a Parquet file: walks its footer and its pages, and writes the footer anew without key-value metadata.
///
/// Its pages are compressed and are not searched for secrets but for what shows as text; therefore it is quarantined
/// (kCleanerUnavailable) unless `may_release`. Withheld beside that: columns in another file (kDataExternal), metadata
/// that names classes or belongs to one column (kDataMetadata), encryption, an unknown codec, columns, indexes or pages
/// that overlap, leave bytes of their own between them, lie outside or inflate too much (kDataLayout), text that the
/// scan would have to change (kCleanerUnavailable). Other metadata of the file is dropped (kDataMetadata, sanitize):
/// readers then use the schema of Parquet itself.
///
/// Fixed point: cleaning the output again changes nothing.
/// @param bytes  the whole file
/// Complexity: O(n + c log c) for c columns. Thread-safety: as `job`. Source: parquet-format, parquet.thrift.
[[nodiscard]] Output clean_parquet(ByteView bytes, const ParquetOptions& options, Job& job) noexcept;

}  // namespace sluice::sanitize
