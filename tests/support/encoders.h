#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/base64.h"
#include "codec/gzip.h"
#include "codec/hex.h"
#include "sluice/bytes.h"

namespace sluice::testing {

/// One way to write text in other text.
struct Encoder {
  std::string name;
  std::function<std::string(std::string_view)> encode;
};

inline std::string in_base64(std::string_view text) { return codec::encode_base64(as_bytes(text)); }

/// Base64 in lines of 76 characters, as MIME has it.
inline std::string in_wrapped_base64(std::string_view text) {
  std::string out = in_base64(text);
  for (std::size_t at = 76; at < out.size(); at += 77) out.insert(at, "\n");
  return out;
}

/// Every byte as `prefix` and two hex digits.
inline std::string in_pairs(std::string_view text, std::string_view prefix) {
  std::string out;
  for (const char c : text) {
    out += prefix;
    out += codec::encode_hex(as_bytes(std::string_view(&c, 1)));
  }
  return out;
}

inline std::string in_entities(std::string_view text) {
  std::string out;
  for (const char c : text) out += "&#" + std::to_string(static_cast<unsigned char>(c)) + ";";
  return out;
}

/// As a JSON string holds it, with the first letters of words escaped too, which JSON allows.
inline std::string in_json(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == 'g') {
      out += "\\u0067";
    } else if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out;
}

inline std::string in_utf16(std::string_view text, bool is_little) {
  std::string out;
  for (const char c : text) {
    if (!is_little) out += '\0';
    out += c;
    if (is_little) out += '\0';
  }
  return out;
}

inline std::string in_gzip(std::string_view text) { return to_string(codec::deflate_gzip(as_bytes(text))); }

/// Encoders whose output is text again, so that they can be nested in any order.
inline std::vector<Encoder> text_encoders() {
  const auto upper = [](std::string text) {
    for (char& c : text) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c;
    return text;
  };
  return {
      {"base64", in_base64},
      {"base64url",
       [](std::string_view text) { return codec::encode_base64(as_bytes(text), codec::Base64Alphabet::kUrl, false); }},
      {"wrapped base64", in_wrapped_base64},
      {"hex", [](std::string_view text) { return codec::encode_hex(as_bytes(text)); }},
      {"upper hex", [upper](std::string_view text) { return upper(codec::encode_hex(as_bytes(text))); }},
      {"percent", [](std::string_view text) { return in_pairs(text, "%"); }},
      {"\\x", [](std::string_view text) { return in_pairs(text, "\\x"); }},
      {"\\u", [](std::string_view text) { return in_pairs(text, "\\u00"); }},
      {"entities", in_entities},
      {"json", in_json},
      {"base64 of UTF-16LE", [](std::string_view text) { return in_base64(in_utf16(text, true)); }},
      {"base64 of UTF-16BE", [](std::string_view text) { return in_base64(in_utf16(text, false)); }},
      {"hex of UTF-16LE", [](std::string_view text) { return codec::encode_hex(as_bytes(in_utf16(text, true))); }},
      {"base64 of gzip", [](std::string_view text) { return in_base64(in_gzip(text)); }},
      {"hex of gzip", [](std::string_view text) { return codec::encode_hex(as_bytes(in_gzip(text))); }},
  };
}

}  // namespace sluice::testing
