// sluice-schema-reference: answers about JSON schemas with valijson, for `sluice schema test --schema-engine=reference`
// and for differential tests. It runs as a process of its own since valijson can crash and run without end.
//
// Requests as protocol.h has them; the answers are "ready", "valid", "invalid",
// "refused TEXT" for a schema that cannot be judged, "error TEXT" for an instance. What is no request ends it with
// status 2.
#include <sys/resource.h>

#include <cstdio>
#include <new>
#include <optional>

#include "json/reference/judge.h"
#include "json/reference/protocol.h"

namespace {

using sluice::json::reference::Judge;
using sluice::json::reference::Judgment;
using sluice::json::reference::read_request;
using sluice::json::reference::Request;
using sluice::json::reference::write_answer;

constexpr rlim_t kMaxMemoryBytes = 2'000'000'000;
constexpr rlim_t kMaxCpuSeconds = 600;

bool limit(int resource, rlim_t value) {
  const rlimit limits{value, value};
  return setrlimit(resource, &limits) == 0;
}

bool limit_all() {
#if defined(__SANITIZE_ADDRESS__)
  const bool has_memory_limit = true;  // AddressSanitizer reserves terabytes
#else
  const bool has_memory_limit = limit(RLIMIT_AS, kMaxMemoryBytes);
#endif
  return has_memory_limit && limit(RLIMIT_CPU, kMaxCpuSeconds) && limit(RLIMIT_CORE, 0);
}

void serve(Judge& judge, const Request& request) {
  if (request.is_schema) {
    const sluice::Result<void> loaded = judge.load(request.bytes);
    return loaded ? write_answer("ready") : write_answer("refused", loaded.error().message);
  }
  const Judgment judgment = judge.judge(request.bytes);
  switch (judgment.kind) {
    case Judgment::Kind::kValid: return write_answer("valid");
    case Judgment::Kind::kInvalid: return write_answer("invalid");
    case Judgment::Kind::kError: return write_answer("error", judgment.message);
  }
}

}  // namespace

int main() {
  if (!limit_all()) {
    std::fputs("sluice-schema-reference: cannot set its limits\n", stderr);
    return 2;
  }
  Judge judge;
  while (true) {
    std::optional<Request> request;
    try {
      request = read_request();
      if (!request) break;
      serve(judge, *request);
    } catch (const std::bad_alloc&) {
      write_answer("error", "out of memory");
    }
  }
  return std::feof(stdin) != 0 ? 0 : 2;
}
