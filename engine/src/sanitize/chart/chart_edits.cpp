#include "sanitize/chart/chart_edits.h"

#include <utility>

namespace sluice::sanitize {

void ChartEdits::drop(std::uint32_t key_id, Tally& tally) {
  if (key_id == 0) {
    withhold(&tally == &active_ ? FindingCode::kChartActive : FindingCode::kJsonSchema, 0,
             "something that cannot be left out by itself");
    return;
  }
  if (!dropped_.insert(key_id).second) return;
  if (tally.count++ == 0) tally.first = key_id;
}

void ChartEdits::replace(std::uint32_t id, std::string text) {
  texts_[id] = std::move(text);
  if (rewritten_.count++ == 0) rewritten_.first = id;
}

void ChartEdits::withhold(FindingCode code, std::uint32_t id, std::string_view what) {
  if (is_withheld_) return;
  is_withheld_ = true;
  add(code, {1, id}, Decision::kQuarantine, std::string(what));
}

void ChartEdits::add(FindingCode code, const Tally& tally, Decision effect, std::string what) const {
  Finding finding;
  finding.code = code;
  finding.severity =
      effect == Decision::kQuarantine || code == FindingCode::kChartActive ? Severity::kMedium : Severity::kLow;
  finding.effect = effect;
  finding.count = tally.count;
  if (tally.first != 0) {
    const json::Position position = document_.position_of(tally.first);
    finding.where.begin = finding.where.end = position.offset;
    finding.where.line = position.line;
    finding.where.column = position.column;
    finding.where.pointer = report_text(as_bytes(document_.pointer_of(tally.first)), job_.host.scrubber());
  }
  finding.detail = engine_text(std::move(what));
  job_.findings.add(std::move(finding));
}

void ChartEdits::report() const {
  if (unknown_.count > 0) {
    add(FindingCode::kChartMember, unknown_, Decision::kSanitize, "left out, the first of them here");
  }
  if (active_.count > 0) {
    add(FindingCode::kChartActive, active_, Decision::kSanitize, "left out, the first of them here");
  }
  if (rewritten_.count > 0) {
    add(FindingCode::kChartActive, rewritten_, Decision::kSanitize, "texts and images written anew, the first here");
  }
}

bool ChartEdits::edit(const json::Leaf& leaf, std::string& out) {
  const auto found = texts_.find(leaf.id);
  if (found == texts_.end()) return false;
  out = found->second;
  return true;
}

}  // namespace sluice::sanitize
