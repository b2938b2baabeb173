#include "sanitize/archive/tar.h"

#include <functional>

#include "archive_builders.h"
#include "archive_host.h"

namespace sluice::sanitize {
namespace {

using sluice::testing::octal;
using sluice::testing::pax;
using sluice::testing::tar_of;
using sluice::testing::TarItem;
using testing::ArchiveOutcome;
using testing::run_tar;

TarItem item(std::string name, std::string content, char type = '0') {
  TarItem result;
  result.name = std::move(name);
  result.content = std::move(content);
  result.type = type;
  return result;
}

std::vector<TarItem> two() { return {item("a.txt", "one"), item("dir/b.txt", std::string(600, 'b'))}; }

std::map<std::string, std::string> files_of(const std::string& tar) {
  const ArchiveOutcome outcome = run_tar(tar);
  EXPECT_TRUE(outcome.output.is_unchanged) << outcome.codes();
  return outcome.contents;
}

TEST(TarArchive, ACleanOneLeavesAsItCame) {
  std::vector<TarItem> items = two();
  items.push_back(item("dir/", "", '5'));
  const ArchiveOutcome outcome = run_tar(tar_of(items));
  EXPECT_TRUE(outcome.output.is_unchanged) << outcome.codes();
  EXPECT_TRUE(outcome.findings.listed().empty());
  EXPECT_EQ(outcome.contents.at("dir/b.txt"), std::string(600, 'b'));
  EXPECT_TRUE(run_tar(std::string(1024, '\0')).output.is_unchanged) << "an empty archive";
}

TEST(TarArchive, WhatStandsBesideTheFilesIsDropped) {
  struct Case {
    const char* name;
    std::string tar;
    FindingCode code = FindingCode::kArchiveRepacked;
  };
  const auto with = [](const std::function<void(std::vector<TarItem>&)>& change) {
    std::vector<TarItem> items = two();
    change(items);
    return tar_of(items);
  };
  using Items = std::vector<TarItem>;
  const std::string path(150, 'x');
  const std::vector<Case> cases = {
      {"bytes in the padding", with([](Items& i) { i[0].padding = "hidden" + std::string(503, '\0'); })},
      {"bytes in the header", with([](Items& i) { i[0].rest = "hidden"; })},
      {"a link name of a file", with([](Items& i) { i[0].link = "hidden"; })},
      {"bytes behind the name", with([](Items& i) { i[0].name = std::string("a.txt\0hidden", 12); })},
      {"set-user-id", with([](Items& i) { i[0].mode = "0004755"; })},
      {"./ before the names", with([](Items& i) { i[0].name = "./a.txt", i.insert(i.begin(), item("./", "", '5')); })},
      {"a folder by its name", with([](Items& i) { i.push_back(item("c/", "")); })},
      {"a folder without its slash", with([](Items& i) { i.push_back(item("c", "", '5')); })},
      {"pax comment for all",
       with([](Items& i) { i.insert(i.begin(), item("pax_global_header", pax("comment", "hidden"), 'g')); })},
      {"extended attribute",
       with([](Items& i) { i.insert(i.begin(), item("PaxHeader", pax("SCHILY.xattr.user.a", "hidden"), 'x')); })},
      {"GNU long name", with([&](Items& i) {
         i.push_back(item("././@LongLink", path + std::string(1, '\0'), 'L')),
             i.push_back(item(path.substr(0, 100), "y"));
       })},
      {"ustar prefix", with([&](Items& i) {
         i.push_back(item("c.txt", "y")), i.back().prefix = path.substr(0, 60) + "/" + path.substr(0, 60);
       })},
      {"UTF-8 without pax", with([](Items& i) { i[0].name = "\xc3\xa4.txt"; })},
      {"bytes behind the end", tar_of(two(), "hidden"), FindingCode::kTrailingData},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const ArchiveOutcome outcome = run_tar(c.tar);
    ASSERT_TRUE(outcome.output.is_released) << outcome.codes();
    EXPECT_FALSE(outcome.output.is_unchanged);
    EXPECT_TRUE(outcome.findings.has(c.code)) << outcome.codes();
    EXPECT_EQ(outcome.findings.decision(), Decision::kSanitize);
    const std::string clean = to_string(outcome.output.bytes);
    EXPECT_EQ(clean.find("hidden"), std::string::npos);
    EXPECT_EQ(files_of(clean), outcome.contents);
    ArchiveOptions options;
    options.repack = Repack::kNever;
    EXPECT_TRUE(run_tar(c.tar, options).is_withheld_by(FindingCode::kArchiveRepacked));
    options.repack = Repack::kAlways;
    EXPECT_TRUE(run_tar(clean, options).output.is_unchanged);
  }
}

TEST(TarArchive, LongAndForeignNamesAreWrittenAsPax) {
  for (const std::string& name : {std::string(99, 'a'), std::string(100, 'a'), std::string(101, 'a'),
                                  std::string("\xc3\xa4/\xe6\xbc\xa2.txt"), "d/" + std::string(97, 'b') + "/x..y"}) {
    SCOPED_TRACE(name);
    const std::string record = pax("path", name);
    const std::string tar = tar_of({item("PaxHeaders/x", record, 'x'), item(name.substr(0, 50), "content")});
    const ArchiveOutcome outcome = run_tar(tar);
    ASSERT_TRUE(outcome.output.is_released) << outcome.codes();
    EXPECT_EQ(files_of(to_string(outcome.output.bytes)).at(name), "content");
  }
}

TEST(TarArchive, WhatIsWrongIsWithheld) {
  struct Case {
    const char* name;
    std::string tar;
    FindingCode code;
  };
  using enum FindingCode;
  using Items = std::vector<TarItem>;
  const auto with = [](const std::function<void(Items&)>& change) {
    Items items = two();
    change(items);
    return tar_of(items);
  };
  const auto special = [&](char type, std::string link = {}) {
    return with([&](Items& i) {
      i.push_back(item("c", "", type));
      i.back().link = link;
    });
  };
  const std::string bytes_of_two = two()[0].build() + two()[1].build();
  const auto described = [&](TarItem first, TarItem second) { return tar_of({std::move(first), std::move(second)}); };
  const std::vector<Case> cases = {
      {"hard link to a deeper symbolic link (CVE-2025-4330, CVE-2026-11940)", with([](Items& i) {
         i.push_back(item("a/b/link", "", '2'));
         i.back().link = "../../../etc";
         i.push_back(item("hard", "", '1'));
         i.back().link = "a/b/link";
       }),
       kArchiveSpecial},
      {"hard link", special('1', "a.txt"), kArchiveSpecial},
      {"symbolic link", special('2', "a.txt"), kArchiveSpecial},
      {"character device", special('3'), kArchiveSpecial},
      {"block device", special('4'), kArchiveSpecial},
      {"pipe", special('6'), kArchiveSpecial},
      {"contiguous", special('7'), kArchiveSpecial},
      {"GNU sparse", special('S'), kArchiveSpecial},
      {"GNU multi-volume", special('M'), kArchiveSpecial},
      {"GNU dump folder", special('D'), kArchiveSpecial},
      {"GNU long link", special('K'), kArchiveSpecial},
      {"vendor type", special('Z'), kArchiveSpecial},
      {"pax link", described(item("PaxHeader", pax("linkpath", "/etc"), 'x'), item("a", "")), kArchiveSpecial},
      {"pax sparse", described(item("PaxHeader", pax("GNU.sparse.major", "1"), 'x'), item("a", "")), kArchiveSpecial},
      {"checksum", with([](Items& i) { i[0].checksum = 1; }), kMalformed},
      {"magic", with([](Items& i) { i[0].magic = "USTAR"; }), kMalformed},
      {"size that is no number", with([](Items& i) { i[0].size = "zzzzzzzzzzz"; }), kMalformed},
      {"size beyond the archive", with([](Items& i) { i[1].size = octal(60'000, 11); }), kMalformed},
      {"size of 2^63", with([](Items& i) { i[1].size = std::string("\x80\0\0\0\x80\0\0\0\0\0\0\0", 12); }), kMalformed},
      {"negative size", with([](Items& i) { i[1].size = std::string(12, '\xff'); }), kMalformed},
      {"smaller size, so that content is read as a header", with([](Items& i) { i[1].size = octal(1, 11); }),
       kMalformed},
      {"pax size that differs (CVE-2025-62518)", described(item("PaxHeader", pax("size", "1024"), 'x'), item("a", "")),
       kArchiveMismatch},
      {"no end", bytes_of_two, kMalformed},
      {"one end block", bytes_of_two + std::string(512, '\0'), kMalformed},
      {"one end block, then more", bytes_of_two + std::string(512, '\0') + tar_of(two()), kMalformed},
      {"folder with content", with([](Items& i) { i.push_back(item("c/", "x", '5')); }), kArchiveMismatch},
      {"file called like a folder with content", with([](Items& i) { i.push_back(item("c/", "x")); }),
       kArchiveMismatch},
      {"two pax headers",
       tar_of({item("PaxHeader", pax("path", "a"), 'x'), item("PaxHeader", pax("path", "b"), 'x'), item("c", "")}),
       kArchiveMismatch},
      {"pax and GNU name",
       tar_of({item("PaxHeader", pax("path", "a"), 'x'), item("././@LongLink", std::string("b\0", 2), 'L'),
               item("c", "")}),
       kArchiveMismatch},
      {"one name for all", described(item("g", pax("path", "evil"), 'g'), item("a", "")), kArchiveMismatch},
      {"path twice", described(item("PaxHeader", pax("path", "a") + pax("path", "b"), 'x'), item("c", "")),
       kArchiveMismatch},
      {"names in another encoding", described(item("PaxHeader", pax("hdrcharset", "BINARY"), 'x'), item("c", "")),
       kArchiveMismatch},
      {"header of nothing", tar_of({item("PaxHeader", pax("path", "a"), 'x')}), kMalformed},
      {"records that are none", described(item("PaxHeader", "12 path=a", 'x'), item("c", "")), kMalformed},
      {"record with a wrong length", described(item("PaxHeader", "99 path=a\n", 'x'), item("c", "")), kMalformed},
      {"long name that is too long",
       described(item("L", std::string(70'000, 'a') + std::string(1, '\0'), 'L'), item("c", "")), kMalformed},
      {"long name with a NUL inside", described(item("L", std::string("a\0b\0", 4), 'L'), item("c", "")),
       kArchiveMismatch},
      {"the same name twice", with([](Items& i) { i[1].name = "a.txt"; }), kArchiveDuplicate},
      {"the same name behind ./", with([](Items& i) { i[1].name = "./a.txt"; }), kArchiveDuplicate},
      {"the same name but for case", with([](Items& i) { i[1].name = "A.TXT"; }), kArchiveDuplicate},
      {"a safe pax name over an unsafe one",
       described(item("PaxHeader", pax("path", "safe.txt"), 'x'), item("../../evil", "x")), kArchiveMismatch},
      {"an unsafe pax name over a safe one",
       described(item("PaxHeader", pax("path", "../../evil"), 'x'), item("safe.txt", "x")), kPathTraversal},
      {"absolute", with([](Items& i) { i[0].name = "/etc/passwd"; }), kPathAbsolute},
      {"climbing", with([](Items& i) { i[0].name = "a/../../b"; }), kPathTraversal},
      {"climbing from here", with([](Items& i) { i[0].name = "./../b"; }), kPathTraversal},
      {"climbing by the prefix", with([](Items& i) { i[0].prefix = "../.."; }), kPathTraversal},
      {"PDF header in a name", with([](Items& i) { i[0].name = "%PDF-1.7"; }), kPolyglot},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const ArchiveOutcome outcome = run_tar(c.tar);
    EXPECT_TRUE(outcome.is_withheld_by(c.code)) << outcome.codes();
    ArchiveOptions lenient;
    lenient.release_members = true;
    EXPECT_FALSE(run_tar(c.tar, lenient).output.is_released);
  }
}

TEST(TarArchive, MembersAreCleanedWithheldOrLeftOut) {
  std::vector<TarItem> items = two();
  items[0].content = "a dirty file";
  const ArchiveOutcome cleaned = run_tar(tar_of(items));
  ASSERT_TRUE(cleaned.output.is_released) << cleaned.codes();
  EXPECT_EQ(files_of(to_string(cleaned.output.bytes)).at("a.txt"), "a clean file");
  items[0].content = "a bad file";
  EXPECT_TRUE(run_tar(tar_of(items)).is_withheld_by(FindingCode::kExecutable));
  ArchiveOptions lenient;
  lenient.release_members = true;
  const ArchiveOutcome without = run_tar(tar_of(items), lenient);
  ASSERT_TRUE(without.output.is_released) << without.codes();
  EXPECT_EQ(files_of(to_string(without.output.bytes)).size(), 1U);
}

TEST(TarArchive, EveryTruncationIsWithheld) {
  const std::string tar = tar_of(two());
  for (std::size_t n = 0; n < tar.size(); ++n) {
    EXPECT_FALSE(run_tar(tar.substr(0, n)).output.is_released) << "cut to " << n;
  }
}

TEST(TarArchive, EveryFlippedByteIsWithheldOrHarmless) {
  const std::string tar = tar_of(two());
  for (std::size_t i = 0; i < tar.size(); ++i) {
    std::string flipped = tar;
    flipped[i] = static_cast<char>(static_cast<unsigned char>(flipped[i]) ^ 0x20U);
    const ArchiveOutcome outcome = run_tar(flipped);
    if (!outcome.output.is_released) {
      EXPECT_GE(outcome.findings.decision(), Decision::kQuarantine);
    } else {
      // Contents have no checksum in this format; padding is found and goes.
      EXPECT_EQ(outcome.contents.size(), 2U) << "byte " << i;
    }
  }
}

TEST(TarArchive, ManyHeadersStayInTheirBudget) {
  std::string tar;
  for (int i = 0; i < 20'000; ++i) tar += item("f" + std::to_string(i), "").build();
  tar += std::string(1024, '\0');
  EXPECT_TRUE(run_tar(tar).is_withheld_by(FindingCode::kArchiveEntries));
  Limits nodes;
  nodes.max_nodes = 100;
  const ArchiveOutcome outcome = run_tar(tar, {}, nodes);
  EXPECT_TRUE(outcome.is_withheld_by(FindingCode::kBudget)) << outcome.codes();
  ArchiveOptions small;
  small.max_member_bytes = 500;
  EXPECT_TRUE(run_tar(tar_of(two()), small).is_withheld_by(FindingCode::kArchiveRatio));
}

}  // namespace
}  // namespace sluice::sanitize
