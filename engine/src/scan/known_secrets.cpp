#include "scan/known_secrets.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/ascii.h"
#include "crypto/digest.h"
#include "scan/compiled_rules.h"

namespace sluice::scan {

namespace {

constexpr std::size_t kMinSecretBytes = 8;
constexpr std::string_view kStandard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrl = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kHex = "0123456789abcdef";

unsigned value_of(std::byte byte) noexcept { return std::to_integer<unsigned>(byte); }

std::string hex_of(ByteView value) {
  std::string out;
  out.reserve(value.size() * 2);
  for (const std::byte byte : value) {
    out += kHex[value_of(byte) >> 4U];
    out += kHex[value_of(byte) & 15U];
  }
  return out;
}

bool is_unreserved(unsigned byte) noexcept {
  const char c = static_cast<char>(byte);
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

std::string percent_of(ByteView value, bool all) {
  std::string out;
  out.reserve(value.size() * 3);
  for (const std::byte byte : value) {
    const unsigned v = value_of(byte);
    if (!all && is_unreserved(v)) {
      out += static_cast<char>(v);
      continue;
    }
    out += '%';
    out += "0123456789ABCDEF"[v >> 4U];
    out += "0123456789ABCDEF"[v & 15U];
  }
  return out;
}

std::string json_of(ByteView value) {
  std::string out;
  out.reserve(value.size() * 6);
  for (const std::byte byte : value) {
    const unsigned v = value_of(byte);
    switch (v) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (v < 0x20) {
          out += "\\u00";
          out += kHex[v >> 4U];
          out += kHex[v & 15U];
        } else {
          out += static_cast<char>(v);
        }
    }
  }
  return out;
}

// The characters that `value` alone decides when `phase` bytes of the same base64 group precede it. The characters at
// its edges also depend on its neighbours.
std::string base64_core(ByteView value, std::size_t phase, std::string_view alphabet) {
  std::string out;
  const std::size_t first_bit = (phase * 8 + 5) / 6 * 6;
  const std::size_t end_bit = (phase + value.size()) * 8;
  for (std::size_t bit = first_bit; bit + 6 <= end_bit; bit += 6) {
    unsigned sextet = 0;
    for (std::size_t i = bit; i < bit + 6; ++i) {
      const std::size_t at = i - phase * 8;
      sextet = (sextet << 1U) | ((value_of(value[at / 8]) >> (7 - at % 8)) & 1U);
    }
    out += alphabet[sextet];
  }
  return out;
}

struct Spelling {
  std::string text;
  bool is_caseless = false;
};

std::vector<Spelling> spellings_of(ByteView value) {
  std::vector<Spelling> out;
  out.push_back({to_string(value), false});
  std::string backward = to_string(value);
  std::reverse(backward.begin(), backward.end());
  out.push_back({std::move(backward), false});
  out.push_back({hex_of(value), true});
  out.push_back({percent_of(value, true), true});
  out.push_back({percent_of(value, false), false});
  std::string lower_percent = percent_of(value, false);
  for (std::size_t i = 0; i + 2 < lower_percent.size(); ++i) {
    if (lower_percent[i] != '%') continue;
    for (const std::size_t at : {i + 1, i + 2}) lower_percent[at] = ascii_lower(lower_percent[at]);
  }
  out.push_back({std::move(lower_percent), false});
  out.push_back({json_of(value), false});
  for (std::size_t phase = 0; phase < 3; ++phase) {
    out.push_back({base64_core(value, phase, kStandard), false});
    out.push_back({base64_core(value, phase, kUrl), false});
  }
  return out;
}

}  // namespace

Result<KnownSecrets> KnownSecrets::compile(std::span<const KnownValue> values) {
  KnownSecrets out;
  std::vector<Literal> anchors;
  for (const KnownValue& value : values) {
    const ByteView bytes = value.value.view();
    if (bytes.size() < kMinSecretBytes) {
      return Error{ErrorCode::kSecretInvalid, "known secret '" + value.name + "' has " + std::to_string(bytes.size()) +
                                                  " bytes; at least 8 are needed to tell it from ordinary text"};
    }
    const auto index = static_cast<std::uint32_t>(out.names_.size());
    out.names_.push_back(value.name);
    const std::size_t first = out.spellings_.size();
    for (Spelling& spelling : spellings_of(bytes)) {
      const auto is_same = [&spelling](const KnownSpelling& known) {
        return as_chars(known.bytes.view()) == spelling.text && known.is_caseless == spelling.is_caseless;
      };
      const auto from = out.spellings_.begin() + static_cast<std::ptrdiff_t>(first);
      if (spelling.text.size() >= kAnchorBytes && std::none_of(from, out.spellings_.end(), is_same)) {
        const std::string_view tail = std::string_view(spelling.text).substr(spelling.text.size() - kAnchorBytes);
        anchors.push_back({std::string(tail), spelling.is_caseless, {}});
        out.longest_ = std::max(out.longest_, spelling.text.size());
        out.spellings_.push_back({SecretBytes(std::string_view(spelling.text)), index, spelling.is_caseless,
                                  spelling.text.find('\n') != std::string::npos});
      }
      wipe(spelling.text);
    }
  }
  Result<HitDatabase> database = HitDatabase::of_literals(anchors);
  for (Literal& anchor : anchors) wipe(anchor.bytes);
  if (!database) return database.error();
  database->wipe_at_end();
  out.database_ = std::move(*database);
  return out;
}

bool KnownSecrets::confirm(std::uint32_t id, ByteView text) const noexcept {
  const KnownSpelling& spelling = spellings_[id];
  const ByteView wanted = spelling.bytes.view();
  if (text.size() < wanted.size()) return false;
  const ByteView found = text.last(wanted.size());
  if (!spelling.is_caseless) return std::equal(found.begin(), found.end(), wanted.begin());
  return equals_ignoring_case(as_chars(found), as_chars(wanted));
}

}  // namespace sluice::scan
