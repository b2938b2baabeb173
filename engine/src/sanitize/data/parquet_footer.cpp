#include "sanitize/data/parquet_footer.h"

#include <algorithm>

namespace sluice::sanitize {

namespace {

// Field numbers of parquet.thrift.
constexpr std::int16_t kRowGroups = 4;
constexpr std::int16_t kKeyValues = 5;
constexpr std::int16_t kEncryption = 8;
constexpr std::int16_t kSigningKey = 9;
constexpr std::int16_t kColumns = 1;
constexpr std::int16_t kColumnMetadata = 3;

class Reader final : public ThriftVisitor {
 public:
  explicit Reader(ParquetFooter& footer) : footer_(footer) {}

  const char* on_event(const std::vector<std::int16_t>& path, const ThriftEvent& event) override {
    if (path.size() == 1 && event.kind != ThriftEvent::Kind::kBegin) {
      // An end with the path of a list is that of an element or of the list; the last one counts.
      if (!footer_.fields.empty() && footer_.fields.back().number == path[0]) footer_.fields.pop_back();
      footer_.fields.push_back({path[0], event.type, event.begin, event.end});
      footer_.is_encrypted = footer_.is_encrypted || path[0] == kEncryption || path[0] == kSigningKey;
    }
    if (event.kind == ThriftEvent::Kind::kScalar && event.type == ThriftType::kBinary) take_text(path, event);
    if (path.size() >= 2 && path[0] == kRowGroups && path[1] == kColumns) take_column(path, event);
    if (path.size() == 1 && path[0] == kKeyValues && event.type == ThriftType::kStruct) take_metadata(event);
    return nullptr;
  }

 private:
  void take_text(const std::vector<std::int16_t>& path, const ThriftEvent& event) {
    if (path.size() == 2 && path[0] == kKeyValues) {
      (path[1] == 1 ? key_ : value_) = event.text;
    } else if (!event.text.empty()) {
      footer_.texts.push_back({event.text, event.end - event.text.size()});
    }
  }

  void take_metadata(const ThriftEvent& event) {
    if (event.kind == ThriftEvent::Kind::kEnd) footer_.metadata.emplace_back(key_, value_);
    key_ = value_ = {};
  }

  void take_column(const std::vector<std::int16_t>& path, const ThriftEvent& event) {
    if (path.size() == 2) {
      if (event.type == ThriftType::kStruct && event.kind == ThriftEvent::Kind::kBegin) footer_.chunks.emplace_back();
      return;
    }
    if (footer_.chunks.empty()) return;
    ParquetChunk& chunk = footer_.chunks.back();
    if (path.size() == 3) {
      switch (path[2]) {
        case 1: chunk.has_file_path = true; break;
        case 4: chunk.offset_index = event.number; break;
        case 5: chunk.offset_index_bytes = event.number; break;
        case 6: chunk.column_index = event.number; break;
        case 7: chunk.column_index_bytes = event.number; break;
        case 8:
        case 9: chunk.is_encrypted = true; break;
        default: break;
      }
    } else if (path.size() == 4 && path[2] == kColumnMetadata) {
      switch (path[3]) {
        case 4: chunk.codec = event.number; break;
        case 6: chunk.uncompressed_bytes = event.number; break;
        case 7: chunk.compressed_bytes = event.number; break;
        case 8: chunk.has_metadata = true; break;
        case 9: chunk.data_page = event.number; break;
        case 10: chunk.index_page = event.number; break;
        case 11: chunk.dictionary_page = event.number; break;
        case 14: chunk.bloom_filter = event.number; break;
        case 15: chunk.bloom_filter_bytes = event.number; break;
        default: break;
      }
    }
  }

  ParquetFooter& footer_;
  std::string_view key_;
  std::string_view value_;
};

}  // namespace

ThriftWalk read_parquet_footer(ByteView file, std::uint64_t begin, std::uint64_t end, ParquetFooter& footer,
                               Budget& budget) {
  Reader reader(footer);
  ThriftWalk walk = walk_thrift(file.first(static_cast<std::size_t>(end)), begin, reader, budget);
  if (walk.is_whole && walk.end != end) {
    walk.is_whole = false;
    walk.why = "bytes follow the footer";
  }
  return walk;
}

}  // namespace sluice::sanitize
