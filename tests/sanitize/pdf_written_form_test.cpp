#include "sanitize/pdf/written_form.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

namespace sluice::sanitize {
namespace {

// A document as the worker writes it.
std::string written(const std::vector<std::string>& objects, const std::string& trailer_more = {}) {
  std::string out = "%PDF-1.7\n%\xBF\xF7\xA2\xFE\n";
  std::string table = "xref\n0 " + std::to_string(objects.size() + 1) + "\n0000000000 65535 f \n";
  for (std::size_t i = 0; i < objects.size(); ++i) {
    char line[32];
    std::snprintf(line, sizeof line, "%010zu 00000 n \n", out.size());
    table += line;
    out += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const std::size_t at = out.size();
  return out + table + "trailer << /Root 1 0 R /Size " + std::to_string(objects.size() + 1) + trailer_more +
         " /ID [<31><31>] >>\nstartxref\n" + std::to_string(at) + "\n%%EOF\n";
}

bool accepts(const std::string& pdf) {
  Budget budget;
  EXPECT_TRUE(budget.admit_input(pdf.size()));
  std::string fault;
  const bool is_accepted = is_written_form(as_bytes(pdf), budget, fault);
  EXPECT_EQ(is_accepted, fault.empty());
  EXPECT_TRUE(budget.ok());
  return is_accepted;
}

std::string with_page(const std::string& entries) {
  return written({"<< /Pages 2 0 R /Type /Catalog >>", "<< /Count 1 /Kids [ 3 0 R ] /Type /Pages >>",
                  "<< /MediaBox [ 0 0 9 9 ] /Parent 2 0 R " + entries + " /Type /Page >>"});
}

TEST(PdfWrittenForm, WhatTheWorkerWritesIsAccepted) {
  EXPECT_TRUE(accepts(with_page("")));
  EXPECT_TRUE(accepts(with_page("/Annots [ << /A << /S /URI /URI (https://example.com/a\\(b) >> /Subtype /Link >> ]")));
  EXPECT_TRUE(accepts(with_page("/Annots [ << /A << /D [ 3 0 R /Fit ] /S /GoTo >> /Subtype /Link >> ]")));
  EXPECT_TRUE(accepts(with_page("/Resources << /Font << /AA 3 0 R /JS 3 0 R >> >>"))) << "names of resources are free";
  EXPECT_TRUE(accepts(written({"<< /Length 10 >>\nstream\nendobj /JS\nendstream"})));
}

TEST(PdfWrittenForm, WhatATakenOverWorkerCouldSendIsNot) {
  struct Case {
    const char* name;
    std::string pdf;
  };
  const std::string good = with_page("");
  const std::vector<Case> cases = {
      {"an action key", with_page("/AA << >>")},
      {"a script", with_page("/Annots [ << /A << /S /JavaScript /JS (x) >> >> ]")},
      {"an action of another kind", with_page("/Annots [ << /A << /S /Launch >> >> ]")},
      {"a name with escaped letters", with_page("/#41A << >>")},
      {"an escaped value", with_page("/Annots [ << /A << /S /L#61unch >> >> ]")},
      {"an address of another scheme", with_page("/Annots [ << /A << /S /URI /URI (file:///a) >> >> ]")},
      {"an address in hexadecimal", with_page("/Annots [ << /A << /S /URI /URI <66696c653a2f2f2f61> >> >> ]")},
      {"an address without a kind", with_page("/Annots [ << /A << /URI (http://a) >> >> ]")},
      {"an address elsewhere", with_page("/Annots [ << /A << /S /URI /URI 3 0 R >> >> ]")},
      {"a kind elsewhere", with_page("/Annots [ << /A << /S 3 0 R >> >> ]")},
      {"a key inside a map's value", with_page("/Resources << /Font << /F << /AA 1 >> >> >>")},
      {"encryption", written({"<< >>"}, " /Encrypt 1 0 R")},
      {"description", written({"<< >>"}, " /Info 1 0 R")},
      {"a comment", with_page("% hidden\n")},
      {"a word", with_page("/Rotate evil")},
      {"bytes before", " " + good},
      {"bytes after", good + " "},
      {"another revision", good + good},
      {"a longer stream", written({"<< /Length 1000000 >>\nstream\nx\nendstream"})},
      {"a shorter stream", written({"<< /Length 1 >>\nstream\nxxxx\nendstream"})},
      {"a stream of unknown length", written({"<< >>\nstream\nx\nendstream"})},
      {"a length elsewhere", written({"<< /Length 2 0 R >>\nstream\nx\nendstream", "1"})},
      {"an object stream",
       written({"<< /Length 1 /Type /ObjStm /First 1 /N 1 /Extends 1 0 R >>\nstream\nx\nendstream"})},
      {"deep nesting", with_page("/CropBox " + std::string(200, '[') + std::string(200, ']'))},
      {"nothing", ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_FALSE(accepts(c.pdf));
  }
  std::string moved = good;
  moved[moved.find("0000000015") + 9] = '6';
  EXPECT_FALSE(accepts(moved)) << "a table that points elsewhere";
}

TEST(PdfWrittenForm, EveryTruncationIsRefused) {
  const std::string good = with_page("/Annots [ << /A << /S /URI /URI (https://example.com) >> /Subtype /Link >> ]");
  ASSERT_TRUE(accepts(good));
  for (std::size_t n = 0; n < good.size(); ++n) EXPECT_FALSE(accepts(good.substr(0, n))) << n;
}

TEST(PdfWrittenForm, HostileShapesTakeLinearWork) {
  for (const std::string& unit : {std::string("<<"), std::string("["), std::string("("), std::string("<"),
                                  std::string("1 0 obj\n"), std::string("/A "), std::string("\\")}) {
    std::string pdf = "%PDF-1.7\n%\xBF\xF7\xA2\xFE\n1 0 obj\n";
    while (pdf.size() < 100'000) pdf += unit;
    Budget budget;
    ASSERT_TRUE(budget.admit_input(pdf.size()));
    const std::uint64_t before = budget.left(Budget::Kind::kSteps);
    std::string fault;
    EXPECT_FALSE(is_written_form(as_bytes(pdf), budget, fault));
    EXPECT_LE(before - budget.left(Budget::Kind::kSteps), pdf.size());
  }
}

}  // namespace
}  // namespace sluice::sanitize
