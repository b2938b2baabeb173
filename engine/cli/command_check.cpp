#include <algorithm>
#include <cstdio>
#include <thread>

#include "cli/check_inputs.h"
#include "cli/check_run.h"
#include "cli/engine_loader.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/report.h"
#include "sluice/baseline.h"

namespace sluice::cli {

namespace {

std::size_t jobs_for(const CheckCommand& command, std::size_t inputs) {
  const std::size_t wanted = command.jobs != 0 ? command.jobs : std::max(1U, std::thread::hardware_concurrency());
  return std::max<std::size_t>(1, std::min(wanted, inputs));
}

// A signal that comes while files are checked waits for what is being written.
void check_files(CheckRun& checks, const std::vector<Input>& inputs, std::size_t jobs) {
  Interrupt interrupt;
  checks.check_all(jobs, interrupt.token());
  if (interrupt.signal() == 0) return;
  std::fprintf(stderr, "sluice: interrupted after %zu of %zu files; no report was written\n", checks.finished(),
               inputs.size());
  interrupt.end_process();
}

Result<void> write_baseline(Baseline& baseline, const std::vector<const Verdict*>& verdicts, const std::string& path) {
  for (const Verdict* const verdict : verdicts) {
    Result<void> added = baseline.add(*verdict);
    if (!added) return added;
  }
  Result<std::string> text = baseline.text();
  if (!text) return std::move(text).error();
  return write_output(path, as_bytes(*text));
}

}  // namespace

int run_check(const CheckCommand& command) {
  const bool is_stdin = command.inputs.size() == 1 && command.inputs[0] == "-";
  Result<Channel> channel = channel_option(!command.channel.empty() ? command.channel : is_stdin ? "stdout" : "file");
  if (!channel) return fail(channel.error());
  Result<std::optional<Consumer>> consumer = consumer_option(command.consumer);
  if (!consumer) return fail(consumer.error());
  std::optional<Baseline> baseline;
  EngineOptions engine_options = command.engine;
  if (!command.new_baseline_path.empty()) {
    Result<Baseline> created = Baseline::create();
    if (!created) return fail(created.error());
    baseline.emplace(std::move(*created));
    engine_options.fingerprint_key = to_string(baseline->key());
  }
  Result<Run> run = start_run(engine_options);
  if (!run) return fail(run.error());
  const std::vector<Input> inputs = collect_inputs(command, run->scrubber());
  if (!command.out_file.empty() && inputs.size() != 1) {
    return fail({ErrorCode::kInvalidArgument, "-o takes one input; use --out DIR for several", 0});
  }

  CheckRun checks(command, *run, *channel, consumer->value_or(run->engine().consumer()), inputs);
  Result<void> opened = checks.open_outputs();
  if (!opened) return fail(opened.error());
  // A read from stdin may last as long as a person likes, so that a signal has to end it.
  const bool reads_stdin =
      std::any_of(inputs.begin(), inputs.end(), [](const Input& input) { return input.path == "-"; });
  const bool writes = !command.out_file.empty() || !command.out_dir.empty();
  if (!reads_stdin && (inputs.size() > 1 || writes)) {
    check_files(checks, inputs, jobs_for(command, inputs.size()));
  } else {
    checks.check_all(jobs_for(command, inputs.size()), {});
  }
  if (baseline) {
    Result<void> written = write_baseline(*baseline, checks.verdicts(), command.new_baseline_path);
    if (!written) return fail(written.error());
  }
  Result<void> reported = write_report(checks.verdicts(), command.report, command.out_file == "-");
  if (!reported) return fail(reported.error());
  return checks.exit_code();
}

}  // namespace sluice::cli
