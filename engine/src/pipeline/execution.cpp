#include "sluice/execution.h"

#include <algorithm>
#include <new>
#include <utility>

#include "pipeline/checker_state.h"
#include "pipeline/execution_parse.h"
#include "pipeline/execution_views.h"
#include "pipeline/verdict_builder.h"

namespace sluice {

namespace {

using policy::ExecAction;

Decision to_decision(ExecAction action) noexcept {
  switch (action) {
    case ExecAction::kFlag: return Decision::kAllow;
    case ExecAction::kQuarantine: return Decision::kQuarantine;
    case ExecAction::kReject: break;
  }
  return Decision::kReject;
}

// Judges exit code, error and stderr before anything else: a non-empty stdout proves nothing.
void judge_exec(const pipeline::ParsedExecution& parsed, const policy::ExecRules& rules, Findings& findings) {
  const bool is_stream = parsed.source == pipeline::ParsedExecution::Source::kE2bStream ||
                         parsed.source == pipeline::ParsedExecution::Source::kCrewAiCode;
  if (parsed.exit_code) {
    const std::int64_t code = *parsed.exit_code;
    const bool is_listed = rules.exit_codes && std::find(rules.exit_codes->begin(), rules.exit_codes->end(), code) !=
                                                   rules.exit_codes->end();
    if (rules.exit_codes && !is_listed) {
      findings.add(FindingCode::kExitCode, Severity::kHigh, to_decision(rules.on_exit_code),
                   engine_text("exit code " + std::to_string(code)));
    } else if (!rules.exit_codes && code != 0) {
      findings.add(FindingCode::kExitCode, Severity::kMedium, Decision::kAllow,
                   engine_text("exit code " + std::to_string(code)));
    }
  } else if (!is_stream) {
    // A code-interpreter stream has no exit code: there success is one end_of_execution and no error.
    findings.add(FindingCode::kExitUnknown, Severity::kMedium, to_decision(rules.on_unknown_exit));
  }
  if (parsed.error) {
    findings.add(FindingCode::kExecError, Severity::kMedium, to_decision(rules.on_error));
  }
  for (const pipeline::ParsedArtifact& artifact : parsed.artifacts) {
    if (artifact.channel != Channel::kStderr || artifact.bytes.empty()) continue;
    if (rules.stderr_rule == policy::StderrRule::kAllow) break;
    const Decision effect = rules.stderr_rule == policy::StderrRule::kReject ? Decision::kReject : Decision::kAllow;
    findings.add(FindingCode::kExecStderr, Severity::kLow, effect,
                 engine_text(std::to_string(artifact.bytes.size()) + " bytes"));
    break;
  }
}

// The encoding of the artifact is broken, so that its bytes are not what they are declared to be.
void withhold_undecoded(Verdict& verdict) {
  Finding finding;
  finding.code = FindingCode::kResultEncoding;
  finding.severity = Severity::kMedium;
  finding.effect = Decision::kQuarantine;
  finding.is_complete = false;
  verdict.findings.push_back(std::move(finding));
  verdict.is_complete = false;
  verdict.decision = worse(verdict.decision, Decision::kQuarantine);
  verdict.output_bytes = verdict.released_bytes = 0;
  verdict.output_digest.reset();
}

// Owns its bytes, since the parsed execution goes away.
Verdict check_owned(Checker& checker, const pipeline::ParsedArtifact& parsed, const CheckOptions& options,
                    Consumer consumer) {
  Artifact artifact;
  artifact.info.channel = parsed.channel;
  artifact.info.name = parsed.name;
  artifact.info.declared_type = parsed.declared_type;
  artifact.bytes = parsed.bytes;
  Verdict verdict = checker.check(artifact, options);
  if (!parsed.is_decoded) withhold_undecoded(verdict);
  if (const std::optional<ByteView> clean = verdict.released(consumer)) {
    verdict.attach_clean(consumer, Bytes(clean->begin(), clean->end()));
  }
  return verdict;
}

void add_error(const pipeline::ParsedError& error, const std::string& prefix,
               std::vector<pipeline::ParsedArtifact>& list) {
  const std::pair<const char*, const std::string*> parts[] = {
      {".name", &error.name}, {".value", &error.value}, {".traceback", &error.traceback}};
  for (const auto& [suffix, text] : parts) {
    pipeline::ParsedArtifact artifact;
    artifact.channel = Channel::kExec;
    artifact.name = prefix + suffix;
    artifact.declared_type = "text/plain";
    artifact.bytes = to_bytes(*text);
    list.push_back(std::move(artifact));
  }
}

// Names, values and tracebacks of errors are text that the sandbox wrote.
std::vector<pipeline::ParsedArtifact> error_artifacts(const pipeline::ParsedExecution& parsed) {
  std::vector<pipeline::ParsedArtifact> list;
  if (parsed.error) add_error(*parsed.error, "error", list);
  for (std::size_t i = 0; i < parsed.later_errors.size(); ++i) {
    add_error(parsed.later_errors[i], "error" + std::to_string(i + 2), list);
  }
  return list;
}

ExecutionVerdict check_parsed(Checker& checker, Checker::State& state, ByteView input, ExecutionFormat format,
                              const CheckOptions& options) {
  const Engine::State& engine = state.run.engine->state();
  Budget budget(engine.policy.limits.work);
  Findings findings(engine.policy.limits.work.max_findings);
  Timings timings;
  ExecutionVerdict outcome;
  pipeline::ParsedExecution parsed = pipeline::parse_execution(input, format, budget, findings, &state.run.scrubber);
  judge_exec(parsed, engine.policy.exec, findings);
  const Consumer consumer = options.consumer.value_or(engine.policy.consumer);
  outcome.exit_code = parsed.exit_code;
  std::vector<pipeline::ParsedArtifact> all = error_artifacts(parsed);
  for (pipeline::ParsedArtifact& artifact : parsed.artifacts) all.push_back(std::move(artifact));
  Decision decision = Decision::kAllow;
  bool is_complete = true;
  for (const pipeline::ParsedArtifact& artifact : all) {
    outcome.artifacts.push_back(
        pipeline::is_never_shown(artifact)
            ? pipeline::check_never_shown(checker, artifact, options, consumer, &state.run.scrubber)
            : check_owned(checker, artifact, options, consumer));
    const Verdict& verdict = outcome.artifacts.back();
    // Where the policy says so a withheld member stays behind alone, and the others leave.
    const bool may_stay_behind = engine.policy.channel(artifact.channel).release_members &&
                                 (artifact.channel == Channel::kResult || artifact.channel == Channel::kFile);
    decision = worse(decision, may_stay_behind ? std::min(verdict.decision, Decision::kSanitize) : verdict.decision);
    is_complete = is_complete && (verdict.is_complete || may_stay_behind);
  }
  pipeline::compare_views(all, consumer, outcome);
  pipeline::CheckContext context{engine,
                                 state.run,
                                 *state.scratch,
                                 budget,
                                 findings,
                                 timings,
                                 Channel::kExec,
                                 consumer,
                                 engine.policy.channel(Channel::kExec),
                                 pipeline::ArtifactMarks(state.run.issued)};
  ArtifactInfo info;
  info.channel = Channel::kExec;
  outcome.exec = pipeline::make_verdict(info, "", input.size(), context);
  outcome.decision = worse(decision, outcome.exec.decision);
  outcome.is_complete = is_complete && outcome.exec.is_complete;
  return outcome;
}

ExecutionVerdict fault_execution(FindingCode code) noexcept {
  ExecutionVerdict outcome;
  outcome.is_complete = false;
  outcome.exec = pipeline::fault_verdict(code, Channel::kExec);
  return outcome;
}

}  // namespace

ExecutionVerdict check_execution(Checker& checker, ByteView input, ExecutionFormat format,
                                 const CheckOptions& options) noexcept {
  if (!checker.has_state()) return fault_execution(FindingCode::kOutOfMemoryFinding);
  try {
    Result<void> prepared = checker.state().prepare();
    if (!prepared) return fault_execution(FindingCode::kOutOfMemoryFinding);
    return check_parsed(checker, checker.state(), input, format, options);
  } catch (const std::bad_alloc&) {
    return fault_execution(FindingCode::kOutOfMemoryFinding);
  } catch (...) {
    return fault_execution(FindingCode::kInternalFault);
  }
}

}  // namespace sluice
