// Reports against other secret scanners where the answer is more than a text: each test is named after the report.
#include <algorithm>
#include <set>
#include <thread>

#include "reported.h"
#include "support/encoders.h"

namespace sluice {
namespace {

using testing::github_token;
using testing::Harness;
using testing::in_base64;
using testing::join_parts;

std::vector<const Finding*> secrets_of(const Verdict& verdict) {
  std::vector<const Finding*> found;
  for (const Finding& finding : verdict.findings) {
    if (finding.code == FindingCode::kSecret) found.push_back(&finding);
  }
  return found;
}

std::string sixty_keys() {
  std::string text;
  for (std::uint64_t i = 0; i < 60; ++i) {
    text +=
        join_parts({"-----BEGIN RSA PRIV", "ATE KEY-----\n", "{pem:25}", "\n-----END RSA PRIV", "ATE KEY-----\n"}, i);
  }
  return text;
}

std::string repeat(std::string_view text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

TEST(ReportedCases, gitleaks_1651_keys_across_read_buffers) {
  Harness harness;
  const std::string text = sixty_keys();
  const std::string whole = harness.clean(text);
  ASSERT_EQ(testing::without_marks(whole), repeat("#\n", 60));
  // Every size up to a line and more, then sizes that meet every place of a key, then those of real readers.
  std::vector<std::size_t> sizes;
  for (std::size_t size = 1; size <= 128; ++size) sizes.push_back(size);
  for (std::size_t size = 129; size < 5'000; size += 37) sizes.push_back(size);
  const std::vector<std::size_t> readers = {8'192, 10'240, 25'000, 65'535, 65'536, 65'537, 100'000, 102'400};
  sizes.insert(sizes.end(), readers.begin(), readers.end());
  for (const std::size_t size : sizes) {
    const Harness::Streamed streamed = harness.stream(text, std::vector<std::size_t>(text.size() / size, size));
    ASSERT_EQ(streamed.text, whole) << "buffers of " << size;
    ASSERT_EQ(secrets_of(streamed.verdict).size(), 60U) << "buffers of " << size;
  }
}

TEST(ReportedCases, trufflehog_1537_credentials_at_any_offset) {
  Harness harness;
  const std::string url = join_parts({"postgresql://app:", "{base62:16}", "@db.example/x"}, 3);
  for (const std::size_t border : {std::size_t{4'096}, std::size_t{10'240}, std::size_t{65'536}}) {
    for (std::size_t offset = border - url.size() - 1; offset <= border + 1; ++offset) {
      for (const char filler : {'\n', ' '}) {  // many lines, or one long one
        const std::string head(offset, filler);
        ASSERT_EQ(testing::without_marks(harness.clean(head + url + "\n")), head + "postgresql://app:#@db.example/x\n")
            << offset;
      }
    }
  }
}

// The match ends at the NUL. Where the bytes behind it would belong to the value once the NUL is gone, as readers that
// skip it have it, they go too; those behind a value of fixed length stay.
TEST(ReportedCases, trufflehog_3223_hash_before_nul) {
  testing::ReportedText text;
  text.secrets = {join_parts({"{hex:40}"}, 5), github_token()};
  text.input = "api_key=" + text.secrets[0] + std::string("\0beef one\n", 10) + text.secrets[1] +
               std::string("\0text two\n", 10);
  text.left = "api_key=# one\n#text two\n";
  Harness harness;
  testing::expect_left(harness, text);
  const Verdict verdict = harness.check(text.input);
  std::set<std::uint64_t> ends;
  for (const Finding* finding : secrets_of(verdict)) ends.insert(finding->where.end);
  EXPECT_TRUE(ends.contains(48)) << "where the hash ends";
  EXPECT_TRUE(ends.contains(58 + text.secrets[1].size())) << "where the token ends";
}

TEST(ReportedCases, betterleaks_163_no_value_in_any_field_of_any_report) {
  Harness harness;
  const std::string token = github_token();
  const std::string text = "a " + token + "\n{\"" + token + "\": \"" + token + "\"}\n";
  for (const Verdict& verdict : {harness.check(text), harness.check(text, Channel::kFile, token + ".txt", token),
                                 harness.stream(text, {20}).verdict}) {
    testing::expect_nothing_of(token, testing::every_form(verdict));
  }
}

// Neither the secret nor the encodings of it that came are in what leaves or in a report.
TEST(ReportedCases, betterleaks_350_base64_of_base64) {
  Harness harness;
  const std::string token = join_parts({"ghp", "_", "{base62:36}"}, 9);
  const std::string inner = in_base64(token);
  const std::string outer = in_base64(inner);
  const std::string input = "data: " + outer + "\nend\n";
  const Verdict verdict = harness.check(input);
  EXPECT_EQ(secrets_of(verdict).size(), 1U);
  const std::string clean = harness.clean(input);
  for (const std::string& text : {clean, testing::every_form(verdict), harness.stream(input, {30}).text}) {
    for (const std::string& hidden : {token, inner, outer}) testing::expect_nothing_of(hidden, text);
  }
  EXPECT_TRUE(clean.starts_with("data: ")) << clean;
  EXPECT_TRUE(clean.ends_with("\nend\n")) << clean;
}

TEST(ReportedCases, hermes_agent_81012_color_beside_and_inside_a_token) {
  struct ColorCase {
    const char* policy;
    const char* left_beside;
    const char* left_inside;
  };
  const ColorCase cases[] = {
      {"", "#\n", "a # z\n"},
      {"format = 1\nconsumer = \"terminal\"\n[stdout]\nkeep_colors = true\n", "\x1b[32m#\x1b[0m\n", "a # z\n"},
  };
  for (const ColorCase& c : cases) {
    SCOPED_TRACE(c.policy);
    Harness harness(c.policy);
    testing::ReportedText text;
    const std::string token = github_token();
    text.secrets = {token};
    text.input = "\x1b[32m" + token + "\x1b[0m\n";
    text.left = c.left_beside;
    testing::expect_left(harness, text);
    for (std::size_t at = 1; at < token.size(); ++at) {
      text.input = "a " + token.substr(0, at) + "\x1b[1m" + token.substr(at) + " z\n";
      const std::string clean = harness.clean(text.input);
      testing::expect_nothing_of(token, clean);
      EXPECT_EQ(harness.stream(text.input, {at + 4}).text, clean);
      EXPECT_EQ(testing::without_marks(clean).substr(0, 2), "a ");
      if (*c.policy == '\0') {
        EXPECT_EQ(testing::without_marks(clean), c.left_inside);
      }
    }
  }
}

TEST(ReportedCases, kingfisher_246_pdf_with_metadata) {
  Harness harness;
  const std::string pdf =
      join_parts({"%PDF-1.4\n1 0 obj <</Type /Metadata /Subtype /XML>> stream\n<?xpacket begin=\"\"?>\n<x:xmpmeta "
                  "x:xmptk=\"Adobe XMP\">"
                  "<xmpMM:DocumentID>adobe:docid:pdf:",
                  "{hex:32}", "</xmpMM:DocumentID></x:xmpmeta>\nendstream\nendobj\ntrailer <</ID [<", "{hex:32}", "><",
                  "{hex:32}", ">]>>\nstartxref\n0\n%%EOF\n"},
                 4);
  EXPECT_TRUE(secrets_of(harness.check(pdf, Channel::kFile, "a.pdf", "application/pdf")).empty());
}

// Work is counted, not timed: the check is complete within so many bytes of regular expressions for each byte of text
// (Limits::max_regex_ratio), of the text and of ten times as much.
void expect_linear_work(const std::string& text) {
  Harness harness;
  EXPECT_TRUE(harness.check(text).is_complete) << text.substr(0, 60);
  EXPECT_TRUE(harness.check(repeat(text, 10)).is_complete) << text.substr(0, 60);
}

TEST(ReportedCases, gitleaks_1843_json_of_a_kubernetes_secret) {
  std::string json = R"({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "x"}, "data": {)";
  std::string yaml = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n";
  for (std::uint64_t i = 0; json.size() < 4'000; ++i) {
    const std::string value = join_parts({"{base64:64}"}, i);
    json += "\"key" + std::to_string(i) + "\": \"" + value + "\", ";
    yaml += "  key" + std::to_string(i) + ": " + value + "\n";
  }
  expect_linear_work(json + "\"end\": \"\"}}\n");
  expect_linear_work(yaml + "---\n");
  // Where a sandbox writes nothing but beginnings of such a rule, the budget ends the work and nothing leaves.
  Harness harness;
  const Verdict verdict = harness.check(repeat("kind: Secret\n", 10'000));
  EXPECT_TRUE(verdict.is_complete || !verdict.is_released());
}

TEST(ReportedCases, detect_secrets_372_line_of_100000_characters) {
  expect_linear_work(join_parts({"{hex:4096}"}, 1) + repeat(join_parts({"{base62:4000}"}, 2), 25) + "\n");
  expect_linear_work(repeat("password token secret key ", 4'000) + "\n");
  expect_linear_work(repeat("api_key='a' ", 8'500) + "\n");
  expect_linear_work(repeat("x=1;", 25'000) + "\n");
}

TEST(ReportedCases, titus_201_fourteen_threads_and_ten_runs) {
  constexpr std::size_t kThreads = 14;
  std::string text;
  for (std::uint64_t i = 0; i < 200; ++i) {
    text += "line " + std::to_string(i) + " " + join_parts({"ghp", "_", "{base62:36}"}, i) + "\n" +
            repeat("some ordinary words\n", i % 7) + join_parts({"api_key=", "{hex:40}", "\n"}, i);
  }
  RenderOptions options;
  options.format = ReportFormat::kJson;
  options.with_timings = false;
  Harness harness;
  const std::string expected = render(harness.check(text), options);
  for (int run = 0; run < 10; ++run) {
    std::vector<std::string> reports(kThreads);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&harness, &reports, &text, &options, t] {
        Checker checker(harness.run());
        Artifact artifact;
        artifact.info.channel = Channel::kStdout;
        artifact.bytes = as_bytes(text);
        reports[t] = render(checker.check(artifact), options);
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& report : reports) ASSERT_EQ(report, expected) << "run " << run;
  }
}

TEST(ReportedCases, trufflehog_5218_line_numbers_of_markdown) {
  Harness harness;
  const std::string text = "# Backups\n\n\n\nFiles are named <yyyymmdd>.\n\n\n    use " + github_token() + "\n\nend\n";
  for (const Verdict& verdict : {harness.check(text), harness.check(text, Channel::kFile, "a.txt", "text/plain")}) {
    const std::vector<const Finding*> found = secrets_of(verdict);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0]->where.line, 8U);
    EXPECT_EQ(found[0]->where.column, 9U);
  }
}

TEST(ReportedCases, trufflehog_2502_one_secret_on_three_lines) {
  Harness harness;
  const std::string line = "k " + github_token() + "\n";
  const std::string text = line + "\n" + line + line;
  const Verdict verdict = harness.check(text);
  const std::vector<const Finding*> found = secrets_of(verdict);
  ASSERT_EQ(found.size(), 3U);
  std::vector<std::uint32_t> lines;
  for (const Finding* finding : found) {
    lines.push_back(finding->where.line);
    EXPECT_EQ(finding->where.column, 3U);
    EXPECT_EQ(finding->fingerprint, found[0]->fingerprint);
  }
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{1, 3, 4}));
  const std::string clean = harness.clean(text);
  const std::string marked = clean.substr(0, clean.find('\n') + 1);
  EXPECT_EQ(clean, marked + "\n" + marked + marked) << "one secret has one mark";
}

TEST(ReportedCases, gitleaks_890_rule_ids_of_sarif_are_unique) {
  Harness harness;
  std::string text;
  for (std::uint64_t i = 0; i < 4; ++i) text += join_parts({"api_key=", "{hex:40}", " x\n"}, i) + github_token() + "\n";
  const Verdict first = harness.check(text);
  const Verdict second = harness.check(text, Channel::kStderr);
  RenderOptions options;
  options.format = ReportFormat::kSarif;
  const std::string sarif = render({&first, &second}, options);
  const std::size_t begin = sarif.find("\"rules\"");
  const std::size_t end = sarif.find("\"results\"");
  ASSERT_LT(begin, end);
  std::set<std::string> ids;
  std::size_t count = 0;
  constexpr std::string_view kId = "\"id\": \"";
  for (std::size_t at = sarif.find(kId, begin); at < end; at = sarif.find(kId, at + 1)) {
    ids.insert(sarif.substr(at + kId.size(), sarif.find('"', at + kId.size()) - at - kId.size()));
    ++count;
  }
  EXPECT_GE(count, 2U);
  EXPECT_EQ(ids.size(), count);
}

}  // namespace
}  // namespace sluice
