#include "sanitize/pdf/readable_text.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice::sanitize {
namespace {

TEST(PdfReadableText, TextsBecomeUtf8WithoutControls) {
  struct Case {
    const char* name;
    std::string text;
    std::string readable;
  };
  for (const Case& c : {Case{"ASCII", "plain", "plain"}, Case{"UTF-8 stays", "\xC3\xA4", "\xC3\xA4"},
                        Case{"other bytes are read as Latin-1", "a\xE4", "a\xC3\xA4"},
                        Case{"codes of a font go", std::string("\0\x01z\x7F", 4), "z"},
                        Case{"C1 controls go", "\x85z\xE4", "z\xC3\xA4"}, Case{"nothing", "", ""}}) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(readable_text(c.text), c.readable);
  }
}

}  // namespace
}  // namespace sluice::sanitize
