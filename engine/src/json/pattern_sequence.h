#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "json/pattern_parser.h"

namespace sluice::json {

/// A pattern that is a row of character classes, each so many times, where taking as many as possible is always right:
/// `^[a-z0-9_-]{1,64}$`, `^[0-9a-f]{8}-[0-9a-f]{4}$`, `^[A-Z][a-z]*`; or one class anywhere: `[A-Z]`, `\S+$`.
/// Immutable.
class SequencePattern {
 public:
  /// @return nothing where the pattern is more than that. O(n) for a bounded number of classes.
  [[nodiscard]] static std::optional<SequencePattern> from(const ParsedPattern& pattern);

  /// Whether it matches `text`, UTF-8. O(n) in one pass, safe to call concurrently.
  [[nodiscard]] bool search(std::string_view text) const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Step {
    std::uint8_t bit = 0;  // of the class, in `table_` and `wide_`
    std::uint8_t set = 0;  // index of the class
    std::uint32_t min = 1;
    std::uint32_t max = 1;
  };
  bool read(const ParsedPattern& pattern);
  bool add_step(const ParsedPattern& pattern, const PatternToken& atom);
  [[nodiscard]] bool is_deterministic() const;
  void make_tables();
  // Bytes of the member of the step's class at `at`, 0 where there is none.
  [[nodiscard]] std::size_t member_at(const Step& step, std::string_view text, std::size_t at) const noexcept;
  [[nodiscard]] bool search_run(std::string_view text) const noexcept;

  bool at_begin_ = false;
  bool at_end_ = false;
  std::uint8_t wide_ = 0;  // classes with members beyond ASCII
  std::array<std::uint8_t, 256> table_{};
  std::vector<CodePointSet> sets_;
  std::vector<Step> steps_;
  std::vector<std::uint8_t> fixed_;  // one bit of `table_` for each byte, where all is ASCII and of fixed length
};

}  // namespace sluice::json
