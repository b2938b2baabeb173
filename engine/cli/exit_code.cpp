#include "cli/exit_code.h"

#include <array>
#include <cstdio>
#include <string_view>

namespace sluice::cli {

int exit_code_for(Decision decision, bool has_output) noexcept {
  switch (decision) {
    case Decision::kAllow: return kExitAllowed;
    case Decision::kSanitize: return has_output ? kExitAllowed : kExitNeedsCleaning;
    case Decision::kQuarantine:
    case Decision::kReject: break;
  }
  return kExitWithheld;
}

int exit_code_for(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::kIo:
    case ErrorCode::kNotFound:
    case ErrorCode::kAlreadyExists:
    case ErrorCode::kSinkFailed: return kExitIo;
    case ErrorCode::kAuditBroken:
    case ErrorCode::kNameUnsafe:
    case ErrorCode::kBudgetExhausted:
    case ErrorCode::kDeadlineExceeded:
    case ErrorCode::kStopped:
    case ErrorCode::kOutOfMemory:
    case ErrorCode::kInternal: return kExitWithheld;
    default: return kExitUsage;
  }
}

int worse_exit_code(int a, int b) noexcept {
  constexpr std::array<int, 5> kRank = {0, 4, 2, 3, 1};  // by exit code: how much it matters
  return kRank[static_cast<std::size_t>(a)] < kRank[static_cast<std::size_t>(b)] ? b : a;
}

int fail(const Error& error) noexcept {
  // Without memory there was none for a message either.
  const std::string_view text = error.message.empty() ? error_meaning(error.code) : error.message;
  std::fprintf(stderr, "sluice: %.*s\n", static_cast<int>(text.size()), text.data());
  return exit_code_for(error.code);
}

}  // namespace sluice::cli
