// PDF and images encoded anew, through the whole pipeline and a real worker.

#include <string>

#include "fixture.h"
#include "isolate/pdf_builder.h"
#include "sanitize/png_builder.h"

namespace sluice {
namespace {

using isolate::testing::PdfBuilder;
using testing::Harness;

LoadOptions with_worker(std::string program = SLUICE_WORKER_PROGRAM) {
  LoadOptions options;
  options.worker_path = std::move(program);
  return options;
}

Verdict check_pdf(Harness& harness, const std::string& pdf) {
  static int count = 0;  // a run takes each name once
  return harness.check(pdf, Channel::kFile, "report" + std::to_string(++count) + ".pdf", "application/pdf");
}

bool has(const Verdict& verdict, FindingCode code) {
  for (const Finding& finding : verdict.findings) {
    if (finding.code == code) return true;
  }
  return false;
}

std::string released(const Verdict& verdict) {
  const std::optional<ByteView> bytes = verdict.released(Consumer::kAgent);
  return bytes ? to_string(*bytes) : "<withheld>";
}

TEST(NativeFormats, APdfIsWrittenAnewAndThenStays) {
  Harness harness({}, with_worker());
  PdfBuilder pdf;
  pdf.catalog = "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>";
  pdf.trailer = "/Info << /Author (somebody) >>";
  const Verdict verdict = check_pdf(harness, pdf.build());
  EXPECT_EQ(verdict.decision, Decision::kSanitize);
  EXPECT_TRUE(has(verdict, FindingCode::kPdfActive));
  EXPECT_TRUE(has(verdict, FindingCode::kPdfMetadata));
  const std::string once = released(verdict);
  EXPECT_TRUE(once.starts_with("%PDF-1.7\n"));
  EXPECT_EQ(once.find("JavaScript"), std::string::npos);
  EXPECT_EQ(once.find("somebody"), std::string::npos);
  const Verdict again = check_pdf(harness, once);
  EXPECT_EQ(released(again), once);
  EXPECT_EQ(again.decision, Decision::kAllow);
}

TEST(NativeFormats, ASecretInTheTextWithholds) {
  Harness harness({}, with_worker());
  const std::string token = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
  struct Case {
    const char* name;
    PdfBuilder pdf;
  };
  std::vector<Case> cases(5);
  cases[0].name = "shown";
  cases[0].pdf.content = "BT /F 12 Tf (" + token + ") Tj ET";
  cases[1].name = "shown in pieces";
  cases[1].pdf.content = "BT /F 12 Tf [(" + token.substr(0, 9) + ") -20 (" + token.substr(9) + ")] TJ ET";
  cases[2].name = "over two lines";
  cases[2].pdf.content = "BT /F 12 Tf (" + token.substr(0, 20) + ") Tj 0 -14 Td (" + token.substr(20) + ") Tj ET";
  cases[3].name = "in a note";
  cases[3].pdf.page = "/Annots [<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (" + token + ") >>]";
  cases[4].name = "in the title of a chapter";
  cases[4].pdf.catalog = "/Outlines 6 0 R";
  cases[4].pdf.objects = {"<< /First 7 0 R /Last 7 0 R /Count 1 >>", "<< /Title (" + token + ") /Parent 6 0 R >>"};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Verdict verdict = check_pdf(harness, c.pdf.build());
    EXPECT_EQ(released(verdict), "<withheld>");
    EXPECT_TRUE(has(verdict, FindingCode::kSecret));
  }
  EXPECT_NE(released(check_pdf(harness, PdfBuilder{}.build())), "<withheld>") << "without it the same document passes";
}

TEST(NativeFormats, LinksAreHeldToTheDomains) {
  PdfBuilder pdf;
  pdf.page =
      "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org/a) >> >>]";
  Harness free({}, with_worker());
  EXPECT_NE(released(check_pdf(free, pdf.build())).find("example.org"), std::string::npos);
  Harness strict("[urls]\ndomains = [\"example.com\"]\naction = \"reject\"\n", with_worker());
  EXPECT_EQ(released(check_pdf(strict, pdf.build())).find("example.org"), std::string::npos);
}

TEST(NativeFormats, WhatLiesOutsideOfThePdfGoesOrWithholds) {
  Harness harness({}, with_worker());
  PdfBuilder after;
  after.after = "some more bytes";
  const Verdict trailing = check_pdf(harness, after.build());
  EXPECT_TRUE(has(trailing, FindingCode::kTrailingData));
  EXPECT_EQ(released(trailing).find("some more"), std::string::npos);
  PdfBuilder before;
  before.before = std::string(500, ' ');
  EXPECT_EQ(released(check_pdf(harness, before.build())), "<withheld>");
  PdfBuilder polyglot;
  polyglot.after = "PK\x03\x04<script>alert(1)</script>";
  EXPECT_EQ(released(check_pdf(harness, polyglot.build())), "<withheld>");
  PdfBuilder encrypted;
  encrypted.trailer =
      "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (01234567890123456789012345678901) /U "
      "(01234567890123456789012345678901) >> /ID [(0123456789abcdef) (0123456789abcdef)]";
  EXPECT_TRUE(has(check_pdf(harness, encrypted.build()), FindingCode::kPdfEncrypted));
}

TEST(NativeFormats, WithoutAWorkerTheyAreWithheld) {
  for (const char* program : {"/nonexistent/worker", "/bin/true", SLUICE_CRASHER_PROGRAM}) {
    SCOPED_TRACE(program);
    Harness harness("[images]\nreencode = true\n", with_worker(program));
    const Verdict verdict = check_pdf(harness, PdfBuilder{}.build());
    EXPECT_EQ(released(verdict), "<withheld>");
    EXPECT_TRUE(has(verdict, FindingCode::kWorker));
    EXPECT_FALSE(verdict.is_complete);
    const std::string png = sanitize::testing::Builder{}.build();
    EXPECT_EQ(released(harness.check(png, Channel::kFile, "b.png", "image/png")), "<withheld>");
    EXPECT_EQ(released(harness.check("text\n")), "text\n") << "what needs no worker passes";
  }
}

TEST(NativeFormats, ImagesAreEncodedAnewWhereThePolicyAsks) {
  sanitize::testing::Builder builder;
  builder.width = 20;
  builder.height = 10;
  const std::string png = builder.build();
  Harness plain({}, with_worker());
  EXPECT_EQ(released(plain.check(png, Channel::kFile, "a.png", "image/png")), png);
  Harness strict("[images]\nreencode = true\n", with_worker());
  const Verdict verdict = strict.check(png, Channel::kFile, "a.png", "image/png");
  EXPECT_TRUE(has(verdict, FindingCode::kImageReencoded));
  const std::string once = released(verdict);
  ASSERT_NE(once, "<withheld>");
  EXPECT_NE(once, png);
  EXPECT_EQ(once.substr(16, 8), png.substr(16, 8)) << "the same size";
  EXPECT_EQ(released(strict.check(once, Channel::kFile, "b.png", "image/png")), once) << "a fixed point";
}

}  // namespace
}  // namespace sluice
