#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "authoring/rule_tools.h"
#include "cli/command_rules_compile.h"
#include "cli/engine_loader.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/input_folder.h"
#include "cli/options.h"

namespace sluice::cli {

namespace {

// A folder stands for the packs in it; sets.toml is not one.
Result<std::vector<std::string>> pack_paths(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    Result<InputFolder> folder = InputFolder::open(path);
    if (!folder) return std::move(folder).error();
    Result<std::vector<FolderEntry>> entries = folder->list();
    if (!entries) return std::move(entries).error();
    for (const FolderEntry& entry : *entries) {
      if (entry.is_regular && entry.path.ends_with(".toml") && !entry.path.ends_with("/sets.toml"))
        files.push_back(entry.path);
    }
  }
  if (!paths.empty() && files.empty()) return Error{ErrorCode::kNotFound, "no rule pack (*.toml) in what was given", 0};
  return files;
}

Result<std::vector<authoring::PackText>> load_texts(const std::vector<std::string>& paths) {
  Result<std::vector<std::string>> files = pack_paths(paths);
  if (!files) return std::move(files).error();
  std::vector<authoring::PackText> texts;
  for (const std::string& path : *files) {
    Result<std::string> text = read_text(path);
    if (!text) return std::move(text).error();
    texts.push_back({path, std::move(*text)});
  }
  if (paths.empty()) texts = authoring::builtin_packs();
  return texts;
}

int print(const authoring::ToolReport& report) {
  std::fwrite(report.text.data(), 1, report.text.size(), stdout);
  return report.is_good ? kExitAllowed : kExitWithheld;
}

constexpr std::uint64_t kMaxExplainedBytes = 1'000'000;

Result<authoring::ToolReport> explain(const RulesCommand& command, const std::vector<authoring::PackText>& texts,
                                      bool is_json) {
  if (!command.rule_id.empty()) return authoring::explain_rule(texts, command.rule_id);
  if (command.match_file.empty()) {
    return authoring::explain_text(texts, as_bytes(command.match_text), command.is_trusted_source, is_json);
  }
  Result<Bytes> bytes = read_input(command.match_file, kMaxExplainedBytes);
  if (!bytes) return std::move(bytes).error();
  if (bytes->size() > kMaxExplainedBytes) {
    return Error{ErrorCode::kInvalidArgument, "more than 1 MB to explain; cut out the part that matters", 0};
  }
  return authoring::explain_text(texts, *bytes, command.is_trusted_source, is_json);
}

}  // namespace

int run_rules(const RulesCommand& command) {
  Result<std::vector<authoring::PackText>> texts = load_texts(command.paths);
  if (!texts) return fail(texts.error());
  if (command.action == "compile") return run_rules_compile(command, *texts);
  const bool is_json = command.format == "json";
  Result<authoring::ToolReport> report = command.action == "list"      ? authoring::list_rules(*texts, is_json)
                                         : command.action == "test"    ? authoring::test_rules(*texts, is_json)
                                         : command.action == "explain" ? explain(command, *texts, is_json)
                                                                       : authoring::lint_rules(*texts, is_json);
  if (!report) return fail(report.error());
  return print(*report);
}

}  // namespace sluice::cli
