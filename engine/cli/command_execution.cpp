#include <cstdio>
#include <string_view>
#include <utility>

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

// How the file of an artifact would be called best: its own name for files, as far as a report shows it, else channel,
// number and a fitting extension.
std::string wanted_name(const Verdict& verdict, std::size_t index) {
  if (verdict.channel == Channel::kFile) return verdict.name.str();
  std::string extension = ".bin";
  if (verdict.media_type.starts_with("text/")) extension = ".txt";
  constexpr std::pair<std::string_view, std::string_view> kExtensions[] = {
      {"application/pdf", ".pdf"}, {"image/gif", ".gif"},        {"image/jpeg", ".jpg"}, {"image/png", ".png"},
      {"image/svg+xml", ".svg"},   {"image/webp", ".webp"},      {"text/html", ".html"}, {"text/latex", ".tex"},
      {"text/markdown", ".md"},    {"application/json", ".json"}};
  for (const auto& [type, of_type] : kExtensions) {
    if (verdict.media_type == type) extension = of_type;
  }
  if (verdict.media_type.ends_with("+json")) extension = ".json";
  return std::string(channel_name(verdict.channel)) + "-" + std::to_string(index) + extension;
}

Result<std::size_t> write_artifacts(const ExecutionVerdict& outcome, Consumer consumer, OutputFolder& folder) {
  std::vector<std::size_t> released;
  std::vector<std::string> wanted;
  for (std::size_t i = 0; i < outcome.artifacts.size(); ++i) {
    if (!outcome.artifacts[i].released(consumer)) continue;
    released.push_back(i);
    wanted.push_back(wanted_name(outcome.artifacts[i], i));
  }
  Result<std::vector<std::string>> names = OutputFolder::choose_names(wanted);
  if (!names) return std::move(names).error();
  for (std::size_t i = 0; i < released.size(); ++i) {
    const Verdict& verdict = outcome.artifacts[released[i]];
    Result<std::string> written = folder.write((*names)[i], *verdict.released(consumer));
    if (!written) return std::move(written).error();
    if ((*names)[i] != wanted[i]) tell_renamed(released[i], verdict, *written);
    if (verdict.result && verdict.result->is_best) {
      std::fprintf(stderr, "best of result %u: %s\n", verdict.result->index, written->c_str());
    }
  }
  return released.size();
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
