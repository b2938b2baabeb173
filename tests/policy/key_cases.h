#pragma once

#include <string>
#include <vector>

#include "policy/policy.h"

namespace sluice::policy::testing {

/// One key of the policy format with a good and bad values, as TOML.
struct KeyCase {
  const char* section;  ///< "" for the root
  const char* key;
  const char* good;
  const char* wrong_type;
  const char* wrong_value;                ///< of the right type but not allowed; "" where every value of the type is
  bool (*is_set)(const Policy&);          ///< true where `good` arrived
  const char* with = "";                  ///< other keys of the section without which this one contradicts something
  bool schema_takes_wrong_value = false;  ///< the shape is right, only the loader can tell that the value is wrong
};

/// Every key that all four channels have; `rules` picks the channel.
template <typename Rules>
void add_channel_cases(std::vector<KeyCase>& cases, const char* section, Rules) {
  using P = const Policy&;
  const char* const json = "types = [\"application/json\"]";
  const char* const schema = "types = [\"application/json\"]\nschema = \"r.json\"\nrebuild = true";
  const char* const rebuild = "types = [\"application/json\"]\nrebuild = true";
  const auto add = [&](KeyCase c) { cases.push_back(c); };
  add({section, "types", "[\"image/png\", \"text/*\"]", "\"image/png\"", "[\"image/pgn\"]",
       [](P p) {
         return Rules::of(p).types == std::vector<std::string>{"image/png", "text/*"};
       },
       "", true});
  add({section, "max_bytes", "\"2 kB\"", "true", "0", [](P p) { return Rules::of(p).max_bytes == 2'000U; }});
  add({section, "max_lines", "10", "\"10\"", "0", [](P p) { return Rules::of(p).max_lines == 10U; }});
  add({section, "max_line_bytes", "100", "[]", "\"2 GB\"", [](P p) { return Rules::of(p).max_line_bytes == 100U; }, "",
       true});
  add({section, "on_overflow", "\"truncate\"", "1", "\"cut\"",
       [](P p) { return Rules::of(p).on_overflow == Overflow::kTruncate; }, "max_bytes = 5"});
  add({section, "schema", "\"a/r.json\"", "1", "\"/etc/r.json\"", [](P p) { return Rules::of(p).schema == "a/r.json"; },
       json});
  add({section, "rebuild", "true", "\"yes\"", "", [](P p) { return Rules::of(p).rebuild; }, json});
  add({section, "unknown_members", "\"drop\"", "true", "\"remove\"",
       [](P p) { return Rules::of(p).unknown_members == UnknownMembers::kDrop; }, schema});
  add({section, "fill_defaults", "true", "\"yes\"", "", [](P p) { return Rules::of(p).fill_defaults; }, schema});
  add({section, "canonical", "true", "1", "", [](P p) { return Rules::of(p).canonical; }, rebuild});
  add({section, "ndjson", "true", "1", "", [](P p) {
         return Rules::of(p).ndjson && Rules::of(p).types == std::vector<std::string>{"application/x-ndjson"};
       }});
  add({section, "on_bad_line", "\"placeholder\"", "false", "\"skip\"",
       [](P p) { return Rules::of(p).on_bad_line == BadLine::kPlaceholder; }, "ndjson = true"});
  add({section, "duplicate_keys", "\"first\"", "1", "\"last\"",
       [](P p) { return Rules::of(p).duplicate_keys == DuplicateKeys::kFirst; }, rebuild});
  add({section, "big_numbers", "\"reject\"", "1", "\"round\"",
       [](P p) { return Rules::of(p).big_numbers == BigNumbers::kReject; }});
  add({section, "non_finite", "\"null\"", "0", "\"zero\"",
       [](P p) { return Rules::of(p).non_finite == NonFinite::kNull; }, rebuild});
  add({section, "lone_surrogates", "\"replace\"", "1", "\"keep\"",
       [](P p) { return Rules::of(p).lone_surrogates == LoneSurrogates::kReplace; }, rebuild});
  add({section, "raw_controls", "\"escape\"", "true", "\"keep\"",
       [](P p) { return Rules::of(p).raw_controls == RawControls::kEscape; }, rebuild});
  add({section, "json_utf8", "\"replace\"", "1", "\"keep\"",
       [](P p) { return Rules::of(p).json_utf8 == JsonUtf8::kReplace; }, rebuild});
  add({section, "byte_order_mark", "\"reject\"", "0", "\"keep\"",
       [](P p) { return Rules::of(p).byte_order_mark == ByteOrderMark::kReject; }});
  add({section, "proto_keys", "\"keep\"", "[]", "\"null\"",
       [](P p) { return Rules::of(p).proto_keys == ProtoKeys::kKeep; }});
  add({section, "controls", "\"escape\"", "true", "\"keep\"",
       [](P p) { return Rules::of(p).controls == TextAction::kEscape; }});
  add({section, "bidi", "\"refuse\"", "true", "\"keep\"",
       [](P p) { return Rules::of(p).bidi == TextAction::kRefuse; }});
  add({section, "invisible", "\"escape\"", "[]", "\"keep\"",
       [](P p) { return Rules::of(p).invisible == TextAction::kEscape; }});
  add({section, "invalid_utf8", "\"refuse\"", "0", "\"keep\"",
       [](P p) { return Rules::of(p).invalid_utf8 == InvalidUtf8::kRefuse; }});
  add({section, "keep_colors", "true", "\"ansi\"", "", [](P p) { return Rules::of(p).keep_colors; }});
}

struct OutRules {
  static const ChannelRules& of(const Policy& p) { return p.out; }
};
struct ErrRules {
  static const ChannelRules& of(const Policy& p) { return p.err; }
};
struct ResultRules {
  static const ChannelRules& of(const Policy& p) { return p.results; }
};
struct FileRules {
  static const ChannelRules& of(const Policy& p) { return p.files; }
};

/// Every key of the format; a test holds this table against the schema.
inline std::vector<KeyCase> all_key_cases() {
  using P = const Policy&;
  using Words = std::vector<std::string>;
  using std::chrono::milliseconds;
  std::vector<KeyCase> cases{
      {"", "$schema", "\"policy.schema.json\"", "1", "", [](P) { return true; }},
      {"", "format", "1", "\"1\"", "2", [](P) { return true; }},
      {"", "name", "\"my report\"", "1", "\"-x\"", [](P p) { return p.name == "my report"; }},
      {"", "schemas", "[\"parts/line.json\"]", "\"line.json\"", "[\"/etc/line.json\"]",
       [](P p) { return p.schemas == std::vector<std::string>{"parts/line.json"}; }},
      {"", "consumer", "\"browser\"", "1", "\"human\"", [](P p) { return p.consumer == Consumer::kBrowser; }},
      {"limits", "total", "\"2 GB\"", "true", "-1", [](P p) { return p.limits.max_total_bytes == 2'000'000'000U; }},
      {"limits", "files", "0", "\"0\"", "1000001", [](P p) { return p.limits.max_files == 0U; }},
      {"limits", "artifact", "\"5 MB\"", "0.5", "0", [](P p) { return p.limits.work.max_input_bytes == 5'000'000U; }},
      {"limits", "output", "7", "[]", "0", [](P p) { return p.limits.work.max_output_bytes == 7U; }},
      {"limits", "depth", "1024", "\"8\"", "1025", [](P p) { return p.limits.work.max_depth == 1'024U; }},
      {"limits", "nesting", "2", "\"2\"", "17", [](P p) { return p.limits.work.max_nesting == 2U; }},
      {"limits", "nodes", "5", "5.5", "0", [](P p) { return p.limits.work.max_nodes == 5U; }},
      {"limits", "string", "\"1 kB\"", "{}", "0", [](P p) { return p.limits.work.max_string_bytes == 1'000U; }},
      {"limits", "key", "\"2 kB\"", "true", "0", [](P p) { return p.limits.work.max_key_bytes == 2'000U; }},
      {"limits", "record", "\"1 MB\"", "[]", "0", [](P p) { return p.limits.work.max_record_bytes == 1'000'000U; }},
      {"limits", "line", "\"1 KiB\"", "true", "0", [](P p) { return p.limits.work.max_line_bytes == 1'024U; }},
      {"limits", "hold", "4096", "true", "4095", [](P p) { return p.limits.work.max_hold_bytes == 4'096U; }},
      {"limits", "findings", "1", "\"1\"", "0", [](P p) { return p.limits.work.max_findings == 1U; }},
      {"archives", "entries", "5", "\"5\"", "1000001", [](P p) { return p.archives.max_entries == 5U; }},
      {"archives", "total", "\"2 MB\"", "true", "-1",
       [](P p) { return p.limits.work.max_inflated_bytes == 2'000'000U; }},
      {"archives", "member", "7", "[]", "-1", [](P p) { return p.archives.max_member_bytes == 7U; }},
      {"archives", "ratio", "10", "\"10\"", "0", [](P p) { return p.limits.work.max_inflate_ratio == 10U; }},
      {"archives", "repack", "\"never\"", "true", "\"sometimes\"",
       [](P p) { return p.archives.repack == Repack::kNever; }},
      {"limits", "deadline", "\"2 s\"", "2", "\"2 weeks\"",
       [](P p) { return p.limits.deadline == milliseconds(2'000); }},
      {"exec", "exit_codes", "[0, 3]", "0", "[4294967296]",
       [](P p) {
         return p.exec.exit_codes == std::vector<std::int64_t>{0, 3};
       }},
      {"exec", "on_exit_code", "\"flag\"", "1", "\"ignore\"",
       [](P p) { return p.exec.on_exit_code == ExecAction::kFlag; }, "exit_codes = [0]"},
      {"exec", "on_unknown_exit", "\"reject\"", "1", "\"ignore\"",
       [](P p) { return p.exec.on_unknown_exit == ExecAction::kReject; }},
      {"exec", "on_error", "\"quarantine\"", "1", "\"ignore\"",
       [](P p) { return p.exec.on_error == ExecAction::kQuarantine; }},
      {"exec", "stderr", "\"reject\"", "false", "\"drop\"",
       [](P p) { return p.exec.stderr_rule == StderrRule::kReject; }},
      {"secrets", "packs", "[\"core\", \"my-pack\"]", "\"core\"", "[\"../core\"]",
       [](P p) {
         return p.secrets.packs == Words{"core", "my-pack"};
       }},
      {"secrets", "action", "\"quarantine\"", "1", "\"off\"",
       [](P p) { return p.secrets.action == SecretAction::kQuarantine; }},
      {"secrets", "known_from_env", "[\"API_TOKEN\"]", "\"API_TOKEN\"", "[\"API_TOKEN=x\"]",
       [](P p) { return p.secrets.known_from_env == Words{"API_TOKEN"}; }},
      {"pii", "packs", "[\"x\"]", "[1]", "[\"\"]", [](P p) { return p.pii.packs == Words{"x"}; }, "action = \"flag\""},
      {"pii", "action", "\"redact\"", "1", "\"reject\"", [](P p) { return p.pii.action == PiiAction::kRedact; }},
      {"injection", "packs", "[\"x\"]", "{}", "[]", [](P p) { return p.injection.packs == Words{"x"}; }},
      {"injection", "action", "\"envelope\"", "1", "\"off\"",
       [](P p) { return p.injection.action == InjectionAction::kEnvelope; }},
      {"urls", "domains", "[\"example.com\", \"*.example.org\"]", "\"example.com\"", "[\"https://example.com\"]",
       [](P p) {
         return p.urls.domains == Words{"example.com", "*.example.org"};
       }},
      {"urls", "action", "\"defang\"", "1", "\"off\"", [](P p) { return p.urls.action == UrlAction::kDefang; }},
      {"pickles", "allow", "true", "\"yes\"", "", [](P p) { return p.pickles.allow; }},
      {"images", "reencode", "true", "1", "", [](P p) { return p.images.reencode; }},
      {"html", "add_tags", "[\"details\", \"summary\"]", "\"details\"", "[\"script\"]",
       [](P p) {
         return p.html.add_tags == Words{"details", "summary"};
       }},
      {"approval", "always_for", "[\"application/pdf\"]", "true", "[\"PDF\"]",
       [](P p) { return p.approval_always_for == Words{"application/pdf"}; }},
      {"sandbox", "tools", "[\"python3.11\"]", "\"python\"", "[\"rm -rf\"]",
       [](P p) { return p.sandbox.tools == Words{"python3.11"}; }},
      {"sandbox", "egress_domains", "[\"pypi.org\"]", "1", "[\"*\"]",
       [](P p) { return p.sandbox.egress_domains == Words{"pypi.org"}; }},
      {"sandbox", "env", "[\"HOME\"]", "{ HOME = \"x\" }", "[\"1X\"]",
       [](P p) { return p.sandbox.env == Words{"HOME"}; }},
      {"sandbox", "lifetime", "\"1 h\"", "3600", "\"25 h\"",
       [](P p) { return p.sandbox.lifetime == milliseconds(3'600'000); }, "", true},
      {"sandbox", "command_timeout", "\"500 ms\"", "true", "\"0 s\"",
       [](P p) { return p.sandbox.command_timeout == milliseconds(500); }, "", true},
      {"results", "release_members", "true", "1", "", [](P p) { return p.results.release_members; }},
      {"files", "release_members", "true", "1", "", [](P p) { return p.files.release_members; }},
      {"files", "allow", "[\"report.json\", \"charts/*.png\"]", "\"*.png\"", "[\"../x\"]",
       [](P p) {
         return p.files.allow == Words{"report.json", "charts/*.png"};
       },
       "", true},
      {"files", "extensions", "[\"png\", \"tar.gz\"]", "\"png\"", "[\".png\"]",
       [](P p) {
         return p.files.extensions == Words{"png", "tar.gz"};
       }},
  };
  add_channel_cases(cases, "stdout", OutRules{});
  add_channel_cases(cases, "stderr", ErrRules{});
  add_channel_cases(cases, "results", ResultRules{});
  add_channel_cases(cases, "files", FileRules{});
  return cases;
}

/// A policy that sets this one key (and what it needs) to a TOML value. The key stands in the last line.
inline std::string policy_with(const KeyCase& c, const std::string& key, const char* value) {
  std::string text;
  if (*c.section != '\0') text += "[" + std::string(c.section) + "]\n";
  if (*c.with != '\0') text += std::string(c.with) + "\n";
  return text + "\"" + key + "\" = " + value + "\n";
}

inline std::string name_of(const KeyCase& c) {
  return *c.section == '\0' ? std::string(c.key) : "[" + std::string(c.section) + "] " + c.key;
}

}  // namespace sluice::policy::testing
