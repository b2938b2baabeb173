#include <cstdio>

#include "cli/engine_loader.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/report.h"
#include "sluice/execution.h"
#include "sluice/output_folder.h"

namespace sluice::cli {

namespace {

constexpr std::uint64_t kMaxExecutionBytes = 256'000'000;

Result<ExecutionFormat> parse_execution_format(const std::string& name) {
  if (name == "auto") return ExecutionFormat::kAuto;
  if (name == "bundle") return ExecutionFormat::kBundle;
  if (name == "e2b") return ExecutionFormat::kE2bStream;
  return Error{ErrorCode::kInvalidArgument, "unknown input format; use auto, bundle or e2b", 0};
}

// The file an artifact of a run is written to: its own name for files, else channel, number and a fitting extension.
std::string output_name(const Verdict& verdict, std::size_t index) {
  if (verdict.channel == Channel::kFile) return verdict.name.str();
  std::string extension = ".bin";
  if (verdict.media_type.starts_with("text/")) extension = ".txt";
  if (verdict.media_type == "application/json") extension = ".json";
  if (verdict.media_type == "image/png") extension = ".png";
  return std::string(channel_name(verdict.channel)) + "-" + std::to_string(index) + extension;
}

Result<std::size_t> write_artifacts(const ExecutionVerdict& outcome, Consumer consumer, OutputFolder& folder) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < outcome.artifacts.size(); ++i) {
    const std::optional<ByteView> clean = outcome.artifacts[i].released(consumer);
    if (!clean) continue;
    Result<std::string> written = folder.write(output_name(outcome.artifacts[i], i), *clean);
    if (!written) return std::move(written).error();
    ++count;
  }
  return count;
}

}  // namespace

int run_execution(const ExecutionCommand& command) {
  Result<ExecutionFormat> format = parse_execution_format(command.format);
  if (!format) return fail(format.error());
  Result<std::optional<Consumer>> consumer = consumer_option(command.consumer);
  if (!consumer) return fail(consumer.error());
  Result<Run> run = start_run(command.engine);
  if (!run) return fail(run.error());
  Result<Bytes> input = read_input(command.input, kMaxExecutionBytes);
  if (!input) return fail(input.error());
  if (input->size() > kMaxExecutionBytes) {
    return fail({ErrorCode::kBudgetExhausted,
                 command.input + " is larger than " + std::to_string(kMaxExecutionBytes) + " bytes; withheld", 0});
  }

  Checker checker(*run);
  CheckOptions options;
  options.consumer = consumer->value_or(run->engine().consumer());
  const ExecutionVerdict outcome = check_execution(checker, *input, *format, options);

  bool has_output = false;
  if (!command.out_dir.empty() && outcome.decision <= Decision::kSanitize) {
    Result<OutputFolder> folder = OutputFolder::open(command.out_dir, run->task_id());
    if (!folder) return fail(folder.error());
    Result<std::size_t> written = write_artifacts(outcome, *options.consumer, *folder);
    if (!written) return fail(written.error());
    has_output = true;
  }
  std::vector<const Verdict*> verdicts = {&outcome.exec};
  for (const Verdict& verdict : outcome.artifacts) verdicts.push_back(&verdict);
  Result<void> reported = write_report(verdicts, command.report, false);
  if (!reported) return fail(reported.error());
  if (command.report.format == "text") {
    std::fprintf(stderr, "execution: %s%s, %zu artifacts\n", std::string(decision_name(outcome.decision)).c_str(),
                 outcome.is_complete ? "" : " (incomplete)", outcome.artifacts.size());
  }
  return exit_code_for(outcome.decision, has_output);
}

}  // namespace sluice::cli
