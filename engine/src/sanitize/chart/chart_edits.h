#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "json/document.h"
#include "json/rebuild.h"
#include "sanitize/job.h"

namespace sluice::sanitize {

/// What the grammar of a chart decided about a document: members that go, strings that are written anew, or nothing of
/// it leaves. Says so once for each reason, with the first place.
class ChartEdits final : public json::StringEditor {
 public:
  ChartEdits(const json::Document& document, Job& job) : document_(document), job_(job) {}

  /// A member that the grammar does not have. @param key_id  id of its key
  void drop_unknown(std::uint32_t key_id) { drop(key_id, unknown_); }
  /// A member that would load, run or link. Where `key_id` is 0 there is no member around it: the chart is withheld.
  void drop_active(std::uint32_t key_id) { drop(key_id, active_); }
  /// Writes `text` in place of the string `id`.
  void replace(std::uint32_t id, std::string text);
  /// The chart would not be what its author meant without what has to go. @param what  a literal, for the report
  void withhold_active(std::uint32_t id, std::string_view what) { withhold(FindingCode::kChartActive, id, what); }
  /// It does not follow its grammar.
  void withhold_shape(std::uint32_t id, std::string_view what) { withhold(FindingCode::kJsonSchema, id, what); }

  [[nodiscard]] bool is_withheld() const noexcept { return is_withheld_; }
  [[nodiscard]] bool empty() const noexcept { return dropped_.empty() && texts_.empty(); }
  [[nodiscard]] std::vector<std::uint32_t> dropped() const { return {dropped_.begin(), dropped_.end()}; }
  /// Adds the findings of what was dropped and rewritten.
  void report() const;

  [[nodiscard]] bool edit(const json::Leaf& leaf, std::string& out) override;

 private:
  struct Tally {
    std::uint64_t count = 0;
    std::uint32_t first = 0;
  };
  void drop(std::uint32_t key_id, Tally& tally);
  void withhold(FindingCode code, std::uint32_t id, std::string_view what);
  void add(FindingCode code, const Tally& tally, Decision effect, std::string what) const;

  const json::Document& document_;
  Job& job_;
  std::set<std::uint32_t> dropped_;
  std::map<std::uint32_t, std::string> texts_;
  Tally unknown_;
  Tally active_;
  Tally rewritten_;
  bool is_withheld_ = false;
};

}  // namespace sluice::sanitize
