#include "policy/free_form.h"

#include <algorithm>
#include <string_view>

#include "media/types.h"
#include "policy/explain_text.h"

namespace sluice::policy {

namespace {

// What of a kind no check pins down.
std::string_view open_part(const std::string& pattern) {
  if (pattern.ends_with("/*")) {
    if (pattern == "text/*") return "the text";
    if (pattern == "image/*") return "the pixels of images";
    if (pattern == "audio/*" || pattern == "video/*") return "the samples of sound and video";
    return "the content of data files";
  }
  const media::TypeInfo& info = media::type_info(media::find_type(pattern));
  if (info.is_image) return "the pixels of images";
  if (info.is_audio_video) return "the samples of sound and video";
  if (info.is_archive) return "the members of archives and their names";
  if (info.is_text) return "the text";
  return "the content of data files";
}

// What of JSON no check pins down.
std::string open_json(const ChannelRules& rules) {
  if (rules.schema.empty()) return "every string, number and key of JSON";
  std::string out =
      "the strings and numbers of JSON that " + printable(rules.schema) + " leaves open (no enum, const or pattern)";
  if (rules.unknown_members == UnknownMembers::kAllow) out += ", members that it does not name";
  if (!rules.rebuild) out += ", the white space, escapes and order of the text as it came (rebuild is off)";
  return out;
}

void add_once(std::vector<std::string>& parts, std::string part) {
  if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(std::move(part));
}

std::vector<std::string> open_content(const ChannelRules& rules) {
  std::vector<std::string> parts;
  if (!rules.types) {
    return {"the text", "the pixels of images", "the content of every other kind that passes"};
  }
  for (const std::string& pattern : *rules.types) {
    if (is_json_type(pattern)) {
      add_once(parts, open_json(rules));
    } else {
      add_once(parts, std::string(open_part(pattern)));
    }
  }
  return parts;
}

void add_channel(std::vector<std::string>& out, std::string_view name, const ChannelRules& rules) {
  const std::vector<std::string> parts = open_content(rules);
  if (!parts.empty()) out.push_back(std::string(name) + ": " + join(parts) + ".");
}

void add_file_names(std::vector<std::string>& out, const Policy& policy) {
  const ChannelRules& files = policy.files;
  const bool is_closed =
      (files.allow && files.allow->empty()) || (files.types && files.types->empty()) || policy.limits.max_files == 0;
  if (is_closed) return;
  if (!files.allow) {
    out.emplace_back("file names: any safe name; and which files are there.");
    return;
  }
  const bool has_wildcard = std::any_of(files.allow->begin(), files.allow->end(), [](const std::string& glob) {
    return glob.find_first_of("*?[") != std::string::npos;
  });
  out.emplace_back(has_wildcard ? "file names: what the wildcards of allow match; and which files are there."
                                : "which of the allowed files are there.");
}

void add_exit(std::vector<std::string>& out, const ExecRules& exec) {
  const bool is_pinned = exec.exit_codes && exec.on_exit_code != ExecAction::kFlag;
  if (!is_pinned) {
    out.emplace_back("exit code: any, up to 8 bits a run.");
  } else if (exec.exit_codes->size() > 1) {
    out.push_back("exit code: one of " + std::to_string(exec.exit_codes->size()) + ".");
  }
  if (exec.on_error == ExecAction::kFlag) out.emplace_back("error: its name, message and traceback.");
}

}  // namespace

std::vector<std::string> free_form_outputs(const Policy& policy) {
  std::vector<std::string> out;
  add_channel(out, "stdout", policy.out);
  if (policy.exec.stderr_rule != StderrRule::kReject) add_channel(out, "stderr", policy.err);
  add_channel(out, "results", policy.results);
  const bool has_files = policy.limits.max_files != 0 && !(policy.files.allow && policy.files.allow->empty());
  if (has_files) add_channel(out, "files", policy.files);
  add_file_names(out, policy);
  add_exit(out, policy.exec);
  out.emplace_back(
      "always: sizes, the order and number of outputs, whether something is withheld, and the time taken.");
  return out;
}

}  // namespace sluice::policy
