#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <deque>
#include <memory>

#include "cli/engine_loader.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/input_folder.h"
#include "cli/options.h"
#include "cli/report.h"
#include "sluice/baseline.h"
#include "sluice/output_folder.h"

namespace sluice::cli {

namespace {

struct Input {
  std::string path;  // to open, where it is in no folder
  std::string name;  // as the artifact is called; below `folder` where that is set
  bool is_regular = true;
  std::shared_ptr<const InputFolder> folder;
};

bool is_folder(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::string base_name(const std::string& path) {
  const std::size_t at = path.rfind('/');
  return at == std::string::npos ? path : path.substr(at + 1);
}

Result<std::vector<Input>> collect(const CheckCommand& command) {
  std::vector<Input> inputs;
  for (const std::string& path : command.inputs) {
    if (path == "-") {
      inputs.push_back({path, command.name, true, nullptr});
    } else if (is_folder(path)) {
      Result<InputFolder> opened = InputFolder::open(path);
      if (!opened) return std::move(opened).error();
      const auto folder = std::make_shared<const InputFolder>(std::move(*opened));
      Result<std::vector<FolderEntry>> entries = folder->list();
      if (!entries) return std::move(entries).error();
      for (FolderEntry& entry : *entries) {
        inputs.push_back({std::move(entry.path), std::move(entry.relative), entry.is_regular, folder});
      }
    } else {
      inputs.push_back({path, command.name.empty() ? base_name(path) : command.name, true, nullptr});
    }
  }
  return inputs;
}

// Something in a folder that must not be opened: a link, a device, a pipe, a socket.
Verdict refuse_special(const Input& input, const Run& run) {
  Verdict verdict;
  verdict.decision = Decision::kReject;
  verdict.name = report_text(as_bytes(input.name), nullptr);
  verdict.task_id = run.task_id();
  Finding finding;
  finding.code = FindingCode::kPathNotRegular;
  finding.severity = Severity::kHigh;
  finding.effect = Decision::kReject;
  finding.detail = "a link, a device, a pipe or a socket; it was not opened";
  verdict.findings.push_back(std::move(finding));
  return verdict;
}

class Progress {
 public:
  explicit Progress(std::size_t total) : total_(total), is_shown_(total > 20 && ::isatty(STDERR_FILENO) == 1) {}
  void step(std::size_t done) const {
    if (is_shown_) std::fprintf(stderr, "\r%zu of %zu files%s", done, total_, done == total_ ? "\r\x1b[K" : "");
  }

 private:
  std::size_t total_;
  bool is_shown_;
};

class CheckRun {
 public:
  CheckRun(const CheckCommand& command, Run& run, Channel channel, std::optional<Consumer> consumer)
      : command_(command),
        run_(run),
        checker_(run),
        channel_(channel),
        consumer_(consumer.value_or(run.engine().consumer())) {}

  // The names of all outputs are settled here, so that no two inputs can meet in one.
  Result<void> open_outputs(const std::vector<Input>& inputs) {
    if (command_.out_dir.empty()) return {};
    std::vector<std::string> wanted;
    for (const Input& input : inputs) wanted.push_back(input.name.empty() ? "stdin" : input.name);
    Result<std::vector<std::string>> names = OutputFolder::choose_names(wanted);
    if (!names) return std::move(names).error();
    output_names_ = std::move(*names);
    Result<OutputFolder> folder = OutputFolder::open(command_.out_dir, run_.task_id());
    if (!folder) return std::move(folder).error();
    folder_.emplace(std::move(*folder));
    return {};
  }

  /// @param number  of the input, as open_outputs() counted them
  Result<void> check(const Input& input, std::size_t number) {
    if (!input.is_regular) {
      keep(refuse_special(input, run_), false);
      return {};
    }
    const std::uint64_t max_bytes = run_.engine().max_input_bytes(channel_);
    Result<Bytes> bytes = input.folder ? input.folder->read(input.name, max_bytes) : read_input(input.path, max_bytes);
    if (!bytes && bytes.error().code == ErrorCode::kNameUnsafe) {
      keep(refuse_special(input, run_), false);
      return {};
    }
    if (!bytes) return std::move(bytes).error();
    Artifact artifact;
    artifact.info.channel = channel_;
    artifact.info.name = input.name;
    artifact.info.declared_type = command_.type;
    artifact.bytes = *bytes;
    CheckOptions options;
    options.consumer = consumer_;
    Verdict verdict = checker_.check(artifact, options);
    Result<bool> written = write(verdict, input, number);
    if (!written) return std::move(written).error();
    keep(std::move(verdict), *written);
    return {};
  }

  [[nodiscard]] int exit_code() const noexcept { return exit_code_; }
  [[nodiscard]] std::vector<const Verdict*> verdicts() const {
    std::vector<const Verdict*> list;
    for (const Verdict& verdict : verdicts_) list.push_back(&verdict);
    return list;
  }

 private:
  // The bytes go to the file or folder before the verdict is kept: what is kept holds none.
  Result<bool> write(const Verdict& verdict, const Input& input, std::size_t number) {
    const std::optional<ByteView> clean = verdict.released(consumer_);
    if (!clean) return false;
    if (!command_.out_file.empty()) {
      Result<void> written = write_output(command_.out_file, *clean);
      if (!written) return std::move(written).error();
      return true;
    }
    if (folder_) {
      Result<std::string> written = folder_->write(output_names_[number], *clean);
      if (!written) return std::move(written).error();
      if (!input.name.empty() && output_names_[number] != input.name) tell_renamed(number, verdict, *written);
      return true;
    }
    return false;
  }

  void keep(Verdict verdict, bool has_output) {
    exit_code_ = worse_exit_code(exit_code_, exit_code_for(verdict.decision, has_output));
    static_cast<void>(std::move(verdict).take(consumer_));
    verdicts_.push_back(std::move(verdict));
  }

  const CheckCommand& command_;
  Run& run_;
  Checker checker_;
  Channel channel_;
  Consumer consumer_;
  std::optional<OutputFolder> folder_;
  std::vector<std::string> output_names_;  // of each input
  std::deque<Verdict> verdicts_;
  int exit_code_ = kExitAllowed;
};

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
  Result<std::vector<Input>> inputs = collect(command);
  if (!inputs) return fail(inputs.error());
  if (!command.out_file.empty() && inputs->size() != 1) {
    return fail({ErrorCode::kInvalidArgument, "-o takes one input; use --out DIR for several", 0});
  }

  CheckRun check_run(command, *run, *channel, *consumer);
  Result<void> opened = check_run.open_outputs(*inputs);
  if (!opened) return fail(opened.error());
  const Progress progress(inputs->size());
  int failures = kExitAllowed;
  std::size_t done = 0;
  for (const Input& input : *inputs) {
    Result<void> checked = check_run.check(input, done);
    if (!checked) failures = worse_exit_code(failures, fail(checked.error()));
    progress.step(++done);
  }
  if (baseline) {
    Result<void> written = write_baseline(*baseline, check_run.verdicts(), command.new_baseline_path);
    if (!written) return fail(written.error());
  }
  Result<void> reported = write_report(check_run.verdicts(), command.report, command.out_file == "-");
  if (!reported) return fail(reported.error());
  return worse_exit_code(check_run.exit_code(), failures);
}

}  // namespace sluice::cli
