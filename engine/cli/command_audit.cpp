#include <cstdio>

#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/options.h"
#include "sluice/audit.h"

namespace sluice::cli {

int run_audit_verify(const AuditCommand& command) {
  Result<std::string> key = read_text(command.key_path);
  if (!key) return fail(key.error());
  Result<std::string> lines = read_text(command.path, UINT64_MAX);
  if (!lines) return fail(lines.error());
  Result<AuditSummary> summary = verify_audit(*lines, as_bytes(*key));
  if (!summary) return fail(summary.error());
  std::printf("%s: ok, %llu records, %llu checkpoints, %s\n", command.path.c_str(),
              static_cast<unsigned long long>(summary->records), static_cast<unsigned long long>(summary->checkpoints),
              summary->is_sealed ? "sealed" : "open: records after the last checkpoint could have been cut");
  return summary->is_sealed ? kExitAllowed : kExitWithheld;
}

}  // namespace sluice::cli
