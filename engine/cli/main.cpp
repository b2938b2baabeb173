#include <csignal>

#include <CLI/CLI.hpp>

#include "cli/exit_code.h"
#include "cli/options.h"
#include "sluice/version.h"

namespace {

using namespace sluice::cli;

void add_cache_options(CLI::App& app, CacheOptions& options) {
  CLI::Option* folder = app.add_option("--cache-dir", options.folder,
                                       "Folder of the cache of compiled rules; without it sluice in your cache folder");
  app.add_flag("--no-cache", options.is_off, "Neither read nor write the cache of compiled rules")->excludes(folder);
}

void add_engine_options(CLI::App& app, EngineOptions& options) {
  app.add_option("-p,--policy", options.policy_path, "Policy file (TOML or JSON); without it the built-in default");
  app.add_option("--rules-dir", options.rules_dir, "Folder of rule packs, in place of the built-in ones");
  add_cache_options(app, options.cache);
  app.add_option("--task-id", options.task_id, "Task id in verdicts and output folders; without it a generated one");
  app.add_option("--fingerprint-key", options.fingerprint_key_path,
                 "File with the key of fingerprints and marks; without it a random one");
  app.add_option("--known-env", options.known_env, "Environment variable whose value must not come back (repeatable)");
  app.add_option(
      "--known-file", options.known_files,
      "File whose text must not come back, or NAME=FILE; one line feed at its end does not count (repeatable)");
}

void add_report_options(CLI::App& app, ReportOptions& options) {
  app.add_option("--format", options.format, "Report format")->check(CLI::IsMember({"text", "json", "jsonl", "sarif"}));
  app.add_option("--report", options.report_path, "Write the report to this file");
  app.add_flag("!--no-timings", options.with_timings, "Leave timings out, for output that is the same each time");
  app.add_option("--audit", options.audit_path, "Append the verdicts to this audit log");
  app.add_option("--audit-key", options.audit_key_path, "File with the key of the audit log");
}

// Only for people who look at their own files: nothing that a sandbox wrote may ask for it.
void add_trusted_source_options(CLI::App& app, CheckCommand& check) {
  CLI::Option* trusted =
      app.add_flag("--trusted-source", check.engine.is_trusted_source,
                   "The files are your own: filters may drop findings, comments may let values stand");
  app.add_option("--ignore-file", check.engine.ignore_path, "Which rules to leave out in which files (TOML)")
      ->needs(trusted);
  CLI::Option* baseline =
      app.add_option("--baseline", check.engine.baseline_path, "Tell only what this baseline does not hold")
          ->needs(trusted);
  app.add_option("--write-baseline", check.new_baseline_path, "Write a baseline of what is found")
      ->needs(trusted)
      ->excludes(baseline)
      ->excludes(app.get_option("--fingerprint-key"));
  baseline->excludes(app.get_option("--fingerprint-key"));
}

}  // namespace

int main(int argc, char** argv) {
  // A closed pipe is an error to report, not a reason to vanish.
  std::signal(SIGPIPE, SIG_IGN);

  CLI::App app{"sluice validates and sanitizes what comes out of an agent's sandbox"};
  app.set_version_flag("--version", sluice::build_info());
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 allowed, 1 withheld, 2 usage or configuration, 3 input or output, 4 needs cleaning and no output "
      "was asked for.");

  CheckCommand check;
  CLI::App* check_app = app.add_subcommand("check", "Check files, folders or stdin against a policy");
  add_engine_options(*check_app, check.engine);
  add_report_options(*check_app, check.report);
  check_app->add_option("--channel", check.channel, "How it left the sandbox: stdout, stderr, file, result");
  check_app->add_option("--type", check.type, "Declared media type");
  check_app->add_option("--name", check.name, "Name the artifact has in the sandbox");
  check_app->add_option("--consumer", check.consumer, "Who reads it: agent, browser, terminal, spreadsheet, storage");
  CLI::Option* check_out =
      check_app->add_option("-o,--output", check.out_file, "Write the clean bytes to this file; - is stdout");
  check_app->add_option("--out", check.out_dir, "Write clean artifacts below this folder")->excludes(check_out);
  check_app
      ->add_option("-j,--jobs", check.jobs,
                   "Files checked at the same time, 1 to 256; without it as many as there are hardware threads")
      ->check(CLI::Range(1, 256));
  add_trusted_source_options(*check_app, check);
  check_app->add_option("INPUT", check.inputs, "Files, folders, or - for stdin")->required();

  CheckCommand clean;
  CLI::App* clean_app = app.add_subcommand("clean", "Make one artifact safe; no policy needed");
  add_engine_options(*clean_app, clean.engine);
  add_report_options(*clean_app, clean.report);
  clean_app->add_option("--channel", clean.channel, "How it left the sandbox");
  clean_app->add_option("--type", clean.type, "Declared media type");
  clean_app->add_option("--consumer", clean.consumer, "Who reads it");
  clean_app->add_option("-o,--output", clean.out_file, "Write the clean bytes here; without it to stdout");
  clean_app->add_option("--headers", clean.headers_path,
                        "Write the HTTP headers with which the clean bytes may be served, one a line");
  clean_app->add_option("INPUT", clean.inputs, "File, or - for stdin")->required()->expected(1);

  FilterCommand filter;
  CLI::App* filter_app = app.add_subcommand("filter", "Clean a stream from stdin to stdout in constant memory");
  add_engine_options(*filter_app, filter.engine);
  add_report_options(*filter_app, filter.report);
  filter_app->add_option("--channel", filter.channel, "How it left the sandbox: stdout (default) or stderr");
  filter_app->add_option("--type", filter.type, "Declared media type");
  filter_app->add_option("--consumer", filter.consumer, "Who reads it");
  filter_app->add_flag("--require-final", filter.require_final, "Release nothing before the whole stream was judged");

  ExecutionCommand execution;
  CLI::App* execution_app =
      app.add_subcommand("execution", "Check a whole run: a JSON bundle or an E2B /execute stream");
  add_engine_options(*execution_app, execution.engine);
  add_report_options(*execution_app, execution.report);
  execution_app->add_option("--input-format", execution.format, "How the run was written down")
      ->check(CLI::IsMember({"auto", "bundle", "e2b"}));
  execution_app->add_option("--consumer", execution.consumer, "Who reads it");
  execution_app->add_option("--out", execution.out_dir, "Write clean artifacts below this folder");
  execution_app->add_option("INPUT", execution.input, "File, or - for stdin")->required();

  RulesCommand rules;
  CLI::App* rules_app = app.add_subcommand("rules", "Look after rule packs");
  rules_app->require_subcommand(1);
  for (const auto& [name, text] :
       {std::pair{"list", "List the rules"}, std::pair{"test", "Run the examples of every rule through the scanner"},
        std::pair{"lint", "Check rule packs before they are used"}}) {
    CLI::App* action = rules_app->add_subcommand(name, text);
    action->add_option("--format", rules.format, "text or json")->check(CLI::IsMember({"text", "json"}));
    action->add_option("PACK", rules.paths, "Rule pack files or folders; without them the built-in packs");
  }

  CLI::App* explain_app = rules_app->add_subcommand("explain", "Say what a rule is, or what the rules make of a text");
  explain_app->add_option("--format", rules.format, "text or json")->check(CLI::IsMember({"text", "json"}));
  explain_app
      ->add_option("--pack", rules.paths, "Rule pack file or folder (repeatable); without one the built-in packs")
      ->allow_extra_args(false);
  explain_app->add_flag("--trusted-source", rules.is_trusted_source, "As for files of your own: filters drop matches");
  CLI::Option_group* explained = explain_app->add_option_group("what to explain");
  explained->add_option("ID", rules.rule_id, "Id of a rule");
  explained->add_option("--match", rules.match_text, "A text; better a file where it holds a real secret");
  explained->add_option("--match-file", rules.match_file, "A file, or - for stdin");
  explained->require_option(1);

  RulesBenchCommand bench;
  CLI::App* bench_app = rules_app->add_subcommand("bench", "Measure what each rule costs on reference texts");
  bench_app
      ->add_option("--corpus", bench.corpora,
                   "File or folder of text (repeatable), the first 64 MB of each; without one generated texts of 2 MB")
      ->allow_extra_args(false);
  bench_app->add_option("--format", bench.format, "text or json")->check(CLI::IsMember({"text", "json"}));
  bench_app->add_option("--plot", bench.plot_path, "Draw the 20 most expensive rules into this SVG file");
  bench_app->add_option("--rounds", bench.rounds, "Times are the best of so many; 0 counts only")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  bench_app->add_flag("--all", bench.shows_all, "Show every rule, not only the 20 most expensive");
  bench_app->add_option("PACK", bench.paths, "Rule pack files or folders; without them the built-in packs");
  CLI::App* compile_app =
      rules_app->add_subcommand("compile", "Compile rule packs ahead of time, into the cache of compiled rules");
  compile_app->add_option("--format", rules.format, "text or json")->check(CLI::IsMember({"text", "json"}));
  compile_app->add_option("-p,--policy", rules.engine.policy_path,
                          "Policy that names the packs of the folder; without it the built-in default");
  add_cache_options(*compile_app, rules.engine.cache);
  compile_app
      ->add_option("PACK", rules.paths, "A folder as --rules-dir takes it, or rule pack files that are used together")
      ->required();
  ImportCommand import_rules;
  CLI::App* import_app =
      rules_app->add_subcommand("import", "Translate rule files of another scanner into a rule pack");
  import_app->add_option("--from", import_rules.from, "Whose rules they are")
      ->check(CLI::IsMember({"auto", "gitleaks", "betterleaks", "noseyparker", "kingfisher"}));
  import_app->add_option("--licence", import_rules.licence, "SPDX id of their licence");
  import_app->add_option("--name", import_rules.pack_name, "Name of the pack");
  import_app->add_option("--format", import_rules.format, "What stderr says of what was not translated: text or json")
      ->check(CLI::IsMember({"text", "json"}));
  import_app->add_option("-o,--output", import_rules.out_file, "Write the pack to this file; without it to stdout");
  import_app->add_option("INPUT", import_rules.input, "A rule file, or a folder of them")->required();

  PolicyCommand policy;
  policy.out_file = "-";
  CLI::App* policy_app = app.add_subcommand("policy", "Write, check and explain policies");
  policy_app->require_subcommand(1);
  policy_app->add_subcommand("init", "Write the built-in default policy with comments")
      ->add_option("-o,--output", policy.out_file, "Write it to this new file");
  policy_app->add_subcommand("check", "Check a policy with its packs and schemas")
      ->add_option("POLICY", policy.path, "Policy file")
      ->required();
  policy_app->add_subcommand("explain", "Say in sentences what a policy lets out")
      ->add_option("POLICY", policy.path, "Policy file; without it the built-in default");

  SchemaCommand schema;
  CLI::App* schema_app = app.add_subcommand("schema", "Check JSON schemas, and JSON files against them");
  schema_app->require_subcommand(1);
  CLI::App* schema_check = schema_app->add_subcommand("check", "Check that a schema is one that can be enforced");
  schema_check->add_option("SCHEMA", schema.schema, "Schema file")->required();
  CLI::App* schema_test = schema_app->add_subcommand("test", "Check JSON files against a schema");
  schema_test->add_option("SCHEMA", schema.schema, "Schema file")->required();
  schema_test->add_option("FILE", schema.instances, "JSON files, or - for stdin")->required();
  schema_test->add_option("--format", schema.format, "text, or json: one line a file, JSON Schema's basic output")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  schema_test->add_option("--max-errors", schema.max_errors, "Tell at most so many errors of a file")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  for (CLI::App* action : {schema_check, schema_test}) {
    action->add_option("--with", schema.beside, "A schema that this one refers to; may be given again")
        ->type_name("FILE")
        ->allow_extra_args(false);
  }
  schema_test
      ->add_option("--schema-engine", schema.schema_engine,
                   "plan: sluice's own (default); reference: valijson in a process of its own, without format, as a "
                   "second opinion")
      ->check(CLI::IsMember({"plan", "reference"}));

  AuditCommand audit;
  CLI::App* audit_app = app.add_subcommand("audit", "Look after audit logs");
  audit_app->require_subcommand(1);
  CLI::App* audit_verify = audit_app->add_subcommand("verify", "Check that an audit log is whole and unchanged");
  audit_verify->add_option("LOG", audit.path, "Audit log")->required();
  audit_verify->add_option("--audit-key", audit.key_path, "File with its key")->required();

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitAllowed : kExitUsage;
  }

  if (*check_app) return run_check(check);
  if (*clean_app) return run_clean(clean);
  if (*filter_app) return run_filter(filter);
  if (*execution_app) return run_execution(execution);
  if (*bench_app) return run_rules_bench(bench);
  if (*import_app) return run_import(import_rules);
  if (*rules_app) {
    rules.action = rules_app->get_subcommands().front()->get_name();
    return run_rules(rules);
  }
  if (*policy_app) {
    policy.action = policy_app->get_subcommands().front()->get_name();
    return run_policy(policy);
  }
  if (*schema_app) {
    schema.action = schema_app->get_subcommands().front()->get_name();
    return run_schema(schema);
  }
  return run_audit_verify(audit);
}
