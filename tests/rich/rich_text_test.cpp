#include "sanitize/chart/rich_text.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice::sanitize {
namespace {

// Lets every host stand but one.
class LinkHost final : public MemberHost {
 public:
  LeafTexts scan(const TextProjection& /*projection*/) override { return {}; }
  Member check_member(const MemberInfo& /*info*/, ByteView /*bytes*/) override { return {}; }
  bool allows_url(UrlUse use, std::string_view url) override {
    return use == UrlUse::kLink && url.find("refused.example") == std::string_view::npos;
  }
  const SecretScrubber* scrubber() const noexcept override { return nullptr; }
};

std::string clean(const std::string& text) {
  LinkHost host;
  std::string out;
  return clean_rich_text(text, host, out) ? out : text;
}

TEST(RichText, Cases) {
  struct Case {
    const char* name;
    const char* text;
    const char* clean;
  };
  const Case cases[] = {
      {"plain", "a & b", "a & b"},
      {"kept tags", "<b>a</b><br><sub>2</sub>", "<b>a</b><br><sub>2</sub>"},
      {"attributes go", "<span style='x'>a</span>", "<span>a</span>"},
      {"spelled otherwise", "<B>a</B ><br/>", "<b>a</b><br>"},
      {"link", "<a href=\"http://a.example/?q=1\">x</a>", "<a href=\"http://a.example/?q=1\">x</a>"},
      {"link without quotes", "<a href=https://a.example>x</a>", "<a href=\"https://a.example\">x</a>"},
      {"second attribute", "<a target=\"_top\" href = 'https://a.example'>x</a>",
       "<a href=\"https://a.example\">x</a>"},
      {"refused host", "<a href=\"https://refused.example/\">x</a>", "x</a>"},
      {"script address", "<a href=\"javascript:alert(1)\">x", "x"},
      {"tab in a scheme", "<a href=\"java\tscript:alert(1)\">x", "x"},
      {"entity in an address", "<a href=\"https://a.example/&#x6a;\">x", "x"},
      {"data address", "<a href='data:text/html,x'>x", "x"},
      {"quote in an address", "<a href='https://a.example/\"onclick=x'>x", "x"},
      {"other tags go", "<img src=x onerror=alert(1)>a<svg/onload=x>", "a"},
      {"comment", "<!-- a -->b<?p?>", "b"},
      {"tag in a tag", "<scr<b>ipt>", "&lt;scr<b>ipt>"},
      {"made by removing", "<<x>b>", "&lt;b>"},
      {"never closed", "a <b", "a &lt;b"},
      {"comparison", "1 < 2, 3<4, a <", "1 < 2, 3<4, a <"},
      {"name that only begins like one", "<bx>a</b-c>", "a"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(clean(c.text), c.clean);
    EXPECT_EQ(clean(c.clean), c.clean);
  }
}

TEST(RichText, EveryTextOfAFewCharactersIsAFixedPoint) {
  const std::string letters = "<>/b x=";
  std::string text(5, letters[0]);
  for (std::size_t i = 0; i < 7 * 7 * 7 * 7 * 7; ++i) {
    std::size_t rest = i;
    for (char& c : text) {
      c = letters[rest % letters.size()];
      rest /= letters.size();
    }
    const std::string once = clean(text);
    ASSERT_EQ(clean(once), once) << text;
  }
}

}  // namespace
}  // namespace sluice::sanitize
