#include "scan/end_finder.h"

#include <algorithm>
#include <cstring>

#include "scan/compiled_state.h"

namespace sluice::scan {

EndFinder::EndFinder(const Plan& plan)
    : previous_(plan.previous), required_(plan.required), lead_max_(static_cast<std::size_t>(plan.lead_max)) {
  if (plan.required_run && plan.required_run->min >= kMinTokenBytes) run_ = plan.required_run;
  if (previous_.empty()) previous_.push_back(plan.lead_bytes);
  // As in the search of Boyer, Moore and Horspool, with classes in place of bytes.
  for (std::size_t byte = 0; byte < skip_.size(); ++byte) {
    std::size_t distance = 1;
    while (distance < previous_.size() && !previous_[distance].contains(static_cast<std::uint8_t>(byte))) ++distance;
    skip_[byte] = static_cast<std::uint8_t>(distance);
  }
}

void EndFinder::find(ByteView text, std::size_t from, std::span<const TokenRun> runs,
                     std::vector<std::uint32_t>& ends) const {
  if (required_) return find_by_byte(text, from, ends);
  if (run_) return find_by_runs(text, from, runs, ends);
  find_by_classes(text, from, text.size(), ends);
}

void EndFinder::find_by_runs(ByteView text, std::size_t from, std::span<const TokenRun> runs,
                             std::vector<std::uint32_t>& ends) const {
  const std::size_t first = from > lead_max_ ? from - lead_max_ : 0;  // no run that matters begins before it
  for (TokenRun run : runs) {
    if (run.end < first || run.end - run.begin < run_->min) continue;
    run.begin = std::max(run.begin, static_cast<std::uint32_t>(first));
    from = find_in_run(text, from, run, ends);
  }
}

// A match holds a run of the class and ends behind as many bytes of it, so ends are looked for from there on, as far as
// a match reaches. Where there is no run, every `min`th byte is looked at. Returns how far ends were looked for.
std::size_t EndFinder::find_in_run(ByteView text, std::size_t from, TokenRun run,
                                   std::vector<std::uint32_t>& ends) const {
  const auto fits = [this, text](std::size_t at) {
    return run_->bytes.contains(std::to_integer<std::uint8_t>(text[at]));
  };
  const auto min = static_cast<std::size_t>(run_->min);
  const std::size_t reach = lead_max_ - std::min(lead_max_, min);
  std::size_t begin = run.begin;
  while (begin + min <= run.end) {
    std::size_t at = begin + min;
    while (at > begin && fits(at - 1)) --at;
    if (at > begin) {
      begin = at;
      continue;
    }
    std::size_t end = begin + min;
    while (end < run.end && fits(end)) ++end;
    const std::size_t to = std::min(text.size(), end + reach);
    from = std::max(from, begin + min - 1);
    if (from < to) find_by_classes(text, from, to, ends);
    from = std::max(from, to);
    begin = end;
  }
  return from;
}

void EndFinder::find_by_byte(ByteView text, std::size_t from, std::vector<std::uint32_t>& ends) const {
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
