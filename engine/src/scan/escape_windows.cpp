#include "scan/escape_windows.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "codec/byte_search.h"
#include "codec/escape.h"

namespace sluice::scan {

namespace {

constexpr std::uint64_t kPartBytes = 65'536;
constexpr std::uint64_t kMaxWindowBytes = 3 * kPartBytes;

ByteView slice(ByteView text, std::uint64_t base, std::uint64_t begin, std::uint64_t end) noexcept {
  return text.subspan(static_cast<std::size_t>(begin - base), static_cast<std::size_t>(end - begin));
}

}  // namespace

void EscapeWindows::read(ByteView text, std::uint64_t base, bool is_last) {
  const std::uint64_t end = base + text.size();
  while (position_ < end) {
    const std::uint64_t next = base + codec::find_escape_start(text, static_cast<std::size_t>(position_ - base));
    if (open_) extend(text, base, next);
    position_ = next;
    if (next == end || (!is_last && end - next <= codec::kMaxEscapeBytes)) break;
    const codec::Escape escape = codec::read_escape(text, static_cast<std::size_t>(next - base));
    position_ += std::max<std::uint64_t>(escape.length, 1);
    if (!escape.is_revealing) continue;
    if (!open_) {
      open_ = EscapeWindow{std::max(line_begin(text, base, next), closed_until_), 0};
      searched_until_ = position_;
    }
    open_->end = position_ + kBytesAfter;
  }
  if (is_last && open_) close(end);
  open_from_ = open_ ? open_->begin : std::max(line_begin(text, base, position_), closed_until_);
  if (is_last) open_from_ = end;
}

// Follows the open window up to `until`, before which no escape begins that was not looked at.
void EscapeWindows::extend(ByteView text, std::uint64_t base, std::uint64_t until) {
  const std::uint64_t last = std::min(until, open_->end);
  if (last > searched_until_) {
    const ByteView rest = slice(text, base, searched_until_, last);
    const void* newline = std::memchr(rest.data(), '\n', rest.size());
    if (newline != nullptr) {
      return close(searched_until_ + static_cast<std::uint64_t>(static_cast<const std::byte*>(newline) - rest.data()));
    }
    searched_until_ = last;
  }
  cut_parts(searched_until_);
  if (searched_until_ == open_->end) close(open_->end);
}

void EscapeWindows::cut_parts(std::uint64_t until) {
  while (until - open_->begin >= kMaxWindowBytes) {
    found_.push_back({open_->begin, open_->begin + kMaxWindowBytes});
    open_->begin += kMaxWindowBytes - kPartBytes;
  }
}

void EscapeWindows::close(std::uint64_t end) {
  cut_parts(end);
  found_.push_back({open_->begin, end});
  closed_until_ = end;
  open_.reset();
}

// The begin of the line, or kBytesBefore in front of `at`.
std::uint64_t EscapeWindows::line_begin(ByteView text, std::uint64_t base, std::uint64_t at) const noexcept {
  const std::uint64_t first = std::max(base, at > kBytesBefore ? at - kBytesBefore : 0);
  const ByteView before = slice(text, base, first, at);
  if (before.empty()) return first;
  const void* newline = ::memrchr(before.data(), '\n', before.size());
  if (newline == nullptr) return first;
  return first + static_cast<std::uint64_t>(static_cast<const std::byte*>(newline) - before.data()) + 1;
}

std::vector<EscapeWindow> EscapeWindows::take() { return std::exchange(found_, {}); }

}  // namespace sluice::scan
