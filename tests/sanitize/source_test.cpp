#include "sanitize/source/source.h"

#include <gtest/gtest.h>

namespace sluice::sanitize {
namespace {

Findings check(std::string_view code, bool is_python = true) {
  Findings findings;
  Budget budget;
  EXPECT_TRUE(budget.admit_input(code.size()));
  check_source(as_bytes(code), is_python, findings, budget);
  return findings;
}

TEST(Source, CookiesOtherThanUtf8AreWithheld) {
  struct Case {
    std::string_view code;
    bool is_withheld;
  };
  const Case cases[] = {
      {"# -*- coding: latin-1 -*-\n", true},
      {"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n", true},
      {"# coding=utf_7\nx", true},
      {"#coding:rot13", true},
      {"\xEF\xBB\xBF# coding: utf-16\n", true},
      {"\n# coding: latin-1\n", true},
      {"\r\n# coding: latin-1\n", true},
      {"# -*- coding: utf-8 -*-\n", false},
      {"# coding: UTF_8\n", false},
      {"# coding: ascii\n", false},
      {"x = 1\n# coding: latin-1\n", false},
      {"#\n#\n# coding: latin-1\n", false},
      {"x = 'coding: latin-1'\n", false},
      {"# encoding is explained below\n", false},
      {"", false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.code));
    const Findings findings = check(c.code);
    EXPECT_EQ(findings.has(FindingCode::kSourceEncoding), c.is_withheld);
    EXPECT_EQ(findings.decision(), c.is_withheld ? Decision::kQuarantine : Decision::kAllow);
  }
  EXPECT_TRUE(check("# coding: latin-1\n", false).listed().empty()) << "other languages have no cookies";
}

TEST(Source, WordsThatMixLookAlikeLettersAreFlagged) {
  const Findings findings = check(
      "def \xD1\x81"
      "heck():\n  p\xCE\xBF"
      "w(1)\n");
  ASSERT_EQ(findings.listed().size(), 1U);
  EXPECT_EQ(findings.listed()[0].code, FindingCode::kSourceHomoglyph);
  EXPECT_EQ(findings.listed()[0].count, 2U);
  EXPECT_EQ(findings.listed()[0].where.begin, 4U);
  EXPECT_EQ(findings.decision(), Decision::kAllow);
  for (const std::string_view plain : {"\xCE\x94x = 1", "\xD1\x81\xD0\xBB\xD0\xBE\xD0\xB2\xD0\xBE = 1", "caf\xC3\xA9",
                                       "x_\xCE\xB1 = 2", "5\xC2\xB5m"}) {
    EXPECT_TRUE(check(plain).listed().empty()) << plain;
  }
}

TEST(Source, NamesThatRunByThemselves) {
  for (const char* name : {"sitecustomize.py", "a/conftest.py", "x.pth", "setup.py", ".envrc", ".git/hooks/pre-commit",
                           "a/.git/hooks/post-checkout", ".vscode/tasks.json", "CLAUDE.md", "docs/AGENTS.md",
                           "Setup.PY", ".github/workflows/x.yml", "a\\.vscode\\settings.json"}) {
    EXPECT_TRUE(is_auto_run_name(name)) << name;
  }
  for (const char* name : {"main.py", "Makefile", "README.md", "my.vscode/x", "agents.txt", "", "hooks/pre-commit"}) {
    EXPECT_FALSE(is_auto_run_name(name)) << name;
  }
}

}  // namespace
}  // namespace sluice::sanitize
