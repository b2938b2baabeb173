#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/check_inputs.h"
#include "cli/check_pool.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "sluice/engine.h"
#include "sluice/output_folder.h"

namespace sluice::cli {

/// The checks of all inputs of a command: what each thread of the pool does, and what is told in the order of inputs.
class CheckRun final : public PoolTask {
 public:
  /// Everything given outlives the run.
  CheckRun(const CheckCommand& command, Run& run, Channel channel, Consumer consumer, const std::vector<Input>& inputs)
      : command_(command),
        run_(run),
        channel_(channel),
        consumer_(consumer),
        inputs_(inputs),
        outcomes_(inputs.size()),
        progress_(inputs.size()) {}

  /// Settles the names of all outputs, so that no two inputs can meet in one.
  [[nodiscard]] Result<void> open_outputs();

  /// Checks all inputs, until `stop`. Call once.
  void check_all(std::size_t jobs, const std::stop_token& stop);

  void work(std::size_t worker, std::size_t number, Turn& turn) noexcept override;
  void finish(std::size_t number) noexcept override;

  /// After check_all(): the inputs that were finished.
  [[nodiscard]] std::size_t finished() const noexcept { return finished_; }
  [[nodiscard]] int exit_code() const noexcept { return exit_code_; }
  /// In the order of the inputs.
  [[nodiscard]] std::vector<const Verdict*> verdicts() const;

 private:
  /// What became of one input.
  struct Outcome {
    std::optional<Verdict> verdict;  // without bytes
    std::optional<Error> error;
    std::string written;  // where its clean bytes are, if not under its own name
    bool has_output = false;
  };

  [[nodiscard]] Result<void> check(const Input& input, std::size_t number, Checker& checker, Turn& turn,
                                   Outcome& outcome);
  [[nodiscard]] Verdict refuse(const Input& input) const;
  [[nodiscard]] Result<void> write(std::size_t number, const Verdict& verdict, Outcome& outcome);
  void name_fault(const Input& input, Verdict& verdict) const;
  [[nodiscard]] Error fault(const Input& input, ErrorCode code) const noexcept;

  const CheckCommand& command_;
  Run& run_;
  Channel channel_;
  Consumer consumer_;
  const std::vector<Input>& inputs_;
  std::stop_token stop_;
  std::vector<Checker> checkers_;  // one for each thread
  std::optional<OutputFolder> folder_;
  std::vector<std::string> output_names_;  // of each input
  std::vector<Outcome> outcomes_;          // of each input
  Progress progress_;
  std::size_t finished_ = 0;
  int exit_code_ = kExitAllowed;
};

}  // namespace sluice::cli
