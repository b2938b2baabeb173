#include "samples.h"
#include "sluice/render.h"
#include "support/golden.h"

namespace sluice {
namespace {

using testing::expect_golden;

struct Form {
  ReportFormat format;
  const char* extension;
};
constexpr Form kForms[] = {{ReportFormat::kText, "txt"},
                           {ReportFormat::kJson, "json"},
                           {ReportFormat::kJsonl, "jsonl"},
                           {ReportFormat::kSarif, "sarif"}};

TEST(RenderGolden, ARunOfFourArtifacts) {
  const std::vector<Verdict> verdicts = testing::sample_verdicts();
  for (const Form& form : kForms) {
    RenderOptions options;
    options.format = form.format;
    expect_golden(std::string("verdict_run.") + form.extension, render(testing::pointers_to(verdicts), options));
  }
}

TEST(RenderGolden, OneArtifact) {
  const Verdict verdict = testing::cleaned_stdout();
  for (const Form& form : kForms) {
    RenderOptions options;
    options.format = form.format;
    options.with_timings = false;
    expect_golden(std::string("verdict_one.") + form.extension, render(verdict, options));
  }
}

TEST(RenderGolden, NothingWasChecked) {
  for (const Form& form : kForms) {
    RenderOptions options;
    options.format = form.format;
    expect_golden(std::string("verdict_none.") + form.extension, render(std::vector<const Verdict*>{}, options));
  }
}

TEST(RenderGolden, Color) {
  RenderOptions options;
  options.with_color = true;
  const std::vector<Verdict> verdicts = testing::sample_verdicts();
  expect_golden("verdict_color.txt", render(testing::pointers_to(verdicts), options));
}

}  // namespace
}  // namespace sluice
