// Hosts as browsers read them: the cases of the WHATWG host parser, and URLs that try to hide which host they lead to.
#include "url/host.h"

#include <gtest/gtest.h>

namespace sluice::url {
namespace {

struct HostCase {
  std::string text;
  const char* name;  ///< "-" where there is none
};

std::string name_of(const std::optional<Host>& host) { return host ? host->name : "-"; }

TEST(Host, Parser) {
  const std::vector<HostCase> cases = {
      {"h.example", "h.example"},
      {"H.EXAMPLE", "h.example"},
      {"h.example.", "h.example"},
      {"%68.example", "h.example"},
      {"h%2Eexample", "h.example"},
      {"h%2eexample%2E", "h.example"},
      {"\xEF\xBD\x88.example", "h.example"},  // full-width letter
      {"h\xEF\xBC\x8E"
       "example",
       "h.example"},  // full-width dot
      {"h\xE3\x80\x82"
       "example",
       "h.example"},  // ideographic dot
      {"h\xEF\xBD\xA1"
       "example",
       "h.example"},  // half-width ideographic dot
      {"h\xC2\xAD.ex\xE2\x80\x8B"
       "ample",
       "h.example"},  // soft hyphen and zero width space
      {"%EF%BD%88.example", "h.example"},
      {"\xEF\xBC\x91\xEF\xBC\x92\xEF\xBC\x97.1", "127.0.0.1"},  // full-width digits
      {"%31%32%37.1", "127.0.0.1"},
      {"\xE2\x91\xA0\xE2\x91\xA1\xE2\x91\xA6.0.0.1", "127.0.0.1"},  // circled digits
      {"0x7f.1", "127.0.0.1"},
      {"a.0x7f", "-"},
      {"1.2.3.256", "-"},
      {"1.2.3.4.5", "-"},
      {"1.2.3.09", "-"},
      {"1.2.3.08a", "1.2.3.08a"},
      {"0x7f.a", "0x7f.a"},
      {"a..example", "-"},
      {".a.example", "-"},
      {"127.0...", "-"},
      {"[::1]", "[::1]"},
      {"[::ffff:127.0.0.1]", "127.0.0.1"},
      {"[::1", "-"},
      {"[::1]x", "-"},
      {"[]", "-"},
      {"", "-"},
      {".", "-"},
      {"a b", "-"},
      {"a%20b", "-"},
      {"a%00b", "-"},
      {"a%2fb", "-"},
      {"a%40b", "-"},
      {"a:b", "-"},
      {"a<b", "-"},
      {"a%", "-"},
      {"a%zz", "-"},
      {"\xD0\xB0.example", "-"},  // Cyrillic: there is no punycode here
      {"\xFF.example", "-"},
      {"a_b.example", "a_b.example"},
  };
  for (const HostCase& c : cases) EXPECT_EQ(name_of(parse_host(c.text)), c.name) << c.text;
}

TEST(Host, OfAUrlInABrowser) {
  const std::vector<HostCase> cases = {
      {"https://h.example/x", "h.example"},
      {"HTTPS://h.example", "h.example"},
      {"https:h.example", "h.example"},
      {"https:/h.example", "h.example"},
      {"https:////h.example", "h.example"},
      {"https:\\\\h.example\\x", "h.example"},
      {"ht\ntps:/\t/h.ex\r\nample/x", "h.example"},
      {"https://good.example@evil.example/", "evil.example"},
      {"https://good.example:80@evil.example/", "evil.example"},
      {"https://a@b@evil.example/", "evil.example"},
      {"https://evil.example\\@good.example/", "evil.example"},
      {"https://evil.example?@good.example/", "evil.example"},
      {"https://evil.example#@good.example/", "evil.example"},
      {"https://h.example:8080/", "h.example"},
      {"http://[::1]:80/", "[::1]"},
      {"http://user@[::1]/", "[::1]"},
      {"http://0251.0376.43518/", "169.254.169.254"},
      {"ftp://h.example", "h.example"},
      {"wss://h.example", "h.example"},
      {"http://[::1", "-"},
      {"https://", "-"},
      {"https:///", "-"},
      {"javascript:alert(1)", "-"},
      {"file:///etc/passwd", "-"},
      {"h.example", "-"},
      {"", "-"},
  };
  for (const HostCase& c : cases) EXPECT_EQ(name_of(browser_host(c.text)), c.name) << c.text;
}

}  // namespace
}  // namespace sluice::url
