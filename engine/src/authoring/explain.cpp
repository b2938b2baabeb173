#include "authoring/explain.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

#include "authoring/explain_needs.h"
#include "core/ascii.h"
#include "regex/regex.h"
#include "scan/checks/check.h"
#include "scan/checks/filters.h"
#include "scan/compiled_rules.h"

namespace sluice::authoring {

namespace {

using regex::Span;
using rules::ByteSet;
using rules::Rule;

// A pattern is tried from as many places before its anchor; the longest that a rule may have.
constexpr std::size_t kMaxStarts = rules::kMaxRuleLength;
constexpr std::size_t kMaxPlaces = 1'000;  // traced for one rule

std::string at_text(std::uint64_t begin, std::uint64_t end) {
  return "bytes " + std::to_string(begin) + " to " + std::to_string(end);
}

std::string byte_text(std::uint8_t byte) {
  if (byte > 0x20 && byte < 0x7F) return std::string("'") + static_cast<char>(byte) + "'";
  std::array<char, 8> hex{};
  std::snprintf(hex.data(), hex.size(), "0x%02X", byte);
  return hex.data();
}

std::string set_text(const ByteSet& set) {
  if (set.is_all()) return "anything";
  std::string out;
  set.for_each_range([&out](std::uint8_t first, std::uint8_t last) {
    if (!out.empty()) out += " ";
    out += byte_text(first);
    if (last > first) out += "-" + byte_text(last);
  });
  if (set.contains_end()) out += out.empty() ? "the edge of the input" : " or the edge of the input";
  return out.empty() ? "nothing" : out;
}

// Where `anchor` stands in the text.
std::vector<std::size_t> occurrences(const rules::Anchor& anchor, ByteView text) {
  std::vector<std::size_t> found;
  const std::string_view chars = as_chars(text);
  const std::size_t size = anchor.bytes.size();
  for (std::size_t at = 0; at + size <= chars.size() && found.size() < kMaxPlaces; ++at) {
    const std::string_view part = chars.substr(at, size);
    if (anchor.is_caseless ? equals_ignoring_case(part, anchor.bytes) : part == anchor.bytes) found.push_back(at);
  }
  return found;
}

class Tracer {
 public:
  Tracer(const rules::RulePack& pack, const Rule& rule, const regex::Regex& pattern, ByteView text, bool is_trusted)
      : pack_(pack), rule_(rule), pattern_(pattern), text_(text), may_drop_(is_trusted || rule.filters_may_drop()) {}

  void run(std::vector<RuleTrace>& traces) {
    for (const rules::Anchor& anchor : rule_.anchors) {
      for (const std::size_t at : occurrences(anchor, text_)) traces.push_back(at_anchor(at, anchor));
    }
    if (rule_.anchors.empty()) without_anchor(traces);
  }

 private:
  RuleTrace make_trace(std::size_t at) const {
    RuleTrace trace;
    trace.pack = pack_.name;
    trace.rule_id = rule_.id;
    trace.anchor_at = at;
    return trace;
  }

  [[nodiscard]] std::optional<std::size_t> match_at(std::size_t begin) const {
    std::array<Span, 1> whole;
    const ByteView rest = text_.subspan(begin, std::min<std::size_t>(rule_.max_len, text_.size() - begin));
    if (!pattern_.match_at_start(rest, whole) || whole[0].end == 0) return std::nullopt;
    return begin + whole[0].end;
  }

  RuleTrace at_anchor(std::size_t at, const rules::Anchor& anchor) const {
    RuleTrace trace = make_trace(at);
    const std::size_t size = anchor.bytes.size();
    trace.steps.push_back("anchor: " + std::to_string(size) + " bytes" +
                          (anchor.is_caseless ? ", in any case, " : " ") + "at byte " + std::to_string(at));
    const std::size_t first = at - std::min({at, kMaxStarts, std::size_t{rule_.max_len}});
    for (std::size_t begin = first; begin <= at; ++begin) {
      const std::optional<std::size_t> end = match_at(begin);
      if (!end || *end < at + size) continue;
      judge(begin, *end, trace);
      return trace;
    }
    trace.steps.push_back("pattern: no match of at most " + std::to_string(rule_.max_len) + " bytes holds the anchor");
    return trace;
  }

  void without_anchor(std::vector<RuleTrace>& traces) const {
    for (std::size_t begin = 0; begin < text_.size() && traces.size() < kMaxPlaces; ++begin) {
      const std::optional<std::size_t> end = match_at(begin);
      if (!end) continue;
      RuleTrace trace = make_trace(begin);
      trace.steps.emplace_back("no anchor: the pattern itself is the first stage");
      judge(begin, *end, trace);
      traces.push_back(std::move(trace));
      begin = *end - 1;
    }
  }

  // A filter that refuses drops the match, or makes it doubtful. @return false where the match is dropped
  bool refuse(RuleTrace& trace, std::string what) const {
    const bool is_dropped = may_drop_;
    trace.steps.push_back(std::move(what) + std::string(is_dropped ? kDropped : kDemoted));
    trace.confidence = Confidence::kLow;
    return !is_dropped;
  }

  void judge(std::size_t begin, std::size_t end, RuleTrace& trace) const {
    trace.confidence = rule_.confidence;
    trace.steps.push_back("pattern: matches " + at_text(begin, end));
    const Span secret = secret_in(begin, end);
    trace.begin = begin + secret.begin;
    trace.end = begin + secret.end;
    if (trace.begin != begin || trace.end != end) trace.steps.push_back("secret: " + at_text(trace.begin, trace.end));
    const ByteView value = text_.subspan(static_cast<std::size_t>(trace.begin), secret.end - secret.begin);
    trace.is_found = bounds(begin, end, trace) && filters(value, trace) &&
                     passes_check(value, text_.subspan(begin, end - begin), trace);
  }

  [[nodiscard]] Span secret_in(std::size_t begin, std::size_t end) const {
    const std::optional<std::size_t> group = pattern_.group_named("secret");
    std::array<Span, 32> groups;
    if (rule_.redact == rules::RedactMode::kMatch || !group || *group >= groups.size() ||
        !pattern_.match_whole(text_.subspan(begin, end - begin), std::span(groups).first(*group + 1)) ||
        !groups[*group].is_set() || groups[*group].begin == groups[*group].end) {
      return {0, end - begin};
    }
    return groups[*group];
  }

  bool bounds(std::size_t begin, std::size_t end, RuleTrace& trace) const {
    const bool is_first = begin == 0;
    const bool is_last = end == text_.size();
    const auto byte_at = [&](std::size_t at) { return std::to_integer<std::uint8_t>(text_[at]); };
    const bool before = is_first ? rule_.before.contains_end() : rule_.before.contains(byte_at(begin - 1));
    const bool after = is_last ? rule_.after.contains_end() : rule_.after.contains(byte_at(end));
    if (!before && !refuse(trace, "before: " + (is_first ? "the input begins" : byte_text(byte_at(begin - 1))) +
                                      " is not among " + set_text(rule_.before))) {
      return false;
    }
    return after || refuse(trace, "after: " + (is_last ? "the input ends" : byte_text(byte_at(end))) +
                                      " is not among " + set_text(rule_.after));
  }

  bool filters(ByteView value, RuleTrace& trace) const {
    const rules::Require& wanted = rule_.require;
    const auto asks = [&](rules::Require one, const std::string& what) {
      return scan::meets(one, value) || refuse(trace, "require: " + what);
    };
    rules::Require one;
    one.min_digits = wanted.min_digits;
    if (!asks(one, "fewer than " + std::to_string(wanted.min_digits) + " digits")) return false;
    one = {};
    one.min_upper = wanted.min_upper;
    if (!asks(one, "fewer than " + std::to_string(wanted.min_upper) + " capitals")) return false;
    one = {};
    one.min_lower = wanted.min_lower;
    if (!asks(one, "fewer than " + std::to_string(wanted.min_lower) + " small letters")) return false;
    one = {};
    one.min_distinct = wanted.min_distinct;
    if (!asks(one, "fewer than " + std::to_string(wanted.min_distinct) + " different bytes")) return false;
    one = {};
    one.min_entropy = wanted.min_entropy;
    if (!asks(one, "an entropy below " + std::to_string(wanted.min_entropy) + " bits a byte")) return false;
    one = {};
    one.max_repeat_run = wanted.max_repeat_run;
    if (!asks(one, "one byte more than " + std::to_string(wanted.max_repeat_run) + " times in a row")) return false;
    return !scan::rejects(rule_.reject, value) ||
           refuse(trace, "reject: the value is one that the rule names, or a placeholder");
  }

  bool passes_check(ByteView value, ByteView whole, RuleTrace& trace) const {
    if (rule_.check.kind == rules::CheckKind::kNone) return true;
    const std::string name = "check " + std::string(rules::check_name(rule_.check.kind)) + ": ";
    switch (scan::run_check(rule_.check.kind, value, whole)) {
      case scan::CheckResult::kPass: trace.steps.push_back(name + "passed"); return true;
      case scan::CheckResult::kNotApplicable: trace.steps.push_back(name + "says nothing of this form"); return true;
      case scan::CheckResult::kFail: break;
    }
    if (may_drop_ && rule_.check.on_fail == rules::OnFail::kDrop) return refuse(trace, name + "failed");
    trace.steps.push_back(name + "failed; kept with low confidence");
    trace.confidence = Confidence::kLow;
    return true;
  }

  const rules::RulePack& pack_;
  const Rule& rule_;
  const regex::Regex& pattern_;
  ByteView text_;
  bool may_drop_;
};

}  // namespace

Result<std::vector<RuleTrace>> trace_rules(std::span<const std::shared_ptr<const rules::RulePack>> packs, ByteView text,
                                           bool is_trusted_source) {
  std::vector<RuleTrace> traces;
  for (const auto& pack : packs) {
    for (const Rule& rule : pack->rules) {
      const bool is_near = rule.anchors.empty() ||
                           std::any_of(rule.anchors.begin(), rule.anchors.end(),
                                       [&](const rules::Anchor& anchor) { return !occurrences(anchor, text).empty(); });
      if (!is_near) continue;
      Result<regex::Regex> pattern = regex::Regex::compile(rule.pattern);
      if (!pattern) return std::move(pattern).error();
      Tracer(*pack, rule, *pattern, text, is_trusted_source).run(traces);
    }
  }
  judge_needs(packs, text, is_trusted_source, traces);
  std::stable_sort(traces.begin(), traces.end(),
                   [](const RuleTrace& a, const RuleTrace& b) { return a.anchor_at < b.anchor_at; });
  return traces;
}

Result<std::string> describe_rule(const std::shared_ptr<const rules::RulePack>& pack, const Rule& rule) {
  auto alone = std::make_shared<rules::RulePack>(*pack);
  alone->rules = {rule};
  alone->rules[0].needs.clear();
  const std::shared_ptr<const rules::RulePack> packs[] = {alone};
  scan::CompileOptions options;
  options.find_forged_marks = false;
  Result<std::shared_ptr<const scan::CompiledRules>> compiled = scan::CompiledRules::compile(packs, options);
  if (!compiled) return std::move(compiled).error();
  const scan::CompileStats& stats = (*compiled)->stats();

  std::string out = rule.id + ": " + rule.title + "\n";
  const auto line = [&out](std::string_view name, const std::string& text) {
    out += "  " + std::string(name) + std::string(name.size() < 12 ? 12 - name.size() : 1, ' ') + text + "\n";
  };
  line("pack", pack->name + " " + pack->version + ", line " + std::to_string(rule.line));
  line("kind", std::string(rules::rule_kind_name(rule.kind)) + ", severity " +
                   std::string(severity_name(rule.severity)) + ", confidence " +
                   std::string(confidence_name(rule.confidence)));
  std::string anchors;
  for (const rules::Anchor& anchor : rule.anchors) {
    anchors += (anchors.empty() ? "\"" : ", \"") + anchor.bytes + "\"" + (anchor.is_caseless ? " in any case" : "");
  }
  line("anchors", anchors.empty() ? "none: the pattern itself is searched, which costs more" : anchors);
  line("pattern", rule.pattern);
  line("longest", bytes_text(rule.max_len));
  line("before", set_text(rule.before));
  line("after", set_text(rule.after));
  if (rule.check.kind != rules::CheckKind::kNone) {
    line("check", std::string(rules::check_name(rule.check.kind)) +
                      (rule.check.on_fail == rules::OnFail::kDrop ? ", a failure drops" : ", a failure demotes"));
  }
  for (const rules::Need& need : rule.needs) line("needs", need_text(need));
  if (!rule.is_reported) line("report", "false: it only counts for the rules that need it");
  line("filters", rule.filters_may_drop()
                      ? "may drop a match"
                      : "lower the confidence only, unless the source is trusted: the format begins with " +
                            bytes_text(rule.vendor_prefix_len) + " of its vendor");
  line("redacts", rule.redact == rules::RedactMode::kMatch ? "the whole match" : "the capture `secret`");
  line("stream", "holds back " + bytes_text(stats.max_lead) +
                     " before the end of an anchor, and what follows it up to " + bytes_text(stats.max_tail));
  line("first stage", stats.plans_without_check == 0
                          ? "every hit is tested against the bytes around it before the pattern runs"
                          : std::to_string(stats.plans_without_check) + " of " + std::to_string(stats.plans) +
                                " anchors have no byte test: each hit runs the pattern");
  line("tests", std::to_string(rule.tests.positive.size()) + " positive, " + std::to_string(rule.tests.demoted.size()) +
                    " demoted, " + std::to_string(rule.tests.negative.size()) + " negative");
  line("source", rule.provenance.source + " (" + rule.provenance.licence + ")");
  if (!rule.provenance.verified.empty()) line("verified", rule.provenance.verified);
  return out;
}

}  // namespace sluice::authoring
