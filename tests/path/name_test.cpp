#include "path/name.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace sluice::path {
namespace {

using Codes = std::set<FindingCode>;

constexpr FindingCode kUp = FindingCode::kPathTraversal;
constexpr FindingCode kAbs = FindingCode::kPathAbsolute;
constexpr FindingCode kDev = FindingCode::kPathDevice;
constexpr FindingCode kCtl = FindingCode::kPathControl;
constexpr FindingCode kEnc = FindingCode::kPathEncoding;
constexpr FindingCode kEnd = FindingCode::kPathTrailing;
constexpr FindingCode kLen = FindingCode::kPathLength;
constexpr FindingCode kSpc = FindingCode::kPathSpecial;

struct Seen {
  std::optional<std::string> name;
  Codes codes;
  Findings findings;
};

Seen look(const std::string& raw, const NameOptions& options = {}) {
  Seen seen;
  seen.name = check_name(as_bytes(raw), options, seen.findings, nullptr);
  for (const Finding& f : seen.findings.listed()) {
    seen.codes.insert(f.code);
    EXPECT_FALSE(f.detail.empty());
    EXPECT_EQ(f.where.layer, Layer::kName);
  }
  return seen;
}

std::string names_of(const Codes& codes) {
  std::string out;
  for (const FindingCode code : codes) out += std::string(finding_name(code)) + " ";
  return out;
}

struct HostileCase {
  const char* name;
  std::string raw;
  Codes codes;  // exactly these
};

const std::vector<HostileCase>& hostile_cases() {
  static const std::vector<HostileCase> cases = {
      // Traversal, plain
      {"dots", "..", {kUp}},
      {"dots and file", "../x", {kUp}},
      {"inside", "a/../b", {kUp}},
      {"at the end", "a/..", {kUp}},
      {"deep", "a/b/../../../../etc/passwd", {kUp}},
      {"three dots", ".../x", {kUp}},
      {"four dots", "a/..../x", {kUp}},
      {"dots and space", ".. /x", {kUp}},
      {"spaced dots", "a/. ./x", {kUp}},
      {"space before dots", " ../x", {kUp}},
      {"backslashes", "..\\..\\x", {kUp, kEnc}},
      {"mixed separators", "a/..\\x", {kUp, kEnc}},
      {"doubled dots trick", "....//x", {kUp, kSpc}},
      {"dot slash dots", "./../x", {kUp, kSpc}},
      // Traversal, encoded
      {"percent once", "%2e%2e%2fx", {kUp, kEnc}},
      {"percent upper", "%2E%2E%2Fx", {kUp, kEnc}},
      {"percent dots, plain slash", "%2e%2e/x", {kUp, kEnc}},
      {"plain dots, percent slash", "..%2fx", {kUp, kEnc, kSpc}},
      {"half encoded dots", ".%2e/x", {kUp, kEnc, kSpc}},
      {"percent backslash", "..%5cx", {kUp, kEnc, kSpc}},
      {"percent twice", "%252e%252e%252fx", {kUp, kEnc}},
      {"percent twice, dots plain", "..%252fx", {kUp, kEnc, kSpc}},
      {"percent three times", "%25252e%25252e%25252fx", {kUp, kEnc}},
      {"percent four times", "%2525252e%2525252e%2525252fx", {kEnc}},
      {"mixed levels", "%2e%252e%2fx", {kUp, kEnc}},
      {"percent of every byte", "%61%2f%2e%2e%2f%62", {kUp, kEnc}},
      {"unicode percent", "%u002e%u002e%u002fx", {kUp, kEnc}},
      {"unicode percent, fullwidth", "%uff0e%uff0e%uff0fx", {kUp, kEnc}},
      {"unicode percent, division slash", "..%u2215x", {kUp, kEnc, kSpc}},
      {"overlong slash", "..\xC0\xAFx", {kUp, kEnc, kSpc}},
      {"overlong dots", "\xC0\xAE\xC0\xAE/x", {kUp, kEnc, kEnd, kSpc}},
      {"overlong three bytes", "..\xE0\x80\xAFx", {kUp, kEnc, kSpc}},
      {"overlong four bytes", "..\xF0\x80\x80\xAFx", {kUp, kEnc, kSpc}},
      {"overlong five bytes", "..\xF8\x80\x80\x80\xAFx", {kUp, kEnc, kSpc}},
      {"overlong six bytes", "..\xFC\x80\x80\x80\x80\xAFx", {kUp, kEnc, kSpc}},
      {"overlong backslash", "..\xC1\x9Cx", {kUp, kEnc, kSpc}},
      {"percent-encoded overlong", "..%c0%afx", {kUp, kEnc, kSpc}},
      {"percent-encoded overlong dots", "%c0%ae%c0%ae/x", {kUp, kEnc}},
      {"percent twice overlong", "..%25c0%25afx", {kUp, kEnc, kSpc}},
      {"fullwidth dots", "\xEF\xBC\x8E\xEF\xBC\x8E/x", {kUp}},
      {"fullwidth slash", "..\xEF\xBC\x8Fx", {kUp, kEnc, kSpc}},
      {"fullwidth all", "\xEF\xBC\x8E\xEF\xBC\x8E\xEF\xBC\x8Fx", {kUp, kEnc}},
      {"fullwidth backslash", "..\xEF\xBC\xBCx", {kUp, kEnc, kSpc}},
      {"two dot leader", "\xE2\x80\xA5/x", {kUp}},
      {"one dot leaders", "\xE2\x80\xA4\xE2\x80\xA4/x", {kUp}},
      {"ellipsis", "\xE2\x80\xA6/x", {kUp}},
      {"small full stops", "\xEF\xB9\x92\xEF\xB9\x92/x", {kUp}},
      {"division slash", "..\xE2\x88\x95x", {kUp, kEnc, kSpc}},
      {"fraction slash", "..\xE2\x81\x84x", {kUp, kEnc, kSpc}},
      {"big solidus", "..\xE2\xA7\xB8x", {kUp, kEnc, kSpc}},
      {"set minus", "..\xE2\x88\x96x", {kUp, kEnc, kSpc}},
      {"small reverse solidus", "..\xEF\xB9\xA8x", {kUp, kEnc, kSpc}},
      {"big reverse solidus", "..\xE2\xA7\xB9x", {kUp, kEnc, kSpc}},
      {"zero width inside dots", ".\xE2\x80\x8B./x", {kUp, kCtl, kEnd, kSpc}},
      {"percent-encoded fullwidth", "..%ef%bc%8fx", {kUp, kEnc, kSpc}},
      // Hidden separators without dots
      {"percent slash", "a%2fb", {kEnc}},
      {"percent backslash alone", "a%5Cb", {kEnc}},
      {"percent twice slash", "a%252Fb", {kEnc}},
      {"care of sign",
       "a\xE2\x84\x85"
       "b",
       {kEnc}},
      {"account of sign", "\xE2\x84\x80x", {kEnc}},
      {"lookalike alone",
       "a\xE2\x88\x95"
       "b",
       {kEnc}},
      {"backslash", "a\\b", {kEnc}},
      {"private-use slash",
       "a\xEF\x80\xAF"
       "b",
       {kEnc}},
      {"private-use colon",
       "a\xEF\x80\xBA"
       "b",
       {kEnc}},
      {"private use",
       "a\xEE\x80\x80"
       "b",
       {kEnc}},
      // Absolute
      {"root", "/", {kAbs, kSpc}},
      {"absolute", "/etc/passwd", {kAbs}},
      {"two slashes", "//host/share/x", {kAbs, kSpc}},
      {"drive and backslash", "C:\\x", {kAbs, kEnc, kSpc}},
      {"drive and slash", "C:/x", {kAbs, kSpc}},
      {"drive relative", "c:x", {kAbs, kSpc}},
      {"drive alone", "Z:", {kAbs, kSpc}},
      {"fullwidth drive", "C\xEF\xBC\x9A/x", {kAbs}},
      {"UNC", "\\\\host\\share\\x", {kAbs, kEnc, kSpc}},
      {"UNC with slashes", "//host/share", {kAbs, kSpc}},
      {"verbatim", "\\\\?\\C:\\x", {kAbs, kEnc, kSpc}},
      {"device namespace", "\\\\.\\pipe\\x", {kAbs, kEnc, kSpc}},
      {"NT namespace", "\\??\\C:\\x", {kAbs, kEnc, kSpc}},
      {"rooted backslash", "\\x", {kAbs, kEnc}},
      {"percent root", "%2fetc/passwd", {kAbs, kEnc}},
      {"percent drive", "c%3a/x", {kAbs, kEnc}},
      {"file URL", "file:///etc/passwd", {kSpc}},
      {"web URL", "https://x/y", {kSpc}},
      // Devices
      {"con", "CON", {kDev}},
      {"con lower", "con", {kDev}},
      {"con mixed", "CoN", {kDev}},
      {"con extension", "con.txt", {kDev}},
      {"con two extensions", "Con.tar.gz", {kDev}},
      {"con in folder", "a/con/b", {kDev}},
      {"prn", "prn.json", {kDev}},
      {"aux", "aux", {kDev}},
      {"aux as folder", "aux/x.txt", {kDev}},
      {"nul", "NUL", {kDev}},
      {"nul extension", "nul.tar.gz", {kDev}},
      {"com1", "COM1", {kDev}},
      {"com9", "com9.log", {kDev}},
      {"com0", "COM0", {kDev}},
      {"lpt1", "LPT1", {kDev}},
      {"lpt9", "lpt9.txt", {kDev}},
      {"com superscript 1", "COM\xC2\xB9", {kDev}},
      {"com superscript 2", "com\xC2\xB2.txt", {kDev}},
      {"lpt superscript 3", "LPT\xC2\xB3", {kDev}},
      {"conin", "CONIN$", {kDev}},
      {"conout", "conout$", {kDev}},
      {"clock", "CLOCK$", {kDev}},
      {"con and space", "con .txt", {kDev}},
      {"con and stream", "con:x", {kDev, kSpc}},
      {"nul trailing dot", "nul.", {kDev, kEnd}},
      {"nul trailing space", "nul ", {kDev, kEnd}},
      {"fullwidth con", "\xEF\xBC\xA3\xEF\xBC\xAF\xEF\xBC\xAE", {kDev}},
      {"clock with kelvin sign", "CLOC\xE2\x84\xAA$", {kDev}},
      {"percent con", "c%6fn", {kDev, kEnc}},
      // Control and invisible characters
      {"NUL byte", std::string("a\0.png", 6), {kCtl}},
      {"NUL and extension", std::string("report.json\0.exe", 16), {kCtl}},
      {"newline", "a\nb", {kCtl}},
      {"carriage return", "a\rb", {kCtl}},
      {"tab", "a\tb", {kCtl}},
      {"escape", "a\x1B[31mb", {kCtl}},
      {"bell",
       "a\x07"
       "b",
       {kCtl}},
      {"DEL",
       "a\x7F"
       "b",
       {kCtl}},
      {"C1 control",
       "a\xC2\x85"
       "b",
       {kCtl}},
      {"C1 CSI",
       "a\xC2\x9B"
       "31mb",
       {kCtl}},
      {"right to left override", "photo_\xE2\x80\xAEgnp.exe", {kCtl}},
      {"left to right mark",
       "a\xE2\x80\x8E"
       "b",
       {kCtl}},
      {"isolate",
       "a\xE2\x81\xA6"
       "b",
       {kCtl}},
      {"Arabic letter mark",
       "a\xD8\x9C"
       "b",
       {kCtl}},
      {"zero width space",
       "a\xE2\x80\x8B"
       "b",
       {kCtl}},
      {"zero width joiner",
       "a\xE2\x80\x8D"
       "b",
       {kCtl}},
      {"byte order mark", "\xEF\xBB\xBFx", {kCtl}},
      {"soft hyphen",
       "a\xC2\xAD"
       "b",
       {kCtl}},
      {"word joiner",
       "a\xE2\x81\xA0"
       "b",
       {kCtl}},
      {"Hangul filler",
       "a\xE3\x85\xA4"
       "b",
       {kCtl}},
      {"braille blank",
       "a\xE2\xA0\x80"
       "b",
       {kCtl}},
      {"tag character",
       "a\xF3\xA0\x81\xA1"
       "b",
       {kCtl}},
      {"variation selector",
       "a\xEF\xB8\x8F"
       "b",
       {kCtl}},
      {"supplementary selector",
       "a\xF3\xA0\x84\x80"
       "b",
       {kCtl}},
      {"line separator",
       "a\xE2\x80\xA8"
       "b",
       {kCtl}},
      {"paragraph separator",
       "a\xE2\x80\xA9"
       "b",
       {kCtl}},
      {"noncharacter",
       "a\xEF\xBF\xBF"
       "b",
       {kCtl}},
      {"percent NUL", "a%00.png", {kCtl, kEnc}},
      {"percent twice NUL", "a%2500.png", {kCtl, kEnc}},
      {"percent newline", "a%0ab", {kCtl, kEnc}},
      {"overlong NUL", "a\xC0\x80.png", {kCtl, kEnc}},
      // Bad UTF-8
      {"lone continuation",
       "a\x80"
       "b",
       {kEnc}},
      {"lead without tail", "a\xC3", {kEnc}},
      {"Latin-1", "caf\xE9.txt", {kEnc}},
      {"surrogate",
       "a\xED\xA0\x80"
       "b",
       {kEnc}},
      {"CESU pair", "\xED\xA0\xBD\xED\xB8\x80", {kEnc}},
      {"past the end of Unicode", "a\xF4\x90\x80\x80", {kEnc}},
      {"FE", "a\xFE", {kEnc}},
      {"FF", "\xFF", {kEnc}},
      {"overlong letter", "\xC1\xA1", {kEnc}},
      // Trailing dots and spaces
      {"trailing dot", "a.", {kEnd}},
      {"trailing dots", "a...", {kEnd}},
      {"trailing space", "a ", {kEnd}},
      {"trailing dot in a folder", "a./b", {kEnd}},
      {"trailing space in a folder", "a /b", {kEnd}},
      {"extension and dot", "x.exe.", {kEnd}},
      {"no-break space", "a\xC2\xA0", {kEnd}},
      {"ideographic space", "a\xE3\x80\x80", {kEnd}},
      // Form
      {"empty", "", {kSpc}},
      {"dot", ".", {kSpc}},
      {"dot component", "a/./b", {kSpc}},
      {"leading dot component", "./a", {kSpc}},
      {"empty component", "a//b", {kSpc}},
      {"trailing slash", "a/", {kSpc}},
      {"hidden", ".bashrc", {kSpc}},
      {"hidden folder", ".git/config", {kSpc}},
      {"hidden deep", "a/.ssh/b", {kSpc}},
      {"dash", "-rf", {kSpc}},
      {"dash component", "a/--help", {kSpc}},
      {"tilde", "~root/x", {kSpc}},
      {"tilde alone", "~", {kSpc}},
      {"leading space", " a", {kSpc}},
      {"short name", "PROGRA~1", {kSpc}},
      {"short name of git", "GIT~1/config", {kSpc}},
      {"short name with extension", "REPORT~2.JSO", {kSpc}},
      {"stream", "report.json:evil.exe", {kSpc}},
      {"stream type", "a.txt::$DATA", {kSpc}},
      {"less", "a<b", {kSpc}},
      {"greater", "a>b", {kSpc}},
      {"quote", "a\"b", {kSpc}},
      {"pipe", "a|b", {kSpc}},
      {"question mark", "a?b", {kSpc}},
      {"star", "a*b", {kSpc}},
      // Length
      {"component of 256", std::string(256, 'a'), {kLen}},
      {"component of 256 bytes in 128 letters",
       [] {
         std::string s;
         for (int i = 0; i < 128; ++i) s += "\xC3\xA9";
         return s;
       }(),
       {kLen}},
      {"1025 bytes",
       [] {
         std::string s;
         for (int i = 0; i < 5; ++i) s += std::string(i == 4 ? 205 : 204, 'a') + (i < 4 ? "/" : "");
         return s;
       }(),
       {kLen}},
      {"21 components", "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a", {kLen}},
      {"over 64 KiB", std::string(70'000, 'a'), {kLen}},
      {"NFC makes it longer",
       [] {
         std::string s;
         for (int i = 0; i < 85; ++i) s += "\xE0\xA5\x98";  // decomposes to six bytes for good
         return s;
       }(),
       {kLen}},
      // Several at once
      {"all problems", "/../con/a\x01/\xFF/b./-x:y", {kAbs, kUp, kDev, kCtl, kEnc, kEnd, kSpc}},
  };
  return cases;
}

TEST(Name, RefusesHostileNames) {
  EXPECT_GE(hostile_cases().size(), 120U);
  for (const HostileCase& c : hostile_cases()) {
    SCOPED_TRACE(c.name);
    const Seen seen = look(c.raw);
    EXPECT_FALSE(seen.name.has_value());
    EXPECT_EQ(seen.codes, c.codes) << "found " << names_of(seen.codes);
    EXPECT_GE(seen.findings.decision(), Decision::kQuarantine);
    const bool is_attack = std::any_of(c.codes.begin(), c.codes.end(), [](FindingCode code) {
      return code == kUp || code == kAbs || code == kDev || code == kCtl || code == kEnc;
    });
    EXPECT_EQ(seen.findings.decision() == Decision::kReject, is_attack);
  }
}

TEST(Name, NoOptionLetsAnAttackThrough) {
  NameOptions widest;
  widest.is_hidden_allowed = widest.is_leading_dash_allowed = widest.is_reserved_allowed = true;
  widest.max_component_bytes = widest.max_name_bytes = widest.max_depth = 1'000'000;
  for (const HostileCase& c : hostile_cases()) {
    if (c.codes == Codes{kLen} || c.codes == Codes{kSpc}) continue;
    SCOPED_TRACE(c.name);
    EXPECT_FALSE(look(c.raw, widest).name.has_value());
  }
}

TEST(Name, AcceptsOrdinaryNames) {
  const std::vector<std::string> names = {
      "a",
      "report.json",
      "charts/plot_1.png",
      "a/b/c/d.txt",
      "x.tar.gz",
      "Makefile",
      "a-b",
      "a~",
      "file~backup.txt",
      "data (1).csv",
      "two words.txt",
      "100%.txt",
      "50% off.md",
      "a%20b.txt",
      "100%25.txt",
      "caf\xC3\xA9.txt",
      "\xE6\x8A\xA5\xE5\x91\x8A.pdf",
      "\xD0\xBE\xD1\x82\xD1\x87\xD1\x91\xD1\x82.csv",
      "\xF0\x9F\x93\x88.png",
      "con_report.txt",
      "console.log",
      "comet1",
      "com10",
      "nullable.json",
      "auxiliary/x",
      "lpt",
      "a=b,c;d.txt",
      "[draft] x.md",
      "{x}.json",
      "a'b.txt",
      "a&b.txt",
      "#1.txt",
      "$x",
      "@x",
      "+x",
      "!x",
      "a...b",
      "v1..2",
      "report\xE2\x80\xA6.pdf",
      "\xC2\xBD cup.txt",
      std::string(255, 'a'),
      "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a",
  };
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const Seen seen = look(name);
    ASSERT_TRUE(seen.name.has_value()) << names_of(seen.codes);
    EXPECT_EQ(*seen.name, name);
    EXPECT_TRUE(seen.codes.empty()) << names_of(seen.codes);
    EXPECT_EQ(seen.findings.decision(), Decision::kAllow);
  }
}

TEST(Name, NormalizesToNfcOnce) {
  const Seen seen = look("cafe\xCC\x81/\xE2\x84\xAB.txt");
  ASSERT_TRUE(seen.name.has_value()) << names_of(seen.codes);
  EXPECT_EQ(*seen.name, "caf\xC3\xA9/\xC3\x85.txt");
  EXPECT_EQ(look(*seen.name).name, seen.name);
}

TEST(Name, OptionsWiden) {
  NameOptions options;
  options.is_hidden_allowed = true;
  EXPECT_EQ(look(".config/x", options).name, ".config/x");
  EXPECT_FALSE(look("../x", options).name.has_value());
  EXPECT_FALSE(look("./x", options).name.has_value());
  options = {};
  options.is_leading_dash_allowed = true;
  EXPECT_EQ(look("-x", options).name, "-x");
  options = {};
  options.is_reserved_allowed = true;
  const Seen seen = look("what?.txt", options);
  EXPECT_EQ(seen.name, "what?.txt");
  EXPECT_EQ(seen.codes, Codes{kSpc});
  EXPECT_EQ(seen.findings.decision(), Decision::kAllow);
  EXPECT_FALSE(look("a:b", options).name.has_value());
}

TEST(Name, EachProblemIsReportedOnce) {
  const Seen seen = look("../../../../x");
  EXPECT_EQ(seen.findings.listed().size(), 1U);
}

class MarkingScrubber final : public SecretScrubber {
 public:
  [[nodiscard]] std::string scrub(ByteView raw) const noexcept override {
    std::string text = to_string(raw);
    const std::size_t at = text.find(std::string("tok") + "en7");
    if (at != std::string::npos) text.replace(at, 6, "[redacted]");
    return text;
  }
};

TEST(Name, SecretsInNamesAreFoundAndNotShown) {
  const MarkingScrubber scrubber;
  const std::string raw = std::string("a/tok") + "en7.";
  Findings findings;
  EXPECT_EQ(check_name(as_bytes(raw), {}, findings, &scrubber), std::nullopt);
  EXPECT_TRUE(findings.has(FindingCode::kSecretInName));
  EXPECT_TRUE(findings.has(kEnd));
  for (const Finding& f : findings.listed()) {
    EXPECT_EQ(f.detail.str().find(std::string("tok") + "en7"), std::string::npos) << f.detail.str();
  }
  Findings none;
  EXPECT_EQ(check_name(as_bytes("a/public"), {}, none, &scrubber), "a/public");
  EXPECT_TRUE(none.listed().empty());
}

}  // namespace
}  // namespace sluice::path
