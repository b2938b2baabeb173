#include "text/idn_host.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sluice::text {
namespace {

using namespace std::string_literals;

TEST(IdnHost, Table) {
  struct Row {
    std::string host;
    bool is_host;
  };
  const std::string label(63, 'a');
  std::string wide;  // a label of 61 bytes in DNS
  for (int i = 0; i < 55; ++i) wide += "\xC3\xBC";
  const std::vector<Row> table = {
      {"", false},
      {".", false},
      {"a", true},
      {"a.", false},
      {".a", false},
      {"a-b.c1", true},
      {"A.B", true},
      {"ab--cd", true},
      {"-a", false},
      {"a-", false},
      {"a_b", false},
      {"a\0"s, false},
      {label + '.' + label + '.' + label + '.' + std::string(61, 'a'), true},
      {label + '.' + label + '.' + label + '.' + std::string(62, 'a'), false},
      {label + 'a', false},
      {std::string(100'000, 'a'), false},
      {wide, true},
      {wide + wide, false},
      {"b\xC3\xBC"
       "cher",
       true},
      {"B\xC3\xBC"
       "cher",
       false},
      {"b\xC3\xBC"
       "cher-",
       false},
      {"ab--\xC3\xBC", false},
      {"xn--bcher-kva", true},
      {"Xn--BCHER-kva", true},
      {"xn--bcher-kvb", false},
      {"xn--a", false},
      {"xn--", false},
      {"xn---9uc", false},
      // RFC 5892 appendix A: what stands beside it decides.
      {"l\xC2\xB7l", true},
      {"l\xC2\xB7"
       "a",
       false},
      {"\xCE\xB1\xCD\xB5\xCE\xB2", true},
      {"\xCE\xB1\xCD\xB5", false},
      {"\xE3\x83\xBB\xE3\x81\x81", true},
      {"\xE3\x83\xBB", false},
      {"\xE0\xA4\x95\xE0\xA5\x8D\xE2\x80\x8D\xE0\xA4\xB7", true},
      {"\xE0\xA4\x95\xE2\x80\x8D\xE0\xA4\xB7", false},
      // RFC 5893: one label from right to left, and all are held to the rule.
      {"\xD7\x90.a0", true},
      {"\xD7\x90.0a", false},
      {"\xD7\x90.0\xC3\xBC", false},
      {"xn--4db.0a", false},
      {"0a.a", true},
      {"\xD7\x90"
       "a",
       false},
      {"\xD7\x90"
       "0",
       true},
      {"\xD7\x90"
       "0\xD9\xA0",
       false},
      // Not UTF-8.
      {"\xC3", false},
      {"a\xFF", false},
      {"\xED\xA0\x80", false},
  };
  for (const Row& row : table) EXPECT_EQ(is_idn_host(row.host), row.is_host) << row.host;
}

TEST(IdnHost, Options) {
  IdnHostOptions dots;
  dots.has_wide_dots = true;
  IdnHostOptions forms;
  forms.normalizes = true;
  for (const std::string dot : {"\xE3\x80\x82", "\xEF\xBC\x8E", "\xEF\xBD\xA1"}) {
    EXPECT_FALSE(is_idn_host("a" + dot + "b"));
    EXPECT_TRUE(is_idn_host("a" + dot + "b", dots));
    EXPECT_FALSE(is_idn_host("a" + dot, dots));
    EXPECT_FALSE(is_idn_host(dot + dot, dots));
  }
  const std::string decomposed = "u\xCC\x88";
  EXPECT_FALSE(is_idn_host(decomposed));
  EXPECT_TRUE(is_idn_host(decomposed, forms));
}

}  // namespace
}  // namespace sluice::text
