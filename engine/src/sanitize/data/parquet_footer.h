#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "sanitize/data/thrift.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Where one column of one row group says it lies. -1: not said.
struct ParquetChunk {
  std::int64_t data_page = -1;
  std::int64_t index_page = -1;
  std::int64_t dictionary_page = -1;
  std::int64_t compressed_bytes = -1;
  std::int64_t uncompressed_bytes = -1;
  std::int64_t codec = -1;
  std::int64_t offset_index = -1;
  std::int64_t offset_index_bytes = -1;
  std::int64_t column_index = -1;
  std::int64_t column_index_bytes = -1;
  std::int64_t bloom_filter = -1;
  std::int64_t bloom_filter_bytes = -1;
  bool has_file_path = false;
  bool has_metadata = false;  ///< key-value metadata of its own
  bool is_encrypted = false;
};

/// A text of the footer and where it stands in the file.
struct ParquetText {
  std::string_view text;
  std::uint64_t begin = 0;
};

/// FileMetaData, as much of it as is judged.
struct ParquetFooter {
  struct Field {
    std::int16_t number = 0;
    ThriftType type = ThriftType::kStruct;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  std::vector<Field> fields;  ///< of the top level
  std::vector<ParquetChunk> chunks;
  std::vector<ParquetText> texts;                                       ///< names, statistics, who wrote it
  std::vector<std::pair<std::string_view, std::string_view>> metadata;  ///< key and value of the file
  bool is_encrypted = false;
};

/// Reads the footer that lies in [begin, end) of a file. @return as walk_thrift(), whole only where it ends at `end`
[[nodiscard]] ThriftWalk read_parquet_footer(ByteView file, std::uint64_t begin, std::uint64_t end,
                                             ParquetFooter& footer, Budget& budget);

}  // namespace sluice::sanitize
