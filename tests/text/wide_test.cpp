#include "text/wide.h"

namespace sluice::text {
namespace {

std::string widened(const std::string& text, std::size_t unit, bool is_little) {
  std::string wide;
  for (const char c : text) {
    std::string bytes(unit, '\0');
    bytes[is_little ? 0 : unit - 1] = c;
    wide += bytes;
  }
  return wide;
}

TEST(WideEncoding, TellsUtf16AndUtf32) {
  const std::string words = "The quick brown fox, twice.\n";
  struct Case {
    const char* name;
    std::string bytes;
    WideEncoding encoding;
  };
  const Case cases[] = {
      {"little", widened(words, 2, true), WideEncoding::kUtf16Le},
      {"big", widened(words, 2, false), WideEncoding::kUtf16Be},
      {"little 32", widened(words, 4, true), WideEncoding::kUtf32Le},
      {"big 32", widened(words, 4, false), WideEncoding::kUtf32Be},
      {"mark little",
       std::string("\xFF\xFE"
                   "a",
                   3),
       WideEncoding::kUtf16Le},
      {"mark big", "\xFE\xFF", WideEncoding::kUtf16Be},
      {"mark little 32", std::string("\xFF\xFE\0\0a\0\0\0", 8), WideEncoding::kUtf32Le},
      {"mark big 32", std::string("\0\0\xFE\xFF", 4), WideEncoding::kUtf32Be},
      {"plain", words, WideEncoding::kNone},
      {"utf-8 mark", "\xEF\xBB\xBFtext and more", WideEncoding::kNone},
      {"empty", "", WideEncoding::kNone},
      {"nothing but NUL", std::string(64, '\0'), WideEncoding::kNone},
      {"a few NUL", words + std::string(3, '\0') + words, WideEncoding::kNone},
      {"short", std::string("a\0b\0", 4), WideEncoding::kNone},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(detect_utf16(as_bytes(c.bytes)), c.encoding);
    EXPECT_EQ(wide_encoding_name(c.encoding).empty(), c.encoding == WideEncoding::kNone);
  }
}

}  // namespace
}  // namespace sluice::text
