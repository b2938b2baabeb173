// What came from the sandbox is hostile in reports too: names, keys, types, error names.
#include "fixture.h"

namespace sluice {
namespace {

using testing::github_token;
using testing::Harness;

std::string all_forms(const Verdict& verdict) {
  std::string text;
  for (const ReportFormat format :
       {ReportFormat::kText, ReportFormat::kJson, ReportFormat::kJsonl, ReportFormat::kSarif}) {
    RenderOptions options;
    options.format = format;
    text += render(verdict, options);
  }
  Result<AuditChain> chain = AuditChain::start(as_bytes("an audit key of 32 bytes for test"));
  if (chain) text += chain->append(verdict, 1'700'000'000'000);
  return text;
}

void expect_safe(const std::string& text) {
  EXPECT_EQ(text.find("SYNTHETICbody"), std::string::npos) << text;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    ASSERT_TRUE(c == '\n' || (byte >= 0x20 && byte < 0x7F)) << "byte " << static_cast<int>(byte);
  }
}

TEST(Leaks, NothingHostileReachesAReport) {
  Harness harness;
  const std::string token = github_token();
  const std::string hostile = "x\x1b]0;" + token +
                              "\x07\xE2\x80\xAE"
                              "y";
  const std::vector<Verdict> verdicts = [&] {
    std::vector<Verdict> list;
    list.push_back(harness.check("text\n", Channel::kFile, hostile + ".txt"));
    list.push_back(harness.check("text\n", Channel::kFile, "ok.txt", hostile));
    list.push_back(harness.check("{\"" + token + "\": {\"" + token + "\": 1, \"" + token + "\": 2}}", Channel::kFile,
                                 "keys.json"));
    list.push_back(harness.check("{\"__proto__\": \"" + token + "\"}", Channel::kFile, "proto.json"));
    list.push_back(harness.check(hostile + "\n" + token + " " + token + "\n", Channel::kStdout));
    list.push_back(harness.check("{\"a\": " + token + "}", Channel::kFile, "broken.json"));
    return list;
  }();
  for (const Verdict& verdict : verdicts) {
    SCOPED_TRACE(verdict.name.str());
    expect_safe(all_forms(verdict));
  }
}

TEST(Leaks, ExecutionErrorsAreScrubbed) {
  Harness harness;
  const std::string token = github_token();
  const std::string stream = "{\"type\": \"error\", \"name\": \"" + token + "\", \"value\": \"" + token +
                             "\", \"traceback\": \"\\u001b[31m" + token + "\"}\n{\"type\": \"" + token +
                             "\"}\n{\"type\": \"end_of_execution\"}\n";
  const ExecutionVerdict outcome = check_execution(harness.checker(), as_bytes(stream), ExecutionFormat::kE2bStream);
  expect_safe(all_forms(outcome.exec));
  for (const Verdict& verdict : outcome.artifacts) {
    expect_safe(all_forms(verdict));
    if (const std::optional<ByteView> clean = verdict.released(Consumer::kAgent)) {
      EXPECT_EQ(to_string(*clean).find("SYNTHETICbody"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace sluice
