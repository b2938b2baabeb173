#include "isolate/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

namespace sluice::isolate {

namespace {

constexpr std::chrono::milliseconds kPollSlice{50};  // how late a stop request may be noticed
constexpr std::uint64_t kMaxGreetingBytes = 16;
constexpr std::size_t kFirstReadBytes = 1024 * 1024;  // a length is believed as far as bytes arrive

// Numbers are the same on every architecture; older headers lack the names.
constexpr long kPidfdSendSignal = 424;
constexpr long kPidfdOpen = 434;

Error system_error(ErrorCode code, const std::string& what, int number) {
  return Error{code, what + ": " + std::generic_category().message(number), 0};
}

// Frees what posix_spawn was prepared with.
class SpawnSetup {
 public:
  SpawnSetup() { is_ok_ = posix_spawn_file_actions_init(&actions_) == 0 && posix_spawnattr_init(&attributes_) == 0; }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  // The socket as standard input, nothing as output, no other descriptor; all signals as in a fresh process; a group of
  // its own, so that an interrupt from the keyboard is the host's to handle.
  bool prepare(int socket) {
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    is_ok_ = is_ok_ && posix_spawn_file_actions_adddup2(&actions_, socket, STDIN_FILENO) == 0 &&
             posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
             posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
             // The worker closes them itself, too.
             posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1) == 0 &&
#endif
#endif
             posix_spawnattr_setsigmask(&attributes_, &none) == 0 &&
             posix_spawnattr_setsigdefault(&attributes_, &all) == 0 &&
             posix_spawnattr_setpgroup(&attributes_, 0) == 0 &&
             posix_spawnattr_setflags(&attributes_, static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                                       POSIX_SPAWN_SETPGROUP)) == 0;
    return is_ok_;
  }

  int spawn(const std::string& program, pid_t& pid) {
    std::string name = program;
    char* arguments[] = {name.data(), nullptr};
    char* environment[] = {nullptr};
    return posix_spawn(&pid, program.c_str(), &actions_, &attributes_, arguments, environment);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
  bool is_ok_ = false;
};

class Descriptor {
 public:
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

// A descriptor that is not one of the standard three, which the host may have closed.
int above_standard(int fd) noexcept {
  if (fd > STDERR_FILENO || fd < 0) return fd;
  const int moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(fd);
  return moved;
}

Error ended_early() { return Error{ErrorCode::kIo, "the worker ended before it answered", 0}; }

}  // namespace

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      pidfd_(std::exchange(other.pidfd_, -1)),
      socket_(std::exchange(other.socket_, -1)),
      next_id_(other.next_id_),
      options_(other.options_),
      greeting_(other.greeting_) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
  if (this != &other) {
    end();
    pid_ = std::exchange(other.pid_, -1);
    pidfd_ = std::exchange(other.pidfd_, -1);
    socket_ = std::exchange(other.socket_, -1);
    next_id_ = other.next_id_;
    options_ = other.options_;
    greeting_ = other.greeting_;
  }
  return *this;
}

void WorkerProcess::end() noexcept {
  if (socket_ >= 0) close(std::exchange(socket_, -1));
  if (pid_ > 0) {
    // By its descriptor where there is one: a host that reaps all children may have freed the number.
    if (pidfd_ >= 0) {
      syscall(kPidfdSendSignal, pidfd_, SIGKILL, nullptr, 0);
    } else {
      kill(pid_, SIGKILL);
    }
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
  }
  if (pidfd_ >= 0) close(std::exchange(pidfd_, -1));
}

Result<WorkerProcess> WorkerProcess::start(const std::string& program, const ProcessOptions& options, Budget& budget) {
  int pair[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
    return system_error(ErrorCode::kIo, "no socket for a worker", errno);
  }
  Descriptor ours(above_standard(pair[0]));
  Descriptor theirs(above_standard(pair[1]));
  if (ours.get() < 0 || theirs.get() < 0 || fcntl(ours.get(), F_SETFL, O_NONBLOCK) != 0) {
    return system_error(ErrorCode::kIo, "no socket for a worker", errno);
  }
  SpawnSetup setup;
  if (!setup.prepare(theirs.get())) return Error{ErrorCode::kIo, "a worker could not be prepared", 0};
  pid_t pid = -1;
  if (const int number = setup.spawn(program, pid); number != 0) {
    return system_error(
        number == ENOENT || number == EACCES || number == ENOTDIR ? ErrorCode::kNotFound : ErrorCode::kIo,
        "the worker program could not be started", number);
  }
  WorkerProcess process(pid, static_cast<int>(syscall(kPidfdOpen, pid, 0)), ours.release(), options);
  close(theirs.release());  // so that its end shows when it ends
  const Clock::time_point deadline = Clock::now() + options.max_start_time;
  Result<Bytes> body = process.receive_frame(FrameType::kGreeting, kMaxGreetingBytes, deadline, budget);
  if (!body) return std::move(body).error();
  Result<Greeting> greeting = decode_greeting(*body);
  if (!greeting) return Error{ErrorCode::kIo, greeting.error().message, 0};
  if (!greeting->has_seccomp || !greeting->has_limits) {
    return Error{ErrorCode::kUnsupported, "the worker could not lock itself in", 0};
  }
  process.greeting_ = *greeting;
  return process;
}

Result<void> WorkerProcess::wait_for(short events, Clock::time_point deadline, Budget& budget) const {
  while (true) {
    if (!budget.poll()) {
      const bool is_stop = budget.exhausted() == Budget::Kind::kStopped;
      return Error{is_stop ? ErrorCode::kStopped : ErrorCode::kDeadlineExceeded, "the check was ended", 0};
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return Error{ErrorCode::kDeadlineExceeded, "the worker took too long", 0};
    pollfd waiting{socket_, events, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::min(left, kPollSlice).count()));
    if (ready > 0) return {};
    if (ready < 0 && errno != EINTR) return system_error(ErrorCode::kIo, "waiting for a worker failed", errno);
  }
}

Result<void> WorkerProcess::send(ByteView bytes, Clock::time_point deadline, Budget& budget) const {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return ended_early();
    Result<void> ready = wait_for(POLLOUT, deadline, budget);
    if (!ready) return ready;
  }
  return {};
}

Result<Bytes> WorkerProcess::receive(std::uint64_t count, Clock::time_point deadline, Budget& budget) const {
  Bytes bytes;
  std::size_t filled = 0;
  while (filled < count) {
    if (filled == bytes.size()) {
      const std::uint64_t more = std::max<std::uint64_t>(kFirstReadBytes, filled);
      bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(count, filled + more)));
    }
    // Without room for ancillary data: descriptors that a taken-over worker passes are closed by the kernel.
    const ssize_t got = recv(socket_, bytes.data() + filled, bytes.size() - filled, 0);
    if (got > 0) {
      filled += static_cast<std::size_t>(got);
      continue;
    }
    if (got == 0) return ended_early();
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return ended_early();
    Result<void> ready = wait_for(POLLIN, deadline, budget);
    if (!ready) return std::move(ready).error();
  }
  return bytes;
}

Result<Bytes> WorkerProcess::receive_frame(FrameType type, std::uint64_t max_bytes, Clock::time_point deadline,
                                           Budget& budget) const {
  Result<Bytes> header = receive(kFrameHeaderBytes, deadline, budget);
  if (!header) return header;
  Result<std::uint64_t> length = read_frame_header(*header, type, max_bytes);
  if (!length) {
    if (length.error().code == ErrorCode::kBudgetExhausted) return std::move(length).error();
    return Error{ErrorCode::kIo, "the worker does not follow the protocol", 0};
  }
  return receive(*length, deadline, budget);
}

Result<Response> WorkerProcess::exchange(Request& request, Budget& budget) const {
  const Clock::time_point deadline = Clock::now() + options_.max_job_time;
  // Bytes that nobody asked for would be taken for the answer to this request.
  std::byte unasked{};
  if (recv(socket_, &unasked, 1, MSG_PEEK) >= 0) return Error{ErrorCode::kIo, "the worker spoke unasked, or ended", 0};
  const Bytes body = encode_request(request);
  Result<void> sent = send(frame_header(FrameType::kRequest, body.size()), deadline, budget);
  if (sent.ok()) sent = send(body, deadline, budget);
  if (!sent) return std::move(sent).error();
  Result<Bytes> answer = receive_frame(FrameType::kResponse, max_response_bytes(request.limits), deadline, budget);
  if (!answer) return std::move(answer).error();
  Result<Response> response = decode_response(*answer);
  if (!response || response->id != request.id)
    return Error{ErrorCode::kIo, "the worker does not follow the protocol", 0};
  if (response->payload.size() > request.limits.max_output_bytes) {
    return Error{ErrorCode::kBudgetExhausted, "the worker made more than the limits allow", 0};
  }
  return response;
}

Result<Response> WorkerProcess::call(Request& request, Budget& budget) {
  if (socket_ < 0) return ended_early();
  request.id = next_id_++;
  Result<Response> response = exchange(request, budget);
  if (!response) end();
  return response;
}

}  // namespace sluice::isolate
