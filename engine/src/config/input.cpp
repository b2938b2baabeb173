#include "config/input.h"

#include "sluice/report_text.h"

namespace sluice::config {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_tail(std::string_view text, std::size_t at) noexcept {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

}  // namespace

std::string place(std::string_view path, Position position) {
  std::string out;
  for (const char c : path) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  out += ':';
  if (position.line != 0) out += std::to_string(position.line) + ":" + std::to_string(position.column) + ":";
  out += ' ';
  return out;
}

Error syntax_error(std::string_view path, Position position, std::string_view what) {
  return Error{ErrorCode::kConfigSyntax, place(path, position) + std::string(what), 0};
}

Position position_of(std::string_view text, std::size_t offset) noexcept {
  Position position{1, 1};
  for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++position.line;
      position.column = 1;
    } else if (!is_tail(text, i)) {
      ++position.column;
    }
  }
  return position;
}

std::size_t utf8_length(std::string_view text, std::size_t offset) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(offset);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4 || !is_tail(text, offset + 1)) return 0;
  if (lead < 0xE0) return 2;
  const unsigned char second = byte(offset + 1);
  if (!is_tail(text, offset + 2)) return 0;
  if (lead < 0xF0) {
    const bool is_overlong = lead == 0xE0 && second < 0xA0;
    const bool is_surrogate = lead == 0xED && second > 0x9F;
    return is_overlong || is_surrogate ? 0 : 3;
  }
  const bool is_overlong = lead == 0xF0 && second < 0x90;
  const bool is_beyond = lead == 0xF4 && second > 0x8F;
  return is_overlong || is_beyond || !is_tail(text, offset + 3) ? 0 : 4;
}

std::string what_stands_at(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return "the end of the file";
  if (text[offset] == '\n') return "the end of the line";
  const std::size_t length = utf8_length(text, offset);
  return "`" + report_text(as_bytes(text.substr(offset, length)), nullptr).str() + "`";
}

Result<std::string_view> check_input(std::string_view text, std::string_view path) {
  if (text.size() > kMaxConfigBytes) {
    return syntax_error(path, {},
                        "found " + std::to_string(text.size()) + " bytes, expected at most " +
                            std::to_string(kMaxConfigBytes) + "; split the file");
  }
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0 || text[i] == '\0') {
      std::string what = length == 0 ? "found a byte that is not UTF-8 (0x" : "found a NUL byte (0x";
      constexpr std::string_view kHex = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(text[i]);
      what += kHex[byte >> 4U];
      what += kHex[byte & 0x0FU];
      what += "), expected a UTF-8 text file";
      return syntax_error(path, position_of(text, i), what);
    }
    i += length;
  }
  return text;
}

Result<Tree> parse(std::string_view text, std::string_view path) {
  const Result<std::string_view> checked = check_input(text, path);
  if (!checked) return checked.error();
  const std::size_t first = checked->find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && (*checked)[first] == '{') return parse_json(*checked, path);
  return parse_toml(*checked, path);
}

}  // namespace sluice::config
