#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sanitize/job.h"

namespace sluice::sanitize {

/// Says what an archive lost by being written anew: one finding, archive.repacked.
class Repacked {
 public:
  /// @param what  a literal: "bytes of comments"
  void count(std::string_view what, std::uint64_t count);
  void report(Job& job) const;

 private:
  std::string detail_;
};

/// Adds the finding of bytes behind the end of an archive, which were dropped. Does nothing for none.
void report_trailing(std::uint64_t trailing_bytes, std::uint64_t archive_bytes, Job& job);

/// Withholds, by the finding media.polyglot, an archive with a PDF header in the first 1,024 bytes that is not the
/// begin of a member: PDF readers look for it there, whatever stands before it. @return true where there is none
[[nodiscard]] bool check_no_pdf_outside(ByteView archive, const std::vector<ByteView>& members, Job& job);

/// Adds the finding that withholds an archive which the policy does not let be written anew.
void add_repack_refused(Job& job);

}  // namespace sluice::sanitize
