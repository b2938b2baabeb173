#include "sanitize/data/thrift.h"

#include <optional>

#include "media/bytes_at.h"

namespace sluice::sanitize {

namespace {

constexpr std::size_t kMaxLevels = 24;  // Parquet's own structs need seven
constexpr std::uint64_t kPollValues = 4096;
constexpr unsigned kMaxVarintBytes = 10;

std::int64_t from_zigzag(std::uint64_t value) noexcept {
  return static_cast<std::int64_t>(value >> 1U) ^ -static_cast<std::int64_t>(value & 1U);
}

struct Level {
  bool is_struct = true;
  std::uint64_t begin = 0;
  std::int16_t field = 0;  // of a struct: the last one
  std::uint64_t left = 0;  // of a list: elements
  ThriftType element = ThriftType::kStruct;
  bool has_path = false;  // it put its field on the path
};

class Walker {
 public:
  Walker(ByteView bytes, std::uint64_t at, ThriftVisitor& visitor, Budget& budget)
      : bytes_(bytes), at_(at), visitor_(visitor), budget_(budget) {}

  ThriftWalk run() {
    levels_.push_back({true, at_, 0, 0, ThriftType::kStruct, false});
    while (!levels_.empty() && step()) {
    }
    walk_.is_whole = levels_.empty();
    walk_.end = at_;
    return walk_;
  }

 private:
  bool fail(const char* why) {
    walk_.why = why;
    return false;
  }

  std::optional<std::uint64_t> varint() noexcept {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < kMaxVarintBytes; ++i) {
      if (at_ >= bytes_.size()) return std::nullopt;
      const std::uint64_t byte = media::u8_at(bytes_, at_++);
      if (i == kMaxVarintBytes - 1 && byte > 1) return std::nullopt;
      value |= (byte & 0x7FU) << (7 * i);
      if ((byte & 0x80U) == 0) return value;
    }
    return std::nullopt;
  }

  bool tell(const ThriftEvent& event) {
    const char* const why = visitor_.on_event(path_, event);
    return why == nullptr || fail(why);
  }

  bool step() {
    if (!budget_.charge(Budget::Kind::kNodes, 1) || (++values_ % kPollValues == 0 && !budget_.poll())) {
      walk_.is_exhausted = true;
      return fail("the budget ran out");
    }
    Level& level = levels_.back();
    if (!level.is_struct) {
      if (level.left == 0) return close(ThriftType::kList);
      --level.left;
      return value(level.element, false);
    }
    if (at_ >= bytes_.size()) return fail("the bytes end inside of a struct");
    const std::uint8_t head = media::u8_at(bytes_, at_++);
    if (head == 0) return close(ThriftType::kStruct);
    const auto type = static_cast<ThriftType>(head & 0x0FU);
    std::int64_t field = level.field + (head >> 4U);
    if ((head >> 4U) == 0) {
      const std::optional<std::uint64_t> number = varint();
      if (!number) return fail("a field number is cut or too long");
      field = from_zigzag(*number);
    }
    // All writers number upwards; so a field cannot be there twice.
    if (field <= level.field || field > INT16_MAX) return fail("the fields of a struct do not ascend");
    level.field = static_cast<std::int16_t>(field);
    path_.push_back(level.field);
    return value(type, true);
  }

  // Reads a value; one of a field has put its number on the path, which goes when the value is over.
  bool value(ThriftType type, bool is_field) {
    const std::uint64_t begin = at_;
    ThriftEvent event{ThriftEvent::Kind::kScalar, type, begin, begin, 0, {}};
    switch (type) {
      case ThriftType::kTrue:
      case ThriftType::kFalse:
        if (!is_field) ++at_;  // an element of a list has a byte of its own
        if (at_ > bytes_.size()) return fail("the bytes end inside of a list");
        break;
      case ThriftType::kByte:
        if (!media::has_room(bytes_, at_, 1)) return fail("the bytes end inside of a number");
        ++at_;
        break;
      case ThriftType::kI16:
      case ThriftType::kI32:
      case ThriftType::kI64: {
        const std::optional<std::uint64_t> number = varint();
        if (!number) return fail("a number is cut or too long");
        event.number = from_zigzag(*number);
        break;
      }
      case ThriftType::kDouble:
        if (!media::has_room(bytes_, at_, 8)) return fail("the bytes end inside of a number");
        at_ += 8;
        break;
      case ThriftType::kBinary: {
        const std::optional<std::uint64_t> length = varint();
        if (!length || !media::has_room(bytes_, at_, *length)) return fail("the bytes end inside of a text");
        event.text = as_chars(bytes_.subspan(static_cast<std::size_t>(at_), static_cast<std::size_t>(*length)));
        at_ += *length;
        break;
      }
      case ThriftType::kList:
      case ThriftType::kSet:
      case ThriftType::kStruct: return open(type, is_field);
      case ThriftType::kMap: return fail("a map, which this format does not have");
      default: return fail("a value has an unknown type");
    }
    event.end = at_;
    const bool goes_on = tell(event);
    if (is_field) path_.pop_back();
    return goes_on;
  }

  bool open(ThriftType type, bool is_field) {
    if (levels_.size() == kMaxLevels) return fail("values are nested too deeply");
    Level level{type == ThriftType::kStruct, at_, 0, 0, ThriftType::kStruct, is_field};
    if (!level.is_struct) {
      if (at_ >= bytes_.size()) return fail("the bytes end before a list");
      const std::uint8_t head = media::u8_at(bytes_, at_++);
      level.element = static_cast<ThriftType>(head & 0x0FU);
      level.left = head >> 4U;
      if (level.left == 15) {
        const std::optional<std::uint64_t> count = varint();
        if (!count) return fail("the length of a list is cut or too long");
        level.left = *count;
      }
      // Every element takes a byte at least.
      if (level.left > bytes_.size() - at_) return fail("a list has more elements than there are bytes");
    }
    levels_.push_back(level);
    return tell({ThriftEvent::Kind::kBegin, type, level.begin, at_, 0, {}});
  }

  bool close(ThriftType type) {
    const Level level = levels_.back();
    levels_.pop_back();
    const bool goes_on = tell({ThriftEvent::Kind::kEnd, type, level.begin, at_, 0, {}});
    if (level.has_path) path_.pop_back();
    return goes_on;
  }

  ByteView bytes_;
  std::uint64_t at_;
  ThriftVisitor& visitor_;
  Budget& budget_;
  ThriftWalk walk_;
  std::vector<Level> levels_;
  std::vector<std::int16_t> path_;
  std::uint64_t values_ = 0;
};

}  // namespace

ThriftWalk walk_thrift(ByteView bytes, std::uint64_t at, ThriftVisitor& visitor, Budget& budget) {
  return Walker(bytes, at, visitor, budget).run();
}

void put_thrift_field(Bytes& out, std::int16_t previous, std::int16_t field, ThriftType type) {
  const auto low = static_cast<unsigned>(type);
  const int delta = field - previous;
  if (delta >= 1 && delta <= 15) {
    out.push_back(static_cast<std::byte>((static_cast<unsigned>(delta) << 4U) | low));
    return;
  }
  out.push_back(static_cast<std::byte>(low));
  std::uint32_t zigzag = (static_cast<std::uint32_t>(field) << 1U) ^ static_cast<std::uint32_t>(field >> 15);
  while (zigzag >= 0x80) {
    out.push_back(static_cast<std::byte>((zigzag & 0x7FU) | 0x80U));
    zigzag >>= 7U;
  }
  out.push_back(static_cast<std::byte>(zigzag));
}

}  // namespace sluice::sanitize
