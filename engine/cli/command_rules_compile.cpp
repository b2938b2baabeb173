#include "cli/command_rules_compile.h"

#include <cstdio>
#include <filesystem>

#include "authoring/compile_tool.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/rule_cache.h"

namespace sluice::cli {

namespace {

// A folder with sets.toml is what --rules-dir takes.
bool is_rules_dir(const std::vector<std::string>& paths) {
  std::error_code error;
  return paths.size() == 1 && std::filesystem::exists(std::filesystem::path(paths[0]) / "sets.toml", error);
}

}  // namespace

int run_rules_compile(const RulesCommand& command, const std::vector<authoring::PackText>& texts) {
  LoadOptions load;
  load.cache_dir = rule_cache_folder(command.engine.cache);
  if (!command.engine.policy_path.empty()) {
    Result<std::string> policy = read_text(command.engine.policy_path);
    if (!policy) return fail(policy.error());
    load.policy = std::move(*policy);
    load.policy_path = command.engine.policy_path;
  }
  if (is_rules_dir(command.paths)) {
    load.rules_dir = command.paths[0];
  } else {
    for (const authoring::PackText& text : texts) load.packs.push_back({text.path, text.text});
  }
  Result<authoring::CompileReport> report = authoring::compile_ahead(texts, load, command.format == "json");
  if (!report) return fail(report.error());
  std::fwrite(report->text.data(), 1, report->text.size(), stdout);
  print_cache_notes(report->notes);
  switch (report->outcome) {
    case authoring::CompileReport::Outcome::kDone: return kExitAllowed;
    case authoring::CompileReport::Outcome::kBadPacks: return kExitUsage;
    case authoring::CompileReport::Outcome::kNotCached: break;
  }
  return kExitIo;
}

}  // namespace sluice::cli
