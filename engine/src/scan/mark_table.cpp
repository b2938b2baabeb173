#include "scan/mark_table.h"

namespace sluice::scan {

bool MarkTable::needs_fingerprint(const Match& match) const noexcept {
  if (match.source == MatchSource::kForgedMark || match.is_suppressed) return false;
  const bool is_rule = match.source == MatchSource::kRule && match.rule_index < unmarked_.size();
  return !is_rule || !unmarked_[match.rule_index];
}

std::string MarkTable::mark(std::string_view rule_id, const Fingerprint& fingerprint) {
  std::string out(kMarkPrefix);
  out += rule_id;
  out += ':';
  out += fingerprint_mark(fingerprint);
  out += ']';
  return out;
}

}  // namespace sluice::scan
