// A worker for tests: the same walls, and jobs that do what a worker must not do, named by their payload.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "isolate/worker/serve.h"

namespace {

using namespace sluice;           // NOLINT: one small file
using namespace sluice::isolate;  // NOLINT

void send_raw(FrameType type, std::uint64_t claimed_bytes, const std::string& body) {
  static_cast<void>(send_to_host(frame_header(type, claimed_bytes)));
  static_cast<void>(send_to_host(as_bytes(body)));
}

// What must not succeed; if it does, the answer says so.
void try_what_is_forbidden(const std::string& what, Response& response) {
  long result = 0;
  if (what == "open") result = open("/etc/passwd", O_RDONLY);
  if (what == "socket") result = socket(AF_INET, SOCK_STREAM, 0);
  if (what == "fork") result = fork();
  if (what == "execve") {
    char name[] = "/bin/true";
    char* arguments[] = {name, nullptr};
    result = execve(name, arguments, nullptr);
  }
  if (what == "kill") result = kill(getppid(), 0);
  if (what == "ptrace") result = ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  if (what == "executable memory") {
    result = mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
  }
  if (what == "memory to run") {
    void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    result = mprotect(page, 4096, PROT_READ | PROT_EXEC);
  }
  if (what == "other descriptor") {
    char byte = 0;
    result = read(STDOUT_FILENO, &byte, 1);
  }
  response.texts.push_back("it came back with " + std::to_string(result));
}

bool run_job(const Request& request, Response& response) {
  if (request.kind != JobKind::kTest) return false;
  const std::string what = to_string(request.payload);
  response.status = Status::kDone;
  if (what == "echo") {
    response.payload = request.payload;
    return true;
  }
  if (what == "environment") {
    response.texts.push_back(environ[0] == nullptr ? "empty" : "not empty");
    return true;
  }
  if (what == "abort") std::abort();
  if (what == "segfault") raise(SIGSEGV);
  if (what == "loop") {
    volatile bool goes_on = true;
    while (goes_on) {
    }
  }
  if (what == "memory") {
    std::vector<std::unique_ptr<char[]>> held;  // not touched: the limit is one of addresses
    while (true) held.push_back(std::make_unique_for_overwrite<char[]>(64U * 1024 * 1024));
  }
  if (what == "exit") _exit(0);
  if (what == "nothing") return false;
  if (what == "garbage") {
    static_cast<void>(send_to_host(as_bytes("this is no frame, this is no frame")));
    pause();
  }
  if (what == "long") send_raw(FrameType::kResponse, ~0ULL, "x");
  if (what == "cut") {
    send_raw(FrameType::kResponse, 1000, "x");
    _exit(0);
  }
  if (what == "wrong body") send_raw(FrameType::kResponse, 5, "xxxxx");
  if (what == "wrong type") send_raw(FrameType::kGreeting, 3, std::string(3, '\1'));
  if (what == "wrong id") {
    response.id = request.id + 1;
    const Bytes body = encode_response(response);
    send_raw(FrameType::kResponse, body.size(), to_string(body));
  }
  if (what == "twice") {
    response.id = request.id;
    const Bytes body = encode_response(response);
    send_raw(FrameType::kResponse, body.size(), to_string(body));
    return true;
  }
  if (what == "too much") {
    response.payload.resize(static_cast<std::size_t>(request.limits.max_output_bytes) + 1);
    return true;
  }
  try_what_is_forbidden(what, response);
  return true;
}

void warm_up() {}

}  // namespace

int main() { _exit(serve(warm_up, run_job)); }
