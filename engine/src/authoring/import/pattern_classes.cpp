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

constexpr std::array<NamedRanges, 14> kPosix{{
    {"alnum", "09AZaz"},
    {"alpha", "AZaz"},
    {"ascii", std::string_view("\0\x7f", 2)},
    {"blank", "\t\t  "},
    {"cntrl", std::string_view("\0\x1f\x7f\x7f", 4)},
    {"digit", "09"},
    {"graph", "!~"},
    {"lower", "az"},
    {"print", " ~"},
    {"punct", "!/:@[`{~"},
    {"space", "\t\r  "},
    {"upper", "AZ"},
    {"word", "09AZaz__"},
    {"xdigit", "09AFaf"},
}};

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

ByteSet from_pairs(std::string_view pairs) {
  ByteSet out;
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    out.add_range(static_cast<std::uint8_t>(pairs[i]), static_cast<std::uint8_t>(pairs[i + 1]));
  }
  return out;
}

template <std::size_t N>
std::optional<ByteSet> find_ranges(const std::array<NamedRanges, N>& table, std::string_view name) {
  for (const NamedRanges& entry : table) {
    if (entry.name == name) return from_pairs(entry.pairs);
  }
  return std::nullopt;
}

}  // namespace

ByteSet intersection(const ByteSet& a, const ByteSet& b) {
  std::array<std::uint64_t, 4> words = a.words();
  for (std::size_t i = 0; i < words.size(); ++i) words[i] &= b.words()[i];
  return ByteSet::of_words(words, false);
}

ByteSet without(const ByteSet& a, const ByteSet& b) { return intersection(a, complement(b)); }

ByteSet complement(const ByteSet& set) { return ByteSet::of_words(set.complement_with_end().words(), false); }

ByteSet fold_case(ByteSet set) {
  for (std::uint8_t lower = 'a'; lower <= 'z'; ++lower) {
    const auto upper = static_cast<std::uint8_t>(lower - 'a' + 'A');
    if (set.contains(lower)) set.add(upper);
    if (set.contains(upper)) set.add(lower);
  }
  return set;
}

bool has_bytes(const ByteSet& set) noexcept { return count(set) != 0; }

bool is_within(const ByteSet& inner, const ByteSet& outer) { return !has_bytes(without(inner, outer)); }

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
  static const ByteSet set = from_pairs("09AZaz__");
  return set;
}

ByteSet high_bytes() { return range(0x80, 0xFF); }

std::optional<ByteSet> perl_class(char name, PatternDialect dialect) {
  ByteSet space = from_pairs("\t\n\f\r  ");
  if (dialect == PatternDialect::kRust) space.add('\v');
  switch (name) {
    case 'd': return from_pairs("09");
    case 'D': return complement(from_pairs("09"));
    case 'w': return word_bytes();
    case 'W': return complement(word_bytes());
    case 's': return space;
    case 'S': return complement(space);
    default: return std::nullopt;
  }
}

std::optional<ByteSet> posix_class(std::string_view name) { return find_ranges(kPosix, name); }

std::optional<ByteSet> unicode_class(std::string_view name) { return find_ranges(kUnicode, name); }

}  // namespace sluice::authoring::importing
