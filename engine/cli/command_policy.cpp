#include <sys/stat.h>

#include <cstdio>

#include "cli/engine_loader.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/options.h"
#include "sluice/policy.h"

namespace sluice::cli {

namespace {

int policy_init(const PolicyCommand& command) {
  const std::string text = default_policy_text();
  struct stat info {};
  if (command.out_file != "-" && ::stat(command.out_file.c_str(), &info) == 0) {
    return fail({ErrorCode::kAlreadyExists, command.out_file + " exists already; give another name with -o", 0});
  }
  Result<void> written = write_output(command.out_file, as_bytes(text));
  if (!written) return fail(written.error());
  if (command.out_file != "-")
    std::fprintf(stderr, "wrote %s; change it, then run: sluice policy check %s\n", command.out_file.c_str(),
                 command.out_file.c_str());
  return kExitAllowed;
}

// The whole engine is loaded, so that packs and schemas are checked as well.
int policy_check(const PolicyCommand& command, bool is_explained) {
  EngineOptions options;
  options.policy_path = command.path;
  Result<std::string> text = std::string();
  if (!command.path.empty()) {
    text = read_text(command.path);
    if (!text) return fail(text.error());
    Result<void> checked = check_policy(*text, command.path);
    if (!checked) return fail(checked.error());
  }
  Result<std::shared_ptr<const Engine>> engine = load_engine(options);
  if (!engine) return fail(engine.error());
  if (is_explained) {
    const std::string explained = (*engine)->explain_policy();
    std::fwrite(explained.data(), 1, explained.size(), stdout);
  } else {
    std::printf("%s: ok, policy \"%s\", %zu rules\n", command.path.c_str(), (*engine)->policy_name().c_str(),
                (*engine)->rules().size());
  }
  return kExitAllowed;
}

}  // namespace

int run_policy(const PolicyCommand& command) {
  if (command.action == "init") return policy_init(command);
  return policy_check(command, command.action == "explain");
}

}  // namespace sluice::cli
