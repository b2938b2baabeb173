#include "policy/load.h"

#include <utility>

#include "config/reader.h"
#include "config/tree.h"
#include "policy/load_channel.h"
#include "policy/ranges.h"
#include "policy/schema_check.h"
#include "policy/spelling.h"
#include "policy/words.h"
#include "sluice/policy.h"

namespace sluice::policy {

namespace {

using config::Problems;
using config::TableReader;

template <typename T>
void assign(T& target, std::optional<T> value) {
  if (value) target = std::move(*value);
}

// Opens the table of one section; `read` gets it and unknown keys are reported after.
template <typename Read>
void section(TableReader& root, std::string_view name, Read&& read) {
  const config::Node* table = root.table(name);
  if (table == nullptr) return;
  TableReader reader(*table, "[" + std::string(name) + "]", root.problems());
  read(reader);
  reader.finish();
}

void assign_count(std::uint64_t& target, std::optional<std::int64_t> value) {
  if (value) target = static_cast<std::uint64_t>(*value);
}

// What a browser gets has escapes that the canonical form does not allow.
void check_canonical(TableReader& root, const Policy& policy) {
  if (policy.consumer != Consumer::kBrowser) return;
  if (policy.out.canonical || policy.err.canonical || policy.results.canonical || policy.files.canonical) {
    root.problem("consumer", "found \"browser\", which needs escapes that canonical = true does not allow; drop one");
  }
}

void load_limits(TableReader& root, LimitRules& limits) {
  section(root, "limits", [&](TableReader& reader) {
    Limits& work = limits.work;
    assign(limits.max_total_bytes, reader.byte_size("total", 0, ranges::kMaxBytes));
    assign_count(limits.max_files, reader.integer("files", 0, ranges::kMaxFiles));
    assign(work.max_input_bytes, reader.byte_size("artifact", 1, ranges::kMaxBytes));
    assign(work.max_output_bytes, reader.byte_size("output", 1, ranges::kMaxBytes));
    assign_count(work.max_depth, reader.integer("depth", 1, ranges::kMaxDepth));
    assign_count(work.max_nesting, reader.integer("nesting", 0, ranges::kMaxNesting));
    assign_count(work.max_nodes, reader.integer("nodes", 1, ranges::kMaxCount));
    assign(work.max_string_bytes, reader.byte_size("string", 1, ranges::kMaxHeldBytes));
    assign(work.max_key_bytes, reader.byte_size("key", 1, ranges::kMaxHeldBytes));
    assign(work.max_record_bytes, reader.byte_size("record", 1, ranges::kMaxHeldBytes));
    assign(work.max_line_bytes, reader.byte_size("line", 1, ranges::kMaxHeldBytes));
    assign(work.max_hold_bytes, reader.byte_size("hold", ranges::kMinHoldBytes, ranges::kMaxHeldBytes));
    assign_count(work.max_findings, reader.integer("findings", 1, ranges::kMaxFindings));
    const auto deadline = reader.duration("deadline", ranges::kMinDeadline, ranges::kMaxDeadline);
    if (deadline) limits.deadline = deadline;
    if (reader.has("key") && work.max_key_bytes > work.max_string_bytes) {
      reader.problem("key", "found more than string (" + config::format_byte_size(work.max_string_bytes) +
                                "), expected at most that");
    }
    if (reader.has("artifact") && work.max_input_bytes > limits.max_total_bytes) {
      reader.problem("artifact", "found more than total (" + config::format_byte_size(limits.max_total_bytes) +
                                     "), expected at most that");
    }
  });
}

void load_archives(TableReader& root, LimitRules& limits, ArchiveRules& archives) {
  section(root, "archives", [&](TableReader& reader) {
    assign_count(archives.max_entries, reader.integer("entries", 0, ranges::kMaxFiles));
    assign(limits.work.max_inflated_bytes, reader.byte_size("total", 0, ranges::kMaxBytes));
    assign(archives.max_member_bytes, reader.byte_size("member", 0, ranges::kMaxHeldBytes));
    assign_count(limits.work.max_inflate_ratio, reader.integer("ratio", 1, ranges::kMaxInflateRatio));
    assign(archives.repack, reader.choice<Repack>("repack", words::kRepack));
  });
}

void load_exec(TableReader& root, ExecRules& exec) {
  section(root, "exec", [&](TableReader& reader) {
    const auto codes = reader.integers("exit_codes", ranges::kMinExitCode, ranges::kMaxExitCode);
    if (codes) {
      if (codes->empty())
        reader.problem("exit_codes", "found an empty array, so no run could pass; expected at least one");
      exec.exit_codes = codes;
      // Whoever lists codes wants a run that is known to have ended well.
      exec.on_unknown_exit = ExecAction::kQuarantine;
      exec.on_error = ExecAction::kReject;
    }
    assign(exec.on_exit_code, reader.choice<ExecAction>("on_exit_code", words::kExecAction));
    assign(exec.on_unknown_exit, reader.choice<ExecAction>("on_unknown_exit", words::kExecAction));
    assign(exec.on_error, reader.choice<ExecAction>("on_error", words::kExecAction));
    assign(exec.stderr_rule, reader.choice<StderrRule>("stderr", words::kStderrRule));
    if (reader.has("on_exit_code") && !reader.has("exit_codes")) {
      reader.problem("on_exit_code", "needs to know which codes are good; add exit_codes = [0]");
    }
  });
}

void need_packs(TableReader& reader, const std::vector<std::string>& packs, std::string_view what) {
  if (packs.empty()) reader.problem("packs", "found an empty array, so " + std::string(what));
}

void load_content(TableReader& root, Policy& policy) {
  section(root, "secrets", [&](TableReader& reader) {
    SecretRules& secrets = policy.secrets;
    assign(secrets.packs, read_spelled_list(reader, "packs", check_pack));
    assign(secrets.action, reader.choice<SecretAction>("action", words::kSecretAction));
    assign(secrets.known_from_env, read_spelled_list(reader, "known_from_env", check_variable));
    if (secrets.known_from_env.empty() && !reader.has("known_from_env")) {
      need_packs(reader, secrets.packs, "no secret would be found; expected at least \"core\"");
    }
  });
  section(root, "pii", [&](TableReader& reader) {
    assign(policy.pii.packs, read_spelled_list(reader, "packs", check_pack));
    assign(policy.pii.action, reader.choice<PiiAction>("action", words::kPiiAction));
    if (policy.pii.action != PiiAction::kOff) {
      need_packs(reader, policy.pii.packs, "nothing would be found; expected \"pii\", or action = \"off\"");
    }
  });
  section(root, "injection", [&](TableReader& reader) {
    assign(policy.injection.packs, read_spelled_list(reader, "packs", check_pack));
    assign(policy.injection.action, reader.choice<InjectionAction>("action", words::kInjectionAction));
    need_packs(reader, policy.injection.packs, "nothing would be found; expected \"injection\"");
  });
  section(root, "urls", [&](TableReader& reader) {
    assign(policy.urls.domains, read_spelled_list(reader, "domains", check_domain));
    assign(policy.urls.action, reader.choice<UrlAction>("action", words::kUrlAction));
  });
  section(root, "pickles", [&](TableReader& reader) { assign(policy.pickles.allow, reader.boolean("allow")); });
  section(root, "images", [&](TableReader& reader) { assign(policy.images.reencode, reader.boolean("reencode")); });
  section(root, "html", [&](TableReader& reader) {
    assign(policy.html.add_tags, read_spelled_list(reader, "add_tags", check_html_tag));
  });
}

void load_hosts(TableReader& root, Policy& policy) {
  section(root, "approval", [&](TableReader& reader) {
    assign(policy.approval_always_for, read_spelled_list(reader, "always_for", check_media_type));
  });
  section(root, "sandbox", [&](TableReader& reader) {
    SandboxRules& sandbox = policy.sandbox;
    assign(sandbox.tools, read_spelled_list(reader, "tools", check_tool));
    assign(sandbox.egress_domains, read_spelled_list(reader, "egress_domains", check_domain));
    assign(sandbox.env, read_spelled_list(reader, "env", check_variable));
    assign(sandbox.lifetime, reader.duration("lifetime", ranges::kMinLifetime, ranges::kMaxLifetime));
    assign(sandbox.command_timeout, reader.duration("command_timeout", ranges::kMinDeadline, ranges::kMaxLifetime));
    if (sandbox.command_timeout > sandbox.lifetime) {
      const std::string_view key = reader.has("command_timeout") ? "command_timeout" : "lifetime";
      reader.problem(key, "command_timeout (" + config::format_duration(sandbox.command_timeout) +
                              ") is longer than lifetime (" + config::format_duration(sandbox.lifetime) +
                              "), expected at most that");
    }
  });
}

Policy load_root(TableReader& root) {
  Policy policy;
  const config::Node* format = root.any("format");
  if (format != nullptr && !(format->is_integer() && format->as_integer() == 1)) {
    root.problem("format",
                 "found " + config::describe(*format) + ", expected 1, the only format that this version reads");
  }
  if (root.has("$schema")) static_cast<void>(root.string("$schema"));
  policy.name = "unnamed";
  assign(policy.name, read_spelled(root, "name", check_policy_name));
  assign(policy.consumer, root.choice<Consumer>("consumer", words::kConsumer));
  assign(policy.schemas, read_spelled_list(root, "schemas", check_schema_name));
  load_limits(root, policy.limits);
  load_archives(root, policy.limits, policy.archives);
  load_exec(root, policy.exec);
  load_channel(root, Section::kStdout, policy.limits, policy.out);
  load_channel(root, Section::kStderr, policy.limits, policy.err);
  load_channel(root, Section::kResults, policy.limits, policy.results);
  load_channel(root, Section::kFiles, policy.limits, policy.files);
  check_canonical(root, policy);
  load_content(root, policy);
  load_hosts(root, policy);
  root.finish();
  return policy;
}

Result<Policy> load(std::string_view text, std::string_view path, bool asks_schema) {
  const Result<config::Tree> tree = config::parse(text, path);
  if (!tree) return tree.error();
  Problems problems{std::string(path)};
  TableReader root(tree->root(), "", problems);
  Policy policy = load_root(root);
  // The schema holds what this code holds; it is asked too, so that neither can drift from the other unseen.
  if (problems.empty() && asks_schema) {
    if (Result<void> checked = check_against_schema(*tree, problems); !checked) return checked.error();
  }
  if (!problems.empty()) return problems.error();
  return policy;
}

}  // namespace

Result<Policy> read_policy(std::string_view text, std::string_view path) { return load(text, path, false); }

Result<Policy> load_policy(std::string_view text, std::string_view path) { return load(text, path, true); }

}  // namespace sluice::policy

namespace sluice {

Result<void> check_policy(std::string_view text, std::string_view path) {
  const Result<policy::Policy> loaded = policy::load_policy(text, path);
  if (!loaded) return loaded.error();
  return {};
}

}  // namespace sluice
