#pragma once

#include <string_view>

namespace sluice::text {

struct IdnHostOptions {
  bool has_wide_dots = false;  ///< U+3002, U+FF0E and U+FF61 stand between labels too (RFC 3490 section 3.1)
  bool normalizes = false;     ///< labels of other scripts are taken to Unicode's form NFC first
};

/// Whether `host` is the name of a host, in any script: labels of letters, digits and hyphens (RFC 1123 section 2.1),
/// A-labels and U-labels (RFC 5890), each of at most 63 bytes and all of at most 253 as DNS has them. Labels are held
/// to RFC 5892 with its contextual rules, and a name with a label that is written from right to left to RFC 5893 as a
/// whole. Labels of ASCII with `--` in third and fourth place that are no A-labels pass, as RFC 1123 has them.
///
/// `host` may hold any bytes; what is not UTF-8 is no host. Code points that libidn2's tables do not know are refused,
/// and so is everything where memory runs out. O(n), at most 1 KiB is looked at; safe to call concurrently.
[[nodiscard]] bool is_idn_host(std::string_view host, const IdnHostOptions& options = {}) noexcept;

}  // namespace sluice::text
