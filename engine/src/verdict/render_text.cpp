#include <algorithm>
#include <string>

#include "crypto/fingerprint.h"
#include "verdict/forms.h"

namespace sluice::verdict {

namespace {

constexpr std::string_view kRed = "31";
constexpr std::string_view kBoldRed = "1;31";
constexpr std::string_view kYellow = "33";
constexpr std::string_view kBoldYellow = "1;33";
constexpr std::string_view kBoldGreen = "1;32";
constexpr std::string_view kCyan = "36";
constexpr std::string_view kDim = "2";

class TextReport {
 public:
  explicit TextReport(const RenderOptions& options) : options_(options) {}

  void add(const Verdict& v) {
    if (!out_.empty()) out_ += '\n';
    add_head(v);
    add_facts(v);
    for (const Finding& finding : v.findings) add_finding(finding);
    add_not_listed(v);
    row("next", next_step(v));
  }

  void add_summary(const std::vector<const Verdict*>& verdicts) {
    if (verdicts.size() == 1) return;
    const auto count = [&](auto is_one) {
      return std::to_string(
          std::count_if(verdicts.begin(), verdicts.end(), [&](const Verdict* v) { return is_one(*v); }));
    };
    if (!out_.empty()) out_ += '\n';
    out_ += std::to_string(verdicts.size()) + " artifacts: ";
    out_ += count([](const Verdict& v) { return is_passed(v) && v.decision == Decision::kAllow; }) + " passed, ";
    out_ += count([](const Verdict& v) { return is_passed(v) && v.decision == Decision::kSanitize; }) + " cleaned, ";
    out_ += count([](const Verdict& v) { return !is_passed(v) && v.decision != Decision::kReject; }) + " withheld, ";
    out_ += count([](const Verdict& v) { return v.decision == Decision::kReject; }) + " rejected.\n";
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  static constexpr std::size_t kLabelWidth = 12;
  static constexpr std::size_t kSeverityWidth = 9;

  void paint(std::string_view text, std::string_view color) {
    if (!options_.with_color) {
      out_ += text;
      return;
    }
    out_ += "\x1b[";
    out_ += color;
    out_ += 'm';
    out_ += text;
    out_ += "\x1b[0m";
  }

  void row(std::string_view label, std::string_view text) {
    out_ += "  ";
    paint(label, kDim);
    if (label.size() < kLabelWidth) out_.append(kLabelWidth - label.size(), ' ');
    out_ += text;
    out_ += '\n';
  }

  static std::string_view head_word(const Verdict& v) {
    if (v.decision == Decision::kReject) return "REJECTED";
    if (!is_passed(v)) return "WITHHELD";
    return v.decision == Decision::kSanitize ? "CLEANED" : "PASSED";
  }

  static std::string_view decision_sentence(const Verdict& v) {
    if (v.decision == Decision::kReject) return "reject: the policy does not allow it";
    if (!v.is_complete) {
      return v.released_bytes > 0 ? "quarantine: the check could not be finished, so nothing more is released"
                                  : "quarantine: the check could not be finished, so nothing is released";
    }
    switch (v.decision) {
      case Decision::kAllow: return "allow: released as it came";
      case Decision::kSanitize: return "sanitize: what the policy does not allow was taken out, the rest is released";
      case Decision::kQuarantine: return "quarantine: kept back until a person has looked at it";
      case Decision::kReject: break;
    }
    return "reject: the policy does not allow it";
  }

  static std::string next_step(const Verdict& v) {
    if (!is_passed(v) && v.released_bytes > 0) {
      return "Discard the " + bytes(v.released_bytes) + " that the reader already has: the finding came after them.";
    }
    if (v.decision == Decision::kReject) {
      return "Do not use it. Have the task write something else, or allow this in the policy and check again.";
    }
    if (!v.is_complete) {
      return "Do not use it. Remove what stopped the check (the findings name it), then check again.";
    }
    switch (v.decision) {
      case Decision::kAllow: return "Nothing to do.";
      case Decision::kSanitize: return "Use the cleaned bytes, never the original.";
      default:
        return "Do not use it. Look at the findings; to let such output pass, change the policy and check again.";
    }
  }

  // A quote inside cannot end the quoted text.
  static std::string quoted(const ReportText& text) {
    std::string out = "\"";
    for (const char c : printable(text.str())) {
      if (c == '"') out += '\\';
      out += c;
    }
    return out + '"';
  }

  static std::string bytes(std::uint64_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); }

  void add_head(const Verdict& v) {
    const std::string_view word = head_word(v);
    paint(word, word == "PASSED" ? kBoldGreen : (word == "CLEANED" ? kBoldYellow : kBoldRed));
    out_.append(kLabelWidth + 2 - word.size(), ' ');
    out_ += channel_name(v.channel);
    if (!v.name.empty()) out_ += ' ' + quoted(v.name);
    out_ += '\n';
  }

  void add_facts(const Verdict& v) {
    row("decision", decision_sentence(v));
    std::string type = v.media_type.empty() ? "unknown" : printable(v.media_type);
    if (!v.declared_type.empty()) type += ", declared as " + quoted(v.declared_type);
    row("type", type);
    std::string size = bytes(v.input_bytes) + " in, ";
    if (is_passed(v)) {
      size += bytes(v.output_bytes) + " released";
    } else {
      size += v.released_bytes > 0 ? bytes(v.released_bytes) + " released too early" : "nothing released";
    }
    if (v.is_truncated) size += ", truncated";
    if (v.stopped_at) size += ", stopped at byte " + std::to_string(*v.stopped_at);
    row("size", size);
    if (v.result) {
      std::string result = "number " + std::to_string(v.result->index);
      if (v.result->is_main) result += ", the value of the last expression";
      if (v.result->is_best) result += ", best for this reader";
      row("result", result);
    }
    if (!v.task_id.empty()) row("task", printable(v.task_id));
    row("findings", count_line(v));
  }

  static std::string count_line(const Verdict& v) {
    if (v.findings.empty() && v.findings_not_listed.empty()) return "none";
    const std::array<std::uint64_t, kSeverities> counts = count_by_severity(v);
    std::string line;
    for (std::size_t i = kSeverities; i-- > 0;) {
      if (counts[i] == 0) continue;
      if (!line.empty()) line += ", ";
      line += std::to_string(counts[i]) + ' ' + std::string(severity_name(static_cast<Severity>(i)));
    }
    return line.empty() ? "none listed" : line;
  }

  static std::string place(const Location& where) {
    std::string text;
    if (where.line != 0) {
      text = " at " + std::to_string(where.line) + ':' + std::to_string(where.column);
    } else if (where.end > 0) {
      text = " at byte " + std::to_string(where.begin);
    }
    if (where.layer == Layer::kName) text += " in the name";
    if (where.layer == Layer::kDecoded) text += " in a decoded value";
    if (!where.pointer.empty()) text += " (" + printable(where.pointer.str()) + ')';
    return text;
  }

  void add_finding(const Finding& finding) {
    out_ += "    ";
    const std::string_view severity = severity_name(finding.severity);
    paint(severity,
          finding.severity >= Severity::kHigh ? kRed : (finding.severity == Severity::kMedium ? kYellow : kCyan));
    out_.append(kSeverityWidth - std::min(kSeverityWidth - 1, severity.size()), ' ');
    out_ += finding_name(finding.code);
    if (!finding.rule_id.empty()) out_ += ", rule " + printable(finding.rule_id);
    out_ += place(finding.where);
    if (finding.count != 1) out_ += ", " + std::to_string(finding.count) + " times";
    if (finding.fingerprint) out_ += ", mark " + fingerprint_mark(*finding.fingerprint);
    out_ += '\n';
    out_.append(4 + kSeverityWidth, ' ');
    out_ += finding_meaning(finding.code);
    if (!finding.detail.empty()) out_ += ": " + printable(finding.detail.str());
    out_ += '\n';
  }

  void add_not_listed(const Verdict& v) {
    if (v.findings_not_listed.empty()) return;
    std::string text;
    for (const auto& [rule, count] : v.findings_not_listed) {
      if (!text.empty()) text += ", ";
      text += printable(rule) + ' ' + std::to_string(count);
    }
    row("not listed", text);
  }

  const RenderOptions& options_;
  std::string out_;
};

}  // namespace

std::string render_text(const std::vector<const Verdict*>& verdicts, const RenderOptions& options) {
  TextReport report(options);
  for (const Verdict* verdict : verdicts) report.add(*verdict);
  report.add_summary(verdicts);
  return report.take();
}

}  // namespace sluice::verdict
