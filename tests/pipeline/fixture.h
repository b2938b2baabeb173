#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "sluice/sluice.h"

namespace sluice::testing {

/// Keeps everything a stream wrote.
struct StringSink final : Sink {
  Result<void> write(ByteView bytes) noexcept override {
    text += as_chars(bytes);
    return {};
  }
  std::string text;
};

/// An engine, a run with a fixed key, and a checker.
class Harness {
 public:
  explicit Harness(const std::string& policy = {}, LoadOptions options = {}) {
    options.policy = policy;
    options.policy_path = "test.toml";
    options.fingerprint_key = to_bytes("a fixed key for tests only");
    Result<std::shared_ptr<const Engine>> engine = Engine::load(options);
    if (!engine) {
      ADD_FAILURE() << engine.error().message;
      std::abort();
    }
    Result<Run> run = Run::start(*engine, {"test"});
    if (!run) {
      ADD_FAILURE() << run.error().message;
      std::abort();
    }
    run_.emplace(std::move(*run));
    checker_.emplace(*run_);
  }

  Verdict check(std::string_view bytes, Channel channel = Channel::kStdout, std::string name = {},
                std::string type = {}) {
    Artifact artifact;
    artifact.info.channel = channel;
    artifact.info.name = std::move(name);
    artifact.info.declared_type = std::move(type);
    artifact.bytes = as_bytes(bytes);
    return checker_->check(artifact);
  }

  /// The clean text, or "<withheld>".
  std::string clean(std::string_view bytes, Channel channel = Channel::kStdout, std::string name = {},
                    std::string type = {}) {
    const Verdict verdict = check(bytes, channel, std::move(name), std::move(type));
    const std::optional<ByteView> released = verdict.released(run_->engine().consumer());
    return released ? to_string(*released) : "<withheld>";
  }

  struct Streamed {
    std::string text;
    Verdict verdict;
  };

  /// Streams `bytes` in pieces of the given sizes, the last one taking the rest.
  Streamed stream(std::string_view bytes, const std::vector<std::size_t>& sizes, const CheckOptions& options = {}) {
    StringSink sink;
    Result<Stream> stream = checker_->open_stream({Channel::kStdout, {}, {}, {}}, sink, options);
    if (!stream) {
      ADD_FAILURE() << stream.error().message;
      return {};
    }
    for (const std::size_t size : sizes) {
      const std::string_view piece = bytes.substr(0, size);
      bytes.remove_prefix(piece.size());
      if (!stream->write(as_bytes(piece))) break;
    }
    if (!bytes.empty()) static_cast<void>(stream->write(as_bytes(bytes)));
    Verdict verdict = stream->finish();
    return {std::move(sink.text), std::move(verdict)};
  }

  Checker& checker() { return *checker_; }
  Run& run() { return *run_; }
  const Engine& engine() { return run_->engine(); }

 private:
  std::optional<Run> run_;
  std::optional<Checker> checker_;
};

inline bool has_code(const Verdict& verdict, FindingCode code) {
  for (const Finding& finding : verdict.findings) {
    if (finding.code == code) return true;
  }
  return false;
}

/// Synthetic tokens, put together here so that no file holds one.
inline std::string github_token() { return std::string("ghp") + "_" + "SYNTHETICbody0123456789abcdefg" + "3p2TTq"; }
inline std::string aws_key_id() { return std::string("AK") + "IA" + "IOSFODNN7EXAMPLE"; }
inline std::string stripe_key() { return std::string("sk") + "_live_" + "4eC39HqLyjWDarjtT1zdp7dcAbCdEfGh"; }

}  // namespace sluice::testing
