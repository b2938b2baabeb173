#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "json/document.h"
#include "json/keys.h"
#include "json/parser.h"

namespace sluice::json {

/// Looks through a tape that simdjson wrote for anything that has to be said or that a limit forbids. Keeps its
/// memory from document to document. Not thread-safe.
class TapeChecker {
 public:
  struct Answer {
    bool is_clean = false;    ///< false: the strict parser has to read the text and say what there is
    std::uint64_t nodes = 0;  ///< values, keys not counted
  };

  /// Looks at duplicate keys, keys of prototypes, depth, lengths, and numbers that simdjson rounds without a word.
  /// @param text  what the tape was read from
  /// Complexity: O(n), O(n log n) where somebody chose colliding keys. No allocation once its memory has grown.
  [[nodiscard]] Answer check(Tape tape, std::string_view text, const Limits& limits);

 private:
  static constexpr std::size_t kSmallObject = 24;  // keys that are compared with each other; more go to a table

  struct Key {
    std::string_view text;
    std::uint64_t head;  // its first eight bytes, those beyond its end zero
    std::uint64_t mask;  // of the bytes of `head` that are its own
    std::uint64_t mark;
  };
  // One level of nesting: the container that is open, and keys. Those of the object that was there before stay, known
  // to be different and allowed: as long as the next object repeats them one by one, as records in a list do, one
  // compare a key is enough.
  struct Level {
    std::array<Key, kSmallObject> keys;
    std::size_t known = 0;       // of `keys`
    bool has_proto_key = false;  // one that must not hold an object

    bool is_object = false;
    bool is_repeating = true;           // its keys are those of the object before, so far
    std::uint32_t id = 0;               // of the container
    std::uint32_t count = 0;            // its keys, once it went its own way
    std::uint64_t seen = 0;             // a bit for each mark, from then on
    const Key* expected = nullptr;      // what the next key has to be to repeat the object before
    const Key* expected_end = nullptr;  // `expected` is that where nothing is expected
  };

  [[nodiscard]] static bool is_expected(const Key& expected, std::string_view key) noexcept;
  struct Skipped {
    const Key* expected;
    std::uint32_t id;
  };
  [[nodiscard]] Skipped skip_repeated(Tape tape, const Level& open, std::uint32_t id);
  void note_double(double number) noexcept;
  // Adds a key that is not what the object before had. False where it is not allowed or equals an earlier one.
  [[nodiscard]] static bool add_key(Level& open, std::string_view key, std::uint64_t max_bytes);
  [[nodiscard]] bool check_values(Tape tape, std::size_t text_bytes, const Limits& limits);

  std::uint64_t nodes_ = 0;
  bool has_double_ = false;
  bool has_tiny_ = false;
  std::vector<std::unique_ptr<Level>> levels_;  // the first one is no container
  KeyChecker large_;
};

}  // namespace sluice::json
