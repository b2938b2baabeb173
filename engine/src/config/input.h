#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "config/tree.h"

namespace sluice::config {

/// The Error of a file that cannot be read as what it is.
[[nodiscard]] Error syntax_error(std::string_view path, Position position, std::string_view what);

/// The position of a byte offset. O(offset).
[[nodiscard]] Position position_of(std::string_view text, std::size_t offset) noexcept;

/// How many bytes the UTF-8 character at `offset` has; 0 where the bytes are not UTF-8.
[[nodiscard]] std::size_t utf8_length(std::string_view text, std::size_t offset) noexcept;

/// Removes a byte order mark and checks what both formats demand: size, UTF-8, no NUL.
[[nodiscard]] Result<std::string_view> check_input(std::string_view text, std::string_view path);

/// Names what stands at `offset` for an error: the character in quotes, or the end of the file or line.
[[nodiscard]] std::string what_stands_at(std::string_view text, std::size_t offset);

[[nodiscard]] Result<Tree> parse_json(std::string_view text, std::string_view path);
[[nodiscard]] Result<Tree> parse_toml(std::string_view text, std::string_view path);

/// Finds the first place where a TOML text nests deeper than kMaxConfigDepth by keys or brackets, so that the parser
/// (which recurses, also while it frees) never sees it. @return its offset, or npos
[[nodiscard]] std::size_t find_too_deep(std::string_view text) noexcept;

}  // namespace sluice::config
