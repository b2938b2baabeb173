#include "authoring/explain_needs.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace sluice::authoring {

namespace {

bool meets(const rules::Need& need, const RuleTrace& trace, const std::vector<RuleTrace>& found, ByteView text) {
  return std::any_of(found.begin(), found.end(), [&](const RuleTrace& other) {
    if (other.rule_id != need.rule) return false;
    if (other.begin < trace.end && trace.begin < other.end) return true;
    const std::uint64_t begin = std::min(other.end, trace.end);
    const ByteView gap = text.subspan(static_cast<std::size_t>(begin),
                                      static_cast<std::size_t>(std::max(other.begin, trace.begin) - begin));
    const auto lines = std::count(gap.begin(), gap.end(), std::byte{'\n'});
    return gap.size() <= need.within_bytes &&
           (!need.within_lines || static_cast<std::uint64_t>(lines) <= *need.within_lines);
  });
}

}  // namespace

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

std::string need_text(const rules::Need& need) {
  std::string out = need.rule + " within " + bytes_text(need.within_bytes);
  if (need.within_lines) {
    out += *need.within_lines == 0 ? " on the same line"
                                   : ", at most " + std::to_string(*need.within_lines) +
                                         (*need.within_lines == 1 ? " line on" : " lines on");
  }
  return out;
}

void judge_needs(std::span<const std::shared_ptr<const rules::RulePack>> packs, ByteView text, bool is_trusted_source,
                 std::vector<RuleTrace>& traces) {
  std::map<std::string_view, const rules::Rule*> by_id;
  for (const auto& pack : packs) {
    for (const rules::Rule& rule : pack->rules) by_id.emplace(rule.id, &rule);
  }
  std::vector<RuleTrace> found;
  std::copy_if(traces.begin(), traces.end(), std::back_inserter(found), [](const RuleTrace& t) { return t.is_found; });
  for (RuleTrace& trace : traces) {
    if (!trace.is_found) continue;
    const rules::Rule& rule = *by_id.at(trace.rule_id);
    for (const rules::Need& need : rule.needs) {
      const std::string name = "needs: " + need_text(need);
      if (meets(need, trace, found, text)) {
        trace.steps.push_back(name + " is there");
        continue;
      }
      const bool is_dropped = is_trusted_source || rule.filters_may_drop();
      trace.steps.push_back(name + " is not there" + std::string(is_dropped ? kDropped : kDemoted));
      trace.confidence = Confidence::kLow;
      trace.is_found = trace.is_found && !is_dropped;
    }
    if (rule.is_reported || !trace.is_found) continue;
    trace.steps.emplace_back("report: false; it only counts for the rules that need it");
    trace.is_found = false;
  }
}

}  // namespace sluice::authoring
