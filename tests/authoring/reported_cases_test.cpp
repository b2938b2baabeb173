// Reports against other scanners, turned into cases for the shipped core packs as a whole. Text is assembled here.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/budget.h"
#include "rules/load.h"
#include "scan/checks/expand.h"
#include "scan/compiled_rules.h"
#include "scan/scanner.h"
#include "support/golden.h"

namespace sluice::authoring {
namespace {

struct Core {
  std::shared_ptr<const scan::CompiledRules> rules;
  std::unique_ptr<scan::Scratch> scratch;
};

Core load_core() {
  Core core;
  const auto sets = rules::load_sets(testing::read_file(testing::source_path("rules/sets.toml")), "sets.toml");
  std::vector<std::shared_ptr<const rules::RulePack>> packs;
  if (!sets) return core;
  for (const std::string& name : sets->packs_of.at("core")) {
    auto pack = rules::load_pack(testing::read_file(testing::source_path("rules/" + name + ".toml")), name + ".toml");
    if (pack) packs.push_back(std::make_shared<const rules::RulePack>(std::move(*pack)));
  }
  const auto compiled = scan::CompiledRules::compile(packs);
  if (!compiled) {
    ADD_FAILURE() << compiled.error().message;
    return core;
  }
  core.rules = *compiled;
  auto scratch = scan::Scratch::create(core.rules);
  if (scratch) core.scratch = std::make_unique<scan::Scratch>(std::move(*scratch));
  return core;
}

Core& core() {
  static Core instance = load_core();
  return instance;
}

/// Joins parts, of which some are generators.
std::string make(const std::vector<std::string>& parts, std::uint64_t seed) {
  rules::TestText text;
  for (const std::string& part : parts) text.parts.push_back(rules::parse_part(part).value());
  text.secret_end = static_cast<std::uint32_t>(text.parts.size());
  return scan::expand(text, rules::CheckKind::kNone, seed).value().text;
}

/// The text with every match replaced by "#", and the ids of the rules.
struct Outcome {
  std::string text;
  std::string rules;
};

Outcome redact(const std::string& text) {
  Outcome out;
  if (core().scratch == nullptr) return out;
  Budget budget;
  EXPECT_TRUE(budget.admit_input(text.size()));
  const scan::ScanResult result = scan::scan(as_bytes(text), *core().scratch, nullptr, budget);
  EXPECT_TRUE(result.is_complete);
  std::size_t at = 0;
  for (const scan::Match& match : result.matches) {
    if (match.source == scan::MatchSource::kRule) out.rules += core().rules->rule(match.rule_index).id + " ";
    if (match.begin >= at) out.text += text.substr(at, match.begin - at) + "#";
    at = std::max<std::size_t>(at, match.end);
  }
  out.text += text.substr(at);
  return out;
}

struct Case {
  const char* name;
  std::vector<std::string> parts;
};

TEST(ReportedCases, OrdinaryTextStaysAsItIs) {
  const Case cases[] = {
      {"a setting with a number", {"MAX_TOKENS=100\n"}},
      {"a template reference", {"password: ${{ secrets.DB_PASSWORD }}\ntoken: ${{ secrets.X }}\n"}},
      {"a short test value", {"{\"apiKey\": \"test\", \"token\": \"test\"}"}},
      {"a tag that holds sk-", {"<task-notification>done</task-notification>"}},
      {"an action pinned to a hash", {"uses: actions/checkout@", "{hex:40}", " # needs the github token\n"}},
      {"a commit", {"commit ", "{hex:40}", "\nAuthor: A <a@b.example>\n"}},
      {"an image digest", {"image: registry.example/app@sha256:", "{hex:64}", "\n"}},
      {"a lock file", {"\"integrity\": \"sha512-", "{base64:86}", "==\"\n"}},
      {"a uuid", {"request_id: ", "{uuid:36}", "\n"}},
      {"a public key", {"ssh-ed25519 ", "AAAAC3NzaC1lZDI1NTE5AAAAI", "{base64:43}", " me@host\n"}},
      {"a certificate", {"-----BEGIN CERTIFICATE-----\n", "{pem:4}", "\n-----END CERTIFICATE-----\n"}},
      {"code that reads a secret", {"api_key = os.environ[\"API_KEY\"]\npassword = get_password(user)\n"}},
      {"code that passes one on", {"client = Client(api_key=settings.api_key, token=self.token)\n"}},
      {"documentation", {"Set the password with --password, or export API_KEY=<your-key>.\n"}},
      {"a type", {"password: string;\ntoken: Optional[str] = None\nsecret: bytes\n"}},
      {"a mask", {"password=********\napi_key=xxxxxxxxxxxxxxxxxxxxxxxx\n"}},
      {"a plain address", {"see https://www.example.com/a/b?c=d#e and redis://localhost:6379/0\n"}},
      {"an address with a port", {"https://host.example:8443/path\n"}},
      {"tokens counted", {"tokens: 1234, total_tokens=5678, prompt_tokens: 90\n"}},
      {"base 64 of a picture", {"data:image/png;base64,iVBORw0KGgo", "{base64:200}", "\n"}},
  };
  std::uint64_t seed = 0;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string text = make(c.parts, ++seed);
    const Outcome outcome = redact(text);
    EXPECT_EQ(outcome.text, text) << outcome.rules;
  }
}

struct FoundCase {
  const char* name;
  std::vector<std::string> parts;
  const char* text;  ///< what is left
};

TEST(ReportedCases, SecretsGoWhole) {
  const std::string header = "eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9";
  const FoundCase cases[] = {
      {"all three segments of an installation token",
       {"t=", "ghs_", "{digits:7}", "_", header, ".", "eyJpc3MiOiIxIn0", "{base64url:20}", ".", "{base64url:86}", "\n"},
       "t=#\n"},
      {"two tokens on one line",
       {"a ", "sk-proj-", "{base64url:58}", "T3Blbk", "FJ", "{base64url:58}", " b ", "ghp_", "{base62:36}", " c\n"},
       "a # b # c\n"},
      {"a token between underscores", {"x_", "ghp_", "{base62:36}", "_y\n"}, "x_#_y\n"},
      {"a token before a NUL and text", {"ghp_", "{base62:36}", std::string("\0abc", 4), "\n"}, "#"},
      {"a long Basic credential", {"Authorization: Basic ", "{base64:700}", "==\r\n"}, "Authorization: Basic #\r\n"},
      {"padding belongs to the token", {"AWS_SESSION_TOKEN=", "{base64:300}", "==\n"}, "AWS_SESSION_TOKEN=#\n"},
      {"a pronounceable password that holds the word hook",
       {"password = \"", "hookedcaterpillarwalkspastninegreenlanternsbesidethe", "riverquay", "\"\n"},
       "password = \"#\"\n"},
      {"a key in JSON with escaped line ends",
       {"{\"private_key\": \"-----BEGIN PRIV", "ATE KEY-----\\n", "{base64:64}", "\\n", "{base64:64}",
        "\\n-----END PRIV", "ATE KEY-----\\n\"}"},
       "{\"private_key\": \"#\\n\"}"},
      {"a password in an address",
       {"postgresql://app:", "{base62:16}", "@db.example/x\n"},
       "postgresql://app:#@db.example/x\n"},
  };
  std::uint64_t seed = 100;
  for (const FoundCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Outcome outcome = redact(make(c.parts, ++seed));
    if (std::string(c.text) == "#") {
      EXPECT_EQ(outcome.text, std::string("#\0abc\n", 6)) << outcome.rules;
    } else {
      EXPECT_EQ(outcome.text, c.text) << outcome.rules;
    }
  }
}

TEST(ReportedCases, SixtyKeysAreSixtyFindings) {
  std::string text;
  for (std::uint64_t i = 0; i < 60; ++i) {
    text += make({"-----BEGIN RSA PRIV", "ATE KEY-----\n", "{pem:24}", "\n-----END RSA PRIV", "ATE KEY-----\n"}, i);
  }
  const Outcome outcome = redact(text);
  std::string expected;
  for (int i = 0; i < 60; ++i) expected += "#\n";
  EXPECT_EQ(outcome.text, expected);
}

}  // namespace
}  // namespace sluice::authoring
