#include "scan/end_finder.h"

#include <algorithm>
#include <cstring>

#include "scan/compiled_state.h"

namespace sluice::scan {

EndFinder::EndFinder(const Plan& plan)
    : previous_(plan.previous), required_(plan.required), lead_max_(static_cast<std::size_t>(plan.lead_max)) {
  if (previous_.empty()) previous_.push_back(plan.lead_bytes);
  // As in the search of Boyer, Moore and Horspool, with classes in place of bytes.
  for (std::size_t byte = 0; byte < skip_.size(); ++byte) {
    std::size_t distance = 1;
    while (distance < previous_.size() && !previous_[distance].contains(static_cast<std::uint8_t>(byte))) ++distance;
    skip_[byte] = static_cast<std::uint8_t>(distance);
  }
}

void EndFinder::find(ByteView text, std::size_t from, std::vector<std::uint32_t>& ends) const {
  if (!required_) {
    find_by_classes(text, from, text.size(), ends);
    return;
  }
  // Only ends within reach of the rare byte; the reaches of two of them may overlap.
  std::size_t at = from > lead_max_ ? from - lead_max_ : 0;
  while (at < text.size()) {
    const void* const found = std::memchr(text.data() + at, *required_, text.size() - at);
    if (found == nullptr) return;
    at = static_cast<std::size_t>(static_cast<const std::byte*>(found) - text.data());
    const std::size_t to = std::min(text.size(), at + lead_max_);
    from = std::max(from, at);
    if (from < to) find_by_classes(text, from, to, ends);
    from = std::max(from, to);
    ++at;
  }
}

void EndFinder::find_by_classes(ByteView text, std::size_t from, std::size_t to,
                                std::vector<std::uint32_t>& ends) const {
  const auto byte_before = [text](std::size_t end) { return std::to_integer<std::uint8_t>(text[end - 1]); };
  const std::size_t count = previous_.size();
  std::size_t end = std::max(from + 1, count);
  while (end <= to) {
    const std::uint8_t last = byte_before(end);
    bool fits = previous_[0].contains(last);
    for (std::size_t i = 1; i < count && fits; ++i) fits = previous_[i].contains(byte_before(end - i));
    if (fits) ends.push_back(static_cast<std::uint32_t>(end));
    end += skip_[last];
  }
}

}  // namespace sluice::scan
