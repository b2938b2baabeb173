#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sluice::testing {

/// Writes structs of Thrift's compact protocol, for files that no library would write.
class ThriftStruct {
 public:
  ThriftStruct& i32(int field, std::int64_t value) { return number(field, 5, value); }
  ThriftStruct& i64(int field, std::int64_t value) { return number(field, 6, value); }
  ThriftStruct& text(int field, const std::string& value) {
    head(field, 8);
    out_ += varint(value.size()) + value;
    return *this;
  }
  ThriftStruct& inner(int field, const std::string& value) {
    head(field, 12);
    out_ += value;
    return *this;
  }
  /// A list of structs (12) or texts (8).
  ThriftStruct& list(int field, int element, const std::vector<std::string>& values) {
    head(field, 9);
    if (values.size() < 15) {
      out_ += static_cast<char>((values.size() << 4U) | static_cast<unsigned>(element));
    } else {
      out_ += static_cast<char>(0xF0U | static_cast<unsigned>(element));
      out_ += varint(values.size());
    }
    for (const std::string& value : values) out_ += value;
    return *this;
  }
  [[nodiscard]] std::string end() const { return out_ + std::string(1, '\0'); }

  static std::string varint(std::uint64_t value) {
    std::string out;
    for (; value >= 0x80; value >>= 7U) out += static_cast<char>((value & 0x7FU) | 0x80U);
    return out + static_cast<char>(value);
  }
  static std::string zigzag(std::int64_t value) {
    return varint((static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63));
  }

 private:
  void head(int field, int type) {
    const int delta = field - last_;
    if (delta >= 1 && delta <= 15) {
      out_ += static_cast<char>((delta << 4) | type);
    } else {
      out_ += static_cast<char>(type);
      out_ += zigzag(field);
    }
    last_ = field;
  }
  ThriftStruct& number(int field, int type, std::int64_t value) {
    head(field, type);
    out_ += zigzag(value);
    return *this;
  }

  std::string out_;
  int last_ = 0;
};

/// A Parquet file of one column of four bytes for each row, with each part replaceable.
struct ParquetBuilder {
  std::string page_data = std::string("\1\0\0\0\2\0\0\0", 8);
  std::string column_name = "a";
  std::vector<std::pair<std::string, std::string>> metadata;
  std::string file_path;  ///< of the column; none where empty
  bool has_column_metadata = false;
  std::int64_t codec = 0;
  std::int64_t uncompressed = -1;  ///< of the page; -1: as it is
  std::int64_t column_uncompressed = -1;
  std::int64_t shift = 0;     ///< added to where the column says it begins
  std::int64_t longer = 0;    ///< added to the length the column says
  std::string before_footer;  ///< bytes that belong to nothing
  std::string after_footer;   ///< inside of the length that the file says
  bool is_encrypted = false;
  int columns = 1;  ///< this many columns claim the same bytes

  [[nodiscard]] std::string page() const {
    const auto size = static_cast<std::int64_t>(page_data.size());
    const std::string data_header = ThriftStruct().i32(1, 2).i32(2, 0).i32(3, 3).i32(4, 3).end();
    return ThriftStruct()
               .i32(1, 0)
               .i32(2, uncompressed < 0 ? size : uncompressed)
               .i32(3, size)
               .inner(5, data_header)
               .end() +
           page_data;
  }

  [[nodiscard]] std::string footer(std::size_t column_bytes) const {
    const auto size = static_cast<std::int64_t>(column_bytes);
    ThriftStruct meta;
    meta.i32(1, 1).list(2, 5, {ThriftStruct::zigzag(0)});
    meta.list(3, 8, {ThriftStruct::varint(column_name.size()) + column_name});
    meta.i32(4, codec).i64(5, 2).i64(6, column_uncompressed < 0 ? size : column_uncompressed).i64(7, size + longer);
    const std::string pair = ThriftStruct().text(1, "k").text(2, "v").end();
    if (has_column_metadata) meta.list(8, 12, {pair});
    meta.i64(9, 4 + shift);
    ThriftStruct chunk;
    if (!file_path.empty()) chunk.text(1, file_path);
    chunk.i64(2, 4).inner(3, meta.end());
    const std::vector<std::string> chunks(static_cast<std::size_t>(columns), chunk.end());
    const std::string group = ThriftStruct().list(1, 12, chunks).i64(2, size).i64(3, 2).end();
    ThriftStruct file;
    file.i32(1, 1);
    file.list(2, 12,
              {ThriftStruct().text(4, "schema").i32(5, 1).end(),
               ThriftStruct().i32(1, 1).i32(3, 0).text(4, column_name).end()});
    file.i64(3, 2).list(4, 12, {group});
    std::vector<std::string> pairs;
    for (const auto& [key, value] : metadata) pairs.push_back(ThriftStruct().text(1, key).text(2, value).end());
    if (!pairs.empty()) file.list(5, 12, pairs);
    file.text(6, "tests of sluice");
    if (is_encrypted) file.inner(8, std::string(1, '\0'));
    return file.end();
  }

  [[nodiscard]] std::string build() const {
    const std::string pages = page();
    const std::string end = footer(pages.size()) + after_footer;
    std::string length;
    for (unsigned i = 0; i < 4; ++i) length += static_cast<char>((end.size() >> (8 * i)) & 0xFFU);
    return "PAR1" + pages + before_footer + end + length + "PAR1";
  }
};

}  // namespace sluice::testing
