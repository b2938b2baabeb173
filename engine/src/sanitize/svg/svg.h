#pragma once

#include <cstdint>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Sizes past which a drawing is refused.
struct SvgLimits {
  std::uint64_t max_bytes = 16'777'216;      ///< a scatter plot of 100,000 points has 12 MB
  std::uint64_t max_depth = 128;             ///< charts stay under 20
  std::uint64_t max_elements = 250'000;      ///< one for each point of a plot, and its marks
  std::uint64_t max_path_bytes = 4'194'304;  ///< one path: a line of 200,000 points
  double max_side = 16'384;                  ///< width, height and view box of the drawing, in pixels
  double max_deviation = 100;                ///< of a blur, and the radius of a morphology
  std::uint32_t max_reference_depth = 15;    ///< references inside of what is referred to
  std::uint64_t max_expanded_uses = 1'000;   ///< of what one reference stands for: uses, patterns, masks inside
  std::uint64_t max_expanded = 1'000'000;    ///< elements once each reference is replaced by what it stands for
  std::uint64_t max_filtered = 10'000;       ///< filter primitives times what they apply to
};

/// Cleans an SVG drawing: reads it as XML, keeps the elements, attributes and values that are on the lists of this
/// folder, and writes them anew as one `svg` element in the SVG namespace, without prefixes, comments or declarations.
///
/// Kept: shapes, text, groups, gradients, patterns, clips, masks, markers, filters of cheap primitives, `use` of what
/// is in the document, raster images that stand in the document as base64 and pass their own check, plain style rules.
/// `a` becomes `g`, or `tspan` inside text, so that its look stays. Dropped, each with a finding (sanitize): scripts
/// and handlers, animation, links, foreign content, metadata, fonts, comments and instructions, style outside its
/// grammar, references out of the document. Withheld (quarantine): what is not well-formed XML in UTF-8 (kMalformed), a
/// DOCTYPE other than the public ones of SVG without a subset of its own (kMarkupDoctype), too many elements, too deep,
/// too large (kMarkupDepth, kMarkupSize, kMarkupGeometry), references that loop or multiply (kMarkupReference), an
/// exhausted budget. Text that a person would not see is kMarkupHidden; for an agent it is dropped.
///
/// Fixed point: cleaning the output again changes nothing.
/// @param bytes  the whole file, any bytes
/// Complexity: O(n), memory for the output, its text, and 16 bytes for each element and reference.
/// Source: SVG 2; SVG Integration; CSS Syntax 3.
[[nodiscard]] Output clean_svg(ByteView bytes, const SvgLimits& limits, Job& job) noexcept;

}  // namespace sluice::sanitize
