#include "rules/read_rule.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "rules/read_tests.h"

namespace sluice::rules {
namespace {

using config::Choice;
using config::Node;
using config::Problems;
using config::TableReader;

constexpr std::size_t kMaxIdLength = 64;
constexpr std::size_t kMaxPatternLength = 8192;
constexpr std::size_t kMinAnchor = 3;
constexpr std::size_t kMaxAnchor = 64;
constexpr std::string_view kCapture = "(?P<secret>";

constexpr std::array<Choice<Severity>, 5> kSeverities = {{{"info", Severity::kInfo},
                                                          {"low", Severity::kLow},
                                                          {"medium", Severity::kMedium},
                                                          {"high", Severity::kHigh},
                                                          {"critical", Severity::kCritical}}};
constexpr std::array<Choice<Confidence>, 3> kConfidences = {
    {{"low", Confidence::kLow}, {"medium", Confidence::kMedium}, {"high", Confidence::kHigh}}};
constexpr std::array<Choice<RuleKind>, 7> kKinds = {{{"secret", RuleKind::kSecret},
                                                     {"key-material", RuleKind::kKeyMaterial},
                                                     {"identifier", RuleKind::kIdentifier},
                                                     {"generic", RuleKind::kGeneric},
                                                     {"pii", RuleKind::kPii},
                                                     {"injection", RuleKind::kInjection},
                                                     {"url", RuleKind::kUrl}}};
constexpr std::array<Choice<OnFail>, 2> kOnFail = {{{"demote", OnFail::kDemote}, {"drop", OnFail::kDrop}}};
constexpr std::array<Choice<RedactMode>, 2> kRedact = {
    {{"secret", RedactMode::kSecret}, {"match", RedactMode::kMatch}}};

constexpr std::array<Choice<Channel>, 5> kChannels = {{{"stdout", Channel::kStdout},
                                                       {"stderr", Channel::kStderr},
                                                       {"file", Channel::kFile},
                                                       {"result", Channel::kResult},
                                                       {"exec", Channel::kExec}}};
constexpr std::array<Choice<DecodeLayer>, 6> kLayers = {{{"base64", DecodeLayer::kBase64},
                                                         {"hex", DecodeLayer::kHex},
                                                         {"percent", DecodeLayer::kPercent},
                                                         {"escapes", DecodeLayer::kEscapes},
                                                         {"utf-16", DecodeLayer::kUtf16},
                                                         {"gzip", DecodeLayer::kGzip}}};

/// `[a-z0-9]+([.-][a-z0-9]+)*`
bool is_rule_id(std::string_view id) noexcept {
  if (id.empty() || id.size() > kMaxIdLength) return false;
  bool after_word = false;
  for (const char c : id) {
    const bool is_word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!is_word && !((c == '.' || c == '-') && after_word)) return false;
    after_word = is_word;
  }
  return after_word;
}

std::optional<std::uint8_t> hex_byte(std::string_view text) noexcept {
  if (text.size() != 2) return std::nullopt;
  unsigned value = 0;
  for (const char c : text) {
    value <<= 4U;
    if (c >= '0' && c <= '9') {
      value |= static_cast<unsigned>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value |= static_cast<unsigned>(c - 'a' + 10);
    } else {
      return std::nullopt;
    }
  }
  return static_cast<std::uint8_t>(value);
}

/// "bytes:30-39,5f": ranges and single bytes in lower-case hex.
std::optional<ByteSet> explicit_set(std::string_view text) noexcept {
  constexpr std::string_view kPrefix = "bytes:";
  if (!text.starts_with(kPrefix)) return std::nullopt;
  text.remove_prefix(kPrefix.size());
  ByteSet set;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    const std::size_t dash = item.find('-');
    const auto first = hex_byte(item.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : hex_byte(item.substr(dash + 1));
    if (!first || !last || *first > *last) return std::nullopt;
    set.add_range(*first, *last);
    if (comma == std::string_view::npos) return set;
    text.remove_prefix(comma + 1);
  }
}

/// A byte set: one name or a list of them, all taken together.
std::optional<ByteSet> read_set(TableReader& reader, std::string_view key) {
  const Node* node = reader.any(key);
  if (node == nullptr) return std::nullopt;
  ByteSet set;
  bool is_good = true;
  const auto add = [&](const Node& item) {
    if (!item.is_string()) {
      reader.problem_at(item, key, "found " + config::describe(item) + ", expected the name of a byte set");
      is_good = false;
      return;
    }
    std::optional<ByteSet> one = named_byte_set(item.as_string());
    if (!one) one = explicit_set(item.as_string());
    if (one) {
      set.add(*one);
      return;
    }
    is_good = false;
    const std::string_view near = config::nearest_name(item.as_string(), byte_set_names());
    std::string what = "found " + config::describe(item) + ", expected a byte set";
    what += near.empty() ? ": a name such as \"not-alnum\", or \"bytes:30-39,5f\""
                         : "; did you mean \"" + std::string(near) + "\"?";
    reader.problem_at(item, key, what);
  };
  if (node->is_array()) {
    for (const Node& item : node->items()) add(item);
    if (node->items().empty()) {
      reader.problem(key, "found an empty list, expected at least one byte set");
      is_good = false;
    }
  } else {
    add(*node);
  }
  return is_good ? std::optional(set) : std::nullopt;
}

std::uint32_t small(TableReader& reader, std::string_view key, std::int64_t max) {
  return static_cast<std::uint32_t>(reader.integer(key, 0, max).value_or(0));
}

Require read_require(const Node& table, const std::string& context, Problems& problems) {
  TableReader reader(table, context + " require", problems);
  Require out;
  out.min_digits = small(reader, "min_digits", 1000);
  out.min_upper = small(reader, "min_upper", 1000);
  out.min_lower = small(reader, "min_lower", 1000);
  out.min_distinct = small(reader, "min_distinct", 256);
  out.min_entropy = reader.number("min_entropy", 0.0, 8.0).value_or(0.0);
  out.max_repeat_run = small(reader, "max_repeat_run", 1000);
  reader.finish();
  return out;
}

Reject read_reject(const Node& table, const std::string& context, Problems& problems) {
  TableReader reader(table, context + " reject", problems);
  Reject out;
  if (auto equals = reader.strings("equals")) out.equals = std::move(*equals);
  out.placeholder = reader.boolean("placeholder").value_or(false);
  reader.finish();
  return out;
}

Check read_check(const Node& table, const std::string& context, Problems& problems) {
  TableReader reader(table, context + " check", problems);
  Check out;
  if (reader.require("kind")) {
    if (const auto name = reader.string("kind")) {
      if (const auto kind = parse_check(*name)) {
        out.kind = *kind;
      } else {
        const std::string_view near = config::nearest_name(*name, all_check_names());
        std::string what = "found " + config::describe(*table.find("kind")) + ", which is no check";
        if (!near.empty()) what += "; did you mean \"" + std::string(near) + "\"?";
        reader.problem("kind", what);
      }
    }
  }
  if (const auto on_fail = reader.choice<OnFail>("on_fail", kOnFail)) out.on_fail = *on_fail;
  reader.finish();
  return out;
}

std::vector<Need> read_needs(TableReader& reader, const std::string& context, Problems& problems) {
  std::vector<Need> out;
  for (const Node* table : reader.tables("needs")) {
    TableReader each(*table, context + " needs", problems);
    Need need;
    if (each.require("rule")) need.rule = each.string("rule").value_or("");
    if (each.require("within_bytes")) {
      need.within_bytes = static_cast<std::uint32_t>(each.integer("within_bytes", 1, kMaxNeedBytes).value_or(1));
    }
    if (const auto lines = each.integer("within_lines", 0, kMaxNeedBytes)) {
      need.within_lines = static_cast<std::uint32_t>(*lines);
    }
    each.finish();
    out.push_back(std::move(need));
  }
  return out;
}

void read_provenance(const Node& table, const std::string& context, Problems& problems, Provenance& out) {
  TableReader reader(table, context + " provenance", problems);
  if (auto source = reader.string("source")) out.source = std::move(*source);
  if (auto licence = reader.string("licence")) out.licence = std::move(*licence);
  if (auto facts_only = reader.boolean("facts_only")) out.facts_only = *facts_only;
  if (auto verified = reader.string("verified")) out.verified = std::move(*verified);
  reader.finish();
}

void read_anchors(TableReader& reader, std::string_view key, bool is_caseless, std::vector<Anchor>& out) {
  const auto anchors = reader.strings(key);
  if (!anchors) return;
  for (const std::string& bytes : *anchors) {
    if (bytes.size() < kMinAnchor || bytes.size() > kMaxAnchor) {
      reader.problem(key, "found an anchor of " + std::to_string(bytes.size()) + " bytes, expected 3 to 64");
    }
    out.push_back({bytes, is_caseless});
  }
}

void read_match(TableReader& reader, Rule& rule) {
  read_anchors(reader, "anchors", false, rule.anchors);
  read_anchors(reader, "anchors_caseless", true, rule.anchors);
  if (reader.require("pattern")) {
    rule.pattern = reader.string("pattern").value_or("");
    const std::size_t first = rule.pattern.find(kCapture);
    if (rule.pattern.size() > kMaxPatternLength) {
      reader.problem("pattern", "found " + std::to_string(rule.pattern.size()) + " bytes, expected at most 8192");
    } else if (first == std::string::npos) {
      reader.problem("pattern", "expected one capture (?P<secret>...) around what is redacted");
    } else if (rule.pattern.find(kCapture, first + 1) != std::string::npos) {
      reader.problem("pattern", "found a second capture named secret, expected one");
    }
  }
  if (reader.require("max_len")) {
    rule.max_len = static_cast<std::uint32_t>(reader.integer("max_len", 1, kMaxRuleLength).value_or(1));
  }
}

std::optional<Cost> read_cost(TableReader& reader, const std::string& context, Problems& problems) {
  const Node* const node = reader.table("cost");
  if (node == nullptr) return std::nullopt;
  TableReader cost(*node, context + " cost", problems);
  const Cost out{cost.number("max_hits_per_mb", 0.0, 1e6).value_or(0.0)};
  cost.finish();
  return out;
}

void read_filters(TableReader& reader, const std::string& context, const Defaults& defaults, Problems& problems,
                  Rule& rule) {
  const ByteSet anything = *named_byte_set("any");
  rule.before = read_set(reader, "before").value_or(defaults.before.value_or(anything));
  rule.after = read_set(reader, "after").value_or(defaults.after.value_or(anything));
  if (const Node* node = reader.table("require")) rule.require = read_require(*node, context, problems);
  if (const Node* node = reader.table("reject")) rule.reject = read_reject(*node, context, problems);
  if (const Node* node = reader.table("check")) rule.check = read_check(*node, context, problems);
  rule.needs = read_needs(reader, context, problems);
  const bool needs_itself =
      std::any_of(rule.needs.begin(), rule.needs.end(), [&rule](const Need& need) { return need.rule == rule.id; });
  if (needs_itself) reader.problem("needs", "found the rule's own id, expected that of another rule");
  if (auto contexts = reader.choices<Channel>("contexts", kChannels)) {
    rule.contexts = std::move(*contexts);
    if (rule.contexts.empty()) reader.problem("contexts", "found an empty list, expected at least one channel");
  }
  rule.decode = reader.choices<DecodeLayer>("decode", kLayers);
  rule.is_reported = reader.boolean("report").value_or(true);
  rule.specificity = static_cast<std::int32_t>(reader.integer("specificity", -1000, 1000).value_or(0));
  rule.vendor_prefix_len = small(reader, "vendor_prefix_len", 64);
  if (const auto redact = reader.choice<RedactMode>("redact", kRedact)) rule.redact = *redact;
  rule.cost = read_cost(reader, context, problems).value_or(defaults.cost);
}

}  // namespace

Defaults read_defaults(const Node& table, Problems& problems) {
  TableReader reader(table, "[defaults]", problems);
  Defaults out;
  out.severity = reader.choice<Severity>("severity", kSeverities);
  out.confidence = reader.choice<Confidence>("confidence", kConfidences);
  out.kind = reader.choice<RuleKind>("kind", kKinds);
  out.before = read_set(reader, "before");
  out.after = read_set(reader, "after");
  out.cost = read_cost(reader, "[defaults]", problems).value_or(Cost{});
  if (const Node* node = reader.table("provenance")) read_provenance(*node, "[defaults]", problems, out.provenance);
  reader.finish();
  return out;
}

Rule read_rule(const Node& table, const Defaults& defaults, Problems& problems) {
  Rule rule;
  rule.line = table.position().line;
  const Node* id_node = table.find("id");
  const bool has_id = id_node != nullptr && id_node->is_string();
  const std::string context = has_id ? "rule " + config::quote(id_node->as_string()) : std::string("[[rules]]");
  TableReader reader(table, context, problems);
  if (reader.require("id")) {
    rule.id = reader.string("id").value_or("");
    if (has_id && !is_rule_id(rule.id)) {
      reader.problem("id", "found " + config::describe(*id_node) +
                               ", expected lower-case words joined by '-' or '.', at most 64 bytes");
    }
  }
  if (reader.require("title")) rule.title = reader.string("title").value_or("");
  rule.severity = reader.choice<Severity>("severity", kSeverities).value_or(defaults.severity.value_or(rule.severity));
  rule.confidence =
      reader.choice<Confidence>("confidence", kConfidences).value_or(defaults.confidence.value_or(rule.confidence));
  rule.kind = reader.choice<RuleKind>("kind", kKinds).value_or(defaults.kind.value_or(rule.kind));
  read_match(reader, rule);
  read_filters(reader, context, defaults, problems, rule);
  rule.provenance = defaults.provenance;
  if (const Node* node = reader.table("provenance")) read_provenance(*node, context, problems, rule.provenance);
  if (reader.require("tests")) {
    if (const Node* node = reader.table("tests")) rule.tests = read_tests(*node, context, problems);
  }
  reader.finish();
  return rule;
}

}  // namespace sluice::rules
