#include <algorithm>

#include "core/guard.h"
#include "crypto/digest.h"
#include "pipeline/run_state.h"
#include "pipeline/task_id.h"

namespace sluice {

namespace {

constexpr std::size_t kNonceBytes = 8;  // nobody guesses 64 bits in one run

}  // namespace

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

    Result<Bytes> nonce = random_bytes(kNonceBytes);
    if (!nonce) return std::move(nonce).error();
    const SecretBytes& given = engine->state().fingerprint_key;
    Result<Bytes> key = given.empty() ? random_bytes(32) : Bytes{};
    if (!key) return std::move(key).error();
    const ByteView used = given.empty() ? ByteView(*key) : given.view();
    auto state = std::make_unique<State>(std::move(engine), std::move(task_id), used);
    state->envelope_nonce = to_hex(*nonce);
    wipe(std::span(*key));
    return Run(std::move(state));
  });
}

const Engine& Run::engine() const noexcept { return *state_->engine; }
const std::string& Run::task_id() const noexcept { return state_->task_id; }
const SecretScrubber& Run::scrubber() const noexcept { return state_->scrubber; }

}  // namespace sluice
