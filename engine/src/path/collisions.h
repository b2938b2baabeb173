#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/findings.h"
#include "sluice/report_text.h"

namespace sluice::path {

/// Remembers the file names of one run and finds two that some file system takes for one: equal but for case, for
/// Unicode normalization or for width, a file that another name needs as a folder (`a` and `a/b`), and a folder
/// written in two ways (`Out/a` and `out/b`). Not thread-safe.
class Collisions {
 public:
  /// @param safe_name  a name that check_name() returned
  /// @param scrubber   may be null
  /// @return true where the name is new and is remembered; else path.collision was added, asking for reject, and the
  ///         earlier name keeps its place
  /// Complexity: O(n * depth). Memory: the names so far.
  [[nodiscard]] bool add(std::string_view safe_name, Findings& findings, const SecretScrubber* scrubber);

  [[nodiscard]] std::size_t size() const noexcept { return files_; }

 private:
  struct Entry {
    std::string spelling;  // as it first came
    bool is_file = false;
  };
  std::unordered_map<std::string, Entry> entries_;  // folded path -> entry, folders included
  std::size_t files_ = 0;
};

/// The key under which names collide: NFKC with case folding. O(n).
[[nodiscard]] std::string collision_key(std::string_view safe_name);

}  // namespace sluice::path
