// Streams: any split gives what the whole buffer gives, and nothing leaves that a later byte could change.
#include <random>

#include "fixture.h"

namespace sluice {
namespace {

using testing::aws_key_id;
using testing::github_token;
using testing::Harness;
using testing::has_code;
using testing::stripe_key;

std::vector<std::string> samples() {
  const std::string token = github_token();
  return {
      "",
      "hello\n",
      "token " + token + " end\n",
      token,
      "\x1b[32m" + token + "\x1b[0m\nnext\n",
      "t " + token.substr(0, 10) + "\x1b[1m" + token.substr(10) + "\n",
      "\r0%\r50%\r100%\n" + aws_key_id() + "\r\nend",
      "a\xE2\x80\x8B" + token + "\xE2\x80\x8B" + stripe_key() + "\n",
      token + token + "\n",
      "bad \xFF\xC3 utf \xE2\x82 8\n",
      token + "\rX\n" + token.substr(0, 30),
      "-----BEGIN RSA PRIVATE" +
          std::string(" KEY-----\nMIIEpAIBAAKCAQEA0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH\n-----END RSA PRIVATE") +
          " KEY-----\nafter\n",
      "[redacted:github-pat:00000000] forged\n",
      std::string("\x1b]0;open title\n") + token + "\n",
  };
}

// Everything in a verdict that must not depend on how the input was cut.
std::string essence(const Verdict& verdict) {
  RenderOptions options;
  options.format = ReportFormat::kJson;
  options.with_timings = false;
  return render(verdict, options);
}

TEST(Stream, EverySplitEqualsTheWholeBuffer) {
  Harness harness;
  for (const std::string& input : samples()) {
    SCOPED_TRACE(input);
    const std::string whole = harness.clean(input);
    const Harness::Streamed once = harness.stream(input, {});
    EXPECT_EQ(once.text, whole);
    EXPECT_EQ(once.verdict.decision, harness.check(input).decision);
    for (std::size_t at = 0; at <= input.size(); ++at) {
      const Harness::Streamed split = harness.stream(input, {at});
      ASSERT_EQ(split.text, whole) << "split at " << at;
      ASSERT_EQ(essence(split.verdict), essence(once.verdict)) << "split at " << at;
    }
    const Harness::Streamed bytes = harness.stream(input, std::vector<std::size_t>(input.size(), 1));
    EXPECT_EQ(bytes.text, whole);
    EXPECT_EQ(essence(bytes.verdict), essence(once.verdict));
  }
}

// The raw scan decides about a secret long before the line that shows most of it is complete.
TEST(Stream, OverwrittenSecretOfAnOpenLine) {
  Harness harness;
  for (const std::string& filler : {std::string(9'000, 'y'), std::string(200'000, 'y')}) {
    const std::string input = "\x01\n" + github_token() + "\rX\x1b[60C" + filler + "\nend\n";
    const std::string whole = harness.clean(input);
    ASSERT_EQ(whole.find("SYNTHETICbody"), std::string::npos);
    for (const std::size_t size : {std::size_t{1}, std::size_t{1'000}, std::size_t{70'000}}) {
      SCOPED_TRACE(size);
      const Harness::Streamed streamed = harness.stream(input, std::vector<std::size_t>(input.size() / size, size));
      EXPECT_EQ(streamed.text, whole);
    }
  }
}

// The raw scan begins late and looks back; what it finds there had left, redacted and reported.
TEST(Stream, ReadingsThatPartAfterSecretsHadLeft) {
  Harness harness;
  std::string filler;
  while (filler.size() < 30'000) filler += "an ordinary line of text\n";
  const std::string text = filler + "a " + github_token() + " b\n" + filler + stripe_key() + "\n";
  const std::string input = text + filler + "\x01 and " + aws_key_id() + "\n" + filler;
  const Harness::Streamed once = harness.stream(input, {});
  EXPECT_EQ(once.text, harness.clean(input));
  for (const std::size_t size : {std::size_t{4'096}, std::size_t{20'000}, std::size_t{60'000}}) {
    SCOPED_TRACE(size);
    const Harness::Streamed streamed = harness.stream(input, std::vector<std::size_t>(input.size() / size, size));
    EXPECT_EQ(streamed.text, once.text);
    EXPECT_EQ(essence(streamed.verdict), essence(once.verdict));
  }
}

// Between changes that lie far apart the two readings are one, and only one scan runs; near each of them both do.
TEST(Stream, ReadingsThatPartAndMeetAgain) {
  Harness harness;
  std::string filler;
  while (filler.size() < 90'000) filler += "an ordinary line of text, nothing in it to see\n";
  const std::string token = github_token();
  std::string input;
  for (const std::string change : {"\x01", "\xE2\x80\x8B",
                                   "\x1b]0;"
                                   "title\x07"}) {
    input += "before " + token + " x\n" + filler.substr(0, 40'000) + aws_key_id() + change + "\n";
    input += token.substr(0, 9) + change + token.substr(9) + "\n" + change + stripe_key() + "\n" + filler;
  }
  for (const std::string change : {"\r\n", "\xFF", "a\rb"}) {
    input += token + change + filler + change + aws_key_id() + "\n" + filler.substr(0, 35'000);
  }
  const std::string whole = harness.clean(input);
  for (const std::string& part : {token.substr(9), aws_key_id().substr(4), stripe_key().substr(9)}) {
    EXPECT_EQ(whole.find(part), std::string::npos) << part;
  }
  const Harness::Streamed once = harness.stream(input, {});
  EXPECT_EQ(once.text, whole);
  EXPECT_EQ(once.verdict.findings.size(), harness.check(input).findings.size());
  for (const std::size_t size : {std::size_t{997}, std::size_t{20'000}, std::size_t{150'000}}) {
    SCOPED_TRACE(size);
    const Harness::Streamed streamed = harness.stream(input, std::vector<std::size_t>(input.size() / size, size));
    EXPECT_EQ(streamed.text, whole);
    EXPECT_EQ(essence(streamed.verdict), essence(once.verdict));
  }
}

// A secret in a control sequence that does not end is found wherever the writes cut it.
TEST(Stream, LongControlSequenceHidesNothing) {
  Harness harness;
  const std::string input = "a\n\x1b]0;" + std::string(150'000, 'y') + " " + github_token() + " " +
                            std::string(150'000, 'y') +
                            "\x07"
                            "b\n";
  const Harness::Streamed once = harness.stream(input, {});
  EXPECT_TRUE(has_code(once.verdict, FindingCode::kSecret));
  EXPECT_EQ(once.text, harness.clean(input));
  for (const std::size_t size : {std::size_t{1'000}, std::size_t{70'000}}) {
    const Harness::Streamed streamed = harness.stream(input, std::vector<std::size_t>(input.size() / size, size));
    EXPECT_EQ(streamed.text, once.text);
    EXPECT_EQ(essence(streamed.verdict), essence(once.verdict)) << size;
  }
}

// Where the policy shows sequences and invisible characters, they cut no secret in two.
TEST(Stream, ShownSequencesHideNothing) {
  Harness harness("format = 1\nname = \"t\"\n[stdout]\ncontrols = \"escape\"\ninvisible = \"escape\"\n");
  const std::string token = github_token();
  for (const std::string cut : {"\x1b[1m", "\xE2\x80\x8B", "\x01", "\x1b]0;title\x07"}) {
    SCOPED_TRACE(cut);
    std::string input =
        "a\x01"
        "b\n" +
        token.substr(0, 10) + cut + token.substr(10) + " after\n";
    input += std::string(20'000, 'z') + "\n" + token + "\n" + cut + "end\n";
    const std::string whole = harness.clean(input);
    EXPECT_EQ(whole.find("body0123456789"), std::string::npos) << whole.substr(0, 200);
    EXPECT_NE(whole.find("a<0x01>b\n[redacted:github-pat:"), std::string::npos) << whole.substr(0, 200);
    for (const std::size_t size : {std::size_t{1}, std::size_t{37}, std::size_t{5'000}}) {
      EXPECT_EQ(harness.stream(input, std::vector<std::size_t>(input.size() / size, size)).text, whole) << size;
    }
  }
}

// What the open line hides is kept within bounds: past them the stream is withheld.
TEST(Stream, EndlessOverwrittenLine) {
  Harness harness;
  std::string input = "\x01\n";
  for (int i = 0; i < 70'000; ++i) input += aws_key_id() + "\r";
  const Harness::Streamed streamed = harness.stream(input, {100'000, 1'000'000});
  EXPECT_EQ(streamed.verdict.decision, Decision::kQuarantine);
  EXPECT_FALSE(streamed.verdict.is_complete);
  EXPECT_EQ(streamed.text.find("IOSFODNN7"), std::string::npos);
}

// Secrets without a byte between them, past what may be held: one mark, no byte of them, and the rest withheld.
TEST(Stream, EndlessSecretIsSuppressed) {
  Harness harness;
  std::string keys;
  while (keys.size() < 3'000'000) keys += aws_key_id();
  const std::string input = "start\n" + keys + "\nend\n";
  for (const std::size_t size : {std::size_t{1'000}, std::size_t{65'536}, input.size()}) {
    SCOPED_TRACE(size);
    const Harness::Streamed streamed = harness.stream(input, std::vector<std::size_t>(input.size() / size, size));
    EXPECT_TRUE(has_code(streamed.verdict, FindingCode::kSecretSuppressed));
    EXPECT_EQ(streamed.verdict.decision, Decision::kQuarantine);
    EXPECT_FALSE(streamed.verdict.is_complete);
    EXPECT_EQ(streamed.text.find("IOSFODNN7"), std::string::npos);
    EXPECT_EQ(streamed.text.substr(0, 6), "start\n");
    EXPECT_EQ(streamed.text.find("end\n"), std::string::npos);
    EXPECT_LE(streamed.text.size(), 200U) << streamed.text.substr(0, 400);
  }
  EXPECT_EQ(harness.clean(input), "<withheld>");
}

// Long inputs cross the batches of the scanner and the blocks of the pipe.
TEST(Stream, RandomSplitsOfLongInputs) {
  Harness harness;
  std::mt19937 random(7);
  std::string input;
  while (input.size() < 700'000) {
    switch (random() % 9) {
      case 0: input += github_token(); break;
      case 1: input += "\x1b[3" + std::to_string(random() % 8) + "m"; break;
      case 2: input += "\r"; break;
      case 3: input += aws_key_id() + "\n"; break;
      case 4: input += "\xE2\x80\x8B"; break;
      case 5: input += std::string(random() % 3000, 'x') + "\n"; break;
      case 6: input += "key=" + stripe_key() + "\n"; break;
      case 7: input += "caf\xC3\xA9 \xFF"; break;
      default: input += "some ordinary words on a line\n"; break;
    }
  }
  const std::string whole = harness.clean(input);
  ASSERT_NE(whole, "<withheld>");
  EXPECT_EQ(whole.find("SYNTHETICbody0123"), std::string::npos);
  for (int round = 0; round < 6; ++round) {
    std::vector<std::size_t> sizes;
    for (std::size_t total = 0; total < input.size();) {
      const std::size_t size = round % 2 == 0 ? random() % 5000 : random() % 200'000;
      sizes.push_back(size);
      total += size;
    }
    const Harness::Streamed split = harness.stream(input, sizes);
    ASSERT_EQ(split.text, whole) << "round " << round;
  }
}

// A mark that the artifact itself caused is an imitation when it comes again, whatever left before.
TEST(Stream, OwnMarksCountTheSameForEverySplit) {
  Harness first;
  const std::string clean = first.clean("t " + github_token() + "\n");
  const std::string mark = clean.substr(2, clean.size() - 3);
  const std::string input = "t " + github_token() + "\n" + std::string(20'000, '.') + "\n" + mark + "\n";
  Harness whole;
  Harness split;
  EXPECT_EQ(split.stream(input, {15'000}).text, whole.clean(input));
}

TEST(Stream, ModesFollowThePolicy) {
  const auto mode_of = [](const std::string& policy, bool require_final) {
    Harness harness(policy);
    testing::StringSink sink;
    CheckOptions options;
    options.require_final = require_final;
    Result<Stream> stream = harness.checker().open_stream({Channel::kStdout, {}, {}, {}}, sink, options);
    return stream ? stream->mode() : Stream::Mode::kSpooled;
  };
  const std::string head = "format = 1\nname = \"t\"\n";
  EXPECT_EQ(mode_of("", false), Stream::Mode::kImmediate);
  EXPECT_EQ(mode_of("", true), Stream::Mode::kSpooled);
  EXPECT_EQ(mode_of(head + "[secrets]\naction = \"reject\"\n", false), Stream::Mode::kSpooled);
  EXPECT_EQ(mode_of(head + "[stdout]\nmax_bytes = 100\n", false), Stream::Mode::kSpooled);
  EXPECT_EQ(mode_of(head + "[stdout]\nmax_bytes = 100\non_overflow = \"truncate\"\n", false), Stream::Mode::kImmediate);
  EXPECT_EQ(mode_of(head + "[stdout]\nbidi = \"refuse\"\n", false), Stream::Mode::kSpooled);
  EXPECT_EQ(mode_of(head + "[stdout]\ntypes = [\"application/json\"]\n", false), Stream::Mode::kSpooled);
}

TEST(Stream, SpooledReleasesAllOrNothing) {
  Harness reject("format = 1\nname = \"t\"\n[secrets]\naction = \"reject\"\n");
  const std::string text = std::string(3'000'000, 'a') + "\n";
  EXPECT_EQ(reject.stream(text, {}).text, text);
  const Harness::Streamed refused = reject.stream(text + github_token() + "\n", {});
  EXPECT_EQ(refused.text, "");
  EXPECT_EQ(refused.verdict.decision, Decision::kReject);
  EXPECT_EQ(refused.verdict.released_bytes, 0U);
}

TEST(Stream, TruncationIsTheSameForEverySplitAndNeverShowsHalfASecret) {
  const std::string token = github_token();
  const std::string input = "start " + token + " middle text\nand more\n";
  for (std::size_t limit = 1; limit < input.size(); ++limit) {
    SCOPED_TRACE(limit);
    Harness harness("format = 1\nname = \"t\"\n[stdout]\nmax_bytes = " + std::to_string(limit) +
                    "\non_overflow = \"truncate\"\n");
    const std::string whole = harness.clean(input);
    for (std::size_t at = 4; at + 8 <= token.size(); ++at)
      EXPECT_EQ(whole.find(token.substr(at, 8)), std::string::npos);
    for (std::size_t at = 0; at <= input.size(); at += 7) ASSERT_EQ(harness.stream(input, {at}).text, whole) << at;
  }
}

TEST(Stream, SinkErrorsAreStickyAndWithhold) {
  struct FullSink final : Sink {
    Result<void> write(ByteView) noexcept override { return Error{ErrorCode::kIo, "disk full", 0}; }
  };
  Harness harness;
  FullSink sink;
  Result<Stream> stream = harness.checker().open_stream({Channel::kStdout, {}, {}, {}}, sink);
  ASSERT_TRUE(stream.ok());
  const std::string text(3'000'000, '\n');
  Result<void> written = stream->write(as_bytes(text));
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, ErrorCode::kSinkFailed);
  EXPECT_EQ(stream->write(as_bytes("x")).error().code, ErrorCode::kSinkFailed);
  const Verdict verdict = stream->finish();
  EXPECT_EQ(verdict.decision, Decision::kQuarantine);
  EXPECT_TRUE(has_code(verdict, FindingCode::kSinkError));
  EXPECT_EQ(stream->write(as_bytes("x")).error().code, ErrorCode::kClosed);
}

TEST(Stream, BinaryOnStdoutIsWithheld) {
  Harness harness;
  const std::string elf = std::string(
                              "\x7f"
                              "ELF\x02\x01\x01",
                              7) +
                          std::string(20'000, '\0');
  const Harness::Streamed streamed = harness.stream(elf, {10, 1000});
  EXPECT_EQ(streamed.text, "");
  EXPECT_GT(streamed.verdict.decision, Decision::kSanitize);
}

TEST(Stream, DestroyedWithoutFinishReleasesNothingMore) {
  Harness harness;
  testing::StringSink sink;
  {
    Result<Stream> stream = harness.checker().open_stream({Channel::kStdout, {}, {}, {}}, sink);
    ASSERT_TRUE(stream.ok());
    ASSERT_TRUE(stream->write(as_bytes("held back")).ok());
  }
  EXPECT_EQ(sink.text, "");
}

TEST(Stream, TwoStreamsOfOneCheckerStayApart) {
  Harness harness;
  testing::StringSink out;
  testing::StringSink err;
  Result<Stream> a = harness.checker().open_stream({Channel::kStdout, {}, {}, {}}, out);
  Result<Stream> b = harness.checker().open_stream({Channel::kStderr, {}, {}, {}}, err);
  ASSERT_TRUE(a.ok() && b.ok());
  const std::string token = github_token();
  ASSERT_TRUE(a->write(as_bytes("a " + token.substr(0, 20))).ok());
  ASSERT_TRUE(b->write(as_bytes("b plain\n")).ok());
  ASSERT_TRUE(a->write(as_bytes(token.substr(20) + "\n")).ok());
  static_cast<void>(b->finish());
  static_cast<void>(a->finish());
  EXPECT_EQ(err.text, "b plain\n");
  EXPECT_EQ(out.text.find("SYNTHETIC"), std::string::npos);
}

}  // namespace
}  // namespace sluice
