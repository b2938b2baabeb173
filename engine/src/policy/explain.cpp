#include "policy/explain.h"

#include <array>
#include <vector>

#include "config/reader.h"
#include "policy/explain_text.h"
#include "policy/free_form.h"
#include "policy/words.h"

namespace sluice::policy {

namespace {

using config::format_byte_size;
using config::format_duration;

std::string count_of(std::uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string caps_sentence(const ChannelRules& rules) {
  std::vector<std::string> caps;
  if (rules.max_bytes) caps.push_back(format_byte_size(*rules.max_bytes));
  if (rules.max_lines) caps.push_back(count_of(*rules.max_lines, "line"));
  if (rules.max_line_bytes) caps.push_back(format_byte_size(*rules.max_line_bytes) + " a line");
  if (caps.empty()) return "No cap of its own beside the limits of the run.";
  return "At most " + join(caps) + "; " +
         (rules.on_overflow == Overflow::kReject ? "more is refused." : "more is cut visibly.");
}

void explain_json(Page& page, const ChannelRules& rules) {
  if (rules.types) {
    bool has_json = false;
    for (const std::string& type : *rules.types) has_json = has_json || is_json_type(type) || type == "application/*";
    if (!has_json) return;
  }
  std::string text = rules.ndjson ? "JSON, one value a line or record, " : "JSON ";
  text += rules.schema.empty() ? "has to parse strictly; no schema holds" : "must follow " + printable(rules.schema);
  if (rules.rebuild) text += ", and is written anew";
  if (rules.canonical) text += " in the canonical form of RFC 8785";
  text += ".";
  if (rules.unknown_members == UnknownMembers::kReject) text += " Members that the schema does not name are refused.";
  if (rules.unknown_members == UnknownMembers::kDrop) text += " Members that the schema does not name are left out.";
  if (rules.fill_defaults) text += " Absent members get the schema's defaults.";
  switch (rules.duplicate_keys) {
    case DuplicateKeys::kReject: text += " Duplicate keys are refused"; break;
    case DuplicateKeys::kFirst: text += " Of duplicate keys the first stays"; break;
    case DuplicateKeys::kKeep: text += " Duplicate keys stay and are flagged"; break;
  }
  text += rules.non_finite == NonFinite::kReject ? ", NaN and Infinity are refused" : ", NaN and Infinity become null";
  switch (rules.big_numbers) {
    case BigNumbers::kKeep: text += ", big numbers keep their digits."; break;
    case BigNumbers::kReject: text += ", big numbers are refused."; break;
    case BigNumbers::kNull: text += ", big numbers become null."; break;
  }
  if (rules.lone_surrogates == LoneSurrogates::kReplace) text += " Lone surrogates become U+FFFD.";
  if (rules.raw_controls == RawControls::kStrip) text += " Control characters that are not escaped are removed.";
  if (rules.raw_controls == RawControls::kEscape) text += " Control characters that are not escaped get escaped.";
  if (rules.json_utf8 == JsonUtf8::kReplace) text += " Bytes of strings that are not UTF-8 become U+FFFD.";
  if (rules.byte_order_mark == ByteOrderMark::kReject) text += " A byte order mark is refused.";
  if (rules.proto_keys == ProtoKeys::kDrop) text += " Members named like a JavaScript prototype are left out.";
  if (rules.proto_keys == ProtoKeys::kKeep) text += " Members named like a JavaScript prototype stay and are flagged.";
  if (rules.ndjson && rules.on_bad_line == BadLine::kPlaceholder) text += " A bad line becomes a placeholder.";
  page.say(text);
}

void explain_text_rules(Page& page, const ChannelRules& rules) {
  const auto action = [](TextAction value) -> std::string {
    switch (value) {
      case TextAction::kStrip: return "removed";
      case TextAction::kEscape: return "shown as escapes";
      case TextAction::kRefuse: return "a reason to withhold";
    }
    return "unknown";
  };
  std::string text;
  if (rules.controls == rules.bidi && rules.bidi == rules.invisible) {
    text = "In text, control, bidirectional and invisible characters are " + action(rules.controls);
  } else {
    text = "In text, control characters are " + action(rules.controls) + ", bidirectional ones " + action(rules.bidi) +
           ", invisible ones " + action(rules.invisible);
  }
  text += rules.invalid_utf8 == InvalidUtf8::kReplace ? "; bytes that are not UTF-8 become U+FFFD."
                                                      : "; bytes that are not UTF-8 are a reason to withhold.";
  if (rules.keep_colors) text += " Colors stay for terminals.";
  page.say(text);
}

void explain_channel(Page& page, std::string_view title, const ChannelRules& rules,
                     const ChannelRules* like = nullptr) {
  page.title(title);
  if (like != nullptr && rules == *like) {
    page.say("The same as standard output.");
    return;
  }
  if (rules.types && rules.types->empty()) {
    page.say("Lets nothing out.");
    return;
  }
  if (rules.types) {
    page.say("Lets out " + join(*rules.types) + " and nothing else.");
  } else {
    page.say("Lets out every kind that sluice can check or clean; executables and unknown binaries are withheld.");
  }
  page.say(caps_sentence(rules));
  explain_json(page, rules);
  explain_text_rules(page, rules);
  if (rules.release_members) page.say("Good members of a container leave although another is withheld.");
}

void explain_files(Page& page, const Policy& policy) {
  const ChannelRules& files = policy.files;
  if (files.allow && files.allow->empty()) {
    page.title("Files");
    page.say("Lets nothing out.");
    return;
  }
  explain_channel(page, "Files", files, &policy.out);
  if (files.types && files.types->empty()) return;
  std::string names =
      files.allow ? "Names must match " + join(printable(*files.allow), "or") : std::string("Any safe name passes");
  if (files.extensions) {
    names +=
        files.extensions->empty() ? ", with no extension" : ", with the extension " + join(*files.extensions, "or");
  }
  page.say(names + "; names that leave their folder or trick a reader never do.");
}

std::string consequence(ExecAction action) {
  switch (action) {
    case ExecAction::kFlag: return "flagged";
    case ExecAction::kQuarantine: return "quarantined";
    case ExecAction::kReject: return "rejected";
  }
  return "unknown";
}

void explain_exec(Page& page, const ExecRules& exec) {
  page.title("End of the run");
  if (exec.exit_codes) {
    std::vector<std::string> codes;
    for (const std::int64_t code : *exec.exit_codes) codes.push_back(std::to_string(code));
    page.say("Exit code " + join(codes, "or") + " passes; a run with another one is " + consequence(exec.on_exit_code) +
             ".");
  } else {
    page.say("Any exit code passes; one other than 0 is flagged.");
  }
  page.say("A run without a known exit code is " + consequence(exec.on_unknown_exit) +
           "; one that ended in an error is " + consequence(exec.on_error) + ".");
  switch (exec.stderr_rule) {
    case StderrRule::kAllow: page.say("Writing to stderr is allowed."); break;
    case StderrRule::kFlag: page.say("Writing to stderr is flagged."); break;
    case StderrRule::kReject: page.say("A run that writes to stderr is rejected."); break;
  }
}

void explain_content(Page& page, const Policy& policy) {
  page.title("Content, in every channel");
  const auto quoted = [](const std::vector<std::string>& packs) { return packs.empty() ? "no pack" : join(packs); };
  std::string secrets = "Secrets (" + quoted(policy.secrets.packs) + ") are ";
  switch (policy.secrets.action) {
    case SecretAction::kRedact: secrets += "replaced by a mark that names the rule."; break;
    case SecretAction::kQuarantine: secrets += "a reason to quarantine."; break;
    case SecretAction::kReject: secrets += "a reason to reject."; break;
  }
  if (!policy.secrets.known_from_env.empty()) {
    secrets += " So are the values of " + join(policy.secrets.known_from_env) + ".";
  }
  page.say(secrets);
  switch (policy.pii.action) {
    case PiiAction::kOff: page.say("Personal data is not looked for."); break;
    case PiiAction::kFlag: page.say("Personal data (" + quoted(policy.pii.packs) + ") is flagged and passes."); break;
    case PiiAction::kRedact: page.say("Personal data (" + quoted(policy.pii.packs) + ") is replaced by marks."); break;
  }
  const std::string injection = "Text that tries to instruct an agent (" + quoted(policy.injection.packs) + ") is ";
  switch (policy.injection.action) {
    case InjectionAction::kFlag: page.say(injection + "flagged and passes."); break;
    case InjectionAction::kEnvelope:
      page.say(injection + "flagged, and all text for an agent stands in an envelope that marks it as untrusted.");
      break;
    case InjectionAction::kQuarantine: page.say(injection + "a reason to quarantine."); break;
  }
  const std::string urls =
      policy.urls.domains.empty() ? "URLs are " : "URLs outside " + join(policy.urls.domains) + " are ";
  switch (policy.urls.action) {
    case UrlAction::kFlag: page.say(urls + "flagged and pass; images that load by themselves do not."); break;
    case UrlAction::kDefang: page.say(urls + "made unclickable; images that load by themselves are removed."); break;
    case UrlAction::kReject: page.say(urls + "a reason to reject."); break;
  }
  if (policy.pickles.allow)
    page.say("Storage gets pickles that import nothing but data; who loads one trusts that list.");
  if (policy.images.reencode) {
    page.say("PNG, JPEG and WebP images are decoded and encoded anew: of the file only the pixels pass.");
  }
  if (!policy.html.add_tags.empty()) {
    page.say("HTML keeps " + join(policy.html.add_tags) + " beside the elements that always stay.");
  }
  if (!policy.approval_always_for.empty()) {
    page.say(join(policy.approval_always_for) + " always wait for a person.");
  }
}

void explain_limits(Page& page, const LimitRules& limits) {
  page.title("Limits");
  page.say("Together at most " + format_byte_size(limits.max_total_bytes) + " and " +
           count_of(limits.max_files, "file") + ". One artifact at most " +
           format_byte_size(limits.work.max_input_bytes) + ", cleaned at most " +
           format_byte_size(limits.work.max_output_bytes) + "; a text stream has no such cap.");
  page.say(
      "Nesting " + std::to_string(limits.work.max_depth) + ", artifacts in artifacts " +
      std::to_string(limits.work.max_nesting) + ", " + count_of(limits.work.max_nodes, "node") + ", strings " +
      format_byte_size(limits.work.max_string_bytes) + ", keys " + format_byte_size(limits.work.max_key_bytes) +
      ", records " + format_byte_size(limits.work.max_record_bytes) + ", lines " +
      format_byte_size(limits.work.max_line_bytes) + ", held back " + format_byte_size(limits.work.max_hold_bytes) +
      ", " + count_of(limits.work.max_findings, "finding") + " listed" +
      (limits.deadline ? ", " + format_duration(*limits.deadline) + " of time for each check." : ", no deadline."));
  page.say("What exceeds one of these, or could not be decided, is withheld.");
}

void explain_archives(Page& page, const Policy& policy) {
  page.title("Archives");
  const Limits& work = policy.limits.work;
  page.say("At most " + std::to_string(policy.archives.max_entries) + " entries and " +
           format_byte_size(policy.archives.max_member_bytes) + " a member; together they inflate to at most " +
           format_byte_size(work.max_inflated_bytes) + " and, past the first MiB, to " +
           std::to_string(work.max_inflate_ratio) + " times the artifact.");
  switch (policy.archives.repack) {
    case Repack::kWhenChanged:
      page.say("Written anew where a member was changed or left out, or where comments and the like would go.");
      break;
    case Repack::kAlways: page.say("Always written anew, without times, owners and permissions."); break;
    case Repack::kNever: page.say("Withheld where anything in them would have to change."); break;
  }
}

void explain_sandbox(Page& page, const SandboxRules& sandbox) {
  page.title("Sandbox (sluice-e2b)");
  const auto listed = [](const std::vector<std::string>& words) { return words.empty() ? "none" : join(words); };
  page.say("Tools: " + listed(sandbox.tools) + ". Hosts it may reach: " + listed(sandbox.egress_domains) +
           ". Variables handed in: " + listed(sandbox.env) + ".");
  page.say("Lives at most " + format_duration(sandbox.lifetime) + "; one command runs at most " +
           format_duration(sandbox.command_timeout) + ".");
}

}  // namespace

std::string explain(const Policy& policy) {
  Page page;
  page.title("Policy \"" + policy.name + "\": what may leave the sandbox, for the consumer " +
             word_of(words::kConsumer, policy.consumer) + ".");
  if (!policy.schemas.empty()) {
    page.say("Its JSON schemas may refer to " + join(printable(policy.schemas)) + " and to nothing else.");
  }
  explain_channel(page, "Standard output", policy.out);
  if (policy.exec.stderr_rule == StderrRule::kReject) {
    page.title("Standard error");
    page.say("A run that writes to it is rejected.");
  } else {
    explain_channel(page, "Standard error", policy.err, &policy.out);
  }
  explain_channel(page, "Display results", policy.results, &policy.out);
  explain_files(page, policy);
  explain_exec(page, policy.exec);
  explain_content(page, policy);
  explain_limits(page, policy.limits);
  explain_archives(page, policy);
  explain_sandbox(page, policy.sandbox);
  page.title("Outputs that stay free-form (hidden data can pass in them, and no filter closes that):");
  for (const std::string& output : free_form_outputs(policy)) page.bullet(output);
  page.say(
      "Where that matters: a closed schema, rebuild = true, unknown_members = \"reject\", no other channel, and a "
      "sandbox without egress.");
  return page.take();
}

}  // namespace sluice::policy
