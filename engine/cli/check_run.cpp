#include "cli/check_run.h"

#include <new>
#include <utility>

#include "cli/files.h"
#include "cli/report.h"

namespace sluice::cli {

Result<void> CheckRun::open_outputs() {
  if (command_.out_dir.empty()) return {};
  std::vector<std::string> wanted;
  for (const Input& input : inputs_) wanted.push_back(input.name.empty() ? "stdin" : input.name);
  Result<std::vector<std::string>> names = OutputFolder::choose_names(wanted);
  if (!names) return std::move(names).error();
  output_names_ = std::move(*names);
  Result<OutputFolder> folder = OutputFolder::open(command_.out_dir, run_.task_id());
  if (!folder) return std::move(folder).error();
  folder_.emplace(std::move(*folder));
  return {};
}

void CheckRun::check_all(std::size_t jobs, const std::stop_token& stop) {
  stop_ = stop;
  checkers_.reserve(jobs);
  for (std::size_t i = 0; i < jobs; ++i) checkers_.emplace_back(run_);
  run_pool(inputs_.size(), jobs, *this, stop);
  progress_.erase();
}

void CheckRun::work(std::size_t worker, std::size_t number, Turn& turn) noexcept {
  const Input& input = inputs_[number];
  Outcome& outcome = outcomes_[number];
  std::uint64_t bytes = 0;
  try {
    Result<void> checked = check(input, number, checkers_[worker], turn, outcome);
    if (!checked) outcome.error = std::move(checked).error();
    if (outcome.verdict) bytes = outcome.verdict->input_bytes;
  } catch (const std::bad_alloc&) {
    outcome.error = fault(input, ErrorCode::kOutOfMemory);
  } catch (...) {
    outcome.error = fault(input, ErrorCode::kInternal);
  }
  progress_.step(bytes);
}

Result<void> CheckRun::check(const Input& input, std::size_t number, Checker& checker, Turn& turn, Outcome& outcome) {
  if (input.kind == FolderEntry::Kind::kSpecial || input.kind == FolderEntry::Kind::kTooDeep) {
    outcome.verdict = refuse(input);
    return {};
  }
  Result<Bytes> bytes = read_input(input, run_.engine().max_input_bytes(channel_), run_.scrubber());
  if (!bytes && bytes.error().code == ErrorCode::kNameUnsafe) {
    outcome.verdict = refuse(input);
    return {};
  }
  if (!bytes) return std::move(bytes).error();
  Artifact artifact;
  artifact.info.channel = channel_;
  artifact.info.name = input.name;
  artifact.info.declared_type = command_.type;
  artifact.bytes = *bytes;
  // Names and sizes are counted in the order of inputs, whoever has read its file first.
  turn.wait();
  Admission admission = run_.admit(artifact.info, artifact.bytes.size());
  turn.pass();
  CheckOptions options;
  options.consumer = consumer_;
  options.stop = stop_;
  Verdict verdict = checker.check(artifact, std::move(admission), options);
  name_fault(input, verdict);
  Result<void> written = write(number, verdict, outcome);
  if (!written) return written;
  outcome.verdict = std::move(verdict);
  static_cast<void>(std::move(*outcome.verdict).take(consumer_));
  return {};
}

// Something in a folder that must not be opened.
Verdict CheckRun::refuse(const Input& input) const {
  Verdict verdict;
  verdict.decision = Decision::kReject;
  verdict.channel = channel_;
  verdict.name = report_text(as_bytes(input.name), &run_.scrubber());
  verdict.task_id = run_.task_id();
  Finding finding;
  finding.severity = Severity::kHigh;
  finding.effect = Decision::kReject;
  if (input.kind == FolderEntry::Kind::kTooDeep) {
    finding.code = FindingCode::kPathLength;
    finding.detail = "a folder too deep for the name of any file in it; it was not opened";
  } else {
    finding.code = FindingCode::kPathNotRegular;
    finding.detail = "a link, a device, a pipe or a socket; it was not opened";
  }
  verdict.findings.push_back(std::move(finding));
  return verdict;
}

// The verdict of a check that had no memory to say whose it is.
void CheckRun::name_fault(const Input& input, Verdict& verdict) const {
  if (!verdict.task_id.empty()) return;
  verdict.name = report_text(as_bytes(input.name), &run_.scrubber());
  verdict.task_id = run_.task_id();
}

Error CheckRun::fault(const Input& input, ErrorCode code) const noexcept {
  try {
    return {code,
            report_text(as_bytes(input.name), &run_.scrubber()).str() + ": " + std::string(error_meaning(code)) +
                "; it was not checked",
            0};
  } catch (...) {
    return {code, {}, 0};
  }
}

// The bytes go to the file or folder before the verdict is kept: what is kept holds none.
Result<void> CheckRun::write(std::size_t number, const Verdict& verdict, Outcome& outcome) {
  const std::optional<ByteView> clean = verdict.released(consumer_);
  if (!clean) return {};
  if (!command_.out_file.empty()) {
    Result<void> written = write_output(command_.out_file, *clean);
    if (!written) return written;
    outcome.has_output = true;
  } else if (folder_) {
    Result<std::string> written = folder_->write(output_names_[number], *clean);
    if (!written) return std::move(written).error();
    outcome.has_output = true;
    const std::string& name = inputs_[number].name;
    if (!name.empty() && output_names_[number] != name) outcome.written = std::move(*written);
  }
  return {};
}

void CheckRun::finish(std::size_t number) noexcept {
  const Outcome& outcome = outcomes_[number];
  ++finished_;
  if (outcome.error || !outcome.written.empty()) progress_.erase();
  if (outcome.error) exit_code_ = worse_exit_code(exit_code_, fail(*outcome.error));
  if (!outcome.verdict) return;
  if (!outcome.written.empty()) tell_renamed(number, *outcome.verdict, outcome.written);
  exit_code_ = worse_exit_code(exit_code_, exit_code_for(outcome.verdict->decision, outcome.has_output));
}

std::vector<const Verdict*> CheckRun::verdicts() const {
  std::vector<const Verdict*> list;
  for (const Outcome& outcome : outcomes_) {
    if (outcome.verdict) list.push_back(&*outcome.verdict);
  }
  return list;
}

}  // namespace sluice::cli
