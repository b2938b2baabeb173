#include "scan/encoded_segments.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "codec/base64_chars.h"
#include "codec/byte_search.h"
#include "core/ascii.h"
#include "scan/encoded_units.h"

namespace sluice::scan {

namespace {

// The least that is worth decoding: twelve bytes. The shortest secrets of the packs have sixteen, which hold four whole
// groups wherever they begin.
using codec::kMinGroups;
using codec::kMinPairs;
// A part that is decoded counts from its first unit on, and the search for the next one looks back as far as one part.
constexpr std::uint64_t kLookBack = 2 * kMinPairs;
// A line that is shorter ends its run: words at the end of lines are not wrapped base64.
constexpr std::uint64_t kMinWrappedLine = codec::kMinBase64Run;
constexpr std::size_t kMaxIndentBytes = 16;
constexpr std::size_t kMaxGapBytes = kMaxIndentBytes + 4;
// An endless segment is cut: parts of three of these, of which the first repeats the last of the part before.
constexpr std::uint32_t kPartGroups = 16'384;
constexpr std::uint32_t kPartPairs = 32'768;
// A header of gzip in characters, its ten bytes that are always there: 1f 8b 08, flags, four bytes of time, extra
// flags, system (RFC 1952, section 2.3).
constexpr std::string_view kGzipBase64 = "H4sI";
constexpr std::size_t kGzipBase64Characters = 14;
constexpr std::string_view kGzipHex = "1f8b08";
constexpr std::size_t kGzipHexCharacters = 20;

// For the first, second and third character of a group: the byte that ends in it has its high bit clear.
constexpr std::uint8_t kFirstIsAscii = 1;
constexpr std::uint8_t kSecondIsAscii = 2;
constexpr std::uint8_t kThirdIsAscii = 4;

constexpr std::uint8_t flags_of(std::uint8_t sextet) noexcept {
  return static_cast<std::uint8_t>(((sextet & 32U) == 0 ? kFirstIsAscii : 0U) |
                                   ((sextet & 8U) == 0 ? kSecondIsAscii : 0U) |
                                   ((sextet & 2U) == 0 ? kThirdIsAscii : 0U));
}

// Three bytes begin many streams of random ones; these say whether a gzip writer could have gone on so.
bool is_gzip_header(unsigned flags, unsigned extra_flags, unsigned system) noexcept {
  constexpr unsigned kReservedFlags = 0xE0;
  constexpr unsigned kLastSystem = 13;
  constexpr unsigned kUnknownSystem = 255;
  return (flags & kReservedFlags) == 0 && (extra_flags == 0 || extra_flags == 2 || extra_flags == 4) &&
         (system <= kLastSystem || system == kUnknownSystem);
}

}  // namespace

void EncodedSegments::read(ByteView text, std::uint64_t base, bool is_last) {
  const std::uint64_t end = base + text.size();
  while (position_ < end) {
    if (!is_in_run_) {
      position_ = base + codec::find_base64_run(text, static_cast<std::size_t>(position_ - base));
      if (position_ == end) break;
      is_in_run_ = true;
      search_from_ = position_;
    }
    if (position_ >= search_from_ && skip(text, base)) continue;
    const std::byte byte = text[static_cast<std::size_t>(position_ - base)];
    const std::uint8_t sextet = codec::sextet_of(byte);
    if (sextet != codec::kNoSextet) {
      take_character(byte, sextet);
      continue;
    }
    bool waits = false;
    if (pass_gap(text, base, is_last, waits)) continue;
    if (waits) return;
    end_run();
  }
  if (is_last && is_in_run_) end_run();
}

// Passes over characters that begin no segment. @return true where the run ended
bool EncodedSegments::skip(ByteView text, std::uint64_t base) {
  search_from_ = position_ + kLookBack;
  const auto is_active = [](const Streak& streak) { return streak.is_closing || streak.units >= kMinGroups; };
  if (std::any_of(streaks_.begin(), streaks_.end(), is_active)) return false;
  if (std::any_of(hex_streaks_.begin(), hex_streaks_.end(), is_active)) return false;
  // What is still open of what was given up began a segment: it is not before `base`.
  const std::uint64_t from = std::max(base, position_ - std::min(kLookBack, line_characters_));
  const codec::Decodable found = codec::find_decodable(text, static_cast<std::size_t>(from - base));
  const std::uint64_t at = base + found.at;
  std::uint64_t target = at;
  if (found.what != codec::Decodable::What::kText) {
    const std::byte next = found.what == codec::Decodable::What::kEnd ? std::byte{'\n'} : text[found.at];
    const bool may_go_on = next == std::byte{'\n'} || next == std::byte{'\r'} || next == std::byte{'\\'};
    if (!may_go_on) {
      line_characters_ += at - position_;
      characters_ += at - position_;
      position_ = run_end_ = at;
      end_run();
      return true;
    }
    // What is open at the end of a line counts: it may go on in the next one.
    target = at > kLookBack ? at - kLookBack : 0;
  }
  if (target <= position_) return false;
  jump(text, base, target);
  return false;
}

// Goes on at `target`, on the same line, as if all characters up to it had been taken and begun nothing.
void EncodedSegments::jump(ByteView text, std::uint64_t base, std::uint64_t target) {
  const std::uint64_t skipped = target - position_;
  characters_ += skipped;
  line_characters_ += skipped;
  position_ = run_end_ = target;
  streaks_ = {};
  hex_streaks_ = {};
  hex_digits_ = 0;
  search_from_ = target + kLookBack;
  const std::uint64_t known = std::min<std::uint64_t>({kRemembered, skipped, line_characters_});
  for (std::uint64_t i = known; i > 0; --i) {
    const std::byte byte = text[static_cast<std::size_t>(target - i - base)];
    const std::uint64_t character = characters_ - i;
    places_[character % kRemembered] = target - i;
    flags_[character % flags_.size()] = flags_of(codec::sextet_of(byte));
    recent_[character % kRemembered] = byte;
  }
}

// A line break in a run: a real one with the indentation behind it, or one that is itself written as `\n`.
bool EncodedSegments::pass_gap(ByteView text, std::uint64_t base, bool is_last, bool& waits) {
  if (line_characters_ < kMinWrappedLine) return false;
  const auto begin = static_cast<std::size_t>(position_ - base);
  const std::string_view rest = as_chars(text.subspan(begin, std::min(kMaxGapBytes + 1, text.size() - begin)));
  std::size_t at = 0;
  const auto skip = [&](std::string_view word) {
    if (!rest.substr(at).starts_with(word)) return false;
    at += word.size();
    return true;
  };
  bool is_break = false;
  if (rest[0] == '\\') {
    skip("\\r");
    is_break = skip("\\n");
  } else {
    skip("\r");
    is_break = skip("\n");
    while (is_break && at < rest.size() && at < kMaxIndentBytes && (rest[at] == ' ' || rest[at] == '\t')) ++at;
  }
  const bool is_half_escape = rest.size() - at == 1 && rest[at] == '\\';
  if (at == rest.size() || (is_half_escape && !is_break && rest.size() == text.size() - begin)) {
    waits = !is_last;
    return false;
  }
  if (!is_break || codec::sextet_of(static_cast<std::byte>(rest[at])) == codec::kNoSextet) return false;
  position_ += at;
  line_characters_ = 0;
  return true;
}

void EncodedSegments::take_character(std::byte byte, std::uint8_t sextet) {
  const std::uint64_t at = position_++;
  run_end_ = position_;
  places_[characters_ % kRemembered] = at;
  recent_[characters_ % kRemembered] = byte;
  ++characters_;
  ++line_characters_;
  take_base64(sextet, at);
  take_hex(byte, at);
  take_gzip();
}

void EncodedSegments::take_base64(std::uint8_t sextet, std::uint64_t at) {
  const std::uint64_t character = characters_ - 1;
  flags_[character % flags_.size()] = flags_of(sextet);
  if (character >= 3) {
    // The last character of a group that ended a streak: what is left of it in that group can be decoded now.
    Streak& streak = streaks_[(character - 3) % kPhases];
    if (streak.is_closing) {
      add(EncodingStep::kBase64, streak.begin, at + 1);
      streak = {};
    }
  }
  if (character < 2) return;
  const std::uint64_t first = character - 2;
  const bool is_ascii = (flags_[first % 4] & kFirstIsAscii) != 0 && (flags_[(first + 1) % 4] & kSecondIsAscii) != 0 &&
                        (flags_[character % 4] & kThirdIsAscii) != 0;
  Streak& streak = streaks_[first % kPhases];
  if (is_ascii) {
    // The group before may end in text too.
    if (streak.units == 0) streak.begin = place_of(first >= kPhases ? first - kPhases : first);
    lengthen(streak, EncodingStep::kBase64, place_of(first));
  } else if (streak.units >= kMinGroups) {
    streak.is_closing = true;
  } else {
    streak.units = 0;
  }
}

void EncodedSegments::take_hex(std::byte byte, std::uint64_t at) {
  const int value = hex_digit(byte);
  if (value < 0) {
    if (hex_digits_ > 0) close_hex(at);
    return;
  }
  Streak& as_high = hex_streaks_[hex_digits_ % kHexPhases];
  ++hex_digits_;
  if (value > 7) {
    if (as_high.units >= kMinPairs) add(EncodingStep::kHex, as_high.begin, at);
    as_high = {};
  } else {
    if (as_high.units == 0) as_high.begin = at;
    lengthen(as_high, EncodingStep::kHex, at);
  }
}

// Looks for a header of gzip that the last character completes.
void EncodedSegments::take_gzip() {
  const auto from_end = [this](std::size_t count) { return recent_[(characters_ - count) % kRemembered]; };
  const auto begins = [&](std::string_view wanted, std::size_t length) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (std::to_integer<char>(from_end(length - i)) != wanted[i]) return false;
    }
    return true;
  };
  if (characters_ >= kGzipBase64Characters && begins(kGzipBase64, kGzipBase64Characters)) {
    const auto sextet = [&](std::size_t i) -> unsigned {
      return codec::sextet_of(from_end(kGzipBase64Characters - i));
    };
    const unsigned flags = (sextet(4) << 2U) | (sextet(5) >> 4U);
    const unsigned extra_flags = ((sextet(10) & 3U) << 6U) | sextet(11);
    const unsigned system = (sextet(12) << 2U) | (sextet(13) >> 4U);
    if (is_gzip_header(flags, extra_flags, system)) {
      add_gzip(EncodingStep::kBase64, place_of(characters_ - kGzipBase64Characters));
    }
  }
  const auto begins_in_any_case = [&] {
    for (std::size_t i = 0; i < kGzipHex.size(); ++i) {
      if (ascii_lower(std::to_integer<char>(from_end(kGzipHexCharacters - i))) != kGzipHex[i]) return false;
    }
    return true;
  };
  if (hex_digits_ >= kGzipHexCharacters && begins_in_any_case()) {
    const auto byte_at = [&](std::size_t i) {
      return static_cast<unsigned>(hex_digit(from_end(kGzipHexCharacters - 2 * i)) * 16 +
                                   hex_digit(from_end(kGzipHexCharacters - 2 * i - 1)));
    };
    if (is_gzip_header(byte_at(3), byte_at(8), byte_at(9))) {
      add_gzip(EncodingStep::kHex, place_of(characters_ - kGzipHexCharacters));
    }
  }
}

void EncodedSegments::add_gzip(EncodingStep step, std::uint64_t begin) {
  if (gzip_.size() == kMaxGzip) {
    is_decidable_ = false;
  } else {
    gzip_.push_back({begin, step});
  }
}

// Counts one more unit, which begins at `unit_begin`.
void EncodedSegments::lengthen(Streak& streak, EncodingStep step, std::uint64_t unit_begin) {
  const std::uint32_t part = step == EncodingStep::kHex ? kPartPairs : kPartGroups;
  if (streak.units == 2 * part) streak.overlap_from = unit_begin;
  if (streak.units == 3 * part) {
    add(step, streak.begin, unit_begin);
    streak.begin = streak.overlap_from;
    streak.units = part;
  }
  ++streak.units;
}

// A run shorter than what find_base64_run() is sure to find would be seen or not as the text happens to be split.
void EncodedSegments::add(EncodingStep step, std::uint64_t begin, std::uint64_t end, bool is_gzip) {
  if (characters_ < codec::kMinBase64Run) {
    of_short_run_.push_back({step, is_gzip, begin, end});
    return;
  }
  found_.insert(found_.end(), of_short_run_.begin(), of_short_run_.end());
  of_short_run_.clear();
  found_.push_back({step, is_gzip, begin, end});
}

void EncodedSegments::close_hex(std::uint64_t end) {
  for (Streak& streak : hex_streaks_) {
    if (streak.units >= kMinPairs) add(EncodingStep::kHex, streak.begin, end);
    streak = {};
  }
  hex_digits_ = 0;
}

void EncodedSegments::end_run() {
  for (Streak& streak : streaks_) {
    if (streak.units >= kMinGroups) add(EncodingStep::kBase64, streak.begin, run_end_);
    streak = {};
  }
  close_hex(run_end_);
  for (const GzipStart& start : gzip_) add(start.step, start.begin, run_end_, true);
  gzip_.clear();
  if (characters_ >= codec::kMinBase64Run) found_.insert(found_.end(), of_short_run_.begin(), of_short_run_.end());
  of_short_run_.clear();
  characters_ = line_characters_ = 0;
  is_in_run_ = false;
}

std::vector<EncodedSegment> EncodedSegments::take() { return std::exchange(found_, {}); }

std::uint64_t EncodedSegments::open_from() const noexcept {
  if (!is_in_run_ || characters_ == 0) return position_;
  // A group that is still incomplete may begin a streak, which takes the group before it along.
  std::uint64_t from = place_of(characters_ < kRemembered ? 0 : characters_ - kRemembered);
  for (const Streak& streak : streaks_) {
    if (streak.units > 0) from = std::min(from, streak.begin);
  }
  for (const Streak& streak : hex_streaks_) {
    if (streak.units > 0) from = std::min(from, streak.begin);
  }
  for (const EncodedSegment& segment : of_short_run_) from = std::min(from, segment.begin);
  return std::min(from, open_gzip());
}

}  // namespace sluice::scan
