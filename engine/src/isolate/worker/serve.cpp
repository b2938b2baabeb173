#include "isolate/worker/serve.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "isolate/worker/sandbox.h"

namespace sluice::isolate {

namespace {

constexpr int kFailed = 1;
constexpr std::uint64_t kMaxRequestBytes = 1'100'000'000;  // the memory limit ends it long before
constexpr std::size_t kReadBytes = 4 * 1024 * 1024;

// @return false at the end of the requests, or where one is cut
bool receive(Bytes& bytes, std::uint64_t count) {
  bytes.clear();
  std::size_t filled = 0;
  while (filled < count) {
    if (filled == bytes.size())
      bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(count, filled + kReadBytes)));
    const ssize_t got = read(STDIN_FILENO, bytes.data() + filled, bytes.size() - filled);
    if (got > 0) filled += static_cast<std::size_t>(got);
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
  }
  return true;
}

bool send_frame(FrameType type, const Bytes& body) noexcept {
  return send_to_host(frame_header(type, body.size())) && send_to_host(body);
}

bool answer_one(RunJob run_job) {
  Bytes bytes;
  if (!receive(bytes, kFrameHeaderBytes)) return false;
  const Result<std::uint64_t> length = read_frame_header(bytes, FrameType::kRequest, kMaxRequestBytes);
  if (!length || !receive(bytes, *length)) return false;
  Result<Request> request = decode_request(bytes);
  if (!request) return false;
  bytes = {};
  Response response;
  if (!run_job(*request, response)) return false;
  response.id = request->id;
  request->payload = {};
  return send_frame(FrameType::kResponse, encode_response(response));
}

}  // namespace

bool send_to_host(ByteView bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t sent = write(STDIN_FILENO, bytes.data(), bytes.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return true;
}

int serve(void (*warm_up)(), RunJob run_job) noexcept {
  try {
    close_other_descriptors();
    signal(SIGPIPE, SIG_IGN);
    warm_up();
    const Greeting greeting = lock_in();
    if (!send_frame(FrameType::kGreeting, encode_greeting(greeting))) return kFailed;
    if (!greeting.has_seccomp || !greeting.has_limits) return kFailed;
    while (answer_one(run_job)) {
    }
  } catch (...) {  // the host sees that there is no answer
    return kFailed;
  }
  return 0;
}

}  // namespace sluice::isolate
