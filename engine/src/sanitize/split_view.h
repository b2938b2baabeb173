#pragma once

#include <string>
#include <string_view>

namespace sluice::sanitize {

/// The text that a person sees of an HTML fragment, roughly: without tags, scripts and styles, references decoded. Only
/// for comparing; nothing of it is ever written.
/// Complexity: O(n). Throws std::bad_alloc.
[[nodiscard]] std::string roughly_visible_text(std::string_view html);

/// Whether two representations of one thing say different things, so that one reader is told what the other does not
/// see: their words and numbers hardly overlap, or one has several times the words of the other without being cut.
///
/// What stands for an object instead of saying what it holds (`<Figure size 640x480 with 1 Axes>`, `Figure({...})`) is
/// not compared, and neither is a text of less than two words.
/// @param plain    the text/plain of a bundle
/// @param visible  what is visible of the other representation
/// Complexity: O(n log n).
[[nodiscard]] bool is_split_view(std::string_view plain, std::string_view visible);

}  // namespace sluice::sanitize
