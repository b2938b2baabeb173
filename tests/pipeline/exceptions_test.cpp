#include <algorithm>

#include "pipeline/fixture.h"
#include "sluice/baseline.h"

namespace sluice::testing {
namespace {

// Synthetic tokens, put together here so that no file holds one.
std::string github(std::string_view body) { return std::string("ghp") + "_" + std::string(body); }
const std::string kOne = github("SYNTHETICbody0123456789abcdefg3p2TTq");
const std::string kTwo = std::string("glpat") + "-" + "SYNTHETICbody0123456";

LoadOptions trusted() {
  LoadOptions options;
  options.is_trusted_source = true;
  return options;
}

std::uint64_t let_stand(const Verdict& verdict) {
  const auto found = std::find_if(verdict.findings.begin(), verdict.findings.end(),
                                  [](const Finding& finding) { return finding.code == FindingCode::kLetStand; });
  return found == verdict.findings.end() ? 0 : found->count;
}

std::size_t secrets(const Verdict& verdict) {
  return static_cast<std::size_t>(std::count_if(verdict.findings.begin(), verdict.findings.end(),
                                                [](const Finding& f) { return f.code == FindingCode::kSecret; }));
}

struct InlineCase {
  const char* name;
  std::string text;
  std::size_t secrets;
};

// What stands before and behind the token on its line, and what is left to report.
TEST(InlineIgnores, OnTheLineOfTheMatch) {
  const InlineCase cases[] = {
      {"ours", "key = " + kOne + "  # sluice:allow\n", 0},
      {"gitleaks' spelling", "key = " + kOne + "  // gitleaks:allow\n", 0},
      {"with a reason", "key = " + kOne + "  # sluice:allow (a test key)\n", 0},
      {"for its rule", "key = " + kOne + "  # sluice:allow(github-pat)\n", 0},
      {"for another rule", "key = " + kOne + "  # sluice:allow(gitlab-pat)\n", 1},
      {"for several rules", "key = " + kOne + "  # sluice:allow(gitlab-pat, github-pat)\n", 0},
      {"for the next line", "# sluice:allow-next-line\nkey = " + kOne + "\n", 0},
      {"next line but one", "# sluice:allow-next-line\n\nkey = " + kOne + "\n", 1},
      {"on the line before", "# sluice:allow\nkey = " + kOne + "\n", 1},
      {"on the line behind", "key = " + kOne + "\n# sluice:allow\n", 1},
      {"part of a word", "key = " + kOne + "  # notsluice:allow\n", 1},
      {"a longer word", "key = " + kOne + "  # sluice:allowed\n", 1},
      {"another tool", "key = " + kOne + "  # other:allow\n", 1},
      {"at the end without a line feed", "key = " + kOne + " sluice:allow", 0},
      {"another value stays", "key = " + kOne + "  # sluice:allow\nkey = " + kTwo + "\n", 1},
      {"the value everywhere in the file", "key = " + kOne + "  # sluice:allow\nkey = " + kOne + "\n", 0},
      {"no key, only the comment", "# sluice:allow\n", 0},
  };
  for (const InlineCase& c : cases) {
    SCOPED_TRACE(c.name);
    Harness harness({}, trusted());
    const Verdict verdict = harness.check(c.text, Channel::kFile, "a.py");
    EXPECT_EQ(secrets(verdict), c.secrets);
    EXPECT_EQ(harness.clean(c.text, Channel::kFile, "b.py") == c.text, c.secrets == 0);
  }
}

// The sandbox chooses the bytes: no comment of its own switches anything off.
TEST(InlineIgnores, MeanNothingInWhatASandboxWrote) {
  Harness harness;
  const std::string text = "key = " + kOne + "  # sluice:allow gitleaks:allow\n";
  EXPECT_EQ(harness.clean(text).find(kOne), std::string::npos);
  EXPECT_EQ(harness.clean(text, Channel::kFile, "a.py").find(kOne), std::string::npos);
  EXPECT_EQ(let_stand(harness.check(text)), 0U);
}

TEST(InlineIgnores, AreTold) {
  Harness harness({}, trusted());
  const Verdict verdict = harness.check("a " + kOne + " sluice:allow\nb " + kOne + "\n", Channel::kFile, "a.py");
  EXPECT_EQ(let_stand(verdict), 2U);
  EXPECT_EQ(verdict.decision, Decision::kAllow);
  EXPECT_FALSE(verdict.input_digest.has_value());  // it still holds a secret
}

constexpr std::string_view kIgnoreList = R"~(
format = 1
[[ignore]]
files = ["tests/**", "*.txt"]
rules = ["github-pat"]
why = "synthetic tokens of the tests"
[[ignore]]
files = ["vendor/**"]
why = "not ours"
)~";

TEST(IgnoreList, LeavesRulesOutInFiles) {
  LoadOptions options = trusted();
  options.ignore_list = std::string(kIgnoreList);
  Harness harness({}, std::move(options));
  struct Case {
    const char* name;
    std::size_t secrets;
  };
  const std::string text = "key = " + kOne + "\n";
  for (const Case& c : {Case{"tests/a.py", 0}, Case{"a.txt", 0}, Case{"docs/a.txt", 1}, Case{"vendor/x/a.py", 0},
                        Case{"src/a.py", 1}}) {
    EXPECT_EQ(secrets(harness.check(text, Channel::kFile, c.name)), c.secrets) << c.name;
  }
}

TEST(IgnoreList, ErrorsNameThePlace) {
  struct Case {
    const char* text;
    const char* message;
  };
  for (const Case& c : {
           Case{"[[ignore]]\nfiles = [\"a\"]\nwhy = \"x\"\n", "i.toml:1:1: the key \"format\" is missing"},
           Case{"format = 1\n[[ignore]]\nfiles = [\"a\"]\n", "i.toml:2:1: [[ignore]]: the key \"why\" is missing"},
           Case{"format = 1\n[[ignore]]\nwhy = \"x\"\n",
                "i.toml:2:1: [[ignore]]: expected \"files\", \"rules\" or both"},
           Case{"format = 1\n[[ignore]]\nfile = [\"a\"]\nwhy = \"x\"\n",
                "i.toml:2:1: [[ignore]]: expected \"files\", \"rules\" or both\ni.toml:3:1: [[ignore]] unknown key "
                "\"file\", did you mean \"files\"?"},
       }) {
    LoadOptions options = trusted();
    options.ignore_list = c.text;
    options.ignore_list_path = "i.toml";
    const auto engine = Engine::load(options);
    ASSERT_FALSE(engine.ok());
    EXPECT_EQ(engine.error().message, c.message);
    EXPECT_EQ(engine.error().code, ErrorCode::kConfigInvalid);
  }
}

// What one check found is silent in the next; what is new is not.
TEST(BaselineFile, LeavesOnlyWhatIsNew) {
  Result<Baseline> baseline = Baseline::create();
  ASSERT_TRUE(baseline.ok());
  LoadOptions options = trusted();
  options.fingerprint_key = Bytes(baseline->key().begin(), baseline->key().end());
  const auto first_engine = Engine::load(options);
  ASSERT_TRUE(first_engine.ok());
  Result<sluice::Run> run = sluice::Run::start(*first_engine);
  ASSERT_TRUE(run.ok());
  Checker checker(*run);
  Artifact artifact;
  artifact.info.channel = Channel::kFile;
  artifact.info.name = "a.py";
  const std::string text = "key = " + kOne + "\n";
  artifact.bytes = as_bytes(text);
  ASSERT_TRUE(baseline->add(checker.check(artifact)).ok());
  const Result<std::string> written = baseline->text();
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(written->find(kOne), std::string::npos);

  LoadOptions later = trusted();
  later.baseline = *written;
  const auto engine = Engine::load(later);
  ASSERT_TRUE(engine.ok()) << engine.error().message;
  Result<sluice::Run> second = sluice::Run::start(*engine);
  ASSERT_TRUE(second.ok());
  Checker again(*second);
  const std::string longer = text + "other = " + kTwo + "\n";
  artifact.bytes = as_bytes(longer);
  artifact.info.name = "moved.py";
  const Verdict verdict = again.check(artifact);
  EXPECT_EQ(secrets(verdict), 1U);
  EXPECT_EQ(let_stand(verdict), 1U);
  const std::string clean = to_string(*verdict.released(Consumer::kAgent));
  EXPECT_NE(clean.find(kOne), std::string::npos);
  EXPECT_EQ(clean.find(kTwo), std::string::npos);
}

TEST(BaselineFile, RefusesWhatItCannotTrust) {
  const std::string good = R"({"format": 1, "key": ")" + std::string(64, 'a') + R"(", "findings": []})";
  struct Case {
    const char* name;
    std::string text;
    const char* message;
  };
  for (const Case& c :
       {Case{"truncated", good.substr(0, 40), "b.json:1:"},
        Case{"other format", R"({"format": 2, "key": ")" + std::string(64, 'a') + R"("})", "format"},
        Case{"short key", R"({"format": 1, "key": "aa", "findings": []})", "expected 64 hex digits"},
        Case{"no key", R"({"format": 1, "findings": []})", "the key \"key\" is missing"},
        Case{"bad fingerprint", good.substr(0, good.size() - 2) + R"({"rule": "r", "fingerprint": "xyz"}]})",
             "expected 32 hex digits"}}) {
    SCOPED_TRACE(c.name);
    LoadOptions options = trusted();
    options.baseline = c.text;
    options.baseline_path = "b.json";
    const auto engine = Engine::load(options);
    ASSERT_FALSE(engine.ok());
    EXPECT_NE(engine.error().message.find(c.message), std::string::npos) << engine.error().message;
  }
}

TEST(Exceptions, AreForTrustedSourcesOnly) {
  const std::string baseline = R"({"format": 1, "key": ")" + std::string(64, 'a') + R"(", "findings": []})";
  LoadOptions ignores;
  ignores.ignore_list = std::string(kIgnoreList);
  LoadOptions known;
  known.baseline = baseline;
  LoadOptions two_keys = trusted();
  two_keys.baseline = baseline;
  two_keys.fingerprint_key = to_bytes("sixteen bytes and more");
  for (const LoadOptions* options : {&ignores, &known, &two_keys}) {
    const auto engine = Engine::load(*options);
    ASSERT_FALSE(engine.ok());
    EXPECT_EQ(engine.error().code, ErrorCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace sluice::testing
