#pragma once

#include <cstdint>
#include <vector>

#include "sanitize/html/elements.h"
#include "sanitize/job.h"

namespace sluice::sanitize {

/// Sizes past which a document is refused.
struct HtmlLimits {
  /// 16 MB: pandas writes about 20 bytes of markup a cell, so a table of 100,000 rows and 6 columns still passes.
  /// Browsers are slow past that.
  std::uint64_t max_bytes = 16'000'000;
  std::uint32_t max_depth = 256;              ///< open elements; browsers flatten what is deeper than 512
  std::uint32_t max_attributes = 64;          ///< of one element; ordinary pages stay under 30
  std::uint64_t max_value_bytes = 64 * 1024;  ///< one value of an attribute, but for images; longer ones are dropped
};

struct HtmlOptions {
  HtmlLimits limits;
  std::vector<html::Element> added;  ///< of fate Optional: kept, too
};

/// Cleans HTML: reads it as browsers do and writes a fragment of allow-listed elements anew.
///
/// Kept: text, tables, lists, headings and inline elements (html/elements.inc), the attributes of html/attributes.inc
/// where their values follow their grammar, links to http, https and mailto, images in data: URIs that pass their own
/// check, inline style after css/. `rel="noopener noreferrer nofollow ugc"` is on every link. Rules of style sheets
/// that pandas' Styler writes become inline style. Dropped: everything else; scripts, styles, forms, frames, SVG and
/// MathML, comments, ids, event handlers. Elements without a rule are replaced by what they hold. Images of other hosts
/// are replaced by a note with the host, unless host.allows_url(kLoad). What a person would not see is dropped for
/// agents and made visible for others. Where scripts make all of the content a card stands in its place.
/// Withheld (quarantine): past the limits (kMarkupDepth, kMarkupSize), or an exhausted budget.
///
/// Text and attributes that people read go through one scan of the host, images through its check of members.
/// Fixed point: cleaning the output again changes nothing. The output reads back as the same tree in any browser, in
/// any mode.
/// @param bytes  any bytes; what is not UTF-8 becomes U+FFFD
/// Complexity: O(n) time and memory; charged a step for each byte and what style needs, a node for each element and
/// text. Source: HTML standard, sections 13.2 and 13.3.
[[nodiscard]] Output clean_html(ByteView bytes, const HtmlOptions& options, Job& job) noexcept;

}  // namespace sluice::sanitize
