#include "policy/explain.h"

#include "policy/free_form.h"
#include "policy/key_cases.h"
#include "policy/load.h"
#include "support/golden.h"

namespace sluice::policy {
namespace {

Policy must_load(std::string_view text) {
  Result<Policy> policy = load_policy(text, "p");
  EXPECT_TRUE(policy.ok()) << policy.error().message;
  return policy.ok() ? std::move(*policy) : Policy{};
}

constexpr const char* kReport = R"(
name = "competitor-report"
[limits]
total = "50 MB"
files = 20
deadline = "30 s"
[exec]
exit_codes = [0]
[stdout]
types = ["application/json"]
max_bytes = "1 MB"
schema = "report.schema.json"
rebuild = true
unknown_members = "reject"
[stderr]
types = []
[results]
types = ["text/plain", "image/png", "image/svg+xml", "text/html"]
max_lines = 1
on_overflow = "truncate"
max_line_bytes = "10 kB"
bidi = "escape"
invalid_utf8 = "refuse"
keep_colors = true
[files]
allow = ["report.json", "charts/*.png"]
extensions = ["json", "png"]
release_members = true
[secrets]
known_from_env = ["PUBLIC_API_TOKEN", "DB_URL"]
action = "quarantine"
[pii]
action = "redact"
[injection]
action = "envelope"
[urls]
domains = ["example.com", "*.example.org"]
action = "defang"
[approval]
always_for = ["application/pdf"]
[sandbox]
tools = ["python"]
egress_domains = ["pypi.org"]
env = ["PUBLIC_API_TOKEN"]
lifetime = "10 min"
)";

constexpr const char* kClosed = R"(
name = "closed"
[exec]
exit_codes = [0]
stderr = "reject"
[stdout]
ndjson = true
on_bad_line = "placeholder"
duplicate_keys = "first"
big_numbers = "reject"
non_finite = "null"
schema = "line.schema.json"
rebuild = true
unknown_members = "drop"
max_bytes = 1000
[results]
types = []
[files]
allow = []
[pii]
action = "flag"
[urls]
action = "reject"
)";

TEST(PolicyExplain, SaysWhatAPolicyDoes) {
  sluice::testing::expect_golden("policy_explain_default.txt", explain(default_policy()));
  sluice::testing::expect_golden("policy_explain_report.txt", explain(must_load(kReport)));
  sluice::testing::expect_golden("policy_explain_closed.txt", explain(must_load(kClosed)));
}

TEST(PolicyExplain, ChangesWithEveryKey) {
  for (const testing::KeyCase& c : testing::all_key_cases()) {
    if (std::string(c.key) == "format" || std::string(c.key) == "$schema") continue;
    const Policy policy = must_load(policy_with(c, c.key, c.good));
    const std::string section = *c.section == '\0' ? "" : "[" + std::string(c.section) + "]\n";
    const bool is_needed = *c.with != '\0' && load_policy(section + c.with, "p").ok();
    const Policy without = must_load(is_needed ? section + c.with : "");
    EXPECT_NE(explain(policy), explain(without)) << name_of(c);
  }
}

TEST(PolicyExplain, FitsATerminalAndIsAscii) {
  for (const std::string& text :
       {explain(default_policy()), explain(must_load(kReport)), explain(must_load(kClosed))}) {
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
      EXPECT_LE(end - begin, 100U) << text.substr(begin, end - begin);
      begin = end + 1;
    }
    EXPECT_EQ(begin, text.size());
    for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7F)) << static_cast<int>(c);
  }
}

// Found by fuzzing: names went into the page as they were.
TEST(PolicyExplain, ShowsNamesInPrintableForm) {
  const std::string text =
      explain(must_load("[files]\ntypes = [\"application/json\"]\nschema = \"\\u202er.json\"\n"
                        "allow = [\"\\u040f*.json\", \"a-name-longer-than-what-could-be-a-secret-2025.json\"]"));
  EXPECT_NE(text.find("must follow \\u{202e}r.json"), std::string::npos) << text;
  EXPECT_NE(text.find("\\u{040f}*.json"), std::string::npos) << text;
  EXPECT_NE(text.find("a-name-longer-than-what-could-be-a-secret-2025.json"), std::string::npos) << text;
}

TEST(PolicyExplain, IsHonestAboutWhatStaysFreeForm) {
  struct Case {
    const char* name;
    const char* text;
    const char* says;      // a part of the list
    const char* says_not;  // "" for nothing
  };
  const Case cases[] = {
      {"plain text", "[stdout]\ntypes = [\"text/plain\"]", "stdout: the text.", ""},
      {"pixels", "[files]\ntypes = [\"image/png\", \"image/gif\"]", "files: the pixels of images.", ""},
      {"JSON without schema", "[stdout]\ntypes = [\"application/json\"]", "every string, number and key of JSON",
       "leaves open"},
      {"JSON with schema", "[stdout]\ntypes = [\"application/json\"]\nschema = \"s.json\"",
       "members that it does not name", "every string, number"},
      {"JSON as it came", "[stdout]\ntypes = [\"application/json\"]\nschema = \"s.json\"", "rebuild is off", ""},
      {"JSON closed",
       "[stdout]\ntypes = [\"application/json\"]\nschema = \"s.json\"\nrebuild = true\nunknown_members = \"reject\"",
       "stdout: the strings and numbers of JSON that s.json leaves open (no enum, const or pattern).",
       "rebuild is off"},
      {"nothing", "[stdout]\ntypes = []", "always: ", "stdout: "},
      {"stderr refused", "[exec]\nstderr = \"reject\"", "stdout: ", "stderr: "},
      {"no files", "[files]\nallow = []", "always: ", "file"},
      {"no files by count", "[limits]\nfiles = 0", "always: ", "file"},
      {"fixed names", "[files]\nallow = [\"a.json\"]", "which of the allowed files are there.", "wildcards"},
      {"wildcard names", "[files]\nallow = [\"*.json\"]", "what the wildcards of allow match", ""},
      {"any exit", "", "exit code: any", ""},
      {"one exit", "[exec]\nexit_codes = [0]", "always: ", "exit code"},
      {"two exits", "[exec]\nexit_codes = [0, 1]", "exit code: one of 2.", ""},
      {"flagged exit", "[exec]\nexit_codes = [0]\non_exit_code = \"flag\"", "exit code: any", ""},
      {"error refused", "[exec]\non_error = \"reject\"", "always: ", "error: "},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    std::string all;
    for (const std::string& line : free_form_outputs(must_load(c.text))) all += line + "\n";
    EXPECT_NE(all.find(c.says), std::string::npos) << all;
    if (*c.says_not != '\0') {
      EXPECT_EQ(all.find(c.says_not), std::string::npos) << all;
    }
  }
}

}  // namespace
}  // namespace sluice::policy
