#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::scan::checks {

inline constexpr std::string_view kBase62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
inline constexpr std::string_view kBase36Lower = "0123456789abcdefghijklmnopqrstuvwxyz";
inline constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// CRC-32 of IEEE 802.3, the one of zip and PNG.
[[nodiscard]] std::uint32_t crc32(std::string_view bytes) noexcept;

/// Decodes base 64 of either alphabet, with or without padding; left-over bits are ignored, because tokens are cut
/// out of larger encodings. @return nothing where another character occurs or one is left over
[[nodiscard]] std::optional<std::string> decode_base64(std::string_view text);
/// Standard alphabet, with padding.
[[nodiscard]] std::string encode_base64(std::string_view bytes);
/// RFC 4648 base 32, either case, without padding.
[[nodiscard]] std::optional<std::string> decode_base32(std::string_view text);

/// `value` in the base of `alphabet`, most significant digit first, without leading zeros.
[[nodiscard]] std::string to_base(std::uint64_t value, std::string_view alphabet);
/// The same, padded on the left with the zero digit to `width`.
[[nodiscard]] std::string to_base(std::uint64_t value, std::string_view alphabet, std::size_t width);

/// The four bytes of `value`, least significant first.
[[nodiscard]] std::string little_endian(std::uint32_t value);

/// Marvin32, the keyed hash of Microsoft's identifiable secrets.
[[nodiscard]] std::uint32_t marvin32(std::string_view bytes, std::uint64_t seed) noexcept;

}  // namespace sluice::scan::checks
