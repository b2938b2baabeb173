#include "isolate/worker/sandbox.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace sluice::isolate {

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kIsSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif
#else
constexpr bool kIsSanitized = false;
#endif

constexpr rlim_t kMaxMemoryBytes = 1536ULL * 1024 * 1024;  // an input of 100 MB, its copy, its objects, its output
constexpr rlim_t kMaxCpuSeconds = 90;                      // over the most busy time the host gives one process

// Numbers and names that the headers of an older kernel lack.
constexpr long kCloseRange = 436;
constexpr long kLandlockCreateRuleset = 444;
constexpr long kLandlockRestrictSelf = 446;

// The argument of landlock_create_ruleset, as of ABI 6.
struct LandlockRuleset {
  std::uint64_t handled_access_fs;
  std::uint64_t handled_access_net;
  std::uint64_t scoped;
};

bool limit(int resource, rlim_t value) noexcept {
  const rlimit both{value, value};
  return setrlimit(static_cast<__rlimit_resource>(resource), &both) == 0;
}

bool set_limits() noexcept {
  bool is_set = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NOFILE, 0) && limit(RLIMIT_NPROC, 0) &&
                limit(RLIMIT_MEMLOCK, 0) && limit(RLIMIT_CPU, kMaxCpuSeconds);
  // A sanitizer reserves terabytes of address space.
  if (!kIsSanitized) is_set = limit(RLIMIT_AS, kMaxMemoryBytes) && is_set;
  return is_set;
}

// Denies everything that this kernel's Landlock can deny. @return its version, 0 where there is none
std::uint8_t deny_by_landlock() noexcept {
  constexpr unsigned kVersionFlag = 1;
  const long version = syscall(kLandlockCreateRuleset, nullptr, 0, kVersionFlag);
  if (version < 1) return 0;
  // Rights of files: 13 in ABI 1, 14 in 2, 15 in 3 and 4, 16 from 5 on. Network: 2 from 4. Scopes: 2 from 6.
  const unsigned file_rights = version == 1 ? 13 : version == 2 ? 14 : version < 5 ? 15 : 16;
  LandlockRuleset ruleset{};
  ruleset.handled_access_fs = (1ULL << file_rights) - 1;
  std::size_t size = sizeof(std::uint64_t);
  if (version >= 4) {
    ruleset.handled_access_net = 3;
    size = 2 * sizeof(std::uint64_t);
  }
  if (version >= 6) {
    ruleset.scoped = 3;
    size = sizeof(ruleset);
  }
  const long rules = syscall(kLandlockCreateRuleset, &ruleset, size, 0);
  if (rules < 0) return 0;
  const bool is_denied = syscall(kLandlockRestrictSelf, rules, 0) == 0;
  close(static_cast<int>(rules));
  return is_denied ? static_cast<std::uint8_t>(std::min<long>(version, 255)) : 0;
}

class Filter {
 public:
  // Whatever is not named below ends the process.
  Filter() noexcept : context_(seccomp_init(SCMP_ACT_KILL_PROCESS)) {}
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;
  ~Filter() {
    if (context_ != nullptr) seccomp_release(context_);
  }

  bool install() noexcept {
    if (context_ == nullptr) return false;
    for (const int call : {SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(futex), SCMP_SYS(exit), SCMP_SYS(exit_group),
                           SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(rt_sigreturn),
                           SCMP_SYS(getrandom), SCMP_SYS(restart_syscall)}) {
      allow(call);
    }
    // The socket to the host; the others lead to /dev/null.
    allow(SCMP_SYS(read), scmp_arg_cmp{0, SCMP_CMP_EQ, STDIN_FILENO, 0});
    allow(SCMP_SYS(write), scmp_arg_cmp{0, SCMP_CMP_LE, STDERR_FILENO, 0});
    // Memory, never to be run and never of a file.
    is_ok_ = is_ok_ && seccomp_rule_add(context_, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2,
                                        scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0},
                                        scmp_arg_cmp{3, SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS}) == 0;
    allow(SCMP_SYS(mprotect), scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0});
    allow(SCMP_SYS(mremap));
    allow(SCMP_SYS(madvise));
    if (kIsSanitized) {
      for (const int call : {SCMP_SYS(sched_yield), SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(sigaltstack),
                             SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigaction)}) {
        allow(call);
      }
    }
    return is_ok_ && seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0 &&
           seccomp_load(context_) == 0;
  }

 private:
  void allow(int call) noexcept { is_ok_ = is_ok_ && seccomp_rule_add(context_, SCMP_ACT_ALLOW, call, 0) == 0; }
  void allow(int call, scmp_arg_cmp condition) noexcept {
    is_ok_ = is_ok_ && seccomp_rule_add(context_, SCMP_ACT_ALLOW, call, 1, condition) == 0;
  }

  scmp_filter_ctx context_;
  bool is_ok_ = true;
};

}  // namespace

void close_other_descriptors() noexcept {
  if (syscall(kCloseRange, STDERR_FILENO + 1, ~0U, 0) == 0) return;
  rlimit descriptors{};
  const rlim_t end =
      getrlimit(RLIMIT_NOFILE, &descriptors) == 0 ? std::min<rlim_t>(descriptors.rlim_cur, 65'536) : 1024;
  for (rlim_t fd = STDERR_FILENO + 1; fd < end; ++fd) close(static_cast<int>(fd));
}

Greeting lock_in() noexcept {
  Greeting greeting;
  const bool has_no_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
  greeting.landlock_abi = deny_by_landlock();
  greeting.has_limits = set_limits();
  Filter filter;
  greeting.has_seccomp = has_no_privileges && filter.install();
  return greeting;
}

}  // namespace sluice::isolate
