#include <cstdio>

#include "authoring/reference_engine.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/reference_program.h"

namespace sluice::cli {

namespace {

constexpr std::uint64_t kMaxInstanceBytes = 64'000'000;

// "valid", "invalid", or why neither is known.
std::string words_for(const authoring::ReferenceAnswer& answer) {
  switch (answer.kind) {
    case authoring::ReferenceAnswer::Kind::kValid: return "valid (reference)";
    case authoring::ReferenceAnswer::Kind::kInvalid: return "invalid (reference)";
    case authoring::ReferenceAnswer::Kind::kUnknown: break;
  }
  return answer.message;
}

}  // namespace

int run_schema_reference(const SchemaCommand& command) {
  Result<std::string> schema = read_text(command.schema);
  if (!schema) return fail(schema.error());
  authoring::ReferenceEngine engine(reference_program(), *std::move(schema), command.schema);
  int exit_code = kExitAllowed;
  for (const std::string& path : command.instances) {
    Result<Bytes> instance = read_input(path, kMaxInstanceBytes);
    if (!instance) {
      exit_code = worse_exit_code(exit_code, fail(instance.error()));
      continue;
    }
    Result<authoring::ReferenceAnswer> answer = engine.judge(*instance);
    if (!answer) return fail(answer.error());
    std::printf("%s: %s\n", path.c_str(), words_for(*answer).c_str());
    if (answer->kind != authoring::ReferenceAnswer::Kind::kValid) {
      exit_code = worse_exit_code(exit_code, kExitWithheld);
    }
  }
  return exit_code;
}

}  // namespace sluice::cli
