#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/tree.h"
#include "sluice/result.h"

namespace sluice::config {

/// Collects every problem of one configuration file, so that all are told at once.
class Problems {
 public:
  explicit Problems(std::string path) : path_(std::move(path)) {}

  /// @param what  "[stdout] max_bytes: found ..., expected ..."
  void add(Position position, std::string what);

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// All problems in the order of the file, one a line, the first 100 of them.
  [[nodiscard]] Error error(ErrorCode code = ErrorCode::kConfigInvalid) const;

 private:
  std::string path_;
  std::size_t count_ = 0;
  std::vector<std::pair<Position, std::string>> lines_;
};

/// The name among `known` that `name` was probably meant to be: an edit distance of at most a third of its length
/// (swapped neighbors count one), ignoring case and `-` for `_`; else one that it is a part of or the other way round
/// ("max_depth", "depth"). Empty where none is near.
[[nodiscard]] std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

/// How error texts quote a value of the file: its kind and, for scalars, the value, shortened, escaped and with
/// runs that could be a secret masked.
[[nodiscard]] std::string describe(const Node& node);

/// Quotes text of the file for an error: printable, shortened, runs of 20 letters and digits masked.
[[nodiscard]] std::string quote(std::string_view text);

/// "50 MB" -> 50,000,000. Units B, kB/KB, MB, GB (powers of 1000) and KiB, MiB, GiB; a decimal fraction is fine where
/// the result is whole. @return nothing where `text` is not a size or does not fit 63 bits
[[nodiscard]] std::optional<std::uint64_t> parse_byte_size(std::string_view text) noexcept;
/// "60 s", "500 ms", "2 min", "1 h" -> milliseconds.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) noexcept;
/// The shortest text that parse_byte_size reads as `bytes`, for example "50 MB", "1 MiB", "123 B".
[[nodiscard]] std::string format_byte_size(std::uint64_t bytes);
[[nodiscard]] std::string format_duration(std::chrono::milliseconds duration);

/// One word that a key accepts, and what it means.
template <typename T>
struct Choice {
  std::string_view word;
  T value;
};

/// Reads the members of one table by key and type. Each getter notes its key as known; a wrong type or value becomes
/// a problem and reads as absent. `finish()` reports every member that no getter asked for, with the nearest key.
/// Not thread-safe; `table` and `problems` outlive it.
class TableReader {
 public:
  /// @param context  how problems call the table, "[stdout]"; empty for the root
  TableReader(const Node& table, std::string context, Problems& problems)
      : table_(table), context_(std::move(context)), problems_(problems) {}

  /// The member as it is, whatever its kind; null where absent. Notes the key as known.
  const Node* any(std::string_view key);
  [[nodiscard]] std::optional<std::string> string(std::string_view key);
  [[nodiscard]] std::optional<bool> boolean(std::string_view key);
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key, std::int64_t min, std::int64_t max);
  [[nodiscard]] std::optional<double> number(std::string_view key, double min, double max);
  /// An integer of bytes, or a text like "50 MB".
  [[nodiscard]] std::optional<std::uint64_t> byte_size(std::string_view key, std::uint64_t min, std::uint64_t max);
  /// A text like "60 s".
  [[nodiscard]] std::optional<std::chrono::milliseconds> duration(std::string_view key, std::chrono::milliseconds min,
                                                                  std::chrono::milliseconds max);
  /// An array of strings.
  [[nodiscard]] std::optional<std::vector<std::string>> strings(std::string_view key);
  /// An array of integers.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> integers(std::string_view key, std::int64_t min,
                                                                  std::int64_t max);
  const Node* table(std::string_view key);
  const Node* array(std::string_view key);
  /// An array of tables, `[[key]]`; other elements are problems and left out.
  [[nodiscard]] std::vector<const Node*> tables(std::string_view key);

  /// One of some words.
  template <typename T>
  [[nodiscard]] std::optional<T> choice(std::string_view key, std::span<const Choice<T>> choices) {
    std::vector<std::string_view> words;
    words.reserve(choices.size());
    for (const Choice<T>& c : choices) words.push_back(c.word);
    const std::optional<std::size_t> index = word_index(key, words);
    if (!index) return std::nullopt;
    return choices[*index].value;
  }

  /// A list of words, each one of some.
  template <typename T>
  [[nodiscard]] std::optional<std::vector<T>> choices(std::string_view key, std::span<const Choice<T>> choices) {
    const Node* const list = array(key);
    if (list == nullptr) return std::nullopt;
    std::vector<std::string_view> words;
    words.reserve(choices.size());
    for (const Choice<T>& c : choices) words.push_back(c.word);
    std::vector<T> out;
    for (const Node& item : list->items()) {
      if (const std::optional<std::size_t> index = word_index(item, key, words)) out.push_back(choices[*index].value);
    }
    return out;
  }

  /// Reports the key as missing where the table lacks it. @return true where it is there
  bool require(std::string_view key);
  [[nodiscard]] bool has(std::string_view key) const { return table_.find(key) != nullptr; }

  /// Reports a problem of the member `key` (or of the table, where it is absent) in the usual form.
  void problem(std::string_view key, std::string_view what);
  /// Reports a problem of one element of the member `key`.
  void problem_at(const Node& node, std::string_view key, std::string_view what);
  void finish();

  [[nodiscard]] const Node& node() const noexcept { return table_; }
  [[nodiscard]] const std::string& context() const noexcept { return context_; }
  [[nodiscard]] Problems& problems() noexcept { return problems_; }

 private:
  const Node* of_kind(std::string_view key, NodeKind kind, std::string_view expected);
  [[nodiscard]] std::optional<std::size_t> word_index(std::string_view key, std::span<const std::string_view> words);
  [[nodiscard]] std::optional<std::size_t> word_index(const Node& node, std::string_view key,
                                                      std::span<const std::string_view> words);
  void mismatch(const Node& node, std::string_view key, std::string_view expected);

  const Node& table_;
  std::string context_;
  Problems& problems_;
  std::vector<std::string> known_;
};

}  // namespace sluice::config
