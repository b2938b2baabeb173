#include "policy/load.h"
#include "support/golden.h"

namespace sluice::policy {
namespace {

struct Case {
  const char* name;
  const char* text;   // contradicts itself
  const char* fixed;  // the nearest policy that does not
};

constexpr Case kCases[] = {
    {"schema without types", "[stdout]\nschema = \"r.json\"",
     "[stdout]\nschema = \"r.json\"\ntypes = [\"application/json\"]"},
    {"rebuild without types", "[files]\nrebuild = true", "[files]\nrebuild = true\ntypes = [\"application/json\"]"},
    {"schema without a JSON type", "[files]\ntypes = [\"image/png\"]\nschema = \"r.json\"",
     "[files]\ntypes = [\"image/png\", \"application/json\"]\nschema = \"r.json\""},
    {"schema on a stream of several kinds",
     "[stdout]\ntypes = [\"application/json\", \"text/plain\"]\nschema = \"r.json\"",
     "[files]\ntypes = [\"application/json\", \"text/plain\"]\nschema = \"r.json\""},
    {"rebuild on a stream without JSON", "[stderr]\ntypes = [\"text/plain\"]\nrebuild = true",
     "[stderr]\ntypes = [\"text/plain\"]\nrebuild = false"},
    {"schema of a closed channel", "[stdout]\ntypes = []\nschema = \"r.json\"", "[stdout]\ntypes = []"},
    {"unknown members without schema", "[stdout]\ntypes = [\"application/json\"]\nunknown_members = \"reject\"",
     "[stdout]\ntypes = [\"application/json\"]\nschema = \"r.json\"\nunknown_members = \"reject\""},
    {"dropping members without rebuild",
     "[stdout]\ntypes = [\"application/json\"]\nschema = \"r.json\"\nunknown_members = \"drop\"",
     "[stdout]\ntypes = [\"application/json\"]\nschema = \"r.json\"\nunknown_members = \"drop\"\nrebuild = true"},
    {"first of duplicate keys without rebuild", "[stdout]\nduplicate_keys = \"first\"",
     "[stdout]\nduplicate_keys = \"keep\""},
    {"NaN as null without rebuild", "[stdout]\ntypes = [\"application/json\"]\nnon_finite = \"null\"",
     "[stdout]\ntypes = [\"application/json\"]\nnon_finite = \"null\"\nrebuild = true"},
    {"big numbers as null without rebuild", "[stdout]\ntypes = [\"application/json\"]\nbig_numbers = \"null\"",
     "[stdout]\ntypes = [\"application/json\"]\nbig_numbers = \"null\"\nrebuild = true"},
    {"replaced surrogates without rebuild", "[stdout]\nlone_surrogates = \"replace\"",
     "[stdout]\ntypes = [\"application/json\"]\nlone_surrogates = \"replace\"\nrebuild = true"},
    {"stripped controls without rebuild", "[stdout]\nraw_controls = \"strip\"", "[stdout]\nraw_controls = \"reject\""},
    {"escaped controls without rebuild", "[stdout]\nraw_controls = \"escape\"",
     "[stdout]\ntypes = [\"application/json\"]\nraw_controls = \"escape\"\nrebuild = true"},
    {"replaced bytes without rebuild", "[stdout]\njson_utf8 = \"replace\"",
     "[stdout]\ntypes = [\"application/json\"]\njson_utf8 = \"replace\"\nrebuild = true"},
    {"dropped prototypes without rebuild", "[stdout]\nproto_keys = \"drop\"", "[stdout]\nproto_keys = \"keep\""},
    {"key longer than a string", "[limits]\nstring = \"1 kB\"\nkey = \"2 kB\"",
     "[limits]\nstring = \"2 kB\"\nkey = \"2 kB\""},
    {"defaults without schema", "[stdout]\ntypes = [\"application/json\"]\nrebuild = true\nfill_defaults = true",
     "[stdout]\ntypes = [\"application/json\"]\nrebuild = true\nschema = \"r.json\"\nfill_defaults = true"},
    {"defaults without rebuild", "[stdout]\ntypes = [\"application/json\"]\nschema = \"r.json\"\nfill_defaults = true",
     "[stdout]\ntypes = [\"application/json\"]\nschema = \"r.json\"\nfill_defaults = true\nrebuild = true"},
    {"canonical without rebuild", "[stdout]\ntypes = [\"application/json\"]\ncanonical = true",
     "[stdout]\ntypes = [\"application/json\"]\nrebuild = true\ncanonical = true"},
    {"canonical for browsers",
     "consumer = \"browser\"\n[stdout]\ntypes = [\"application/json\"]\nrebuild = true\ncanonical = true",
     "consumer = \"agent\"\n[stdout]\ntypes = [\"application/json\"]\nrebuild = true\ncanonical = true"},
    {"bad lines without NDJSON", "[stdout]\non_bad_line = \"placeholder\"",
     "[stdout]\non_bad_line = \"placeholder\"\nndjson = true"},
    {"NDJSON of another type", "[stdout]\nndjson = true\ntypes = [\"application/json\"]",
     "[stdout]\nndjson = true\ntypes = [\"application/json-seq\"]"},
    {"overflow of nothing", "[stdout]\non_overflow = \"truncate\"",
     "[stdout]\non_overflow = \"truncate\"\nmax_lines = 5"},
    {"channel larger than the run", "[limits]\ntotal = \"1 MB\"\n[stdout]\nmax_bytes = \"2 MB\"",
     "[limits]\ntotal = \"2 MB\"\n[stdout]\nmax_bytes = \"2 MB\""},
    {"file larger than an artifact", "[limits]\nartifact = \"1 MB\"\n[files]\nmax_bytes = \"2 MB\"",
     "[limits]\nartifact = \"1 MB\"\n[stdout]\nmax_bytes = \"2 MB\""},
    {"artifact larger than the run", "[limits]\ntotal = \"1 MB\"\nartifact = \"2 MB\"",
     "[limits]\ntotal = \"2 MB\"\nartifact = \"2 MB\""},
    {"line larger than the whole", "[stdout]\nmax_bytes = 10\nmax_line_bytes = 11",
     "[stdout]\nmax_bytes = 11\nmax_line_bytes = 11"},
    {"name that no extension allows", "[files]\nallow = [\"report.json\", \"charts/*.png\"]\nextensions = [\"json\"]",
     "[files]\nallow = [\"report.json\", \"charts/*.png\", \"*.[ch]\", \"x.tar.gz\"]\n"
     "extensions = [\"json\", \"png\", \"tar.gz\"]"},
    {"no exit code passes", "[exec]\nexit_codes = []", "[exec]\nexit_codes = [0]"},
    {"consequence of unknown codes", "[exec]\non_exit_code = \"flag\"",
     "[exec]\non_exit_code = \"flag\"\nexit_codes = [0]"},
    {"no secrets to look for", "[secrets]\npacks = []", "[secrets]\npacks = []\nknown_from_env = [\"TOKEN\"]"},
    {"no personal data to look for", "[pii]\npacks = []\naction = \"redact\"", "[pii]\npacks = []\naction = \"off\""},
    {"no injection to look for", "[injection]\npacks = []", "[injection]\npacks = [\"injection\"]"},
    {"command outlives the sandbox", "[sandbox]\nlifetime = \"10 s\"\ncommand_timeout = \"11 s\"",
     "[sandbox]\nlifetime = \"11 s\"\ncommand_timeout = \"11 s\""},
    {"sandbox shorter than the default command", "[sandbox]\nlifetime = \"10 s\"",
     "[sandbox]\nlifetime = \"10 s\"\ncommand_timeout = \"10 s\""},
};

TEST(PolicyContradictions, AreErrorsThatSayWhatToDo) {
  std::string all;
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const Result<Policy> policy = load_policy(c.text, "p.toml");
    ASSERT_FALSE(policy.ok());
    EXPECT_EQ(policy.error().code, ErrorCode::kConfigInvalid);
    all += std::string(c.name) + "\n  " + policy.error().message + "\n";
    const Result<Policy> fixed = load_policy(c.fixed, "p.toml");
    EXPECT_TRUE(fixed.ok()) << fixed.error().message;
  }
  sluice::testing::expect_golden("policy_contradictions.txt", all);
}

// A value that is wrong in itself is told once, not again as a contradiction of what it would have allowed.
TEST(PolicyContradictions, DoNotFollowFromOtherErrors) {
  struct Wrong {
    const char* text;
    const char* only;
  };
  const Wrong cases[] = {
      {"[stdout]\ntypes = [\"application/jsn\"]\nschema = \"r.json\"", "[stdout] types"},
      {"[stdout]\ntypes = 5\nndjson = true", "[stdout] types"},
      {"[stdout]\nmax_bytes = \"x\"\non_overflow = \"truncate\"", "[stdout] max_bytes"},
      {"[stdout]\ntypes = [\"application/json\"]\nschema = 1\nunknown_members = \"reject\"", "[stdout] schema"},
      {"[secrets]\npacks = []\nknown_from_env = 1", "[secrets] known_from_env"},
      {"[exec]\nexit_codes = 0\non_exit_code = \"flag\"", "[exec] exit_codes"},
  };
  for (const Wrong& c : cases) {
    const Result<Policy> policy = load_policy(c.text, "p");
    ASSERT_FALSE(policy.ok()) << c.text;
    EXPECT_EQ(policy.error().message.find('\n'), std::string::npos) << policy.error().message;
    EXPECT_NE(policy.error().message.find(c.only), std::string::npos) << policy.error().message;
  }
}

TEST(PolicyExec, ListedCodesMakeUnknownEndsAndErrorsWithhold) {
  struct Expected {
    const char* text;
    ExecAction on_exit_code;
    ExecAction on_unknown_exit;
    ExecAction on_error;
  };
  const Expected cases[] = {
      {"", ExecAction::kReject, ExecAction::kFlag, ExecAction::kFlag},
      {"[exec]\nstderr = \"flag\"", ExecAction::kReject, ExecAction::kFlag, ExecAction::kFlag},
      {"[exec]\nexit_codes = [0]", ExecAction::kReject, ExecAction::kQuarantine, ExecAction::kReject},
      {"[exec]\nexit_codes = [0]\non_exit_code = \"quarantine\"\non_unknown_exit = \"flag\"\non_error = \"flag\"",
       ExecAction::kQuarantine, ExecAction::kFlag, ExecAction::kFlag},
  };
  for (const Expected& c : cases) {
    const Result<Policy> policy = load_policy(c.text, "p");
    ASSERT_TRUE(policy.ok()) << policy.error().message;
    EXPECT_EQ(policy->exec.on_exit_code, c.on_exit_code) << c.text;
    EXPECT_EQ(policy->exec.on_unknown_exit, c.on_unknown_exit) << c.text;
    EXPECT_EQ(policy->exec.on_error, c.on_error) << c.text;
  }
}

}  // namespace
}  // namespace sluice::policy
