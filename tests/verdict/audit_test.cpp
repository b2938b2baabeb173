#include "sluice/audit.h"

#include <algorithm>
#include <cstdint>

#include "samples.h"
#include "support/golden.h"

namespace sluice {
namespace {

using ::testing::HasSubstr;

const std::string& key() {
  static const std::string text = "audit test key, " + std::string(32, 'k');
  return text;
}

AuditChain start(std::string_view previous = {}) {
  Result<AuditChain> chain = AuditChain::start(as_bytes(key()), previous);
  EXPECT_TRUE(chain.ok()) << (chain.ok() ? "" : chain.error().message);
  return std::move(chain).value();
}

std::vector<std::string> sample_lines() {
  AuditChain chain = start();
  std::vector<std::string> lines;
  const std::vector<Verdict> verdicts = testing::sample_verdicts();
  std::uint64_t time_ms = 1'790'000'000'000;
  lines.push_back(chain.append(verdicts[0], time_ms++));
  lines.push_back(chain.append(verdicts[1], time_ms++));
  lines.push_back(chain.checkpoint(time_ms++));
  lines.push_back(chain.append(verdicts[2], time_ms++));
  lines.push_back(chain.append(verdicts[3], time_ms++));
  lines.push_back(chain.checkpoint(time_ms++));
  return lines;
}

std::string join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

Result<AuditSummary> verify(std::string_view text) { return verify_audit(text, as_bytes(key())); }

// Expects a broken chain whose message names the line and the reason.
void expect_broken(const std::string& text, std::size_t line, const std::string& why) {
  const Result<AuditSummary> result = verify(text);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kAuditBroken);
  EXPECT_THAT(result.error().message, HasSubstr("line " + std::to_string(line) + ": " + why));
}

TEST(Audit, AWholeChainVerifies) {
  const Result<AuditSummary> result = verify(join(sample_lines()));
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->records, 4U);
  EXPECT_EQ(result->checkpoints, 2U);
  EXPECT_TRUE(result->is_sealed);
}

TEST(Audit, AnEmptyTextIsAnOpenChainOfNothing) {
  const Result<AuditSummary> result = verify("");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->records, 0U);
  EXPECT_FALSE(result->is_sealed);
}

TEST(Audit, Golden) { testing::expect_golden("verdict_audit.jsonl", join(sample_lines())); }

TEST(Audit, SameInputSameLines) { EXPECT_EQ(sample_lines(), sample_lines()); }

// Every byte of the chain, with several bits flipped in turn.
TEST(Audit, EveryFlippedByteIsDetected) {
  const std::string text = join(sample_lines());
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const unsigned bit : {0U, 3U, 5U, 7U}) {
      std::string flipped = text;
      flipped[i] = static_cast<char>(static_cast<unsigned char>(flipped[i]) ^ (1U << bit));
      const Result<AuditSummary> result = verify(flipped);
      ASSERT_FALSE(result.ok()) << "byte " << i << " bit " << bit;
      ASSERT_EQ(result.error().code, ErrorCode::kAuditBroken);
      const auto line =
          static_cast<std::size_t>(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(i), '\n'));
      ASSERT_THAT(result.error().message, HasSubstr("line " + std::to_string(line) + ":")) << "byte " << i;
    }
  }
}

TEST(Audit, EveryDroppedOrInsertedByteIsDetected) {
  const std::string text = join(sample_lines());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string dropped = text;
    dropped.erase(i, 1);
    ASSERT_FALSE(verify(dropped).ok()) << "without byte " << i;
    std::string inserted = text;
    inserted.insert(i, 1, text[i] == '0' ? '1' : '0');
    ASSERT_FALSE(verify(inserted).ok()) << "with a byte before " << i;
  }
}

TEST(Audit, EveryCutIsDetectedOrReportedAsOpen) {
  const std::vector<std::string> lines = sample_lines();
  const std::string text = join(lines);
  std::vector<std::size_t> ends;
  std::size_t end = 0;
  for (const std::string& line : lines) ends.push_back(end += line.size());
  for (std::size_t size = 1; size < text.size(); ++size) {
    const Result<AuditSummary> result = verify(std::string_view(text).substr(0, size));
    const auto whole = std::find(ends.begin(), ends.end(), size);
    if (whole == ends.end()) {
      ASSERT_FALSE(result.ok()) << size;
      ASSERT_THAT(result.error().message, HasSubstr("cut")) << size;
    } else {
      ASSERT_TRUE(result.ok()) << size;
      // Only the cut right after the first checkpoint still looks sealed, with its own count.
      EXPECT_EQ(result->is_sealed, whole - ends.begin() == 2) << size;
    }
  }
}

TEST(Audit, RemovedSwappedAndRepeatedLinesAreNamed) {
  const std::vector<std::string> lines = sample_lines();
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    SCOPED_TRACE(i);
    std::vector<std::string> changed = lines;
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
    expect_broken(join(changed), i + 1, "missing: record " + std::to_string(i + 1));

    changed = lines;
    std::swap(changed[i], changed[i + 1]);
    expect_broken(join(changed), i + 1, "reordered: record " + std::to_string(i + 2));

    changed = lines;
    changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    expect_broken(join(changed), i + 2, "repeated: record " + std::to_string(i + 1));
  }
}

TEST(Audit, OtherDamageIsNamed) {
  const std::vector<std::string> lines = sample_lines();
  const std::string text = join(lines);

  std::string edited = text;
  edited.replace(edited.find("\"sanitize\""), 10, "\"allow\"");
  expect_broken(edited, 2, "edited: its bytes do not fit its mac");

  expect_broken(lines[0] + "\n" + lines[1], 2, "edited: it is not an audit record");
  expect_broken(lines[0] + "{}\n" + lines[1], 2, "edited: it is not an audit record");
  expect_broken(text.substr(0, text.size() - 1), lines.size(), "cut");

  // A chain that was started anew under the same key, spliced in at the right number.
  AuditChain other = start();
  std::vector<std::string> spliced = lines;
  (void)other.append(testing::rejected_path(), 1);
  spliced[1] = other.append(testing::allowed_file(), 2);
  expect_broken(join(spliced), 2, "foreign: record 2");
}

TEST(Audit, AWrongKeyIsNamed) {
  const std::string other_key(32, 'x');
  const Result<AuditSummary> result = verify_audit(join(sample_lines()), as_bytes(other_key));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kAuditBroken);
  EXPECT_THAT(result.error().message, HasSubstr("line 1: wrong key"));
}

TEST(Audit, ShortKeysAreRefused) {
  for (const std::size_t size : {0U, 1U, 15U}) {
    const std::string short_key(size, 'k');
    EXPECT_EQ(AuditChain::start(as_bytes(short_key)).error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(verify_audit("", as_bytes(short_key)).error().code, ErrorCode::kInvalidArgument);
  }
  const std::string enough(16, 'k');
  EXPECT_TRUE(AuditChain::start(as_bytes(enough)).ok());
  EXPECT_TRUE(verify_audit("", as_bytes(enough)).ok());
}

TEST(Audit, ContinuesFromEachLine) {
  const std::vector<std::string> lines = sample_lines();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    SCOPED_TRACE(i);
    std::vector<std::string> continued(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    const std::string_view last = lines[i];
    AuditChain chain = start(i % 2 == 0 ? last : last.substr(0, last.size() - 1));  // with and without its newline
    continued.push_back(chain.append(testing::allowed_file(), 7));
    continued.push_back(chain.checkpoint(8));
    const Result<AuditSummary> result = verify(join(continued));
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_TRUE(result->is_sealed);
  }
}

TEST(Audit, DoesNotContinueFromAnythingElse) {
  const std::string line = sample_lines()[0];
  std::string edited = line;
  edited[edited.find("task-7")] = 'T';
  const std::vector<std::string> bad = {"x",    "{}",       line.substr(0, line.size() / 2), line.substr(1),
                                        edited, line + line};
  for (const std::string& previous : bad) {
    const Result<AuditChain> chain = AuditChain::start(as_bytes(key()), previous);
    ASSERT_FALSE(chain.ok()) << previous;
    EXPECT_EQ(chain.error().code, ErrorCode::kAuditBroken);
  }
  const std::string other_key(32, 'x');
  EXPECT_FALSE(AuditChain::start(as_bytes(other_key), line).ok());
}

TEST(Audit, RecordsHoldWhereButNotWhat) {
  const std::string line = sample_lines()[1];
  EXPECT_THAT(line, HasSubstr("\"rule\":\"github-pat\""));
  EXPECT_THAT(line, HasSubstr("\"begin\":40,\"end\":80"));
  EXPECT_THAT(line, HasSubstr("\"fingerprint\":\"3f404142434445464748494a4b4c4d4e\""));
  EXPECT_THAT(line, HasSubstr("\"task_id\":\"task-7\""));
  EXPECT_EQ(line.find("detail"), std::string::npos);
  EXPECT_EQ(line.find("personal access token"), std::string::npos);
  EXPECT_EQ(line.find("evil.example"), std::string::npos);
}

TEST(Audit, ExtremeNumbersSurvive) {
  AuditChain chain = start();
  Verdict verdict = testing::cleaned_stdout();
  verdict.input_bytes = UINT64_MAX;
  verdict.stopped_at = UINT64_MAX;
  const std::string text = chain.append(verdict, UINT64_MAX);
  EXPECT_THAT(text, HasSubstr("18446744073709551615"));
  EXPECT_TRUE(verify(text).ok());
}

}  // namespace
}  // namespace sluice
