#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sanitize/image/limits.h"
#include "sanitize/job.h"

namespace sluice::sanitize {

/// Says what an image cleaner refused or left out: one finding for each kind of part, whatever their number.
class ImageReport {
 public:
  explicit ImageReport(Job& job) : job_(job) {}

  /// Adds the finding that withholds.
  /// @return false, so that a check can end with it
  bool refuse(FindingCode code, std::uint64_t at, std::string detail);

  /// Refuses an image that is larger than the limits. @return false where it is
  [[nodiscard]] bool check_size(std::uint64_t width, std::uint64_t height, const ImageLimits& limits, std::uint64_t at);

  /// Remembers a part that was left out.
  /// @param kind  what it is called; may come from the input
  void drop(FindingCode code, std::string_view kind, std::uint64_t at, std::uint64_t bytes);

  /// Adds a finding about something that was rewritten.
  void rewrote(FindingCode code, std::uint64_t at, std::string detail);

  /// Remembers that bytes follow the end of the image.
  void trailing(std::uint64_t begin, std::uint64_t end);

  /// A name out of the input, fit for a message.
  [[nodiscard]] std::string name_of(std::string_view name) const;

  /// Adds the findings about what was dropped. Call once, where the image is released.
  void flush();
  [[nodiscard]] bool has_changes() const noexcept { return has_changes_; }

 private:
  struct Dropped {
    FindingCode code = FindingCode::kImageChunk;
    std::string kind;  // empty: several kinds
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    std::uint64_t begin = 0;
  };

  Job& job_;
  std::vector<Dropped> dropped_;
  bool has_changes_ = false;
};

}  // namespace sluice::sanitize
