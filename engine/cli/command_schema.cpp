#include <cstdio>
#include <filesystem>

#include "authoring/schema_report.h"
#include "authoring/schema_tool.h"
#include "cli/engine_loader.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/options.h"

namespace sluice::cli {

namespace {

constexpr std::uint64_t kMaxInstanceBytes = 100'000'000;

// How the schema's references would call a file beside it.
std::string name_beside(const std::string& path, const std::string& schema) {
  const std::filesystem::path folder = std::filesystem::path(schema).parent_path();
  return std::filesystem::path(path).lexically_normal().lexically_relative(folder.lexically_normal()).generic_string();
}

Result<authoring::SchemaTool> load_schema(const SchemaCommand& command) {
  Result<std::string> schema = read_text(command.schema);
  if (!schema) return std::move(schema).error();
  std::vector<authoring::NamedText> beside;
  for (const std::string& path : command.beside) {
    Result<std::string> text = read_text(path);
    if (!text) return std::move(text).error();
    const std::string name = name_beside(path, command.schema);
    beside.push_back({name.empty() ? path : name, std::move(*text), path});
  }
  const std::string name = std::filesystem::path(command.schema).filename().generic_string();
  return authoring::SchemaTool::load({name, std::move(*schema), command.schema}, beside);
}

int schema_check(const authoring::SchemaTool& schema, const std::string& path) {
  const authoring::SchemaReport report = schema.report();
  for (const std::string& warning : report.warnings) std::printf("%s\n", warning.c_str());
  std::printf("%s: ok, %s, %zu subschemas, %zu warnings\n", path.c_str(), report.dialect.c_str(), report.node_count,
              report.warnings.size());
  return kExitAllowed;
}

int schema_test(const authoring::SchemaTool& schema, const SchemaCommand& command) {
  // The rules that find secrets in what is shown.
  Result<Run> run = start_run({});
  if (!run) return fail(run.error());
  int exit_code = kExitAllowed;
  for (const std::string& path : command.instances) {
    Result<Bytes> instance = read_input(path, kMaxInstanceBytes);
    if (!instance) {
      exit_code = worse_exit_code(exit_code, fail(instance.error()));
      continue;
    }
    Result<authoring::InstanceReport> report = schema.check(*instance, &run->scrubber(), command.max_errors);
    if (!report) {
      exit_code = worse_exit_code(exit_code, fail(report.error()));
      continue;
    }
    const std::string text =
        command.format == "json" ? authoring::instance_json(*report, path) : authoring::instance_text(*report, path);
    std::fputs(text.c_str(), stdout);
    if (report->outcome != authoring::InstanceReport::Outcome::kValid) {
      exit_code = worse_exit_code(exit_code, kExitWithheld);
    }
  }
  return exit_code;
}

}  // namespace

int run_schema(const SchemaCommand& command) {
  if (command.schema_engine == "reference") return run_schema_reference(command);
  Result<authoring::SchemaTool> schema = load_schema(command);
  if (!schema) return fail(schema.error());
  return command.action == "check" ? schema_check(*schema, command.schema) : schema_test(*schema, command);
}

}  // namespace sluice::cli
