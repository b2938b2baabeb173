#include "scan/decoded_level.h"

#include <algorithm>
#include <utility>

#include "codec/byte_search.h"
#include "codec/escape.h"
#include "codec/gzip.h"
#include "scan/encoded_units.h"

namespace sluice::scan {

namespace {

constexpr std::size_t kMinTextBytes = 12;  // shorter texts hold no secret
constexpr std::size_t kGroup = 3;          // bytes in four characters of base64
constexpr std::string_view kBetweenParts = "\n\n";
// Honest logs shrink to a twentieth; what shrinks to less is no text to be read.
constexpr std::uint64_t kMaxInflateRatio = 64;
constexpr std::uint64_t kMaxInflatedBytes = 16ULL * 1024 * 1024;

bool is_text_byte(std::byte byte) noexcept {
  const auto c = std::to_integer<unsigned>(byte);
  return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t' || c == '\r';
}

std::size_t text_bytes(ByteView bytes) noexcept {
  std::size_t count = 0;
  while (count < bytes.size() && is_text_byte(bytes[count])) ++count;
  return count;
}

// Characters of UTF-16 in a row, each with a zero behind or before it.
std::size_t utf16_characters(ByteView bytes, bool is_little) noexcept {
  const std::size_t character = is_little ? 0 : 1;
  std::size_t count = 0;
  while (bytes.size() - 2 * count >= 2) {
    const ByteView pair = bytes.subspan(2 * count, 2);
    if (!is_text_byte(pair[character]) || pair[1 - character] != std::byte{0}) break;
    ++count;
  }
  return count;
}

}  // namespace

// The decoded bytes of a segment and the unit that each comes from.
struct DecodedLevel::Decoded {
  Bytes bytes;
  std::vector<text::RawSpan> units;

  void add(std::byte byte, std::uint64_t begin, std::uint64_t end) {
    bytes.push_back(byte);
    units.push_back({begin, end});
  }
};

bool DecodedLevel::add_segment(const EncodedSegment& segment, ByteView text, std::uint64_t base, Budget& budget) {
  const ByteView encoded = text.subspan(static_cast<std::size_t>(segment.begin - base),
                                        static_cast<std::size_t>(segment.end - segment.begin));
  Decoded decoded;
  const auto take = [&](std::byte byte, std::size_t first, std::size_t end) {
    decoded.add(byte, segment.begin + first, segment.begin + end);
  };
  if (segment.step == EncodingStep::kHex) {
    for_each_hex_byte(encoded, take);
  } else {
    for_each_base64_byte(encoded, take);
  }
  if (segment.is_gzip) return add_gzip(decoded, segment.step, budget);
  add_texts(decoded, segment.step);
  return true;
}

void DecodedLevel::add_texts(const Decoded& decoded, EncodingStep step) {
  const ByteView bytes = decoded.bytes;
  for (std::size_t at = 0; at < bytes.size();) {
    const ByteView rest = bytes.subspan(at);
    const std::size_t plain = text_bytes(rest);
    if (plain >= kMinTextBytes) {
      add_part(decoded, step, EncodingStep::kNone, at, plain);
      at += plain;
      continue;
    }
    const std::size_t little = utf16_characters(rest, true);
    const std::size_t wide = little >= kMinTextBytes ? little : utf16_characters(rest, false);
    if (wide >= kMinTextBytes) {
      add_part(decoded, step, wide == little ? EncodingStep::kUtf16Le : EncodingStep::kUtf16Be, at, wide);
      at += 2 * wide;
      continue;
    }
    at += std::max<std::size_t>(plain, 1);
  }
}

void DecodedLevel::add_part(const Decoded& decoded, EncodingStep step, EncodingStep inner, std::size_t first,
                            std::size_t count) {
  Part part{text_.size(), 0, step, inner, first, decoded.bytes.size()};
  const std::size_t width = inner == EncodingStep::kNone ? 1 : 2;
  const std::size_t character = inner == EncodingStep::kUtf16Be ? 1 : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = first + i * width;
    text_.push_back(decoded.bytes[at + character]);
    const std::uint64_t begin = decoded.units[at].begin;
    map_.append_written(begin, decoded.units[at + width - 1].end - begin, 1);
  }
  end_part(part);
}

bool DecodedLevel::add_gzip(const Decoded& decoded, EncodingStep step, Budget& budget) {
  if (decoded.bytes.empty()) return true;
  const std::uint64_t most = std::min<std::uint64_t>(kMaxInflatedBytes, kMaxInflateRatio * decoded.bytes.size());
  Result<codec::Inflated> inflated = codec::inflate_gzip(decoded.bytes, most, budget);
  if (!inflated) {
    // What is no gzip after all was read as base64 and hex too.
    return inflated.error().code == ErrorCode::kEncodingInvalid;
  }
  Part part{text_.size(), 0, step, EncodingStep::kGzip, 0, decoded.bytes.size()};
  text_.insert(text_.end(), inflated->bytes.begin(), inflated->bytes.end());
  // The run may go on behind the stream, with the first word of the next line.
  const std::uint64_t begin = decoded.units.front().begin;
  const std::uint64_t end = decoded.units[inflated->consumed - 1].end;
  map_.append_written(begin, end - begin, inflated->bytes.size());
  end_part(part);
  return true;
}

void DecodedLevel::add_window(const EscapeWindow& window, ByteView text, std::uint64_t base) {
  Part part{text_.size(), 0, EncodingStep::kEscapes, EncodingStep::kNone, 0, 0};
  const ByteView inside =
      text.subspan(static_cast<std::size_t>(window.begin - base), static_cast<std::size_t>(window.end - window.begin));
  for (std::size_t at = 0; at < inside.size();) {
    const std::size_t next = codec::find_escape_start(inside, at);
    const codec::Escape escape = codec::read_escape(inside, next);
    const bool is_escape = escape.kind != codec::Escape::Kind::kNone;
    const std::size_t kept = std::min(next + (is_escape ? 0 : 1), inside.size()) - at;
    const ByteView plain = inside.subspan(at, kept);
    text_.insert(text_.end(), plain.begin(), plain.end());
    if (kept > 0) map_.append_copied(window.begin + at, kept);
    at += kept;
    if (!is_escape) continue;
    if (escape.is_revealing) revealed_.push_back({text_.size(), escape.kind == codec::Escape::Kind::kPercent});
    text_.insert(text_.end(), escape.bytes.begin(), escape.bytes.begin() + escape.size);
    map_.append_written(window.begin + at, escape.length, escape.size);
    at += escape.length;
  }
  end_part(part);
}

void DecodedLevel::end_part(Part part) {
  part.end = text_.size();
  if (part.end == part.begin) return;
  parts_.push_back(part);
  const ByteView between = as_bytes(kBetweenParts);
  text_.insert(text_.end(), between.begin(), between.end());
  map_.append_written(map_.raw_begin(part.begin), 1, between.size());
}

const DecodedLevel::Part* DecodedLevel::part_at(std::uint64_t offset) const noexcept {
  const auto next = std::upper_bound(parts_.begin(), parts_.end(), offset,
                                     [](std::uint64_t at, const Part& part) { return at < part.begin; });
  return next == parts_.begin() ? nullptr : &*std::prev(next);
}

std::optional<DecodedLevel::Revealed> DecodedLevel::revealed_in(std::uint64_t begin, std::uint64_t end) const noexcept {
  const auto next = std::lower_bound(revealed_.begin(), revealed_.end(), begin,
                                     [](const Revealed& revealed, std::uint64_t at) { return revealed.at < at; });
  if (next == revealed_.end() || next->at >= end) return std::nullopt;
  return *next;
}

bool DecodedLevel::is_own(const Match& match) const noexcept {
  const std::uint64_t begin = std::min(match.begin, match.match_begin);
  const std::uint64_t end = std::max(match.end, match.match_end);
  const Part* part = part_at(begin);
  if (part == nullptr || end > part->end || match.end <= match.begin) return false;
  return part->step != EncodingStep::kEscapes || revealed_in(begin, end).has_value();
}

DecodedLevel::Place DecodedLevel::outer(const Place& place) const {
  const text::RawSpan span = map_.hull(place.begin, place.end);
  Place out{span.begin, span.end, place.encoding};
  const Part* part = part_at(place.begin);
  if (part == nullptr) return out;
  if (part->step == EncodingStep::kEscapes) {
    const std::optional<Revealed> revealed = revealed_in(place.begin, place.end);
    if (!revealed) return out;
    out.encoding = place.encoding.within(revealed->is_percent ? EncodingStep::kPercent : EncodingStep::kEscapes);
    return out;
  }
  if (part->inner == EncodingStep::kGzip) {
    out.encoding = Encoding().within(EncodingStep::kGzip).within(part->step);
    return out;
  }
  std::size_t width = 1;
  if (part->inner != EncodingStep::kNone) {
    width = 2;
    out.encoding = out.encoding.within(part->inner);
  }
  if (part->step == EncodingStep::kHex) {
    out.encoding = out.encoding.within(EncodingStep::kHex);
    return out;
  }
  const std::uint64_t begin = part->first + (place.begin - part->begin) * width;
  const std::uint64_t end = part->first + (place.end - part->begin) * width;
  const std::uint64_t units_end = std::min(part->decoded, (end + kGroup - 1) / kGroup * kGroup);
  out.encoding = out.encoding.within(EncodingStep::kBase64, static_cast<std::size_t>(begin % kGroup),
                                     static_cast<std::size_t>(units_end - end));
  return out;
}

}  // namespace sluice::scan
