#include "media/reconcile.h"

#include "samples.h"

namespace sluice::media {
namespace {

using testing::lit;
using testing::samples;

const std::string& sample(const std::string& name) {
  static const std::vector<testing::Sample> all = samples();
  for (const auto& s : all) {
    if (s.name == name) return s.bytes;
  }
  ADD_FAILURE() << "no sample " << name;
  return all.front().bytes;
}

struct Case {
  const char* name;
  std::string bytes;
  std::string declared;
  std::string file;
  MediaType type;
  Decision decision;
  std::vector<FindingCode> codes;  // exactly these
};

TEST(Reconcile, TheTableOfTheHeader) {
  using enum MediaType;
  using enum FindingCode;
  const Decision kPass = Decision::kAllow;
  const Decision kHold = Decision::kQuarantine;
  const std::string text = "just some words\n";
  const std::string html = sample("html doctype");
  const std::vector<Case> cases = {
      // No claim: the content decides.
      {"nothing claimed", sample("png"), "", "", kPng, kPass, {}},
      {"octet-stream says nothing", sample("png"), "application/octet-stream", "a.bin", kPng, kPass, {}},
      {"declared type that is not one", sample("png"), "png", "", kPng, kPass, {}},
      // The same.
      {"png", sample("png"), "image/png", "chart.png", kPng, kPass, {}},
      {"alias", sample("png"), "image/x-png", "", kPng, kPass, {}},
      {"html", html, "text/html", "a.html", kHtml, kPass, {kActiveContent}},
      // Text claims on plain text: the claimed kind's parser judges.
      {"python", text, "text/x-python", "a.py", kPython, kPass, {}},
      {"source by name only", text, "", "main.rs", kRust, kPass, {}},
      {"csv", text, "text/csv", "a.csv", kCsv, kPass, {}},
      {"json that is not", text, "application/json", "a.json", kJson, kPass, {}},
      {"html without tags", text, "text/html", "", kHtml, kPass, {kActiveContent}},
      // Less capable readings.
      {"json as text", sample("json object"), "text/plain", "a.txt", kText, kPass, {}},
      {"csv as text", sample("csv"), "text/plain", "a.csv", kCsv, kPass, {}},
      {"notebook as json", sample("notebook"), "application/json", "", kJson, kPass, {}},
      {"svg as xml is svg", sample("svg"), "application/xml", "", kSvg, kPass, {kActiveContent}},
      {"script as text", sample("shell"), "text/plain", "run.sh", kShell, kPass, {}},
      // Other text content.
      {"json as csv", sample("json object"), "text/csv", "", kCsv, kPass, {kTypeMismatchDeclared}},
      {"csv-like source", sample("csv"), "", "a.py", kPython, kPass, {}},
      {"yaml that starts like json", "{\"a\": 1}\n", "", "a.yaml", kYaml, kPass, {}},
      {"markdown with html", html, "text/markdown", "a.md", kMarkdown, kPass, {}},
      // Active markup under an inert claim.
      {"html as text", html, "text/plain", "", kText, kPass, {kTypeMismatchDeclared}},
      {"html in a .txt", html, "", "a.txt", kText, kPass, {kTypeMismatchExtension}},
      {"html in a .py", html, "", "a.py", kPython, kPass, {kTypeMismatchExtension}},
      {"the name acts on disk", html, "text/plain", "a.html", kHtml, kPass, {kTypeMismatchDeclared, kActiveContent}},
      {"a name that readers sniff",
       html,
       "text/plain",
       "report",
       kHtml,
       kPass,
       {kTypeMismatchDeclared, kActiveContent}},
      {"svg as json", sample("svg"), "application/json", "", kJson, kPass, {kTypeMismatchDeclared}},
      // Binary against text.
      {"html as png", html, "image/png", "", kHtml, kHold, {kTypeMismatchDeclared, kActiveContent}},
      {"svg as png", sample("svg"), "", "a.png", kSvg, kHold, {kTypeMismatchExtension, kActiveContent}},
      {"text as png", text, "image/png", "", kText, kPass, {kTypeMismatchDeclared}},
      {"png as text", sample("png"), "text/plain", "", kPng, kHold, {kTypeMismatchDeclared}},
      {"png as html", sample("png"), "", "a.html", kPng, kHold, {kTypeMismatchExtension}},
      {"pdf as text", sample("pdf"), "text/plain", "", kPdf, kHold, {kTypeMismatchDeclared, kActiveContent}},
      // Binary against binary.
      {"jpeg as png",
       sample("jpeg"),
       "image/png",
       "a.png",
       kJpeg,
       kPass,
       {kTypeMismatchDeclared, kTypeMismatchExtension}},
      {"wav as mp3", sample("wav"), "audio/mpeg", "", kWav, kPass, {kTypeMismatchDeclared}},
      {"docx as zip", sample("docx"), "application/zip", "", kDocx, kPass, {kActiveContent}},
      {"zip as docx", sample("zip"), "", "a.docx", kZip, kPass, {kTypeMismatchExtension}},
      {"wheel", sample("zip"), "", "a.whl", kZip, kPass, {}},
      {"zip as png", sample("zip"), "image/png", "", kZip, kHold, {kTypeMismatchDeclared}},
      {"gzip as png", sample("gzip"), "", "a.png", kGzip, kHold, {kTypeMismatchExtension}},
      {"docm as docx", sample("docm"), "", "a.docx", kMacroOffice, kHold, {kTypeMismatchExtension, kActiveContent}},
      {"jar as zip", sample("jar"), "application/zip", "a.zip", kJar, kHold, {kExecutable}},
      // Executables and kinds that run on opening, whatever is claimed.
      {"elf", sample("elf"), "application/x-elf", "a.so", kElf, kHold, {kExecutable}},
      {"elf as text",
       sample("elf"),
       "text/plain",
       "a.txt",
       kElf,
       kHold,
       {kTypeMismatchDeclared, kTypeMismatchExtension, kExecutable}},
      {"elf without a claim", sample("elf"), "", "a", kElf, kHold, {kExecutable}},
      {"batch file", text, "", "a.bat", kBatch, kHold, {kExecutable}},
      {"launcher", text, "text/plain", "a.desktop", kLauncher, kHold, {kExecutable}},
      {"text named .exe", text, "", "a.txt.exe", kText, kHold, {kTypeMismatchExtension, kExecutable}},
      {"declared executable",
       text,
       "application/x-msdownload",
       "a.txt",
       kText,
       kHold,
       {kTypeMismatchDeclared, kExecutable}},
      {"pickle", sample("pickle 4"), "", "m.pkl", kPickle, kPass, {kActiveContent}},
      {"pickle with another name",
       sample("pickle 4"),
       "",
       "m.npy",
       kPickle,
       kHold,
       {kTypeMismatchExtension, kActiveContent}},
      {"joblib", sample("pickle 4"), "", "m.joblib", kJoblib, kPass, {kActiveContent}},
      {"text named .pkl", text, "", "m.pkl", kPickle, kPass, {kActiveContent}},
      {"HTML named .pkl", sample("html doctype"), "", "m.pkl", kHtml, kHold, {kTypeMismatchExtension, kActiveContent}},
      {"unknown named .pkl", sample("unknown binary"), "", "m.pkl", kPickle, kPass, {kActiveContent}},
      {"unknown named .pkl, declared PNG",
       sample("unknown binary"),
       "image/png",
       "m.pkl",
       kUnknown,
       kHold,
       {kTypeUnknown}},
      {"gzip named .joblib", sample("gzip"), "", "m.joblib", kJoblib, kPass, {kActiveContent}},
      {"PNG named .pkl", sample("png"), "", "m.pkl", kPng, kHold, {kTypeMismatchExtension}},
      {"old torch file", sample("pickle 2"), "", "m.pt", kTorch, kPass, {kActiveContent}},
      {"pickle named .txt", sample("pickle 4"), "", "m.txt", kPickle, kHold, {kTypeMismatchExtension, kActiveContent}},
      {"pickle named .bin", sample("pickle 4"), "", "m.bin", kPickle, kPass, {kActiveContent}},
      {"torch", sample("torch"), "", "m.pt", kTorch, kPass, {kActiveContent}},
      // Unknown and empty.
      {"unknown", sample("unknown binary"), "", "", kUnknown, kHold, {kTypeUnknown}},
      {"unknown as png", sample("unknown binary"), "image/png", "a.png", kUnknown, kHold, {kTypeUnknown}},
      {"empty text", "", "text/plain", "a.txt", kText, kPass, {}},
      {"empty png", "", "image/png", "a.png", kEmpty, kPass, {kEmptyArtifact}},
      {"utf-16 text", sample("utf-16 text"), "text/plain", "", kText, kPass, {}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Findings findings;
    const Reconciled result =
        reconcile({c.declared, c.file}, sniff(as_bytes(c.bytes)), std::nullopt, findings, nullptr);
    EXPECT_EQ(type_name(result.type), type_name(c.type));
    EXPECT_EQ(decision_name(findings.decision()), decision_name(c.decision));
    std::vector<FindingCode> codes;
    for (const Finding& finding : findings.listed()) codes.push_back(finding.code);
    EXPECT_EQ(codes, c.codes) << (findings.listed().empty() ? "" : findings.listed()[0].detail.str());
  }
}

// Whatever is claimed, claims never turn a withheld kind into a passed one.
TEST(Reconcile, NoClaimFreesAnExecutable) {
  for (const auto& s : samples()) {
    const TypeInfo& info = type_info(s.type);
    const bool is_withheld = s.type == MediaType::kUnknown || info.is_executable ||
                             (info.has_active_content && info.capability >= kWithheldCapability);
    if (!is_withheld) continue;
    for (std::size_t i = 0; i < type_count(); ++i) {
      const std::string_view claim = type_info(static_cast<MediaType>(i)).name;
      Findings findings;
      (void)reconcile({claim, "a.txt"}, sniff(as_bytes(s.bytes)), std::nullopt, findings, nullptr);
      ASSERT_EQ(decision_name(findings.decision()), "quarantine") << s.name << " claimed as " << claim;
    }
  }
}

TEST(Reconcile, HostileClaimsAreReportedSafely) {
  const std::string token = std::string("ghp") + "_" + std::string(36, 'a');
  Findings findings;
  (void)reconcile({"image/png;x=\x1b[31m" + token, "a\n" + token + ".html"}, sniff(as_bytes(sample("gzip"))),
                  std::nullopt, findings, nullptr);
  ASSERT_EQ(findings.listed().size(), 2U);
  for (const Finding& finding : findings.listed()) {
    EXPECT_EQ(finding.detail.str().find(token), std::string::npos);
    for (const char c : finding.detail.str()) EXPECT_TRUE(c >= ' ' && c < 0x7F);
    EXPECT_EQ(finding.where.layer, Layer::kName);
  }
}

TEST(Reconcile, TheSecondOpinionOnlyAdds) {
  struct OpinionCase {
    const char* name;
    std::string bytes;
    MediaType opinion;
    bool is_definite;
    Decision decision;
    bool is_reported;
  };
  using enum MediaType;
  const std::vector<OpinionCase> cases = {
      {"agrees", sample("png"), kPng, true, Decision::kAllow, false},
      {"has none", sample("png"), kUnknown, false, Decision::kAllow, false},
      {"less specific", sample("epub"), kZip, true, Decision::kAllow, false},
      {"another text", sample("csv"), kPython, true, Decision::kAllow, false},
      {"executable", sample("png"), kPe, true, Decision::kQuarantine, true},
      {"executable, but text", "plain words\n", kPe, true, Decision::kAllow, true},
      {"less capable", sample("gzip"), kPng, true, Decision::kAllow, true},
  };
  for (const OpinionCase& c : cases) {
    SCOPED_TRACE(c.name);
    Findings findings;
    (void)reconcile({}, sniff(as_bytes(c.bytes)), Opinion{c.opinion, c.is_definite}, findings, nullptr);
    EXPECT_EQ(findings.decision(), c.decision);
    EXPECT_EQ(findings.has(FindingCode::kTypeSecondOpinion), c.is_reported);
  }
}

}  // namespace
}  // namespace sluice::media
