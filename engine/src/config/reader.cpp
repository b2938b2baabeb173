#include "config/reader.h"

#include <algorithm>
#include <cmath>

#include "core/checked.h"
#include "sluice/report_text.h"

namespace sluice::config {

namespace {

constexpr std::size_t kMaxToldProblems = 100;
constexpr std::size_t kMaxKeptProblems = 10'000;  // the rest is only counted

std::string join_words(std::span<const std::string_view> words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
    out += '"';
    out += words[i];
    out += '"';
  }
  return out;
}

std::string in_quotes(std::string_view text) { return "\"" + quote(text) + "\""; }

std::string range_text(std::string_view noun, const std::string& min, const std::string& max) {
  return std::string(noun) + " from " + min + " to " + max;
}

std::string double_text(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

void Problems::add(Position position, std::string what) {
  ++count_;
  if (lines_.size() < kMaxKeptProblems) lines_.emplace_back(position, std::move(what));
}

Error Problems::error(ErrorCode code) const {
  auto sorted = lines_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Error error{code, {}, 0};
  for (std::size_t i = 0; i < sorted.size() && i < kMaxToldProblems; ++i) {
    if (i > 0) error.message += '\n';
    error.message += place(path_, sorted[i].first) + sorted[i].second;
  }
  if (count_ > kMaxToldProblems) {
    error.message += "\n" + place(path_, {}) + "and " + std::to_string(count_ - kMaxToldProblems) + " more problems";
  }
  return error;
}

std::string quote(std::string_view text) { return report_text(as_bytes(text), nullptr).str(); }

std::string describe(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kBool: return node.as_bool() ? "true" : "false";
    case NodeKind::kInteger: return "the integer " + std::to_string(node.as_integer());
    case NodeKind::kDouble: return "the number " + to_json(node);
    case NodeKind::kString: return "the string " + in_quotes(node.as_string());
    case NodeKind::kArray: return node.items().empty() ? "an empty array" : "an array";
    default: return std::string(kind_name(node.kind()));
  }
}

const Node* TableReader::any(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  return table_.find(key);
}

void TableReader::problem_at(const Node& node, std::string_view key, std::string_view what) {
  std::string line = context_;
  if (!key.empty()) line += (line.empty() ? "" : " ") + std::string(key);
  if (!line.empty()) line += ": ";
  problems_.add(node.position(), line + std::string(what));
}

void TableReader::problem(std::string_view key, std::string_view what) {
  const Node* node = table_.find(key);
  problem_at(node != nullptr ? *node : table_, key, what);
}

void TableReader::mismatch(const Node& node, std::string_view key, std::string_view expected) {
  problem_at(node, key, "found " + describe(node) + ", expected " + std::string(expected));
}

const Node* TableReader::of_kind(std::string_view key, NodeKind kind, std::string_view expected) {
  const Node* node = any(key);
  if (node == nullptr || node->kind() == kind) return node;
  mismatch(*node, key, expected);
  return nullptr;
}

std::optional<std::string> TableReader::string(std::string_view key) {
  const Node* node = of_kind(key, NodeKind::kString, "a string");
  if (node == nullptr) return std::nullopt;
  return node->as_string();
}

std::optional<bool> TableReader::boolean(std::string_view key) {
  const Node* node = of_kind(key, NodeKind::kBool, "true or false");
  if (node == nullptr) return std::nullopt;
  return node->as_bool();
}

std::optional<std::int64_t> TableReader::integer(std::string_view key, std::int64_t min, std::int64_t max) {
  const Node* node = any(key);
  if (node == nullptr) return std::nullopt;
  if (node->is_integer() && node->as_integer() >= min && node->as_integer() <= max) return node->as_integer();
  mismatch(*node, key, range_text("an integer", std::to_string(min), std::to_string(max)));
  return std::nullopt;
}

std::optional<double> TableReader::number(std::string_view key, double min, double max) {
  const Node* node = any(key);
  if (node == nullptr) return std::nullopt;
  const bool is_number = node->is_integer() || node->is_double();
  if (is_number && node->as_double() >= min && node->as_double() <= max) return node->as_double();
  mismatch(*node, key, range_text("a number", double_text(min), double_text(max)));
  return std::nullopt;
}

std::optional<std::uint64_t> TableReader::byte_size(std::string_view key, std::uint64_t min, std::uint64_t max) {
  const Node* node = any(key);
  if (node == nullptr) return std::nullopt;
  std::optional<std::uint64_t> value;
  if (node->is_string()) value = parse_byte_size(node->as_string());
  if (node->is_integer() && node->as_integer() >= 0) value = static_cast<std::uint64_t>(node->as_integer());
  if (!value) {
    mismatch(*node, key, "a size: bytes as an integer, or a text like \"50 MB\" (B, kB, MB, GB, KiB, MiB, GiB)");
  } else if (*value < min || *value > max) {
    mismatch(*node, key, range_text("a size", format_byte_size(min), format_byte_size(max)));
    value.reset();
  }
  return value;
}

std::optional<std::chrono::milliseconds> TableReader::duration(std::string_view key, std::chrono::milliseconds min,
                                                               std::chrono::milliseconds max) {
  const Node* node = any(key);
  if (node == nullptr) return std::nullopt;
  std::optional<std::chrono::milliseconds> value;
  if (node->is_string()) value = parse_duration(node->as_string());
  if (!value) {
    mismatch(*node, key, "a duration: a text like \"60 s\" (ms, s, min, h)");
  } else if (*value < min || *value > max) {
    mismatch(*node, key, range_text("a duration", format_duration(min), format_duration(max)));
    value.reset();
  }
  return value;
}

std::optional<std::vector<std::string>> TableReader::strings(std::string_view key) {
  const Node* node = of_kind(key, NodeKind::kArray, "an array of strings");
  if (node == nullptr) return std::nullopt;
  std::vector<std::string> out;
  bool is_good = true;
  for (const Node& item : node->items()) {
    if (item.is_string()) {
      out.push_back(item.as_string());
    } else {
      mismatch(item, key, "a string in the array");
      is_good = false;
    }
  }
  if (!is_good) return std::nullopt;
  return out;
}

std::optional<std::vector<std::int64_t>> TableReader::integers(std::string_view key, std::int64_t min,
                                                               std::int64_t max) {
  const Node* node = of_kind(key, NodeKind::kArray, "an array of integers");
  if (node == nullptr) return std::nullopt;
  std::vector<std::int64_t> out;
  bool is_good = true;
  for (const Node& item : node->items()) {
    if (item.is_integer() && item.as_integer() >= min && item.as_integer() <= max) {
      out.push_back(item.as_integer());
    } else {
      mismatch(item, key, range_text("an integer", std::to_string(min), std::to_string(max)) + " in the array");
      is_good = false;
    }
  }
  if (!is_good) return std::nullopt;
  return out;
}

const Node* TableReader::table(std::string_view key) { return of_kind(key, NodeKind::kTable, "a table"); }
const Node* TableReader::array(std::string_view key) { return of_kind(key, NodeKind::kArray, "an array"); }

std::vector<const Node*> TableReader::tables(std::string_view key) {
  std::vector<const Node*> out;
  const Node* node = of_kind(key, NodeKind::kArray, "an array of tables");
  if (node == nullptr) return out;
  for (const Node& item : node->items()) {
    if (item.is_table()) {
      out.push_back(&item);
    } else {
      mismatch(item, key, "a table in the array");
    }
  }
  return out;
}

std::optional<std::size_t> TableReader::word_index(std::string_view key, std::span<const std::string_view> words) {
  const Node* node = any(key);
  if (node == nullptr) return std::nullopt;
  return word_index(*node, key, words);
}

std::optional<std::size_t> TableReader::word_index(const Node& node, std::string_view key,
                                                   std::span<const std::string_view> words) {
  if (node.is_string()) {
    const auto it = std::find(words.begin(), words.end(), node.as_string());
    if (it != words.end()) return static_cast<std::size_t>(it - words.begin());
  }
  std::string expected = join_words(words);
  const std::string_view near = node.is_string() ? nearest_name(node.as_string(), words) : std::string_view{};
  if (!near.empty()) expected += "; did you mean \"" + std::string(near) + "\"?";
  mismatch(node, key, expected);
  return std::nullopt;
}

bool TableReader::require(std::string_view key) {
  if (any(key) != nullptr) return true;
  problem({}, "the key \"" + std::string(key) + "\" is missing");
  return false;
}

void TableReader::finish() {
  const std::vector<std::string_view> known(known_.begin(), known_.end());
  for (const Node& member : table_.items()) {
    if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
    std::string line = context_.empty() ? "" : context_ + " ";
    line += "unknown key " + in_quotes(member.key());
    // Looking for neighbors is the dear part; a file this wrong is no typing error.
    const bool is_told = problems_.size() < kMaxToldProblems;
    const std::string_view near = is_told ? nearest_name(member.key(), known) : std::string_view{};
    if (!near.empty()) {
      line += ", did you mean \"" + std::string(near) + "\"?";
    } else if (is_told) {
      line += ", expected " + join_words(known);
    }
    problems_.add(member.key_position(), line);
  }
}

}  // namespace sluice::config
