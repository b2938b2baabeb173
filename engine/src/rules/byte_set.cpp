#include "rules/byte_set.h"

#include <array>

namespace sluice::rules {
namespace {

constexpr ByteSet digit() {
  ByteSet set;
  set.add_range('0', '9');
  return set;
}
constexpr ByteSet alnum() {
  ByteSet set = digit();
  set.add_range('a', 'z');
  set.add_range('A', 'Z');
  return set;
}
constexpr ByteSet hex() {
  ByteSet set = digit();
  set.add_range('a', 'f');
  set.add_range('A', 'F');
  return set;
}
constexpr ByteSet with(ByteSet set, std::string_view bytes) {
  set.add_all(bytes);
  return set;
}
constexpr ByteSet only(std::string_view bytes) { return with(ByteSet{}, bytes); }
constexpr ByteSet end_only() {
  ByteSet set;
  set.add_end();
  return set;
}

struct NamedRanges {
  std::string_view name;
  std::string_view pairs;
};

constexpr std::array<NamedRanges, 14> kPosixClasses{{
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

struct Named {
  std::string_view name;
  ByteSet set;
};

constexpr std::array kNamed = {
    Named{"any", ByteSet{}.complement_with_end()},
    Named{"end", end_only()},
    Named{"digit", digit()},
    Named{"not-digit", digit().complement_with_end()},
    Named{"alnum", alnum()},
    Named{"not-alnum", alnum().complement_with_end()},
    Named{"word", with(alnum(), "_")},
    Named{"not-word", with(alnum(), "_").complement_with_end()},
    Named{"token", with(alnum(), "_-")},
    Named{"not-token", with(alnum(), "_-").complement_with_end()},
    Named{"hex", hex()},
    Named{"not-hex", hex().complement_with_end()},
    Named{"base64", with(alnum(), "+/=")},
    Named{"not-base64", with(alnum(), "+/=").complement_with_end()},
    Named{"space", only(" \t\r\n")},
    Named{"not-space", only(" \t\r\n").complement_with_end()},
    Named{"quote", only("\"'`")},
    Named{"line-end", with(end_only(), "\r\n")},
};

constexpr std::array<std::string_view, kNamed.size()> make_names() {
  std::array<std::string_view, kNamed.size()> names{};
  for (std::size_t i = 0; i < kNamed.size(); ++i) names[i] = kNamed[i].name;
  return names;
}
constexpr std::array<std::string_view, kNamed.size()> kNames = make_names();

}  // namespace

std::optional<ByteSet> named_byte_set(std::string_view name) noexcept {
  for (const Named& entry : kNamed) {
    if (entry.name == name) return entry.set;
  }
  return std::nullopt;
}

std::span<const std::string_view> byte_set_names() noexcept { return kNames; }

std::optional<ByteSet> posix_class(std::string_view name) noexcept {
  for (const NamedRanges& each : kPosixClasses) {
    if (each.name == name) return ByteSet::of_ranges(each.pairs);
  }
  return std::nullopt;
}

}  // namespace sluice::rules
