// What active and hidden content a PDF can have, one row each; through the function that the worker runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "isolate/worker/pdf.h"
#include "pdf_builder.h"

namespace sluice::isolate {
namespace {

using testing::PdfBuilder;

Response clean(const std::string& pdf, bool keeps_links = true, const JobLimits& limits = {}) {
  return clean_pdf(as_bytes(pdf), limits, keeps_links);
}

std::string notes_of(const Response& response) {
  std::string out;
  for (const NoteCount& note : response.notes) {
    out += std::to_string(static_cast<int>(note.note)) + "x" + std::to_string(note.count) + " ";
  }
  return out;
}

bool has_text(const Response& response, std::string_view text) {
  return std::any_of(response.texts.begin(), response.texts.end(),
                     [&](const std::string& held) { return held.find(text) != std::string::npos; });
}

// The names that no cleaned document has, as bytes: the writer escapes no letters.
void expect_inert(const std::string& pdf) {
  for (const char* name : {"/JavaScript",     "/JS",         "/OpenAction", "/AA",        "/Launch",
                           "/SubmitForm",     "/ImportData", "/GoToR",      "/GoToE",     "/Rendition",
                           "/RichMedia",      "/Movie",      "/Sound",      "/3D",        "/EmbeddedFile",
                           "/FileAttachment", "/AF",         "/XFA",        "/AcroForm",  "/ObjStm",
                           "/JBIG2Decode",    "/Metadata",   "/Info",       "/PieceInfo", "/OCProperties",
                           "/Encrypt",        "/Named",      "/Hide",       "/Thread",    "evil"}) {
    EXPECT_EQ(pdf.find(name), std::string::npos) << name;
  }
}

std::string expect_cleaned(const std::string& pdf) {
  const Response response = clean(pdf);
  EXPECT_EQ(response.status, Status::kDone) << notes_of(response);
  std::string out = to_string(response.payload);
  expect_inert(out);
  const Response again = clean(out);
  EXPECT_EQ(to_string(again.payload), out) << "a fixed point";
  EXPECT_TRUE(again.notes.empty()) << notes_of(again);
  EXPECT_TRUE(has_text(again, "visible text"));
  return out;
}

TEST(PdfAttacks, APlainDocumentPasses) {
  const std::string once = expect_cleaned(PdfBuilder{}.build());
  EXPECT_TRUE(clean(PdfBuilder{}.build()).notes.empty());
  EXPECT_NE(once.find("/Helvetica"), std::string::npos);
}

TEST(PdfAttacks, WhatActsOrHidesIsRemoved) {
  struct Case {
    const char* name;
    PdfBuilder pdf;
    Note note;
  };
  const std::string script = "<< /S /JavaScript /JS (evil) >>";
  const std::string attachment = PdfBuilder::stream("evil", "/Type /EmbeddedFile");
  const std::string spec = "<< /Type /Filespec /F (evil) /EF << /F 6 0 R >> >>";
  const auto annotation = [](const std::string& entries) {
    PdfBuilder pdf;
    pdf.page = "/Annots [<< /Type /Annot /Rect [0 0 9 9] " + entries + " >>]";
    return pdf;
  };
  std::vector<Case> cases;
  const auto in_catalog = [&](const char* name, const std::string& entries, Note note) {
    PdfBuilder pdf;
    pdf.catalog = entries;
    pdf.objects = {attachment, script};
    cases.push_back({name, pdf, note});
  };
  in_catalog("script at opening", "/OpenAction " + script, Note::kActive);
  in_catalog("script at opening, elsewhere", "/OpenAction 7 0 R", Note::kActive);
  in_catalog("names with escapes", "/Open#41ction << /S /J#61vaScript /#4aS (evil) >>", Note::kActive);
  in_catalog("additional actions", "/AA << /WC " + script + " >>", Note::kActive);
  in_catalog("named scripts", "/Names << /JavaScript << /Names [(a) " + script + "] >> >>", Note::kActive);
  in_catalog("embedded files", "/Names << /EmbeddedFiles << /Names [(a) " + spec + "] >> >>", Note::kEmbedded);
  in_catalog("associated files", "/AF [" + spec + "]", Note::kEmbedded);
  in_catalog("form with XFA", "/AcroForm << /Fields [] /XFA 6 0 R >>", Note::kActive);
  in_catalog("metadata", "/Metadata 6 0 R", Note::kMetadata);
  in_catalog("portfolio", "/Collection << /D (evil) >>", Note::kActive);
  in_catalog("base of addresses", "/URI << /Base (http://evil/) >>", Note::kActive);
  in_catalog("tags", "/StructTreeRoot << /Type /StructTreeRoot /K << /Alt (evil) >> >>", Note::kStructure);
  in_catalog("private data", "/PieceInfo << /X << /Private (evil) >> >>", Note::kMetadata);
  PdfBuilder page;
  page.page = "/AA << /O " + script + " >>";
  cases.push_back({"actions of a page", page, Note::kActive});
  page.page = "/Thumb 6 0 R";
  page.objects = {attachment};
  cases.push_back({"thumbnail", page, Note::kMetadata});
  cases.push_back({"launch", annotation("/Subtype /Link /A << /S /Launch /F (evil) >>"), Note::kActive});
  cases.push_back(
      {"other document", annotation("/Subtype /Link /A << /S /GoToR /F (evil) /D [0 /Fit] >>"), Note::kActive});
  cases.push_back({"embedded document", annotation("/Subtype /Link /A << /S /GoToE /D (evil) >>"), Note::kActive});
  cases.push_back({"file address", annotation("/Subtype /Link /A << /S /URI /URI (file:///evil) >>"), Note::kLinks});
  cases.push_back(
      {"script address", annotation("/Subtype /Link /A << /S /URI /URI (javascript:evil) >>"), Note::kLinks});
  cases.push_back(
      {"network share", annotation("/Subtype /Link /A << /S /URI /URI (\\\\\\\\evil\\\\share) >>"), Note::kLinks});
  cases.push_back(
      {"address with a control", annotation("/Subtype /Link /A << /S /URI /URI (http://a\\tevil) >>"), Note::kLinks});
  cases.push_back({"submission", annotation("/Subtype /Widget /A << /S /SubmitForm /F (evil) >>"), Note::kActive});
  cases.push_back({"import", annotation("/Subtype /Link /A << /S /ImportData /F (evil) >>"), Note::kActive});
  cases.push_back({"mouse", annotation("/Subtype /Widget /AA << /E " + script + " >>"), Note::kActive});
  cases.push_back(
      {"chain", annotation("/Subtype /Link /A << /S /GoTo /D [3 0 R /Fit] /Next " + script + " >>"), Note::kActive});
  cases.push_back({"attached file", annotation("/Subtype /FileAttachment /FS (evil)"), Note::kEmbedded});
  for (const char* kind : {"Movie", "Sound", "Screen", "3D", "RichMedia", "Redact", "TrapNet", "Unknown"}) {
    cases.push_back({kind, annotation("/Subtype /" + std::string(kind) + " /Movie (evil)"), Note::kActive});
  }
  PdfBuilder info;
  info.trailer = "/Info << /Author (evil) >>";
  cases.push_back({"author", info, Note::kMetadata});
  PdfBuilder content;
  content.content = "% evil comment\nBT /F 12 Tf (visible text) Tj ET\n/evil /evil unknown\nq Q";
  cases.push_back({"comments and unknown operators", content, Note::kOther});
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string pdf = c.pdf.build();
    expect_cleaned(pdf);
    const Response response = clean(pdf);
    EXPECT_GE(response.count(c.note), 1U) << notes_of(response);
  }
}

TEST(PdfAttacks, WhatIsHarmlessStays) {
  PdfBuilder pdf;
  pdf.page =
      "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com/a?b=1) >> >> "
      "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [3 0 R /Fit] >> "
      "<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (a note) >>]";
  pdf.catalog = "/Outlines 6 0 R /Names << /Dests << /Names [(there) [3 0 R /XYZ 0 0 0]] >> >> /Lang (en)";
  pdf.objects = {"<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>",
                 "<< /Title (Chapter one) /Parent 6 0 R /Dest (there) >>"};
  const std::string out = expect_cleaned(pdf.build());
  for (const char* kept :
       {"(https://example.com/a?b=1)", "/Dest [", "(a note)", "(Chapter one)", "(there)", "/Lang (en)"}) {
    EXPECT_NE(out.find(kept), std::string::npos) << kept;
  }
  const Response response = clean(pdf.build());
  EXPECT_TRUE(response.notes.empty()) << notes_of(response);
  EXPECT_EQ(response.urls, std::vector<std::string>{"https://example.com/a?b=1"});
  EXPECT_TRUE(has_text(response, "Chapter one") && has_text(response, "a note"));
  const Response without = clean(pdf.build(), false);
  EXPECT_EQ(to_string(without.payload).find("example.com"), std::string::npos);
  EXPECT_EQ(without.count(Note::kLinks), 1U);
}

TEST(PdfAttacks, EarlierRevisionsGo) {
  PdfBuilder pdf;
  pdf.content = "BT /F 12 Tf (evil revision) Tj ET";
  const std::string updated = pdf.updated(4, PdfBuilder::stream("BT /F 12 Tf (visible text) Tj ET"));
  const Response response = clean(updated);
  EXPECT_EQ(response.count(Note::kRevisions), 1U) << notes_of(response);
  EXPECT_FALSE(has_text(response, "evil"));
  expect_cleaned(updated);
}

TEST(PdfAttacks, WhatCannotBeJudgedIsRefused) {
  struct Case {
    const char* name;
    std::string pdf;
    Status status;
  };
  PdfBuilder layers;
  layers.catalog = "/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >>";
  layers.objects = {"<< /Type /OCG /Name (evil) >>"};
  const auto image = [](const std::string& filter, const std::string& size = "/Width 1 /Height 1") {
    PdfBuilder pdf;
    pdf.resources = "/XObject << /I 6 0 R >>";
    pdf.objects = {PdfBuilder::stream(
        "evil", "/Type /XObject /Subtype /Image /BitsPerComponent 8 /ColorSpace /DeviceGray " + size + " " + filter)};
    return pdf.build();
  };
  PdfBuilder external;
  external.objects = {PdfBuilder::stream("", "/F (/etc/passwd)")};
  external.resources = "/XObject << /I 6 0 R >>";
  PdfBuilder broken_stream;
  broken_stream.objects = {PdfBuilder::stream("evil", "/Subtype /Form /BBox [0 0 1 1] /Filter /FlateDecode")};
  broken_stream.resources = "/XObject << /I 6 0 R >>";
  PdfBuilder stray;
  stray.page = "/Group << /S /Transp#ency >>";
  PdfBuilder no_box;
  no_box.page = "/MediaBox [0 0 1000000000 1000000000]";
  PdfBuilder encrypted;
  encrypted.trailer =
      "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (01234567890123456789012345678901) /U "
      "(01234567890123456789012345678901) >> /ID [(0123456789abcdef) (0123456789abcdef)]";
  const std::string plain = PdfBuilder{}.build();
  const std::vector<Case> cases = {
      {"a hidden layer", layers.build(), Status::kUnsupported},
      {"JBIG2", image("/Filter /JBIG2Decode"), Status::kUnsupported},
      {"JBIG2 behind Flate", image("/Filter [/FlateDecode /JBIG2Decode]"), Status::kUnsupported},
      {"JBIG2 by an escaped name", image("/Filter /JBIG#32Decode"), Status::kUnsupported},
      {"JPEG 2000", image("/Filter /JPXDecode"), Status::kUnsupported},
      {"an unknown coding", image("/Filter /Evil"), Status::kUnsupported},
      {"no JPEG", image("/Filter /DCTDecode"), Status::kMalformed},
      {"too many pixels", image("", "/Width 100000 /Height 100000"), Status::kTooLarge},
      {"data in another file", external.build(), Status::kUnsupported},
      {"damaged data", broken_stream.build(), Status::kMalformed},
      {"a name with a stray number sign", stray.build(), Status::kMalformed},
      {"a page of 14 km", no_box.build(), Status::kTooLarge},
      {"encrypted", encrypted.build(), Status::kEncrypted},
      {"no PDF", "hello", Status::kMalformed},
      {"empty", "", Status::kMalformed},
      {"only a header", "%PDF-1.4\n%%EOF\n", Status::kMalformed},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Response response = clean(c.pdf);
    EXPECT_EQ(response.status, c.status) << notes_of(response);
    EXPECT_TRUE(response.payload.empty());
  }
}

TEST(PdfAttacks, EveryTruncationIsRefusedOrWhole) {
  const std::string pdf = PdfBuilder{}.build();
  const std::string whole = to_string(clean(pdf).payload);
  for (std::size_t n = 0; n < pdf.size(); ++n) {
    const Response response = clean(pdf.substr(0, n));
    if (response.status == Status::kDone) {
      EXPECT_EQ(to_string(response.payload), whole) << n;
    }
  }
}

TEST(PdfAttacks, ASmallerLimitNeverReleasesMore) {
  PdfBuilder pdf;
  pdf.resources = "/XObject << /I 6 0 R >>";
  pdf.objects = {PdfBuilder::stream(
      std::string(100, 'x'), "/Subtype /Image /Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceGray")};
  const std::string bytes = pdf.build();
  ASSERT_EQ(clean(bytes).status, Status::kDone);
  const std::vector<std::uint64_t JobLimits::*> members = {&JobLimits::max_output_bytes, &JobLimits::max_decoded_bytes,
                                                           &JobLimits::max_text_bytes,   &JobLimits::max_objects,
                                                           &JobLimits::max_pages,        &JobLimits::max_pixels};
  for (std::size_t i = 0; i < members.size(); ++i) {
    SCOPED_TRACE(i);
    bool was_done = false;
    for (std::uint64_t limit = 0; limit < 4096; limit = limit * 2 + 1) {
      JobLimits limits;
      limits.*members[i] = limit;
      const bool is_done = clean(bytes, true, limits).status == Status::kDone;
      EXPECT_TRUE(is_done || !was_done);
      EXPECT_FALSE(limit == 0 && is_done);
      was_done = is_done;
    }
    EXPECT_TRUE(was_done);
  }
}

TEST(PdfAttacks, LoopsAndBombsEnd) {
  PdfBuilder loop;
  loop.catalog = "/Outlines 6 0 R";
  loop.objects = {"<< /First 7 0 R /Last 7 0 R >>", "<< /Title (a) /Parent 6 0 R /Next 7 0 R /Prev 7 0 R >>"};
  expect_cleaned(loop.build());
  PdfBuilder arrays;
  arrays.page = "/CropBox 6 0 R";
  for (int i = 6; i < 40; ++i) {
    const std::string next = std::to_string(i + 1) + " 0 R ";
    arrays.objects.push_back("[" + next + next + next + next + "]");
  }
  arrays.objects.push_back("[]");
  JobLimits few;
  few.max_objects = 10'000;
  EXPECT_EQ(clean(arrays.build(), true, few).status, Status::kTooLarge);
  PdfBuilder form;
  form.resources = "/XObject << /X 6 0 R >>";
  form.objects = {
      PdfBuilder::stream("/X Do", "/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>")};
  expect_cleaned(form.build());
}

TEST(PdfAttacks, TextIsReadAcrossItsPieces) {
  PdfBuilder pdf;
  pdf.content = "BT /F 12 Tf [(vis) -20 (ible) -300 (te) 10 (xt)] TJ 0 -14 Td <7365636f6e64> Tj ET";
  const Response response = clean(pdf.build());
  EXPECT_TRUE(has_text(response, "visible text"));
  EXPECT_TRUE(has_text(response, "second"));
  // Codes that only the font's own map makes readable.
  PdfBuilder mapped;
  mapped.content = "BT /G 12 Tf <00010002> Tj /F 12 Tf (visible text) Tj ET";
  mapped.resources = "";
  mapped.page = "";
  mapped.objects = {"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 7 0 R >>",
                    PdfBuilder::stream("1 beginbfrange <0001> <0002> <0041> endbfrange")};
  std::string bytes = mapped.build();
  const std::string fonts = "/F 5 0 R";
  EXPECT_EQ(clean(bytes).status, Status::kDone);
  mapped.resources = "/Font << /F 5 0 R /G 6 0 R >>";
  bytes = mapped.build();
  // The first /Font of the builder goes, so that the page has one.
  bytes.replace(bytes.find("/Font << /F 5 0 R >>"), 20, std::string(20, ' '));
  EXPECT_TRUE(has_text(clean(bytes), "AB"));
}

}  // namespace
}  // namespace sluice::isolate
