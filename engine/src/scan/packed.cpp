#include "scan/packed.h"

#include <cstring>

#include "scan/rule_compiler.h"

namespace sluice::scan {

void PackedWriter::put(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) out_.push_back(static_cast<char>((value & 0x7FU) | 0x80U));
  out_.push_back(static_cast<char>(value));
}

void PackedWriter::text(std::string_view value) {
  put(value.size());
  out_ += value;
}

void PackedWriter::word(std::uint64_t value) {
  char bytes[sizeof(value)];
  std::memcpy(bytes, &value, sizeof(value));
  out_.append(bytes, sizeof(value));
}

void PackedWriter::regex(const std::shared_ptr<const regex::Regex>& value) {
  if (value == nullptr) return put(0);
  const auto [found, is_new] = regexes_.try_emplace(value.get(), regexes_.size() + 1);
  put(found->second);
  if (is_new) text(value->pattern());
}

std::uint64_t PackedReader::get() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
    const auto byte = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if (byte >= 0x80) continue;
    if (shift == 63 && byte > 1) break;  // more than 64 bits
    return value;
  }
  fail();
  return 0;
}

void PackedReader::word(std::uint64_t& value) {
  if (rest_.size() < sizeof(value)) return fail();
  std::memcpy(&value, rest_.data(), sizeof(value));
  rest_.remove_prefix(sizeof(value));
}

void PackedReader::flag(bool& value) {
  const std::uint64_t read = get();
  if (read > 1) return fail();
  value = read == 1;
}

std::string_view PackedReader::view() {
  const std::uint64_t size = get();
  if (size > rest_.size()) {
    fail();
    return {};
  }
  const std::string_view value = rest_.substr(0, static_cast<std::size_t>(size));
  rest_.remove_prefix(value.size());
  return value;
}

void PackedReader::byte_set(rules::ByteSet& value) {
  const std::uint64_t number = get();
  if (number >= sets_.size()) return fail();
  value = sets_[static_cast<std::size_t>(number)];
}

void PackedReader::regex(std::shared_ptr<const regex::Regex>& value) {
  const std::uint64_t number = get();
  value = nullptr;
  if (number == 0) return;
  if (number > regexes_.size() + 1) return fail();
  if (number == regexes_.size() + 1) {
    std::string pattern;
    text(pattern);
    if (!is_ok_) return;
    regexes_.push_back(
        std::make_shared<const regex::Regex>(regex::Regex::deferred(std::move(pattern), rule_regex_options())));
  }
  value = regexes_[static_cast<std::size_t>(number - 1)];
}

std::uint64_t PackedReader::count_of_list() {
  const std::uint64_t count = get();
  if (count > rest_.size()) {
    fail();
    return 0;
  }
  return count;
}

}  // namespace sluice::scan
