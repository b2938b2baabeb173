#include "pipeline/stream_state.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/guard.h"
#include "pipeline/artifact_cleaners.h"
#include "pipeline/envelope.h"
#include "pipeline/stage_timer.h"
#include "pipeline/verdict_builder.h"
#include "scan/notes.h"

namespace sluice {

namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;

}  // namespace

Limits Stream::State::stream_limits() const {
  Limits limits = pipeline::limits_for(engine.policy, rules);
  if (mode == Mode::kImmediate) limits.max_input_bytes = limits.max_output_bytes = UINT64_MAX;
  return limits;
}

void Stream::State::put(ByteView clean, bool is_identity) {
  if (is_failed) return;
  is_changed = is_changed || !is_identity;
  if (!clean.empty()) ends_line = clean.back() == std::byte{'\n'};
  output_bytes += clean.size();
  if (mode == Mode::kSpooled) {
    Result<void> kept = spool.append(clean);
    if (!kept) fail_sink(kept.error(), FindingCode::kInternalFault);
    return;
  }
  release(clean);
}

void Stream::State::release(ByteView clean) {
  if (engine.with_digests) output_digest.update(clean);
  Result<void> written = sink.write(clean);
  if (!written) {
    fail_sink(written.error(), FindingCode::kSinkError);
    return;
  }
  released_bytes += clean.size();
}

void Stream::State::fail_sink(const Error& reason, FindingCode code) {
  is_failed = true;
  sink_error = Error{ErrorCode::kSinkFailed, reason.message, 0};
  Finding finding;
  finding.code = code;
  finding.severity = Severity::kHigh;
  finding.effect = Decision::kQuarantine;
  finding.is_complete = false;
  findings.add(std::move(finding));
}

void Stream::State::stop_if_withheld() {
  if (findings.decision() <= Decision::kSanitize || is_stopped) return;
  is_stopped = true;
  if (released_bytes == 0 || is_failed) return;
  std::string code = "unknown";
  for (const Finding& finding : findings.listed()) {
    if (finding.effect > Decision::kSanitize) code = finding_name(finding.code);
  }
  // Visible to whoever reads what has already left, since a silent end looks like a complete output.
  const std::string note = "\n" + std::string(scan::kStoppedNote) + code + "]\n";
  stopped_at = input_bytes;
  release(as_bytes(note));
  release(as_bytes(envelope_end));
}

void Stream::State::withhold_fault(ErrorCode code) noexcept {
  fault = code;
  is_stopped = true;
  if (released_bytes == 0 || stopped_at) return;
  stopped_at = input_bytes;
  try {
    // In pieces, since there may be no memory to join them.
    const FindingCode finding = fault_code();
    for (const std::string_view part : {std::string_view("\n"), scan::kStoppedNote, finding_name(finding),
                                        std::string_view("]\n"), std::string_view(envelope_end)}) {
      if (!is_failed) release(as_bytes(part));
    }
  } catch (...) {  // the sink is left without a last line; the verdict says the same
    is_failed = true;
  }
}

FindingCode Stream::State::fault_code() const noexcept {
  return fault == ErrorCode::kOutOfMemory ? FindingCode::kOutOfMemoryFinding : FindingCode::kInternalFault;
}

Verdict Stream::State::fault_verdict() const noexcept {
  Verdict verdict = pipeline::fault_verdict(fault_code(), info.channel);
  verdict.input_bytes = input_bytes;
  verdict.released_bytes = released_bytes;
  verdict.stopped_at = stopped_at;
  return verdict;
}

void Stream::State::sniff_head() {
  pipeline::CheckContext ctx = context();
  sniff = pipeline::sniff_artifact(info, head, ctx);
  is_sniffed = true;
  stop_if_withheld();
  if (is_stopped) return;
  if (sniff.kind == pipeline::Kind::kText) {
    if (pipeline::wants_envelope(sniff.kind, ctx)) {
      const pipeline::Envelope envelope = pipeline::envelope_of(ctx);
      envelope_end = envelope.end;
      put(as_bytes(envelope.begin), false);
    }
    pipe.emplace(ctx, pipeline::text_limits_for(rules));
    pipe->feed(head, ctx, *this);
    Bytes().swap(head);
  } else if (sniff.kind == pipeline::Kind::kNdjson || sniff.kind == pipeline::Kind::kJsonSeq) {
    const bool has_records = sniff.kind == pipeline::Kind::kJsonSeq;
    lines.emplace(has_records ? json::Framing::kRecords : json::Framing::kLines, engine.schema(info.channel), ctx);
    lines->feed(head, ctx, *this);
    Bytes().swap(head);
  } else {
    whole = std::move(head);
  }
}

void Stream::State::take(ByteView bytes) {
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
  } else if (lines) {
    pipeline::CheckContext ctx = context();
    lines->feed(bytes, ctx, *this);
  } else if (bytes.size() > engine.policy.limits.work.max_input_bytes - whole.size()) {
    // What is checked as a whole is held by its limit even where the stream was opened for another kind.
    findings.add(FindingCode::kLimitBytes, Severity::kMedium, Decision::kReject,
                 engine_text("more than " + std::to_string(engine.policy.limits.work.max_input_bytes) +
                             " bytes, the most for one artifact"));
  } else {
    whole.insert(whole.end(), bytes.begin(), bytes.end());
  }
}

Result<void> Stream::State::write(ByteView bytes) {
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
void Stream::State::count_total(std::uint64_t bytes) {
  const std::uint64_t max_total = engine.policy.limits.max_total_bytes;
  if (mode == Mode::kImmediate && max_total == policy::LimitRules{}.max_total_bytes) return;
  if (checker.run.total_bytes.fetch_add(bytes) + bytes > max_total) {
    findings.add(FindingCode::kLimitTotal, Severity::kMedium, Decision::kReject,
                 engine_text("the run has more than " + std::to_string(max_total) + " bytes"));
  }
}

Error Stream::State::stop_reason() const {
  if (budget.exhausted() == Budget::Kind::kDeadline)
    return {ErrorCode::kDeadlineExceeded, "the deadline passed; the rest is withheld", 0};
  return {ErrorCode::kStopped, "the stream is withheld; finish() says why", 0};
}

Verdict Stream::State::finish() {
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

void Stream::State::finish_text() {
  if (!is_sniffed) sniff_head();
  if (is_stopped) return;
  pipeline::CheckContext ctx = context();
  if (pipe) {
    pipe->finish(ctx, *this);
    if (!envelope_end.empty() && findings.decision() <= Decision::kSanitize) {
      if (!ends_line) put(as_bytes("\n"), false);
      put(as_bytes(envelope_end), false);
    }
  } else if (lines) {
    lines->finish(ctx, *this);
  } else if (sniff.kind != pipeline::Kind::kEmpty) {
    pipeline::Cleaned cleaned = pipeline::clean_artifact(sniff, whole, ctx);
    if (!budget.ok() && findings.is_complete()) findings.add_exhausted(budget);
    if (findings.decision() <= Decision::kSanitize) {
      put(cleaned.is_unchanged ? ByteView(whole) : ByteView(cleaned.bytes), cleaned.is_unchanged);
    }
  }
  if (is_changed) findings.raise(Decision::kSanitize);
}

void Stream::State::drain() {
  struct Forward final : Sink {
    explicit Forward(State& state_in) : state(state_in) {}
    Result<void> write(ByteView bytes) noexcept override {
      return guarded("while releasing what was spooled", [&]() -> Result<void> {
        state.release(bytes);
        if (state.is_failed) return state.sink_error;
        return {};
      });
    }
    State& state;
  };
  Forward forward(*this);
  Result<void> drained = spool.drain(forward);
  if (!drained && !is_failed) fail_sink(drained.error(), FindingCode::kSinkError);
}

}  // namespace sluice
