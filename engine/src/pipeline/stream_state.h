#pragma once

#include <cstdint>
#include <optional>

#include "crypto/digest.h"
#include "pipeline/artifact_rules.h"
#include "pipeline/check_stages.h"
#include "pipeline/checker_state.h"
#include "pipeline/ndjson_pipe.h"
#include "pipeline/spool.h"
#include "pipeline/text_pipe.h"

namespace sluice {

/// What an open stream holds, and how bytes go through it. Methods may throw; the stream's own functions catch.
struct Stream::State final : pipeline::TextSink {
  State(Checker::State& checker_in, const ArtifactInfo& info_in, Sink& sink_in, const CheckOptions& options,
        Mode mode_in)
      : checker(checker_in),
        info(info_in),
        sink(sink_in),
        mode(mode_in),
        engine(checker_in.run.engine->state()),
        rules(engine.policy.channel(info.channel)),
        budget(pipeline::budget_for(engine.policy, stream_limits(), options)),
        findings(engine.policy.limits.work.max_findings),
        consumer(options.consumer.value_or(engine.policy.consumer)) {}

  /// TextSink: clean text, on its way out.
  void put(ByteView clean, bool is_identity) override;
  void release(ByteView clean);
  void fail_sink(const Error& reason, FindingCode code);

  [[nodiscard]] pipeline::CheckContext context() {
    return {engine, checker.run, *checker.scratch, budget, findings, timings, info.channel, consumer, rules, marks};
  }

  /// Something that withholds was found: what has left has left, and nothing more does.
  void stop_if_withheld();

  /// After an exception only the counts can be relied on: nothing more is read, and the end is said to the reader.
  void withhold_fault(ErrorCode code) noexcept;
  [[nodiscard]] Verdict fault_verdict() const noexcept;
  [[nodiscard]] FindingCode fault_code() const noexcept;

  void sniff_head();
  void take(ByteView bytes);
  [[nodiscard]] Result<void> write(ByteView bytes);
  void count_total(std::uint64_t bytes);
  [[nodiscard]] Error stop_reason() const;
  [[nodiscard]] Verdict finish();
  void finish_text();
  void drain();

  /// An immediate stream has no size limit but those of the policy: it holds no more than the scanner needs.
  [[nodiscard]] Limits stream_limits() const;

  Checker::State& checker;
  ArtifactInfo info;
  Sink& sink;
  Mode mode;
  const Engine::State& engine;
  const policy::ChannelRules& rules;
  Budget budget;
  Findings findings;
  Timings timings;
  Consumer consumer;
  pipeline::ArtifactMarks marks{checker.run.issued};

  pipeline::Sniff sniff;
  Bytes head;   // until the kind is known
  Bytes whole;  // of kinds that are checked as a whole
  std::optional<pipeline::TextPipe> pipe;
  std::optional<pipeline::NdjsonPipe> lines;
  pipeline::Spool spool;
  Sha256 input_digest;
  Sha256 output_digest;
  std::uint64_t input_bytes = 0;
  std::uint64_t output_bytes = 0;
  std::uint64_t released_bytes = 0;
  std::optional<std::uint64_t> stopped_at;
  Error sink_error;
  std::optional<ErrorCode> fault;  // an exception was caught
  bool is_sniffed = false;
  bool is_changed = false;
  bool ends_line = true;     ///< what left so far ends in a newline
  std::string envelope_end;  ///< the line that closes the envelope; empty where there is none
  bool is_stopped = false;
  bool is_failed = false;
  bool is_finished = false;
};

}  // namespace sluice
