#include "scan/checks/filters.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice::scan {
namespace {

struct PlaceholderCase {
  const char* text;
  bool is_placeholder;
};

TEST(Filters, Placeholders) {
  const PlaceholderCase cases[] = {
      {"", true},
      {"${{ secrets.X }}", true},
      {"${DB_PASSWORD}", true},
      {"{{ vault_password }}", true},
      {"$(cat key)", true},
      {"<your-key>", true},
      {"<password>", true},
      {"%PASSWORD%", true},
      {"$DB_PASSWORD", true},
      {"[REDACTED]", true},
      {"[redacted:github-pat:3f2a91c7]", true},
      {"********", true},
      {"xxxxxxxxxxxx", true},
      {"XXXX-XXXX-XXXX", true},
      {"0000000000000000", true},
      {"changeme", true},
      {"your-api-key-here", true},
      {"YOUR_ACCESS_TOKEN", true},
      {"my-secret-password", true},
      {"example-token-123", true},
      {"test", true},
      {"1234567890", true},
      {"abcdefghij", true},
      {"os.environ['X']", true},
      {"process.env.TOKEN", true},
      {"settings.SECRET_KEY", true},
      {"self.config.password_field", true},
      // Negative controls: values that contain a marker word, or look like one of the forms, and are real.
      {"myhookedcaterpillarwalkspastninegreenlanterns", false},
      {"test-9fK2mQ7xLw3Z", false},
      {"$tr0ngPassw0rd", false},
      {"Tr0ub4dor&3", false},
      {"correcthorsebatterystaple", false},
      {"9fK2mQ7xLw3Z0123", false},
      {"a.b3c.d4e5f6", false},
      {"0a1b2c3d-0-9-4e5f", false},
      {"sk-9fK2mQ7xLw3Zexample", false},
  };
  for (const PlaceholderCase& c : cases) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(is_placeholder(as_bytes(c.text)), c.is_placeholder);
  }
  EXPECT_FALSE(is_placeholder(as_bytes(std::string(300, 'x'))));  // nobody writes that long a placeholder
}

TEST(Filters, Require) {
  struct Case {
    const char* name;
    rules::Require require;
    const char* text;
    bool expected;
  };
  const Case cases[] = {
      {"nothing asked", {}, "", true},
      {"digits there", {.min_digits = 2}, "a1b2", true},
      {"digits missing", {.min_digits = 2}, "a1bb", false},
      {"upper missing", {.min_upper = 1}, "abc", false},
      {"lower missing", {.min_lower = 1}, "ABC", false},
      {"distinct", {.min_distinct = 3}, "aabb", false},
      {"run", {.max_repeat_run = 2}, "abbbc", false},
      {"run allowed", {.max_repeat_run = 3}, "abbbc", true},
      {"entropy of four equal shares is two bits", {.min_entropy = 2.0}, "abcd", true},
      {"entropy below", {.min_entropy = 2.01}, "abcd", false},
      {"entropy of nothing", {.min_entropy = 0.1}, "", false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(meets(c.require, as_bytes(c.text)), c.expected);
  }
}

TEST(Filters, Reject) {
  rules::Reject reject;
  reject.equals = {"Password"};
  EXPECT_TRUE(rejects(reject, as_bytes("pASSWORD")));
  EXPECT_FALSE(rejects(reject, as_bytes("password1")));
  EXPECT_FALSE(rejects(reject, as_bytes("${X}")));
  reject.placeholder = true;
  EXPECT_TRUE(rejects(reject, as_bytes("${X}")));
}

}  // namespace
}  // namespace sluice::scan
