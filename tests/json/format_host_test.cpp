// Formats of hosts, addresses, mail and references: what the official suite does not ask.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "json/formats.h"

namespace sluice::json {
namespace {

using namespace std::string_literals;

struct Row {
  const char* format;
  std::string text;
  bool is_valid;
};

void check(const std::vector<Row>& table) {
  for (const Row& row : table) {
    ASSERT_NE(format_named(row.format), Format::kNone) << row.format;
    EXPECT_EQ(has_format(format_named(row.format), row.text), row.is_valid) << row.format << ' ' << row.text;
  }
}

TEST(JsonFormat, Hosts) {
  const std::string label(63, 'a');
  const std::string longest = label + '.' + label + '.' + label + '.' + std::string(61, 'a');
  check({
      {"hostname", longest, true},
      {"hostname", longest + 'a', false},
      {"hostname", label + 'a', false},
      {"hostname", "a-b.C1", true},
      {"hostname", "1.2.3.4", true},
      {"hostname", "ab--cd", true},
      {"hostname", "a..b", false},
      {"hostname", "a.-b", false},
      {"hostname", "a-.b", false},
      {"hostname", "a_b", false},
      {"hostname", "a\0b"s, false},
      {"hostname",
       "b\xC3\xBC"
       "cher.example",
       false},
      {"hostname", "xn--bcher-kva.example", true},
      {"hostname", "XN--BCHER-KVA.example", true},
      {"hostname", "xn--.example", false},
      {"hostname", "xn--a.example", false},
      {"hostname", "xn--bcher-kvb.example", false},
      {"hostname", "0a.xn--4db", false},
      {"hostname", "a0.xn--4db", true},
      {"host-name", "a", true},
      {"idn-hostname", longest, true},
      {"idn-hostname", longest + 'a', false},
      {"idn-hostname",
       "b\xC3\xBC"
       "cher.example",
       true},
      {"idn-hostname",
       "B\xC3\xBC"
       "cher.example",
       false},
      {"idn-hostname",
       "bu\xCC\x88"
       "cher.example",
       false},
      {"idn-hostname",
       "b\xC3\xBC"
       "cher\0.example"s,
       false},
      {"idn-hostname", "b\xC3\xBC-", false},
      {"idn-hostname", "b\xC3\xBC_", false},
      {"idn-hostname", "b\xC3", false},
      {"idn-hostname", "\xED\xA0\x80", false},
      {"idn-hostname", "a.\xE3\x80\x82", false},
      {"idn-hostname",
       "xn--bcher-kva.b\xC3\xBC"
       "cher",
       true},
      {"idn-hostname", "a0.\xD7\x90", true},
      {"idn-hostname", "0a.\xD7\x90", false},
      {"idn-hostname", "a-1.\xD7\x90", true},
      {"idn-hostname", "\xF0\x9F\x98\x80", false},
      {"idn-hostname",
       "\xE2\x80\x8E"
       "a",
       false},
  });
}

TEST(JsonFormat, Addresses) {
  check({
      {"ipv4", "192.168.0.1", true},
      {"ipv4", "256.1.1.1", false},
      {"ipv4", "1.2.3.04", false},
      {"ipv4", "1.2.3", false},
      {"ipv4", "1.2.3.4\0"s, false},
      {"ip-address", "1.2.3.4", true},
      {"ipv6", "::", true},
      {"ipv6", "1::", true},
      {"ipv6", "1::d6:192.168.0.1", true},
      {"ipv6", "1:2:3:4:5:6:7:8", true},
      {"ipv6", "1:2:3:4:5:6:7::", true},
      {"ipv6", "::2:3:4:5:6:7:8", true},
      {"ipv6", "1:2:3:4:5:6:7:8::", false},
      {"ipv6", "1:2:3:4:5:6:7:8:9", false},
      {"ipv6", "1:2:3:4:5:6:7:1.2.3.4", false},
      {"ipv6", "1:2:3:4:5:6:1.2.3.4", true},
      {"ipv6", "1.2.3.4::", false},
      {"ipv6", "12345::", false},
      {"ipv6", "1::2::3", false},
      {"ipv6", "1:2:3:4:5:6:7:", false},
      {"ipv6", "::192.168.0.1.5", false},
      {"ipv6", "fe80::a%eth1", false},
      {"ipv6", ":2:3:4:5:6:7:8", false},
      {"ipv6", "", false},
      {"cidrv4", "10.0.0.0/8", true},
      {"cidrv4", "10.0.0.1/32", true},
      {"cidrv4", "10.0.0.0/33", false},
      {"cidrv4", "10.0.0.0/08", false},
      {"cidrv4", "10.0.0.0/", false},
      {"cidrv4", "10.0.0.0", false},
      {"cidrv6", "2001:db8::/32", true},
      {"cidrv6", "::/0", true},
      {"cidrv6", "::/128", true},
      {"cidrv6", "::/129", false},
      {"cidrv6", "::/1/2", false},
      {"cidrv6", "10.0.0.0/8", false},
  });
}

TEST(JsonFormat, Mail) {
  const std::string local(64, 'a');
  check({
      {"email", "joe.bloggs@example.com", true},
      {"email", "\"joe bloggs\"@example.com", true},
      {"email", "\"a\\\"b@c\"@example.com", true},
      {"email", "\"a\\\x01\"@example.com", false},
      {"email", "\"a\"b\"@example.com", false},
      {"email", "\"a\\\"@example.com", false},
      {"email", "\"\"@example.com", true},
      {"email", "te~st@example.com", true},
      {"email", ".test@example.com", false},
      {"email", "te..st@example.com", false},
      {"email", "test.@example.com", false},
      {"email", "joe", false},
      {"email", "a@b@example.com", false},
      {"email", "a@[127.0.0.1]", true},
      {"email", "a@[127.0.0.300]", false},
      {"email", "a@[IPv6:::1]", true},
      {"email", "a@[::1]", false},
      {"email", "a@[]", false},
      {"email", "a@-x.com", false},
      {"email", "a@localhost", true},
      {"email", "a@xn--x", true},  // RFC 5321 asks for letters, digits and hyphens only
      {"email", local + "@example.com", true},
      {"email", local + "a@example.com", false},
      {"email", "a\0b@example.com"s, false},
      {"email", "\xC3\xA4@example.com", false},
      {"email", "a@example.com ", false},
      {"idn-email", "a@example.com", true},
      {"idn-email", "a@xn--x", true},
      {"idn-email",
       "\xC3\xA4.\xC3\xB6@b\xC3\xBC"
       "cher.example",
       true},
      {"idn-email", "\"\xC3\xA4\"@example.com", true},
      {"idn-email", "\"\\\xC3\xA4\"@example.com", false},
      {"idn-email", "\xC3\xA4..\xC3\xB6@example.com", false},
      {"idn-email", "\xC3@example.com", false},
      {"idn-email",
       "a@b\xC3\xBC"
       "cher\xE3\x80\x82"
       "example",
       false},
      {"idn-email", "a@\xC2\xB7", false},
  });
}

TEST(JsonFormat, References) {
  check({
      {"uri", "http://foo.bar/?baz=qux#quux", true},
      {"uri", "mailto:a@example.com", true},
      {"uri", "urn:oasis:names:x", true},
      {"uri", "a:", true},
      {"uri", "a+b-c.1:/", true},
      {"uri", "file:///etc/hosts", true},
      {"uri", "http:///x", true},
      {"uri", "//foo.bar/", false},
      {"uri", "abc", false},
      {"uri", ":a", false},
      {"uri", "", false},
      {"uri", "http:// space", false},
      {"uri", "ldap://[2001:db8::7]/c=GB?one", true},
      {"uri", "http://[v1.a:b]/", true},
      {"uri", "http://[v1.]/", false},
      {"uri", "http://[v.a]/", false},
      {"uri", "http://[::1", false},
      {"uri", "http://[::1]8/", false},
      {"uri", "http://[::1]:8/", true},
      {"uri", "http://[fe80::1%25en0]/", false},
      {"uri", "http://a:b@c:8080/%41", true},
      {"uri", "http://c:/", true},
      {"uri", "http://a@b@c/", false},
      {"uri", "http://x/%4", false},
      {"uri", "http://x%4/", false},
      {"uri", "http://x:8a/", false},
      {"uri", "http://x/?a#b#c", false},
      {"uri", "http://x/?a?b", true},
      {"uri", "http://x/[", false},
      {"uri", "bar,baz:foo", false},
      {"uri", "http://x/\0"s, false},
      {"uri-reference", "", true},
      {"uri-reference", "a/b:c", true},
      {"uri-reference", "a:b", true},
      {"uri-reference", "a_b:c", false},
      {"uri-reference", "%41:b", false},
      {"uri-reference", "./a:b", true},
      {"uri-reference", "/a:b", true},
      {"uri-reference", "?a:b", true},
      {"uri-reference", "\xC3\xA4", false},
      {"iri",
       "http://b\xC3\xBC"
       "cher.example/\xC3\xA4?\xEE\x80\x80#\xC3\xB6",
       true},
      {"iri",
       "http://b\xC3\xBC"
       "cher.example/\xEE\x80\x80",
       false},
      {"iri",
       "http://b\xC3\xBC"
       "cher.example/#\xEE\x80\x80",
       false},
      {"iri",
       "http://\xC3\xA4@b\xC3\xBC"
       "cher.example:1/",
       true},
      {"iri", "\xC3\xA4:b", false},
      {"iri", "http://a/\xC2\x80", false},
      {"iri", "http://a/\xE2\x80\xAE", false},
      {"iri", "http://a/\xEF\xBF\xBE", false},
      {"iri", "http://a/\xC3", false},
      {"iri-reference", "\xC3\xA4", true},
      {"iri-reference", "\xC3\xA4:b", false},
      {"iri-reference", "/\xC3\xA4:b", true},
  });
}

}  // namespace
}  // namespace sluice::json
