#include "media/text_kind.h"

#include <algorithm>
#include <array>

#include "media/bytes_at.h"

namespace sluice::media {

namespace {

constexpr std::size_t kBlockBytes = 128;  // counts of one block fit a byte, which keeps the loop in vector registers

struct BlockCount {
  std::uint8_t control_bytes = 0;
  std::uint8_t high_bytes = 0;
};

// Branch-free on purpose: compilers turn it into vector code.
BlockCount count_block(const std::byte* data, std::size_t length) noexcept {
  std::uint8_t controls = 0;
  std::uint8_t high = 0;
  for (std::size_t i = 0; i < length; ++i) {
    const auto c = std::to_integer<std::uint8_t>(data[i]);
    const bool is_layout = static_cast<std::uint8_t>(c - 7U) <= 6U;  // BEL BS TAB LF VT FF CR
    const bool is_control = (c < 0x20) & !is_layout & (c != 0x1B);
    controls = static_cast<std::uint8_t>(controls + static_cast<std::uint8_t>(is_control | (c == 0x7F)));
    high = static_cast<std::uint8_t>(high + (c >> 7U));
  }
  return {controls, high};
}

// Length of the UTF-8 sequence at `at`, or 0 where it is not one. Table 3-7 of the Unicode standard.
std::size_t sequence_length(ByteView b, std::size_t at) noexcept {
  const std::uint8_t lead = u8_at(b, at);
  const std::uint8_t second = u8_at(b, at + 1);
  const auto is_tail = [&](std::size_t i) { return (u8_at(b, at + i) & 0xC0U) == 0x80U; };
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return is_tail(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F)) return 0;
    return is_tail(1) && is_tail(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) return 0;
    return is_tail(1) && is_tail(2) && is_tail(3) ? 4 : 0;
  }
  return 0;
}

// True where the bytes from `at` on could be the beginning of a sequence that the end of the head cuts.
bool is_cut_sequence(ByteView b, std::size_t at) noexcept {
  const std::uint8_t lead = u8_at(b, at);
  const std::size_t wanted = lead >= 0xF0 && lead <= 0xF4 ? 4 : (lead >= 0xE0 ? 3 : 2);
  if (lead < 0xC2 || lead > 0xF4 || b.size() - at >= wanted) return false;
  for (std::size_t i = at + 1; i < b.size(); ++i) {
    if ((u8_at(b, i) & 0xC0U) != 0x80U) return false;
  }
  return true;
}

struct Interpreter {
  std::string_view name;
  MediaType type;
};
constexpr Interpreter kInterpreters[] = {
    {"python", MediaType::kPython}, {"bash", MediaType::kShell},      {"dash", MediaType::kShell},
    {"zsh", MediaType::kShell},     {"ksh", MediaType::kShell},       {"fish", MediaType::kShell},
    {"sh", MediaType::kShell},      {"node", MediaType::kJavascript}, {"deno", MediaType::kTypescript},
    {"perl", MediaType::kPerl},     {"ruby", MediaType::kRuby},       {"php", MediaType::kPhp},
    {"Rscript", MediaType::kR},     {"pwsh", MediaType::kPowershell},
};

// `text` starts with "#!".
TextKind shebang_kind(std::string_view text) noexcept {
  std::string_view line = text.substr(2, std::min<std::size_t>(text.find('\n'), 256) - 2);
  std::string_view program;
  while (!line.empty()) {
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
    program = line.substr(0, end);
    line.remove_prefix(end);
    const std::size_t slash = program.rfind('/');
    if (slash != std::string_view::npos) program.remove_prefix(slash + 1);
    // `env`, its options and its assignments come before the program.
    if (program != "env" && !program.starts_with('-') && program.find('=') == std::string_view::npos) break;
  }
  for (const Interpreter& known : kInterpreters) {
    if (program.starts_with(known.name)) return {known.type, SniffBasis::kSignature, "interpreter line"};
  }
  return {MediaType::kScript, SniffBasis::kSignature, "interpreter line"};
}

struct Opening {
  std::string_view text;
  MediaType type;
  std::string_view evidence;
};
constexpr Opening kOpenings[] = {
    {"-----BEGIN ", MediaType::kPem, "PEM header"},       {"---- BEGIN SSH2 ", MediaType::kPem, "SSH2 key header"},
    {"diff --git ", MediaType::kDiff, "git diff header"}, {"BEGIN:VCALENDAR", MediaType::kCalendar, "iCalendar header"},
    {"BEGIN:VCARD", MediaType::kVcard, "vCard header"},   {"WEBVTT", MediaType::kSubtitles, "WebVTT header"},
    {"/* XPM */", MediaType::kXpm, "XPM comment"},        {"msgid \"\"\nmsgstr", MediaType::kGettext, "gettext header"},
};

}  // namespace

TextScan scan_text(ByteView head, bool is_cut) noexcept {
  TextScan scan;
  std::size_t checked = 0;  // UTF-8 is valid up to here
  for (std::size_t at = 0; at < head.size(); at += kBlockBytes) {
    const std::size_t length = std::min(kBlockBytes, head.size() - at);
    const BlockCount count = count_block(head.data() + at, length);
    scan.control_bytes += count.control_bytes;
    scan.high_bytes += count.high_bytes;
    if (count.high_bytes == 0) {
      // A sequence that the block before left open was seen as invalid there already.
      checked = std::max(checked, at + length);
      continue;
    }
    checked = std::max(checked, at);
    while (scan.is_utf8 && checked < at + length) {
      const std::size_t step = sequence_length(head, checked);
      if (step == 0) {
        scan.is_utf8 = is_cut && is_cut_sequence(head, checked);
        checked = head.size();
        break;
      }
      checked += step;
    }
  }
  return scan;
}

TextKind text_kind(std::string_view head, std::string_view tail, bool is_cut) noexcept {
  if (head.starts_with("#!")) return shebang_kind(head);
  const std::size_t first = head.find_first_not_of(" \t\r\n\f\v");
  if (first == std::string_view::npos) return {MediaType::kText, SniffBasis::kFallback, "white space"};
  const std::string_view text = head.substr(first);
  if (text.front() == '<') {
    if (const auto kind = markup_kind(text)) return *kind;
  } else if (text.front() == '{' || text.front() == '[') {
    if (const auto kind = json_kind(text, tail, is_cut)) return *kind;
  }
  for (const Opening& opening : kOpenings) {
    if (text.starts_with(opening.text)) return {opening.type, SniffBasis::kStructure, opening.evidence};
  }
  if (text.starts_with("--- ") && text.substr(0, 4096).find("\n+++ ") != std::string_view::npos) {
    return {MediaType::kDiff, SniffBasis::kStructure, "unified diff header"};
  }
  if (const auto kind = table_kind(head, is_cut)) return *kind;
  return {MediaType::kText, SniffBasis::kFallback, "text without a more specific form"};
}

}  // namespace sluice::media
