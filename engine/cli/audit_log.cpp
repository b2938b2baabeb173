#include "cli/audit_log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "cli/files.h"
#include "sluice/audit.h"

namespace sluice::cli {

namespace {

std::uint64_t unix_time_ms() {
  using std::chrono::duration_cast;
  using std::chrono::milliseconds;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(duration_cast<milliseconds>(now).count());
}

std::string_view last_line(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::size_t at = text.rfind('\n');
  return at == std::string_view::npos ? text : text.substr(at + 1);
}

}  // namespace

Result<void> append_audit(const std::vector<const Verdict*>& verdicts, const ReportOptions& options) {
  if (options.audit_path.empty()) return {};
  if (options.audit_key_path.empty()) return Error{ErrorCode::kInvalidArgument, "--audit needs --audit-key FILE", 0};
  Result<std::string> key = read_text(options.audit_key_path);
  if (!key) return std::move(key).error();

  const int fd = ::open(options.audit_path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0) return Error{ErrorCode::kIo, "cannot open " + options.audit_path + ": " + std::strerror(errno), 0};
  // Two commands may append at the same time; the chain must not fork.
  Result<void> outcome;
  if (::flock(fd, LOCK_EX) != 0) {
    outcome = Error{ErrorCode::kIo, "cannot lock " + options.audit_path + ": " + std::strerror(errno), 0};
  } else {
    Result<std::string> existing = read_text(options.audit_path, UINT64_MAX);
    if (!existing) {
      outcome = std::move(existing).error();
    } else {
      Result<AuditChain> chain = AuditChain::start(as_bytes(*key), last_line(*existing));
      if (!chain) {
        outcome = std::move(chain).error();
      } else {
        std::string lines;
        for (const Verdict* verdict : verdicts) lines += chain->append(*verdict, unix_time_ms());
        lines += chain->checkpoint(unix_time_ms());
        outcome = write_all(fd, as_bytes(lines));
        if (outcome.ok() && ::fsync(fd) != 0) {
          outcome = Error{ErrorCode::kIo, "cannot flush " + options.audit_path + ": " + std::strerror(errno), 0};
        }
      }
    }
  }
  ::close(fd);
  return outcome;
}

}  // namespace sluice::cli
