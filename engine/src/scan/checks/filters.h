#pragma once

#include "rules/pack.h"
#include "sluice/bytes.h"

namespace sluice::scan {

/// Whether the capture has every property that `require` asks for. O(n), no allocation.
[[nodiscard]] bool meets(const rules::Require& require, ByteView secret) noexcept;

/// Whether the capture is one of the values that `reject` names, or a placeholder where it asks for that. O(n).
[[nodiscard]] bool rejects(const rules::Reject& reject, ByteView secret) noexcept;

/// Whether the text stands in for a value instead of being one: `${{ secrets.X }}`, `<your-key>`, `xxxx`, `changeme`,
/// `os.environ["X"]`. What is left when the marker words are taken away decides, so that a real value that happens to
/// contain one is kept. O(n).
[[nodiscard]] bool is_placeholder(ByteView secret) noexcept;

/// Shannon entropy of the byte values, bits a byte; 0 for an empty text. O(n).
[[nodiscard]] double entropy(ByteView bytes) noexcept;

}  // namespace sluice::scan
