#pragma once

#include <cstdint>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

struct MarkdownLimits {
  std::uint64_t max_bytes = 4'194'304;      ///< md4c keeps some 40 bytes for each mark; books are smaller
  std::uint64_t max_target_uses = 100'000;  ///< links and images of a document
};

/// Cleans Markdown (CommonMark with GFM's tables, struck text and task lists): parses it, keeps what is on the list,
/// and writes it in one spelling, so that other dialects see the same.
///
/// Kept: headings, paragraphs, lists, tasks, quotes, tables, emphasis, code, breaks, rules. Links to http, https and
/// mailto that the policy does not refuse, to plain relative names and to places in the document, written behind their
/// text; where that names another host than the target, or the host is not ASCII, the host follows it. Images that are
/// data of a raster image and pass as members, that load from a host the policy names, without query, or that are a
/// plain name beside the document. Reference definitions and title-less autolinks become plain links. The language of
/// code where readers only color it.
/// Replaced: other images by their description and a note (kMarkdownImage); other links by their text (kMarkdownLink);
/// HTML by its text (kMarkdownHtml), but for `<br>`. Dropped: comments, declarations and processing instructions
/// (kMarkupComment), languages that readers draw or run (kMarkupAttribute). Emphasis that cannot be written so that it
/// reads back the same is dropped without a finding. URLs that are not links stay text, and are scanned as such.
/// Withheld (quarantine): more bytes or links than the limits (kMarkupSize), nesting past the budget's depth, what does
/// not read back as it was written (kMalformed), UTF-16 (kUtf16), an exhausted budget.
///
/// Fixed point: cleaning the output again changes nothing.
/// @param bytes  the whole document, any bytes
/// Budget: nodes for pieces, steps for their bytes, twice and more where emphasis has to go; the output bytes.
/// Complexity: O(n) time and memory. Source: CommonMark 0.30, GFM 0.29. Thread-safety: as `job`.
[[nodiscard]] Output clean_markdown(ByteView bytes, const MarkdownLimits& limits, Job& job) noexcept;

}  // namespace sluice::sanitize
