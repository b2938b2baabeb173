#include "sanitize/image/image_parts.h"

#include <cstring>

#include "core/reserve.h"

namespace sluice::sanitize {

void ImageParts::add_run(std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  size_ += end - begin;
  if (!parts_.empty() && !parts_.back().is_own && parts_.back().begin + parts_.back().size == begin) {
    parts_.back().size += end - begin;
    return;
  }
  parts_.push_back({false, begin, end - begin});
}

void ImageParts::add_own(ByteView bytes) {
  if (bytes.empty()) return;
  size_ += bytes.size();
  if (!parts_.empty() && parts_.back().is_own) {
    parts_.back().size += bytes.size();  // bytes of ours lie one behind the other
  } else {
    parts_.push_back({true, own_.size(), bytes.size()});
  }
  own_.insert(own_.end(), bytes.begin(), bytes.end());
}

bool ImageParts::are_input() const noexcept {
  if (size_ != input_.size()) return false;
  std::uint64_t at = 0;
  for (const Part& part : parts_) {
    const bool is_in_place = !part.is_own && part.begin == at;
    if (!is_in_place &&
        std::memcmp(bytes_of(part).data(), input_.data() + at, static_cast<std::size_t>(part.size)) != 0)
      return false;
    at += part.size;
  }
  return true;
}

Output ImageParts::finish(ImageReport& report, Job& job) const {
  Output output;
  report.flush();
  output.is_unchanged = are_input();
  if (!output.is_unchanged) {
    // Whatever else differs, fill bytes for one, is spelled as the standard has it.
    if (!report.has_changes())
      report.rewrote(FindingCode::kImageChunk, 0, "the parts were written in their plain form");
    if (!job.budget.charge(Budget::Kind::kOutputBytes, size_)) {
      job.findings.add_exhausted(job.budget);
      return {};
    }
    reserve_large(output.bytes, static_cast<std::size_t>(size_));
    for (const Part& part : parts_) {
      const ByteView bytes = bytes_of(part);
      output.bytes.insert(output.bytes.end(), bytes.begin(), bytes.end());
    }
  }
  output.is_released = true;
  return output;
}

}  // namespace sluice::sanitize
