#include <cstdio>

#include "authoring/rule_tools.h"
#include "cli/command_rules_compile.h"
#include "cli/engine_loader.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/pack_files.h"
#include "cli/percent_progress.h"

namespace sluice::cli {

namespace {

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

Result<authoring::ToolReport> lint(const std::vector<authoring::PackText>& texts, bool is_json) {
  PercentProgress progress("examples at every split");
  return authoring::lint_rules(texts, is_json,
                               [&](std::uint64_t done, std::uint64_t total) { progress.step(done, total); });
}

}  // namespace

int run_rules(const RulesCommand& command) {
  Result<std::vector<authoring::PackText>> texts = load_pack_texts(command.paths);
  if (!texts) return fail(texts.error());
  if (command.action == "compile") return run_rules_compile(command, *texts);
  const bool is_json = command.format == "json";
  Result<authoring::ToolReport> report = command.action == "list"      ? authoring::list_rules(*texts, is_json)
                                         : command.action == "test"    ? authoring::test_rules(*texts, is_json)
                                         : command.action == "explain" ? explain(command, *texts, is_json)
                                                                       : lint(*texts, is_json);
  if (!report) return fail(report.error());
  return print(*report);
}

}  // namespace sluice::cli
