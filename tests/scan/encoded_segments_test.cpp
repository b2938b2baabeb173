#include "scan/encoded_segments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <tuple>

#include "scan/escape_windows.h"
#include "support/encoders.h"

namespace sluice::scan {
namespace {

using testing::in_base64;
using testing::in_wrapped_base64;
using Segments = std::vector<std::tuple<int, bool, std::uint64_t, std::uint64_t>>;

Segments sorted(const std::vector<EncodedSegment>& found) {
  Segments out;
  for (const EncodedSegment& s : found) out.emplace_back(static_cast<int>(s.step), s.is_gzip, s.begin, s.end);
  std::sort(out.begin(), out.end());
  return out;
}

// Reads the text as it arrives at `cuts`; what is before open_from() is given up.
Segments read_split(std::string_view text, const std::vector<std::size_t>& cuts) {
  EncodedSegments reader;
  std::vector<EncodedSegment> found;
  std::uint64_t base = 0;
  const auto step = [&](std::size_t end, bool is_last) {
    reader.read(as_bytes(text.substr(base, end - base)), base, is_last);
    for (const EncodedSegment& segment : reader.take()) {
      EXPECT_GE(segment.begin, base) << "a segment begins before what was given up";
      EXPECT_LE(segment.end, end);
      found.push_back(segment);
    }
    EXPECT_GE(reader.open_from(), base);
    EXPECT_LE(reader.open_from(), end);
    base = reader.open_from();
  };
  for (const std::size_t cut : cuts) step(cut, false);
  step(text.size(), true);
  return sorted(found);
}

TEST(EncodedSegments, CoverTheTextFromItsFirstWholeGroup) {
  const std::string text = "see this sentence of ordinary text";
  for (std::size_t glued = 0; glued < 9; ++glued) {
    const std::string all = "= " + std::string(glued, 'Z') + in_base64(text) + " =";
    const Segments found = read_split(all, {});
    const std::uint64_t begin = 2 + glued;
    const bool is_covered = std::any_of(found.begin(), found.end(), [&](const auto& segment) {
      return std::get<2>(segment) <= begin && (begin - std::get<2>(segment)) % 4 == 0 &&
             std::get<3>(segment) >= begin + in_base64(text).find('=');
    });
    EXPECT_TRUE(is_covered) << all;
  }
}

TEST(EncodedSegments, ShortOrUndecodableRunsHoldNone) {
  for (const std::string& text :
       {std::string("c2VlIHRoaXMgc2VudGVuY2U"), std::string("an_ordinary_identifier_with_many_words"),
        std::string("/usr/lib/python3/dist-packages/numpy/core"),
        std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4"), std::string(100, '-'), std::string(100, '_'),
        std::string()}) {
    EXPECT_TRUE(read_split(text + ".", {}).empty()) << text;
  }
  // One character more is enough.
  EXPECT_FALSE(read_split("c2VlIHRoaXMgc2VudGVuY2Uu", {}).empty());
}

TEST(EncodedSegments, LineBreaksBelongToTheRunWhereLinesAreLong) {
  const std::string encoded = in_base64(std::string(200, 'a'));
  for (const std::string_view between : {"\n", "\r\n", "\n    ", "\n\t", "\\n", "\\r\\n"}) {
    const std::string text = encoded.substr(0, 76) + std::string(between) + encoded.substr(76, 76) + ".";
    EXPECT_EQ(std::get<3>(read_split(text, {}).back()), text.size() - 1) << between;
  }
  for (const std::string_view between : {"\n\n", " ", "\n \"", "\r", "\\t", "\n                     "}) {
    const std::string text = encoded.substr(0, 76) + std::string(between) + encoded.substr(76, 76) + ".";
    for (const auto& segment : read_split(text, {})) {
      EXPECT_TRUE(std::get<3>(segment) <= 76 || std::get<2>(segment) >= 76) << between;
    }
  }
}

TEST(EncodedSegments, EverySplitGivesTheSame) {
  std::mt19937 random(8);
  std::vector<std::string> texts = {
      in_base64("a sentence that is long enough to be found") + "\n",
      "x" + in_wrapped_base64(std::string(150, 'q') + "some text at the end"),
      in_base64(std::string("\xff\xfe") + "some text in between" + "\xff\xff" + "and here again some"),
      codec::encode_hex(as_bytes("hex of a sentence that is long")) + "ff",
      "H4sIAAAAAAAAA" + std::string(40, 'x') + " " + "1f8b0800000000000003" + std::string(30, 'e') + ".",
      in_base64("first line of the text here") + "\\n" + in_base64("and second line, escaped") + "\\",
      in_base64("the last run is open at the en"),
      std::string(30, 'A') + "\r\n" + std::string(30, 'B') + "\r" + std::string(30, 'C') + "\\r",
  };
  for (int i = 0; i < 40; ++i) {
    std::string text;
    while (text.size() < 150) {
      std::string part(random() % 30, '\0');
      for (char& c : part) c = static_cast<char>(random() % 8 == 0 ? random() : 'a' + random() % 26);
      text += random() % 2 == 0 ? in_base64(part) : codec::encode_hex(as_bytes(part));
      if (random() % 3 == 0) text += " \n\\n=."[random() % 6];
    }
    texts.push_back(text);
  }
  for (const std::string& text : texts) {
    const Segments whole = read_split(text, {});
    for (std::size_t first = 0; first <= text.size(); ++first) {
      ASSERT_EQ(read_split(text, {first}), whole) << text << " at " << first;
      const std::size_t second = first + random() % (text.size() - first + 1);
      ASSERT_EQ(read_split(text, {first, second}), whole) << text << " at " << first << " and " << second;
    }
    std::vector<std::size_t> bytes;
    for (std::size_t at = 0; at < text.size(); ++at) bytes.push_back(at);
    ASSERT_EQ(read_split(text, bytes), whole) << text;
  }
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> windows_split(std::string_view text,
                                                                   const std::vector<std::size_t>& cuts) {
  EscapeWindows reader;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
  std::uint64_t base = 0;
  const auto step = [&](std::size_t end, bool is_last) {
    reader.read(as_bytes(text.substr(base, end - base)), base, is_last);
    for (const EscapeWindow& window : reader.take()) {
      EXPECT_GE(window.begin, base);
      found.emplace_back(window.begin, window.end);
    }
    EXPECT_GE(reader.open_from(), base);
    base = reader.open_from();
  };
  for (const std::size_t cut : cuts) step(cut, false);
  step(text.size(), true);
  return found;
}

TEST(EscapeWindows, AreTheLinesWithEscapes) {
  const std::string text = "first\nsecond \\u0067 x\nthird %zz &\nfourth %41%42\nlast \\n";
  const auto found = windows_split(text, {});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(text.substr(found[0].first, found[0].second - found[0].first), "second \\u0067 x");
  EXPECT_EQ(text.substr(found[1].first, found[1].second - found[1].first), "fourth %41%42");
}

TEST(EscapeWindows, ReachSoFarInLongLines) {
  const std::string text = std::string(10'000, 'a') + "%41" + std::string(10'000, 'b');
  const auto found = windows_split(text, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].first, 10'000 - EscapeWindows::kBytesBefore);
  EXPECT_EQ(found[0].second, 10'003 + EscapeWindows::kBytesAfter);
}

TEST(EscapeWindows, EverySplitGivesTheSame) {
  std::mt19937 random(9);
  std::vector<std::string> texts = {"a\nb \\u0067 c\nd",     "%41", "x %4",
                                    "&#x67;&#x67;\n\n&amp;", "\\",  "\\\\u0067\n%41\n"};
  for (int i = 0; i < 20; ++i) {
    std::string text;
    while (text.size() < 200) {
      static const char* const kParts[] = {"%41", "\\u0067", "&lt;", "\n", "text ", "\\\\", "%", "&#6", "\\x6"};
      text += kParts[random() % 9];
      if (random() % 20 == 0) text += std::string(random() % 6'000, 'f');
    }
    texts.push_back(text);
  }
  texts.push_back(std::string(150, ' ') + testing::in_entities(std::string(80'000, 'e')) + "\n" + "&#65;");
  for (const std::string& text : texts) {
    const auto whole = windows_split(text, {});
    const std::size_t stride = 1 + text.size() / 400;
    for (std::size_t at = 0; at <= text.size(); at += stride) {
      ASSERT_EQ(windows_split(text, {at}), whole) << text.substr(0, 300) << " at " << at;
    }
    std::vector<std::size_t> cuts;
    for (std::size_t at = 0; at < text.size(); at += 1 + random() % (stride * 4)) cuts.push_back(at);
    ASSERT_EQ(windows_split(text, cuts), whole) << text.substr(0, 300);
  }
}

}  // namespace
}  // namespace sluice::scan
