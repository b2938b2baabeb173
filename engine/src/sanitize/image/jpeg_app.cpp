#include "sanitize/image/jpeg_app.h"

#include <algorithm>
#include <string_view>

#include "media/bytes_at.h"
#include "sanitize/image/exif.h"

namespace sluice::sanitize {

namespace {

using media::be_at;
using media::has_at;
using media::u8_at;

constexpr std::uint8_t kApp0 = 0xE0;
constexpr std::uint8_t kApp1 = 0xE1;
constexpr std::uint8_t kApp14 = 0xEE;
constexpr std::uint8_t kComment = 0xFE;
constexpr std::string_view kJfif{"JFIF\0", 5};
constexpr std::string_view kExif{"Exif\0\0", 6};
constexpr std::string_view kAdobe{"Adobe", 5};
constexpr std::size_t kJfifBytes = 14;
constexpr std::size_t kAdobeBytes = 12;

void put(Bytes& out, std::string_view text) {
  for (const char c : text) out.push_back(static_cast<std::byte>(c));
}
void put_u8(Bytes& out, unsigned value) { out.push_back(static_cast<std::byte>(value)); }
void put_be16(Bytes& out, std::size_t value) {
  put_u8(out, static_cast<unsigned>(value >> 8U & 0xFFU));
  put_u8(out, static_cast<unsigned>(value & 0xFFU));
}
void put_head(Bytes& out, std::uint8_t marker, std::size_t payload) {
  put_u8(out, 0xFF);
  put_u8(out, marker);
  put_be16(out, payload + 2);
}

std::string name_of(std::uint8_t marker, ByteView payload) {
  if (marker == kComment) return "comment";
  std::string name = "APP" + std::to_string(marker - kApp0);
  constexpr std::pair<std::string_view, std::string_view> kKnown[] = {
      {kExif, " Exif"},
      {"http://ns.adobe.com/xap/1.0/", " XMP"},
      {"http://ns.adobe.com/xmp/extension/", " XMP"},
      {"ICC_PROFILE", " color profile"},
      {"MPF", " further pictures"},
      {"Photoshop 3.0", " IPTC"},
      {"JFXX", " thumbnail"},
      {kJfif, " JFIF"},
      {kAdobe, " Adobe"},
  };
  for (const auto& [start, text] : kKnown) {
    if (has_at(payload, 0, start)) return name + std::string(text);
  }
  return name;
}

}  // namespace

void JpegAppSegments::take(std::uint8_t marker, ByteView payload, std::uint64_t at, bool is_late) {
  const bool is_taken =
      !is_late && ((marker == kApp0 && take_jfif(payload, at)) || (marker == kApp1 && take_exif(payload, at)) ||
                   (marker == kApp14 && take_adobe(payload, at)));
  if (!is_taken) report_.drop(FindingCode::kImageMetadata, name_of(marker, payload), at, payload.size());
}

bool JpegAppSegments::take_jfif(ByteView payload, std::uint64_t at) {
  if (density_ || payload.size() < kJfifBytes || !has_at(payload, 0, kJfif)) return false;
  Density density;
  density.minor = u8_at(payload, 5) == 1 && u8_at(payload, 6) <= 2 ? u8_at(payload, 6) : std::uint8_t{1};
  density.unit = u8_at(payload, 7);
  density.x = static_cast<std::uint16_t>(be_at(payload, 8, 2));
  density.y = static_cast<std::uint16_t>(be_at(payload, 10, 2));
  if (density.unit > 2 || density.x == 0 || density.y == 0) density.unit = 0, density.x = density.y = 1;
  density_ = density;
  if (payload.size() > kJfifBytes) {
    report_.drop(FindingCode::kImageMetadata, "APP0 thumbnail", at, payload.size() - kJfifBytes);
  }
  return true;
}

bool JpegAppSegments::take_exif(ByteView payload, std::uint64_t at) {
  if (has_exif_ || !has_at(payload, 0, kExif)) return false;
  has_exif_ = true;
  const ByteView tiff = payload.subspan(kExif.size());
  orientation_ = exif_orientation(tiff);
  const auto minimal = minimal_exif(orientation_);
  if (orientation_ == 1) return false;
  if (std::equal(tiff.begin(), tiff.end(), minimal.begin(), minimal.end())) return true;
  report_.drop(FindingCode::kImageMetadata, "APP1 Exif", at, payload.size());
  report_.rewrote(FindingCode::kImageOrientation, at,
                  "orientation " + std::to_string(orientation_) + " was kept as the only EXIF tag");
  return true;
}

bool JpegAppSegments::take_adobe(ByteView payload, std::uint64_t at) {
  if (transform_ || payload.size() < kAdobeBytes || !has_at(payload, 0, kAdobe)) return false;
  transform_ = u8_at(payload, 11);
  if (payload.size() > kAdobeBytes) {
    report_.drop(FindingCode::kImageMetadata, "APP14 rest", at, payload.size() - kAdobeBytes);
  }
  return true;
}

bool JpegAppSegments::fits(std::uint8_t components) const noexcept {
  if (!transform_ || *transform_ == 0) return true;
  if (components == 1) return *transform_ <= 2;  // no colors to transform
  return *transform_ == (components == 3 ? 1 : 2);
}

Bytes JpegAppSegments::write(std::uint8_t components) {
  Bytes out;
  if (density_) {
    put_head(out, kApp0, kJfifBytes);
    put(out, kJfif);
    put_u8(out, 1);
    put_u8(out, density_->minor);
    put_u8(out, density_->unit);
    put_be16(out, density_->x);
    put_be16(out, density_->y);
    put_be16(out, 0);  // no thumbnail
  }
  if (orientation_ != 1) {
    const auto minimal = minimal_exif(orientation_);
    put_head(out, kApp1, kExif.size() + minimal.size());
    put(out, kExif);
    out.insert(out.end(), minimal.begin(), minimal.end());
  }
  if (transform_) {
    put_head(out, kApp14, kAdobeBytes);
    put(out, kAdobe);
    put_be16(out, 100);  // version
    put_be16(out, 0);
    put_be16(out, 0);
    put_u8(out, components == 1 ? 0U : *transform_);
  }
  return out;
}

}  // namespace sluice::sanitize
