#include "verdict/sarif_uri.h"

namespace sluice::verdict {
namespace {

struct Case {
  const char* name;
  Channel channel;
  std::string_view text;
  const char* uri;
};

TEST(SarifUri, Table) {
  const std::vector<Case> cases = {
      {"stream", Channel::kStdout, "", "stdout"},
      {"unnamed file", Channel::kFile, "", "file"},
      {"plain", Channel::kFile, "report.json", "report.json"},
      {"folder", Channel::kFile, "charts/a-b_c~d.png", "charts/a-b_c~d.png"},
      {"space and percent", Channel::kFile, "100% sure.txt", "100%25%20sure.txt"},
      {"colon cannot make a scheme", Channel::kFile, "javascript:alert(1)", "javascript%3Aalert%281%29"},
      {"query and fragment", Channel::kFile, "a?b#c", "a%3Fb%23c"},
      {"escaped bidi", Channel::kFile, "\\u{202e}x", "%5Cu%7B202e%7Dx"},
      {"climbs", Channel::kFile, "../../etc/passwd", "..%2F..%2Fetc%2Fpasswd"},
      {"climbs inside", Channel::kFile, "a/../b", "a%2F..%2Fb"},
      {"dot segment", Channel::kFile, "./a", ".%2Fa"},
      {"absolute", Channel::kFile, "/etc/passwd", "%2Fetc%2Fpasswd"},
      {"host", Channel::kFile, "//evil.example/x", "%2F%2Fevil.example%2Fx"},
      {"ends in a slash", Channel::kFile, "a/", "a%2F"},
      {"empty segment", Channel::kFile, "a//b", "a%2F%2Fb"},
      {"encoded dots stay encoded", Channel::kFile, "%2e%2e/x", "%252e%252e/x"},
      {"only dots", Channel::kFile, "..", "%252E%252E"},
      {"one dot", Channel::kFile, ".", "%252E"},
      {"three dots are a name", Channel::kFile, "...", "..."},
      {"hidden", Channel::kFile, ".bashrc", ".bashrc"},
      {"backslashes", Channel::kFile, "..\\\\..\\\\x", "..%5C%5C..%5C%5Cx"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(sarif_uri(c.channel, c.text), c.uri);
  }
}

}  // namespace
}  // namespace sluice::verdict
