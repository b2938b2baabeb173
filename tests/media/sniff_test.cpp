#include "media/sniff.h"

#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "samples.h"
#include "support/golden.h"

namespace sluice::media {
namespace {

using testing::lit;
using testing::samples;

TEST(Sniff, TellsEveryKind) {
  std::set<MediaType> told;
  for (const auto& sample : samples()) {
    SCOPED_TRACE(sample.name);
    const Sniffed result = sniff(as_bytes(sample.bytes));
    EXPECT_EQ(type_name(result.type), type_name(sample.type)) << result.evidence;
    if (result.type != MediaType::kUnknown) {
      EXPECT_FALSE(result.evidence.empty());
    }
    told.insert(result.type);
  }
  EXPECT_GE(told.size(), 90U);
}

TEST(Sniff, EveryTypeIsToldByBytesOrByNameOnly) {
  std::set<MediaType> told;
  for (const auto& sample : samples()) told.insert(sample.type);
  for (std::size_t i = 0; i < type_count(); ++i) {
    const TypeInfo& info = type_info(static_cast<MediaType>(i));
    EXPECT_TRUE(told.contains(info.type) || info.is_name_only || !info.is_text || info.is_source) << info.name;
    if (!info.is_text && !info.is_name_only) {
      EXPECT_TRUE(told.contains(info.type)) << info.name << " has no sample";
    }
  }
}

TEST(Sniff, WhatLooksLikeASignatureInTextIsText) {
  for (const char* text :
       {"ID3 tags hold the title of a song.\n", "GIF89a is a picture format from 1989\n", "BM stands for bitmap\n",
        "MZ are the initials of Mark Zbikowski, who designed it in 1983 for DOS\n", "PK is short for Phil Katz\n",
        "RIFF is a container\n", "OggS\n", "GGUF is a format\n", "CWS is a company\n",
        "SQLite format 3 is a file format\n", "BZh9 is a header\n", "wOFF and wOF2\n", "P6 is the course number\n",
        "cat\ndog\nbird.\n", "fLaC\n", "Obj\n", "ORC is a columnar format, ORC", "070701,12,13 is not cpio\n"}) {
    SCOPED_TRACE(text);
    const Sniffed result = sniff(as_bytes(text));
    EXPECT_TRUE(type_info(result.type).is_text) << type_name(result.type) << ": " << result.evidence;
  }
}

TEST(Sniff, APdfBehindTextIsAPdf) {
  const std::string end = "%PDF-1.4\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n";
  for (const char* text : {"hello\n", "#!/bin/sh\n", "{\"a\": 1}\n", "        "}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(sniff(as_bytes(text + end)).type, MediaType::kPdf);
    EXPECT_NE(sniff(as_bytes(text + std::string("%PDF-1.4 begins a document\n"))).type, MediaType::kPdf);
  }
}

TEST(Sniff, ProseIsNotStructure) {
  for (const char* text :
       {"[INFO] started\n[INFO] done\n", "{% if x %}", "[1] a footnote", "{not json}", "<fred> hello\n<ada> hi\n",
        "<-- see above", "a < b and b > c", "One, two.\nThree, four.\nFive, six.\nSeven.\n", "x\n",
        "{\"a\": 1} trailing", "[1, 2", "{\"a\": tru}", "<3 you\n"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(type_name(sniff(as_bytes(text)).type), "text/plain");
  }
}

TEST(Sniff, GuessesTheEncoding) {
  const std::map<std::string, TextEncoding> cases = {
      {"ascii", TextEncoding::kAscii},
      {"caf\xC3\xA9", TextEncoding::kUtf8},
      {"caf\xE9 is not UTF-8", TextEncoding::kEightBit},
      {lit("\xFE\xFF\0h\0i"), TextEncoding::kUtf16Be},
      {lit("\0\0\xFE\xFF\0\0\0h"), TextEncoding::kUtf32Be},
      {lit("\x01\x02\x03\x04\0\0"), TextEncoding::kNone},
  };
  for (const auto& [text, encoding] : cases) EXPECT_EQ(sniff(as_bytes(text)).encoding, encoding) << text;
}

TEST(Sniff, ASequenceThatTheHeadCutsIsStillUtf8) {
  std::string text(kSniffHeadBytes - 1, 'a');
  text += "\xC3\xA9 and more";
  EXPECT_EQ(sniff(as_bytes(text)).encoding, TextEncoding::kUtf8);
  text[kSniffHeadBytes - 1] = '\xE9';  // now really another code
  text[kSniffHeadBytes] = 'b';
  EXPECT_EQ(sniff(as_bytes(text)).encoding, TextEncoding::kUtf8);  // the head alone cannot tell
  text[100] = '\xE9';
  EXPECT_EQ(sniff(as_bytes(text)).encoding, TextEncoding::kEightBit);
}

TEST(Sniff, LongNotebookSaysSoAtItsEnd) {
  std::string cells = "{\"cells\": [";
  for (int i = 0; i < 3000; ++i) cells += "{\"cell_type\": \"code\", \"source\": []},";
  cells += "{}], \"nbformat\": 4}";
  ASSERT_GT(cells.size(), kSniffHeadBytes);
  EXPECT_EQ(sniff(as_bytes(cells)).type, MediaType::kNotebook);
}

TEST(Sniff, PrefixesNeverCrashAndEmptyAppendChangesNothing) {
  for (const auto& sample : samples()) {
    for (std::size_t n = 0; n <= std::min<std::size_t>(sample.bytes.size(), 600); ++n) {
      const std::string prefix = sample.bytes.substr(0, n);
      const Sniffed first = sniff(as_bytes(prefix));
      const Sniffed again = sniff(as_bytes(prefix + std::string()));
      EXPECT_EQ(first.type, again.type);
    }
  }
}

// Files nobody here wrote: their extension and our answer agree.
TEST(Sniff, InstalledFilesAgreeWithTheirExtension) {
  const std::map<std::string, MediaType> extensions = {
      {".png", MediaType::kPng}, {".gif", MediaType::kGif}, {".jpg", MediaType::kJpeg}, {".gz", MediaType::kGzip},
      {".pyc", MediaType::kPyc}, {".mo", MediaType::kMo},   {".svg", MediaType::kSvg},  {".ttf", MediaType::kTtf},
      {".pdf", MediaType::kPdf}, {".so", MediaType::kElf},  {".zip", MediaType::kZip},  {".xz", MediaType::kXz},
  };
  std::map<std::string, std::size_t> seen;
  std::ostringstream others;
  std::size_t other = 0;
  for (const char* root : {"/usr/share", "/usr/lib/python3", "/usr/lib/python3.11"}) {
    std::error_code error;
    auto it = std::filesystem::recursive_directory_iterator(
        root, std::filesystem::directory_options::skip_permission_denied, error);
    if (error) continue;
    for (const auto& entry : it) {
      const std::string extension = entry.path().extension();
      const auto wanted = extensions.find(extension);
      if (wanted == extensions.end() || !entry.is_regular_file(error) || seen[extension] >= 500) continue;
      if (entry.file_size(error) == 0) continue;
      const std::string bytes = sluice::testing::read_file(entry.path());
      if (wanted->second == MediaType::kElf && !bytes.starts_with("\x7F")) continue;  // linker scripts
      const Sniffed result = sniff(as_bytes(bytes));
      ++seen[extension];
      if (result.type == wanted->second) continue;
      // Test data of other packages is not always what it is called.
      others << entry.path() << " is " << type_name(result.type) << ": " << result.evidence << "\n";
      ++other;
    }
  }
  if (seen.empty()) GTEST_SKIP() << "no installed files to look at";
  std::size_t total = 0;
  for (const auto& [extension, count] : seen) total += count;
  RecordProperty("files", static_cast<int>(total));
  EXPECT_GT(total, 0U);
  EXPECT_LE(other, total / 500) << others.str();
}

}  // namespace
}  // namespace sluice::media
