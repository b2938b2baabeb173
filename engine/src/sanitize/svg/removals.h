#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/findings.h"
#include "sluice/report_text.h"

namespace sluice::sanitize::svg {

/// What was left out, counted by kind and name, so that a drawing with a thousand comments has one finding for them.
class Removals {
 public:
  /// @param name  of the element or attribute, as it came; a kind with too many names counts the rest together
  void add(FindingCode code, std::string_view name, std::uint64_t offset, std::uint64_t count = 1);
  /// The same for what changes nothing by itself.
  void note(FindingCode code, std::string_view name, std::uint64_t offset, std::uint64_t count = 1);
  void report(Findings& findings, const SecretScrubber* scrubber) const;

 private:
  struct Entry {
    FindingCode code;
    Decision effect;
    std::string name;
    std::uint64_t count;
    std::uint64_t offset;  // of the first
  };
  void count_one(FindingCode code, Decision effect, std::string_view name, std::uint64_t offset, std::uint64_t count);
  std::vector<Entry> entries_;
};

}  // namespace sluice::sanitize::svg
