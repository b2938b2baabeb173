#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "path/collisions.h"
#include "sanitize/job.h"

namespace sluice::sanitize {

/// Checks the names of the entries of one archive and reports what is wrong with them. Not thread-safe.
class EntryNames {
 public:
  /// @param can_leave_out  an entry whose name is merely unwanted (hidden, too long) is left out, not the archive
  /// withheld
  EntryNames(Job& job, bool can_leave_out) : job_(job), can_leave_out_(can_leave_out) {}

  enum class Fate : std::uint8_t {
    kKept,
    kLeftOut,   ///< a finding says so
    kWithheld,  ///< the archive is withheld
  };
  struct Checked {
    Fate fate = Fate::kWithheld;
    std::string name;  ///< where kKept: safe, normalized; a folder's ends in `/`
  };

  /// @param raw  the name as it came, any bytes; without the `/` at the end of a folder
  /// @param at   where its entry stands, for reports
  [[nodiscard]] Checked check(std::string_view raw, bool is_folder, std::uint64_t at);

 private:
  Job& job_;
  bool can_leave_out_;
  path::Collisions seen_;
};

/// Adds the finding of a member that was left out.
void add_left_out(Job& job, std::string_view name, std::uint64_t at);

}  // namespace sluice::sanitize
