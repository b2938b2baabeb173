#include <cstdio>

#include "authoring/schema_tool.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/options.h"

namespace sluice::cli {

namespace {

constexpr std::uint64_t kMaxInstanceBytes = 100'000'000;

int schema_check(const std::string& text, const std::string& path) {
  Result<authoring::SchemaReport> report = authoring::check_schema(text, path);
  if (!report) return fail(report.error());
  for (const std::string& warning : report->warnings) std::printf("%s\n", warning.c_str());
  std::printf("%s: ok, %s, %zu subschemas, %zu warnings\n", path.c_str(), report->dialect.c_str(), report->node_count,
              report->warnings.size());
  return kExitAllowed;
}

}  // namespace

int run_schema(const SchemaCommand& command) {
  if (command.schema_engine == "reference") return run_schema_reference(command);
  Result<std::string> schema = read_text(command.schema);
  if (!schema) return fail(schema.error());
  if (command.action == "check") return schema_check(*schema, command.schema);
  int exit_code = kExitAllowed;
  for (const std::string& path : command.instances) {
    Result<Bytes> instance = read_input(path, kMaxInstanceBytes);
    if (!instance) {
      exit_code = worse_exit_code(exit_code, fail(instance.error()));
      continue;
    }
    Result<std::vector<std::string>> lines = authoring::test_instance(*schema, command.schema, *instance, path);
    if (!lines) return fail(lines.error());
    for (const std::string& line : *lines) std::printf("%s\n", line.c_str());
    if (lines->empty()) std::printf("%s: valid\n", path.c_str());
    if (!lines->empty()) exit_code = worse_exit_code(exit_code, kExitWithheld);
  }
  return exit_code;
}

}  // namespace sluice::cli
