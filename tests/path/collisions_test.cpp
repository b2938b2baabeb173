#include "path/collisions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sluice::path {
namespace {

TEST(Collisions, FindsNamesThatSomeFileSystemTakesForOne) {
  struct Case {
    const char* name;
    std::vector<std::string> before;
    std::string added;
    bool is_new;
  };
  const std::vector<Case> cases = {
      {"different", {"a"}, "b", true},
      {"same", {"a"}, "a", false},
      {"case", {"README"}, "readme", false},
      {"case of other letters", {"\xC3\x84.txt"}, "\xC3\xA4.txt", false},
      {"sharp s",
       {"stra\xC3\x9F"
        "e"},
       "STRASSE",
       false},
      {"composed and decomposed", {"caf\xC3\xA9"}, "cafe\xCC\x81", false},
      {"fullwidth", {"A.txt"}, "\xEF\xBC\xA1.txt", false},
      {"ligature", {"file"}, "\xEF\xAC\x81le", false},
      {"kelvin sign", {"k"}, "\xE2\x84\xAA", false},
      {"final sigma", {"\xCF\x83"}, "\xCF\x82", false},
      {"accent differs", {"cafe"}, "caf\xC3\xA9", true},
      {"Cyrillic a is another letter", {"a"}, "\xD0\xB0", true},
      {"file then folder", {"a"}, "a/b", false},
      {"folder then file", {"a/b"}, "a", false},
      {"file then deep folder", {"x/a"}, "x/a/b/c", false},
      {"folder by case", {"Out/a"}, "out/b", false},
      {"file and folder by case", {"A"}, "a/b", false},
      {"same folder", {"out/a"}, "out/b", true},
      {"same base elsewhere", {"x/a"}, "y/a", true},
      {"prefix but not a folder", {"a"}, "ab/c", true},
      {"prefix before the separator", {"a.b"}, "a/b", true},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Collisions collisions;
    Findings findings;
    for (const std::string& name : c.before) ASSERT_TRUE(collisions.add(name, findings, nullptr));
    EXPECT_EQ(collisions.add(c.added, findings, nullptr), c.is_new);
    EXPECT_EQ(findings.has(FindingCode::kPathCollision), !c.is_new);
    EXPECT_EQ(findings.decision(), c.is_new ? Decision::kAllow : Decision::kReject);
    EXPECT_EQ(collisions.size(), c.before.size() + (c.is_new ? 1 : 0));
  }
}

TEST(Collisions, ARefusedNameLeavesNothingBehind) {
  Collisions collisions;
  Findings findings;
  EXPECT_TRUE(collisions.add("a/b", findings, nullptr));
  EXPECT_FALSE(collisions.add("new/A", findings, nullptr) && collisions.add("a/B/x", findings, nullptr));
  EXPECT_FALSE(collisions.add("a/b/x/y", findings, nullptr));
  EXPECT_TRUE(collisions.add("a/c", findings, nullptr));
  EXPECT_TRUE(collisions.add("a/bx", findings, nullptr));
}

}  // namespace
}  // namespace sluice::path
