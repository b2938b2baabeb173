// Property: require_clean_image() (image_property.h); what is released holds only allow-listed chunks with right CRCs
// and ends with IEND, told by an independent walk; the default steps suffice for every input. Oracle: libpng. Input:
// one byte of flags, then the file. With flag 1 the CRCs are repaired first, so that mutations reach the rules behind
// them; with flag 2 the pixel data is replaced by zeros of the size that the header asks for. Cap: 64 KiB
// (png.options).
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/findings.h"
#include "image_property.h"
#include "sanitize/alone_host.h"
#include "sanitize/image/png.h"
#include "sanitize/image/png_pixels.h"
#include "sluice/bytes.h"

namespace {

using namespace sluice;            // NOLINT: one small file
using namespace sluice::sanitize;  // NOLINT
using fuzz::require;

constexpr std::size_t kFrame = 12;
constexpr std::uint64_t kMaxPixelBytes = 1 << 20;

std::uint32_t get32(std::string_view s, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i) value = (value << 8U) | static_cast<unsigned char>(s[i]);
  return value;
}

std::string put32(std::uint32_t value) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>((value >> shift) & 0xFFU);
  return out;
}

std::uint32_t crc_of(std::string_view covered) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(covered.data()), static_cast<uInt>(covered.size())));
}

std::string make_chunk(std::string_view type, std::string_view data) {
  const std::string covered = std::string(type) + std::string(data);
  return put32(static_cast<std::uint32_t>(data.size())) + covered + put32(crc_of(covered));
}

std::string zero_pixels(std::string_view header) {
  PngHeader h;
  h.width = get32(header, 0);
  h.height = get32(header, 4);
  h.bit_depth = static_cast<std::uint8_t>(header[8]);
  h.color_type = static_cast<std::uint8_t>(header[9]);
  h.interlace = static_cast<std::uint8_t>(header[12]) & 1U;
  std::uint64_t total = 0;
  if (h.width < 0x10000 && h.height < 0x10000) {
    for (unsigned pass = 0; pass < 7; ++pass) total += png_pass(h, pass).rows * png_pass(h, pass).row_bytes;
  }
  const std::string raw(static_cast<std::size_t>(std::min(total, kMaxPixelBytes)), '\0');
  std::string out(compressBound(static_cast<uLong>(raw.size())), '\0');
  uLongf length = static_cast<uLongf>(out.size());
  compress2(reinterpret_cast<Bytef*>(out.data()), &length, reinterpret_cast<const Bytef*>(raw.data()),
            static_cast<uLong>(raw.size()), 1);
  out.resize(length);
  return out;
}

std::string repair(std::string_view png, bool with_pixels) {
  std::string out(png.substr(0, 8));
  std::string pixels;
  std::size_t at = 8;
  while (at + kFrame <= png.size()) {
    const std::size_t length = get32(png, at);
    if (length > png.size() - at - kFrame) break;
    const std::string_view type = png.substr(at + 4, 4);
    std::string_view data = png.substr(at + 8, length);
    if (type == "IHDR" && length == 13) pixels = zero_pixels(data);
    if (type == "IDAT" && with_pixels) {
      data = pixels;
      out += make_chunk(type, data);
      pixels.clear();  // further IDAT chunks are empty
    } else {
      out += make_chunk(type, data);
    }
    at += kFrame + length;
  }
  return out + std::string(png.substr(std::min(at, png.size())));
}

bool is_allowed(std::string_view type) {
  for (const std::string_view allowed :
       {"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "pHYs", "bKGD", "cICP"}) {
    if (type == allowed) return true;
  }
  return false;
}

void require_clean(std::string_view png) {
  require(png.starts_with(std::string_view("\x89PNG\r\n\x1a\n", 8)));
  std::size_t at = 8;
  std::string_view type;
  while (at < png.size()) {
    require(png.size() - at >= kFrame);
    const std::size_t length = get32(png, at);
    require(length <= png.size() - at - kFrame);
    type = png.substr(at + 4, 4);
    require(is_allowed(type));
    require((at == 8) == (type == "IHDR"));
    require(get32(png, at + 8 + length) == crc_of(png.substr(at + 4, length + 4)));
    at += kFrame + length;
    require((type == "IEND") == (at == png.size()));
  }
  require(type == "IEND");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  std::string png(reinterpret_cast<const char*>(data) + 1, size - 1);
  if ((data[0] & 3U) != 0) png = repair(png, (data[0] & 2U) != 0);

  // The default steps suffice for every input.
  Findings findings;
  Budget budget;
  require(budget.admit_input(png.size()));
  AloneHost host;
  Job job{findings, budget, host};
  (void)clean_png(as_bytes(png), {}, job);
  require(budget.ok());

  const std::string clean = sluice::fuzz::require_clean_image(sluice::media::MediaType::kPng, png);
  if (!clean.empty()) require_clean(clean);
  return 0;
}
