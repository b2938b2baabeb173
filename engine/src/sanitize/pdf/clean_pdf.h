#pragma once

#include <cstdint>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

struct PdfLimits {
  std::uint64_t max_pages = 10'000;               ///< dangerzone's limit
  std::uint64_t max_objects = 500'000;            ///< a book of 1,000 pages has some 20,000
  std::uint64_t max_pixels = 64'000'000;          ///< of one image
  std::uint64_t max_decoded_bytes = 400'000'000;  ///< streams, inflated
  std::uint64_t max_text_bytes = 32'000'000;      ///< what is scanned
};

/// Cleans a PDF: a worker process parses it and copies what an allow-list names (pages, their content, fonts, images,
/// plain annotations, outlines, links to http, https and mailto) into a new document, which is checked here once more.
///
/// Dropped, with a finding each of effect sanitize: actions, scripts, forms, media (kPdfActive); embedded files
/// (kPdfEmbedded); metadata, tags and whatever else is not on the list (kPdfMetadata); earlier revisions
/// (kPdfRevisions); bytes after the end (kTrailingData); links of other schemes, or to hosts that the policy does not
/// let stand: then all of them (kMarkupUrl). Withheld: encrypted (kPdfEncrypted), damaged (kMalformed), with layers
/// that do not show (kPdfHiddenLayer), with JBIG2, JPEG 2000 or streams in other files (kImageUnsupported), past a
/// limit (kPdfPages), with a secret in its text, which cannot be redacted in place, and whatever the worker could not
/// finish (kWorker). What fonts and pixels show is not read.
///
/// Fixed point: cleaning the output again changes nothing and finds nothing.
/// @param pdf  the whole file, any bytes
/// @param job  its budget is charged the output, a step for 16 bytes read, a node for each object and text
/// Complexity: O(n + what streams decode to). Source: ISO 32000-2. Thread-safety: as the job.
[[nodiscard]] Output clean_pdf(ByteView pdf, const PdfLimits& limits, Job& job) noexcept;

}  // namespace sluice::sanitize
