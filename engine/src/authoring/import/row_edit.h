#pragma once

#include <optional>

#include "authoring/import/pattern_rows.h"
#include "rules/byte_set.h"

namespace sluice::authoring::importing {

/// Every byte, and the edge of the input.
[[nodiscard]] rules::ByteSet anything();

/// The members of both, the edge of the input included.
[[nodiscard]] rules::ByteSet both(const rules::ByteSet& a, const rules::ByteSet& b);

[[nodiscard]] scan::RegexNode class_node(const rules::ByteSet& bytes);

void erase_at(Row& row, std::size_t at);

/// `^` behind parts that may be empty: they are.
void drop_before_text_begin(Row& row);

/// A row that matches the same texts written backwards.
[[nodiscard]] Row reversed_row(const Row& row);

/// What the first byte taken by items [from, to) may be; nothing where they may take none.
[[nodiscard]] std::optional<rules::ByteSet> first_bytes(const Row& row, std::size_t from, std::size_t to);
[[nodiscard]] std::optional<rules::ByteSet> last_bytes(const Row& row, std::size_t from, std::size_t to);

/// Resolves the assertions that have bytes of the row on both sides, where the bytes say enough; the others are left
/// out, which `differences` then says. @return false where the row matches nothing
[[nodiscard]] bool resolve_inner_assertions(Row& row, Differences& differences);

}  // namespace sluice::authoring::importing
