// The reproduced defects of agent-airlock 0.8 that touch secrets, numbered as in the notes on it: what it let through,
// corrupted or flagged wrongly. Those about pages, routing and files are tested elsewhere.
#include "pipeline/checker_state.h"
#include "reported.h"
#include "scan/scanner.h"
#include "support/encoders.h"

namespace sluice {
namespace {

using testing::aws_key_id;
using testing::goes;
using testing::Harness;
using testing::join_parts;
using testing::stays;

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(ReportedAirlock, defect_1_objects_and_lists_and_bytes_are_masked_as_counted) {
  Harness harness("format = 1\n[pii]\naction = \"redact\"\n");
  const std::string json = R"({"owner": "jane@corp-test.com", "keys": [")" + aws_key_id() + R"(", {"k": ")" +
                           aws_key_id() + R"("}], "n": 1})" + "\n";
  const Verdict verdict = harness.check(json, Channel::kResult, {}, "application/json");
  const std::string clean = harness.clean(json, Channel::kResult, {}, "application/json");
  EXPECT_EQ(testing::without_marks(clean), R"({"owner":"#","keys":["#",{"k":"#"}],"n":1})");
  EXPECT_EQ(verdict.findings.size(), count_of(clean, "[redacted:")) << "as many findings as changes";
  // Bytes that are no UTF-8 are scanned too.
  const std::string bytes = "\xFF\xFE\x80 " + aws_key_id() + " \xC3\n";
  testing::expect_nothing_of(aws_key_id(), harness.clean(bytes));
}

TEST(ReportedAirlock, defect_2_audit_lines_hold_no_value_and_are_json_only) {
  Harness harness;
  const std::string json = R"({"password": "kX9!vB2@qL7m", "k": ")" + aws_key_id() + "\"}\n";
  auto chain = AuditChain::start(as_bytes("an audit key of 32 bytes for test"));
  ASSERT_TRUE(chain.ok());
  std::string lines = chain->append(harness.check(json), 1'700'000'000'000);
  lines += chain->append(harness.check(json, Channel::kFile, aws_key_id() + ".json"), 1'700'000'000'001);
  testing::expect_nothing_of(aws_key_id(), lines);
  testing::expect_nothing_of("kX9!vB2@qL7m", lines);
  EXPECT_EQ(count_of(lines, "\n"), count_of(lines, "}\n"));
  EXPECT_TRUE(lines.starts_with('{'));
  EXPECT_EQ(lines.find("\n#"), std::string::npos);
}

struct TextCase {
  const char* name;
  std::vector<testing::Piece> pieces;
};

TEST(ReportedAirlock, defect_3_the_whole_key_block_goes) {
  const TextCase cases[] = {
      {"complete",
       {stays("k\n"),
        goes({"-----BEGIN RSA PRIV", "ATE KEY-----\n", "{pem:12}", "\n-----END RSA PRIV", "ATE KEY-----"}),
        stays("\nafter\n")}},
      {"with headers",
       {goes({"-----BEGIN EC PRIV", "ATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n", "{pem:4}",
              "\n-----END EC PRIV", "ATE KEY-----"}),
        stays("\nafter\n")}},
      {"of OpenSSH",
       {goes({"-----BEGIN OPENSSH PRIV", "ATE KEY-----\n", "{pem:5}", "\n-----END OPENSSH PRIV", "ATE KEY-----"}),
        stays("\n")}},
  };
  Harness harness;
  for (const TextCase& c : cases) {
    SCOPED_TRACE(c.name);
    testing::expect_left(harness, testing::assemble(c.pieces, 21));
  }
}

TEST(ReportedAirlock, defect_4_a_key_cut_between_chunks) {
  Harness harness;
  testing::ReportedText text;
  text.secrets = {aws_key_id()};
  text.input = "id " + aws_key_id() + " end\n";
  text.left = "id # end\n";
  testing::expect_left(harness, text);
}

TEST(ReportedAirlock, defect_5_overlaps_leave_the_neighbors_alone) {
  const TextCase cases[] = {
      {"an address with a number and a password",
       {stays("postgres://admin:"), goes({"{base62:16}"}), stays("@10.0.0.12:5432/db end\n")}},
      {"a named value that is a token", {stays("GITHUB_TOKEN="), goes({"ghp", "_", "{base62:36}"}), stays(" end\n")}},
      {"a token in an assignment in quotes",
       {stays("{\"password\": \""), goes({"sk", "_live_", "{base62:32}"}), stays("\", \"host\": \"10.0.0.12\"}\n")}},
      {"an authorization header with a token",
       {stays("curl -H 'Authorization: Bearer "), goes({"ghp", "_", "{base62:36}"}), stays("' https://a.example/x\n")}},
  };
  Harness harness("format = 1\n[pii]\naction = \"off\"\n");
  for (const TextCase& c : cases) {
    SCOPED_TRACE(c.name);
    testing::expect_left(harness, testing::assemble(c.pieces, 31));
  }
}

TEST(ReportedAirlock, defect_6_formats_and_spellings_that_it_missed) {
  Harness harness("format = 1\n[pii]\naction = \"redact\"\n");
  const TextCase cases[] = {
      {"a project key",
       {stays("k "), goes({"sk-", "proj-", "{base64url:58}", "T3Blbk", "FJ", "{base64url:58}"}), stays("\n")}},
      {"a service account key",
       {stays("k "), goes({"sk-", "svcacct-", "{base64url:58}", "T3Blbk", "FJ", "{base64url:58}"}), stays("\n")}},
      {"a card in groups", {stays("card "), goes({"4532 0151", " 1283 0366"}), stays(" end\n")}},
      {"a card with dashes", {stays("card "), goes({"4532-0151", "-1283-0366"}), stays(" end\n")}},
  };
  for (const TextCase& c : cases) {
    SCOPED_TRACE(c.name);
    testing::expect_left(harness, testing::assemble(c.pieces, 41));
  }
  const std::string key = aws_key_id();
  for (const std::string cut :
       {"\xE2\x80\x8B", "\xE2\x81\xA0", "\xEF\xBB\xBF", "\x1b[1m", "\x1b]0;t\x07", "\xC2\xAD"}) {
    for (std::size_t at = 1; at < key.size(); ++at) {
      const std::string input = "k " + key.substr(0, at) + cut + key.substr(at) + " z\n";
      ASSERT_EQ(testing::without_marks(harness.clean(input)), "k # z\n") << at;
      ASSERT_EQ(testing::without_marks(harness.stream(input, {at + 3}).text), "k # z\n") << at;
    }
  }
  for (const testing::Encoder& encoder : testing::text_encoders()) {
    SCOPED_TRACE(encoder.name);
    const std::string encoded = encoder.encode("key=" + key + ";");
    EXPECT_TRUE(testing::has_code(harness.check("a " + encoded + "\n"), FindingCode::kSecret));
    testing::expect_nothing_of(encoded.substr(encoded.size() / 3, encoded.size() / 3),
                               harness.clean("a " + encoded + "\n"), 16);
  }
}

TEST(ReportedAirlock, defect_7_versions_and_times_are_no_personal_data) {
  Harness harness("format = 1\n[pii]\naction = \"redact\"\n");
  for (const std::string input : {"Mozilla/5.0 Chrome/120.0.0.1 Safari/537.36\n", "release 1.2.3.4 of the tool\n",
                                  "epoch 1700000000\n", "started at 1700000000.123, took 1234567890 ns\n",
                                  "JavaScript is a language\n", "build 4532015112830367 done\n"}) {
    EXPECT_EQ(harness.clean(input), input);
  }
}

TEST(ReportedAirlock, defect_8_the_written_result_holds_no_value) {
  Harness harness("format = 1\n[pii]\naction = \"redact\"\n");
  const std::string text = "jane.doe@corp-test.com " + aws_key_id() + " 4532 0151 1283 0366\n";
  const std::string forms = testing::every_form(harness.check(text));
  for (const std::string& value :
       {aws_key_id(), std::string("jane.doe@corp-test.com"), std::string("4532 0151 1283 0366")}) {
    testing::expect_nothing_of(value, forms);
  }
}

TEST(ReportedAirlock, defect_10_domains_are_compared_by_label) {
  Harness harness("format = 1\n[urls]\ndomains = [\"company.example\", \"*.corp.example\"]\naction = \"reject\"\n");
  struct HostCase {
    const char* host;
    bool is_allowed;
  };
  const HostCase cases[] = {
      {"company.example", true},         {"evilcompany.example", false}, {"company.example.evil.example", false},
      {"www.company.example", false},    {"a.corp.example", true},       {"evilcorp.example", false},
      {"corp.example.evil.test", false}, {"COMPANY.example", true},
  };
  for (const HostCase& c : cases) {
    SCOPED_TRACE(c.host);
    const Decision decision = harness.check("see https://" + std::string(c.host) + "/x\n").decision;
    EXPECT_EQ(decision, c.is_allowed ? Decision::kAllow : Decision::kReject);
  }
}

TEST(ReportedAirlock, defect_12_work_on_text_like_addresses_is_linear) {
  Harness harness("format = 1\n[pii]\naction = \"redact\"\n");
  ASSERT_TRUE(harness.checker().state().prepare().ok());
  for (const std::string unit : {"a.", "a@", "a.b@c.", "a-b.c_d@e-f.", "1234-"}) {
    std::string text;
    while (text.size() < 200'000) text += unit;
    Limits limits;
    limits.max_regex_ratio = 2;
    Budget budget(limits);
    ASSERT_TRUE(budget.admit_input(text.size()));
    scan::Scratch& scratch = harness.checker().state().scratch->scan;
    EXPECT_TRUE(scan::scan(as_bytes(text), scratch, nullptr, budget).is_complete) << unit;
  }
}

// A report shows where a secret is; nothing of it, and nothing of one beside it, stands there.
TEST(ReportedAirlock, reports_hold_nothing_of_a_neighbor) {
  Harness harness;
  const std::string a = join_parts({"ghp", "_", "{base62:36}"}, 1);
  const std::string b = join_parts({"sk", "_live_", "{base62:32}"}, 2);
  const std::string c = join_parts({"{base62:24}"}, 3);
  for (const std::string between : {"", " ", "\n", "=", "\",\"", "\x1b[0m", "/", "."}) {
    const std::string text = "password='" + c + "'" + between + a + between + b + between + aws_key_id() + "\n";
    const std::string forms = testing::every_form(harness.check(text)) +
                              testing::every_form(harness.check(text, Channel::kFile, a + between + b + ".txt")) +
                              testing::every_form(harness.check("{\"" + a + b + "\": 1, \"" + a + b + "\": 2}\n"));
    for (const std::string& secret : {a, b, c, aws_key_id()}) testing::expect_nothing_of(secret, forms);
  }
}

}  // namespace
}  // namespace sluice
