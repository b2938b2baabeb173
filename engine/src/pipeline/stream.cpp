#include <algorithm>
#include <new>
#include <optional>

#include "crypto/digest.h"
#include "pipeline/artifact_rules.h"
#include "pipeline/check_stages.h"
#include "pipeline/checker_state.h"
#include "pipeline/spool.h"
#include "pipeline/stage_timer.h"
#include "pipeline/stream_mode.h"
#include "pipeline/text_pipe.h"
#include "pipeline/verdict_builder.h"
#include "scan/notes.h"

namespace sluice {

namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;

// An immediate stream has no size limit but those of the policy: it holds no more than the scanner needs.
Limits stream_limits(const Engine::State& engine, const policy::ChannelRules& rules, Stream::Mode mode) {
  Limits limits = pipeline::limits_for(engine.policy, rules);
  if (mode == Stream::Mode::kImmediate) limits.max_input_bytes = limits.max_output_bytes = UINT64_MAX;
  return limits;
}

}  // namespace

struct Stream::State final : pipeline::TextSink {
  State(Checker::State& checker_in, const ArtifactInfo& info_in, Sink& sink_in, const CheckOptions& options,
        Mode mode_in)
      : checker(checker_in),
        info(info_in),
        sink(sink_in),
        mode(mode_in),
        engine(checker_in.run.engine->state()),
        rules(engine.policy.channel(info.channel)),
        budget(pipeline::budget_for(engine.policy, stream_limits(engine, rules, mode), options)),
        findings(engine.policy.limits.work.max_findings),
        consumer(options.consumer.value_or(engine.policy.consumer)) {}

  // TextSink: clean text, on its way out.
  void put(ByteView clean, bool is_identity) override {
    if (is_failed) return;
    is_changed = is_changed || !is_identity;
    output_bytes += clean.size();
    if (mode == Mode::kSpooled) {
      Result<void> kept = spool.append(clean);
      if (!kept) fail_sink(kept.error(), FindingCode::kInternalFault);
      return;
    }
    release(clean);
  }

  void release(ByteView clean) {
    if (engine.with_digests) output_digest.update(clean);
    Result<void> written = sink.write(clean);
    if (!written) {
      fail_sink(written.error(), FindingCode::kSinkError);
      return;
    }
    released_bytes += clean.size();
  }

  void fail_sink(const Error& reason, FindingCode code) {
    is_failed = true;
    sink_error = Error{ErrorCode::kSinkFailed, reason.message, 0};
    Finding finding;
    finding.code = code;
    finding.severity = Severity::kHigh;
    finding.effect = Decision::kQuarantine;
    finding.is_complete = false;
    findings.add(std::move(finding));
  }

  [[nodiscard]] pipeline::CheckContext context() {
    return {engine,  checker.run,  *checker.scratch, budget, findings,
            timings, info.channel, consumer,         rules,  marks_before};
  }

  // Something that withholds was found: what has left has left, and nothing more does.
  void stop_if_withheld() {
    if (findings.decision() <= Decision::kSanitize || is_stopped) return;
    is_stopped = true;
    if (released_bytes == 0 || is_failed) return;
    stopped_at = input_bytes;
    std::string code = "unknown";
    for (const Finding& finding : findings.listed()) {
      if (finding.effect > Decision::kSanitize) code = finding_name(finding.code);
    }
    // Visible to whoever reads what has already left, since a silent end looks like a complete output.
    release(as_bytes("\n" + std::string(scan::kStoppedNote) + code + "]\n"));
  }

  void sniff_head() {
    pipeline::CheckContext ctx = context();
    sniff = pipeline::sniff_artifact(info, head, ctx);
    is_sniffed = true;
    stop_if_withheld();
    if (is_stopped) return;
    if (sniff.kind == pipeline::Kind::kText) {
      pipe.emplace(ctx, pipeline::text_limits_for(rules));
      pipe->feed(head, ctx, *this);
      Bytes().swap(head);
    } else {
      whole = std::move(head);
    }
  }

  void take(ByteView bytes) {
    if (!is_sniffed) {
      const std::size_t wanted = pipeline::kStreamSniffBytes - head.size();
      const ByteView part = bytes.first(std::min(wanted, bytes.size()));
      head.insert(head.end(), part.begin(), part.end());
      bytes = bytes.subspan(part.size());
      if (head.size() < pipeline::kStreamSniffBytes) return;
      sniff_head();
    }
    if (is_stopped || bytes.empty()) return;
    if (pipe) {
      pipeline::CheckContext ctx = context();
      pipe->feed(bytes, ctx, *this);
    } else {
      whole.insert(whole.end(), bytes.begin(), bytes.end());
    }
  }

  [[nodiscard]] Result<void> write(ByteView bytes) {
    const pipeline::StageTimer timer(timings.total_ns);
    while (!bytes.empty()) {
      const ByteView block = bytes.first(std::min(bytes.size(), kBlockBytes));
      bytes = bytes.subspan(block.size());
      input_bytes += block.size();
      if (engine.with_digests) input_digest.update(block);
      if (!budget.poll() || !budget.admit_input(block.size())) {
        findings.add_exhausted(budget);
      } else {
        count_total(block.size());
        take(block);
      }
      stop_if_withheld();
      if (is_failed) return sink_error;
      if (is_stopped) return stop_reason();
    }
    return {};
  }

  // The default total is for artifacts that are held in memory; a policy that sets its own means streams too.
  void count_total(std::uint64_t bytes) {
    const std::uint64_t max_total = engine.policy.limits.max_total_bytes;
    if (mode == Mode::kImmediate && max_total == policy::LimitRules{}.max_total_bytes) return;
    if (checker.run.total_bytes.fetch_add(bytes) + bytes > max_total) {
      findings.add(FindingCode::kLimitTotal, Severity::kMedium, Decision::kReject,
                   engine_text("the run has more than " + std::to_string(max_total) + " bytes"));
    }
  }

  [[nodiscard]] Error stop_reason() const {
    if (budget.exhausted() == Budget::Kind::kDeadline)
      return {ErrorCode::kDeadlineExceeded, "the deadline passed; the rest is withheld", 0};
    return {ErrorCode::kStopped, "the stream is withheld; finish() says why", 0};
  }

  [[nodiscard]] Verdict finish() {
    {
      const pipeline::StageTimer timer(timings.total_ns);
      if (!is_stopped && !is_failed) finish_text();
      if (is_stopped || is_failed || findings.decision() > Decision::kSanitize) {
        stop_if_withheld();
      } else if (mode == Mode::kSpooled) {
        drain();
      }
    }
    pipeline::CheckContext ctx = context();
    const std::string_view media_type = is_sniffed ? sniff.media_type : media::type_name(media::MediaType::kUnknown);
    Verdict verdict = pipeline::make_verdict(info, media_type, input_bytes, ctx);
    verdict.is_truncated = pipe && pipe->is_truncated();
    verdict.output_bytes = verdict.is_released() ? released_bytes : 0;
    verdict.released_bytes = released_bytes;
    verdict.stopped_at = stopped_at;
    if (engine.with_digests) {
      if (!pipeline::holds_secret(verdict.findings)) verdict.input_digest = input_digest.finish();
      if (verdict.is_released()) verdict.output_digest = output_digest.finish();
    }
    return verdict;
  }

  void finish_text() {
    if (!is_sniffed) sniff_head();
    if (is_stopped) return;
    pipeline::CheckContext ctx = context();
    if (pipe) {
      pipe->finish(ctx, *this);
    } else if (sniff.kind != pipeline::Kind::kEmpty) {
      pipeline::Cleaned cleaned = pipeline::clean_artifact(sniff, whole, ctx);
      if (!budget.ok() && findings.is_complete()) findings.add_exhausted(budget);
      if (findings.decision() <= Decision::kSanitize) {
        put(cleaned.is_unchanged ? ByteView(whole) : ByteView(cleaned.bytes), cleaned.is_unchanged);
      }
    }
    if (is_changed) findings.raise(Decision::kSanitize);
  }

  void drain() {
    struct Forward final : Sink {
      explicit Forward(State& state_in) : state(state_in) {}
      Result<void> write(ByteView bytes) noexcept override {
        state.release(bytes);
        if (state.is_failed) return state.sink_error;
        return {};
      }
      State& state;
    };
    Forward forward(*this);
    Result<void> drained = spool.drain(forward);
    if (!drained && !is_failed) fail_sink(drained.error(), FindingCode::kSinkError);
  }

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
  std::uint64_t marks_before = checker.run.issued.now();

  pipeline::Sniff sniff;
  Bytes head;   // until the kind is known
  Bytes whole;  // of kinds that are checked as a whole
  std::optional<pipeline::TextPipe> pipe;
  pipeline::Spool spool;
  Sha256 input_digest;
  Sha256 output_digest;
  std::uint64_t input_bytes = 0;
  std::uint64_t output_bytes = 0;
  std::uint64_t released_bytes = 0;
  std::optional<std::uint64_t> stopped_at;
  Error sink_error;
  bool is_sniffed = false;
  bool is_changed = false;
  bool is_stopped = false;
  bool is_failed = false;
  bool is_finished = false;
};

Stream::Stream(std::unique_ptr<State> state) : state_(std::move(state)) {}
Stream::~Stream() = default;
Stream::Stream(Stream&&) noexcept = default;
Stream& Stream::operator=(Stream&&) noexcept = default;

Stream::Mode Stream::mode() const noexcept { return state_->mode; }

Result<void> Stream::write(ByteView bytes) noexcept {
  if (state_ == nullptr || state_->is_finished) return Error{ErrorCode::kClosed, "the stream was finished already", 0};
  if (state_->is_failed) return state_->sink_error;
  if (state_->is_stopped) return state_->stop_reason();
  try {
    return state_->write(bytes);
  } catch (const std::bad_alloc&) {
    state_->is_stopped = true;
    state_->findings = Findings();
    state_->findings.raise(Decision::kQuarantine);
    return Error{ErrorCode::kOutOfMemory, "out of memory; the stream is withheld", 0};
  }
}

Verdict Stream::finish() noexcept {
  if (state_ == nullptr || state_->is_finished)
    return pipeline::fault_verdict(FindingCode::kInternalFault, Channel::kStdout);
  state_->is_finished = true;
  const Channel channel = state_->info.channel;
  try {
    return state_->finish();
  } catch (const std::bad_alloc&) {
    return pipeline::fault_verdict(FindingCode::kOutOfMemoryFinding, channel);
  } catch (...) {
    return pipeline::fault_verdict(FindingCode::kInternalFault, channel);
  }
}

Result<Stream> Checker::open_stream(const ArtifactInfo& info, Sink& sink, const CheckOptions& options) noexcept {
  try {
    if (info.channel == Channel::kFile || info.channel == Channel::kResult) {
      return Error{ErrorCode::kInvalidArgument, "a file or result is judged as a whole: use check()", 0};
    }
    Result<void> prepared = state_->prepare();
    if (!prepared) return std::move(prepared).error();
    const Stream::Mode mode = pipeline::stream_mode(state_->run.engine->state(), info, options.require_final);
    return Stream(std::make_unique<Stream::State>(*state_, info, sink, options, mode));
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kOutOfMemory, "out of memory while opening a stream", 0};
  }
}

}  // namespace sluice
