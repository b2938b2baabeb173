#include <algorithm>

#include "core/checked.h"
#include "json/strict_parser.h"
#include "json/writer.h"

namespace sluice::json {

namespace {

constexpr std::size_t kStringPadding = 16;

int hex_value(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

bool StrictParser::string(std::uint64_t max_bytes, FindingCode too_long) {
  const std::size_t quote_at = at_++;
  push('"', tree_.string_bytes, quote_at);
  const std::size_t begin = begin_string();
  const std::size_t content = tree_.string_bytes;
  while (true) {
    const std::size_t run = at_;
    while (!at_end()) {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c < 0x20 || c == '"' || c == '\\' || c >= 0x80) break;
      ++at_;
    }
    reserve_string(at_ - run + 4);
    std::copy_n(text_.data() + run, at_ - run, reinterpret_cast<char*>(tree_.strings.data()) + tree_.string_bytes);
    tree_.string_bytes += at_ - run;
    if (tree_.string_bytes - content > max_bytes) {
      const bool is_key = too_long == FindingCode::kJsonKeyLength;
      return fail(
          too_long, ErrorCode::kBudgetExhausted, quote_at,
          (is_key ? "a key longer than " : "a string or key longer than ") + std::to_string(max_bytes) + " bytes");
    }
    if (at_end()) return syntax(quote_at, "the string that begins here has no end");
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (c == '"') break;
    if (c == '\\') {
      if (!escape()) return false;
    } else if (c >= 0x80) {
      if (!multibyte()) return false;
    } else {
      std::string message = "a raw control character, byte ";
      message += std::to_string(static_cast<unsigned>(c));
      message += ", in a string; JSON wants it escaped";
      if (report(FindingCode::kJsonControl, policy_.control, at_, at_ + 1, std::move(message))) put(text_[at_]);
      tree_.was_changed = true;
      ++at_;
    }
  }
  ++at_;
  end_string(begin);
  return true;
}

bool StrictParser::escape() {
  const std::size_t begin = at_++;
  if (at_end()) return syntax(begin, "an escape without its character at the end of the text");
  const char c = text_[at_++];
  switch (c) {
    case '"':
    case '\\':
    case '/': put(c); return true;
    case 'b': put('\b'); return true;
    case 'f': put('\f'); return true;
    case 'n': put('\n'); return true;
    case 'r': put('\r'); return true;
    case 't': put('\t'); return true;
    case 'u': at_ = begin; return unicode_escape();
    default: return syntax(begin, "an escape that JSON does not have: \\" + quote(text_.substr(at_ - 1, 1)));
  }
}

bool StrictParser::unicode_escape() {
  const auto read_unit = [&](std::size_t at, std::uint32_t& unit) {
    if (at + 6 > text_.size() || text_[at] != '\\' || text_[at + 1] != 'u') return false;
    unit = 0;
    for (std::size_t i = 2; i < 6; ++i) {
      const int digit = hex_value(text_[at + i]);
      if (digit < 0) return false;
      unit = unit * 16 + static_cast<std::uint32_t>(digit);
    }
    return true;
  };
  const std::size_t begin = at_;
  std::uint32_t unit = 0;
  if (!read_unit(begin, unit)) return syntax(begin, "expected four hexadecimal digits after \\u");
  at_ += 6;
  if (unit >= 0xD800 && unit <= 0xDBFF) {
    std::uint32_t low = 0;
    if (read_unit(at_, low) && low >= 0xDC00 && low <= 0xDFFF) {
      at_ += 6;
      put_utf8(0x10000U + ((unit - 0xD800U) << 10U) + (low - 0xDC00U));
      return true;
    }
  }
  if (unit >= 0xD800 && unit <= 0xDFFF) {
    const OnAnomaly action = policy_.surrogate == OnAnomaly::kDrop ? OnAnomaly::kDrop : OnAnomaly::kReject;
    report(FindingCode::kJsonSurrogate, action, begin, at_, "half of a surrogate pair, which is no character");
    unit = 0xFFFD;
  }
  put_utf8(unit);
  return true;
}

bool StrictParser::multibyte() {
  std::uint32_t code_point = 0;
  const std::size_t length = detail::utf8_length(text_.substr(at_), code_point);
  if (length == 0) {
    const OnAnomaly action = policy_.invalid_utf8 == OnAnomaly::kDrop ? OnAnomaly::kDrop : OnAnomaly::kReject;
    report(FindingCode::kInvalidUtf8, action, at_, at_ + 1, "a byte that is not UTF-8 in a string");
    put_utf8(0xFFFD);
    ++at_;
    return true;
  }
  for (std::size_t i = 0; i < length; ++i) put(text_[at_ + i]);
  at_ += length;
  return true;
}

void StrictParser::reserve_string(std::size_t bytes) {
  const std::size_t needed = tree_.string_bytes + bytes + kStringPadding;
  if (needed > tree_.strings.size()) tree_.strings.resize(std::max(needed, tree_.strings.size() * 2));
}

std::size_t StrictParser::begin_string() {
  reserve_string(sizeof(std::uint32_t));
  const std::size_t begin = tree_.string_bytes;
  tree_.string_bytes += sizeof(std::uint32_t);
  return begin;
}

void StrictParser::end_string(std::size_t begin) {
  const auto length = narrow<std::uint32_t>(tree_.string_bytes - begin - sizeof(std::uint32_t));
  std::memcpy(tree_.strings.data() + begin, &length, sizeof(length));
  reserve_string(1);
  put('\0');
}

void StrictParser::put_utf8(std::uint32_t code_point) {
  reserve_string(4);
  const auto tail = [](std::uint32_t bits) { return static_cast<char>(0x80U | (bits & 0x3FU)); };
  if (code_point < 0x80) {
    put(static_cast<char>(code_point));
  } else if (code_point < 0x800) {
    put(static_cast<char>(0xC0U | (code_point >> 6U)));
    put(tail(code_point));
  } else if (code_point < 0x10000) {
    put(static_cast<char>(0xE0U | (code_point >> 12U)));
    put(tail(code_point >> 6U));
    put(tail(code_point));
  } else {
    put(static_cast<char>(0xF0U | (code_point >> 18U)));
    put(tail(code_point >> 12U));
    put(tail(code_point >> 6U));
    put(tail(code_point));
  }
}

}  // namespace sluice::json
