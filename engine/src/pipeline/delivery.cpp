#include "sluice/delivery.h"

#include <algorithm>

#include "core/guard.h"
#include "media/types.h"
#include "text/utf8.h"

namespace sluice {

namespace {

constexpr std::size_t kMaxNameBytes = 200;
constexpr std::string_view kPolicy = "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; sandbox";
// 'unsafe-inline' lets the page's own scripts run; default-src still lets none be loaded and nothing be sent.
constexpr std::string_view kInteractivePolicy =
    "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; sandbox "
    "allow-scripts";

struct Shown {
  std::string type;
  bool is_inline = false;
};

Shown shown_as(media::MediaType type) {
  using media::MediaType;
  const media::TypeInfo& info = media::type_info(type);
  const std::string name(info.name);
  constexpr std::string_view kUtf8 = "; charset=utf-8";
  if (type == MediaType::kEmpty) return {"text/plain; charset=utf-8", true};
  if (info.is_executable || type == MediaType::kUnknown) return {"application/octet-stream", false};
  if (type == MediaType::kPng || type == MediaType::kJpeg || type == MediaType::kGif || type == MediaType::kWebp) {
    return {name, true};
  }
  if (type == MediaType::kHtml || type == MediaType::kSvg) return {name + std::string(kUtf8), true};
  if (type == MediaType::kText || type == MediaType::kJson) return {name + std::string(kUtf8), true};
  // Code is shown, never run: a type of its own would tell a browser what to run it with.
  if (info.is_source) return {"text/plain; charset=utf-8", true};
  if (info.is_text && !info.is_markup && !info.has_active_content) return {name + std::string(kUtf8), false};
  if (info.is_image || info.is_archive || info.is_audio_video || info.is_font || info.has_active_content) {
    return {name, false};
  }
  return {"application/octet-stream", false};
}

bool is_attribute_char(char c) noexcept {
  const bool is_alnum = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return is_alnum || c == '.' || c == '-' || c == '_';
}

// The last part of the name, without what file systems and headers give a meaning, cut at a code point.
std::string safe_name(std::string_view name) {
  const std::size_t slash = name.find_last_of("/\\");
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  while (!name.empty() && (name.front() == '.' || name.front() == '-' || name.front() == ' ')) name.remove_prefix(1);
  std::string out;
  const ByteView bytes = as_bytes(name);
  for (std::size_t at = 0; at < bytes.size();) {
    const text::Decoded decoded = text::decode_utf8(bytes.data() + at, bytes.size() - at);
    const std::string_view part = name.substr(at, decoded.length);
    at += decoded.length;
    if (out.size() + part.size() > kMaxNameBytes) break;
    const char32_t c = decoded.code_point;
    const bool is_hidden = (c >= 0x80 && c < 0xA0) || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
                           (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || c == 0x061C || c >= 0xE0000;
    const bool is_plain = decoded.status == text::DecodeStatus::kValid && !is_hidden &&
                          (c >= 0x80 || is_attribute_char(static_cast<char>(c)) || c == ' ' || c == '(' || c == ')');
    if (is_plain) {
      out += part;
    } else {
      out += '_';
    }
  }
  while (!out.empty() && (out.back() == '.' || out.back() == ' ')) out.pop_back();
  return out;
}

// RFC 6266: an ASCII name for old readers, and the name in UTF-8 (RFC 8187).
std::string disposition(bool is_inline, std::string_view file_name) {
  std::string out = is_inline ? "inline" : "attachment";
  const std::string name = safe_name(file_name);
  if (name.empty()) return out;
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string ascii;
  std::string escaped;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) != 0x80U) ascii += byte < 0x80 ? c : '_';
    if (is_attribute_char(c)) {
      escaped += c;
    } else {
      escaped += '%';
      escaped += kDigits[byte >> 4U];
      escaped += kDigits[byte & 15U];
    }
  }
  return out + "; filename=\"" + ascii + "\"; filename*=UTF-8''" + escaped;
}

std::vector<Header> headers_of(media::MediaType type, const DeliveryOptions& options) {
  const Shown shown = shown_as(type);
  const bool is_interactive = options.tier == DeliveryTier::kInteractive && type == media::MediaType::kHtml;
  return {
      {"Content-Type", shown.type},
      {"X-Content-Type-Options", "nosniff"},
      {"Content-Security-Policy", std::string(is_interactive ? kInteractivePolicy : kPolicy)},
      {"Content-Disposition", disposition(shown.is_inline && !options.is_always_attached, options.file_name)},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
  };
}

}  // namespace

Result<std::vector<Header>> delivery_headers(std::string_view media_type, const DeliveryOptions& options) noexcept {
  return guarded("while choosing headers", [&]() -> Result<std::vector<Header>> {
    return headers_of(media::parse_media_type(media_type).type, options);
  });
}

Result<std::vector<Header>> delivery_headers(const Verdict& verdict, const DeliveryOptions& options) noexcept {
  return guarded("while choosing headers", [&]() -> Result<std::vector<Header>> {
    if (!verdict.is_released()) {
      return Error{ErrorCode::kInvalidArgument, "the artifact is withheld; there is nothing to serve", 0};
    }
    return headers_of(media::parse_media_type(verdict.media_type).type, options);
  });
}

}  // namespace sluice
