#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/cleaner.h"

namespace sluice::text::testing {

/// What cleaning gave, in a form that compares.
struct Cleaned {
  std::string text;
  OffsetMap map;
  std::string findings;  ///< "text.nul@3-4*2" for each, with "!" behind a finding that changes no bytes
  Decision decision = Decision::kAllow;
  bool is_identity = true;
};

inline std::string describe(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.listed()) {
    if (!text.empty()) text += ' ';
    text += std::string(finding_name(finding.code)) + "@" + std::to_string(finding.where.begin) + "-" +
            std::to_string(finding.where.end) + "*" + std::to_string(finding.count);
    if (finding.effect == Decision::kAllow) text += "!";
  }
  return text;
}

/// Feeds `raw` in pieces of the given lengths, the rest in one.
inline Cleaned clean(std::string_view raw, const CleanOptions& options = {},
                     const std::vector<std::size_t>& pieces = {}) {
  Cleaner cleaner(options);
  Cleaned result;
  Bytes out;
  ByteView rest = as_bytes(raw);
  for (const std::size_t piece : pieces) {
    const std::size_t count = std::min(piece, rest.size());
    // A copy of exact size, so that a sanitizer sees any read past the piece.
    const Bytes copy(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(count));
    cleaner.feed(copy, out, result.map);
    rest = rest.subspan(count);
  }
  cleaner.feed(rest, out, result.map);
  cleaner.finish(out, result.map);
  Findings findings;
  cleaner.report(findings);
  result.text = to_string(out);
  result.findings = describe(findings);
  result.decision = findings.decision();
  result.is_identity = cleaner.is_identity();
  return result;
}

/// Printable form for failure messages.
inline std::string shown(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      result += c;
    } else {
      constexpr std::string_view kHex = "0123456789abcdef";
      result += "\\x";
      result += kHex[byte >> 4];
      result += kHex[byte & 15];
    }
  }
  return result;
}

/// Code points as UTF-8.
inline std::string utf8(std::u32string_view code_points) {
  std::string text;
  for (const char32_t c : code_points) {
    const auto value = static_cast<std::uint32_t>(c);
    const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (value < 0x80) {
      add(value);
    } else if (value < 0x800) {
      add(0xC0 | (value >> 6));
      add(0x80 | (value & 0x3F));
    } else if (value < 0x10000) {
      add(0xE0 | (value >> 12));
      add(0x80 | ((value >> 6) & 0x3F));
      add(0x80 | (value & 0x3F));
    } else {
      add(0xF0 | (value >> 18));
      add(0x80 | ((value >> 12) & 0x3F));
      add(0x80 | ((value >> 6) & 0x3F));
      add(0x80 | (value & 0x3F));
    }
  }
  return text;
}

}  // namespace sluice::text::testing
