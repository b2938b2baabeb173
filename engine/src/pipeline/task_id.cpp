#include "pipeline/task_id.h"

#include <algorithm>

#include "sluice/report_text.h"

namespace sluice::pipeline {

namespace {

constexpr std::size_t kMaxTaskIdBytes = 64;

bool is_task_id_char(char c) noexcept {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

}  // namespace

Result<void> check_task_id(std::string_view task_id) {
  const bool is_good = !task_id.empty() && task_id.size() <= kMaxTaskIdBytes && task_id.front() != '.' &&
                       std::all_of(task_id.begin(), task_id.end(), is_task_id_char);
  if (is_good) return {};
  return Error{ErrorCode::kInvalidArgument,
               "task id '" + report_text(as_bytes(task_id), nullptr).str() +
                   "' is not usable: 1 to 64 of A-Z a-z 0-9 . _ -, not starting with a dot",
               0};
}

}  // namespace sluice::pipeline
