#include "path/extension.h"

#include <gtest/gtest.h>

namespace sluice::path {
namespace {

TEST(Extension, OfAName) {
  struct Case {
    const char* name;
    const char* extension;
  };
  const std::vector<Case> cases = {
      {"report.json", "json"}, {"REPORT.JSON", "json"},  {"a/b.c/file", ""},
      {"x.tar.gz", "tar.gz"},  {"x.csv.gz", "csv.gz"},   {"x.exe.gz", "gz"},
      {".profile", ""},        {".config.json", "json"}, {"app.js.map", "js.map"},
      {"types.d.ts", "d.ts"},  {"a.png.html", "html"},   {"noext", ""},
      {"v1.2", "2"},           {"a/.x/y.txt", "txt"},
  };
  for (const Case& c : cases) EXPECT_EQ(extension_of(c.name), c.extension) << c.name;
}

struct Case {
  const char* name;
  std::vector<std::string> allowed;
  bool is_good;
};

TEST(Extension, AllowListAndDoubleExtensions) {
  const std::vector<Case> cases = {
      {"report.json", {"json"}, true},
      {"report.json", {".json"}, true},
      {"report.JSON", {"json"}, true},
      {"report.json", {"JSON"}, true},
      {"report.json", {"csv", "json"}, true},
      {"report.json", {"csv"}, false},
      {"report", {"json"}, false},
      {"report.json.exe", {"json"}, false},
      {"report.json.exe", {"json", "exe"}, false},
      {"report.json.exe", {}, false},
      {"a.png.html", {"html"}, false},
      {"a.png.html", {"png", "html"}, false},
      {"a.html.png", {"png"}, false},
      {"a.php.jpg", {"jpg"}, false},
      {"a.pdf.lnk", {}, false},
      {"a.exe.txt", {"txt"}, false},
      {"a.sh.txt", {"txt"}, false},
      {"x.tar.gz", {"tar.gz"}, true},
      {"x.tar.gz", {"gz"}, false},
      {"x.gz", {"tar.gz"}, false},
      {"x.tar.gz", {}, true},
      {"data.csv.gz", {"csv.gz"}, true},
      {"x.exe.gz", {"gz"}, false},
      {"x.png.tar.gz", {"tar.gz"}, false},
      {"x.tar.gz.exe", {}, false},
      {"app.js.map", {"js.map"}, true},
      {"report.v1.2.json", {"json"}, true},
      {"report.2026-08-01.csv", {"csv"}, true},
      {"jquery.min.js", {"js"}, true},
      {"a.json/b.csv", {"csv"}, true},
      {".json", {"json"}, false},
      {"anything.weird", {}, true},
      {"noext", {}, true},
      {"setup.exe", {}, true},  // whether a kind may leave at all is for the media types
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Findings findings;
    EXPECT_EQ(check_extension(c.name, c.allowed, findings, nullptr), c.is_good);
    EXPECT_EQ(findings.has(FindingCode::kPathExtension), !c.is_good);
    EXPECT_EQ(findings.decision(), c.is_good ? Decision::kAllow : Decision::kQuarantine);
  }
}

TEST(Extension, Executables) {
  for (const char* yes : {"exe", "bat", "ps1", "desktop", "lnk", "sh", "jar", "zsh", "action"}) {
    EXPECT_TRUE(is_executable_extension(yes)) << yes;
  }
  for (const char* no : {"", "png", "json", "EXE", "exec"}) EXPECT_FALSE(is_executable_extension(no)) << no;
}

}  // namespace
}  // namespace sluice::path
