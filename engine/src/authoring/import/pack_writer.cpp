#include "authoring/import/pack_writer.h"

#include <array>
#include <charconv>

#include "authoring/import/row_edit.h"
#include "rules/load.h"
#include "sluice/finding.h"

namespace sluice::authoring::importing {
namespace {

using rules::ByteSet;
using rules::Rule;

// A basic string of TOML.
std::string quoted(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += "\\u00";
      out += kHex[byte >> 4U];
      out += kHex[byte & 15U];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string number_text(double value) {
  std::array<char, 32> buffer{};
  const auto [end, code] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string text(buffer.data(), end);
  if (code == std::errc{} && text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

void add_line(std::string& out, std::string_view key, const std::string& value) {
  out += key;
  out += " = ";
  out += value;
  out += '\n';
}

std::string hex_byte(unsigned byte) {
  constexpr std::string_view kHex = "0123456789abcdef";
  return {kHex[byte >> 4U], kHex[byte & 15U]};
}

void add_anchors(std::string& out, std::string_view key, const Rule& rule, bool is_caseless) {
  std::string list;
  for (const rules::Anchor& anchor : rule.anchors) {
    if (anchor.is_caseless != is_caseless) continue;
    list += (list.empty() ? "" : ", ") + quoted(anchor.bytes);
  }
  if (!list.empty()) add_line(out, key, "[" + list + "]");
}

std::string require_text(const rules::Require& require) {
  std::string out;
  const auto add = [&out](std::string_view key, const std::string& value) {
    out += out.empty() ? "" : ", ";
    out += key;
    out += " = ";
    out += value;
  };
  if (require.min_digits != 0) add("min_digits", std::to_string(require.min_digits));
  if (require.min_upper != 0) add("min_upper", std::to_string(require.min_upper));
  if (require.min_lower != 0) add("min_lower", std::to_string(require.min_lower));
  if (require.min_entropy > 0) add("min_entropy", number_text(require.min_entropy));
  return out;
}

// The only place that knows how `needs` is written.
std::string needs_text(const std::vector<rules::Need>& needs) {
  std::string out;
  for (const rules::Need& need : needs) {
    out += out.empty() ? "" : ", ";
    out += "{rule = " + quoted(need.rule) + ", within_bytes = " + std::to_string(need.within_bytes);
    if (need.within_lines) out += ", within_lines = " + std::to_string(*need.within_lines);
    out += "}";
  }
  return "[" + out + "]";
}

std::string test_text(const rules::RuleTest& test) {
  std::string out;
  const auto add = [&out](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  std::string secret;
  for (std::size_t i = 0; i < test.text.parts.size(); ++i) {
    const std::string part = quoted(test.text.parts[i].text);
    if (i < test.text.secret_begin || i >= test.text.secret_end) {
      add(part);
      continue;
    }
    secret += (secret.empty() ? "" : ", ") + part;
    if (i + 1 == test.text.secret_end) add("[" + secret + "]");
  }
  return "[" + out + "]";
}

void add_tests(std::string& out, std::string_view key, const std::vector<rules::RuleTest>& tests) {
  if (tests.empty()) {
    add_line(out, key, "[]");
    return;
  }
  out += key;
  out += " = [\n";
  for (const rules::RuleTest& test : tests) out += "  " + test_text(test) + ",\n";
  out += "]\n";
}

// A comment ends at the end of its line and holds no control characters.
std::string comment_text(std::string_view text) {
  std::string out;
  for (const char c : text) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  return out;
}

void add_rule(std::string& out, const WrittenRule& written, const WriteOptions& options) {
  const Rule& rule = written.rule;
  out += "\n[[rules]]\n";
  for (const std::string& reference : written.references) out += "# " + comment_text(reference) + "\n";
  add_line(out, "id", quoted(rule.id));
  add_line(out, "title", quoted(rule.title));
  add_line(out, "severity", quoted(severity_name(rule.severity)));
  add_line(out, "confidence", quoted(confidence_name(rule.confidence)));
  add_line(out, "kind", quoted(rules::rule_kind_name(rule.kind)));
  add_anchors(out, "anchors", rule, false);
  add_anchors(out, "anchors_caseless", rule, true);
  add_line(out, "pattern", "'''" + rule.pattern + "'''");
  add_line(out, "max_len", std::to_string(rule.max_len));
  if (!rule.before.is_all()) add_line(out, "before", set_text(rule.before));
  if (!rule.after.is_all()) add_line(out, "after", set_text(rule.after));
  const std::string require = require_text(rule.require);
  if (!require.empty()) add_line(out, "require", "{" + require + "}");
  if (!rule.needs.empty()) add_line(out, "needs", needs_text(rule.needs));
  if (rule.specificity != 0) add_line(out, "specificity", std::to_string(rule.specificity));
  if (rule.vendor_prefix_len != 0) add_line(out, "vendor_prefix_len", std::to_string(rule.vendor_prefix_len));
  add_line(out, "provenance",
           "{source = " + quoted(rule.provenance.source) + ", licence = " + quoted(rule.provenance.licence) +
               ", facts_only = false, verified = " + quoted(rule.provenance.verified) + "}");
  out += "[rules.tests]\n";
  add_tests(out, "positive", options.with_tests ? rule.tests.positive : std::vector<rules::RuleTest>{});
  add_tests(out, "negative", options.with_tests ? rule.tests.negative : std::vector<rules::RuleTest>{});
}

}  // namespace

// A name where there is one, else the bytes, and the edge of the input beside them.
std::string set_text(const ByteSet& set) {
  for (const std::string_view name : rules::byte_set_names()) {
    if (rules::named_byte_set(name) == set) return quoted(name);
  }
  std::string bytes;
  set.for_each_range([&bytes](std::uint8_t first, std::uint8_t last) {
    if (!bytes.empty()) bytes += ',';
    bytes += hex_byte(first);
    if (last > first) bytes += "-" + hex_byte(last);
  });
  bytes = quoted("bytes:" + bytes);
  return set.contains_end() ? "[" + bytes + ", \"end\"]" : bytes;
}

std::string write_pack(const rules::RulePack& head, std::span<const WrittenRule> written, const WriteOptions& options) {
  std::string out = "# Imported by `sluice rules import`. Lint names what only an author can add.\n";
  add_line(out, "format_version", "1");
  add_line(out, "name", quoted(head.name));
  add_line(out, "version", quoted(head.version));
  add_line(out, "licence", quoted(head.licence));
  for (const WrittenRule& each : written) add_rule(out, each, options);
  return out;
}

}  // namespace sluice::authoring::importing
