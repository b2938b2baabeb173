#pragma once

#include <string>
#include <string_view>

namespace sluice::json {

/// Resolves a URI reference against a base (RFC 3986, section 5.2), fragments included. Nothing is checked, decoded or
/// fetched: schemas are found by comparing the result. A base without a scheme is resolved the same way, so schemas may
/// name each other by file names alone. O(n).
[[nodiscard]] std::string resolve_reference(std::string_view base, std::string_view reference);

/// A URI cut at its `#`. `fragment` is without it; empty where there is none.
struct SplitReference {
  std::string_view uri;
  std::string_view fragment;
};
[[nodiscard]] SplitReference split_fragment(std::string_view uri) noexcept;

/// Decodes percent escapes. @return false where one is broken
[[nodiscard]] bool decode_percent(std::string_view text, std::string& out);

}  // namespace sluice::json
