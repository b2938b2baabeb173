#include <new>
#include <utility>

#include "crypto/digest.h"
#include "pipeline/admission.h"
#include "pipeline/artifact_cleaners.h"
#include "pipeline/artifact_rules.h"
#include "pipeline/check_stages.h"
#include "pipeline/checker_state.h"
#include "pipeline/inline_ignores.h"
#include "pipeline/stage_timer.h"
#include "pipeline/verdict_builder.h"

namespace sluice {

Result<void> Checker::State::prepare() {
  if (scratch) return {};
  Result<scan::Scratch> scan_scratch = scan::Scratch::create(run.engine->state().rules);
  if (!scan_scratch) return std::move(scan_scratch).error();
  std::optional<scan::Scratch> unspaced;
  if (const auto& rules = run.engine->state().unspaced_rules) {
    Result<scan::Scratch> made = scan::Scratch::create(rules);
    if (!made) return std::move(made).error();
    unspaced = std::move(*made);
  }
  scratch.emplace(pipeline::CheckerScratch{std::move(*scan_scratch), std::move(unspaced), json::Parser(),
                                           json::Validator(), std::nullopt,
                                           isolate::Worker(run.engine->state().worker_path)});
  return {};
}

// Without memory for it the checker withholds everything.
Checker::Checker(Run& run) noexcept : state_(new (std::nothrow) State(run)) {}
Checker::~Checker() = default;
Checker::Checker(Checker&&) noexcept = default;
Checker& Checker::operator=(Checker&&) noexcept = default;

namespace {

using pipeline::CheckContext;

Verdict check_artifact(Checker::State& state, const Artifact& artifact, const pipeline::Admitted& admitted,
                       const pipeline::ArtifactMarks& marks, const CheckOptions& options) {
  const Engine::State& engine = state.run.engine->state();
  const policy::ChannelRules& rules = engine.policy.channel(artifact.info.channel);
  Budget budget = pipeline::budget_for(engine.policy, pipeline::limits_for(engine.policy, rules), options);
  Findings findings(engine.policy.limits.work.max_findings);
  Timings timings;
  CheckContext context{engine,   state.run, *state.scratch,        budget,
                       findings, timings,   artifact.info.channel, options.consumer.value_or(engine.policy.consumer),
                       rules,    marks};
  std::optional<pipeline::ArtifactExceptions> exceptions;
  if (engine.exceptions) context.exceptions = &exceptions.emplace(*engine.exceptions, artifact.info.name);

  pipeline::Sniff sniff;
  sniff.media_type = media::type_name(media::MediaType::kUnknown);
  pipeline::Cleaned cleaned;
  {
    const pipeline::StageTimer timer(timings.total_ns);
    if (artifact.info.channel == Channel::kFile && !artifact.info.name.empty()) {
      // Every problem of a file is reported at once, its name included.
      pipeline::check_file_name(artifact.info.name, admitted, context);
    }
    const bool is_cut = rules.on_overflow == policy::Overflow::kTruncate;
    pipeline::check_sizes(artifact.bytes.size(), is_cut, admitted, context);
    sniff = pipeline::sniff_artifact(artifact.info, artifact.bytes, context);
    const bool can_be_cut = sniff.kind == pipeline::Kind::kText || sniff.kind == pipeline::Kind::kJson;
    if (is_cut && !can_be_cut && rules.max_bytes && artifact.bytes.size() > *rules.max_bytes) {
      findings.add(
          FindingCode::kLimitBytes, Severity::kMedium, Decision::kReject,
          engine_text("more than " + std::to_string(*rules.max_bytes) + " bytes; only text and JSON can be cut"));
    }
    if (!context.is_withheld()) {
      if (!budget.poll() || !budget.admit_input(artifact.bytes.size())) findings.add_exhausted(budget);
    }
    if (!context.is_withheld() && exceptions) pipeline::note_inline_ignores(artifact.bytes, context);
    if (!context.is_withheld()) cleaned = pipeline::clean_artifact(sniff, artifact.bytes, context);
    if (exceptions) pipeline::add_let_stand(*exceptions, findings);
    if (!budget.ok() && findings.is_complete()) findings.add_exhausted(budget);
    if (!cleaned.is_unchanged) findings.raise(Decision::kSanitize);
  }

  const bool is_truncated = findings.has(FindingCode::kTruncated);
  Verdict verdict = pipeline::make_verdict(artifact.info, sniff.media_type, artifact.bytes.size(), context);
  verdict.is_truncated = is_truncated;
  if (verdict.is_released()) {
    // A decision of sanitize without a change would be a fault of the bookkeeping; the bytes are the input's then.
    if (cleaned.is_unchanged) {
      verdict.attach_borrowed(context.consumer, artifact.bytes);
      verdict.output_bytes = artifact.bytes.size();
    } else {
      verdict.output_bytes = cleaned.bytes.size();
      verdict.attach_clean(context.consumer, std::move(cleaned.bytes));
    }
    verdict.released_bytes = verdict.output_bytes;
  }
  if (engine.with_digests) {
    const bool is_same = verdict.is_released() && cleaned.is_unchanged;
    if (!pipeline::holds_secret(verdict.findings)) verdict.input_digest = sha256(artifact.bytes);
    if (const std::optional<ByteView> clean = verdict.released(context.consumer)) {
      verdict.output_digest = is_same && verdict.input_digest ? *verdict.input_digest : sha256(*clean);
    }
  }
  return verdict;
}

// The border of the public functions: whatever goes wrong in `call` is a finding of a withheld verdict.
template <typename Call>
Verdict guarded_check(Checker::State* state, Channel channel, Call&& call) noexcept {
  if (state == nullptr) return pipeline::fault_verdict(FindingCode::kOutOfMemoryFinding, channel);
  try {
    Result<void> prepared = state->prepare();
    if (!prepared) return pipeline::fault_verdict(FindingCode::kOutOfMemoryFinding, channel);
    return std::forward<Call>(call)();
  } catch (const std::bad_alloc&) {
    return pipeline::fault_verdict(FindingCode::kOutOfMemoryFinding, channel);
  } catch (...) {
    return pipeline::fault_verdict(FindingCode::kInternalFault, channel);
  }
}

}  // namespace

Verdict Checker::check(const Artifact& artifact, const CheckOptions& options) noexcept {
  return guarded_check(state_.get(), artifact.info.channel, [&] {
    Run::State& run = state_->run;
    const pipeline::Admitted admitted = pipeline::admit(artifact.info, artifact.bytes.size(), run);
    return check_artifact(*state_, artifact, admitted, pipeline::ArtifactMarks(run.issued), options);
  });
}

Verdict Checker::check(const Artifact& artifact, Admission admission, const CheckOptions& options) noexcept {
  return guarded_check(state_.get(), artifact.info.channel, [&] {
    const Admission::State* admitted = admission.state();
    if (admitted == nullptr) return pipeline::fault_verdict(FindingCode::kOutOfMemoryFinding, artifact.info.channel);
    const bool is_same = &admitted->run == &state_->run && admitted->channel == artifact.info.channel &&
                         admitted->bytes == artifact.bytes.size();
    if (!is_same) return pipeline::fault_verdict(FindingCode::kInternalFault, artifact.info.channel);
    return check_artifact(*state_, artifact, admitted->admitted,
                          pipeline::ArtifactMarks(state_->run.issued, admitted->place), options);
  });
}

}  // namespace sluice
