#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regex/regex.h"
#include "rules/byte_set.h"
#include "scan/byte_set_table.h"
#include "sluice/bytes.h"

// The two directions of one binary form. Both classes have the same calls, so that packed_rules.h describes each
// structure once and writing and reading cannot differ.

namespace sluice::scan {

/// Appends values to a text. Numbers take 7 bits a byte, so that small ones, which most are, take one.
class PackedWriter {
 public:
  /// @param sets  outlives the writer
  explicit PackedWriter(ByteSetTable& sets) : sets_(&sets) {}

  template <typename T>
  void number(T value) {
    put(static_cast<std::uint64_t>(value));
  }
  void flag(bool value) { out_.push_back(value ? '\1' : '\0'); }
  /// Eight bytes as the machine has them, for what is seldom small.
  void word(std::uint64_t value);
  void real(double value) { word(std::bit_cast<std::uint64_t>(value)); }
  void text(std::string_view value);
  void byte_set(const rules::ByteSet& value) { put(sets_->number_of(value)); }
  /// An enum whose last value is `last`.
  template <typename E>
  void choice(E value, E /*last*/) {
    put(static_cast<std::uint64_t>(value));
  }
  /// A pattern that several places of a pack may share.
  void regex(const std::shared_ptr<const regex::Regex>& value);
  template <typename List, typename Each>
  void list(const List& values, Each each) {
    put(values.size());
    for (const auto& value : values) each(*this, value);
  }
  template <typename T, typename Each>
  void maybe(const std::optional<T>& value, Each each) {
    flag(value.has_value());
    if (value) each(*this, *value);
  }

  [[nodiscard]] const std::string& written() const noexcept { return out_; }

 private:
  void put(std::uint64_t value);

  ByteSetTable* sets_;
  std::map<const regex::Regex*, std::size_t> regexes_;
  std::string out_;
};

/// Reads what PackedWriter wrote. Every read is checked against the end; after a failure all reads give nothing and
/// `ok` stays false, so that callers look once.
class PackedReader {
 public:
  /// @param bytes  outlives the reader and the views that it gives
  PackedReader(ByteView bytes, std::span<const rules::ByteSet> sets) : rest_(as_chars(bytes)), sets_(sets) {}

  template <typename T>
  void number(T& value) {
    const std::uint64_t read = get();
    value = static_cast<T>(read);
    if (static_cast<std::uint64_t>(value) != read) fail();
  }
  void flag(bool& value);
  void word(std::uint64_t& value);
  void real(double& value) {
    std::uint64_t bits = 0;
    word(bits);
    value = std::bit_cast<double>(bits);
  }
  void text(std::string& value) { value = view(); }
  /// As `text`, without a copy.
  [[nodiscard]] std::string_view view();
  void byte_set(rules::ByteSet& value);
  template <typename E>
  void choice(E& value, E last) {
    const std::uint64_t read = get();
    if (read > static_cast<std::uint64_t>(last)) return fail();
    value = static_cast<E>(read);
  }
  void regex(std::shared_ptr<const regex::Regex>& value);
  template <typename T, typename Each>
  void list(std::vector<T>& values, Each each) {
    const std::uint64_t count = count_of_list();
    values.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(count, kMaxReserve)));
    for (std::uint64_t i = 0; i < count && is_ok_; ++i) each(*this, values.emplace_back());
  }
  template <typename T, typename Each>
  void maybe(std::optional<T>& value, Each each) {
    bool has_value = false;
    flag(has_value);
    if (has_value) each(*this, value.emplace());
  }
  /// Elements of a list that the caller reads itself; each takes a byte at least, so no damage can ask for more.
  [[nodiscard]] std::uint64_t count_of_list();

  void fail() noexcept {
    is_ok_ = false;
    rest_ = {};
  }
  [[nodiscard]] bool ok() const noexcept { return is_ok_; }
  [[nodiscard]] bool is_at_end() const noexcept { return rest_.empty(); }

 private:
  // Damaged input must not ask for much memory at once.
  static constexpr std::uint64_t kMaxReserve = 4'096;
  std::uint64_t get();

  std::string_view rest_;
  std::span<const rules::ByteSet> sets_;
  std::vector<std::shared_ptr<const regex::Regex>> regexes_;
  bool is_ok_ = true;
};

}  // namespace sluice::scan
