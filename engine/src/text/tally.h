#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/findings.h"
#include "text/escapes.h"
#include "text/offset_map.h"

namespace sluice::text {

/// Counts what a Cleaner saw: for each finding code how often, where first, and the worst effect. Memory is constant.
class Tally {
 public:
  /// @param code        one of the 2xx codes below kForgedMark
  /// @param effect      kAllow where the bytes stay
  /// @param code_point  what was seen, for the message; 0 where there is none
  void note(FindingCode code, RawSpan where, Decision effect, char32_t code_point = 0,
            std::uint64_t count = 1) noexcept;
  void note_danger(Danger danger, RawSpan where, Decision effect) noexcept;

  /// How often something was noted that changes bytes.
  [[nodiscard]] std::uint64_t changes() const noexcept { return changes_; }
  void set_change() noexcept { ++changes_; }

  void report(Findings& findings) const;

 private:
  struct Seen {
    std::uint64_t count = 0;
    RawSpan first;
    Decision effect = Decision::kAllow;
    char32_t code_point = 0;
  };
  static constexpr std::size_t kFirstCode = 200;
  static constexpr std::size_t kCodes = 15;

  std::array<Seen, kCodes> seen_{};
  std::uint32_t dangers_ = 0;  // one bit for each Danger
  std::uint64_t changes_ = 0;
};

}  // namespace sluice::text
