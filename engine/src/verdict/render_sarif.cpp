// SARIF 2.1.0 (OASIS). One run; one artifact for each verdict; one result for each listed finding.
#include <algorithm>
#include <map>
#include <string>

#include "crypto/fingerprint.h"
#include "sluice/version.h"
#include "verdict/forms.h"
#include "verdict/json_fields.h"
#include "verdict/sarif_uri.h"

namespace sluice::verdict {

namespace {

constexpr std::string_view kSchemaUri =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

std::string_view level_of(Severity severity) noexcept {
  switch (severity) {
    case Severity::kInfo:
    case Severity::kLow: return "note";
    case Severity::kMedium: return "warning";
    case Severity::kHigh:
    case Severity::kCritical: return "error";
  }
  return "error";
}

// What code hosts sort by: a number from 0.0 to 10.0, as text.
std::string_view security_severity(Severity severity) noexcept {
  switch (severity) {
    case Severity::kInfo: return "0.0";
    case Severity::kLow: return "3.0";
    case Severity::kMedium: return "5.5";
    case Severity::kHigh: return "8.0";
    case Severity::kCritical: return "9.5";
  }
  return "9.5";
}

// In a SARIF message braces mark placeholders (section 3.11.5) and brackets mark links (3.11.6).
std::string message_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '{' || c == '}') out += c;
    if (c == '[' || c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

struct Rule {
  FindingCode code = FindingCode::kInternalFault;
  Severity severity = Severity::kInfo;  // the worst of its findings
};

class SarifReport {
 public:
  explicit SarifReport(const std::vector<const Verdict*>& verdicts) : verdicts_(verdicts), w_(out_, 2, kJsonEscapes) {
    for (const Verdict* verdict : verdicts_) {
      for (const Finding& finding : verdict->findings) add_rule(finding);
    }
  }

  [[nodiscard]] std::string write() {
    w_.begin_object();
    w_.member("$schema", kSchemaUri);
    w_.member("version", "2.1.0");
    w_.key("runs");
    w_.begin_array();
    w_.begin_object();
    write_tool();
    write_invocation();
    // Lines end in LF only; columns are left out of the text regions, since SARIF cannot count them in bytes.
    w_.key("newlineSequences");
    w_.begin_array();
    w_.string("\n");
    w_.end_array();
    write_artifacts();
    w_.key("results");
    w_.begin_array();
    for (std::size_t i = 0; i < verdicts_.size(); ++i) {
      for (const Finding& finding : verdicts_[i]->findings) write_result(i, finding);
    }
    w_.end_array();
    w_.end_object();
    w_.end_array();
    w_.end_object();
    out_ += '\n';
    return std::move(out_);
  }

 private:
  void add_rule(const Finding& finding) {
    const auto [it, is_new] = rule_index_.try_emplace(rule_of(finding), rules_.size());
    if (is_new) {
      rules_.push_back({finding.code, finding.severity});
      rule_ids_.push_back(it->first);
    }
    Rule& rule = rules_[it->second];
    rule.severity = std::max(rule.severity, finding.severity);
  }

  void write_message(std::string_view name, std::string_view text) {
    w_.key(name);
    w_.begin_object();
    w_.member("text", message_text(text));
    w_.end_object();
  }

  void write_tool() {
    w_.key("tool");
    w_.begin_object();
    w_.key("driver");
    w_.begin_object();
    w_.member("name", "sluice");
    w_.member("version", version());
    w_.member("semanticVersion", version());
    w_.key("rules");
    w_.begin_array();
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      w_.begin_object();
      w_.member("id", rule_ids_[i]);
      write_message("shortDescription", finding_meaning(rules_[i].code));
      w_.key("defaultConfiguration");
      w_.begin_object();
      w_.member("level", level_of(rules_[i].severity));
      w_.end_object();
      w_.key("properties");
      w_.begin_object();
      w_.key("tags");
      w_.begin_array();
      w_.string("security");
      w_.end_array();
      w_.member("security-severity", security_severity(rules_[i].severity));
      w_.end_object();
      w_.end_object();
    }
    w_.end_array();
    w_.end_object();
    w_.end_object();
  }

  void write_notification(std::size_t artifact, std::string_view id, std::string_view level, std::string_view text) {
    w_.begin_object();
    w_.key("descriptor");
    w_.begin_object();
    w_.member("id", id);
    w_.end_object();
    w_.member("level", level);
    write_message("message", text);
    w_.key("locations");
    w_.begin_array();
    w_.begin_object();
    w_.key("physicalLocation");
    w_.begin_object();
    write_artifact_location(artifact);
    w_.end_object();
    w_.end_object();
    w_.end_array();
    w_.end_object();
  }

  void write_invocation() {
    const bool is_complete =
        std::all_of(verdicts_.begin(), verdicts_.end(), [](const Verdict* v) { return v->is_complete; });
    w_.key("invocations");
    w_.begin_array();
    w_.begin_object();
    w_.member("executionSuccessful", is_complete);
    w_.key("toolExecutionNotifications");
    w_.begin_array();
    for (std::size_t i = 0; i < verdicts_.size(); ++i) write_notifications(i);
    w_.end_array();
    w_.end_object();
    w_.end_array();
  }

  void write_notifications(std::size_t artifact) {
    const Verdict& v = *verdicts_[artifact];
    bool is_explained = false;
    for (const Finding& finding : v.findings) {
      if (finding.is_complete) continue;
      is_explained = true;
      write_notification(artifact, finding_name(finding.code), "error",
                         "The check was not finished: " + describe(finding));
    }
    if (!v.is_complete && !is_explained) {
      write_notification(artifact, "incomplete", "error", "The check was not finished.");
    }
    for (const auto& [rule, count] : v.findings_not_listed) {
      write_notification(artifact, printable(rule), "warning",
                         std::to_string(count) + " more of this kind were counted and not listed.");
    }
  }

  static std::string describe(const Finding& finding) {
    std::string text(finding_meaning(finding.code));
    if (!finding.detail.empty()) text += ": " + finding.detail.str();
    return text;
  }

  void write_artifact_location(std::size_t artifact) {
    const Verdict& v = *verdicts_[artifact];
    w_.key("artifactLocation");
    w_.begin_object();
    w_.member("uri", sarif_uri(v.channel, printable(v.name.str())));
    w_.member("index", static_cast<std::uint64_t>(artifact));
    w_.end_object();
  }

  static bool is_mime_type(std::string_view type) noexcept {
    const std::size_t slash = type.find('/');
    return slash != std::string_view::npos && slash > 0 && slash + 1 < type.size();
  }

  void write_artifacts() {
    w_.key("artifacts");
    w_.begin_array();
    for (std::size_t i = 0; i < verdicts_.size(); ++i) {
      const Verdict& v = *verdicts_[i];
      w_.begin_object();
      w_.key("location");
      w_.begin_object();
      w_.member("uri", sarif_uri(v.channel, printable(v.name.str())));
      w_.end_object();
      w_.member("length", v.input_bytes);
      w_.key("roles");
      w_.begin_array();
      w_.string("analysisTarget");
      if (v.channel == Channel::kStdout || v.channel == Channel::kStderr) w_.string("standardStream");
      w_.end_array();
      if (is_mime_type(v.media_type)) w_.member("mimeType", printable(v.media_type));
      if (v.input_digest) {
        w_.key("hashes");
        w_.begin_object();
        w_.member("sha-256", to_hex(std::span<const std::uint8_t>(*v.input_digest)));
        w_.end_object();
      }
      w_.key("properties");
      w_.begin_object();
      w_.member("order", static_cast<std::uint64_t>(i));  // keeps two artifacts of one name apart
      w_.member("taskId", printable(v.task_id));
      w_.member("channel", channel_name(v.channel));
      w_.member("name", printable(v.name.str()));
      w_.member("decision", decision_name(v.decision));
      w_.member("released", is_passed(v));
      w_.member("complete", v.is_complete);
      w_.end_object();
      w_.end_object();
    }
    w_.end_array();
  }

  // A finding in a name, or about the whole artifact, has no place in the bytes.
  static bool has_region(const Location& where) noexcept {
    return where.layer != Layer::kName && (where.end > 0 || where.line > 0) && where.begin <= where.end;
  }

  void write_region(const Location& where) {
    w_.key("region");
    w_.begin_object();
    if (where.line > 0) w_.member("startLine", std::uint64_t{where.line});
    w_.member("byteOffset", where.begin);
    w_.member("byteLength", where.end - where.begin);
    if (where.column > 0) {
      w_.key("properties");
      w_.begin_object();
      w_.member("byteColumn", std::uint64_t{where.column});
      w_.end_object();
    }
    w_.end_object();
  }

  void write_result(std::size_t artifact, const Finding& finding) {
    const std::string rule = rule_of(finding);
    w_.begin_object();
    w_.member("ruleId", rule);
    w_.member("ruleIndex", static_cast<std::uint64_t>(rule_index_.at(rule)));
    w_.member("level", level_of(finding.severity));
    write_message("message", describe(finding));
    w_.key("locations");
    w_.begin_array();
    w_.begin_object();
    w_.key("physicalLocation");
    w_.begin_object();
    write_artifact_location(artifact);
    if (has_region(finding.where)) write_region(finding.where);
    w_.end_object();
    if (!finding.where.pointer.empty()) {
      w_.key("logicalLocations");
      w_.begin_array();
      w_.begin_object();
      w_.member("fullyQualifiedName", printable(finding.where.pointer.str()));
      w_.end_object();
      w_.end_array();
    }
    w_.end_object();
    w_.end_array();
    if (finding.fingerprint) {
      w_.key("partialFingerprints");
      w_.begin_object();
      w_.member("sluiceKeyed/v1", fingerprint_hex(*finding.fingerprint));
      w_.end_object();
    }
    w_.member("occurrenceCount", std::max<std::uint64_t>(finding.count, 1));
    w_.key("properties");
    w_.begin_object();
    w_.member("code", static_cast<std::uint64_t>(finding.code));
    w_.member("name", finding_name(finding.code));
    w_.member("severity", severity_name(finding.severity));
    w_.member("confidence", confidence_name(finding.confidence));
    w_.member("effect", decision_name(finding.effect));
    w_.member("layer", layer_name(finding.where.layer));
    w_.member("complete", finding.is_complete);
    w_.end_object();
    w_.end_object();
  }

  const std::vector<const Verdict*>& verdicts_;
  std::map<std::string, std::size_t> rule_index_;
  std::vector<std::string> rule_ids_;
  std::vector<Rule> rules_;
  std::string out_;
  json::Writer w_;
};

}  // namespace

std::string render_sarif(const std::vector<const Verdict*>& verdicts, const RenderOptions&) {
  return SarifReport(verdicts).write();
}

}  // namespace sluice::verdict
