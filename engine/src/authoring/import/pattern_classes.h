#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "authoring/import/pattern_tree.h"
#include "rules/byte_set.h"

namespace sluice::authoring::importing {

/// The bytes that are in one of two sets and not in the other, and so on; the edge of the input does not count.
[[nodiscard]] rules::ByteSet intersection(const rules::ByteSet& a, const rules::ByteSet& b);
[[nodiscard]] rules::ByteSet without(const rules::ByteSet& a, const rules::ByteSet& b);
[[nodiscard]] rules::ByteSet fold_case(rules::ByteSet set);
[[nodiscard]] bool is_within(const rules::ByteSet& inner, const rules::ByteSet& outer);
[[nodiscard]] std::size_t count(const rules::ByteSet& set) noexcept;

[[nodiscard]] rules::ByteSet range(unsigned first, unsigned last);
[[nodiscard]] const rules::ByteSet& word_bytes();
/// Bytes of which characters above U+007F are made.
[[nodiscard]] rules::ByteSet high_bytes();

/// The class of `\d`, `\W` and so on, or nothing.
[[nodiscard]] std::optional<rules::ByteSet> perl_class(char name, PatternDialect dialect);
/// ASCII's part of `\p{name}`, or nothing for a name that is not known.
[[nodiscard]] std::optional<rules::ByteSet> unicode_class(std::string_view name);

}  // namespace sluice::authoring::importing
