#include "sanitize/data/npy.h"

#include <gtest/gtest.h>

#include <vector>

#include "data_host.h"
#include "sanitize/data/npy_header.h"

namespace sluice::sanitize {
namespace {

using sluice::testing::clean_data;
using sluice::testing::DataOutcome;
using sluice::testing::le;
using sluice::testing::lit;

DataOutcome clean(std::string_view npy, const Limits& limits = {}) {
  return clean_data(npy, Consumer::kAgent, limits,
                    [](ByteView bytes, Job& job) { return clean_npy(bytes, NpyLimits{}, job); });
}

std::string npy(const std::string& literal, const std::string& data, int version = 1) {
  std::string out = "\x93NUMPY";
  out += static_cast<char>(version);
  out += '\0';
  out += le(literal.size(), version == 1 ? 2 : 4);
  return out + literal + data;
}

// As numpy pads it.
std::string padded(std::string literal, int version = 1) {
  const std::size_t head = version == 1 ? 10 : 12;
  while ((head + literal.size() + 1) % 64 != 0) literal += ' ';
  return literal + '\n';
}

std::string dict(const std::string& descr, const std::string& shape, const std::string& order = "False") {
  return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

TEST(Npy, TheFormOfNumpyPassesUnchanged) {
  struct Case {
    const char* descr;
    const char* shape;
    std::size_t bytes;
  };
  const std::vector<Case> cases = {
      {"'<f8'", "(3, 4)", 96},
      {"'>i2'", "(5,)", 10},
      {"'|b1'", "()", 1},
      {"'|u1'", "(2, 0, 3)", 0},
      {"'<c16'", "(2,)", 32},
      {"'<f16'", "(1,)", 16},
      {"'<M8[ns]'", "(2,)", 16},
      {"'<m8[25us]'", "(2,)", 16},
      {"'|S5'", "(2,)", 10},
      {"'<U3'", "(2,)", 24},
      {"'|V7'", "(2,)", 14},
      {"[('a', '<i4'), ('b', '<f8', (2,))]", "(3,)", 60},
      {"[('p', [('x', '<f4'), ('y', '<f4')]), ('n', '|S3')]", "(2,)", 22},
      {"[(('title', 'name'), '<i4'), ('', '|V4')]", "(1,)", 8},
  };
  for (const Case& c : cases) {
    for (const char* order : {"True", "False"}) {
      SCOPED_TRACE(std::string(c.descr) + c.shape);
      const std::string file = npy(padded(dict(c.descr, c.shape, order)), std::string(c.bytes, '\7'));
      const DataOutcome outcome = clean(file);
      EXPECT_TRUE(outcome.is_released && outcome.is_unchanged) << outcome.codes();
      EXPECT_EQ(outcome.findings.decision(), Decision::kAllow);
      EXPECT_FALSE(clean(file + "x").is_released);
      EXPECT_FALSE(clean(file.substr(0, file.size() - 1)).is_released);
    }
  }
}

TEST(Npy, OtherSpellingsAreWrittenAnew) {
  const std::string data(8, '\1');
  const std::string canonical = npy(padded(dict("'<f8'", "(1,)")), data);
  const std::vector<std::string> spellings = {
      npy(dict("'<f8'", "(1,)"), data),
      npy(padded(dict("'<f8'", "(1,)"), 2), data, 2),
      npy(padded(dict("'<f8'", "(1,)"), 3), data, 3),
      npy("{\"shape\":(1,),\"descr\":\"<f8\",\"fortran_order\":False}   \n\n", data),
      npy(padded(dict("'<f8'", "(0001,)")), data),
      npy(padded(dict("'<f8'", "(1,)")) + std::string(640, ' '), data),
  };
  for (const std::string& file : spellings) {
    SCOPED_TRACE(file);
    const DataOutcome outcome = clean(file);
    ASSERT_TRUE(outcome.is_released) << outcome.codes();
    EXPECT_EQ(outcome.bytes, canonical);
    EXPECT_EQ(outcome.findings.decision(), Decision::kSanitize);
    EXPECT_TRUE(clean(outcome.bytes).is_unchanged);
  }
  const DataOutcome unicode = clean(npy(dict("[('\xC3\xA9', '<f8')]", "(1,)"), data, 3));
  ASSERT_TRUE(unicode.is_released) << unicode.codes();
  EXPECT_EQ(unicode.bytes[6], '\x03');
  const DataOutcome latin1 = clean(npy(dict("[('\xE9', '<f8')]", "(1,)"), data, 1));
  EXPECT_EQ(latin1.bytes, unicode.bytes) << latin1.codes();
  EXPECT_TRUE(clean(unicode.bytes).is_unchanged);
}

TEST(Npy, AHeaderThatWouldGrowPastTheLimitIsWithheld) {
  const auto named = [](std::size_t bytes) {
    return npy(dict("[('" + std::string(bytes, '\xE9') + "', '<f8')]", "(1,)"), std::string(8, '\1'), 1);
  };
  EXPECT_TRUE(clean(clean(named(4'000)).bytes).is_unchanged);
  EXPECT_FALSE(clean(named(6'000)).is_released);
  for (std::size_t bytes = 9'850; bytes < 9'990; ++bytes) {
    const DataOutcome once =
        clean(npy(dict("[('" + std::string(bytes, 'a') + "', '<f8')]", "(1,)"), std::string(8, '\1')));
    if (once.is_released) {
      EXPECT_TRUE(clean(once.bytes).is_unchanged) << bytes;
    }
  }
}

TEST(Npy, ObjectsArePickles) {
  for (const char* descr : {"'|O'", "'O'", "'|O8'", "[('a', '<i4'), ('b', '|O')]"}) {
    const DataOutcome outcome = clean(npy(padded(dict(descr, "(1,)")), std::string(64, '\0')));
    EXPECT_FALSE(outcome.is_released);
    EXPECT_TRUE(outcome.has(FindingCode::kArrayObjects)) << outcome.codes();
  }
}

TEST(Npy, BadHeadersAreWithheld) {
  struct Case {
    const char* name;
    std::string file;
  };
  const auto with = [](const std::string& literal) { return npy(literal, std::string(8, '\0')); };
  const std::vector<Case> cases = {
      {"empty", ""},
      {"signature alone", "\x93NUMPY"},
      {"version 4", npy(padded(dict("'<f8'", "(1,)")), std::string(8, '\0'), 4)},
      {"minor version", lit("\x93NUMPY\x01\x01\x00\x00")},
      {"a header of 4 GB", lit("\x93NUMPY\x02\0\xFF\xFF\xFF\xFF")},
      {"a header longer than numpy takes",
       npy(padded(dict("'<f8'", "(1,)")) + std::string(10'000, ' '), std::string(8, '\0'))},
      {"32 GiB in 80 bytes", npy(padded(dict("'<f8'", "(4294967296,)")), "")},
      {"wraps to 8", with(dict("'<f8'", "(4294967296, 4294967296, 1)"))},
      {"wraps to 8 by 2^61 + 1", with(dict("'<f8'", "(2305843009213693953,)"))},
      {"no side excuses the others", npy(dict("'<f8'", "(0, 4294967296, 4294967296)"), "")},
      {"negative", with(dict("'<f8'", "(-1,)"))},
      {"a long number", with(dict("'<f8'", "(10000000000000000000000000001,)"))},
      {"33 dimensions", with(dict("'<f8'", "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"))},
      {"a side that is no number", with(dict("'<f8'", "('1',)"))},
      {"an int is no shape", with(dict("'<f8'", "1"))},
      {"parentheses alone", with(dict("'<f8'", "(1)"))},
      {"a list is no shape", with(dict("'<f8'", "[1]"))},
      {"a call", with(dict("__import__('os')", "(1,)"))},
      {"an unknown key", with("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'x': 1}")},
      {"a key twice", with("{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (1,)}")},
      {"a key missing", with("{'descr': '<f8', 'shape': (1,)}")},
      {"something after it", with(dict("'<f8'", "(1,)") + "#")},
      {"an escape", with(dict("[('\\x41', '<f8')]", "(1,)"))},
      {"another order", with(dict("'<f8'", "(1,)", "0"))},
      {"no byte order", with(dict("'f8'", "(1,)"))},
      {"an unknown kind", with(dict("'<x8'", "(1,)"))},
      {"an unknown size", with(dict("'<f7'", "(1,)"))},
      {"no bytes", npy(dict("'|S0'", "(100000000000,)"), "")},
      {"a time without a unit that exists", with(dict("'<M8[xx]'", "(1,)"))},
      {"a size past every array", with(dict("'<U999999999999999999'", "(1,)"))},
      {"an empty structure", with(dict("[]", "(1,)"))},
      {"a structure nine deep", with(dict("[('a', [('a', [('a', [('a', [('a', [('a', [('a', [('a', [('a', "
                                          "'<f8')])])])])])])])])]",
                                          "(1,)"))},
      {"not UTF-8 in version 3", npy(dict("[('\xE9', '<f8')]", "(1,)"), std::string(8, '\0'), 3)},
      {"a NUL", with(dict("'<f8\0'", "(1,)") + lit("\0"))},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const DataOutcome outcome = clean(c.file);
    EXPECT_FALSE(outcome.is_released);
    EXPECT_TRUE(outcome.has(FindingCode::kArrayHeader)) << outcome.codes();
    EXPECT_EQ(outcome.findings.decision(), Decision::kQuarantine);
  }
}

TEST(Npy, TextInArraysIsScanned) {
  const std::string secret = "hush-hush-hush";
  std::string wide;
  std::string wide_big;
  for (const char c : secret) {
    wide += std::string(1, c) + lit("\0\0\0");
    wide_big += lit("\0\0\0") + c;
  }
  EXPECT_FALSE(clean(npy(padded(dict("'|S14'", "(1,)")), secret)).is_released);
  EXPECT_FALSE(clean(npy(padded(dict("'<U14'", "(1,)")), wide)).is_released);
  EXPECT_FALSE(clean(npy(padded(dict("'>U14'", "(1,)")), wide_big)).is_released);
  EXPECT_FALSE(clean(npy(padded(dict("'|u1'", "(14,)")), secret)).is_released);
  EXPECT_FALSE(clean(npy(padded(dict("'|S2'", "(7,)")), secret)).is_released);
  EXPECT_FALSE(clean(npy(padded(dict("[('" + secret + "', '|u1')]", "(1,)")), "x")).is_released);
  EXPECT_TRUE(clean(npy(padded(dict("'|S14'", "(1,)")), "nothing hidden")).is_released);
}

TEST(Npy, EveryTruncationAndFlipIsHandled) {
  const std::string file = npy(padded(dict("[('a', '<i4'), ('b', '<f8', (2,))]", "(2, 1)")), std::string(40, '\x55'));
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
      EXPECT_TRUE(again.is_unchanged && again.bytes == outcome.bytes);
    }
  }
}

TEST(Npy, ASmallerLimitNeverReleasesMore) {
  const std::string file = npy(dict("'<f8'", "(1,)"), std::string(8, '\1'));
  Limits small;
  small.max_output_bytes = 16;
  EXPECT_TRUE(clean(file).is_released);
  EXPECT_FALSE(clean(file, small).is_released);
}

}  // namespace
}  // namespace sluice::sanitize
