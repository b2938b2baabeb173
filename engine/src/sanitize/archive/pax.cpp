#include "sanitize/archive/pax.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace sluice::sanitize {

namespace {

// Kept by an archive that leaves as it came: times and owners, and not more than they need.
constexpr std::array<std::string_view, 7> kTame = {"mtime", "atime", "ctime", "uid", "gid", "uname", "gname"};
constexpr std::size_t kMaxTameBytes = 64;
constexpr std::string_view kUtf8Names = "ISO-IR 10646 2000 UTF-8";

template <typename Value>
void set_once(std::optional<Value>& target, Value value, bool& is_ambiguous) {
  is_ambiguous = is_ambiguous || target.has_value();
  target = std::move(value);
}

std::optional<std::uint64_t> decimal(std::string_view text) noexcept {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void take(std::string_view key, std::string_view value, PaxRecords& records) {
  if (key == "path") {
    set_once(records.path, std::string(value), records.is_ambiguous);
  } else if (key == "size") {
    const std::optional<std::uint64_t> bytes = decimal(value);
    records.is_ambiguous = records.is_ambiguous || !bytes;
    set_once(records.bytes, bytes.value_or(0), records.is_ambiguous);
  } else if (key == "linkpath" || key.starts_with("GNU.sparse.") || key == "SCHILY.realsize") {
    records.is_special = true;
  } else if (key == "hdrcharset") {
    records.is_ambiguous = records.is_ambiguous || value != kUtf8Names;  // names in another encoding
    ++records.others;
  } else if (std::find(kTame.begin(), kTame.end(), key) == kTame.end() || value.size() > kMaxTameBytes) {
    ++records.others;
  }
}

}  // namespace

std::optional<PaxRecords> read_pax(std::string_view records) {
  PaxRecords result;
  while (!records.empty()) {
    const std::size_t blank = records.find(' ');
    if (blank == std::string_view::npos || records[0] == '0') return std::nullopt;
    const std::optional<std::uint64_t> length = decimal(records.substr(0, blank));
    if (!length || *length > records.size() || *length < blank + 3) return std::nullopt;
    std::string_view record = records.substr(0, static_cast<std::size_t>(*length));
    records.remove_prefix(record.size());
    if (record.back() != '\n') return std::nullopt;
    record = record.substr(blank + 1, record.size() - blank - 2);
    const std::size_t equals = record.find('=');
    if (equals == std::string_view::npos || equals == 0) return std::nullopt;
    take(record.substr(0, equals), record.substr(equals + 1), result);
  }
  return result;
}

std::string pax_record(std::string_view key, std::string_view value) {
  std::string rest = " " + std::string(key) + "=" + std::string(value) + "\n";
  std::size_t length = rest.size();
  // The digits of the length count too.
  while (std::to_string(length).size() + rest.size() != length) length = std::to_string(length).size() + rest.size();
  return std::to_string(length) + rest;
}

}  // namespace sluice::sanitize
