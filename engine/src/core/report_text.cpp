#include "sluice/report_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sluice {

namespace {

constexpr std::size_t kMaxReportBytes = 128;
constexpr std::size_t kMaxReadBytes = 4096;
constexpr std::size_t kMinMaskedRun = 20;
constexpr std::string_view kEllipsis = "...";

bool is_token_char(unsigned char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

void append_hex(std::string& out, std::uint32_t value, int digits) {
  constexpr std::string_view kHex = "0123456789abcdef";
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) out += kHex[(value >> shift) & 0xFU];
}

// Without a rule set every long run of letters and digits could be a secret.
std::string mask_runs(std::string_view raw) {
  std::string out;
  std::size_t i = 0;
  while (i < raw.size()) {
    std::size_t end = i;
    while (end < raw.size() && is_token_char(static_cast<unsigned char>(raw[end]))) ++end;
    if (end - i >= kMinMaskedRun) {
      out += "[masked]";
    } else {
      out.append(raw.substr(i, end - i));
    }
    if (end < raw.size()) out += raw[end++];
    i = end;
  }
  return out;
}

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 0;  // 0: not UTF-8
};

CodePoint decode_utf8(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const auto is_tail = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0U) == 0x80U; };
  const std::uint32_t lead = byte(0);
  if (lead >= 0xC2 && lead <= 0xDF && is_tail(1)) return {((lead & 0x1FU) << 6U) | (byte(1) & 0x3FU), 2};
  if (lead >= 0xE0 && lead <= 0xEF && is_tail(1) && is_tail(2)) {
    const std::uint32_t value = ((lead & 0x0FU) << 12U) | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU);
    if (value >= 0x800 && (value < 0xD800 || value > 0xDFFF)) return {value, 3};
  }
  if (lead >= 0xF0 && lead <= 0xF4 && is_tail(1) && is_tail(2) && is_tail(3)) {
    const std::uint32_t value =
        ((lead & 0x07U) << 18U) | ((byte(1) & 0x3FU) << 12U) | ((byte(2) & 0x3FU) << 6U) | (byte(3) & 0x3FU);
    if (value >= 0x10000 && value <= 0x10FFFF) return {value, 4};
  }
  return {};
}

// Appends the next unit of `text` in printable ASCII and returns how many bytes it took.
std::size_t append_escaped(std::string& out, std::string_view text) {
  const auto c = static_cast<unsigned char>(text[0]);
  if (c == '\\') {
    out += "\\\\";
    return 1;
  }
  if (c >= 0x20 && c < 0x7F) {
    out += static_cast<char>(c);
    return 1;
  }
  if (c == '\n') {
    out += "\\n";
    return 1;
  }
  if (c == '\t') {
    out += "\\t";
    return 1;
  }
  if (c < 0x80) {
    out += "\\x";
    append_hex(out, c, 2);
    return 1;
  }
  const CodePoint cp = decode_utf8(text);
  if (cp.length == 0) {
    out += "\\x";
    append_hex(out, c, 2);
    return 1;
  }
  out += "\\u{";
  append_hex(out, cp.value, cp.value > 0xFFFFF ? 6 : (cp.value > 0xFFFF ? 5 : 4));
  out += '}';
  return cp.length;
}

}  // namespace

ReportText report_text(ByteView raw, const SecretScrubber* scrubber) {
  const bool is_cut = raw.size() > kMaxReadBytes;
  const ByteView head = raw.first(std::min(raw.size(), kMaxReadBytes));
  const std::string safe = scrubber != nullptr ? scrubber->scrub(head) : mask_runs(as_chars(head));
  ReportText result;
  std::string& out = result.text_;
  std::size_t cut = 0;  // the last unit boundary that leaves room for the ellipsis
  std::string_view rest = safe;
  while (!rest.empty() && out.size() <= kMaxReportBytes) {
    if (out.size() <= kMaxReportBytes - kEllipsis.size()) cut = out.size();
    rest.remove_prefix(append_escaped(out, rest));
  }
  if (out.size() <= kMaxReportBytes - kEllipsis.size()) cut = out.size();
  if (out.size() > kMaxReportBytes || !rest.empty() || is_cut) {
    out.resize(cut);
    out += kEllipsis;
  }
  return result;
}

ReportText engine_text(std::string text) {
  ReportText result;
  result.text_ = std::move(text);
  return result;
}

}  // namespace sluice
