#include <cstdio>

#include "authoring/import_rules.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/pack_files.h"

namespace sluice::cli {

namespace {

bool is_rule_file(std::string_view path) {
  return path.ends_with(".toml") || path.ends_with(".yml") || path.ends_with(".yaml");
}

// A folder stands for the rule files in it.
Result<std::vector<std::string>> rule_files(const std::string& path) {
  Result<std::vector<std::string>> files = files_of(path, is_rule_file);
  if (files.ok() && files->empty()) {
    return Error{ErrorCode::kConfigInvalid, "no rule file (*.toml, *.yml, *.yaml) in " + path, 0};
  }
  return files;
}

}  // namespace

int run_import(const ImportCommand& command) {
  authoring::ImportOptions options;
  options.licence = command.licence;
  options.pack_name = command.pack_name;
  if (!authoring::parse_rule_origin(command.from, options.origin)) return kExitUsage;
  const Result<std::vector<std::string>> files = rule_files(command.input);
  if (!files) return fail(files.error());
  std::vector<authoring::PackText> texts;
  for (const std::string& file : *files) {
    Result<std::string> text = read_text(file);
    if (!text) return fail(text.error());
    texts.push_back({file, std::move(*text)});
  }
  const Result<authoring::ImportReport> report = authoring::import_rules(texts, options);
  if (!report) return fail(report.error());
  const Result<void> written = write_output(command.out_file, as_bytes(report->pack));
  if (!written) return fail(written.error());
  const std::string notes =
      command.format == "json" ? authoring::import_notes_as_json(*report) : authoring::import_notes_as_text(*report);
  std::fwrite(notes.data(), 1, notes.size(), stderr);
  return kExitAllowed;
}

}  // namespace sluice::cli
