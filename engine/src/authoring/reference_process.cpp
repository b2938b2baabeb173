#include "authoring/reference_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

namespace sluice::authoring {

namespace {

constexpr std::size_t kMaxLineBytes = 4096;

bool wait_until_ready(int socket, short events, std::chrono::steady_clock::time_point deadline) {
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd entry{socket, events, 0};
    const int count = poll(&entry, 1, static_cast<int>(std::min<std::chrono::milliseconds::rep>(left.count(), 60'000)));
    if (count > 0) return true;
    if (count < 0 && errno != EINTR) return false;
  }
}

std::string reason_of(int error) { return std::generic_category().message(error); }

// The child gets the socket as stdin and stdout, and nothing else of ours.
int spawn(const std::string& program, int socket, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
  int error = posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
  if (error == 0) error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string name = program;
  std::array<char*, 2> arguments{name.data(), nullptr};
  std::array<char*, 1> environment{nullptr};
  if (error == 0) {
    error = posix_spawn(&pid, program.c_str(), &actions, nullptr, arguments.data(), environment.data());
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

ReferenceProcess::~ReferenceProcess() { stop(); }

Result<void> ReferenceProcess::start(const std::string& program) {
  stop();
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return Error{ErrorCode::kIo, "cannot make a socket for the reference: " + reason_of(errno)};
  }
  const int error = spawn(program, ends[1], pid_);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    pid_ = -1;
    return Error{error == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                 "cannot start the reference engine " + program + ": " + reason_of(error) +
                     "; it is built and installed with the command where libvalijson-dev and rapidjson-dev are"};
  }
  socket_ = ends[0];
  return {};
}

ReferenceProcess::Reply ReferenceProcess::ask(std::string_view word, ByteView bytes,
                                              std::chrono::milliseconds timeout) {
  if (!is_running()) return {Reply::Kind::kEnded, "it is not running"};
  const Clock::time_point deadline = Clock::now() + timeout;
  const std::string head = std::string(word) + " " + std::to_string(bytes.size()) + "\n";
  std::string line;
  Step step = send_all(as_bytes(head), deadline);
  if (step == Step::kDone) step = send_all(bytes, deadline);
  if (step == Step::kDone) step = receive_line(line, deadline);
  switch (step) {
    case Step::kDone: return {Reply::Kind::kLine, std::move(line)};
    case Step::kTimedOut: stop(); return {Reply::Kind::kTimedOut, ""};
    case Step::kEnded: break;
  }
  return {Reply::Kind::kEnded, reap()};
}

ReferenceProcess::Step ReferenceProcess::send_all(ByteView bytes, Clock::time_point deadline) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN) {
      if (!wait_until_ready(socket_, POLLOUT, deadline)) return Step::kTimedOut;
    } else if (errno != EINTR) {
      return Step::kEnded;
    }
  }
  return Step::kDone;
}

ReferenceProcess::Step ReferenceProcess::receive_line(std::string& line, Clock::time_point deadline) {
  std::array<char, 512> buffer{};
  while (line.size() <= kMaxLineBytes) {
    const ssize_t count = recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count > 0) {
      line.append(buffer.data(), static_cast<std::size_t>(count));
      if (line.find('\n') == std::string::npos) continue;
      // What follows the line was not asked for; it stays, so that the whole is no answer.
      if (line.back() == '\n') line.pop_back();
      return Step::kDone;
    }
    if (count == 0) return Step::kEnded;
    if (errno == EAGAIN) {
      if (!wait_until_ready(socket_, POLLIN, deadline)) return Step::kTimedOut;
    } else if (errno != EINTR) {
      return Step::kEnded;
    }
  }
  return Step::kEnded;
}

std::string ReferenceProcess::reap() {
  close(socket_);
  socket_ = -1;
  // One that closed its end without leaving must not keep us; one that died is dead already.
  kill(pid_, SIGKILL);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (!WIFSIGNALED(status)) return "exit status " + std::to_string(WEXITSTATUS(status));
  const char* const name = sigabbrev_np(WTERMSIG(status));
  return "signal " + (name != nullptr ? "SIG" + std::string(name) : std::to_string(WTERMSIG(status)));
}

void ReferenceProcess::stop() {
  if (is_running()) (void)reap();
}

}  // namespace sluice::authoring
