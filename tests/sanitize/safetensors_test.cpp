#include "sanitize/data/safetensors.h"

#include <gtest/gtest.h>

#include <vector>

#include "data_host.h"

namespace sluice::sanitize {
namespace {

using sluice::testing::clean_data;
using sluice::testing::DataOutcome;
using sluice::testing::le;

DataOutcome clean(std::string_view file, const Limits& limits = {}) {
  return clean_data(file, Consumer::kAgent, limits,
                    [](ByteView bytes, Job& job) { return clean_safetensors(bytes, SafetensorsLimits{}, job); });
}

std::string file_of(std::string header, const std::string& data, bool is_padded = true) {
  while (is_padded && header.size() % 8 != 0) header += ' ';
  return le(header.size(), 8) + header + data;
}

const std::string kTwo = R"({"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)"
                         R"("b":{"dtype":"U8","shape":[],"data_offsets":[24,25]}})";

TEST(Safetensors, TheFormOfTheReferencePassesUnchanged) {
  const std::vector<std::pair<std::string, std::size_t>> cases = {
      {"{}", 0},
      {R"({"__metadata__":{}})", 0},
      {kTwo, 25},
      {R"({"a":{"dtype":"BF16","shape":[4],"data_offsets":[8,16]},"b":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}})",
       16},
      {R"({"a":{"dtype":"BOOL","shape":[0,7],"data_offsets":[0,0]},"b":{"dtype":"I8","shape":[1],"data_offsets":[0,1]}})",
       1},
      {R"({"a":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},"__metadata__":{"k":"v","l":""}})", 8},
  };
  for (const auto& [header, bytes] : cases) {
    SCOPED_TRACE(header);
    const DataOutcome outcome = clean(file_of(header, std::string(bytes, '\3')));
    EXPECT_TRUE(outcome.is_released && outcome.is_unchanged) << outcome.codes();
    EXPECT_EQ(outcome.findings.decision(), Decision::kAllow);
    EXPECT_FALSE(clean(file_of(header, std::string(bytes + 1, '\3'))).is_released);
  }
}

TEST(Safetensors, OtherSpellingsAreWrittenAnew) {
  const std::string canonical = file_of(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", "x");
  for (const std::string& header : {
           std::string(R"({ "a" : {"shape":[1], "dtype":"U8", "data_offsets":[0,1]}})"),
           std::string("{\"\\u0061\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}\n\n"),
           std::string(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})") + std::string(800, ' '),
       }) {
    const DataOutcome outcome = clean(file_of(header, "x", false));
    ASSERT_TRUE(outcome.is_released) << outcome.codes();
    EXPECT_EQ(outcome.bytes, canonical);
    EXPECT_EQ(outcome.findings.decision(), Decision::kSanitize);
    EXPECT_TRUE(clean(outcome.bytes).is_unchanged);
  }
}

TEST(Safetensors, BadLayoutsAreWithheld) {
  struct Case {
    const char* name;
    std::string header;
    std::string data;
    FindingCode code = FindingCode::kDataLayout;
  };
  const auto one = [](const std::string& dtype, const std::string& shape, const std::string& offsets) {
    return "{\"a\":{\"dtype\":" + dtype + ",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}}";
  };
  const std::string second = R"(,"b":{"dtype":"U8","shape":[2],"data_offsets":)";
  const std::string first = R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]})";
  const std::vector<Case> cases = {
      {"no JSON", "{x", "", FindingCode::kJsonSyntax},
      {"a list", "[]", ""},
      {"a key twice", first + second.substr(0, 1) + first.substr(1) + "}", "xx", FindingCode::kJsonDuplicateKey},
      {"metadata twice", R"({"__metadata__":{},"__metadata__":{}})", "", FindingCode::kJsonDuplicateKey},
      {"metadata with a number", R"({"__metadata__":{"a":1}})", ""},
      {"metadata that is a text", R"({"__metadata__":"a"})", ""},
      {"unknown type", one("\"F128\"", "[1]", "[0,16]"), std::string(16, 'x')},
      {"a type that is a number", one("1", "[1]", "[0,1]"), "x"},
      {"a member too many", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"x":1}})", "x"},
      {"three offsets", one("\"U8\"", "[1]", "[0,1,2]"), "x"},
      {"negative offset", one("\"U8\"", "[1]", "[-1,0]"), "x"},
      {"offsets turned round", one("\"U8\"", "[1]", "[1,0]"), "x"},
      {"outside of the file", one("\"U8\"", "[2]", "[0,2]"), "x"},
      {"far outside", one("\"U8\"", "[2]", "[0,9223372036854775807]"), "x"},
      {"a fraction", one("\"U8\"", "[1.0]", "[0,1]"), "x"},
      {"a big number", one("\"U8\"", "[100000000000000000000]", "[0,1]"), "x", FindingCode::kJsonBigNumber},
      {"a shape that does not fit", one("\"F32\"", "[1]", "[0,3]"), "xxx"},
      {"a shape that wraps", one("\"F64\"", "[2305843009213693953]", "[0,8]"), "xxxxxxxx"},
      {"no side excuses the bytes", one("\"F64\"", "[0,9]", "[0,8]"), "xxxxxxxx"},
      {"two overlap", first + second + "[1,3]}}", "xxx"},
      {"two are one", first + second + "[0,2]}}", "xx"},
      {"a gap", first + second + "[3,5]}}", "xxxxx"},
      {"bytes after the last", first + "}", "xxx"},
      {"bytes and no tensor", "{}", "x"},
      {"a shape nested", one("\"U8\"", "[[1]]", "[0,1]"), "x"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const DataOutcome outcome = clean(file_of(c.header, c.data));
    EXPECT_FALSE(outcome.is_released);
    EXPECT_TRUE(outcome.has(c.code)) << outcome.codes();
    EXPECT_GE(outcome.findings.decision(), Decision::kQuarantine);
  }
  EXPECT_TRUE(clean(le(100'000'001, 8) + "{}").has(FindingCode::kDataLayout));
  EXPECT_TRUE(clean(le(3, 8) + "{}").has(FindingCode::kDataLayout));
  EXPECT_TRUE(clean(file_of(" {}", "")).has(FindingCode::kDataLayout));
  EXPECT_TRUE(clean("").has(FindingCode::kDataLayout));
}

TEST(Safetensors, TextIsScanned) {
  const std::string secret = "hush-hush-hush";
  const DataOutcome metadata = clean(file_of(R"({"__metadata__":{"k":")" + secret + R"("}})", ""));
  ASSERT_TRUE(metadata.is_released) << metadata.codes();
  EXPECT_EQ(metadata.bytes, file_of(R"({"__metadata__":{"k":"[gone]"}})", ""));
  EXPECT_FALSE(clean(file_of(R"({"__metadata__":{")" + secret + R"(":"v"}})", "")).is_released);
  EXPECT_FALSE(
      clean(file_of("{\"" + secret + R"(":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", "x")).is_released);
  EXPECT_FALSE(clean(file_of(R"({"a":{"dtype":"U8","shape":[14],"data_offsets":[0,14]}})", secret)).is_released);
}

TEST(Safetensors, EveryTruncationIsWithheldAndEveryFlipIsHandled) {
  const std::string file = file_of(kTwo, std::string(25, '\x77'));
  for (std::size_t length = 0; length < file.size(); ++length) {
    EXPECT_FALSE(clean(file.substr(0, length)).is_released) << length;
  }
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = file;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      const DataOutcome outcome = clean(flipped);
      if (!outcome.is_released) continue;
      EXPECT_EQ(clean(outcome.bytes).bytes, outcome.bytes);
    }
  }
}

TEST(Safetensors, ASmallerLimitNeverReleasesMore) {
  Limits small;
  small.max_nodes = 5;
  EXPECT_FALSE(clean(file_of(kTwo, std::string(25, 'x')), small).is_released);
}

}  // namespace
}  // namespace sluice::sanitize
