#include "codec/base64.h"

#include <array>
#include <new>
#include <string_view>

namespace sluice::codec {

namespace {

constexpr std::string_view kStandardChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrlChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::uint32_t kBad = 0x80000000U;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// One table for each place in a group of four, the value already shifted: four loads and three ORs decode a group, and
// a bad character shows in the top bit of the sum.
struct Tables {
  std::array<std::array<std::uint32_t, 256>, 4> at{};
};

constexpr Tables make_tables(std::string_view chars) {
  Tables tables;
  for (auto& table : tables.at) table.fill(kBad);
  for (std::uint32_t value = 0; value < 64; ++value) {
    const auto c = static_cast<unsigned char>(chars[value]);
    for (std::uint32_t place = 0; place < 4; ++place) tables.at[place][c] = value << (18U - 6U * place);
  }
  return tables;
}

constexpr Tables kStandardTables = make_tables(kStandardChars);
constexpr Tables kUrlTables = make_tables(kUrlChars);

std::string_view chars_of(Base64Alphabet alphabet) noexcept {
  return alphabet == Base64Alphabet::kStandard ? kStandardChars : kUrlChars;
}

class Decoder {
 public:
  Decoder(ByteView text, const Base64Options& options)
      : text_(text),
        options_(options),
        tables_(options.alphabet == Base64Alphabet::kStandard ? kStandardTables : kUrlTables) {}

  // Decodes to `out`, which has room for 3n/4 bytes and is cut to what was written.
  Result<void> run(Bytes& out) {
    std::byte* write = out.data();
    bool is_closed = false;  // a padded or short group was read: only line breaks may follow
    while (true) {
      if (!is_closed) write = whole_groups(write);
      const Result<bool> more = slow_group(write, is_closed);
      if (!more.ok()) return more.error();
      if (!*more) break;
    }
    out.resize(static_cast<std::size_t>(write - out.data()));
    return {};
  }

 private:
  std::byte* whole_groups(std::byte* write) noexcept {
    while (text_.size() - at_ >= 4) {
      const std::uint32_t bits = tables_.at[0][byte(at_)] | tables_.at[1][byte(at_ + 1)] |
                                 tables_.at[2][byte(at_ + 2)] | tables_.at[3][byte(at_ + 3)];
      if ((bits & kBad) != 0) break;
      write[0] = static_cast<std::byte>(bits >> 16U);
      write[1] = static_cast<std::byte>((bits >> 8U) & 0xFFU);
      write[2] = static_cast<std::byte>(bits & 0xFFU);
      write += 3;
      at_ += 4;
    }
    return write;
  }

  // Reads one group that holds a line break, padding or the end. @return false at the end of the text
  Result<bool> slow_group(std::byte*& write, bool& is_closed) {
    std::uint32_t bits = 0;
    std::uint32_t count = 0;
    std::size_t last = kNone;  // offset of the last character of the group
    while (count < 4) {
      if (skip_line_break()) {
        if (count == 0 && !is_closed) return true;  // aligned again: back to the fast loop
        continue;
      }
      if (at_ == text_.size()) break;
      if (is_closed) return bad("content after the padding or the short last group");
      const unsigned char c = byte(at_);
      if (c == '=') break;
      const std::uint32_t value = tables_.at[3][c];
      if ((value & kBad) != 0) return bad("not a character of the alphabet");
      bits |= value << (18U - 6U * count);
      last = at_++;
      ++count;
    }
    if (count == 4) {
      store(write, bits, 3);
      return true;
    }
    if (at_ == text_.size() && count == 0) return false;
    return close_group(write, bits, count, last, is_closed);
  }

  // Ends a group of `count` characters at padding or at the end of the text.
  Result<bool> close_group(std::byte*& write, std::uint32_t bits, std::uint32_t count, std::size_t last,
                           bool& is_closed) {
    if (count < 2) return bad(count == 0 ? "padding without characters" : "a single character left over");
    const bool has_padding = at_ < text_.size();
    if (has_padding) {
      if (options_.padding == Base64Padding::kForbidden) return bad("padding is not allowed here");
      for (std::uint32_t missing = 4 - count; missing > 0;) {
        if (skip_line_break()) continue;
        if (at_ == text_.size() || byte(at_) != '=') return bad("padding is incomplete");
        ++at_;
        --missing;
      }
    } else if (options_.padding == Base64Padding::kRequired) {
      return bad("padding is missing");
    }
    const std::uint32_t unused = count == 2 ? 0xFFFFU : 0xFFU;
    if ((bits & unused) != 0) {
      at_ = last;
      return bad("bits of the last character are not zero");
    }
    store(write, bits, count - 1);
    is_closed = true;
    return true;
  }

  static void store(std::byte*& write, std::uint32_t bits, std::uint32_t bytes) noexcept {
    for (std::uint32_t i = 0; i < bytes; ++i) *write++ = static_cast<std::byte>((bits >> (16U - 8U * i)) & 0xFFU);
  }

  bool skip_line_break() noexcept {
    if (options_.whitespace == Base64Whitespace::kRefuse || at_ == text_.size()) return false;
    if (byte(at_) == '\n') {
      ++at_;
      return true;
    }
    if (byte(at_) == '\r' && at_ + 1 < text_.size() && byte(at_ + 1) == '\n') {
      at_ += 2;
      return true;
    }
    return false;
  }

  [[nodiscard]] Error bad(const char* what) const {
    return {ErrorCode::kEncodingInvalid, "base64, byte " + std::to_string(at_) + ": " + what, at_};
  }
  [[nodiscard]] unsigned char byte(std::size_t i) const noexcept { return static_cast<unsigned char>(text_[i]); }

  ByteView text_;
  Base64Options options_;
  const Tables& tables_;
  std::size_t at_ = 0;
};

}  // namespace

Result<Bytes> decode_base64(ByteView text, const Base64Options& options, Budget& budget) noexcept {
  try {
    const std::size_t room = text.size() / 4 * 3 + 3;
    if (!budget.charge(Budget::Kind::kSteps, text.size()) ||
        !budget.charge(Budget::Kind::kOutputBytes, text.size() / 4 * 3)) {
      return Error{ErrorCode::kBudgetExhausted, "base64 of " + std::to_string(text.size()) + " bytes: budget exhausted",
                   0};
    }
    Bytes out(room);
    const Result<void> done = Decoder(text, options).run(out);
    if (!done.ok()) return done.error();
    return out;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kOutOfMemory, {}, 0};
  }
}

std::string encode_base64(ByteView bytes, Base64Alphabet alphabet, bool with_padding) {
  const std::string_view chars = chars_of(alphabet);
  std::string out;
  out.reserve(bytes.size() / 3 * 4 + 4);
  std::size_t i = 0;
  const auto at = [&](std::size_t k) { return static_cast<std::uint32_t>(bytes[k]); };
  for (; bytes.size() - i >= 3; i += 3) {
    const std::uint32_t bits = (at(i) << 16U) | (at(i + 1) << 8U) | at(i + 2);
    const char group[4] = {chars[bits >> 18U], chars[(bits >> 12U) & 63U], chars[(bits >> 6U) & 63U],
                           chars[bits & 63U]};
    out.append(group, 4);
  }
  const std::size_t left = bytes.size() - i;
  if (left == 0) return out;
  const std::uint32_t bits = (at(i) << 16U) | (left == 2 ? at(i + 1) << 8U : 0U);
  out += chars[bits >> 18U];
  out += chars[(bits >> 12U) & 63U];
  if (left == 2) out += chars[(bits >> 6U) & 63U];
  if (with_padding) out.append(3 - left, '=');
  return out;
}

}  // namespace sluice::codec
