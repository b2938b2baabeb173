#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice::text {

/// Canonical composition (NFC), or nothing where the text is not UTF-8. O(n); safe to call concurrently.
[[nodiscard]] std::optional<std::string> to_nfc(std::string_view utf8);

/// Compatibility composition with case folding (Unicode's NFKC_Casefold): invisible characters go, width, ligatures and
/// case become one. For comparing, never for showing. Nothing where the text is not UTF-8. O(n); safe to call
/// concurrently.
[[nodiscard]] std::optional<std::string> fold_compatible(std::string_view utf8);

}  // namespace sluice::text
