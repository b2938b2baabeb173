#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// What a value is in Thrift's compact protocol.
enum class ThriftType : std::uint8_t {
  kTrue = 1,
  kFalse = 2,
  kByte = 3,
  kI16 = 4,
  kI32 = 5,
  kI64 = 6,
  kDouble = 7,
  kBinary = 8,
  kList = 9,
  kSet = 10,
  kMap = 11,
  kStruct = 12,
};

/// One thing that a walk meets.
struct ThriftEvent {
  enum class Kind : std::uint8_t { kScalar, kBegin, kEnd };
  Kind kind = Kind::kScalar;
  ThriftType type = ThriftType::kStruct;
  std::uint64_t begin = 0;  ///< of the value, without its field header
  std::uint64_t end = 0;    ///< of a scalar or an end: one past it
  std::int64_t number = 0;  ///< of integers
  std::string_view text;    ///< of binaries
};

/// Takes what a walk meets.
class ThriftVisitor {
 public:
  ThriftVisitor() = default;
  ThriftVisitor(const ThriftVisitor&) = delete;
  ThriftVisitor& operator=(const ThriftVisitor&) = delete;
  virtual ~ThriftVisitor() = default;
  /// @param path  the field numbers that lead to the value; the elements of a list have the path of the list
  /// @return null to go on, else a literal that says why the walk ends
  virtual const char* on_event(const std::vector<std::int16_t>& path, const ThriftEvent& event) = 0;
};

struct ThriftWalk {
  bool is_whole = false;
  bool is_exhausted = false;
  std::uint64_t end = 0;  ///< one past the struct
  const char* why = "";   ///< where it is not whole
};

/// Walks one struct of the compact protocol at `at`. Maps are refused: none of the formats read here has them.
///
/// @param budget  charged a node for each value
/// Complexity: O(n). No recursion; at most 24 levels. Source: Thrift's compact protocol specification.
[[nodiscard]] ThriftWalk walk_thrift(ByteView bytes, std::uint64_t at, ThriftVisitor& visitor, Budget& budget);

/// Appends the header of a struct's field. @param previous  the number of the field before it, 0 for the first
void put_thrift_field(Bytes& out, std::int16_t previous, std::int16_t field, ThriftType type);

}  // namespace sluice::sanitize
