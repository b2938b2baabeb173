#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sluice::cli {

/// Where compiled rules are kept.
struct CacheOptions {
  std::string folder;  ///< empty: the user's own
  bool is_off = false;
};

/// What the commands that load an engine have in common.
struct EngineOptions {
  std::string policy_path;           ///< empty: the built-in default
  std::string rules_dir;             ///< empty: the packs that the engine carries
  CacheOptions cache;                ///< of the packs in `rules_dir`
  std::string fingerprint_key_path;  ///< empty: a random key for each run
  std::string task_id;
  std::vector<std::string> known_env;    ///< names beside those of the policy
  std::vector<std::string> known_files;  ///< paths, or NAME=PATH
  bool is_trusted_source = false;
  std::string ignore_path;
  std::string baseline_path;
  std::string fingerprint_key;  ///< bytes, in place of the file's
};

/// Where verdicts go.
struct ReportOptions {
  std::string format = "text";
  std::string report_path;  ///< empty: stdout, or stderr where stdout holds clean bytes
  bool with_timings = true;
  std::string audit_path;
  std::string audit_key_path;
};

struct CheckCommand {
  EngineOptions engine;
  ReportOptions report;
  std::string channel;  ///< empty: `file`, or `stdout` for "-"
  std::string type;
  std::string name;
  std::string consumer;
  std::string out_file;
  std::string out_dir;
  std::string new_baseline_path;  ///< where a baseline of what is found goes
  std::string headers_path;       ///< clean: where the headers go with which the output may be served
  unsigned jobs = 0;              ///< 0: as many as the machine has threads
  std::vector<std::string> inputs;
};

struct FilterCommand {
  EngineOptions engine;
  ReportOptions report;
  std::string channel = "stdout";
  std::string type;
  std::string consumer;
  bool require_final = false;
};

struct ExecutionCommand {
  EngineOptions engine;
  ReportOptions report;
  std::string format = "auto";
  std::string consumer;
  std::string out_dir;
  std::string input;
};

struct RulesCommand {
  std::string action;
  EngineOptions engine;
  std::string format = "text";
  std::vector<std::string> paths;
  std::string rule_id;     ///< explain: what this rule is...
  std::string match_text;  ///< ...or what every rule makes of this text
  std::string match_file;  ///< ...or of this file
  bool is_trusted_source = false;
};

struct RulesBenchCommand {
  std::vector<std::string> paths;
  std::vector<std::string> corpora;  ///< files and folders; none: generated texts
  std::string format = "text";
  std::string plot_path;
  std::uint32_t rounds = 5;  ///< 0: counts only
  bool shows_all = false;
};

struct ImportCommand {
  std::string from = "auto";
  std::string licence;
  std::string pack_name = "imported";
  std::string format = "text";
  std::string out_file = "-";
  std::string input;
};

struct PolicyCommand {
  std::string action;
  std::string path;
  std::string out_file;
};

struct SchemaCommand {
  std::string action;
  std::string schema;
  std::vector<std::string> beside;  ///< schemas that it refers to
  std::string format = "text";
  std::size_t max_errors = 20;
  std::string schema_engine = "plan";  ///< or "reference"
  std::vector<std::string> instances;
};

struct AuditCommand {
  std::string path;
  std::string key_path;
};

int run_check(const CheckCommand& command);
int run_clean(const CheckCommand& command);
int run_filter(const FilterCommand& command);
int run_execution(const ExecutionCommand& command);
int run_rules(const RulesCommand& command);
int run_rules_bench(const RulesBenchCommand& command);
int run_import(const ImportCommand& command);
int run_policy(const PolicyCommand& command);
int run_schema(const SchemaCommand& command);
int run_schema_reference(const SchemaCommand& command);
int run_audit_verify(const AuditCommand& command);

}  // namespace sluice::cli
