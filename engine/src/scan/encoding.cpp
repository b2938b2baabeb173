#include "scan/encoding.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "codec/base64.h"
#include "codec/escape.h"
#include "codec/gzip.h"
#include "codec/hex.h"
#include "scan/encoded_units.h"

namespace sluice::scan {

namespace {

constexpr unsigned kStepBits = 8;
constexpr std::size_t kGroup = 3;  // bytes in four characters of base64
constexpr unsigned kMaxBlanks = 243;
// What is read back here was read before, under the check's own budget.
constexpr std::uint64_t kMaxInflatedBytes = 64ULL * 1024 * 1024;

Bytes read_base64(ByteView text) {
  Bytes out;
  for_each_base64_byte(text, [&out](std::byte byte, std::size_t, std::size_t) { out.push_back(byte); });
  return out;
}

Bytes read_hex(ByteView text) {
  Bytes out;
  for_each_hex_byte(text, [&out](std::byte byte, std::size_t, std::size_t) { out.push_back(byte); });
  return out;
}

Bytes read_escapes(ByteView text) {
  Bytes out;
  for (std::size_t at = 0; at < text.size();) {
    const codec::Escape escape = codec::read_escape(text, at);
    if (escape.kind == codec::Escape::Kind::kNone) {
      out.push_back(text[at++]);
      continue;
    }
    out.insert(out.end(), escape.bytes.begin(), escape.bytes.begin() + escape.size);
    at += escape.length;
  }
  return out;
}

Bytes read_utf16(ByteView text, std::size_t first) {
  Bytes out;
  for (std::size_t at = first; at < text.size(); at += 2) out.push_back(text[at]);
  return out;
}

Bytes read_gzip(ByteView text) {
  Budget budget;
  Result<codec::Inflated> inflated = codec::inflate_gzip(text, kMaxInflatedBytes, budget);
  return inflated ? std::move(inflated->bytes) : Bytes();
}

Bytes read_step(EncodingStep step, ByteView text) {
  switch (step) {
    case EncodingStep::kBase64: return read_base64(text);
    case EncodingStep::kHex: return read_hex(text);
    case EncodingStep::kEscapes:
    case EncodingStep::kPercent: return read_escapes(text);
    case EncodingStep::kGzip: return read_gzip(text);
    case EncodingStep::kUtf16Le: return read_utf16(text, 0);
    case EncodingStep::kUtf16Be: return read_utf16(text, 1);
    case EncodingStep::kNone: break;
  }
  return {text.begin(), text.end()};
}

bool holds(ByteView text, std::string_view any_of) noexcept {
  return as_chars(text).find_first_of(any_of) != std::string_view::npos;
}

void append(Bytes& out, ByteView bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

// What stood in the unit before and after the match, with `written` between.
Bytes between_neighbors(ByteView written, ByteView decoded, const Encoding& encoding) {
  const std::size_t front = std::min(encoding.front(), decoded.size());
  const std::size_t back = std::min(encoding.back(), decoded.size() - front);
  Bytes out(decoded.begin(), decoded.begin() + static_cast<std::ptrdiff_t>(front));
  append(out, written);
  append(out, decoded.last(back));
  return out;
}

std::string write_base64(ByteView bytes, ByteView covered) {
  const bool is_url = holds(covered, "-_") && !holds(covered, "+/");
  const auto alphabet = is_url ? codec::Base64Alphabet::kUrl : codec::Base64Alphabet::kStandard;
  return codec::encode_base64(bytes, alphabet, false);
}

std::string write_hex(ByteView bytes, ByteView covered) {
  std::string out = codec::encode_hex(bytes);
  const bool is_upper = holds(covered, "ABCDEF") && !holds(covered, "abcdef");
  if (is_upper) std::transform(out.begin(), out.end(), out.begin(), [](char c) { return c >= 'a' ? c - 32 : c; });
  return out;
}

std::string write_percent(ByteView bytes) {
  std::string out;
  for (const char c : as_chars(bytes)) {
    switch (c) {
      case '[': out += "%5B"; break;
      case ']': out += "%5D"; break;
      case ':': out += "%3A"; break;
      default: out += c;
    }
  }
  return out;
}

Bytes write_utf16(ByteView bytes, bool is_little) {
  Bytes out;
  for (const std::byte byte : bytes) {
    if (!is_little) out.push_back(std::byte{0});
    out.push_back(byte);
    if (is_little) out.push_back(std::byte{0});
  }
  return out;
}

// Base64 that is not the last of its run fills whole groups, and the last has the padding that follows in the text:
// what is written keeps the length in its last group. @return false where it does not
bool fills_as_before(const Bytes& bytes, ByteView decoded) noexcept {
  return bytes.size() % kGroup == decoded.size() % kGroup;
}

// @param fits  becomes false where a step is not filled as before
Bytes write_steps(std::string_view mark, const Encoding& encoding, ByteView covered, bool& fits) {
  if (encoding.is_plain()) return to_bytes(mark);
  const EncodingStep step = encoding.step();
  const Bytes decoded = read_step(step, covered);
  const std::size_t front = std::min(encoding.front(), decoded.size());
  const std::size_t back = std::min(encoding.back(), decoded.size() - front);
  const ByteView inside = ByteView(decoded).subspan(front, decoded.size() - front - back);
  const Bytes written = write_steps(mark, encoding.inner(), inside, fits);
  switch (step) {
    case EncodingStep::kBase64: {
      Bytes bytes = between_neighbors(written, decoded, encoding);
      // Readers of gzip skip zeros behind it and nothing else.
      if (encoding.inner().step() == EncodingStep::kGzip) {
        while (!fills_as_before(bytes, decoded)) bytes.push_back(std::byte{0});
      }
      fits = fits && fills_as_before(bytes, decoded);
      return to_bytes(write_base64(bytes, covered));
    }
    case EncodingStep::kHex: return to_bytes(write_hex(between_neighbors(written, decoded, encoding), covered));
    case EncodingStep::kPercent: return to_bytes(write_percent(written));
    case EncodingStep::kGzip: return codec::deflate_gzip(written);
    case EncodingStep::kUtf16Le: return write_utf16(written, true);
    case EncodingStep::kUtf16Be: return write_utf16(written, false);
    case EncodingStep::kEscapes:
    case EncodingStep::kNone: break;
  }
  return written;
}

}  // namespace

std::string_view encoding_step_name(EncodingStep step) noexcept {
  switch (step) {
    case EncodingStep::kNone: break;
    case EncodingStep::kBase64: return "base64";
    case EncodingStep::kHex: return "hex";
    case EncodingStep::kEscapes: return "escapes";
    case EncodingStep::kPercent: return "percent-encoding";
    case EncodingStep::kGzip: return "gzip";
    case EncodingStep::kUtf16Le:
    case EncodingStep::kUtf16Be: return "UTF-16";
  }
  return "plain text";
}

Encoding Encoding::within(EncodingStep step, std::size_t front, std::size_t back) const noexcept {
  Encoding outer;
  outer.has_overflown_ = has_overflown_ || (bits_ >> (64 - kStepBits)) != 0;
  outer.bits_ = (bits_ << kStepBits) | static_cast<std::uint64_t>(step) | (std::min(front, kMaxNeighbors) << 4U) |
                (std::min(back, kMaxNeighbors) << 6U);
  return outer;
}

Encoding Encoding::inner() const noexcept {
  Encoding inside = *this;
  inside.bits_ >>= kStepBits;
  return inside;
}

Encoding Encoding::without_neighbors() const noexcept {
  constexpr std::uint64_t kSteps = 0x0F0F0F0F0F0F0F0FULL;
  Encoding bare = *this;
  bare.bits_ &= kSteps;
  return bare;
}

Encoding Encoding::joined(const Encoding& a, const Encoding& b, bool shares_begin, bool shares_end) noexcept {
  if (a.without_neighbors() != b.without_neighbors()) return {};
  Encoding out = a.without_neighbors();
  bool is_outermost = true;
  for (unsigned shift = 0; shift < 64 && ((a.bits_ >> shift) & 15U) != 0; shift += kStepBits) {
    const std::uint64_t front_a = (a.bits_ >> (shift + 4)) & 3U;
    const std::uint64_t front_b = (b.bits_ >> (shift + 4)) & 3U;
    const std::uint64_t back_a = (a.bits_ >> (shift + 6)) & 3U;
    const std::uint64_t back_b = (b.bits_ >> (shift + 6)) & 3U;
    // Further in, units of spans that differ outside cannot be compared.
    const std::uint64_t front = shares_begin ? std::min(front_a, front_b) : is_outermost ? front_a : 0;
    const std::uint64_t back = shares_end ? std::min(back_a, back_b) : is_outermost ? back_b : 0;
    out.bits_ |= (front << (shift + 4)) | (back << (shift + 6));
    is_outermost = false;
  }
  return out;
}

std::string Encoding::name() const {
  std::string out;
  for (Encoding rest = *this; !rest.is_plain(); rest = rest.inner()) {
    if (!out.empty()) out += ", ";
    out += encoding_step_name(rest.step());
  }
  return out;
}

std::string write_encoded(std::string_view mark, const Encoding& encoding, ByteView covered) {
  if (encoding.is_plain() || !encoding.can_write()) return std::string(mark);
  // A blank behind the mark moves the length of every step; five steps of base64 repeat after 3^5 of them.
  std::string padded(mark);
  for (unsigned blanks = 0; blanks < kMaxBlanks; ++blanks, padded += ' ') {
    bool fits = true;
    const Bytes written = write_steps(padded, encoding, covered, fits);
    if (fits) return to_string(written);
  }
  return std::string(mark);
}

Bytes read_encoded(const Encoding& encoding, ByteView covered) {
  Bytes text(covered.begin(), covered.end());
  for (Encoding rest = encoding; !rest.is_plain(); rest = rest.inner()) {
    const Bytes decoded = read_step(rest.step(), text);
    const std::size_t front = std::min(rest.front(), decoded.size());
    const std::size_t back = std::min(rest.back(), decoded.size() - front);
    text.assign(decoded.begin() + static_cast<std::ptrdiff_t>(front),
                decoded.end() - static_cast<std::ptrdiff_t>(back));
  }
  return text;
}

}  // namespace sluice::scan
