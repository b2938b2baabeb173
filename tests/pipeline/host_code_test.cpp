// Code of the host that fails inside a call of ours: what it throws ends at our border, what it refuses is withheld.
#include <stdexcept>

#include "fixture.h"

namespace sluice {
namespace {

using testing::Harness;
using testing::has_code;

TEST(HostCode, WhatAResolverThrowsIsAnError) {
  struct ThrowCase {
    const char* name;
    std::function<Result<std::string>(const std::string&)> resolver;
    ErrorCode code;
  };
  const std::vector<ThrowCase> cases = {
      {"an exception", [](const std::string&) -> Result<std::string> { throw std::runtime_error("x"); },
       ErrorCode::kInternal},
      {"something else", [](const std::string&) -> Result<std::string> { throw 1; }, ErrorCode::kInternal},
      {"no memory", [](const std::string&) -> Result<std::string> { throw std::bad_alloc(); }, ErrorCode::kOutOfMemory},
      {"an error of its own",
       [](const std::string&) -> Result<std::string> {
         return Error{ErrorCode::kIo, "x", 0};
       },
       ErrorCode::kIo},
  };
  for (const ThrowCase& c : cases) {
    SCOPED_TRACE(c.name);
    LoadOptions options;
    options.policy = "format = 1\nname = \"t\"\n[stdout]\ntypes = [\"application/json\"]\nschema = \"s.json\"\n";
    options.schema_resolver = c.resolver;
    const Result<std::shared_ptr<const Engine>> loaded = Engine::load(options);
    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.error().code, c.code);
    EXPECT_FALSE(loaded.error().message.empty());
  }
}

// A sink that refuses after `accepted` bytes.
struct FullSink final : Sink {
  explicit FullSink(std::size_t accepted_in) : accepted(accepted_in) {}
  Result<void> write(ByteView bytes) noexcept override {
    ++calls;
    if (bytes.size() > accepted) return Error{ErrorCode::kIo, "full", 0};
    accepted -= bytes.size();
    return {};
  }
  std::size_t accepted;
  int calls = 0;
};

TEST(HostCode, ASinkThatRefusesIsAskedNoMore) {
  for (const bool is_spooled : {false, true}) {
    SCOPED_TRACE(is_spooled);
    Harness harness;
    FullSink sink(is_spooled ? 0 : 20'000);
    CheckOptions options;
    options.require_final = is_spooled;
    Result<Stream> stream = harness.checker().open_stream({Channel::kStdout, {}, {}, {}}, sink, options);
    ASSERT_TRUE(stream.ok());
    const std::string line(9'999, 'x');
    int calls = 0;
    for (int i = 0; i < 10; ++i) {
      const Result<void> written = stream->write(as_bytes(line + "\n"));
      if (written.ok()) continue;
      EXPECT_EQ(written.error().code, ErrorCode::kSinkFailed);
      if (calls == 0) calls = sink.calls;
    }
    const Verdict verdict = stream->finish();
    EXPECT_EQ(sink.calls, is_spooled ? 1 : calls);
    EXPECT_GE(verdict.decision, Decision::kQuarantine);
    EXPECT_FALSE(verdict.is_complete);
    EXPECT_TRUE(has_code(verdict, FindingCode::kSinkError));
    EXPECT_EQ(verdict.output_bytes, 0U);
  }
}

}  // namespace
}  // namespace sluice
