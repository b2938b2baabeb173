#include "text/hazards.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "text/ascii.h"
#include "text/context.h"
#include "text/utf8.h"

namespace sluice::text {
namespace {

struct Range {
  char32_t first;
  char32_t last;
  Hazard hazard;
};

// Unicode 14: Bidi_Control, Default_Ignorable_Code_Point, Variation_Selector, Noncharacter_Code_Point, Gc=Cc and Co,
// with the interlinear annotation marks. Noncharacters at the end of a plane are computed.
constexpr std::array kRanges = std::to_array<Range>({
    {0x0000, 0x001F, Hazard::kControl},        {0x007F, 0x009F, Hazard::kControl},
    {0x00AD, 0x00AD, Hazard::kZeroWidth},      {0x034F, 0x034F, Hazard::kZeroWidth},
    {0x061C, 0x061C, Hazard::kBidi},           {0x115F, 0x1160, Hazard::kZeroWidth},
    {0x17B4, 0x17B5, Hazard::kZeroWidth},      {0x180B, 0x180D, Hazard::kVariation},
    {0x180E, 0x180E, Hazard::kZeroWidth},      {0x180F, 0x180F, Hazard::kVariation},
    {0x200B, 0x200B, Hazard::kZeroWidth},      {0x200C, 0x200D, Hazard::kJoiner},
    {0x200E, 0x200F, Hazard::kBidi},           {0x202A, 0x202E, Hazard::kBidi},
    {0x2060, 0x2065, Hazard::kZeroWidth},      {0x2066, 0x2069, Hazard::kBidi},
    {0x206A, 0x206F, Hazard::kZeroWidth},      {0x3164, 0x3164, Hazard::kZeroWidth},
    {0xE000, 0xF8FF, Hazard::kPrivateUse},     {0xFDD0, 0xFDEF, Hazard::kNoncharacter},
    {0xFE00, 0xFE0F, Hazard::kVariation},      {0xFEFF, 0xFEFF, Hazard::kZeroWidth},
    {0xFFA0, 0xFFA0, Hazard::kZeroWidth},      {0xFFF0, 0xFFFB, Hazard::kZeroWidth},
    {0x1BCA0, 0x1BCA3, Hazard::kZeroWidth},    {0x1D173, 0x1D17A, Hazard::kZeroWidth},
    {0xE0000, 0xE00FF, Hazard::kTag},          {0xE0100, 0xE01EF, Hazard::kVariation},
    {0xE01F0, 0xE0FFF, Hazard::kTag},          {0xF0000, 0xFFFFD, Hazard::kPrivateUse},
    {0x100000, 0x10FFFD, Hazard::kPrivateUse},
});

// One flag for each 8 code points of the basic plane: set where the ranges have to be asked.
constexpr std::array<bool, 0x10000 / 8> suspect_groups() {
  std::array<bool, 0x10000 / 8> groups{};
  for (const Range& range : kRanges) {
    for (char32_t group = range.first >> 3; group <= (range.last >> 3) && group < groups.size(); ++group) {
      groups[group] = true;
    }
  }
  groups[0xFFFF >> 3] = true;
  for (char32_t surrogate = 0xD800; surrogate <= 0xDFFF; surrogate += 8) groups[surrogate >> 3] = true;
  return groups;
}
constexpr auto kSuspect = suspect_groups();

bool is_suspect(char32_t code_point) noexcept {
  if (code_point < 0x10000) return kSuspect[code_point >> 3];
  return code_point >= 0xE0000 || code_point < 0x1E000 || (code_point & 0xFFFE) == 0xFFFE;
}

/// The length of the harmless code point of two or three bytes at `at`, or 0 where it takes a closer look. The caller
/// guarantees three bytes. Overlong forms and surrogates fall into groups that count as suspect.
std::size_t harmless_length(const std::byte* at) noexcept {
  const auto byte = [at](std::size_t i) { return std::to_integer<std::uint32_t>(at[i]); };
  const std::uint32_t lead = byte(0);
  if ((byte(1) & 0xC0) != 0x80) return 0;
  if (lead < 0xE0) {
    if (lead < 0xC2) return 0;
    return kSuspect[(((lead & 0x1F) << 6) | (byte(1) & 0x3F)) >> 3] ? 0 : 2;
  }
  if (lead >= 0xF0 || (byte(2) & 0xC0) != 0x80) return 0;
  const std::uint32_t code_point = ((lead & 0x0F) << 12) | ((byte(1) & 0x3F) << 6) | (byte(2) & 0x3F);
  return code_point < 0x800 || kSuspect[code_point >> 3] ? 0 : 3;
}

constexpr bool is_plain_ascii(std::byte byte) noexcept {
  return (byte >= std::byte{0x20} && byte < std::byte{0x7F}) || byte == std::byte{'\t'} || byte == std::byte{'\n'};
}

}  // namespace

Hazard hazard_of(char32_t code_point) noexcept {
  if (!is_suspect(code_point)) return Hazard::kNone;
  if ((code_point & 0xFFFE) == 0xFFFE) return Hazard::kNoncharacter;
  const auto* range = std::upper_bound(kRanges.begin(), kRanges.end(), code_point,
                                       [](char32_t value, const Range& r) { return value < r.first; });
  if (range == kRanges.begin()) return Hazard::kNone;
  --range;
  return code_point <= range->last ? range->hazard : Hazard::kNone;
}

FindingCode finding_of(Hazard hazard) noexcept {
  assert(hazard != Hazard::kNone);
  switch (hazard) {
    case Hazard::kBidi: return FindingCode::kBidi;
    case Hazard::kZeroWidth: return FindingCode::kZeroWidth;
    case Hazard::kJoiner: return FindingCode::kZeroWidth;
    case Hazard::kTag: return FindingCode::kTagCharacters;
    case Hazard::kVariation: return FindingCode::kVariationData;
    case Hazard::kNoncharacter: return FindingCode::kNoncharacter;
    case Hazard::kPrivateUse: return FindingCode::kPrivateUse;
    case Hazard::kNone:
    case Hazard::kControl: break;
  }
  return FindingCode::kControl;
}

std::size_t plain_prefix(ByteView bytes) noexcept {
  constexpr std::size_t kShortRun = 8;  // spaces between words are not worth a vector loop
  const std::byte* const at = bytes.data();
  const std::size_t size = bytes.size();
  std::size_t i = 0;
  while (i < size) {
    const std::size_t begin = i;
    const std::size_t short_end = std::min(size, i + kShortRun);
    while (i < short_end && is_plain_ascii(at[i])) ++i;
    if (i == begin + kShortRun) i += plain_ascii_prefix(bytes.subspan(i));
    while (i + 3 <= size && at[i] >= std::byte{0x80}) {
      const std::size_t length = harmless_length(at + i);
      if (length == 0) break;
      i += length;
    }
    while (i < size && at[i] >= std::byte{0x80}) {
      const Decoded decoded = decode_utf8(at + i, size - i);
      if (decoded.status != DecodeStatus::kValid || hazard_of(decoded.code_point) != Hazard::kNone) return i;
      i += decoded.length;
    }
    if (i == begin) return i;  // a control character
  }
  return i;
}

HazardAt first_hazard(ByteView utf8) noexcept {
  std::size_t i = 0;
  while (i < utf8.size()) {
    i += plain_prefix(utf8.subspan(i));
    if (i >= utf8.size()) break;
    const Decoded decoded = decode_utf8(utf8.data() + i, utf8.size() - i);
    if (decoded.status != DecodeStatus::kValid) {
      i += decoded.length;
      continue;
    }
    const Hazard hazard = hazard_of(decoded.code_point);
    const std::size_t kept = needs_context(hazard) ? kept_in_context(utf8.first(i), utf8.subspan(i)) : std::size_t{0};
    if (kept == 0) return {hazard, i, decoded.code_point};
    i += kept;
  }
  return {};
}

}  // namespace sluice::text
