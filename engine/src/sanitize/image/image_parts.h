#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sanitize/image/image_report.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// The parts that a cleaned image is made of, in order: runs of the input that passed their checks, and bytes of ours.
/// Neighbors in the input are one run. Throws std::bad_alloc.
class ImageParts {
 public:
  explicit ImageParts(ByteView input) : input_(input) {}

  /// @param begin, end  a run of the input
  void add_run(std::uint64_t begin, std::uint64_t end);
  void add_own(ByteView bytes);

  /// Where the next byte of ours will stand among them, for put_own().
  [[nodiscard]] std::uint64_t own_bytes() const noexcept { return own_.size(); }
  /// Overwrites a byte of ours.
  void put_own(std::uint64_t at, std::uint8_t value) noexcept {
    own_[static_cast<std::size_t>(at)] = static_cast<std::byte>(value);
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  /// The last step of an image cleaner: the findings about what was dropped, and the parts as one, or the word that
  /// they are the input.
  [[nodiscard]] Output finish(ImageReport& report, Job& job) const;

 private:
  struct Part {
    bool is_own = false;
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
  };
  [[nodiscard]] ByteView bytes_of(const Part& part) const noexcept {
    return (part.is_own ? ByteView(own_) : input_)
        .subspan(static_cast<std::size_t>(part.begin), static_cast<std::size_t>(part.size));
  }
  [[nodiscard]] bool are_input() const noexcept;

  ByteView input_;
  std::vector<Part> parts_;
  Bytes own_;
  std::uint64_t size_ = 0;
};

}  // namespace sluice::sanitize
