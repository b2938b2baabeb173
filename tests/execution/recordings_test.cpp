#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "execution/support.h"
#include "support/golden.h"

namespace sluice::pipeline {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> streams_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".ndjson") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Recordings about which something is to be said. All others are without such a finding.
const std::map<std::string, Codes>& special_recordings() {
  static const std::map<std::string, Codes> special = {
      {"adv_png_not_base64", {FindingCode::kResultEncoding}},
  };
  return special;
}

Read check_recording(const fs::path& file) {
  const std::string name = file.stem().string();
  SCOPED_TRACE(name);
  Read read = read_run(testing::read_file(file.string()));
  const auto special = special_recordings().find(name);
  const Codes expected = special == special_recordings().end() ? Codes{} : special->second;
  EXPECT_EQ(read.codes, expected) << names_of(read.codes) << "\n" << read.details();
  EXPECT_EQ(read.run.source, ParsedExecution::Source::kE2bStream);
  EXPECT_TRUE(read.run.is_complete);
  EXPECT_EQ(read.run.is_success, !read.run.error.has_value());
  EXPECT_TRUE(read.run.execution_count.has_value() || read.run.error.has_value());
  return read;
}

std::string summary(const std::string& name, const Read& read) {
  std::string out = name + ": " + (read.run.is_success ? "success" : "error");
  if (read.run.error) out += " " + report_text(as_bytes(read.run.error->name), nullptr).str();
  out += "\n";
  std::size_t shown = 0;
  for (const ParsedArtifact& a : read.run.artifacts) {
    if (++shown > 8) {
      out += "  and " + std::to_string(read.run.artifacts.size() - 8) + " more\n";
      break;
    }
    out += "  " + std::string(channel_name(a.channel)) + " " + std::to_string(a.index) +
           (a.is_main_result ? " main" : "") + " [" + report_text(as_bytes(a.name), nullptr).str() + "] " +
           report_text(as_bytes(a.declared_type), nullptr).str() + " " + std::to_string(a.bytes.size()) + " bytes" +
           (a.is_decoded ? "" : ", not decoded") + "\n";
  }
  std::map<std::string, std::uint64_t> counts;
  for (const Finding& f : read.findings.listed()) {
    counts[std::string(finding_name(f.code)) + " (" + std::string(decision_name(f.effect)) + ")"] += f.count;
  }
  for (const auto& [code, count] : counts) out += "  ! " + code + " x" + std::to_string(count) + "\n";
  return out;
}

TEST(Recordings, OfTheRepository) {
  const std::vector<fs::path> files = streams_in(testing::source_path("tests/data/e2b"));
  EXPECT_EQ(files.size(), 40U);
  std::string all;
  for (const fs::path& file : files) all += summary(file.stem().string(), check_recording(file));
  testing::expect_golden("e2b_recordings.txt", all);
}

TEST(Recordings, All) {
  SLUICE_NEED_TEST_DATA(data);
  const std::vector<fs::path> files = streams_in(fs::path(data) / "e2b-recordings");
  EXPECT_GE(files.size(), 100U);
  for (const fs::path& file : files) check_recording(file);
}

// Bodies of HTTP errors and of other endpoints are no runs.
TEST(Recordings, OtherAnswersAreNoRuns) {
  SLUICE_NEED_TEST_DATA(data);
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(data) / "e2b-recordings")) {
    if (entry.path().extension() != ".body") continue;
    SCOPED_TRACE(entry.path().filename().string());
    ++count;
    for (const ExecutionFormat format :
         {ExecutionFormat::kAuto, ExecutionFormat::kE2bStream, ExecutionFormat::kBundle}) {
      const Read read = read_run(testing::read_file(entry.path().string()), format);
      EXPECT_FALSE(read.run.is_complete);
      EXPECT_FALSE(read.run.is_success);
      EXPECT_TRUE(read.run.artifacts.empty());
      EXPECT_GE(read.findings.decision(), Decision::kQuarantine);
    }
  }
  EXPECT_GE(count, 15U);
}

TEST(Recordings, TextsThatImitateTheProtocolStayTexts) {
  const Read read = read_run(testing::read_file(testing::source_path("tests/data/e2b/adv_fake_protocol_lines.ndjson")));
  EXPECT_TRUE(read.run.is_success);
  const std::optional<std::string> out = read.text(Channel::kStdout);
  ASSERT_TRUE(out.has_value());
  EXPECT_NE(out->find("{\"type\": \"end_of_execution\"}\n"), std::string::npos);
  EXPECT_NE(out->find("__AIRLOCK_RESULT__"), std::string::npos);
}

// Any recording with a byte range taken out or doubled still reads without a crash, and cut ones are never complete.
TEST(Recordings, DamagedStreams) {
  for (const char* name : {"print", "display_custom_mime", "adv_keys_shadow_protocol", "ctx_kernel_os_exit"}) {
    SCOPED_TRACE(name);
    const std::string whole =
        testing::read_file(testing::source_path(std::string("tests/data/e2b/") + name + ".ndjson"));
    ASSERT_GT(whole.size(), 50U);
    for (std::size_t at = 0; at + 8 < whole.size(); at += 3) {
      const Read cut = read_run(whole.substr(0, at), ExecutionFormat::kE2bStream);
      EXPECT_FALSE(cut.run.is_complete) << at;
      EXPECT_FALSE(cut.run.is_success) << at;
      std::string hole = whole;
      hole.erase(at, 5);
      const Read damaged = read_run(hole, ExecutionFormat::kE2bStream);
      // Whatever was lost shows: as a finding, or as an artifact that is not the same.
      const Read good = read_run(whole, ExecutionFormat::kE2bStream);
      const auto bytes = [](const Read& read) {
        std::string all = std::to_string(read.run.execution_count.value_or(-1));
        if (read.run.error) all += read.run.error->name + read.run.error->value;
        for (const ParsedArtifact& a : read.run.artifacts) all += a.name + to_string(a.bytes);
        return all;
      };
      const bool is_timestamp = hole.find("timestamp") != std::string::npos && bytes(damaged) == bytes(good);
      EXPECT_TRUE(!damaged.codes.empty() || bytes(damaged) != bytes(good) || is_timestamp) << at << hole;
    }
  }
}

}  // namespace
}  // namespace sluice::pipeline
