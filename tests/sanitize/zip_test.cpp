#include "sanitize/archive/zip.h"

#include <functional>

#include "archive_builders.h"
#include "archive_host.h"
#include "sanitize/zip/writer.h"

namespace sluice::sanitize {
namespace {

using sluice::testing::crc_of;
using sluice::testing::le;
using sluice::testing::raw_deflate;
using sluice::testing::ZipBuilder;
using sluice::testing::ZipItem;
using testing::ArchiveOutcome;
using testing::run_zip;

ZipItem file(std::string name, std::string content) {
  ZipItem item;
  item.name = std::move(name);
  item.content = std::move(content);
  return item;
}

ZipItem stored(std::string name, std::string content) {
  ZipItem item = file(std::move(name), std::move(content));
  item.method = 0;
  return item;
}

template <typename Change>
std::string changed(Change&& change) {
  ZipBuilder b;
  b.items = {file("a.txt", "the first file, long enough to be deflated, deflated, deflated"), stored("b.txt", "two")};
  change(b);
  return b.build();
}

// The files of a zip that this library wrote, told by their central directory alone.
std::map<std::string, std::string> files_of(const std::string& zip) {
  std::map<std::string, std::string> files;
  const ArchiveOutcome outcome = run_zip(zip);
  EXPECT_TRUE(outcome.output.is_unchanged) << outcome.codes();
  return outcome.contents;
}

TEST(ZipArchive, ACleanOneLeavesAsItCame) {
  const std::string zip = changed([](ZipBuilder&) {});
  const ArchiveOutcome outcome = run_zip(zip);
  EXPECT_TRUE(outcome.output.is_released && outcome.output.is_unchanged) << outcome.codes();
  EXPECT_TRUE(outcome.findings.listed().empty()) << outcome.codes();
  EXPECT_EQ(outcome.names, (std::vector<std::string>{"a.txt", "b.txt"}));
  EXPECT_EQ(outcome.contents.at("b.txt"), "two");
  EXPECT_TRUE(run_zip(ZipBuilder{}.build()).output.is_unchanged) << "an empty archive";
}

TEST(ZipArchive, WhatStandsBesideTheFilesIsDropped) {
  struct Case {
    const char* name;
    std::function<void(ZipBuilder&)> change;
    FindingCode code = FindingCode::kArchiveRepacked;
  };
  const std::vector<Case> cases = {
      {"comment of the archive", [](ZipBuilder& b) { b.comment = "hello"; }},
      {"comment of an entry", [](ZipBuilder& b) { b.items[0].comment = "hello"; }},
      {"unknown extra field", [](ZipBuilder& b) { b.items[0].central_extra = le(0xCAFE, 2) + le(3, 2) + "abc"; }},
      {"unknown extra field of a local header",
       [](ZipBuilder& b) { b.items[1].local_extra = le(0xCAFE, 2) + le(0, 2); }},
      {"times longer than times",
       [](ZipBuilder& b) { b.items[0].local_extra = le(0x5455, 2) + le(20, 2) + std::string(20, 'x'); }},
      {"bytes that are no extra field", [](ZipBuilder& b) { b.items[0].local_extra = "abc"; }},
      {"bytes between entries", [](ZipBuilder& b) { b.items[1].before = "hidden"; }},
      {"bytes before the directory", [](ZipBuilder& b) { b.before_directory = "hidden"; }},
      {"set-user-id", [](ZipBuilder& b) { b.items[0].attributes = 0104755ULL << 16U; }},
      {"bytes behind the end", [](ZipBuilder& b) { b.trailer = "hidden"; }, FindingCode::kTrailingData},
      {"UTF-8 without its flag", [](ZipBuilder& b) { b.items[0].name = "\xc3\xa4.txt"; }},
      {"a name that is not normalized",
       [](ZipBuilder& b) { b.items[0].name = "a\xcc\x88.txt", b.items[0].flags = 0x800; }},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string zip = changed(c.change);
    const ArchiveOutcome outcome = run_zip(zip);
    ASSERT_TRUE(outcome.output.is_released) << outcome.codes();
    EXPECT_FALSE(outcome.output.is_unchanged);
    EXPECT_TRUE(outcome.findings.has(c.code)) << outcome.codes();
    EXPECT_EQ(outcome.findings.decision(), Decision::kSanitize);
    const std::string clean = to_string(outcome.output.bytes);
    EXPECT_EQ(clean.find("hidden"), std::string::npos);
    EXPECT_EQ(files_of(clean), outcome.contents);
    ArchiveOptions never;
    never.repack = Repack::kNever;
    EXPECT_TRUE(run_zip(zip, never).is_withheld_by(FindingCode::kArchiveRepacked));
    EXPECT_TRUE(run_zip(clean, never).output.is_unchanged);
  }
}

TEST(ZipArchive, TimesAndOwnersStayUnlessTheyAreToGo) {
  const std::string zip = changed([](ZipBuilder& b) {
    b.items[0].date = 0x5678;
    b.items[0].local_extra = le(0x5455, 2) + le(9, 2) + "\x03" + std::string(8, 't') + le(0x7875, 2) + le(11, 2) +
                             "\x01\x04" + std::string(4, 'u') + "\x04" + std::string(4, 'g');
    b.items[0].central_extra = le(0x5455, 2) + le(5, 2) + "\x03" + std::string(4, 't');
  });
  EXPECT_TRUE(run_zip(zip).output.is_unchanged);
  ArchiveOptions always;
  always.repack = Repack::kAlways;
  const ArchiveOutcome outcome = run_zip(zip, always);
  ASSERT_TRUE(outcome.output.is_released && !outcome.output.is_unchanged);
  const std::string clean = to_string(outcome.output.bytes);
  EXPECT_EQ(clean.find("tttt"), std::string::npos);
  EXPECT_TRUE(run_zip(clean, always).output.is_unchanged);
}

TEST(ZipArchive, WhatIsWrongIsWithheld) {
  struct Case {
    const char* name;
    std::function<void(ZipBuilder&)> change;
    FindingCode code;
  };
  using enum FindingCode;
  const std::string wide = le(1, 2) + le(16, 2);
  const std::vector<Case> cases = {
      {"no end record", [](ZipBuilder& b) { b.trailer = std::string(70'000, 'x'); }, kMalformed},
      {"a second end record in the comment", [](ZipBuilder& b) { b.comment = "PK\x05\x06" + std::string(18, '\0'); },
       kLeadingData},
      {"another archive behind", [](ZipBuilder& b) { b.trailer = changed([](ZipBuilder&) {}); }, kLeadingData},
      {"bytes before", [](ZipBuilder& b) { b.prefix = "#!/bin/sh\n"; }, kLeadingData},
      {"bytes before, offsets shifted", [](ZipBuilder& b) { b.items[0].before = "#!/bin/sh\n"; }, kLeadingData},
      {"more entries than the end says", [](ZipBuilder& b) { b.count = 1; }, kArchiveMismatch},
      {"fewer entries than the end says", [](ZipBuilder& b) { b.count = 3; }, kArchiveMismatch},
      {"directory outside", [](ZipBuilder& b) { b.directory_offset = 0x7FFFFFFF; }, kArchiveOverlap},
      {"directory before the end", [](ZipBuilder& b) { b.before_end = "x"; }, kLeadingData},
      {"other name inside", [](ZipBuilder& b) { b.items[0].local_name = "b.exe"; }, kArchiveMismatch},
      {"other flags inside (CVE-2025-1945)", [](ZipBuilder& b) { b.items[0].local_flags = 1; }, kArchiveMismatch},
      {"encrypted by the directory only", [](ZipBuilder& b) { b.items[0].flags = 1, b.items[0].local_flags = 0; },
       kArchiveEncrypted},
      {"reserved flag", [](ZipBuilder& b) { b.items[0].flags = 0x10; }, kArchiveMismatch},
      {"other method inside", [](ZipBuilder& b) { b.items[0].local_method = 0; }, kArchiveMismatch},
      {"other checksum inside", [](ZipBuilder& b) { b.items[0].local_crc = 1; }, kArchiveMismatch},
      {"other size inside", [](ZipBuilder& b) { b.items[0].local_size = 1; }, kArchiveMismatch},
      {"other packed size inside", [](ZipBuilder& b) { b.items[0].local_packed = 1; }, kArchiveMismatch},
      {"wrong checksum in both (CVE-2025-10156)",
       [](ZipBuilder& b) { b.items[0].local_crc = b.items[0].central_crc = 1; }, kArchiveChecksum},
      {"wrong checksum of a stored one", [](ZipBuilder& b) { b.items[1].local_crc = b.items[1].central_crc = 1; },
       kArchiveChecksum},
      {"smaller size than comes out", [](ZipBuilder& b) { b.items[0].local_size = b.items[0].central_size = 3; },
       kArchiveChecksum},
      {"larger size than comes out", [](ZipBuilder& b) { b.items[0].local_size = b.items[0].central_size = 300; },
       kArchiveChecksum},
      {"stored with two sizes", [](ZipBuilder& b) { b.items[1].local_size = b.items[1].central_size = 2; },
       kArchiveMismatch},
      {"packed size beyond the archive",
       [](ZipBuilder& b) { b.items[0].local_packed = b.items[0].central_packed = 100'000; }, kArchiveOverlap},
      {"packed size into the next entry",
       [](ZipBuilder& b) { b.items[0].local_packed = b.items[0].central_packed = 80; }, kArchiveOverlap},
      {"bytes behind a stream", [](ZipBuilder& b) { b.items[0].packed = raw_deflate(b.items[0].content) + "hidden"; },
       kArchiveMismatch},
      {"a stream cut off",
       [](ZipBuilder& b) {
         b.items[0].packed = raw_deflate(b.items[0].content);
         b.items[0].packed->pop_back();
       },
       kArchiveChecksum},
      {"encrypted", [](ZipBuilder& b) { b.items[0].flags = 1; }, kArchiveEncrypted},
      {"strongly encrypted", [](ZipBuilder& b) { b.items[0].flags = 0x41; }, kArchiveEncrypted},
      {"masked headers", [](ZipBuilder& b) { b.items[0].flags = 0x2000; }, kArchiveEncrypted},
      {"AES field", [](ZipBuilder& b) { b.items[0].central_extra = le(0x9901, 2) + le(7, 2) + std::string(7, 'x'); },
       kArchiveEncrypted},
      {"bzip2", [](ZipBuilder& b) { b.items[0].method = 12; }, kArchiveMethod},
      {"deflate64", [](ZipBuilder& b) { b.items[0].method = 9; }, kArchiveMethod},
      {"symbolic link", [](ZipBuilder& b) { b.items[0].attributes = 0120777ULL << 16U; }, kArchiveSpecial},
      {"device", [](ZipBuilder& b) { b.items[0].attributes = 0060644ULL << 16U; }, kArchiveSpecial},
      {"folder by its attributes only", [](ZipBuilder& b) { b.items[0].attributes = 0040755ULL << 16U; },
       kArchiveMismatch},
      {"folder by its name only", [](ZipBuilder& b) { b.items[0].name = "a/"; }, kArchiveMismatch},
      {"folder with content", [](ZipBuilder& b) { b.items[1].name = "b/", b.items[1].attributes = 0x10; },
       kArchiveMismatch},
      {"the same name twice", [](ZipBuilder& b) { b.items[1].name = "a.txt"; }, kArchiveDuplicate},
      {"the same name but for case", [](ZipBuilder& b) { b.items[1].name = "A.TXT"; }, kArchiveDuplicate},
      {"the same name but for normalization",
       [](ZipBuilder& b) { b.items[0].name = "\xc3\xa4.txt", b.items[1].name = "a\xcc\x88.txt"; }, kArchiveDuplicate},
      {"a file that is a folder too",
       [](ZipBuilder& b) { b.items[1].name = "a.txt/", b.items[1].content = "", b.items[1].attributes = 0x10; },
       kArchiveDuplicate},
      {"a file in a file", [](ZipBuilder& b) { b.items[1].name = "a.txt/b"; }, kArchiveDuplicate},
      {"entry that the directory does not know",
       [](ZipBuilder& b) {
         b.items[1].before = ZipBuilder{{stored("evil.txt", "x")}, "", "", "", "", "", {}, {}, {}}.build();
       },
       kArchiveMismatch},
      {"two entries at one place",
       [](ZipBuilder& b) { b.items[1] = b.items[0], b.items[1].name = "a.txt", b.items[1].central_offset = 0; },
       kArchiveOverlap},
      {"no header where the directory says", [](ZipBuilder& b) { b.items[1].central_offset = 3; }, kArchiveOverlap},
      {"offset outside", [](ZipBuilder& b) { b.items[1].central_offset = 0x7FFFFFFF; }, kArchiveOverlap},
      {"another disk", [](ZipBuilder& b) { b.items[1].disk = 1; }, kArchiveMismatch},
      {"descriptor that lies",
       [](ZipBuilder& b) {
         b.items[0].flags = 8;
         b.items[0].descriptor = "PK\x07\x08" + le(1, 4) + le(2, 4) + le(3, 4);
       },
       kArchiveMismatch},
      {"descriptor that is missing", [](ZipBuilder& b) { b.items[0].flags = 8; }, kArchiveMismatch},
      {"zip64 sizes that lie",
       [&](ZipBuilder& b) {
         b.items[1].local_size = b.items[1].local_packed = 0xFFFFFFFF;
         b.items[1].local_extra = wide + le(7, 8) + le(3, 8);
       },
       kArchiveMismatch},
      {"zip64 sizes that lie beside true ones",
       [&](ZipBuilder& b) { b.items[1].local_extra = wide + le(3, 8) + le(4, 8); }, kArchiveMismatch},
      {"zip64 field twice",
       [&](ZipBuilder& b) {
         b.items[1].local_size = b.items[1].local_packed = 0xFFFFFFFF;
         b.items[1].local_extra = wide + le(3, 8) + le(3, 8) + wide + le(3, 8) + le(3, 8);
       },
       kArchiveMismatch},
      {"zip64 field of the directory that is missing", [](ZipBuilder& b) { b.items[1].central_size = 0xFFFFFFFF; },
       kArchiveMismatch},
      {"zip64 end record that is missing", [](ZipBuilder& b) { b.count = 0xFFFF; }, kArchiveMismatch},
      {"zip64 end record that says another number",
       [](ZipBuilder& b) {
         b.before_end = "PK\x06\x06" + le(44, 8) + le(45, 2) + le(45, 2) + le(0, 8) + le(9, 8) + le(9, 8) + le(0, 16);
         b.before_end += "PK\x06\x07" + le(0, 4) + le(0, 8) + le(1, 4);
       },
       kArchiveMismatch},
      {"a second name",
       [](ZipBuilder& b) {
         b.items[0].central_extra = le(0x7075, 2) + le(10, 2) + "\x01" + le(crc_of("a.txt"), 4) + "b.exe";
       },
       kArchiveMismatch},
      {"PDF header in the name of an entry", [](ZipBuilder& b) { b.items[0].name = "%PDF-1.7"; }, kPolyglot},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    ArchiveOptions lenient;
    lenient.release_members = true;
    const std::string zip = changed(c.change);
    const ArchiveOutcome outcome = run_zip(zip);
    EXPECT_TRUE(outcome.is_withheld_by(c.code)) << outcome.codes();
    EXPECT_FALSE(run_zip(zip, lenient).output.is_released);
  }
}

TEST(ZipArchive, DescriptorsOfEveryFormAreRead) {
  for (const std::string& signature : {std::string("PK\x07\x08"), std::string()}) {
    for (const unsigned width : {4U, 8U}) {
      for (const bool is_empty : {false, true}) {
        const ArchiveOutcome outcome = run_zip(changed([&](ZipBuilder& b) {
          ZipItem& item = b.items[0];
          if (is_empty) item = stored("a.txt", "");
          item.flags = 8;
          item.local_crc = item.local_packed = item.local_size = 0;
          const std::string packed = is_empty ? "" : raw_deflate(item.content);
          item.descriptor =
              signature + le(crc_of(item.content), 4) + le(packed.size(), width) + le(item.content.size(), width);
        }));
        EXPECT_TRUE(outcome.output.is_unchanged) << signature.size() << "/" << width << ": " << outcome.codes();
      }
    }
  }
}

TEST(ZipArchive, Zip64WhereItIsTrueIsRead) {
  const std::string zip = changed([](ZipBuilder& b) {
    ZipItem& item = b.items[1];
    item.local_size = item.local_packed = item.central_size = item.central_packed = 0xFFFFFFFF;
    item.local_extra = item.central_extra = le(1, 2) + le(16, 2) + le(3, 8) + le(3, 8);
  });
  EXPECT_TRUE(run_zip(zip).output.is_unchanged) << run_zip(zip).codes();
}

// numpy and other users of Python's zipfile leave them so in every .npz.
TEST(ZipArchive, Zip64SizesBesideTheSmallOnesAreRead) {
  const std::string zip =
      changed([](ZipBuilder& b) { b.items[1].local_extra = le(1, 2) + le(16, 2) + le(3, 8) + le(3, 8); });
  EXPECT_TRUE(run_zip(zip).output.is_unchanged) << run_zip(zip).codes();
}

TEST(ZipArchive, SafeNamesOnly) {
  struct Case {
    const char* name;
    FindingCode code;
  };
  using enum FindingCode;
  const std::vector<Case> cases = {
      {"../evil", kPathTraversal},
      {"a/../../evil", kPathTraversal},
      {"/etc/passwd", kPathAbsolute},
      {"C:/evil", kPathAbsolute},
      {"..\\evil", kPathTraversal},
      {"a\\..\\..\\evil", kPathTraversal},
      {"\\\\host\\share", kPathAbsolute},
      {"%2e%2e/evil", kPathTraversal},
      {"..%2fevil", kPathEncoding},
      {"\xc0\xae\xc0\xae/evil", kPathEncoding},
      {"\xef\xbc\x8e\xef\xbc\x8e/evil", kPathTraversal},
      {".../evil", kPathTraversal},
      {"NUL", kPathDevice},
      {"a/COM1.txt", kPathDevice},
      {"a\x01.txt", kPathControl},
      {"a\xe2\x80\xaegpj.exe", kPathControl},
      {"\xff.txt", kPathEncoding},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    ArchiveOptions lenient;
    lenient.release_members = true;
    const std::string zip = changed([&](ZipBuilder& b) { b.items[1].name = c.name; });
    const ArchiveOutcome outcome = run_zip(zip, lenient);
    EXPECT_TRUE(outcome.is_withheld_by(c.code)) << outcome.codes();
    EXPECT_EQ(outcome.findings.decision(), Decision::kReject);
    EXPECT_TRUE(outcome.names.empty()) << "nothing was inflated";
  }
  const std::string nul = changed([](ZipBuilder& b) { b.items[1].name = std::string("a\0.txt", 6); });
  EXPECT_TRUE(run_zip(nul).is_withheld_by(kPathControl)) << run_zip(nul).codes();
  // Unwanted, not an attack: it stays behind where the policy says so.
  const std::string hidden = changed([](ZipBuilder& b) { b.items[1].name = ".bashrc"; });
  EXPECT_TRUE(run_zip(hidden).is_withheld_by(kPathSpecial));
  ArchiveOptions lenient;
  lenient.release_members = true;
  const ArchiveOutcome outcome = run_zip(hidden, lenient);
  ASSERT_TRUE(outcome.output.is_released) << outcome.codes();
  EXPECT_TRUE(outcome.findings.has(kMemberDropped));
  EXPECT_EQ(files_of(to_string(outcome.output.bytes)).size(), 1U);
}

TEST(ZipArchive, MembersAreCleanedWithheldOrLeftOut) {
  const std::string dirty = changed([](ZipBuilder& b) { b.items[1].content = "a dirty file"; });
  const ArchiveOutcome cleaned = run_zip(dirty);
  ASSERT_TRUE(cleaned.output.is_released) << cleaned.codes();
  EXPECT_EQ(files_of(to_string(cleaned.output.bytes)).at("b.txt"), "a clean file");

  const std::string bad = changed([](ZipBuilder& b) { b.items[1].content = "a bad file"; });
  EXPECT_TRUE(run_zip(bad).is_withheld_by(FindingCode::kExecutable));
  ArchiveOptions lenient;
  lenient.release_members = true;
  const ArchiveOutcome without = run_zip(bad, lenient);
  ASSERT_TRUE(without.output.is_released) << without.codes();
  const auto files = files_of(to_string(without.output.bytes));
  EXPECT_EQ(files.size(), 1U);
  EXPECT_EQ(files.count("a.txt"), 1U);
}

TEST(ZipArchive, TheSameFilesGiveTheSameArchive) {
  ZipBuilder one;
  one.items = {file("b/x", "one"), stored("a", "two"), file("c", std::string(5000, 'c'))};
  ZipBuilder two;
  two.items = {stored("c", std::string(5000, 'c')), file("a", "two"), stored("b/x", "one")};
  one.comment = two.comment = "to be written anew";
  EXPECT_EQ(run_zip(one.build()).output.bytes, run_zip(two.build()).output.bytes);
}

TEST(ZipArchive, EveryTruncationIsWithheldOrAnEarlierEnd) {
  const std::string zip = changed([](ZipBuilder& b) { b.items.push_back(file("c.txt", "three")); });
  for (std::size_t n = 0; n < zip.size(); ++n) {
    const ArchiveOutcome outcome = run_zip(zip.substr(0, n));
    EXPECT_FALSE(outcome.output.is_released) << "cut to " << n;
    EXPECT_GE(outcome.findings.decision(), Decision::kQuarantine) << "cut to " << n;
  }
}

// A flipped byte is found, or is one of those that say nothing about files: times, modes, versions.
TEST(ZipArchive, EveryFlippedByteIsWithheldOrHarmless) {
  const std::string zip = changed([](ZipBuilder&) {});
  const auto expected = run_zip(zip).contents;
  std::size_t released = 0;
  for (std::size_t i = 0; i < zip.size(); ++i) {
    for (const unsigned bit : {0x01U, 0x20U, 0x80U}) {
      std::string flipped = zip;
      flipped[i] = static_cast<char>(static_cast<unsigned char>(flipped[i]) ^ bit);
      const ArchiveOutcome outcome = run_zip(flipped);
      if (!outcome.output.is_released) {
        EXPECT_GE(outcome.findings.decision(), Decision::kQuarantine);
        continue;
      }
      ++released;
      EXPECT_EQ(outcome.contents, expected) << "byte " << i;
    }
  }
  EXPECT_GT(released, 0U);
}

TEST(ZipArchive, BombsStopEarly) {
  // A ratio of 1000, in one entry.
  Limits limits;
  const std::string zeros = changed([](ZipBuilder& b) { b.items[0].content = std::string(50'000'000, '\0'); });
  const ArchiveOutcome one = run_zip(zeros);
  EXPECT_TRUE(one.is_withheld_by(FindingCode::kArchiveRatio)) << one.codes();
  EXPECT_LE(one.inflated, 1'048'576 + 100 * zeros.size() + 65'536);
  EXPECT_EQ(one.largest, 0U) << "no member was whole";

  // The size of the header says more than a member may have.
  ArchiveOptions small;
  small.max_member_bytes = 10;
  EXPECT_TRUE(run_zip(changed([](ZipBuilder&) {}), small).is_withheld_by(FindingCode::kArchiveRatio));

  // It says less: inflating stops where that is reached.
  const ArchiveOutcome lie = run_zip(changed([](ZipBuilder& b) {
    b.items[0].content = std::string(50'000'000, '\0');
    b.items[0].local_size = b.items[0].central_size = 5;
  }));
  EXPECT_TRUE(lie.is_withheld_by(FindingCode::kArchiveChecksum)) << lie.codes();
  EXPECT_LE(lie.inflated, 65'536U);
}

// After Fifield, "A better zip bomb": entries whose local headers are quoted inside of one another's data.
TEST(ZipArchive, OverlappingEntriesAreNotInflated) {
  const std::string kernel = raw_deflate(std::string(100'000, 'a'));
  ZipBuilder b;
  ZipItem outer = file("1", std::string(100'000, 'a'));
  const std::string inner_header = ZipBuilder{{stored("0", "")}, "", "", "", "", "", {}, {}, {}}.build().substr(0, 31);
  outer.packed = std::string("\x00", 1) + le(inner_header.size(), 2) + le(~inner_header.size() & 0xFFFFU, 2) +
                 inner_header + kernel;
  b.items = {outer, file("2", "")};
  b.items[1].central_offset = 31 + 5;  // inside of the first one's data
  const ArchiveOutcome outcome = run_zip(b.build());
  EXPECT_TRUE(outcome.is_withheld_by(FindingCode::kArchiveOverlap)) << outcome.codes();
  EXPECT_EQ(outcome.inflated, 0U);
}

TEST(ZipArchive, NestedBombsShareOneBudget) {
  // As 42.zip: sixteen archives in each archive.
  std::string level = changed([](ZipBuilder& b) { b.items[0].content = std::string(1'000'000, '\0'); });
  for (int depth = 0; depth < 3; ++depth) {
    ZipBuilder b;
    for (int i = 0; i < 16; ++i) b.items.push_back(file(std::to_string(i) + ".zip", level));
    level = b.build();
  }
  Limits limits;
  const ArchiveOutcome outcome = run_zip(level, {}, limits);
  EXPECT_TRUE(outcome.is_withheld_by(FindingCode::kArchiveRatio)) << outcome.codes();
  EXPECT_LE(outcome.inflated, 1'048'576 + 100 * level.size() + 65'536);
}

TEST(ZipArchive, NestingEnds) {
  std::string level = changed([](ZipBuilder&) {});
  for (int depth = 0; depth < 40; ++depth) {
    ZipBuilder b;
    b.items = {stored("again.zip", level)};
    level = b.build();
  }
  EXPECT_TRUE(run_zip(level).is_withheld_by(FindingCode::kMemberNesting));
}

TEST(ZipArchive, AMillionEntriesAreNotLookedAt) {
  ZipBuilder b;
  b.items = {file("a", "a")};
  std::string zip = b.build();
  // A zip64 end record that promises a million; the directory is there, as long as they need.
  const std::string entry = "PK\x01\x02" + std::string(42, '\0');
  std::string many;
  for (int i = 0; i < 1'000'000; ++i) many += entry;
  const std::uint64_t record = many.size();
  many += "PK\x06\x06" + le(44, 8) + le(45, 2) + le(45, 2) + le(0, 8) + le(1'000'000, 8) + le(1'000'000, 8) +
          le(record, 8) + le(0, 8);
  many += "PK\x06\x07" + le(0, 4) + le(record, 8) + le(1, 4);
  many += "PK\x05\x06" + le(0, 4) + le(0xFFFF, 2) + le(0xFFFF, 2) + le(0xFFFFFFFF, 4) + le(0, 4) + le(0, 2);
  const ArchiveOutcome outcome = run_zip(many);
  EXPECT_TRUE(outcome.is_withheld_by(FindingCode::kArchiveEntries)) << outcome.codes();
  EXPECT_EQ(outcome.nodes, 0U);
}

TEST(ZipArchive, BudgetsWithholdAndSmallerOnesNeverReleaseMore) {
  const std::string zip = changed([](ZipBuilder& b) { b.comment = "x"; });
  bool was_released = false;
  for (std::uint64_t n = 0; n < 400; n += 7) {
    Limits output;
    output.max_output_bytes = n;
    const ArchiveOutcome outcome = run_zip(zip, {}, output);
    EXPECT_TRUE(outcome.output.is_released || outcome.findings.has(FindingCode::kBudget)) << n;
    EXPECT_FALSE(was_released && !outcome.output.is_released) << n;
    was_released = outcome.output.is_released;
  }
  EXPECT_TRUE(was_released);
  Limits nodes;
  nodes.max_nodes = 1;
  EXPECT_TRUE(run_zip(zip, {}, nodes).is_withheld_by(FindingCode::kBudget));
  ArchiveOptions entries;
  entries.max_entries = 1;
  EXPECT_TRUE(run_zip(zip, entries).is_withheld_by(FindingCode::kArchiveEntries));
  Limits inflated;
  inflated.max_inflated_bytes = 10;
  EXPECT_TRUE(run_zip(zip, {}, inflated).is_withheld_by(FindingCode::kArchiveRatio));
}

TEST(ZipWriter, MoreEntriesThanSixteenBitsHold) {
  ZipWriter writer;
  const ZipPacked empty = pack_for_zip({});
  for (int i = 0; i < 70'000; ++i) writer.add("f" + std::to_string(i), empty);
  const std::string zip = to_string(std::move(writer).finish());
  ArchiveOptions options;
  options.max_entries = 100'000;
  const ArchiveOutcome outcome = run_zip(zip, options);
  EXPECT_TRUE(outcome.output.is_unchanged) << outcome.codes();
  EXPECT_EQ(outcome.names.size(), 70'000U);
}

}  // namespace
}  // namespace sluice::sanitize
