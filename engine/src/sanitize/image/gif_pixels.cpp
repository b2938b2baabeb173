#include "sanitize/image/gif_pixels.h"

#include <algorithm>
#include <array>

#include "media/bytes_at.h"

namespace sluice::sanitize {

namespace {

using media::u8_at;

constexpr unsigned kMinCodeSize = 2;
constexpr unsigned kMaxCodeSize = 8;
constexpr unsigned kMaxCodeBits = 12;
constexpr std::uint32_t kCodes = 1U << kMaxCodeBits;
constexpr std::uint32_t kNone = kCodes;
constexpr std::uint64_t kPerStep = 64;
constexpr std::uint64_t kPollBytes = 64 * 1024;

// The string of a code: how long it is, its first pixel, and its largest, which is all that has to be known.
struct Entry {
  std::uint32_t length = 0;
  std::uint8_t first = 0;
  std::uint8_t largest = 0;  // but for the transparent one
};

class PixelWalker {
 public:
  PixelWalker(ByteView bytes, std::uint64_t at, const GifPixelRules& rules, Budget& budget)
      : bytes_(bytes), at_(at), rules_(rules), budget_(budget) {}

  GifPixelsEnd run() {
    const std::uint8_t size = u8_at(bytes_, at_);
    if (size < kMinCodeSize || size > kMaxCodeSize) return fail("the code size of a frame is impossible");
    block_end_ = ++at_;
    clear_ = 1U << size;
    for (std::uint32_t i = 0; i < clear_; ++i) {
      const auto pixel = static_cast<std::uint8_t>(i);
      entries_[i] = {1, pixel, i == rules_.transparent ? std::uint8_t{0} : pixel};
    }
    restart();
    std::uint32_t before = kNone;
    std::uint64_t pixels = 0;
    while (true) {
      std::uint32_t code = 0;
      if (!take(code)) {
        if (!budget_.ok()) return fail({});
        // Writers may leave out the code that ends the data.
        return pixels == rules_.pixels && !is_cut_ ? done() : fail("a frame has fewer pixels than it says");
      }
      if (code == clear_) {
        restart();
        before = kNone;
        continue;
      }
      if (code == clear_ + 1) {
        return pixels == rules_.pixels ? done() : fail("a frame has fewer pixels than it says");
      }
      if (code > next_ || (code == next_ && (before == kNone || next_ == kCodes))) {
        return fail("a code is used before it is defined");
      }
      if (before == kNone) {
        if (code >= clear_) return fail("a code is used before it is defined");
      } else if (next_ < kCodes) {
        const Entry& prefix = entries_[before];
        // A code may stand for the string that it is about to define.
        const std::uint8_t added = code == next_ ? prefix.first : entries_[code].first;
        entries_[next_] = {prefix.length + 1, prefix.first, std::max(prefix.largest, entries_[added].largest)};
        ++next_;
        if (next_ == 1U << bits_ && bits_ < kMaxCodeBits) ++bits_;
      }
      const Entry& entry = entries_[code];
      pixels += entry.length;
      if (pixels > rules_.pixels) return fail("a frame has more pixels than it says");
      if (entry.largest >= rules_.colors) return fail("a pixel names a color that its table does not have");
      before = code;
    }
  }

 private:
  GifPixelsEnd fail(std::string_view wrong) const { return {false, at_, 0, 0, wrong}; }

  GifPixelsEnd done() {
    GifPixelsEnd end{true, at_, block_, 0, {}};
    end.end = skip_gif_blocks(bytes_, block_end_);
    if (end.end == 0) return fail("the data of a frame does not end");
    return end;
  }

  void restart() noexcept {
    next_ = clear_ + 2;
    bits_ = 1;
    while (1U << bits_ < next_) ++bits_;
  }

  // @return false where the data ends, or the budget
  bool take(std::uint32_t& code) {
    while (held_bits_ < bits_) {
      if (at_ == block_end_ && !open_block()) return false;
      held_ |= static_cast<std::uint32_t>(u8_at(bytes_, at_)) << held_bits_;
      ++at_;
      held_bits_ += 8;
    }
    code = held_ & ((1U << bits_) - 1U);
    held_ >>= bits_;
    held_bits_ -= bits_;
    return true;
  }

  bool open_block() {
    const std::uint64_t length = u8_at(bytes_, at_);
    is_cut_ = !media::has_room(bytes_, at_ + 1, length) || at_ >= bytes_.size();
    if (length == 0 || is_cut_) return false;
    if (!budget_.charge(Budget::Kind::kSteps, length / kPerStep + 1)) return false;
    if (at_ >= next_poll_) {
      if (!budget_.poll()) return false;
      next_poll_ = at_ + kPollBytes;
    }
    block_ = at_;
    ++at_;
    block_end_ = at_ + length;
    return true;
  }

  ByteView bytes_;
  std::uint64_t at_;
  const GifPixelRules& rules_;
  Budget& budget_;

  std::array<Entry, kCodes> entries_{};
  std::uint32_t clear_ = 0;
  std::uint32_t next_ = 0;  // the code that is defined next
  unsigned bits_ = 0;
  std::uint32_t held_ = 0;
  unsigned held_bits_ = 0;
  std::uint64_t block_ = 0;
  std::uint64_t block_end_ = 0;
  bool is_cut_ = false;
  std::uint64_t next_poll_ = 0;
};

}  // namespace

GifPixelsEnd walk_gif_pixels(ByteView bytes, std::uint64_t at, const GifPixelRules& rules, Budget& budget) {
  return PixelWalker(bytes, at, rules, budget).run();
}

std::uint64_t skip_gif_blocks(ByteView bytes, std::uint64_t at) noexcept {
  while (at < bytes.size()) {
    const std::uint64_t length = u8_at(bytes, at);
    if (length == 0) return at + 1;
    at += 1 + length;
  }
  return 0;
}

}  // namespace sluice::sanitize
