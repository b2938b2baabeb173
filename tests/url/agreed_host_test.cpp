// Which host a URL goes to, where every reader agrees, and that no spelling of another passes the list of domains.
#include "url/agreed_host.h"

#include <gtest/gtest.h>

namespace sluice::url {
namespace {

struct HostCase {
  const char* name;
  std::string url;
  const char* host;  // empty: no reader may be trusted to agree
};

TEST(AgreedHost, IsWhatEveryReaderTakes) {
  const std::vector<HostCase> cases = {
      {"plain", "https://a.example/x", "a.example"},
      {"no path", "https://a.example", "a.example"},
      {"query", "https://a.example?x=1", "a.example"},
      {"fragment", "https://a.example#x", "a.example"},
      {"upper case", "HTTPS://A.Example/x", "a.example"},
      {"port", "http://a.example:8080/x", "a.example"},
      {"empty port", "http://a.example:/x", "a.example"},
      {"user", "https://user@a.example/x", "a.example"},
      {"user and password", "https://u:p@a.example/x", "a.example"},
      {"user that looks like a host", "https://a.example@evil.example/x", "evil.example"},
      {"at sign in the path", "https://evil.example/@a.example", "evil.example"},
      {"root dot", "https://a.example./x", "a.example"},
      {"end of a sentence", "https://a.example.", "a.example"},
      {"in parentheses", "https://a.example),", "a.example"},
      {"in quotes", "https://a.example:80'", "a.example"},
      {"websocket", "wss://a.example/x", "a.example"},
      {"punycode", "https://xn--bcher-kva.example/", "xn--bcher-kva.example"},
      {"IPv4", "http://127.0.0.1:80/", "127.0.0.1"},
      {"digits in a name", "http://1.2.3.4a/", "1.2.3.4a"},
  };
  for (const HostCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(agreed_host(as_bytes(c.url)), c.host) << c.url;
  }
}

TEST(AgreedHost, IsEmptyWhereReadersDiffer) {
  const std::vector<HostCase> cases = {
      {"backslash before at", "https://a.example\\@evil.example/", ""},
      {"backslash at the end", "https://a.example\\", ""},
      {"backslash as slash", "https:\\\\a.example/", ""},
      {"backslash in the user", "https://evil.example\\@a.example/", ""},
      {"third slash", "https:///a.example/", ""},
      {"one slash", "https:/a.example/", ""},
      {"tab inside", "https://a.exa\tmple/", ""},
      {"newline inside", "https://a.example\n@evil.example/", ""},
      {"carriage return", "https://a.example\r.evil.example/", ""},
      {"space", "https://a.example .evil.example/", ""},
      {"NUL", std::string("https://a.example\0.evil.example/", 32), ""},
      {"DEL", "https://a.example\x7f/", ""},
      {"two at signs", "https://a@a.example@evil.example/", ""},
      {"odd user", "https://a.example'@evil.example/", ""},
      {"escaped user", "https://evil.example%2f@a.example/", ""},
      {"query before at", "https://a.example?@evil.example/", ""},
      {"fragment before at", "https://a.example#@evil.example/", ""},
      {"query and backslash", "https://a.example?\\@evil.example/", ""},
      {"name in the port", "https://a.example:80.evil.example/", ""},
      {"two ports", "https://a.example:80:80/", ""},
      {"escaped dot", "https://a%2eexample/", ""},
      {"escaped slash", "https://a.example%2f.evil.example/", ""},
      {"fullwidth dot",
       "https://a\xEF\xBC\x8E"
       "example/",
       ""},
      {"ideographic dot",
       "https://a\xE3\x80\x82"
       "example/",
       ""},
      {"halfwidth dot",
       "https://a\xEF\xBD\xA1"
       "example/",
       ""},
      {"fullwidth letters", "https://\xEF\xBD\x81.example/", ""},
      {"cyrillic letter", "https://\xD0\xB0.example/", ""},
      {"soft hyphen", "https://a\xC2\xAD.example/", ""},
      {"zero width", "https://a\xE2\x80\x8B.example/", ""},
      {"slash homograph", "https://a.example\xE2\x81\x84.evil.example/", ""},
      {"two root dots", "https://a.example../", ""},
      {"empty label", "https://a..example/", ""},
      {"leading dot", "https://.a.example/", ""},
      {"hyphen at the end of a label", "https://a-.example/", ""},
      {"underscore", "https://a_b.example/", ""},
      {"no host", "https://", ""},
      {"user alone", "https://user@/", ""},
      {"port alone", "https://:80/", ""},
      {"IPv6", "http://[::1]/", ""},
      {"IPv6 and more", "http://[::1].a.example/", ""},
      {"IPv4 in one number", "http://2130706433/", ""},
      {"IPv4 in hex", "http://0x7f.0.0.1/", ""},
      {"IPv4 with hex end", "http://127.0.0.0x1/", ""},
      {"IPv4 in octal", "http://0177.0.0.1/", ""},
      {"IPv4 in three parts", "http://127.0.1/", ""},
      {"IPv4 out of range", "http://256.0.0.1/", ""},
      {"quote in the name", "https://a.example'.evil.example", ""},
      {"brace in the name", "https://a.example{.evil.example", ""},
      {"endless punctuation", "https://a.example" + std::string(60, ')'), ""},
      {"long label", "https://" + std::string(64, 'a') + ".example/", ""},
      {"script", "javascript://a.example/%0aalert(1)", ""},
      {"data", "data:text/html,https://a.example/", ""},
      {"file", "file://a.example/etc/passwd", ""},
      {"another scheme before", "x:https://a.example/", ""},
  };
  for (const HostCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(agreed_host(as_bytes(c.url)), c.host) << c.url;
  }
}

TEST(AgreedHost, DomainsAndWildcards) {
  struct ListCase {
    const char* host;
    bool is_allowed;
  };
  const std::vector<std::string> domains = {"a.example", "*.b.example"};
  const std::vector<ListCase> cases = {
      {"a.example", true},  {"x.a.example", false},  {"xa.example", false}, {"x.b.example", true},
      {"b.example", false}, {"x.y.b.example", true}, {"xb.example", false}, {"", false}};
  for (const ListCase& c : cases) EXPECT_EQ(is_allowed_host(c.host, domains), c.is_allowed) << c.host;
}

}  // namespace
}  // namespace sluice::url
