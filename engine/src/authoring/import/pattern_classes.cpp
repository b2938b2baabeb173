#include "authoring/import/pattern_classes.h"

#include <array>
#include <bit>

namespace sluice::authoring::importing {
namespace {

using rules::ByteSet;

struct NamedRanges {
  std::string_view name;
  std::string_view pairs;  // first and last byte of each range
};

constexpr std::array<NamedRanges, 12> kUnicode{{
    {"L", "AZaz"},
    {"Letter", "AZaz"},
    {"Alphabetic", "AZaz"},
    {"Latin", "AZaz"},
    {"Lu", "AZ"},
    {"Ll", "az"},
    {"N", "09"},
    {"Nd", "09"},
    {"P", "!#%*,/:;?@[]__{{}}"},
    {"S", "$$++<>^^``||~~"},
    {"Z", "  "},
    {"Zs", "  "},
}};

}  // namespace

ByteSet intersection(const ByteSet& a, const ByteSet& b) {
  std::array<std::uint64_t, 4> words = a.words();
  for (std::size_t i = 0; i < words.size(); ++i) words[i] &= b.words()[i];
  return ByteSet::of_words(words, false);
}

ByteSet without(const ByteSet& a, const ByteSet& b) { return intersection(a, b.complement()); }

ByteSet fold_case(ByteSet set) {
  for (std::uint8_t lower = 'a'; lower <= 'z'; ++lower) {
    const auto upper = static_cast<std::uint8_t>(lower - 'a' + 'A');
    if (set.contains(lower)) set.add(upper);
    if (set.contains(upper)) set.add(lower);
  }
  return set;
}

bool is_within(const ByteSet& inner, const ByteSet& outer) { return !without(inner, outer).has_bytes(); }

std::size_t count(const ByteSet& set) noexcept {
  std::size_t total = 0;
  for (const std::uint64_t word : set.words()) total += static_cast<std::size_t>(std::popcount(word));
  return total;
}

ByteSet range(unsigned first, unsigned last) {
  ByteSet out;
  out.add_range(static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(last));
  return out;
}

const ByteSet& word_bytes() {
  static const ByteSet set = ByteSet::of_ranges("09AZaz__");
  return set;
}

ByteSet high_bytes() { return range(0x80, 0xFF); }

std::optional<ByteSet> perl_class(char name, PatternDialect dialect) {
  ByteSet space = ByteSet::of_ranges("\t\n\f\r  ");
  if (dialect == PatternDialect::kRust) space.add('\v');
  switch (name) {
    case 'd': return ByteSet::of_ranges("09");
    case 'D': return ByteSet::of_ranges("09").complement();
    case 'w': return word_bytes();
    case 'W': return word_bytes().complement();
    case 's': return space;
    case 'S': return space.complement();
    default: return std::nullopt;
  }
}

std::optional<ByteSet> unicode_class(std::string_view name) {
  for (const NamedRanges& entry : kUnicode) {
    if (entry.name == name) return ByteSet::of_ranges(entry.pairs);
  }
  return std::nullopt;
}

}  // namespace sluice::authoring::importing
