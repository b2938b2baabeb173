#include <algorithm>

#include "core/guard.h"
#include "crypto/digest.h"
#include "pipeline/run_state.h"
#include "pipeline/task_id.h"

namespace sluice {

Run::Run(std::unique_ptr<State> state) : state_(std::move(state)) {}
Run::~Run() = default;
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;

Result<Run> Run::start(std::shared_ptr<const Engine> engine, RunOptions options) noexcept {
  return guarded("while starting a run", [&]() -> Result<Run> {
    if (engine == nullptr) return Error{ErrorCode::kInvalidArgument, "a run needs an engine; load one first", 0};
    std::string task_id = std::move(options.task_id);
    if (task_id.empty()) {
      Result<Bytes> random = random_bytes(8);
      if (!random) return std::move(random).error();
      task_id = "run-" + to_hex(*random);
    }
    Result<void> checked = pipeline::check_task_id(task_id);
    if (!checked) return std::move(checked).error();

    const SecretBytes& given = engine->state().fingerprint_key;
    if (!given.empty()) return Run(std::make_unique<State>(std::move(engine), std::move(task_id), given.view()));
    Result<Bytes> key = random_bytes(32);
    if (!key) return std::move(key).error();
    Run run(std::make_unique<State>(std::move(engine), std::move(task_id), *key));
    wipe(std::span(*key));
    return run;
  });
}

const Engine& Run::engine() const noexcept { return *state_->engine; }
const std::string& Run::task_id() const noexcept { return state_->task_id; }
const SecretScrubber& Run::scrubber() const noexcept { return state_->scrubber; }

}  // namespace sluice
