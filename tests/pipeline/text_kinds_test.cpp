// Which texts reach which reader, and which files never do.
#include "fixture.h"

namespace sluice {
namespace {

using testing::Harness;
using testing::has_code;

const char* const kSpreadsheet = "format = 1\nconsumer = \"spreadsheet\"\n";

TEST(TextKinds, SpreadsheetsGetTablesWhateverTheTextIsCalled) {
  Harness harness(kSpreadsheet);
  for (const char* type : {"text/csv", "text/plain", "text/markdown", "text/x-python"}) {
    EXPECT_EQ(harness.clean("a,b\n=1+1,-5\n", Channel::kFile, {}, type), "\"a\",\"b\"\r\n\"'=1+1\",\"-5\"\r\n") << type;
  }
  EXPECT_EQ(harness.clean("a,=1\n"), "\"a\",\"'=1\"\r\n");
  // A hidden character does not hide the sign behind it.
  EXPECT_EQ(harness.clean("a,\xE2\x80\x8B=1\n"), "\"a\",\"'=1\"\r\n");
  Harness agent;
  EXPECT_EQ(agent.clean("a,b\n=1+1,-5\n", Channel::kFile, "a.csv"), "a,b\n=1+1,-5\n");
}

TEST(TextKinds, SecretsOfTablesAndDocumentsAreRedacted) {
  const std::string token = testing::github_token();
  Harness sheet(kSpreadsheet);
  const std::string table = sheet.clean("k,v\nx," + token + "\n", Channel::kFile, "a.csv");
  EXPECT_NE(table.find("\"[redacted:"), std::string::npos) << table;
  const std::string split = token.substr(0, 10) + "**" + token.substr(10) + "**";
  for (const std::string& text : {token, split, "[" + token + "](https://e.example)", "- " + token + ": x"}) {
    Harness harness;  // names of a run may not collide
    const std::string clean = harness.clean("# T\n\n" + text + "\n", Channel::kFile, "a.md");
    EXPECT_NE(clean.find("[redacted:"), std::string::npos) << clean;
    EXPECT_EQ(clean.find(token.substr(10)), std::string::npos) << clean;
  }
}

TEST(TextKinds, FormulasOfResultsAreCleanedAndSourcesOfDocumentsAreText) {
  Harness harness;
  EXPECT_EQ(harness.clean("$\\frac{1}{2}$", Channel::kResult, "latex", "text/latex"), "$\\frac{1}{2}$");
  EXPECT_EQ(harness.clean("\\input{/etc/passwd}", Channel::kResult, "latex", "text/latex"), "<withheld>");
  EXPECT_EQ(harness.clean("\\input{chapter}\n", Channel::kFile, "a.tex"), "\\input{chapter}\n");
}

TEST(TextKinds, SourceIsTextWithItsOwnChecks) {
  Harness harness;
  EXPECT_EQ(harness.clean("# -*- coding: latin-1 -*-\n", Channel::kFile, "latin.py"), "<withheld>");
  const Verdict bidi = harness.check(
      "# \xE2\x80\xAE"
      "txet\nx = 1\n",
      Channel::kFile, "bidi.py");
  EXPECT_TRUE(bidi.is_released());
  EXPECT_TRUE(has_code(bidi, FindingCode::kBidi));
  EXPECT_EQ(harness
                .clean("# \xE2\x80\xAE"
                       "txet\nx = 1\n",
                       Channel::kFile, "stripped.py")
                .find("\xE2\x80\xAE"),
            std::string::npos);
  const Verdict mixed = harness.check(
      "\xD1\x81"
      "heck = 1\n",
      Channel::kFile, "mixed.py");
  EXPECT_TRUE(mixed.is_released());
  EXPECT_TRUE(has_code(mixed, FindingCode::kSourceHomoglyph));
  const Verdict hook = harness.check("x = 1\n", Channel::kFile, "conftest.py");
  EXPECT_TRUE(has_code(hook, FindingCode::kSourceAutoRun));
  EXPECT_EQ(hook.decision, Decision::kAllow);
}

TEST(TextKinds, WhatRunsWhenItIsOpenedIsWithheld) {
  using namespace std::string_literals;
  struct Case {
    const char* name;
    std::string bytes;
  };
  const Case cases[] = {
      {"a.so",
       "\x7f"
       "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0"s},
      {"a.exe", "MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0"s},
      {"a.dylib", "\xcf\xfa\xed\xfe\x07\0\0\x01\x03\0\0\0\x06\0\0\0"s},
      {"a.wasm", "\0asm\x01\0\0\0"s},
      {"a.pyc", "\xa7\r\r\n\0\0\0\0\0\0\0\0\0\0\0\0\xe3\0\0\0"s},
      {"a.class", "\xca\xfe\xba\xbe\0\0\0\x3d\0\x10"s},
      {"a.dex", "dex\n035\0\0\0\0\0\0\0\0\0"s},
      {"a.lnk", "L\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0F"s},
      {"a.msi", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0\0\0\0\0"s},
      {"a.desktop", "[Desktop Entry]\nType=Application\nExec=sh\n"},
      {"a.url", "[InternetShortcut]\nURL=file:///etc/passwd\n"},
      {"a.hta", "<html><script>x</script></html>\n"},
      {"a.bat", "@echo off\r\ndel x\r\n"},
      {"a.cmd", "del x\r\n"},
      {"a.vbs", "MsgBox 1\r\n"},
  };
  Harness harness;
  for (const Case& c : cases) {
    EXPECT_EQ(harness.clean(c.bytes, Channel::kFile, c.name), "<withheld>") << c.name;
  }
  // Scripts that only run where somebody runs them are shown.
  EXPECT_EQ(harness.clean("#!/bin/sh\necho hi\n", Channel::kFile, "a.sh"), "#!/bin/sh\necho hi\n");
}

}  // namespace
}  // namespace sluice
