#include "samples.h"
#include "sluice/render.h"

namespace sluice {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string text_of(const Verdict& verdict) { return render(verdict, RenderOptions{}); }

struct DecisionCase {
  Decision decision;
  bool is_complete;
  std::uint64_t released_bytes;
  const char* head;
  const char* size;
  const char* next;
};

TEST(RenderText, SaysTheDecisionTheSizeAndWhatToDo) {
  const std::vector<DecisionCase> cases = {
      {Decision::kAllow, true, 0, "PASSED ", "9 bytes in, 8 bytes released", "Nothing to do."},
      {Decision::kSanitize, true, 0, "CLEANED ", "9 bytes in, 8 bytes released", "Use the cleaned bytes"},
      {Decision::kQuarantine, true, 0, "WITHHELD ", "9 bytes in, nothing released",
       "Do not use it. Look at the findings"},
      {Decision::kQuarantine, false, 0, "WITHHELD ", "9 bytes in, nothing released",
       "Do not use it. Remove what stopped the check"},
      {Decision::kReject, true, 0, "REJECTED ", "9 bytes in, nothing released", "Do not use it. Have the task"},
      {Decision::kReject, true, 4, "REJECTED ", "9 bytes in, 4 bytes released too early", "Discard the 4 bytes"},
      // A verdict that contradicts itself is withheld: the worse half counts.
      {Decision::kAllow, false, 0, "WITHHELD ", "9 bytes in, nothing released",
       "Do not use it. Remove what stopped the check"},
  };
  for (const DecisionCase& c : cases) {
    SCOPED_TRACE(std::string(decision_name(c.decision)) + (c.is_complete ? " complete" : " incomplete"));
    Verdict verdict;
    verdict.decision = c.decision;
    verdict.is_complete = c.is_complete;
    verdict.input_bytes = 9;
    verdict.output_bytes = 8;
    verdict.released_bytes = c.released_bytes;
    const std::string text = text_of(verdict);
    EXPECT_TRUE(text.starts_with(c.head)) << text;
    EXPECT_THAT(text, HasSubstr(c.size));
    EXPECT_THAT(text, HasSubstr(std::string("next        ") + c.next));
  }
}

TEST(RenderText, OneBlockForEachArtifactAndASummary) {
  const std::vector<Verdict> verdicts = testing::sample_verdicts();
  const std::string text = render(testing::pointers_to(verdicts), RenderOptions{});
  EXPECT_THAT(text, HasSubstr("4 artifacts: 1 passed, 1 cleaned, 1 withheld, 1 rejected.\n"));
  EXPECT_THAT(text_of(verdicts[0]), Not(HasSubstr("artifacts:")));
}

TEST(RenderText, ColorOnlyWhereAsked) {
  const Verdict verdict = testing::rejected_path();
  RenderOptions options;
  EXPECT_EQ(render(verdict, options).find('\x1b'), std::string::npos);
  options.with_color = true;
  const std::string colored = render(verdict, options);
  EXPECT_THAT(colored, HasSubstr("\x1b[1;31mREJECTED\x1b[0m"));
  // Without its own colors the colored text is the plain one.
  std::string stripped;
  for (std::size_t i = 0; i < colored.size(); ++i) {
    if (colored[i] == '\x1b') {
      i = colored.find('m', i);
    } else {
      stripped += colored[i];
    }
  }
  EXPECT_EQ(stripped, text_of(verdict));
  for (const ReportFormat format : {ReportFormat::kJson, ReportFormat::kJsonl, ReportFormat::kSarif}) {
    options.format = format;
    EXPECT_EQ(render(verdict, options).find('\x1b'), std::string::npos);
  }
}

TEST(RenderText, AQuoteInANameCannotEndIt) {
  Verdict verdict = testing::allowed_file();
  verdict.name = report_text(as_bytes("x\" PASSED stdout \"y"), nullptr);
  EXPECT_THAT(text_of(verdict), HasSubstr("file \"x\\\" PASSED stdout \\\"y\"\n"));
}

}  // namespace
}  // namespace sluice
