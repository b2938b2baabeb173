#include "policy/load_channel.h"

#include <algorithm>
#include <string>

#include "policy/ranges.h"
#include "policy/spelling.h"
#include "policy/words.h"

namespace sluice::policy {

namespace {

using config::TableReader;

template <typename T>
void assign(T& target, std::optional<T> value) {
  if (value) target = std::move(*value);
}

template <typename T>
void assign(std::optional<T>& target, std::optional<T> value) {
  if (value) target = std::move(value);
}

constexpr std::string_view kNdjsonType = "application/x-ndjson";
constexpr std::string_view kJsonSeqType = "application/json-seq";

bool is_stream(Section section) noexcept { return section == Section::kStdout || section == Section::kStderr; }

std::optional<std::uint64_t> read_count(TableReader& reader, std::string_view key) {
  const std::optional<std::int64_t> value = reader.integer(key, 1, ranges::kMaxCount);
  if (!value) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

void read_caps(TableReader& reader, ChannelRules& rules) {
  assign(rules.types, read_spelled_list(reader, "types", check_media_type));
  assign(rules.max_bytes, reader.byte_size("max_bytes", 1, ranges::kMaxBytes));
  assign(rules.max_lines, read_count(reader, "max_lines"));
  assign(rules.max_line_bytes, reader.byte_size("max_line_bytes", 1, ranges::kMaxHeldBytes));
  assign(rules.on_overflow, reader.choice<Overflow>("on_overflow", words::kOverflow));
}

void read_json(TableReader& reader, ChannelRules& rules) {
  assign(rules.schema, read_spelled(reader, "schema", check_schema_name));
  assign(rules.rebuild, reader.boolean("rebuild"));
  assign(rules.unknown_members, reader.choice<UnknownMembers>("unknown_members", words::kUnknownMembers));
  assign(rules.fill_defaults, reader.boolean("fill_defaults"));
  assign(rules.canonical, reader.boolean("canonical"));
  assign(rules.ndjson, reader.boolean("ndjson"));
  assign(rules.on_bad_line, reader.choice<BadLine>("on_bad_line", words::kBadLine));
  assign(rules.duplicate_keys, reader.choice<DuplicateKeys>("duplicate_keys", words::kDuplicateKeys));
  assign(rules.big_numbers, reader.choice<BigNumbers>("big_numbers", words::kBigNumbers));
  assign(rules.non_finite, reader.choice<NonFinite>("non_finite", words::kNonFinite));
  assign(rules.lone_surrogates, reader.choice<LoneSurrogates>("lone_surrogates", words::kLoneSurrogates));
  assign(rules.raw_controls, reader.choice<RawControls>("raw_controls", words::kRawControls));
  assign(rules.json_utf8, reader.choice<JsonUtf8>("json_utf8", words::kJsonUtf8));
  assign(rules.byte_order_mark, reader.choice<ByteOrderMark>("byte_order_mark", words::kByteOrderMark));
  assign(rules.proto_keys, reader.choice<ProtoKeys>("proto_keys", words::kProtoKeys));
}

void read_text(TableReader& reader, ChannelRules& rules) {
  assign(rules.controls, reader.choice<TextAction>("controls", words::kTextAction));
  assign(rules.bidi, reader.choice<TextAction>("bidi", words::kTextAction));
  assign(rules.invisible, reader.choice<TextAction>("invisible", words::kTextAction));
  assign(rules.invalid_utf8, reader.choice<InvalidUtf8>("invalid_utf8", words::kInvalidUtf8));
  assign(rules.keep_colors, reader.boolean("keep_colors"));
}

void read_names(TableReader& reader, Section section, ChannelRules& rules) {
  if (section == Section::kFiles) {
    assign(rules.allow, read_spelled_list(reader, "allow", check_glob));
    assign(rules.extensions, read_spelled_list(reader, "extensions", check_extension));
  }
  if (!is_stream(section)) assign(rules.release_members, reader.boolean("release_members"));
}

// The kinds that a pattern of types lets pass, JSON or not.
bool allows_json(const std::string& pattern) noexcept { return is_json_type(pattern) || pattern == "application/*"; }
bool allows_only_json(const std::string& pattern) noexcept { return is_json_type(pattern); }

void check_json_types(TableReader& reader, Section section, const ChannelRules& rules) {
  for (const std::string_view key : {std::string_view("schema"), std::string_view("rebuild")}) {
    const bool is_set = key == "schema" ? !rules.schema.empty() : rules.rebuild;
    if (!is_set) continue;
    if (!rules.types) {
      if (!reader.has("types")) {
        reader.problem(key,
                       "holds for JSON only, but types is not set, so other kinds would pass unchecked; "
                       "add types = [\"application/json\"]");
      }
      continue;
    }
    if (std::none_of(rules.types->begin(), rules.types->end(), allows_json)) {
      reader.problem(key, "holds for JSON only, but types allows no JSON; add \"application/json\" to types");
    } else if (is_stream(section) && !std::all_of(rules.types->begin(), rules.types->end(), allows_only_json)) {
      reader.problem(key,
                     "holds for JSON only, but types allows other kinds too, which would pass unchecked; "
                     "leave only \"application/json\" or \"application/x-ndjson\" in types");
    }
  }
}

void check_json(TableReader& reader, ChannelRules& rules) {
  if (rules.unknown_members != UnknownMembers::kAllow && rules.schema.empty() && !reader.has("schema")) {
    reader.problem("unknown_members", "needs a schema that says which members are known; add schema = \"...\"");
  }
  if (rules.fill_defaults && rules.schema.empty() && !reader.has("schema")) {
    reader.problem("fill_defaults", "needs a schema that holds the defaults; add schema = \"...\"");
  }
  const auto needs_rebuild = [&](std::string_view key, std::string_view word) {
    reader.problem(key,
                   "\"" + std::string(word) + "\" changes the value, which is only written anew with rebuild = true");
  };
  if (!rules.rebuild) {
    if (rules.unknown_members == UnknownMembers::kDrop) needs_rebuild("unknown_members", "drop");
    if (rules.duplicate_keys == DuplicateKeys::kFirst) needs_rebuild("duplicate_keys", "first");
    if (rules.big_numbers == BigNumbers::kNull) needs_rebuild("big_numbers", "null");
    if (rules.non_finite == NonFinite::kNull) needs_rebuild("non_finite", "null");
    if (rules.lone_surrogates == LoneSurrogates::kReplace) needs_rebuild("lone_surrogates", "replace");
    if (rules.raw_controls == RawControls::kStrip) needs_rebuild("raw_controls", "strip");
    if (rules.raw_controls == RawControls::kEscape) needs_rebuild("raw_controls", "escape");
    if (rules.json_utf8 == JsonUtf8::kReplace) needs_rebuild("json_utf8", "replace");
    if (rules.proto_keys == ProtoKeys::kDrop) needs_rebuild("proto_keys", "drop");
    if (rules.fill_defaults) {
      reader.problem("fill_defaults", "adds members, which are only written with rebuild = true");
    }
    if (rules.canonical) reader.problem("canonical", "is a way to write JSON anew; add rebuild = true");
  }
  if (!rules.ndjson) {
    if (rules.on_bad_line == BadLine::kPlaceholder) {
      reader.problem("on_bad_line", "holds for lines and records of JSON only; add ndjson = true");
    }
    return;
  }
  if (!rules.types && !reader.has("types")) {
    rules.types = std::vector<std::string>{std::string(kNdjsonType)};
  } else if (rules.types && !rules.allows_type(kNdjsonType) && !rules.allows_type(kJsonSeqType)) {
    reader.problem("ndjson",
                   "expected \"application/x-ndjson\" or \"application/json-seq\" in types, or no types at all");
  }
}

void check_caps(TableReader& reader, Section section, const LimitRules& limits, const ChannelRules& rules) {
  const bool has_cap = rules.max_bytes || rules.max_lines || rules.max_line_bytes;
  const bool names_cap = reader.has("max_bytes") || reader.has("max_lines") || reader.has("max_line_bytes");
  if (!has_cap && !names_cap && rules.on_overflow == Overflow::kTruncate) {
    reader.problem("on_overflow", "nothing can overflow; add max_bytes, max_lines or max_line_bytes");
  }
  if (rules.max_bytes && *rules.max_bytes > limits.max_total_bytes) {
    reader.problem("max_bytes", "found more than [limits] total (" + config::format_byte_size(limits.max_total_bytes) +
                                    "), expected at most that");
  }
  const std::uint64_t artifact = limits.work.max_input_bytes;
  if (!is_stream(section) && rules.max_bytes && *rules.max_bytes > artifact) {
    reader.problem("max_bytes", "found more than [limits] artifact (" + config::format_byte_size(artifact) +
                                    "), expected at most that");
  }
  if (rules.max_line_bytes && rules.max_bytes && *rules.max_line_bytes > *rules.max_bytes) {
    reader.problem("max_line_bytes", "found more than max_bytes (" + config::format_byte_size(*rules.max_bytes) +
                                         "), expected at most that");
  }
}

// The literal extension that every name matching a glob has; empty where it is open.
std::string_view extension_of(std::string_view glob) noexcept {
  const std::string_view last = glob.substr(glob.rfind('/') + 1);
  const std::size_t dot = last.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view extension = last.substr(dot + 1);
  return extension.find_first_of("*?[]") == std::string_view::npos ? extension : std::string_view{};
}

void check_names(TableReader& reader, const ChannelRules& rules) {
  if (!rules.allow || !rules.extensions) return;
  const config::Node& allow = *reader.any("allow");
  for (std::size_t i = 0; i < rules.allow->size(); ++i) {
    const std::string extension(extension_of((*rules.allow)[i]));
    if (extension.empty()) continue;
    const bool is_listed = std::any_of(rules.extensions->begin(), rules.extensions->end(), [&](const std::string& e) {
      return e == extension || e.ends_with("." + extension);
    });
    if (is_listed) continue;
    reader.problem_at(allow.items()[i], "allow",
                      "found \"" + config::quote((*rules.allow)[i]) +
                          "\", which can never pass: extensions does not list \"" + config::quote(extension) + "\"");
  }
}

}  // namespace

std::string_view section_name(Section section) noexcept {
  switch (section) {
    case Section::kStdout: return "stdout";
    case Section::kStderr: return "stderr";
    case Section::kResults: return "results";
    case Section::kFiles: return "files";
  }
  return "unknown";
}

void load_channel(TableReader& root, Section section, const LimitRules& limits, ChannelRules& rules) {
  const config::Node* table = root.table(section_name(section));
  if (table == nullptr) return;
  TableReader reader(*table, "[" + std::string(section_name(section)) + "]", root.problems());
  read_caps(reader, rules);
  read_json(reader, rules);
  read_text(reader, rules);
  read_names(reader, section, rules);
  reader.finish();
  check_json(reader, rules);
  check_json_types(reader, section, rules);
  check_caps(reader, section, limits, rules);
  check_names(reader, rules);
}

}  // namespace sluice::policy
