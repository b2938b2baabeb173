#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sanitize/image/image_report.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Collects from the application segments of a JPEG what a reader needs to show it, and writes that as segments of
/// ours.
class JpegAppSegments {
 public:
  explicit JpegAppSegments(ImageReport& report) : report_(report) {}

  /// Takes APP0 to APP15 or COM, at `at` in the file; `is_late` behind the first scan, where none counts any more.
  void take(std::uint8_t marker, ByteView payload, std::uint64_t at, bool is_late);

  /// @param components  of the frame
  /// @return false where the color transform does not fit them
  [[nodiscard]] bool fits(std::uint8_t components) const noexcept;

  /// The segments of ours, and the findings about them.
  [[nodiscard]] Bytes write(std::uint8_t components);

 private:
  struct Density {
    std::uint8_t minor = 1;
    std::uint8_t unit = 0;
    std::uint16_t x = 1;
    std::uint16_t y = 1;
  };

  [[nodiscard]] bool take_jfif(ByteView payload, std::uint64_t at);
  [[nodiscard]] bool take_exif(ByteView payload, std::uint64_t at);
  [[nodiscard]] bool take_adobe(ByteView payload, std::uint64_t at);

  ImageReport& report_;
  std::optional<Density> density_;
  std::uint8_t orientation_ = 1;
  bool has_exif_ = false;
  std::optional<std::uint8_t> transform_;
};

}  // namespace sluice::sanitize
