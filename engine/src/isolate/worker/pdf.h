#pragma once

#include "isolate/frames.h"

namespace sluice::isolate {

/// Cleans a PDF: parses it, copies what the allow-list of pdf_schema.h names into a new document, and writes that as a
/// whole, without object streams and incremental parts. Content streams are written anew operator by operator.
///
/// Refused: encrypted and damaged documents, layers that do not show, JBIG2 and JPEG 2000, more than the limits. The
/// fixed point: cleaning the output again gives the same bytes.
/// @return kDone with the document, the texts of it and where its links lead; else why not
[[nodiscard]] Response clean_pdf(ByteView pdf, const JobLimits& limits, bool keeps_links);

/// Runs everything once, so that nothing is loaded later.
void warm_up_pdf();

}  // namespace sluice::isolate
