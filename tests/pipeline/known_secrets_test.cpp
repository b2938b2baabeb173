// Values that the host declared: found however their bytes are spread over blanks and lines, and gone from memory with
// the engine.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "fixture.h"
#include "support/encoders.h"

namespace sluice {
namespace {

using testing::Harness;
using testing::has_code;
using testing::in_base64;

const std::string kValue = "correct horse battery staple";
const std::string kBare = "Zk3vQ9xW2pL7tR4mB8nC";

Harness knowing(std::initializer_list<std::string> values) {
  LoadOptions options;
  std::size_t number = 0;
  for (const std::string& value : values) options.known_secrets.push_back({"VALUE_" + std::to_string(++number), value});
  return Harness({}, std::move(options));
}

std::string with_between(std::string_view text, std::string_view between, std::size_t every) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += every) {
    if (at > 0) out += between;
    out += text.substr(at, every);
  }
  return out;
}

TEST(KnownSecrets, BlanksAndLineBreaksHideNothing) {
  Harness harness = knowing({kValue, kBare});
  struct Case {
    const char* name;
    std::string spread;
  };
  const std::vector<Case> cases = {
      {"as it is", kBare},
      {"two lines", with_between(kBare, "\n", 11)},
      {"lines with CR LF", with_between(kBare, "\r\n", 7)},
      {"indented lines", with_between(kBare, "\n        ", 5)},
      {"one character after the other", with_between(kBare, " ", 1)},
      {"a character a line", with_between(kBare, "\n", 1)},
      {"tabs", with_between(kBare, "\t\t", 3)},
      {"an escape sequence and a line break", with_between(kBare, "\x1b[0m\n", 9)},
      {"words wrapped", "correct horse\n  battery\nstaple"},
      {"words without their blanks", "correcthorsebatterystaple"},
      {"wrapped base64", with_between(in_base64("pw=" + kBare), "\n", 10)},
      {"backward in lines", with_between(std::string(kBare.rbegin(), kBare.rend()), "\n", 4)},
      {"hex in pairs", with_between(codec::encode_hex(as_bytes(kBare)), " ", 2)},
      {"as many blanks as may be", with_between(kBare, std::string(256, ' '), 10)},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string input = "before " + c.spread + " after\n";
    const Verdict verdict = harness.check(input);
    EXPECT_EQ(verdict.decision, Decision::kSanitize);
    EXPECT_TRUE(has_code(verdict, FindingCode::kKnownSecret));
    const std::string clean = harness.clean(input);
    EXPECT_TRUE(clean.starts_with("before ")) << clean;
    EXPECT_TRUE(clean.ends_with(" after\n")) << clean;
    EXPECT_EQ(harness.check(clean).decision, Decision::kAllow) << clean;
    for (std::size_t at = 0; at <= input.size(); ++at) ASSERT_EQ(harness.stream(input, {at}).text, clean) << at;
    EXPECT_EQ(harness.stream(input, std::vector<std::size_t>(input.size(), 1)).text, clean);
  }
}

TEST(KnownSecrets, OtherTextIsLeftAlone) {
  Harness harness = knowing({kValue, kBare});
  for (const std::string& text : {with_between(kBare, std::string(257, ' '), 10), with_between(kBare, ".", 10),
                                  kBare.substr(1), std::string("correct horse"), std::string(5'000, ' ')}) {
    EXPECT_EQ(harness.check(text + "\n").decision, Decision::kAllow) << text;
  }
}

TEST(KnownSecrets, AFindingForEachPlace) {
  Harness harness = knowing({kBare});
  const Verdict verdict = harness.check(kBare + "\n" + kBare + "\n" + with_between(kBare, "\n", 9) + "\n");
  EXPECT_EQ(verdict.findings.size(), 3U);
}

TEST(KnownSecrets, JsonStrings) {
  Harness harness = knowing({kBare});
  const std::string text =
      R"({"a": ")" + with_between(kBare, "\\n", 10) + R"(", "b": ")" + with_between(kBare, " ", 2) + "\"}\n";
  const std::string clean = harness.clean(text, Channel::kFile, "a.json", "application/json");
  EXPECT_EQ(clean.find(kBare.substr(0, 9)), std::string::npos) << clean;
  EXPECT_EQ(clean.find(kBare.substr(14, 2) + " "), std::string::npos) << clean;
}

// What is held back in a stream does not grow with the blanks.
TEST(KnownSecrets, StreamsOfBlanksAreLetGo) {
  Harness harness = knowing({kBare});
  testing::StringSink sink;
  Result<Stream> stream = harness.checker().open_stream({Channel::kStdout, {}, {}, {}}, sink);
  ASSERT_TRUE(stream.ok());
  std::size_t written = 0;
  std::size_t most_held = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string line = "x" + std::string(i % 3 == 0 ? 5'000 : 250, ' ') + (i % 2 == 0 ? "\n" : "");
    ASSERT_TRUE(stream->write(as_bytes(line)).ok());
    written += line.size();
    most_held = std::max(most_held, written - sink.text.size());
  }
  EXPECT_LT(most_held, 200'000U);
  EXPECT_EQ(stream->finish().decision, Decision::kAllow);
  EXPECT_EQ(sink.text.size(), written);
}

// Every writable byte of this process, searched for a value of which this test keeps only the complement.
class Memory {
 public:
  explicit Memory(const std::string& value) {
    for (const char c : value) complement_.push_back(static_cast<unsigned char>(~static_cast<unsigned char>(c)));
  }

  [[nodiscard]] std::size_t count() const {
    std::ifstream maps("/proc/self/maps");
    const int memory = ::open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    std::size_t found = 0;
    for (std::string line; std::getline(maps, line);) {
      unsigned long begin = 0;
      unsigned long end = 0;
      char mode[5] = {};
      if (std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, mode) != 3 || mode[0] != 'r' || mode[1] != 'w')
        continue;
      std::vector<unsigned char> bytes(end - begin);
      const ssize_t got = ::pread(memory, bytes.data(), bytes.size(), static_cast<off_t>(begin));
      if (got > 0) found += count_in(bytes, static_cast<std::size_t>(got));
      std::fill(bytes.begin(), bytes.end(), static_cast<unsigned char>(0));
    }
    ::close(memory);
    return found;
  }

 private:
  [[nodiscard]] std::size_t count_in(const std::vector<unsigned char>& bytes, std::size_t size) const {
    std::size_t found = 0;
    for (std::size_t at = 0; at + complement_.size() <= size; ++at) {
      std::size_t same = 0;
      while (same < complement_.size() && static_cast<unsigned char>(~bytes[at + same]) == complement_[same]) ++same;
      if (same == complement_.size()) ++found;
    }
    return found;
  }

  std::vector<unsigned char> complement_;
};

void wipe_string(std::string& text) {
  volatile char* at = text.data();
  for (std::size_t i = 0; i < text.size(); ++i) at[i] = 0;
}

TEST(KnownSecrets, AreGoneFromMemoryWithTheEngine) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer keeps freed memory as it was";
#endif
  // Made here, so that the program itself does not hold it.
  std::string value(40, ' ');
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = static_cast<char>('A' + (i * 7 + 3) % 26);
  const Memory memory(value);
  const std::size_t before = memory.count();
  ASSERT_GE(before, 1U) << "the search does not find what is there";
  std::string report;
  {
    std::vector<LoadOptions> options(1);
    options[0].known_secrets.push_back({"TOKEN", value});
    Result<std::shared_ptr<const Engine>> engine = Engine::load(options[0]);
    ASSERT_TRUE(engine.ok());
    wipe_string(options[0].known_secrets[0].value);
    EXPECT_GT(memory.count(), before) << "the engine keeps its own copy";
    Result<sluice::Run> run = sluice::Run::start(*engine, {"memory"});
    ASSERT_TRUE(run.ok());
    Checker checker(*run);
    Artifact artifact;
    artifact.info.channel = Channel::kStdout;
    std::string input = "the token: " + value + "\n";
    artifact.bytes = as_bytes(input);
    const Verdict verdict = checker.check(artifact);
    EXPECT_EQ(verdict.decision, Decision::kSanitize);
    report = render(verdict, {});
    wipe_string(input);
  }
  wipe_string(value);
  EXPECT_EQ(memory.count(), 0U);
}

}  // namespace
}  // namespace sluice
