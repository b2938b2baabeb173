#include "core/guard.h"
#include "pipeline/checker_state.h"
#include "pipeline/stream_mode.h"
#include "pipeline/stream_state.h"
#include "pipeline/verdict_builder.h"

namespace sluice {

namespace {

bool is_fault(ErrorCode code) noexcept { return code == ErrorCode::kOutOfMemory || code == ErrorCode::kInternal; }

}  // namespace

Stream::Stream(std::unique_ptr<State> state) : state_(std::move(state)) {}
Stream::~Stream() = default;
Stream::Stream(Stream&&) noexcept = default;
Stream& Stream::operator=(Stream&&) noexcept = default;

Stream::Mode Stream::mode() const noexcept { return state_ == nullptr ? Mode::kSpooled : state_->mode; }

Result<void> Stream::write(ByteView bytes) noexcept {
  if (state_ == nullptr || state_->is_finished) {
    return error_without_throwing(ErrorCode::kClosed, "the stream was finished already");
  }
  if (state_->fault) return error_without_throwing(*state_->fault, "the stream is withheld after a fault");
  if (state_->is_failed) return error_without_throwing(ErrorCode::kSinkFailed, state_->sink_error.message.c_str());
  if (state_->is_stopped)
    return guarded("while refusing bytes", [&]() -> Result<void> { return state_->stop_reason(); });
  Result<void> written = guarded("while checking a stream; it is withheld", [&] { return state_->write(bytes); });
  if (!written && is_fault(written.error().code)) state_->withhold_fault(written.error().code);
  return written;
}

Verdict Stream::finish() noexcept {
  if (state_ == nullptr || state_->is_finished)
    return pipeline::fault_verdict(FindingCode::kInternalFault, Channel::kStdout);
  state_->is_finished = true;
  if (state_->fault) return state_->fault_verdict();
  try {
    return state_->finish();
  } catch (const std::bad_alloc&) {
    state_->withhold_fault(ErrorCode::kOutOfMemory);
  } catch (...) {
    state_->withhold_fault(ErrorCode::kInternal);
  }
  return state_->fault_verdict();
}

Result<Stream> Checker::open_stream(const ArtifactInfo& info, Sink& sink, const CheckOptions& options) noexcept {
  if (state_ == nullptr) return error_without_throwing(ErrorCode::kOutOfMemory, "the checker got no memory");
  return guarded("while opening a stream", [&]() -> Result<Stream> {
    if (info.channel == Channel::kFile || info.channel == Channel::kResult) {
      return Error{ErrorCode::kInvalidArgument, "a file or result is judged as a whole: use check()", 0};
    }
    Result<void> prepared = state_->prepare();
    if (!prepared) return std::move(prepared).error();
    const Stream::Mode mode = pipeline::stream_mode(state_->run.engine->state(), info, options.require_final);
    return Stream(std::make_unique<Stream::State>(*state_, info, sink, options, mode));
  });
}

}  // namespace sluice
