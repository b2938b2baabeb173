// Addresses: every spelling of one is the same, and what leads to a metadata service or inside is told from the rest.
#include "url/address.h"

#include <gtest/gtest.h>

#include "url/host.h"

namespace sluice::url {
namespace {

struct TextCase {
  std::string text;
  const char* expected;  ///< "-" where it is no address
};

std::string shown(const std::optional<Address>& address) { return address ? to_text(*address) : "-"; }

// The cases of the WHATWG IPv4 parser.
TEST(Address, Ipv4AsBrowsersReadIt) {
  const std::vector<TextCase> cases = {
      {"1.2.3.4", "1.2.3.4"},
      {"1.2.3.4.", "1.2.3.4"},
      {"0x7f.1", "127.0.0.1"},
      {"0X7F.0x1", "127.0.0.1"},
      {"0177.0.0.01", "127.0.0.1"},
      {"2130706433", "127.0.0.1"},
      {"017700000001", "127.0.0.1"},
      {"127.1", "127.0.0.1"},
      {"127.0.1", "127.0.0.1"},
      {"127.65530", "127.0.255.250"},
      {"0x", "0.0.0.0"},
      {"0", "0.0.0.0"},
      {"0xffffffff", "255.255.255.255"},
      {"1.0x", "1.0.0.0"},
      {"4294967296", "-"},
      {"1.16777216", "-"},
      {"256.1.1.1", "-"},
      {"1.2.3.256", "-"},
      {"1.2.3.4.5", "-"},
      {"1..2", "-"},
      {"", "-"},
      {".", "-"},
      {"08.1", "-"},
      {"0xg", "-"},
      {"1.2.3.a", "-"},
      {"-1", "-"},
      {"+1", "-"},
      {"99999999999999999999999", "-"},
      {"0x99999999999999999999999", "-"},
  };
  for (const TextCase& c : cases) EXPECT_EQ(shown(parse_ipv4(c.text)), c.expected) << c.text;
}

TEST(Address, Ipv6) {
  const std::vector<TextCase> cases = {
      {"::", "[::]"},
      {"::1", "[::1]"},
      {"1::", "[1::]"},
      {"2001:DB8:0:0:1:0:0:1", "[2001:db8::1:0:0:1]"},
      {"2001:db8::0:1", "[2001:db8::1]"},
      {"1:2:3:4:5:6:7:8", "[1:2:3:4:5:6:7:8]"},
      {"1:0:3:0:5:0:7:0", "[1:0:3:0:5:0:7:0]"},
      {"::ffff:1.2.3.4", "1.2.3.4"},
      {"0:0:0:0:0:ffff:102:304", "1.2.3.4"},
      {"64:ff9b::1.2.3.4", "[64:ff9b::102:304]"},
      {"fe80::1%eth0", "[fe80::1]"},
      {"fe80::1%25eth0", "[fe80::1]"},
      {"1:2:3:4:5:6:7", "-"},
      {"1:2:3:4:5:6:7:8:9", "-"},
      {"1:2:3:4:5:6:7::8", "-"},
      {"1::2::3", "-"},
      {":1", "-"},
      {"1:", "-"},
      {":::", "-"},
      {"12345::", "-"},
      {"::g", "-"},
      {"::1.2.3", "-"},
      {"::1.2.3.4.5", "-"},
      {"::0x1.2.3.4", "-"},
      {"::1.2.3.4:5", "-"},
      {"1.2.3.4", "-"},
      {"", "-"},
  };
  for (const TextCase& c : cases) EXPECT_EQ(shown(parse_ipv6(c.text)), c.expected) << c.text;
}

/// Every spelling of one part, or of the last one for the bytes that are left.
std::vector<std::string> spellings(std::uint32_t value) {
  std::array<char, 32> text{};
  std::vector<std::string> out = {std::to_string(value)};
  for (const char* format : {"0x%x", "0X%X", "0x0000%x", "0%o", "00000%o"}) {
    std::snprintf(text.data(), text.size(), format, value);
    out.emplace_back(text.data());
  }
  return out;
}

std::vector<std::string> spellings_of_ipv4(std::uint32_t ip) {
  std::vector<std::string> out;
  for (int parts = 1; parts <= 4; ++parts) {
    std::vector<std::string> heads = {""};
    for (int i = 0; i + 1 < parts; ++i) {
      std::vector<std::string> longer;
      for (const std::string& head : heads) {
        for (const std::string& part : spellings(ip >> (24 - 8 * i) & 0xFFU)) longer.push_back(head + part + ".");
      }
      heads = std::move(longer);
    }
    const std::uint32_t rest = parts == 1 ? ip : ip & (0xFFFFFFFFU >> (8 * (parts - 1)));
    for (const std::string& head : heads) {
      for (const std::string& last : spellings(rest)) out.push_back(head + last);
    }
  }
  return out;
}

TEST(Address, EverySpellingOfAMetadataServiceIsKnown) {
  const std::uint32_t services[] = {0xA9FEA9FE, 0x646464C8, 0xC00000C0, 0xA9FEAA02};
  for (const std::uint32_t ip : services) {
    const std::vector<std::string> all = spellings_of_ipv4(ip);
    ASSERT_EQ(all.size(), 6U + 36U + 216U + 1296U);
    const std::string plain = to_text(from_ipv4(ip));
    for (const std::string& text : all) {
      const std::optional<Host> host = parse_host(text);
      ASSERT_TRUE(host.has_value()) << text;
      ASSERT_EQ(host->name, plain) << text;
      ASSERT_EQ(reach_of(*host), Reach::kMetadata) << text;
    }
    std::array<char, 64> hex{};
    std::snprintf(hex.data(), hex.size(), "%x:%x", ip >> 16U, ip & 0xFFFFU);
    const std::string groups = hex.data();
    std::snprintf(hex.data(), hex.size(), "%x:%x", ~ip >> 16U, ~ip & 0xFFFFU);
    for (const std::string& text :
         {"[::ffff:" + plain + "]", "[::ffff:" + groups + "]", "[0:0:0:0:0:ffff:" + groups + "]", "[::" + plain + "]",
          "[::" + groups + "]", "[64:ff9b::" + plain + "]", "[64:ff9b:1::" + groups + "]", "[2002:" + groups + "::]",
          "[2002:" + groups + "::1]", "[2001:0:1:2:3:4:" + std::string(hex.data()) + "]", "[fe80::5efe:" + groups + "]",
          "[::ffff:0:" + groups + "]"}) {
      const std::optional<Host> host = parse_host(text);
      ASSERT_TRUE(host.has_value()) << text;
      EXPECT_EQ(reach_of(*host), Reach::kMetadata) << text;
    }
  }
}

TEST(Address, Reach) {
  struct ReachCase {
    const char* host;
    Reach reach;
  };
  const ReachCase cases[] = {
      {"8.8.8.8", Reach::kPublic},
      {"169.253.169.254", Reach::kPublic},
      {"169.254.169.253", Reach::kInternal},
      {"127.0.0.1", Reach::kInternal},
      {"127.255.255.254", Reach::kInternal},
      {"0.0.0.0", Reach::kInternal},
      {"10.0.0.1", Reach::kInternal},
      {"11.0.0.1", Reach::kPublic},
      {"172.16.0.1", Reach::kInternal},
      {"172.31.255.255", Reach::kInternal},
      {"172.32.0.0", Reach::kPublic},
      {"192.168.0.1", Reach::kInternal},
      {"192.169.0.1", Reach::kPublic},
      {"100.64.0.1", Reach::kInternal},
      {"100.128.0.1", Reach::kPublic},
      {"[::1]", Reach::kInternal},
      {"[::]", Reach::kInternal},
      {"[::2]", Reach::kInternal},
      {"[fe80::1]", Reach::kInternal},
      {"[fc00::1]", Reach::kInternal},
      {"[fd00:ec2::254]", Reach::kMetadata},
      {"[fd20:ce::254]", Reach::kMetadata},
      {"[fd01:ec2::254]", Reach::kInternal},
      {"[2001:db8::1]", Reach::kPublic},
      {"[::ffff:8.8.8.8]", Reach::kPublic},
      {"[2002:808:808::]", Reach::kPublic},
      {"localhost", Reach::kInternal},
      {"LOCALHOST.", Reach::kInternal},
      {"a.localhost", Reach::kInternal},
      {"localhost.example", Reach::kPublic},
      {"mylocalhost", Reach::kPublic},
      {"db.internal", Reach::kInternal},
      {"printer.local", Reach::kInternal},
      {"metadata.google.internal", Reach::kMetadata},
      {"Metadata.Google.Internal.", Reach::kMetadata},
      {"metadata.google.internal.example", Reach::kPublic},
      {"169.254.169.254.nip.example", Reach::kMetadata},
      {"h.example", Reach::kPublic},
  };
  for (const ReachCase& c : cases) {
    const std::optional<Host> host = parse_host(c.host);
    ASSERT_TRUE(host.has_value()) << c.host;
    EXPECT_EQ(reach_of(*host), c.reach) << c.host;
  }
}

}  // namespace
}  // namespace sluice::url
