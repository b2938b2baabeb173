#include "sanitize/data/parquet.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "codec/base64.h"
#include "data_host.h"
#include "parquet_builder.h"
#include "sanitize/data/thrift.h"

namespace sluice::sanitize {
namespace {

using sluice::testing::clean_data;
using sluice::testing::DataOutcome;
using sluice::testing::le;
using sluice::testing::ParquetBuilder;
using sluice::testing::ThriftStruct;

DataOutcome clean(std::string_view file, bool may_release = true, const Limits& limits = {}) {
  ParquetOptions options;
  options.may_release = may_release;
  return clean_data(file, Consumer::kStorage, limits,
                    [&](ByteView bytes, Job& job) { return clean_parquet(bytes, options, job); });
}

TEST(Parquet, ReleasedOnlyWhereThePolicyListsIt) {
  const std::string file = ParquetBuilder().build();
  const DataOutcome listed = clean(file);
  EXPECT_TRUE(listed.is_released && listed.is_unchanged) << listed.codes();
  const DataOutcome other = clean(file, false);
  EXPECT_FALSE(other.is_released);
  EXPECT_TRUE(other.has(FindingCode::kCleanerUnavailable));
}

TEST(Parquet, MetadataIsDropped) {
  ParquetBuilder b;
  b.metadata = {{"pandas", R"({"columns": []})"}, {"note", "hush-hush-hush"}};
  const DataOutcome outcome = clean(b.build());
  ASSERT_TRUE(outcome.is_released) << outcome.codes();
  EXPECT_EQ(outcome.bytes, ParquetBuilder().build()) << "as if there never was any";
  EXPECT_TRUE(outcome.has(FindingCode::kDataMetadata));
  EXPECT_EQ(outcome.findings.decision(), Decision::kSanitize);
  EXPECT_TRUE(clean(outcome.bytes).is_unchanged);
}

TEST(Parquet, MetadataThatNamesClassesWithholdsIt) {
  const std::string schema = codec::encode_base64(as_bytes("....arrow.py_extension_type...."));
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"ARROW:schema", schema},  // CVE-2023-47248
      {"ARROW:schema", "not base64"},
      {"ARROW:extension:name", "arrow.py_extension_type"},
      {"parquet.avro.schema", R"({"type":"string","java-class":"java.net.URL"})"},  // CVE-2025-30065
      {"x", "ray.data.arrow_tensor"},                                               // GHSA-mw35-8rx3-xf9r
  };
  for (const auto& [key, value] : cases) {
    SCOPED_TRACE(key + value);
    ParquetBuilder b;
    b.metadata = {{key, value}};
    const DataOutcome outcome = clean(b.build());
    EXPECT_FALSE(outcome.is_released);
    EXPECT_TRUE(outcome.has(FindingCode::kDataMetadata)) << outcome.codes();
  }
  ParquetBuilder harmless;
  harmless.metadata = {{"ARROW:schema", codec::encode_base64(as_bytes("a schema"))}};
  EXPECT_TRUE(clean(harmless.build()).is_released);
}

TEST(Parquet, BadFilesAreWithheld) {
  struct Case {
    const char* name;
    std::function<void(ParquetBuilder&)> change;
    FindingCode code;
  };
  const auto kLayout = FindingCode::kDataLayout;
  const std::vector<Case> cases = {
      {"a column in another file", [](ParquetBuilder& b) { b.file_path = "/etc/passwd"; }, FindingCode::kDataExternal},
      {"metadata of a column", [](ParquetBuilder& b) { b.has_column_metadata = true; }, FindingCode::kDataMetadata},
      {"an unknown codec", [](ParquetBuilder& b) { b.codec = 8; }, kLayout},
      {"a negative codec", [](ParquetBuilder& b) { b.codec = -1; }, kLayout},
      {"a page that inflates too much", [](ParquetBuilder& b) { b.uncompressed = 1'000'000'000; }, kLayout},
      {"a page of a negative size",
       [](ParquetBuilder& b) {
         b.uncompressed = -2;
         b.codec = -5;
       },
       kLayout},
      {"a column that inflates too much", [](ParquetBuilder& b) { b.column_uncompressed = 1'000'000'000; }, kLayout},
      {"begins before the data", [](ParquetBuilder& b) { b.shift = -1; }, kLayout},
      {"begins after its first byte", [](ParquetBuilder& b) { b.shift = 1; }, kLayout},
      {"begins far outside", [](ParquetBuilder& b) { b.shift = INT64_MAX - 4; }, kLayout},
      {"ends in the footer", [](ParquetBuilder& b) { b.longer = 1; }, kLayout},
      {"is shorter than its page", [](ParquetBuilder& b) { b.longer = -1; }, kLayout},
      {"two columns in one place", [](ParquetBuilder& b) { b.columns = 2; }, kLayout},
      {"bytes that belong to nothing", [](ParquetBuilder& b) { b.before_footer = "PK\3\4"; }, kLayout},
      {"bytes after the footer", [](ParquetBuilder& b) { b.after_footer = "x"; }, kLayout},
      {"encrypted", [](ParquetBuilder& b) { b.is_encrypted = true; }, FindingCode::kCleanerUnavailable},
      {"a secret in a name", [](ParquetBuilder& b) { b.column_name = "hush-hush-hush"; },
       FindingCode::kCleanerUnavailable},
      {"a secret in a page", [](ParquetBuilder& b) { b.page_data = "hush-hush-hush"; },
       FindingCode::kCleanerUnavailable},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    ParquetBuilder b;
    c.change(b);
    const DataOutcome outcome = clean(b.build());
    EXPECT_FALSE(outcome.is_released);
    EXPECT_TRUE(outcome.has(c.code)) << outcome.codes();
  }
  ParquetBuilder aligned;
  aligned.before_footer = std::string(16, '\0');
  EXPECT_TRUE(clean(aligned.build()).is_released);
  EXPECT_FALSE(clean("").is_released);
  EXPECT_FALSE(clean("PAR1PAR1").is_released);
  EXPECT_FALSE(clean("PAR1" + le(0xFFFFFFFF, 4) + "PAR1").is_released);
  std::string encrypted = ParquetBuilder().build();
  encrypted.replace(0, 4, "PARE");
  encrypted.replace(encrypted.size() - 4, 4, "PARE");
  EXPECT_FALSE(clean(encrypted).is_released);
}

TEST(Parquet, EveryTruncationAndFlipIsHandled) {
  ParquetBuilder b;
  b.metadata = {{"k", "v"}};
  const std::string file = b.build();
  for (std::size_t length = 0; length < file.size(); ++length) {
    EXPECT_FALSE(clean(file.substr(0, length)).is_released) << length;
  }
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = file;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      const DataOutcome outcome = clean(flipped);
      if (!outcome.is_released) continue;
      const DataOutcome again = clean(outcome.bytes);
      EXPECT_TRUE(again.is_released && again.is_unchanged) << at << "/" << bit << again.codes();
    }
  }
}

TEST(Parquet, ASmallerLimitNeverReleasesMore) {
  Limits small;
  small.max_nodes = 10;
  EXPECT_FALSE(clean(ParquetBuilder().build(), true, small).is_released);
}

class Nothing final : public ThriftVisitor {
 public:
  const char* on_event(const std::vector<std::int16_t>&, const ThriftEvent&) override { return nullptr; }
};

TEST(Thrift, HostileShapesEnd) {
  struct Case {
    const char* name;
    std::string bytes;
    bool is_whole;
  };
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += '\x1C';
  const std::vector<Case> cases = {
      {"an empty struct", std::string(1, '\0'), true},
      {"nothing", "", false},
      {"deep", deep, false},
      {"a list of 2^63 elements", "\x19\xFC" + ThriftStruct::varint(UINT64_C(1) << 63U), false},
      {"a list of lists", ThriftStruct().list(1, 9, {std::string("\x05", 1)}).end(), true},
      {"a text past the end", std::string("\x18\x7F"), false},
      {"a map", std::string("\x1B\0\0", 3), false},
      {"an unknown type", std::string("\x1D\0\0", 3), false},
      {"a field twice", std::string("\x15\0\x05\x02\0\0", 6), false},
      {"a number that never ends", "\x15" + std::string(11, '\xFF'), false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Budget budget;
    Nothing visitor;
    const ThriftWalk walk = walk_thrift(as_bytes(c.bytes), 0, visitor, budget);
    EXPECT_EQ(walk.is_whole, c.is_whole) << walk.why;
    EXPECT_FALSE(walk.is_exhausted);
  }
}

}  // namespace
}  // namespace sluice::sanitize
